"""What the trace costs: the engine beside a bare `Machine` of the same table and callbacks.

They run in turn, so that a busy machine slows both, and the best processor times are compared.
`pytest tests/benchmarks --benchmark-enable -s` prints the ratio, which decides nothing.
"""

from time import process_time

import transitions
from pytest_benchmark.fixture import BenchmarkFixture

from hanoi_fsm import run
from hanoi_fsm.fsm.engines import library_transition
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, TwoStorey
from hanoi_fsm.hanoi.pegs import Task


def bare(memory: TwoStorey) -> int:
    """How many events a plain loop fires until the end."""
    rows = [library_transition(row) for row in AUTOMATON.transitions]
    states, initial = list(AUTOMATON.states), AUTOMATON.initial
    transitions.Machine(memory, states, initial, rows, auto_transitions=False)
    events = 0
    while memory.state != "done":
        memory.step()  # type: ignore[attr-defined]  # the library adds the triggers
        events += 1
    return events


def traced(memory: TwoStorey) -> int:
    """Of how many events the engine gives a record."""
    return sum(1 for _ in run(AUTOMATON, memory))


def test_the_engine_makes_as_many_events_as_a_bare_machine(benchmark: BenchmarkFixture) -> None:
    task = Task(4 if benchmark.disabled else 13)
    seconds: dict[object, list[float]] = {bare: [], traced: []}

    def both() -> None:
        for runner in (bare, traced):
            start = process_time()
            assert runner(TwoStorey(task.start, task)) == 2**task.disks
            seconds[runner].append(process_time() - start)

    benchmark.pedantic(both, rounds=5)  # type: ignore[no-untyped-call]  # it has no types
    print(f"\nratio {min(seconds[traced]) / min(seconds[bare]):.3f}")
