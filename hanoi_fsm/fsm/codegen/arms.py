"""The arm of a state: its guards are asked in order, and the branch of one transition is taken."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hanoi_fsm.fsm.automaton import Automaton, excluded
from hanoi_fsm.fsm.codegen.flow import is_bool, negated, pure
from hanoi_fsm.fsm.codegen.inlining import Bodies
from hanoi_fsm.fsm.codegen.names import Plan, assign, name_of
from hanoi_fsm.fsm.codegen.python import _was_asked, call
from hanoi_fsm.fsm.codegen.sources import Opaque
from hanoi_fsm.fsm.codegen.subject import ROOT, Subject
from hanoi_fsm.fsm.notation import Guard, Transition

_Known = dict[str, tuple[bool | None, frozenset[bool]]]
"""What is known of the answers to guards: the answer, or those that it is not."""
_COMMENT = "comment_"
_MOST_BRANCHES = 4


class Arms(Bodies):
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
        self.comments: list[str] = []
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
            before.fixed | frozenset(self.names.fixed),
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
            return self.inside(lambda: self.attempt(ways, unsure))
        except Opaque as why:
            self.calling, self.branches = True, -1_000_000
            actions = dict.fromkeys(one.action for one in ways if one.action)
            self.opaque |= dict.fromkeys([*guards, *actions], str(why))
            return self.inside(lambda: self.attempt(ways, unsure))

    def attempt(self, ways: Sequence[Transition], unsure: bool) -> None:
        if unsure and (self.calling or not self.all_quiet(ways)):
            words = f"consistent(memory, state, {self.event})"
            self.out.append(ast.Expr(ast.parse(words, mode="eval").body))
            unsure = False
        self.choice(ways, 0, {}, trust=not self.calling, unsure=unsure)

    def choice(
        self, ways: Sequence[Transition], at: int, known: _Known, *, trust: bool, unsure: bool
    ) -> None:
        """Ask the guards of the transition at an index, and of the later ones where it is not it."""
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
        known: _Known,
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
        test = _holds(asked, guard.answer)
        taken, single = set(self.names.taken), set(self.names.single)
        then = self.inside(
            lambda: self.guarded(ways, at, number + 1, yes, trust=trust, unsure=unsure)
        )
        self.names.taken, self.names.single = set(taken), set(single)
        other = self.inside(lambda: self.choice(ways, at + 1, no, trust=trust, unsure=unsure))
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
            found: list[ast.expr | None] = []
            try:
                written = self.inside(lambda: found.append(self.word(name, wanted=True)))
            except Opaque as why:
                self.opaque[name] = str(why)
            else:
                self.written.add(name)
                self.out += written
                assert found[0] is not None
                return found[0], True
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
                written = self.inside(lambda: self.word(name, wanted=False))
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

    # --- guards that may hold at once ---

    def all_quiet(self, ways: Sequence[Transition]) -> bool:
        """Whether all guards are but expressions without effect, so that they can be asked later."""
        for name in self.answers:
            found: list[ast.expr | None] = []
            try:
                written = self.inside(lambda name=name: found.append(self.word(name, wanted=True)))
            except Opaque:
                return False
            if written or found[0] is None or not pure(found[0]):
                return False
        return True

    def overlaps(self, ways: Sequence[Transition], at: int, known: _Known) -> None:
        """Where a later transition is enabled too, say so."""
        for other in ways[at + 1 :]:
            if any(
                known.get(guard.name, (None,))[0] is (not guard.answer) for guard in other.guards
            ):
                continue
            tests: list[ast.expr] = []
            for guard in other.guards:
                if known.get(guard.name, (None,))[0] is guard.answer:
                    continue
                value = self.word(guard.name, wanted=True)
                assert value is not None
                tests.append(_holds(value, guard.answer))
            words = f"consistent(memory, state, {self.event})"
            check = self.inside(self.settle_all)
            check.append(ast.Expr(ast.parse(words, mode="eval").body))
            if not tests:
                self.out += check
                continue
            test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            self.out.append(self.guarding(ast.If(test, check, [])))

    def guarding(self, one: ast.If) -> ast.stmt:
        """The check; a guard that the machine need not ask may raise what it likes."""
        if all(isinstance(part, _NEVER_RAISES) for part in ast.walk(one.test)):
            return one
        found = name_of(self.names.fresh("overlap", single=False))
        handler = ast.ExceptHandler(
            name_of("Exception"), None, [assign(found, ast.Constant(False))]
        )
        self.out.append(ast.Try([assign(found, one.test)], [handler], [], []))
        return ast.If(found, one.body, [])

    # --- texts ---

    def comment(self, text: str) -> None:
        self.comments.append(" ".join(text.split()))
        self.out.append(ast.Expr(name_of(f"{_COMMENT}{len(self.comments) - 1}")))

    def lines(self, statements: Sequence[ast.stmt]) -> list[str]:
        module = ast.fix_missing_locations(ast.Module(list(statements), []))
        found = []
        for line in ast.unparse(module).splitlines():
            bare = line.lstrip()
            if bare.startswith(_COMMENT) and bare[len(_COMMENT) :].isdigit():
                text = self.comments[int(bare[len(_COMMENT) :])]
                found.append(f"{line[: len(line) - len(bare)]}# {text}")
            else:
                found.append(line)
        return found


def _holds(value: ast.expr, answer: bool) -> ast.expr:
    """The condition that a guard answers so."""
    if is_bool(value):
        return value if answer else negated(value)
    return ast.Compare(value, [ast.Is()], [ast.Constant(answer)])


_NEVER_RAISES = (
    ast.Compare,
    ast.Constant,
    ast.Name,
    ast.Is,
    ast.expr_context,
    ast.UnaryOp,
    ast.Not,
)
