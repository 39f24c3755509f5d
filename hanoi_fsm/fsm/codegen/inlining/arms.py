"""The arm of a state: its guards are asked in order, and the branch of one transition is taken."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hanoi_fsm.fsm.automaton import Automaton, excluded
from hanoi_fsm.fsm.codegen.inlining.comments import Comments
from hanoi_fsm.fsm.codegen.inlining.flow import is_bool
from hanoi_fsm.fsm.codegen.inlining.names import Plan, assign, name_of
from hanoi_fsm.fsm.codegen.inlining.overlaps import Known, Overlaps, holds
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.codegen.inlining.subject import ROOT, Subject
from hanoi_fsm.fsm.codegen.python import _was_asked, call
from hanoi_fsm.fsm.notation import Guard, Transition

_MOST_BRANCHES = 4


class Arms(Overlaps):
    """Writes arms as lines."""

    def __init__(
        self,
        automaton: Automaton,
        subject: Subject,
        plan: Plan,
        counts: Sequence[int] | None,
    ) -> None:
        super().__init__(subject, plan)
        self.automaton, self.counts = automaton, counts
        self.comments = Comments()
        self.numbers = {one: number for number, one in enumerate(automaton.transitions)}
        self.opaque: dict[str, str] = {}
        self.written: set[str] = set()
        memory = subject.objects[ROOT]
        self.told = memory.guards() | memory.actions()
        self.answers: dict[str, str] = {}
        self.event = ""
        self.branches = 0
        self.calling = False

    def seen_plan(self, *, keep: bool) -> Plan:
        """What this writing has shown, for the next one."""
        before, seen = self.before, self.seen
        return Plan(
            before.rebound | seen.rebound,
            before.assigned | seen.assigned,
            before.closed and not self.opaque,
            keep,
            frozenset(self.names.fixed),
            before.reads_output or seen.reads_output,
            {**before.kept, **self.kept},
            {
                word: before.sets.get(word, set()) | seen.sets.get(word, set())
                for word in before.sets | seen.sets
            },
        )

    # --- arms ---

    def arm(self, state: str, leaving: Sequence[Transition], *, event_driven: bool) -> list[str]:
        """The lines of an arm."""
        by_event: dict[str, list[Transition]] = {}
        for one in leaving:
            by_event.setdefault(one.event, []).append(one)
        if not event_driven:
            (event,) = self.automaton.events
            return self.lines(self.decision(state, by_event.get(event, []), repr(event)))
        last: list[ast.stmt] = [self.refusal("event")]
        for event, some in reversed(by_event.items()):
            test = ast.Compare(name_of("event"), [ast.Eq()], [ast.Constant(event)])
            last = [ast.If(test, self.decision(state, some, "event"), last)]
        return self.lines(last)

    def decision(self, state: str, ways: Sequence[Transition], event: str) -> list[ast.stmt]:
        """What decides between the transitions of a state on one event, and takes one."""
        self.names.taken, self.names.single = set(), set()
        self.event, self.branches, self.calling = event, 0, False
        guards = dict.fromkeys(guard.name for one in ways for guard in one.guards)
        self.answers = {name: self.names.fresh(name, single=False) for name in guards}
        unsure = any(not excluded(one, other) for n, one in enumerate(ways) for other in ways[:n])
        try:
            return self.inside(self.attempt, ways, unsure)[0]
        except Opaque as why:
            self.calling, self.branches = True, -1_000_000
            actions = dict.fromkeys(one.action for one in ways if one.action)
            self.opaque |= dict.fromkeys([*guards, *actions], str(why))
            return self.inside(self.attempt, ways, unsure)[0]

    def attempt(self, ways: Sequence[Transition], unsure: bool) -> None:
        if unsure and (self.calling or not self.all_quiet(self.answers)):
            words = f"consistent(memory, state, {self.event})"
            self.out.append(ast.Expr(ast.parse(words, mode="eval").body))
            unsure = False
        self.choice(ways, 0, {}, trust=not self.calling, unsure=unsure)

    def choice(
        self, ways: Sequence[Transition], at: int, known: Known, *, trust: bool, unsure: bool
    ) -> None:
        """Ask the guards of a transition, and of the later ones where it is not enabled."""
        self.branches += 1
        if self.branches > _MOST_BRANCHES * (len(ways) + 1) ** 2:
            raise Opaque("too many branches")
        if at == len(ways):
            self.settle_all()
            self.out.append(self.refusal(self.event))
            return
        self.guarded(ways, at, 0, known, trust=trust, unsure=unsure)

    def guarded(
        self,
        ways: Sequence[Transition],
        at: int,
        number: int,
        known: Known,
        *,
        trust: bool,
        unsure: bool,
    ) -> None:
        one = ways[at]
        if number == len(one.guards):
            if unsure:
                self.overlaps(ways, at, known)
            self.take(one, trust=trust)
            return
        guard = one.guards[number]
        answer, excluded_answers = known.get(guard.name, (None, frozenset()))
        if self.was_asked(ways, at, number):
            if answer is guard.answer:
                self.guarded(ways, at, number + 1, known, trust=trust, unsure=unsure)
                return
            if answer is not None or guard.answer in excluded_answers:
                self.choice(ways, at + 1, known, trust=trust, unsure=unsure)
                return
            asked: ast.expr = name_of(self.answers[guard.name])
        else:
            excluded_answers = frozenset()
            asked, trust = self.ask(guard.name, trust=trust)
        yes = {**known, guard.name: (guard.answer, frozenset())}
        if is_bool(asked):
            no = {**known, guard.name: (not guard.answer, frozenset())}
        else:
            if self.again(ways, guard):
                asked = ast.NamedExpr(name_of(self.answers[guard.name]), asked)
            no = {**known, guard.name: (None, excluded_answers | {guard.answer})}
        test = holds(asked, guard.answer)
        taken, single = set(self.names.taken), set(self.names.single)
        then, _ = self.inside(self.guarded, ways, at, number + 1, yes, trust=trust, unsure=unsure)
        self.names.taken, self.names.single = set(taken), set(single)
        other, _ = self.inside(self.choice, ways, at + 1, no, trust=trust, unsure=unsure)
        self.out.append(ast.If(test, then, other))

    def was_asked(self, ways: Sequence[Transition], at: int, number: int) -> bool:
        """As in the function that calls: a guard that was surely asked is not asked again."""
        guards = ways[at].guards
        name, known = guards[number].name, set(guards[:number])
        return any(one.name == name for one in guards[:number]) or any(
            _was_asked(guards[number], other.guards, known) for other in ways[:at]
        )

    def again(self, ways: Sequence[Transition], guard: Guard) -> bool:
        """Whether the answer of a guard is looked at twice."""
        return sum(other.name == guard.name for one in ways for other in one.guards) > 1

    def ask(self, name: str, *, trust: bool) -> tuple[ast.expr, bool]:
        """What stands for the answer of a guard, and whether the memory is still known after."""
        if trust:
            try:
                written, found = self.inside(self.word, name, wanted=True)
            except Opaque as why:
                self.opaque[name] = str(why)
            else:
                self.written.add(name)
                self.out += written
                assert found is not None
                return found, True
        return self.called(name), False

    def called(self, name: str) -> ast.expr:
        return ast.parse(call(name), mode="eval").body

    # --- transitions ---

    def take(self, one: Transition, *, trust: bool) -> None:
        """The branch of a transition."""
        self.comment(str(one))
        output = self.output()
        if self.counts is None:
            self.out.append(assign(output, ast.Constant(None)))
        if one.action:
            trust = self.act(one.action, trust=trust)
        target = ast.Constant(one.target)
        goals: list[ast.expr] = [name_of("state")]
        if self.counts is None:
            goals.insert(0, ast.Attribute(name_of(ROOT), "state"))
        self.out.append(ast.Assign(goals, target, lineno=0))
        number = self.numbers[one]
        if self.counts is None:
            made = output if one.action else ast.Constant(None)
            self.out.append(ast.Expr(ast.Yield(ast.Tuple([ast.Constant(number), made]))))
            if not trust:
                self.check()
        elif number in self.counts:
            counter = name_of(f"taken_{number}")
            self.out.append(ast.AugAssign(counter, ast.Add(), ast.Constant(1)))

    def output(self) -> ast.expr:
        return name_of("output") if self.before.closed else ast.Attribute(name_of(ROOT), "output")

    def act(self, name: str, *, trust: bool) -> bool:
        if trust:
            try:
                written, _ = self.inside(self.word, name, wanted=False)
            except Opaque as why:
                self.opaque[name] = str(why)
            else:
                self.written.add(name)
                self.comment(f"{name}: {self.told.get(name, name)}")
                self.out += written
                return True
        self.out.append(ast.Expr(self.called(name)))
        return False

    def check(self) -> None:
        """After a call of what is not known: hand over if the memory is not what it was."""
        events = "events, " if self.event == "event" else ""
        words = f"if altered(memory):\n yield from called(memory, {events}state)\n return"
        self.out += ast.parse(words).body

    def refusal(self, event: str) -> ast.stmt:
        words = f"raise refused(memory, state, {event})"
        return ast.parse(words).body[0]

    def settle_all(self) -> None:
        self.settle()
        if self.counts is not None:
            self.out.append(assign(ast.Attribute(name_of(ROOT), "state"), name_of("state")))

    def comment(self, text: str) -> None:
        self.out.append(self.comments.statement(text))

    def lines(self, statements: Sequence[ast.stmt]) -> list[str]:
        """The statements as text."""
        return self.comments.lines(statements)
