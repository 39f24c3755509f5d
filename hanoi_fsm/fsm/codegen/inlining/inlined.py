"""The generated function with the memory's methods inlined in its arms.

It has the same shape as that of `codegen.python` and takes the same transitions, but the memory is
not up to date while it runs: its attributes are in local variables, which are written back at the
end. There are two forms. One runs to a final state and counts transitions. The other collects the
outputs of a given number of events in a list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.codegen.flow_counts import counted
from hanoi_fsm.fsm.codegen.inlining.arms import Arms
from hanoi_fsm.fsm.codegen.inlining.names import COUNTER, Plan
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.codegen.inlining.subject import ROOT, Subject
from hanoi_fsm.fsm.memory import Memory

INDENT = python.INDENT
_MOST_WRITINGS = 12


@dataclass(frozen=True)
class Inlined:
    """A function as a text, and what it takes for granted.

    `globals` has what it needs by name: a module, the name there, the value.
    """

    text: str
    globals: dict[str, tuple[str, str, object]]
    subject: Subject

    def holds(self, memory: Memory) -> bool:
        """Whether it does on this memory what the memory's methods do."""
        return self.subject.holds(memory)


def inlined_code(automaton: Automaton, memory: Memory) -> str:
    """The text of the function that counts, for a memory like this one.

    Where methods cannot be inlined it is the text of the function that calls them.
    """
    try:
        return inlined(automaton, memory).text
    except Opaque:
        return python.code(automaton)


def inlined(automaton: Automaton, memory: Memory, *, counting: bool = True) -> Inlined:
    """The function for a memory like this one.

    One that is `counting` runs to a final state and returns how often the transitions outside a
    spanning tree were taken, by number. The other appends the outputs of events to a list `made`,
    None for an event without one, up to a final state, or until there are `most` in it or a few
    more: a round of the loop is completed.

    Raises `Opaque`, which says why, where there is no such function.
    """
    if not automaton.autonomous:
        raise Opaque("it needs events")
    plan = Plan()
    for _ in range(_MOST_WRITINGS):
        function = _Function(automaton, Subject(memory), plan, counting)
        text = function.text()
        seen = function.arms.seen_plan()
        if seen == plan:
            return Inlined(text, function.used_globals(), function.arms.subject)
        plan = seen
    raise Opaque("no writing agrees with the one before it")


class _Function:
    """The lines of one function."""

    def __init__(self, automaton: Automaton, subject: Subject, plan: Plan, counting: bool) -> None:
        if plan.reads_output:
            raise Opaque("an action or a guard looks at the output")
        if "state" in plan.rebound:
            raise Opaque("an action sets the state")
        if subject.twins():
            raise Opaque("the memory has one object under two names")
        self.automaton, self.counting = automaton, counting
        self.shape = python.FunctionWriter(automaton)
        self.counts = counted(automaton) if counting else ()
        self.arms = Arms(automaton, subject, plan, self.counts, counting=counting)

    def text(self) -> str:
        self.lines = list(self.loop())
        tree = ast.parse("\n".join(self.lines))
        self.names = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
        body = [*self.loads(), "try:", *_indented(self.lines), "finally:", *_indented(self.ends())]
        made = "" if self.counting else ", made, most"
        head = f"def {self.shape.name}(memory{made}, state={self.automaton.initial!r}):"
        return "\n".join([head, *_indented(body), ""])

    def loads(self) -> Iterator[str]:
        """The attributes that the function knows under names of its own."""
        wanted = {path: name for path, name in self.arms.aliases.items() if name in self.names}
        for path in list(wanted):
            around = path.rpartition(".")[0]
            while around != ROOT:
                wanted.setdefault(around, self.arms.aliases[around])
                around = around.rpartition(".")[0]
        for path in sorted(wanted, key=lambda one: (one.count("."), one)):
            around, _, name = path.rpartition(".")
            yield f"{wanted[path]} = {wanted.get(around, ROOT)}.{name}"
        for name, local in self.arms.kept.items():
            yield f"{local} = {ROOT}.{name}"
        if not self.counting:
            yield "append = made.append"
        if self.counts:
            yield " = ".join(f"{COUNTER}{number}" for number in self.counts) + " = 0"

    def loop(self) -> Iterator[str]:
        yield "while True:" if self.counting else "while len(made) < most:"
        taken = ", ".join(f"{number}: {COUNTER}{number}" for number in self.counts)
        for state in self.shape.in_order():
            final = state in self.automaton.final
            if final or self.shape.leaving[state]:
                yield f"{INDENT}if state == {state!r}:"
                arm = [f"return {{{taken}}}" if self.counting else "return"]
                lines = arm if final else self.arms.arm(self.shape.leaving[state])
                yield from (2 * INDENT + line for line in lines)

    def ends(self) -> Iterator[str]:
        for name, local in self.arms.kept.items():
            yield f"{ROOT}.{name} = {local}"
        yield f"{ROOT}.state = state"
        yield f"{ROOT}.output = None"

    def used_globals(self) -> dict[str, tuple[str, str, object]]:
        return {name: known for name, known in self.arms.globals.items() if name in self.names}


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (INDENT + line for line in lines)
