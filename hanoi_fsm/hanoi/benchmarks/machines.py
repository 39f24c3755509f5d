"""The same run of two-storey by this package's engines, other libraries, loops, and recursion.

All of them begin with an equal memory, move the whole tower, and yield after each event; the last
move is then the memory's output.
"""

from collections.abc import Callable, Iterator
from typing import Any

from hanoi_fsm.fsm.engines import taken
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, TwoStorey
from hanoi_fsm.hanoi.benchmarks import loops
from hanoi_fsm.hanoi.pegs import Move, Task
from hanoi_fsm.hanoi.plain import PLAIN

Moves = Iterator[Move]


def memory_for(disks: int) -> TwoStorey:
    """The working memory before the first move."""
    task = Task(disks)
    return TwoStorey(task.start, task)


def moves_by(name: str, engine: str | None = None) -> Callable[[int], Moves]:
    """The moves of a solver of this package, on an engine if it is an automaton."""

    def moves(disks: int) -> Moves:
        task = Task(disks)
        if name in PLAIN:
            return PLAIN[name].moves(task)
        return automata.SOLVERS[name].moves(task, engine=engine)

    return moves


def traced(disks: int) -> Iterator[object]:
    """The trace of two-storey by the engine that runs on the library `transitions`."""
    return automata.SOLVERS["two-storey"].solve(disks, engine="transitions")


def generated(disks: int) -> Iterator[object]:
    """The generated function, as the engine runs it where only the result counts."""
    return taken(AUTOMATON, memory_for(disks))


def loop_with_calls(disks: int) -> Iterator[object]:
    """The four steps by hand, with the memory's methods."""
    return loops.with_calls(memory_for(disks))


def bare_transitions(disks: int) -> Iterator[object]:
    """A `transitions.Machine` of the same table, with the memory as its model."""
    import transitions

    from hanoi_fsm.fsm.formats.json_format import library_transition

    memory: Any = memory_for(disks)
    rows = [library_transition(row) for row in AUTOMATON.transitions]
    states, initial = list(AUTOMATON.states), AUTOMATON.initial
    transitions.Machine(memory, states, initial, rows, auto_transitions=False)

    def events() -> Iterator[object]:
        while memory.state != "done":
            memory.step()
            yield memory.output

    return events()


def python_statemachine(disks: int) -> Iterator[object]:
    """A `statemachine.StateMachine` of the same table, with the memory as its model."""
    from statemachine import State, StateMachine

    class FourSteps(StateMachine):
        dismantle, base, crown = State(initial=True), State(), State()
        foundation, done = State(), State(final=True)
        step = (
            dismantle.to(base, unless="built", on="carry")
            | base.to(crown, unless="built", on="move_ahead")
            | crown.to(foundation, on="carry")
            | foundation.to(dismantle, cond="!built and ahead_smaller", on="move_back")
            | foundation.to(dismantle, cond="!built and !ahead_smaller", on="move_ahead")
            | dismantle.to(done, cond="built")
            | base.to(done, cond="built")
            | foundation.to(done, cond="built")
        )

    memory = memory_for(disks)
    machine = FourSteps(model=memory)

    def events() -> Iterator[object]:
        while memory.state != "done":
            machine.step()
            yield memory.output

    return events()
