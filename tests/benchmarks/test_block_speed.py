"""How fast the solution comes in blocks: beside the hBits loop in C, and beside copying memory.

All of them write one byte per move into the same buffer, whose memory is in use already. They run
in turn, so that a busy machine slows them alike, and the best processor times are compared.
`pytest tests/benchmarks --benchmark-enable -s` prints the ratios, which decide nothing.
"""

import ctypes
import shutil
import subprocess
from collections import deque
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from time import process_time

from pytest_benchmark.fixture import BenchmarkFixture
from tools_at_hand import missing

from hanoi_fsm import stream
from hanoi_fsm.cli.moves import move_text, solution_text
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.formulas.blocks import difference, move_blocks
from hanoi_fsm.hanoi.pegs import Task

LOOP = files("hanoi_fsm.hanoi.benchmarks") / "hbits.c"
ROUNDS = 5

Runs = dict[str, Callable[[], object]]


def seconds(benchmark: BenchmarkFixture, runs: Runs) -> dict[str, float]:
    """The best time of each of the runs, which are made in turn."""
    times: dict[str, list[float]] = {name: [] for name in runs}

    def each() -> None:
        for name, run in runs.items():
            start = process_time()
            run()
            times[name].append(process_time() - start)

    benchmark.pedantic(each, rounds=1 if benchmark.disabled else ROUNDS)  # type: ignore[no-untyped-call]  # it has no types
    return {name: min(measured) for name, measured in times.items()}


def fill(buffer: memoryview, disks: int) -> None:
    """Write the solution to peg 1, which is where the loop brings an even tower."""
    at = 0
    for block in stream(disks, target=1):
        end = at + len(block)
        buffer[at:end] = block
        at = end


def copy(buffer: memoryview, ready: memoryview) -> None:
    buffer[:] = ready


def test_blocks_beside_a_loop_in_c_and_a_copy(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        missing("cc", "install a C compiler to compare the blocks with a loop in C")
    library = tmp_path / "hbits.so"
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, str(LOOP)], check=True)
    loop = ctypes.CDLL(str(library)).fill
    loop.argtypes, loop.restype = [ctypes.c_void_p, ctypes.c_uint64], None
    disks = 10 if benchmark.disabled else 28
    size = (1 << disks) - 1
    moves, ready = bytearray(b"\1") * size, bytearray(b"\2") * size
    buffer = memoryview(moves)
    address = ctypes.addressof(ctypes.c_char.from_buffer(moves))
    runs: Runs = {
        "copy": lambda: copy(buffer, memoryview(ready)),
        "loop": lambda: loop(address, size),
        "blocks": lambda: fill(buffer, disks),
    }
    loop(address, size)
    assert difference(stream(disks, target=1), [buffer]) is None
    found = seconds(benchmark, runs)
    assert difference(stream(disks, target=1), [buffer]) is None
    if not benchmark.disabled:
        print(f"\nblocks: {found['loop'] / found['blocks']:.1f} times the loop in C, ", end="")
        print(f"{found['copy'] / found['blocks']:.2f} of copying memory")


def test_lists_of_moves_beside_the_formula(benchmark: BenchmarkFixture) -> None:
    task = Task(8 if benchmark.disabled else 20)
    steps = range(1, task.last_step + 1)
    runs: Runs = {
        "formula": lambda: deque(formulas.moves(steps.start, steps.stop, task), maxlen=0),
        "lists": lambda: deque(move_blocks(steps.start, steps.stop, task), maxlen=0),
        "lines": lambda: deque(solution_text(steps, task, "csv"), maxlen=0),
        "lines of the formula": lambda: deque(
            move_text(formulas.moves(steps.start, steps.stop, task), "csv"), maxlen=0
        ),
    }
    found = seconds(benchmark, runs)
    if not benchmark.disabled:
        print(f"\nlists: {found['formula'] / found['lists']:.0f} times the formula; ", end="")
        print(f"lines: {found['lines of the formula'] / found['lines']:.1f} times its lines")
