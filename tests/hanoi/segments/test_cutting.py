"""Segments follow one another without a gap; windows are in the run, and the seed says where."""

import pytest

from hanoi_fsm import Task
from hanoi_fsm.hanoi.segments.cutting import WINDOW, Cut

NUMBERS = [1, 2, 3, 7, 64, 1000]


@pytest.mark.parametrize("disks", [0, 1, 2, 5, 9])
@pytest.mark.parametrize("segments", NUMBERS)
@pytest.mark.one_in(3)
def test_every_step_is_in_exactly_one_segment(disks: int, segments: int) -> None:
    cut = Cut(Task(disks), segments)
    every = [cut.segment(number) for number in range(1, cut.count + 1)]
    steps = [step for one in every for step in range(one.first, one.stop)]
    assert steps == list(range(1, 2**disks))
    assert cut.moves == len(steps)
    assert cut.count == min(segments, max(1, 2**disks - 1))
    lengths = {one.length for one in every}
    assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize("disks", [14, 20, 1000])
@pytest.mark.parametrize("segments", [1, 3])
@pytest.mark.parametrize("sample", [1, 2, 5])
def test_windows_are_in_the_run_in_their_order(disks: int, segments: int, sample: int) -> None:
    cut = Cut(Task(disks), segments, sample, seed=3)
    windows = [cut.segment(number) for number in range(1, cut.count + 1)]
    assert cut.moves == sum(one.length for one in windows)
    assert all(0 < one.length <= WINDOW for one in windows)
    assert all(one.first >= 1 and one.stop <= 2**disks for one in windows)
    assert windows == [cut.segment(number) for number in range(1, cut.count + 1)]
    parts = [(one.first - 1) * cut.parts // (2**disks - 1) for one in windows]
    assert parts == sorted(parts)


def test_another_seed_means_other_windows() -> None:
    windows = {Cut(Task(100), sample=1, seed=seed).segment(1).first for seed in range(20)}
    assert len(windows) == 20


def test_a_sample_of_a_short_run_is_the_whole_run() -> None:
    cut = Cut(Task(13), sample=9)
    assert (cut.is_whole, cut.count, cut.moves) == (True, 1, 2**13 - 1)
    assert str(cut) == "all of the 2^13 - 1 moves of 13 disks from 0 to 2"


def test_windows_as_long_as_their_segments_are_some_of_these() -> None:
    cut = Cut(Task(14), segments=10, sample=4)
    assert (cut.is_whole, cut.count) == (False, 4)
    assert str(cut) == "4 of 10 segments (seed 1) of the 2^14 - 1 moves of 14 disks from 0 to 2"
    assert cut.moves == sum(cut.segment(number).length for number in range(1, 5))
    assert len({cut.segment(number).first for number in range(1, 5)}) == 4


def test_a_million_segments_of_a_long_run_are_found_from_their_numbers() -> None:
    cut = Cut(Task(64), 10**6)
    last = cut.segment(10**6)
    assert (last.stop, cut.segment(10**6 - 1).stop) == (2**64, last.first)
