"""Every memory has a picture of what it holds, and no text in it leaves its place."""

from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

import pytest

from hanoi_fsm import automata, trace
from hanoi_fsm.fsm.diagrams import palette
from hanoi_fsm.fsm.diagrams.memory_picture import ROOM, picture
from hanoi_fsm.fsm.diagrams.text_width import cut_to, text_width
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.memory import Memory, NoMemory, action
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.pictures.filming import film

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    found = fromstring(svg).iter(f"{SVG}text")
    return ["".join([one.text or "", *(part.tail or "" for part in one)]) for one in found]


def test_registers_rows_and_stacks_are_written_in_full() -> None:
    class Frame(NamedTuple):
        k: int
        call: str

    held = {"k": 3, "bell": False, "none": None, "path": (0, 1, 1)}
    said = texts(picture(held | {"stack": (Frame(4, "first"), Frame(5, "second"))}, "M"))
    for word in ("k", "3", "bell", "no", "none", "-", "path", "0", "1"):
        assert word in said
    top = ["stack: 2 frames, top first", "k", "call", "5", "second", "4", "first"]
    assert said[-len(top) :] == top


def test_a_memory_without_data_says_so() -> None:
    assert texts(NoMemory().picture()) == ["no memory"]


def test_a_reader_shows_its_tape() -> None:
    machine = automata.get("configuration-reader")
    memory = machine.memory()
    list(run(machine.automaton, memory, list("0110")))
    assert texts(memory.picture()) == ["tape", *(one.output for one in trace("0110", by=machine))]


def test_a_path_of_bits_and_a_call_stack_are_drawn_as_such() -> None:
    machine = automata.get("action-tree")
    _, memory = machine.set_up(Task(4), 5)  # type: ignore[attr-defined]  # a solver
    said = texts(memory.picture())
    assert said[said.index("path") :] == ["path", "0", "1", "0"]
    machine = automata.get("call-stack")
    _, memory = machine.set_up(Task(3), 3)  # type: ignore[attr-defined]  # a solver
    said = texts(memory.picture())
    assert said[said.index("call") + 1 :] == ["2", "0", "1", "second", "3", "0", "2", "first"]


NAMES = [
    *("x" * 300, "<&\"'>", "\x00\x1b]\u202e", "W" * 90, " " * 80),
    *("\U0001f984" * 60, "e\u0301" * 70),
]
THINGS = [
    *(10**6000, 2.5, float("nan"), b"abc", object()),
    *(list(range(500)), [(n, n) for n in range(100)], [tuple(range(30))], [()]),
    *({"a": {"b": [1]}}, {1, "a"}, [["x" * 90, 1]]),
]


class Odd(Memory):
    def __init__(self, value: object) -> None:
        self.value = value
        self.state_of_the_whole_machine_and_of_all_its_parts = 7
        self.loop: list[object] = []
        self.loop.append(self.loop)


@pytest.mark.parametrize("value", [*NAMES, *THINGS], ids=range(len(NAMES) + len(THINGS)))
def test_nothing_that_a_memory_holds_leaves_its_picture(value: object) -> None:
    root = fromstring(Odd(value).picture())
    wide = float(root.get("width", ""))
    assert wide < ROOM + 20
    for text, x, y in placed(root, 0, 0):
        words = "".join([text.text or "", *(part.tail or "" for part in text)])
        length = text_width(
            words, float(text.get("font-size", "")), bold="font-weight" in text.attrib
        )
        left = x - length / 2 if text.get("text-anchor") == "middle" else x
        assert left >= 0
        assert left + length <= wide
        assert y <= float(root.get("height", ""))


def placed(element: Element, x: float, y: float) -> list[tuple[Element, float, float]]:
    if where := element.get("transform"):
        dx, dy = map(float, where.removeprefix("translate(").removesuffix(")").split())
        x, y = x + dx, y + dy
    found = [one for part in element for one in placed(part, x, y)]
    if element.tag == f"{SVG}text":
        found.append((element, x + float(element.get("x", "")), y + float(element.get("y", ""))))
    return found


def test_what_is_cut_is_a_title_in_full() -> None:
    root = fromstring(picture({"name": "x" * 300}, "M"))
    [title] = [one.text for text in root.iter(f"{SVG}text") for one in text.iter(f"{SVG}title")]
    assert title == "x" * 300


@pytest.mark.parametrize("words", NAMES)
@pytest.mark.parametrize("room", [0, 20, 77.7, 500])
def test_a_text_is_cut_to_its_room(words: str, room: float) -> None:
    cut = cut_to(words, room)
    assert text_width(cut) <= max(room, text_width("...")) + 0.1


def test_a_word_may_be_called_as_the_method_that_shows_a_memory() -> None:
    class Camera(Memory):
        film = 36

        @action
        def picture(self) -> None:  # type: ignore[override]  # as a user may
            """take a picture"""
            self.film -= 1

    camera = Camera()
    assert "36" in texts(camera._repr_svg_())
    assert camera.film == 36


def colours() -> set[str]:
    values = [value for value in vars(palette).values() if isinstance(value, str)]
    values += [*palette.CHIPS, *(colour for pair in palette.DISKS for colour in pair)]
    found = {value for value in values if value.startswith("#")}
    return found | {"none"}


@pytest.mark.parametrize("name", [*automata.SOLVERS, *automata.PATHFINDERS])
@pytest.mark.one_in(3)
def test_all_colours_are_of_the_palette_and_no_text_is_tiny(name: str) -> None:
    for one in fromstring(film(automata.get(name), Task(4), matrix=True).svg).iter():
        assert {one.get("fill", "none"), one.get("stroke", "none")} <= colours()
        assert float(one.get("font-size", "11")) >= 11
