"""Numbers that Python may not print: each is refused in one line, as any other number is."""

import sys
from collections.abc import Callable, Iterator

import pytest

from hanoi_fsm import Configuration, check_segments, configuration, solve, stream
from hanoi_fsm.fsm.errors import HanoiError

DISKS = 20_000
BEYOND = 1 << (DISKS + 1)
"""More digits than may be printed by default, 4300."""


@pytest.fixture(autouse=True)
def _limit_of_digits() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: configuration(BEYOND, DISKS),
        lambda: solve(DISKS, start=BEYOND),
        lambda: stream(DISKS, start=BEYOND),
        lambda: stream(DISKS, stop=-BEYOND),
        lambda: Configuration([0, BEYOND]),
        lambda: check_segments("monk", 5, segments=BEYOND),
        lambda: check_segments("monk", 20, sample=2, seed=BEYOND),
        lambda: check_segments("monk", 20, sample=BEYOND),
    ],
)
def test_a_number_that_cannot_be_printed_is_refused_by_its_size(ask: Callable[[], object]) -> None:
    with pytest.raises(HanoiError, match=rf"a number of {BEYOND.bit_length()} bits") as caught:
        ask()
    assert len(str(caught.value)) <= 300
