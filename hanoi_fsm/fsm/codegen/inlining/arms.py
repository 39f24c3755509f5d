"""The arm of a state: its guards are asked in order, and the branch of one transition is taken."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hanoi_fsm.fsm.automaton import Automaton, excluded
from hanoi_fsm.fsm.codegen.inlining.comments import Comments
from hanoi_fsm.fsm.codegen.inlining.flow import is_bool, lasts
from hanoi_fsm.fsm.codegen.inlining.names import COUNTER, Plan, assign, name_of
from hanoi_fsm.fsm.codegen.inlining.overlaps import Known, Overlaps, holds
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.codegen.inlining.subject import ROOT, Subject
from hanoi_fsm.fsm.codegen.python import asked_before
from hanoi_fsm.fsm.notation import Guard, Transition

_MOST_BRANCHES = 4


class Arms(Overlaps):
    """Writes arms as lines; transitions with a number in `counts` are counted."""

    def __init__(
        self,
        automaton: Automaton,
        subject: Subject,
        plan: Plan,
        counts: Sequence[int],
        *,
        counting: bool,
    ) -> None:
        super().__init__(subject, plan)
        self.automaton, self.counts, self.counting = automaton, counts, counting
        (event,) = automaton.events
        self.event = repr(event)
        self.comments = Comments()
        self.numbers = {one: number for number, one in enumerate(automaton.transitions)}
        memory = subject.objects[ROOT]
        self.meanings = memory.guards() | memory.actions()
        self.answers: dict[str, str] = {}
        self.branches = 0

    def seen_plan(self) -> Plan:
        """What this writing has shown, for the next one."""
        before, seen = self.before, self.seen
        return Plan(
            before.rebound | seen.rebound,
            before.assigned | seen.assigned,
            frozenset(self.names.fixed),
            before.reads_output or seen.reads_output,
            {**before.kept, **self.kept},
            {
                word: before.sets.get(word, set()) | seen.sets.get(word, set())
                for word in before.sets | seen.sets
            },
        )

    def arm(self, ways: Sequence[Transition]) -> list[str]:
        """The lines that decide between the transitions of a state, and take one."""
        self.names.taken, self.names.single = set(), set()
        self.branches = 0
        guards = dict.fromkeys(guard.name for one in ways for guard in one.guards)
        self.answers = {name: self.names.fresh(name, single=False) for name in guards}
        unsure = any(not excluded(one, other) for n, one in enumerate(ways) for other in ways[:n])
        if unsure and not self.all_quiet(guards):
            raise Opaque("guards that may hold at once do more than look")
        statements, _ = self.inside(self.choice, ways, 0, {}, unsure=unsure)
        return self.comments.lines(statements)

    # --- guards ---

    def choice(self, ways: Sequence[Transition], at: int, known: Known, *, unsure: bool) -> None:
        """Ask the guards of a transition, and of the later ones where it is not enabled."""
        self.branches += 1
        if self.branches > _MOST_BRANCHES * (len(ways) + 1) ** 2:
            raise Opaque("a state has too many branches")
        if at == len(ways):
            self.settle()
            self.out += ast.parse(f"raise refused(memory, state, {self.event})").body
            return
        self.guarded(ways, at, 0, known, unsure=unsure)

    def guarded(
        self, ways: Sequence[Transition], at: int, number: int, known: Known, *, unsure: bool
    ) -> None:
        one = ways[at]
        if number == len(one.guards):
            if unsure:
                self.overlaps(ways, at, known)
            self.take(one)
            return
        guard = one.guards[number]
        answer, excluded_answers = known.get(guard.name, (None, frozenset()))
        if self.was_asked(ways, at, number):
            if answer is guard.answer:
                self.guarded(ways, at, number + 1, known, unsure=unsure)
                return
            if answer is not None or guard.answer in excluded_answers:
                self.choice(ways, at + 1, known, unsure=unsure)
                return
            asked: ast.expr = name_of(self.answers[guard.name])
        else:
            excluded_answers = frozenset()
            asked = self.ask(guard.name)
        yes = {**known, guard.name: (guard.answer, frozenset())}
        if is_bool(asked):
            no = {**known, guard.name: (not guard.answer, frozenset())}
        else:
            if self.again(ways, guard):
                asked = ast.NamedExpr(name_of(self.answers[guard.name]), asked)
            no = {**known, guard.name: (None, excluded_answers | {guard.answer})}
        test = holds(asked, guard.answer)
        taken, single = set(self.names.taken), set(self.names.single)
        then, _ = self.inside(self.guarded, ways, at, number + 1, yes, unsure=unsure)
        self.names.taken, self.names.single = set(taken), set(single)
        other, _ = self.inside(self.choice, ways, at + 1, no, unsure=unsure)
        self.out.append(ast.If(test, then, other))

    def was_asked(self, ways: Sequence[Transition], at: int, number: int) -> bool:
        """As in the function that calls: a guard that was surely asked is not asked again."""
        guards = ways[at].guards
        name, known = guards[number].name, set(guards[:number])
        return any(one.name == name for one in guards[:number]) or any(
            asked_before(guards[number], other.guards, known) for other in ways[:at]
        )

    def again(self, ways: Sequence[Transition], guard: Guard) -> bool:
        """Whether the answer of a guard is used more than once."""
        return sum(other.name == guard.name for one in ways for other in one.guards) > 1

    def ask(self, name: str) -> ast.expr:
        """The expression of a guard's answer."""
        found = self.word(name, wanted=True)
        assert found is not None
        return found

    # --- transitions ---

    def take(self, one: Transition) -> None:
        """The branch of a transition."""
        self.comment(str(one))
        written: list[ast.stmt] = []
        if one.action:
            self.comment(f"{one.action}: {self.meanings.get(one.action, one.action)}")
            written, _ = self.inside(self.word, one.action, wanted=False)
        self.out += written if self.counting else gathered(written)
        self.out.append(assign(name_of("state"), ast.Constant(one.target)))
        if (number := self.numbers[one]) in self.counts:
            counter = name_of(f"{COUNTER}{number}")
            self.out.append(ast.AugAssign(counter, ast.Add(), ast.Constant(1)))

    def comment(self, text: str) -> None:
        self.out.append(self.comments.statement(text))


def gathered(written: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements of an action, after which its output is appended, None if it has none.

    An output that may change later is appended as it is then.
    """
    sets = [number for number, one in enumerate(written) if _names_output(one)]
    if not sets:
        return [*written, _append(ast.Constant(None))]
    last = written[-1]
    if (
        sets == [len(written) - 1]
        and isinstance(last, ast.Assign)
        and [ast.unparse(one) for one in last.targets] == ["output"]
    ):
        return [*written[:-1], _append(last.value)]
    empty = assign(name_of("output"), ast.Constant(None))
    return [empty, *written, _append(name_of("output"))]


def _append(value: ast.expr) -> ast.stmt:
    made = value if lasts(value) else ast.Call(name_of("lasting"), [value], [])
    return ast.Expr(ast.Call(name_of("append"), [made], []))


def _names_output(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "output" for one in ast.walk(node))
