"""How fast the generated C is: two-storey beside the same four steps written in C by hand.

Both work on the same peg matrix and make the same checksum; they run in turn, so that a busy
machine slows both, and the best processor times are compared.
`pytest tests/benchmarks -m "" --benchmark-enable -s` prints the ratio, which decides nothing.
"""

from importlib.resources import files

import pytest
from compiling import compiled
from pytest_benchmark.fixture import BenchmarkFixture

from hanoi_fsm import automata
from hanoi_fsm.fsm.codegen import code

BY_HAND = files("hanoi_fsm.hanoi.benchmarks") / "four_step.c"
ROUNDS = 7


@pytest.mark.sweep
def test_the_generated_program_makes_the_moves_of_the_loop_by_hand(
    benchmark: BenchmarkFixture,
) -> None:
    disks = "4" if benchmark.disabled else "27"
    flags = ("-O0",) if benchmark.disabled else ("-O2",)
    texts = {"generated": code(automata.get("two-storey"), "c"), "by hand": BY_HAND.read_text()}
    programs = {name: compiled(text, flags) for name, text in texts.items()}
    seconds: dict[str, list[float]] = {name: [] for name in programs}

    def both() -> None:
        checksums = set()
        for name, program in programs.items():
            (line,) = program.lines(disks, "--quiet")
            *results, _, used = line.split()
            checksums.add(tuple(results))
            seconds[name].append(float(used))
        assert len(checksums) == 1

    benchmark.pedantic(both, rounds=ROUNDS)  # type: ignore[no-untyped-call]  # it has no types
    if not benchmark.disabled:
        best = {name: min(times) for name, times in seconds.items()}
        print(f"\nspeed of the generated loop: {best['by hand'] / best['generated']:.2f} by hand")
