"""The page computes the puzzle as Python does, with up to 16 disks."""

import re
from math import sqrt
from typing import Any

import pytest
from selenium.webdriver import Chrome
from support.chance import chance

from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pictures.hanoi_graph import edges, position, vertices
from hanoi_fsm.watching.page.inlining import inlined

pytestmark = pytest.mark.browser

MOST = 16
MODULES = {"core/formulas.js": "distance, bestMove, addressOf, edgesOf"}
POSITIONS = """
return arguments[0].map(([word, target]) => [distance(word, target), bestMove(word, target)]);
"""
GRAPH = "return [arguments[0].map(addressOf), edgesOf(arguments[1])];"


def computed(chrome: Chrome, script: str, *values: Any) -> Any:
    """The results of modules of the page in a browser."""
    [modules] = re.findall(
        '<script type="module">(.*?)</script>', inlined("", 0, "", MODULES), re.S
    )
    named = "".join(
        f"const {{{names}}} = modules['{module}'];" for module, names in MODULES.items()
    )
    return chrome.execute_script(modules + named + script, *values)


def test_a_position_is_known_as_in_python(chrome: Chrome) -> None:
    random = chance()
    cases = [("", 2)]
    for disks in range(1, MOST + 1):
        cases += [("".join(random.choices("012", k=disks)), random.randrange(3)) for _ in range(20)]
    paths = computed(chrome, POSITIONS, cases)
    for (word, target), (distance, best) in zip(cases, paths, strict=True):
        move = formulas.next_move(word, target=target)
        assert distance == formulas.distance_to_tower(word, target=target), (word, target)
        assert best == (move and move._asdict()), (word, target)


@pytest.mark.parametrize("disks", range(5))
def test_the_graph_is_that_of_the_pictures(chrome: Chrome, disks: int) -> None:
    named = {vertex: position(vertex) for vertex in vertices(disks)}
    addresses, pairs = computed(chrome, GRAPH, [*map(str, named)], disks)
    assert [place(*address) for address in addresses] == [*named.values()]
    drawn = [frozenset(pair) for pair in pairs]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {frozenset(map(str, pair)) for pair in edges(disks)}


def place(u: int, v: int) -> tuple[float, float]:
    """Where the coordinates (u, v) are in the picture."""
    return (v - u) / 2, -(u + v) * sqrt(3) / 2
