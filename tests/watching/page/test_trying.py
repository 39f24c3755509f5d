"""A person moves the disks on the page: what is allowed, how far it is, and what is best."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import oracle
import pytest
from explorer_page import ExplorerPage
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput

from hanoi_fsm.watching.page import explorer

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

each_task = pytest.mark.parametrize(("source", "target"), oracle.TASKS)


class Trying(ExplorerPage):
    """The page in the mode in which a person moves the disks."""

    def begin(self, at: str = "", *, disks: int = 3, source: int = 0, target: int = 2) -> None:
        """Begin anew, also where the attempt is at that position."""
        self.follow("mode=watch")
        self.link(at, disks=disks, source=source, target=target)

    def link(self, at: str, *, disks: int = 3, source: int = 0, target: int = 2) -> None:
        self.follow(f"mode=try&disks={disks}&from={source}&to={target}&at={at}")

    @property
    def configuration(self) -> str:
        return self.shown["configuration"]

    @property
    def message(self) -> str:
        return self.texts(".try-message")[0]

    def fact(self, name: str) -> str:
        return self.texts(f".try-facts .try-{name}")[0]

    def button(self, title: str) -> None:
        found = [one for one in self.chrome.find_elements("css selector", ".try button")
                 if one.text == title]  # fmt: skip
        found[0].click()
        self.settle()

    def middle(self, peg: int) -> tuple[int, int]:
        """A place on a peg, in the window."""
        x, y = self.run(
            "const box = document.querySelectorAll('.try-pegs .pegs-area')[arguments[0]]"
            ".getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]",
            peg,
        )
        return round(x), round(y)

    def pointer(self, kind: str, *places: tuple[int, int]) -> None:
        """Press at the first of the places, and let go at the last."""
        pointer: Any = PointerInput  # selenium says nothing about its types
        builder = ActionBuilder(self.chrome, mouse=pointer(kind, kind), duration=0)
        act: Any = builder.pointer_action
        act.move_to_location(*places[0])
        act.pointer_down()
        for x, y in places[1:]:
            act.move_to_location(x, y)
        act.pointer_up()
        builder.perform()
        self.settle()

    def drag(self, source: int, target: int, kind: str = "mouse") -> None:
        (x, y), goal = self.middle(source), self.middle(target)
        self.pointer(kind, (x, y), (x + 10, y - 20), goal)


@pytest.fixture(scope="module")
def loaded(chrome: Chrome, tmp_path_factory: pytest.TempPathFactory) -> Trying:
    file = tmp_path_factory.mktemp("trying") / "page.html"
    explorer(5, by="two-state").save(file)
    return Trying(chrome, file)


@pytest.fixture
def trying(loaded: Trying) -> Iterator[Trying]:
    loaded.resize(1000, 900)
    loaded.emulate()
    loaded.open("mode=try&disks=3")
    yield loaded
    assert loaded.complaints() == []


def position(trying: Trying) -> tuple[str, str, str]:
    shown = trying.shown
    return shown["configuration"], shown["move"], shown["step"]


@pytest.mark.parametrize("kind", ["mouse", "touch", "pen"])
def test_a_disk_is_dragged_by_any_pointer(trying: Trying, kind: str) -> None:
    trying.drag(0, 2, kind)
    assert position(trying) == ("002", "1:0:2", "1")
    trying.drag(0, 1, kind)
    assert position(trying) == ("012", "2:0:1", "2")


def test_a_disk_follows_the_pointer_and_goes_back_where_it_may_not_be(trying: Trying) -> None:
    trying.emulate(still=True)
    trying.begin("002")
    before = disk_box(trying, 2)
    goal = trying.middle(2)
    act = held_at(trying, trying.middle(0), goal)
    left, top, width, height = disk_box(trying, 2)
    assert abs(left + width / 2 - goal[0]) < 3
    assert abs(top + height / 2 - goal[1]) < 3
    act.pointer_action.pointer_up()
    act.perform()
    trying.settle()
    assert disk_box(trying, 2) == before
    assert position(trying) == ("002", "", "0")
    assert trying.message == "Refused: disk 2 cannot go on disk 1, which is smaller."


def held_at(trying: Trying, start: tuple[int, int], end: tuple[int, int]) -> Any:
    """The actions of a mouse that has dragged something and not let go of it yet."""
    act: Any = ActionChains(trying.chrome, duration=0).w3c_actions
    act.pointer_action.move_to_location(*start)
    act.pointer_action.pointer_down()
    act.pointer_action.move_to_location(*end)
    act.perform()
    return act


def disk_box(trying: Trying, disk: int) -> list[float]:
    script = "const b = document.querySelector(arguments[0]).getBoundingClientRect();"
    selector = f".try-pegs [data-disk='{disk}'] > :nth-child(2)"
    return list(trying.run(script + "return [b.x, b.y, b.width, b.height]", selector))


def test_a_disk_is_moved_by_clicks_on_two_pegs(trying: Trying) -> None:
    trying.pointer("mouse", trying.middle(0))
    assert trying.message == "Disk 1 of peg 0 is held: choose the peg that it goes to."
    trying.pointer("mouse", trying.middle(1))
    assert position(trying) == ("001", "1:0:1", "1")


@pytest.mark.parametrize(
    "keys",
    [
        ["0", "2"],
        ["enter", "right", "right", "enter"],
        ["space", "right", "right", "space"],
        ["up", "right", "right", "down"],
    ],
    ids=" ".join,
)
def test_a_disk_is_moved_by_keys(trying: Trying, keys: list[str]) -> None:
    trying.focus(".try-pegs [data-peg='0']")
    trying.press(*keys)
    assert position(trying) == ("002", "1:0:2", "1")


def test_a_key_while_a_disk_is_dragged_lets_go_of_it(trying: Trying) -> None:
    trying.press("0", "2")
    act = held_at(trying, trying.middle(0), trying.middle(1))
    trying.press("u")
    act.pointer_action.pointer_up()
    act.perform()
    trying.settle()
    assert position(trying) == ("000", "", "0")


def test_escape_and_the_same_peg_let_go(trying: Trying) -> None:
    for keys in (["0", "escape"], ["0", "0"]):
        trying.press(*keys)
        assert trying.count(".try-pegs [aria-pressed='true']") == 0
        assert position(trying) == ("000", "", "0")


def test_the_keys_of_the_player_move_no_disk(trying: Trying) -> None:
    trying.press("0", "1")
    trying.blur()
    trying.press("right", "space", "end", "left", "home")
    assert position(trying) == ("001", "1:0:1", "1")
    assert trying.shown["playing"] == "false"


@pytest.mark.parametrize("word", oracle.words(3))
def test_exactly_the_legal_moves_are_made(trying: Trying, word: str) -> None:
    legal = {(source, target): (disk, after)
             for (disk, source, target), after in oracle.neighbours(word)}  # fmt: skip
    trying.begin(word)
    for source, target in oracle.TASKS:
        trying.press(str(source), *str(target) * (str(source) in word))
        if (source, target) in legal:
            disk, after = legal[source, target]
            assert position(trying) == (after, f"{disk}:{source}:{target}", "1")
            assert trying.count(".try-message.refused") == 0
            trying.press("u")
        else:
            assert trying.count(".try-message.refused[role=status]") == 1
        assert position(trying) == (word, "", "0")


@pytest.mark.parametrize(
    ("at", "keys", "reason"),
    [
        ("001", "01", "disk 2 cannot go on disk 1, which is smaller"),
        ("000", "1", "peg 1 is empty"),
        ("000", "u", "there is no move to undo"),
        ("000", "r", "there is no move to redo"),
    ],
)
def test_a_refusal_says_why(trying: Trying, at: str, keys: str, reason: str) -> None:
    trying.begin(at)
    trying.press(*keys)
    assert trying.message == f"Refused: {reason}."


@each_task
def test_best_moves_lead_from_anywhere_to_the_goal(
    trying: Trying, source: int, target: int
) -> None:
    word = "".join(Random(f"{source}{target}").choices("012", k=5))
    trying.begin(word, disks=5, source=source, target=target)
    left = oracle.distances(str(target) * 5)
    for made in range(1, left[word] + 1):
        assert trying.fact("distance") == str(left[trying.configuration])
        trying.button("Make the best move")
        assert left[trying.configuration] == left[word] - made
        assert (trying.fact("made"), trying.fact("detour")) == (str(made), "0")
    assert trying.configuration == str(target) * 5
    assert f"Solved in {left[word]} moves, the optimum." in trying.message
    trying.button("Make the best move")
    assert trying.message == "Refused: there is no best move, every disk is on the target."


@each_task
def test_what_the_reader_does_is_shown_symbol_by_symbol(
    trying: Trying, source: int, target: int
) -> None:
    from hanoi_fsm import automata

    reader = automata.get("next-move-reader").automaton
    exchanged = str.maketrans(f"2{target}", f"{target}2")
    word = "".join(Random(f"{target}{source}").choices("012", k=5))
    trying.begin(word, disks=5, source=source, target=target)
    trying.button("Show the best move")
    assert trying.configuration == word
    taken = list(reader.read(word.translate(exchanged)))
    assert trying.texts(".try-digit")[1:] == [f"reads {one.event}" for one in taken]
    assert trying.texts(".try-state") == [reader.initial, *(one.target for one in taken)]
    pegs = taken[-1].target.translate(exchanged)
    assert trying.message.endswith(f"from peg {pegs[0]} to peg {pegs[1]}.")
    assert ("are exchanged" in trying.texts(".try-explanation")[0]) == (target != 2)


@cache
def off(word: str, source: int, target: int) -> int:
    """The largest disk that is where it never is on the optimal path; 0 on it."""
    path = oracle.solution(len(word), source, target)
    agreed = [kept for kept in range(len(word) + 1)
              if any(one.startswith(word[:kept]) for one in path)]  # fmt: skip
    return len(word) - max(agreed)


@each_task
def test_the_disk_that_is_off_the_optimal_path_is_named(
    trying: Trying, source: int, target: int
) -> None:
    path = oracle.solution(3, source, target)
    for word in oracle.words(3):
        trying.link(word, source=source, target=target)
        if word in path:
            assert trying.fact("path") == f"on it, after step {path.index(word)} of 7"
        else:
            disk = off(word, source, target)
            assert f"path-reader stops at disk {disk}," in trying.fact("path")
            assert f"never on peg {word[-disk]}" in trying.fact("path")


def test_the_move_that_left_the_optimal_path_is_remembered(trying: Trying) -> None:
    trying.press("0", "2", "0", "1", "2", "0")
    assert "left with move 3 (disk 1: 2 -> 0)" in trying.fact("path")
    assert "This left the optimal path at disk 1." in trying.message
    trying.press("0", "2")
    assert trying.fact("path") == "on it, after step 2 of 7"
    assert (trying.fact("made"), trying.fact("detour")) == ("4", "2")
    for _ in range(5):
        trying.button("Make the best move")
    assert "Solved in 9 moves; the optimum is 7." in trying.message


def test_moves_are_undone_redone_and_forgotten(trying: Trying) -> None:
    visited = [position(trying)]
    for keys in ("02", "01", "21"):
        trying.press(*keys)
        visited.append(position(trying))
    for number in (2, 1, 0):
        trying.button("Undo")
        assert position(trying) == visited[number]
    trying.press("r", "r")
    assert position(trying) == visited[2]
    trying.press("2", "0")
    trying.button("Redo")
    assert trying.message == "Refused: there is no move to redo."
    trying.button("Reset")
    assert position(trying) == visited[0]


def test_a_link_holds_the_position(trying: Trying) -> None:
    trying.press("0", "2", "0", "1")
    trying.wait("location.hash.includes('at=012')")
    trying.chrome.refresh()
    trying.settle()
    assert trying.configuration == "012"
    trying.button("Reset")
    trying.wait("!location.hash.includes('at=')")
    for wrong in ("0", "0123", "9", "<b>", "0x1"):
        trying.begin(wrong)
        assert trying.configuration == "000"


def test_the_controls_choose_another_task(trying: Trying) -> None:
    trying.press("0", "2")
    trying.set("#disks", 4)
    assert position(trying) == ("0000", "", "0")
    trying.set("#from", 1)
    assert trying.configuration == "1111"
    trying.set("#to", 0)
    assert trying.fact("path") == "on it, after step 0 of 15"
    assert trying.message == "Bring every disk from peg 1 to peg 0."


def test_leaving_the_mode_ends_it(trying: Trying) -> None:
    trying.press("0", "2")
    trying.follow("mode=watch&disks=3")
    trying.press("0", "1")
    trying.wait("!location.hash.includes('at=')")
    assert trying.configuration == "000"


def test_with_no_disk_there_is_nothing_to_do(trying: Trying) -> None:
    trying.begin(disks=0)
    assert position(trying) == ("", "", "0")
    assert trying.message == "There is nothing to do: every disk is on the target."
    trying.button("Show the best move")
    assert trying.texts(".try-state") == ["none"]
    trying.press("0")
    assert trying.message == "Refused: peg 0 is empty."


def test_one_disk_is_moved_once(trying: Trying) -> None:
    trying.begin(disks=1)
    trying.drag(0, 2)
    assert position(trying) == ("2", "1:0:2", "1")
    assert trying.message.endswith("Solved in 1 move, the optimum.")


def test_each_peg_says_what_is_on_it(trying: Trying) -> None:
    trying.begin("0021", disks=4)
    script = "return [...document.querySelectorAll('.try-pegs [role=button]')]"
    labels = trying.run(script + ".map((one) => one.getAttribute('aria-label'))")
    assert labels == ["peg 0 source: disks 4, 3", "peg 1: disk 1", "peg 2 target: disk 2"]


@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("dark", [False, True])
def test_it_is_accessible_and_tidy(trying: Trying, width: int, dark: bool) -> None:
    trying.resize(width, 900)
    trying.emulate(dark=dark)
    trying.begin("00121", disks=5, target=1)
    trying.button("Make the best move")
    trying.press("0", "1")
    trying.button("Show the best move")
    trying.screenshot(f"try-{width}-{'dark' if dark else 'light'}")
    assert (trying.violations(), trying.untidy()) == ([], [])
    assert re.search("path-reader", trying.fact("path"))


def test_it_does_not_matter_what_is_watched(page_of: Callable[..., ExplorerPage]) -> None:
    page = page_of(3, by="shortest", paths=[("0000000", "2222222")])
    page.resize(1000, 900)
    page.open("by=shortest&start=0000000&goal=2222222&mode=try")
    assert page.shown["configuration"] == "000"
    page.press("0", "2")
    assert page.shown["configuration"] == "002"
    assert page.complaints() == []


def test_where_no_machine_is_about_the_puzzle_there_is_nothing_to_try(
    page_of: Callable[..., ExplorerPage],
) -> None:
    page = page_of(3, by="tests/machines/alarm_clock.py:clock")
    page.open("mode=try")
    assert page.shown["mode"] == "watch"
    assert page.texts("#modes button") == ["Watch", "Be the machine"]


def test_the_way_is_drawn_in_the_graph_and_gone_back_by_it(trying: Trying) -> None:
    trying.begin("000")
    trying.press("0", "2", "0", "1", "2", "1")
    points = "return document.querySelector('.try .graph-path').getAttribute('points').split(' ')"
    way = trying.run(points)
    assert len(way) == 4
    trying.chrome.find_elements("css selector", ".try .graph-vertices circle")[2].click()
    trying.settle()
    assert trying.configuration == "002"
    assert trying.run(points) == way[:2]
    trying.press("r")
    assert trying.configuration == "012"
