"""How fast it is beside what you would otherwise use; everyday each of them runs once, as a test.

The two sides of a ratio do the same work in turn, so that a busy machine slows both, and the best
processor times are compared. `pytest tests/benchmarks -m "" --benchmark-enable -s` prints ratios,
which decide nothing.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from time import process_time
from typing import Any

import oracle
import transitions
from pytest_benchmark.fixture import BenchmarkFixture

from hanoi_fsm import ENGINES, SOLVERS, Task

Work = Callable[[Task], Iterable[object]]
"""Something that makes the moves of a task."""

FOUR_STEPS: Any = SOLVERS["two-storey"]


def by_library(task: Task) -> Iterator[object]:
    """The moves of the same table on the library `transitions`."""
    rows = [
        {
            "trigger": row.event,
            "source": row.source,
            "dest": row.target,
            "conditions": [guard.name for guard in row.guards if not guard.negated],
            "unless": [guard.name for guard in row.guards if guard.negated],
            "before": row.action,
        }
        for row in FOUR_STEPS.automaton.transitions
    ]
    memory = FOUR_STEPS.memory(task.start, task)
    initial, states = FOUR_STEPS.automaton.initial, list(FOUR_STEPS.automaton.states)
    transitions.Machine(memory, states, initial, transitions=rows, auto_transitions=False)
    while True:
        memory.output = None
        memory.step()
        if memory.state == "done":
            return
        yield memory.output


MOVES: dict[str, Work] = {
    "recursion": lambda task: oracle.textbook(task.disks),
    "transitions": by_library,
    "traced": lambda task: (record.output for record in FOUR_STEPS.run(task.disks)),
    **{f"engine {one}": partial(FOUR_STEPS.moves, engine=one) for one in ENGINES},
    **{f"solver {name}": solver.moves for name, solver in SOLVERS.items()},
}


def test_the_same_work_by_every_means(benchmark: BenchmarkFixture) -> None:
    task, times = Task(4 if benchmark.disabled else 14), dict[str, list[float]]()

    def each() -> None:
        for name, work in MOVES.items():
            start = process_time()
            deque(work(task), 0)
            times.setdefault(name, []).append(process_time() - start)

    for name, work in MOVES.items():
        moves = [item for item in work(Task(4)) if item is not None]
        assert moves == [*oracle.textbook(4)], name
    benchmark.pedantic(each, rounds=1 if benchmark.disabled else 5)  # type: ignore[no-untyped-call]  # it has no types
    if not benchmark.disabled:
        for name, measured in times.items():
            ratio = min(times["recursion"]) / min(measured)
            print(f"\n{name}: {ratio:.2f} times as fast as recursion")
