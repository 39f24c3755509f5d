"""What is shown of a moment fits into a terminal of 80 x 24 and says what it must."""

from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from checked_machines import CIRCLES, GAP, counting, reactive
from sampling import one_in

from hanoi_fsm import Machine, Memory, action, automata
from hanoi_fsm.hanoi.resolver import find
from hanoi_fsm.watching.courses import course_of
from hanoi_fsm.watching.frames import Frame, frames
from hanoi_fsm.watching.terminal.scene import (
    CHANGED,
    LEAST_HEIGHT,
    LEAST_WIDTH,
    View,
    plain_text,
    scene,
)

ROWS = 23  # one more is for the keys


def shown(
    machine: Machine,
    *inputs: Any,
    columns: int = 80,
    rows: int | None = ROWS,
    most: int | None = None,
) -> list[str]:
    """The text of some frames of a run, each of which is found to fit."""
    view = View(machine, course_of(machine, *inputs), columns, rows)
    found: list[Frame | None] = [*islice(frames(machine, *inputs), most), None]
    texts = []
    for frame, upcoming in pairwise(found):
        assert frame is not None
        lines = [plain_text(line) for line in scene(view, frame, upcoming)]
        assert [line for line in lines if len(line) > columns or not line.isprintable()] == []
        assert rows is None or len(lines) <= rows
        texts.append("\n".join(lines))
    return texts


@pytest.mark.parametrize("disks", one_in(3, [8, 0, 1, 2, 3, 4, 5, 6, 7]))
@pytest.mark.parametrize("name", one_in(3, [*automata.SOLVERS, *automata.PATHFINDERS]))
@pytest.mark.one_in(3)
def test_up_to_8_disks_nothing_is_left_out_at_80_x_24(name: str, disks: int) -> None:
    random = Random(f"{name} {disks}")
    ends = ["".join(random.choices("012", k=disks)) for _ in range(2)]
    inputs = ends if name in automata.PATHFINDERS else [disks]
    for text in shown(automata.get(name), *inputs, most=99):
        assert "..." not in text
        assert all(f"[{str(disk).center(2 * disk - 1, '=')}]" in text for disk in range(1, disks))


@pytest.mark.parametrize("name", one_in(3, automata.READERS))
@pytest.mark.parametrize("length", [0, 9, 60])
def test_a_reader_shows_its_word_around_the_next_symbol(name: str, length: int) -> None:
    machine = automata.get(name)
    word = Random(name).choices(machine.alphabet, k=length)
    for number, text in enumerate(shown(machine, " ".join(word))):
        here = f"[{word[number]}]" if number < length else "[end]"
        assert here in text


@pytest.mark.parametrize("columns", [LEAST_WIDTH, 57, 200])
@pytest.mark.parametrize("rows", [LEAST_HEIGHT, 16, 60])
@pytest.mark.one_in(3)
def test_it_fits_into_any_size(columns: int, rows: int) -> None:
    for machine, inputs in (
        ("two-storey", (12,)),
        ("call-stack", (12,)),
        ("shortest", ("012", "210")),
    ):
        shown(automata.get(machine), *inputs, columns=columns, rows=rows, most=20)
    long = "state" * 30 + " -> next : " + "event" * 20 + " \n next -> next : x"
    for text in shown(reactive("m" * 99, long), ["event" * 20], columns=columns, rows=rows):
        assert "..." in text or columns == 200


def test_guards_and_transitions_are_shown_with_their_answers() -> None:
    lines = shown(automata.get("two-storey"), 3)[3].splitlines()
    assert lines[0] == "two-storey moves 3 disks from peg 0 to peg 2"
    assert "state    foundation   step 3 of 7, event 3" in lines
    assert "taken    crown -> foundation : step / carry" in lines
    assert "output   disk 1: 2 -> 1" in lines
    assert "guards   built: no   ahead_smaller: yes (tops of pegs 0 and 2)" in lines
    [marked] = [line.split() for line in lines if "> -> " in line]
    taken = "next > -> dismantle : step [!built & ahead_smaller] / move_back 0x"
    assert " ".join(marked) == taken
    assert any("heights* 1 2 0" in line and "peg 0 4 3" in line for line in lines)


def test_the_moved_disk_and_what_changed_have_a_style() -> None:
    machine = automata.get("two-storey")
    frame = list(frames(machine, 3))[3]
    lines = scene(View(machine, course_of(machine, 3), 80), frame, None)
    marked = [piece.text for line in lines for piece in line if piece.style == CHANGED]
    assert marked == ["disk 1: 2 -> 1", "[1]", "1", "0", "2", "0", "1"]


def test_a_fault_is_shown_where_it_happens() -> None:
    *right, wrong = shown(find(CIRCLES), 3)
    assert "WRONG    expected disk 2: 0 -> 1\n         got disk 1: 2 -> 1" in wrong
    assert not any("WRONG" in text for text in right)
    assert "STOPPED  the machine cannot go on" in shown(counting(GAP))[-1]


class Evil(Memory):
    """Texts that a terminal would interpret."""

    def __init__(self) -> None:
        self.text = "\x1b[2J"

    @action
    def say(self) -> None:
        """put out what clears a screen"""
        self.output = "\x1b[2J\n"


def test_no_control_character_comes_through() -> None:
    [_, text] = shown(reactive("evil", "a -> a : go / say", Evil), "go")
    assert "output   \\x1b[2J\\n" in text
