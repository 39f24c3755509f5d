"""The generated function with the memory's methods written out in its arms.

It has the same shape as that of `codegen.python`, takes the same transitions, and yields the number
of each together with its output, which the memory itself has only at the end. A word whose method
cannot be written out is called; after that the function asks whether all that it takes for granted
still holds, and hands over to the other one if not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.codegen.flow_counts import counted
from hanoi_fsm.fsm.codegen.inlining.arms import Arms
from hanoi_fsm.fsm.codegen.inlining.names import Plan
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.codegen.inlining.subject import ROOT, Subject
from hanoi_fsm.fsm.memory import Memory

INDENT = python.INDENT
_MOST_WRITINGS = 12


@dataclass(frozen=True)
class Inlined:
    """A function as a text, and what it takes for granted.

    `globals` has what it needs by name: a module, the name there, the value. It is `closed` if it
    calls nothing that is not known. `counts` are the transitions that it counts, if it runs to the
    end.
    """

    text: str
    globals: dict[str, tuple[str, str, object]]
    closed: bool
    subject: Subject
    written: frozenset[str]
    called: dict[str, str]
    counts: tuple[int, ...] = ()

    def holds(self, memory: Memory) -> bool:
        """Whether it does on this memory what the memory's methods do."""
        return self.subject.holds(memory)


def inlined_code(automaton: Automaton, memory: Memory, *, event_driven: bool | None = None) -> str:
    """The text of the function for a memory like this one, whose transitions are yielded.

    A word whose method cannot be written out is called.
    """
    if event_driven is None:
        event_driven = not automaton.autonomous
    try:
        return inlined(automaton, memory, event_driven=event_driven).text
    except Opaque:
        return python.code(automaton, event_driven=event_driven)


def inlined(
    automaton: Automaton, memory: Memory, *, event_driven: bool, counting: bool = False
) -> Inlined:
    """The function for a memory like this one.

    One that is `counting` runs to the end and returns how often transitions were taken. Raises
    `Opaque` where there is no such function.
    """
    plan = Plan()
    for _ in range(_MOST_WRITINGS):
        function = _Function(automaton, Subject(memory), plan, event_driven, counting)
        text = function.text()
        seen = function.arms.seen_plan(keep=counting)
        if seen == plan:
            return Inlined(
                text,
                function.used_globals(),
                plan.closed,
                function.arms.subject,
                frozenset(function.arms.written),
                function.arms.opaque,
                function.counts if counting else (),
            )
        plan = seen
    raise Opaque("no writing agrees with the one before it")


class _Function:
    """The lines of one function."""

    def __init__(
        self, automaton: Automaton, subject: Subject, plan: Plan, event_driven: bool, counting: bool
    ) -> None:
        self.automaton, self.plan = automaton, plan
        self.event_driven, self.counting = event_driven, counting
        self.shape = python._Writer(automaton)
        if counting and (
            not automaton.autonomous
            or event_driven
            or not plan.closed
            or plan.reads_output
            or {"state", "output"} & (plan.rebound - {"output"})
            or subject.twins()
        ):
            raise Opaque("it cannot be run to the end without a look at what it does")
        self.counts = counted(automaton) if counting else ()
        self.arms = Arms(automaton, subject, plan, self.counts if counting else None)

    def text(self) -> str:
        bodies = [
            (state, self.arms.arm(state, self.shape.leaving[state], event_driven=self.event_driven))
            for state in (self.shape.leaving if self.event_driven else self.shape.in_order())
            if self.shape.leaving[state] or state in self.automaton.final
        ]
        lines = list(self.event_loop(bodies) if self.event_driven else self.loop(bodies))
        self.lines = lines
        return "\n".join([*self.head(), *self.loads(), *self.wrapped(lines), ""])

    def head(self) -> Iterator[str]:
        events = ", events" if self.event_driven else ""
        yield f"def {self.shape.name}(memory{events}, state={self.automaton.initial!r}):"
        if self.event_driven and not self.plan.closed:
            yield f"{INDENT}events = iter(events)"

    def loads(self) -> Iterator[str]:
        """The attributes that the function knows under names of its own."""
        names = (
            {
                one.id
                for one in ast.walk(ast.parse("\n".join(self.lines)))
                if isinstance(one, ast.Name)
            }
            if self.lines
            else set()
        )
        wanted = {path: name for path, name in self.arms.aliases.items() if name in names}
        for path in list(wanted):
            around = path.rpartition(".")[0]
            while around != ROOT:
                wanted.setdefault(around, self.arms.aliases[around])
                around = around.rpartition(".")[0]
        for path in sorted(wanted, key=lambda one: (one.count("."), one)):
            around, _, name = path.rpartition(".")
            yield f"{INDENT}{wanted[path]} = {wanted.get(around, ROOT)}.{name}"
        for name, local in self.arms.kept.items():
            yield f"{INDENT}{local} = {ROOT}.{name}"
        if self.plan.closed and not self.counting:
            yield f"{INDENT}output = {ROOT}.output"
        if self.counts:
            yield INDENT + " = ".join(f"taken_{number}" for number in self.counts) + " = 0"

    def wrapped(self, lines: Sequence[str]) -> Iterator[str]:
        if not self.counting and not self.plan.closed:
            yield from (INDENT + line for line in lines)
            return
        yield f"{INDENT}try:"
        yield from (2 * INDENT + line for line in lines)
        yield f"{INDENT}finally:"
        for name, local in self.arms.kept.items():
            yield f"{2 * INDENT}{ROOT}.{name} = {local}"
        if self.counting:
            yield f"{2 * INDENT}{ROOT}.state = state"
        yield f"{2 * INDENT}{ROOT}.output = {None if self.counting else 'output'}"

    def loop(self, bodies: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
        yield "while True:"
        for state, body in bodies:
            yield f"{INDENT}if state == {state!r}:"
            if state in self.automaton.final:
                taken = "".join(f"{number}: taken_{number}, " for number in self.counts)
                yield 2 * INDENT + (f"return {{{taken[:-2]}}}" if self.counting else "return")
            else:
                yield from (2 * INDENT + line for line in body)

    def event_loop(self, bodies: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
        yield "for event in events:"
        word = "if"
        for state, body in bodies:
            if self.shape.leaving[state]:
                yield f"{INDENT}{word} state == {state!r}:"
                yield from (2 * INDENT + line for line in body)
                word = "elif"
        yield f"{INDENT}else:"
        yield f"{2 * INDENT}raise refused(memory, state, event)"

    def used_globals(self) -> dict[str, tuple[str, str, object]]:
        names = (
            {
                one.id
                for one in ast.walk(ast.parse("\n".join(self.lines)))
                if isinstance(one, ast.Name)
            }
            if self.lines
            else set()
        )
        return {name: known for name, known in self.arms.globals.items() if name in names}

    def names(self) -> set[str]:
        """All names in the lines."""
        tree = ast.parse("\n".join(["def f():", *(INDENT + line for line in self.lines)]))
        return {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
