"""How fast it is beside what you would otherwise use; in the sweep each runs once, as a test.

All sides of a ratio do the same work in turn, so that a busy machine slows them all, and the best
processor times are compared. `pytest tests/benchmarks --benchmark-enable -s` prints the table of
chapter 15 of the guide. Its ratios decide nothing.
"""

import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter, process_time
from typing import Any

import pytest
import transitions
from pytest_benchmark.fixture import BenchmarkFixture
from support import oracle, tools_at_hand
from support.transcripts import is_there

from hanoi_fsm import SOLVERS, Task, stream
from hanoi_fsm.fsm.codegen import code
from hanoi_fsm.fsm.engines import taken
from hanoi_fsm.hanoi.plain import PLAIN

Work = Callable[[int], Iterable[object]]
"""Work of a size: the call is not timed, the iteration is; a float at its end is its own time."""

FOUR_STEPS: Any = SOLVERS["two-storey"]
AT = "__state__"  # where a memory keeps its state


def memory_for(disks: int) -> Any:
    return FOUR_STEPS.memory(Task(disks).start, Task(disks))


def by_transitions(disks: int) -> Iterator[object]:
    """The moves of the same table on the library `transitions`."""
    rows = [
        {
            "trigger": row.event,
            "source": row.source,
            "dest": row.target,
            "conditions": [guard.name for guard in row.guards if not guard.negated],
            "unless": [guard.name for guard in row.guards if guard.negated],
            "before": list(row.actions),
        }
        for row in FOUR_STEPS.automaton.transitions
    ]
    memory = memory_for(disks)
    initial, states = FOUR_STEPS.automaton.initial, list(FOUR_STEPS.automaton.states)
    options: Any = {"auto_transitions": False, "model_attribute": AT}
    transitions.Machine(memory, states, initial, transitions=rows, **options)
    return fired(memory, memory.step)


def by_statemachine(disks: int) -> Iterator[object]:
    """The same on python-statemachine."""
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
    return fired(memory, FourSteps(model=memory, state_field=AT).step)


def fired(memory: Any, step: Callable[[], object]) -> Iterator[object]:
    """The moves of a memory, whose library machine is fired until it is done."""
    while True:
        memory.output = None
        step()
        if getattr(memory, AT) == "done":
            return
        yield memory.output


def generated(disks: int) -> Iterator[object]:
    """The generated function, as it runs where only the result counts."""
    memory = memory_for(disks)
    return (memory.output for _ in taken(FOUR_STEPS.automaton, memory))


def copied(blocks: Iterable[Any], disks: int) -> Iterator[object]:
    """All blocks of a solution, copied into a buffer that has been in memory before."""
    buffer = BytesIO(b"-" * ((1 << disks) - 1))
    buffer.write(b"-")
    buffer.seek(0)
    return map(buffer.write, blocks)


def in_c(text: str, disks: int, *words: str) -> Iterator[object]:
    """A C program, which prints its processor time last."""
    program = Path(mkdtemp(), "program")
    compiler = ["cc", "-std=c99", "-O2", "-xc", "-", "-o", str(program)]
    subprocess.run(compiler, input=text, text=True, check=True)
    ran = subprocess.run([program, str(disks), *words], capture_output=True, text=True, check=True)
    yield float(ran.stdout.split()[-1])


def python(*words: str) -> Work:
    """Python in a process of its own, by elapsed time."""

    def run(size: int) -> Iterator[object]:
        begin = perf_counter()
        subprocess.run([sys.executable, *words], capture_output=True, check=True)
        yield perf_counter() - begin

    return run


PARTS: dict[str, tuple[int, int, dict[str, Work]]] = {
    "moves": (4, 14, {
        "the closed formula": lambda disks: PLAIN["formula"].moves(Task(disks)),
        "recursion": oracle.textbook,
        "the four steps as a loop": lambda disks: PLAIN["four-step"].moves(Task(disks)),
        "two-storey, generated": generated,
        "two-storey, traced": lambda disks: (record.output for record in FOUR_STEPS.run(disks)),
        "the same table on transitions": by_transitions,
        "the same table on python-statemachine": by_statemachine,
    }),
    "bytes": (6, 26, {
        "a loop in C": partial(in_c, Path(__file__).with_name("hbits.c").read_text()),
        "stream": lambda disks: copied(stream(disks), disks),
        "a copy in memory": lambda disks: copied([b"".join(stream(disks))], disks),
        "the four steps in C": partial(in_c, Path(__file__).with_name("four_step.c").read_text()),
        "two-storey in C": lambda disks: in_c(code(FOUR_STEPS, "c"), disks, "--quiet"),
    }),
    "commands": (1, 1, {
        "an empty Python": python("-c", "pass"),
        "hanoi-fsm --help": python("-m", "hanoi_fsm", "--help"),
        "hanoi-fsm at 60 1": python("-m", "hanoi_fsm", "at", "60", "1"),
        "hanoi-fsm check two-storey": python("-m", "hanoi_fsm", "check", "two-storey"),
    }),
}  # fmt: skip
"""What is compared: a small size, a large one, and who does the work; the first is the measure."""


NEEDS = {"moves": "statemachine", "bytes": "cc"}


@pytest.mark.sweep
@pytest.mark.parametrize("part", PARTS)
def test_the_same_work_by_every_means(part: str, benchmark: BenchmarkFixture) -> None:
    small, large, works = PARTS[part]
    times: dict[str, list[float]] = {name: [] for name in works}
    if not is_there(NEEDS.get(part, "pytest")):
        tools_at_hand.missing(NEEDS[part], "install it, or the extra `ci`")

    def each(size: int) -> None:
        for name, work in works.items():
            made = iter(work(size))
            start = process_time()
            last = deque(made, 1)[-1]
            spent = process_time() - start
            times[name].append(last if isinstance(last, float) else spent)

    if part == "moves":
        done = [[move for move in work(small) if move is not None] for work in works.values()]
        assert all(answer == done[0] for answer in done)
    rounds, size = (1, small) if benchmark.disabled else (5, large)
    benchmark.pedantic(each, (size,), rounds=rounds)  # type: ignore[no-untyped-call]  # no types
    if not benchmark.disabled:
        least = min(times[next(iter(works))])
        for name, measured in times.items():
            print(f"\n| {part} | {name} | {float(f'{min(measured) / least:.2g}'):g} |", end="")
