"""What the trace costs: the engine beside a bare `Machine` of the same table and callbacks.

Both fire the same events. They run in turn, so that a busy machine slows both, and the best
processor time of the rounds is compared. `pytest tests/test_benchmark.py --benchmark-enable -s`
prints the ratio; it is for reading, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import transitions
from pytest_benchmark.fixture import BenchmarkFixture

from hanoi_fsm.fsm.engines.pytransitions import run
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, TwoStorey
from hanoi_fsm.hanoi.pegs import Configuration

DISKS, FEW_DISKS, ROUNDS = 13, 4, 5


def memory_for(disks: int) -> TwoStorey:
    return TwoStorey(Configuration.tower(disks, 0), 0, 2)


def bare(disks: int) -> int:
    """The events that a `Machine` made, set up by hand and fired in a plain loop."""
    memory = memory_for(disks)
    transitions.Machine(
        model=memory,
        states=list(AUTOMATON.states),
        transitions=[
            {
                "trigger": row.event,
                "source": row.source,
                "dest": row.target,
                "conditions": [guard.name for guard in row.guards if not guard.negated],
                "unless": [guard.name for guard in row.guards if guard.negated],
                "before": row.action,
            }
            for row in AUTOMATON.transitions
        ],
        initial=AUTOMATON.initial,
        auto_transitions=False,
    )
    step: Callable[[], bool] = getattr(memory, AUTOMATON.events[0])
    events = 0
    while memory.state != "done":
        step()
        events += 1
    return events


def traced(disks: int) -> int:
    """The events of which the engine gave a record."""
    return sum(1 for _ in run(AUTOMATON, memory_for(disks)))


def test_the_engine_makes_as_many_events_as_a_bare_machine(benchmark: BenchmarkFixture) -> None:
    disks = FEW_DISKS if benchmark.disabled else DISKS
    made: dict[Callable[[int], int], set[int]] = {bare: set(), traced: set()}
    seconds: dict[Callable[[int], int], list[float]] = {bare: [], traced: []}

    def both() -> None:
        for runner in (bare, traced):
            start = process_time()
            made[runner].add(runner(disks))
            seconds[runner].append(process_time() - start)

    benchmark.pedantic(both, rounds=ROUNDS)  # type: ignore[no-untyped-call]  # pytest-benchmark has no types
    fastest = {runner: min(times) for runner, times in seconds.items()}
    print(
        f"\n{disks} disks, {2**disks} events, best of {len(seconds[bare])}: "
        f"bare {fastest[bare]:.4f} s, traced {fastest[traced]:.4f} s, "
        f"ratio {fastest[traced] / fastest[bare]:.3f}"
    )
    assert made[bare] == made[traced] == {2**disks}
