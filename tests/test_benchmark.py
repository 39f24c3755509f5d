"""What the trace costs: the engine beside a bare `Machine` of the same table and callbacks.

Both fire the same events. They run in turn, so that a busy machine slows both, and the best
processor time of the rounds is compared. `pytest tests/test_benchmark.py --benchmark-enable -s`
prints the ratio; it is for reading, and decides nothing.
"""

from __future__ import annotations

from time import process_time

import transitions
from pytest_benchmark.fixture import BenchmarkFixture

from hanoi_fsm import run
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, TwoStorey
from hanoi_fsm.hanoi.pegs import Task

DISKS, FEW_DISKS, ROUNDS = 13, 4, 5


def memory_for(disks: int) -> TwoStorey:
    task = Task(disks)
    return TwoStorey(task.start, task)


def bare(disks: int) -> int:
    """The events that a `Machine` made, set up by hand and fired in a plain loop."""
    memory = memory_for(disks)
    rows = [
        {
            "trigger": row.event,
            "source": row.source,
            "dest": row.target,
            "conditions": [guard.name for guard in row.guards if not guard.negated],
            "unless": [guard.name for guard in row.guards if guard.negated],
            "before": row.action,
        }
        for row in AUTOMATON.transitions
    ]
    transitions.Machine(
        memory, list(AUTOMATON.states), AUTOMATON.initial, rows, auto_transitions=False
    )
    events = 0
    while memory.state != "done":
        memory.step()  # type: ignore[attr-defined]  # the library adds the triggers
        events += 1
    return events


def traced(disks: int) -> int:
    """The events of which the engine gave a record."""
    return sum(1 for _ in run(AUTOMATON, memory_for(disks)))


def test_the_engine_makes_as_many_events_as_a_bare_machine(benchmark: BenchmarkFixture) -> None:
    disks = FEW_DISKS if benchmark.disabled else DISKS
    seconds: dict[str, list[float]] = {"bare": [], "traced": []}

    def both() -> None:
        for runner in (bare, traced):
            start = process_time()
            assert runner(disks) == 2**disks
            seconds[runner.__name__].append(process_time() - start)

    benchmark.pedantic(both, rounds=ROUNDS)  # type: ignore[no-untyped-call]  # pytest-benchmark has no types
    fastest = {name: min(times) for name, times in seconds.items()}
    ratio = fastest["traced"] / fastest["bare"]
    print(f"\n{disks} disks, best of {ROUNDS}: {fastest}, ratio {ratio:.3f}")
