"""The graph on the page is the Hanoi graph: every configuration a vertex, every move an edge."""

import json
import re
from collections.abc import Iterator

import oracle
import pytest
from sampling import one_in

from hanoi_fsm.watching.page.graph import graph_data

Place = tuple[int, int]
Line = frozenset[Place]
DATA = graph_data(6)

LINE = re.compile(r"M(?P<u>\d+) (?P<v>\d+)(?P<how>[hvl])(?P<along>\d+)(?: (?P<other>-?\d+))?")
STEPS = {"h": (1, 0), "v": (0, 1), "l": (1, -1)}


def places(disks: int) -> dict[str, Place]:
    numbers = DATA["sizes"][disks]["vertices"]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return dict(zip(oracle.words(disks), pairs, strict=True))


def edges(path: str) -> Iterator[Line]:
    """The edges of length 1 that a path of SVG draws, one by one."""
    at = 0
    while at < len(path):
        line = LINE.match(path, at)
        assert line, f"no line at {path[at : at + 20]!r}"
        at = line.end()
        u, v, length = int(line["u"]), int(line["v"]), int(line["along"])
        du, dv = STEPS[line["how"]]
        if line["how"] == "l":
            assert int(line["other"]) == -length
        for number in range(length):
            one = (u + number * du, v + number * dv)
            yield frozenset({one, (one[0] + du, one[1] + dv)})


@pytest.mark.parametrize("disks", one_in(6, [3, 0, 1, 2, 4, 5, 6]))
def test_the_lines_are_exactly_the_legal_moves(disks: int) -> None:
    at = places(disks)
    drawn = list(edges(DATA["sizes"][disks]["edges"]))
    moves = {
        frozenset({at[here], at[there]})
        for here in at
        for _, there in oracle.neighbours(here)
    }  # fmt: skip
    assert len(drawn) == len(set(drawn)), "an edge is drawn twice"
    assert set(drawn) == moves
    assert len(moves) == 3 * (3**disks - 1) // 2


@pytest.mark.parametrize("disks", one_in(6, [3, 0, 1, 2, 4, 5, 6]))
def test_every_configuration_has_a_place_of_its_own_and_the_towers_have_the_corners(
    disks: int,
) -> None:
    at = places(disks)
    side = 2**disks - 1
    assert len(set(at.values())) == 3**disks
    assert [at[peg * disks] for peg in "012"] == [(0, 0), (side, 0), (0, side)]


def test_a_graph_of_five_disks_is_small() -> None:
    assert len(json.dumps(graph_data(5), separators=(",", ":"))) < 5_000
