"""A person moves the disks on the page: what is allowed, how far it is, and what is best."""

from typing import Any

import pytest
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from support import oracle
from support.browser_page import BrowserPage, Pages
from support.chance import chance

from hanoi_fsm import path

pytestmark = pytest.mark.browser

PEG = ".pegs-peg[data-peg='{}'] > rect"
DISK = ".disk[data-disk='{}']"
MIDDLE = """
const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
return [x + width / 2, y + height / 2].map(Math.round);
"""


@pytest.fixture
def page(page_of: Pages) -> BrowserPage:
    page = page_of("two-state")
    page.resize(1000, 900)
    page.emulate(still=True)
    page.open("mode=try&disks=3")
    return page


def begin(page: BrowserPage, at: str, source: int = 0, target: int = 2) -> None:
    """Begin anew, and go to a position."""
    page.follow("mode=watch")
    page.follow(f"mode=try&disks={len(at)}&from={source}&to={target}")
    moves = list(path(str(source) * len(at), at))
    page.choose(*(str(peg) for move in moves for peg in (move.source, move.target)))


def position(page: BrowserPage) -> tuple[str, str, str]:
    shown = page.shown
    return shown["configuration"], shown["move"], shown["step"]


def message(page: BrowserPage) -> str:
    return page.texts(".try-message")[0]


def middle(page: BrowserPage, selector: str, number: int) -> tuple[int, int]:
    x, y = page.run(MIDDLE, selector.format(number))
    return x, y


def drag(page: BrowserPage, source: int, target: int, kind: str) -> None:
    """Drag the top of a peg to another one."""
    pointer: Any = PointerInput  # selenium says nothing about its types
    builder: Any = ActionBuilder(page.chrome, mouse=pointer(kind, kind), duration=0)
    act = builder.pointer_action
    x, y = middle(page, PEG, source)
    act.move_to_location(x, y)
    act.pointer_down()
    act.move_to_location(x + 10, y - 20)
    act.move_to_location(*middle(page, PEG, target))
    act.pointer_up()
    builder.perform()
    page.settle()


def test_a_disk_is_dragged_by_any_pointer_and_goes_back_where_it_may_not_be(
    page: BrowserPage,
) -> None:
    for kind in ("mouse", "touch", "pen"):
        begin(page, "000")
        drag(page, 0, 2, kind)
        assert position(page) == ("002", "1:0:2", "1"), kind
        before = middle(page, DISK, 2)
        drag(page, 0, 2, kind)
        assert (middle(page, DISK, 2), position(page)[0]) == (before, "002")
        assert message(page).startswith("Refused: disk 2 ")


def test_exactly_the_legal_moves_are_made(page: BrowserPage) -> None:
    for word in chance().sample(oracle.words(3), 6):
        legal = {(source, target): after for (_, source, target), after in oracle.neighbours(word)}
        begin(page, word)
        for source, target in oracle.TASKS:
            page.choose(str(source), *str(target) * (str(source) in word))
            made, refused = position(page)[0], page.count(".try-message.fault[role=status]")
            move = (source, target)
            assert (made, refused) == (legal.get(move, word), move not in legal), (word, move)
            page.choose(*"u" * (made != word))


def test_a_position_has_its_distance(page: BrowserPage) -> None:
    """Any position, each with some task."""
    random = chance()
    for disks in random.choices(range(4), [1, 1, 8, 20], k=15):
        word = "".join(random.choices("012", k=disks))
        source, target = random.choice(oracle.TASKS)
        begin(page, word, source, target)
        left = oracle.distances(str(target) * disks)
        number = left[word]
        far = f"{number} move{'s' * (number > 1)} to go." if number else "Solved in "
        assert far in message(page)
