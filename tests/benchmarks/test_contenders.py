"""Every contender of the command `bench`, one by one, with the statistics of pytest-benchmark.

Everyday they only run once, on small sizes; those in C, which have to be compiled, in the sweep.
`pytest tests/benchmarks -m "" --benchmark-enable -s` measures them, a table per part.
"""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hanoi_fsm.hanoi.benchmarks import PARTS, Contender, Part
from hanoi_fsm.hanoi.benchmarks.measuring import CannotRun

CASES = [
    pytest.param(part, one, id=f"{part.name}-{one.name}", marks=[pytest.mark.sweep] * one.compiled)
    for part in PARTS.values()
    for one in part.contenders
]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.mark.parametrize(("part", "contender"), CASES)
@pytest.mark.one_in(3)
def test_it_runs(
    part: Part, contender: Contender, stack: ExitStack, benchmark: BenchmarkFixture
) -> None:
    size = part.quick_size if benchmark.disabled else part.size
    try:
        once = contender.prepare(size, stack)
    except CannotRun as error:
        pytest.skip(f"{contender.name}: {error}")
    benchmark.group = part.title
    assert benchmark.pedantic(once, rounds=5) >= 0  # type: ignore[no-untyped-call]  # it has no types
