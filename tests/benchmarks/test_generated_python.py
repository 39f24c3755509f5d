"""What generated Python costs beside the `transitions` library and loops written by hand.

All run in turn, so that a busy machine slows each, and the best processor times are compared.
`pytest tests/benchmarks -m "" --benchmark-enable -s` prints the ratios, which decide nothing.
"""

from collections import deque
from collections.abc import Callable
from time import process_time

from pytest_benchmark.fixture import BenchmarkFixture

from hanoi_fsm.fsm.engines.generated import Engine, compiled
from hanoi_fsm.fsm.trace import ENGINE, GENERATED
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, MACHINE, TwoStorey
from hanoi_fsm.hanoi.benchmarks.loops import inlined, with_calls
from hanoi_fsm.hanoi.pegs import Task


def by_calls(memory: TwoStorey) -> None:
    deque(with_calls(memory), 0)


def called(memory: TwoStorey) -> None:
    deque(compiled(AUTOMATON, False)(memory), 0)


def counted(memory: TwoStorey) -> None:
    Engine(AUTOMATON, memory).counts()


def public(engine: str) -> Callable[[TwoStorey], None]:
    """All moves as a user gets them."""

    def run(memory: TwoStorey) -> None:
        deque(MACHINE.moves(Task(memory.pegs.disks), engine=engine), 0)

    return run


def test_generated_functions_beside_loops_by_hand(benchmark: BenchmarkFixture) -> None:
    task = Task(4 if benchmark.disabled else 18)
    runners = {
        "loop by calls": by_calls,
        "generated, by calls": called,
        "loop inlined": inlined,
        "generated, inlined": counted,
        "moves, transitions": public(ENGINE),
        "moves, generated": public(GENERATED),
    }
    seconds: dict[str, list[float]] = {name: [] for name in runners}

    def in_turn() -> None:
        for name, runner in runners.items():
            memory = TwoStorey(task.start, task)
            start = process_time()
            runner(memory)
            seconds[name].append(process_time() - start)
            done = task.start if name.startswith("moves") else task.goal
            assert memory.pegs.configuration() == done

    benchmark.pedantic(in_turn, rounds=10)  # type: ignore[no-untyped-call]  # it has no types
    if not benchmark.disabled:
        best = [min(times) for times in seconds.values()]
        for (name, _), ours, other in zip(
            list(runners.items())[1::2], best[1::2], best[::2], strict=True
        ):
            print(f"\n{name}: {other / ours:.2f}")
