"""The colours of the palette can be read and told apart, on either page and by any eye."""

from itertools import combinations
from math import hypot

import pytest
from colour_vision import MISSING, Lab, contrast, difference, seen

from hanoi_fsm.fsm.diagrams import palette
from hanoi_fsm.fsm.diagrams.palette import (
    BLACK,
    CHIPS,
    DARK,
    DISKS,
    FAINT,
    FAULT_FILL,
    FAULT_LINE,
    INK,
    LINE,
    LIT_FILL,
    LIT_LINE,
    PAPER,
    SECOND_FILL,
    SECOND_LINE,
    SHADE,
    WHITE,
    disk_colours,
)

FILLS = {fill: f"disk {disk}" for disk, (fill, _) in enumerate(DISKS, 1)}
PAGES = (PAPER, SHADE)
LIT = ((LIT_FILL, LIT_LINE), (SECOND_FILL, SECOND_LINE), (FAULT_FILL, FAULT_LINE))
each_page = pytest.mark.parametrize("dark", [False, True], ids=["light page", "dark page"])


def shown(colour: str, dark: bool) -> str:
    return DARK.get(colour, colour) if dark else colour


TEXTS = [
    *((INK, on) for on in (*PAGES, *CHIPS, LIT_FILL, SECOND_FILL, FAULT_FILL)),
    *((FAINT, on) for on in (*PAGES, LIT_FILL, *CHIPS)),
    *((line, on) for _, line in LIT for on in PAGES),
    *((PAPER, line) for _, line in LIT),
    *((numeral, fill) for fill, numeral in DISKS),
]
"""Each text with what is behind it."""

LINES = [
    *((LINE, on) for on in PAGES),
    *((line, on) for fill, line in LIT for on in (*PAGES, fill)),
    *((fill, on) for fill in FILLS for on in PAGES),
]
"""Each line, or shape, with what is beside it."""


@each_page
@pytest.mark.parametrize(("text", "behind"), TEXTS)
def test_a_text_has_a_contrast_of_4_5_to_what_is_behind_it(
    text: str, behind: str, dark: bool
) -> None:
    assert contrast(shown(text, dark), shown(behind, dark)) >= 4.5


@each_page
@pytest.mark.parametrize(("line", "beside"), LINES)
def test_a_line_has_a_contrast_of_3_to_what_is_beside_it(
    line: str, beside: str, dark: bool
) -> None:
    assert contrast(shown(line, dark), shown(beside, dark)) >= 3


@pytest.mark.parametrize("missing", MISSING)
@pytest.mark.parametrize("one, other", [*combinations(FILLS, 2)], ids=lambda fill: FILLS[fill])
@pytest.mark.one_in(2)
def test_two_disks_look_different_to_every_eye(one: str, other: str, missing: str) -> None:
    assert difference(seen(one, missing), seen(other, missing)) >= 12


@each_page
@pytest.mark.parametrize("missing", MISSING)
def test_what_is_highlighted_what_is_second_and_a_fault_look_different(
    missing: str, dark: bool
) -> None:
    for one, other in combinations([line for _, line in LIT], 2):
        found = (seen(shown(colour, dark), missing) for colour in (one, other))
        assert difference(*found) >= 10


def test_a_disk_has_a_hue_and_the_colours_of_pegs_have_none() -> None:
    assert min(chroma(fill) for fill in FILLS) >= 40
    assert max(chroma(colour) for colour in (INK, PAPER, SHADE, FAINT, LINE)) <= 16


def chroma(colour: str) -> float:
    return hypot(*seen(colour, "nothing")[1:])


def test_every_colour_has_a_dark_one_but_disks_and_their_numerals() -> None:
    values = {name: value for name, value in vars(palette).items() if name.isupper()}
    single = {value for value in values.values() if isinstance(value, str)} | {*CHIPS}
    assert single - {BLACK, WHITE} == DARK.keys()
    assert not {*FILLS, BLACK, WHITE} & DARK.keys()
    assert not DARK.keys() & {*DARK.values()}, (
        "a colour would be light in one place, dark in another"
    )
    assert len(DARK) == len({*DARK.values()})
    assert all(colour == colour.lower() for colour in (*DARK, *DARK.values(), *FILLS))


def test_colours_of_disks_repeat_after_the_last() -> None:
    assert [disk_colours(disk) for disk in (1, 6, 7)] == [DISKS[0], DISKS[5], DISKS[0]]


PAIRS = [
    (Lab(50, 2.6772, -79.7751), Lab(50, 0, -82.7485), 2.0425),
    (Lab(50, 2.5, 0), Lab(50, 0, -2.5), 4.3065),
    (Lab(50, 2.5, 0), Lab(73, 25, -18), 27.1492),
    (Lab(60.2574, -34.0099, 36.2677), Lab(60.4626, -34.1751, 39.4387), 1.2644),
    (Lab(22.7233, 20.0904, -46.6940), Lab(23.0331, 14.9730, -42.5619), 2.0373),
    (Lab(50, 0, 0), Lab(50, -1, 2), 2.3669),
    (Lab(2.0776, 0.0795, -1.1350), Lab(0.9033, -0.0636, -0.5514), 0.9082),
]
"""Of the test data that Sharma, Wu and Dalal publish with the formula."""


@pytest.mark.parametrize(("one", "other", "expected"), PAIRS)
def test_the_difference_is_that_of_the_published_examples(
    one: Lab, other: Lab, expected: float
) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=0.0001)
    assert difference(other, one) == pytest.approx(expected, abs=0.0001)


def test_a_red_and_a_green_look_alike_without_green_receptors() -> None:
    red, green = "#c2502d", "#7a7a1e"
    apart = {kind: difference(seen(red, kind), seen(green, kind)) for kind in MISSING}
    assert apart["green receptors"] < 8
    assert 20 < apart["blue receptors"] < apart["nothing"]
