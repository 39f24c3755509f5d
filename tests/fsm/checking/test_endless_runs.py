"""A run that never ends is found among the visits of an exploration, and followed to its repeat."""

import pytest

from hanoi_fsm.fsm.checking.endless_runs import endless_run
from hanoi_fsm.fsm.notation import Label, Transition

A, B, C = (Transition("from", "to", Label(event)) for event in "abc")
Onward = list[list[tuple[int, Transition]]]

CASES: dict[str, tuple[Onward, tuple[int, list[Transition]] | None]] = {
    "no visit": ([], None),
    "a run that ends": ([[(1, A)], [(2, B)], []], None),
    "two runs that end in one visit": ([[(1, A), (2, B)], [(2, C)], []], None),
    "a loop": ([[(0, A)]], (0, [A])),
    "a circle": ([[(1, A)], [(2, B)], [(0, C)]], (0, [A, B, C])),
    "a circle that is entered": ([[(1, A)], [(2, B)], [(1, C)]], (0, [A, B, C])),
    "a way out that is listed first": ([[(1, A), (2, B)], [], [(2, C)]], (0, [B, C])),
    "a circle after the visits that end": ([[], [(0, A)], [(1, B), (2, C)]], (2, [C])),
}


@pytest.mark.parametrize(("onward", "expected"), CASES.values(), ids=CASES)
def test_the_first_endless_run_is_followed_until_it_repeats(
    onward: Onward, expected: tuple[int, list[Transition]] | None
) -> None:
    before = [list(steps) for steps in onward]
    assert endless_run(onward) == expected
    assert onward == before
