"""No word in a film leaves its place, however long the names of a machine are."""

from xml.etree.ElementTree import Element, fromstring

import pytest
from reading_films import SVG, number, placed, shots, words_of

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.text_width import text_width
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.fsm.notation import Transition, parse_label
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.automata.memories import TowerMemory, in_turn
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.pictures.filming import film
from hanoi_fsm.hanoi.pictures.filmstrip import FRAME

LONG = "move_the_top_disk_of_one_peg_to_another_one_as_the_rules_of_the_puzzle_allow"


class Wordy(TowerMemory):
    """A memory with a long word and a long register."""

    register_with_a_name_that_does_not_fit_into_any_frame = "value " * 30

    @action
    def move_the_top_disk_of_one_peg_to_another_one_as_the_rules_of_the_puzzle_allow(self) -> None:
        """disk 1 goes to the target"""
        self.output = self.pegs.move(self.source, self.target)


def wordy(state: str, name: str = "wordy") -> Solver:
    edges = [
        Transition(state, state, parse_label(f"step [!built] / {LONG}")),
        Transition(state, "done", parse_label("step [built]")),
    ]
    automaton = Automaton(name, (state, "done"), state, frozenset({"done"}), tuple(edges), "monk")
    return Solver(automaton, Wordy, resume=in_turn(Wordy, state))


NAMES = [
    *("x" * 200, "W" * 60, "a <b> & \"c\" 'd'", ("two  words " * 9).strip()),
    *("\u5854" * 40, "\U0001f5fc" * 40),
]
SUBJECTS: list[Machine] = [
    *(wordy(name) for name in NAMES),
    *(wordy("s", name) for name in NAMES),
    *automata.SOLVERS.values(),
    *automata.PATHFINDERS.values(),
]


@pytest.mark.parametrize("subject", SUBJECTS, ids=range(len(SUBJECTS)))
@pytest.mark.parametrize("matrix", [False, True])
def test_every_word_stays_in_its_frame_or_on_the_sheet(subject: Machine, matrix: bool) -> None:
    disks = 1 if subject.memory is Wordy else 4
    root = fromstring(film(subject, Task(disks), matrix=matrix).svg)
    frames = {(x, y) for one, x, y in placed(root) if "frame" in one.get("class", "").split()}
    wide = number(root, "width")
    for text, x, y in placed(root):
        if text.tag == f"{SVG}text":
            homes = [fx for fx, fy in frames if fy <= y and fx <= x < fx + FRAME]
            inside = text.get("class") in INSIDE
            first, last = (max(homes), max(homes) + FRAME) if inside else (0, wide)
            left, right = ends(text, x)
            assert first <= left
            assert right <= last
    for chip, x, _ in placed(root):
        if chip.get("class") == "chip":
            assert number(chip, "x") + number(chip, "width") < FRAME
            assert x in {fx for fx, _ in frames}


INSIDE = ("step", "state", "action", "height")


def ends(text: Element, x: float) -> tuple[float, float]:
    size, bold = number(text, "font-size"), "font-weight" in text.attrib
    length = text_width(words_of(text), size, bold=bold)
    shift = {"middle": length / 2, "end": length}.get(text.get("text-anchor", ""), 0)
    start = x + number(text, "x") - shift
    return start, start + length


def test_what_is_cut_can_be_read_in_full_over_it() -> None:
    root = fromstring(film(wordy("x" * 200), Task(1)).svg)
    titles = [one.text for text in root.iter(f"{SVG}text") for one in text.iter(f"{SVG}title")]
    assert {"x" * 200, LONG} <= set(titles)


def test_the_state_and_the_action_do_not_meet() -> None:
    for subject in SUBJECTS:
        root = fromstring(film(subject, Task(1)).svg)
        for frame in (one for one in root.iter() if "frame" in one.get("class", "").split()):
            chips = [one for one in frame.iter() if one.get("class") == "chip"]
            actions = [one for one in frame.iter() if one.get("class") == "action"]
            for chip, said in zip(chips, actions, strict=False):
                lower = number(said, "y") - 10 > number(chip, "y") + number(chip, "height")
                after = ends(said, 0)[0] > number(chip, "x") + number(chip, "width")
                assert lower or after


def test_the_states_have_the_colours_of_their_order() -> None:
    machine = automata.get("two-storey")
    root = fromstring(film(machine, Task(3)).svg)
    chips = [one.get("fill") for one in root.iter() if one.get("class") == "chip"]
    seen = [shot.words["state"] for shot in shots(film(machine, Task(3)).svg)]
    colours = dict(zip(seen[1:], chips[1:], strict=True))
    assert len(set(colours.values())) == 4
    some = fromstring(film(machine, Task(3), range(3, 5)).svg)
    later = [one.get("fill") for one in some.iter() if one.get("class") == "chip"]
    assert later[1:] == [colours["crown"], colours["foundation"]]
