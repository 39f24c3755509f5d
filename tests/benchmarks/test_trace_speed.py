"""What the trace costs: the engine beside a bare `Machine` of the same table and callbacks.

They run in turn, so that a busy machine slows both, and the best processor times are compared.
`pytest tests/benchmarks --benchmark-enable -s` prints the ratio, which decides nothing.
"""

from collections.abc import Callable
from time import process_time

import pytest
import transitions
from pytest_benchmark.fixture import BenchmarkFixture

from hanoi_fsm import automata, run
from hanoi_fsm.fsm.engines import library_transition
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, TwoStorey
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.pegs import Configuration, PegMatrix, Task


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


def read_by(name: str) -> Callable[[int], int]:
    """Reads a word of `disks` symbols with a reader, and returns how many records that makes."""
    reader = automata.get(name)
    assert isinstance(reader, Reader)
    first = {one.source: one for one in reversed(reader.automaton.transitions)}

    def read(disks: int) -> int:
        state, word = reader.automaton.initial, []
        for _ in range(disks):
            word.append(first[state].event)
            state = first[state].target
        return sum(1 for _ in reader.read("".join(word), engine="generated"))

    return read


FOR_MANY_DISKS: dict[str, Callable[[int], object]] = {
    "configuration": lambda disks: formulas.configuration(2**disks // 7, Task(disks)),
    "distance": lambda disks: formulas.distance_to_tower("01" * (disks // 2)),
    "peg matrix": lambda disks: PegMatrix.standing(Configuration.tower(disks, 0)),
    **{name: read_by(name) for name in automata.READERS},
}


@pytest.mark.parametrize("name", FOR_MANY_DISKS)
def test_twice_as_many_disks_take_twice_as_long(name: str, benchmark: BenchmarkFixture) -> None:
    """`--benchmark-enable -s` prints the time per disk for each size, up to 1,000,000."""
    call, sizes = (
        FOR_MANY_DISKS[name],
        [64] if benchmark.disabled else [1 << k for k in range(14, 21)],
    )
    figures = dict.fromkeys(sizes, 0.0)

    def each() -> None:
        for disks in sizes:
            start = process_time()
            call(disks)
            figures[disks] = (process_time() - start) / disks * 1e9

    benchmark.pedantic(each, rounds=1)  # type: ignore[no-untyped-call]  # it has no types
    print(f"\n{name}: " + ", ".join(f"{n} disks {ns:.0f} ns" for n, ns in figures.items()))
