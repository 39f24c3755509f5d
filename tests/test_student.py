"""A student's own diagram: it is run, drawn, explored, broken in ten ways, and mended."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from hanoi_fsm import solve
from hanoi_fsm.cli import main
from hanoi_fsm.hanoi.checking.repair import mends
from hanoi_fsm.hanoi.solving import find_unchecked

PENDULUM = Path(__file__).parent / "student" / "pendulum.dot"


class Mistake(NamedTuple):
    """A typical mistake: in which line, what is written for what, what is said, what would mend."""

    name: str
    line: int
    right: str
    wrong: str
    said: tuple[str, ...]
    mend: str


MISTAKES = [
    Mistake(
        "wrong parity",
        7,
        "start -> small",
        "start -> other",
        ("line 11:", "1 disk from 0 to 2, step 1", "pegs 1 | - | -", "peg 1 is empty"),
        "line 7: the start should lead to small",
    ),
    Mistake(
        "an edge to the wrong state",
        8,
        "-> other",
        "-> small",
        ("line 10: state 'other' cannot be reached", "lead a transition to it"),
        "line 8: `small -> small` should lead to other",
    ),
    Mistake(
        "a guard the wrong way round",
        10,
        "& ahead_smaller",
        "& !ahead_smaller",
        ("line 10:", "are always enabled together", "give them guards that exclude each other"),
        "line 10: `other -> small` should take the guard `ahead_smaller` instead of "
        "`!ahead_smaller`",
    ),
    Mistake(
        "the stop test is missing",
        12,
        'other -> done  [label="step [built]"]',
        "",
        ("line 8:", "1 disk from 0 to 2, step 2", "expected the end", "built is true"),
        "line 8: `other -> done : step [built]` is missing",
    ),
    Mistake(
        "the stop test comes too early",
        11,
        "-> small",
        "-> done",
        ("line 11:", "2 disks from 0 to 2, step 3", "pegs - | 1 | 2", "came: the end"),
        "line 11: `other -> done` should lead to small",
    ),
    Mistake(
        "an action with source and target exchanged",
        10,
        "move_back",
        "move_ahead",
        ("line 10:", "3 disks from 0 to 2, step 4", "pegs 3 | 2 1 | -", "peg 2 is empty"),
        "line 10: `other -> small` should do `move_back`",
    ),
    Mistake(
        "an unknown action",
        8,
        "carry",
        "carri",
        ("line 8:", "has no action 'carri'", "did you mean 'carry'?"),
        "line 8: `small -> other` should do `carry`",
    ),
    Mistake(
        "two edges enabled at once",
        11,
        " & !ahead_smaller",
        "",
        ("line 11:", "3 disks from 0 to 2", "two transitions at once", "move_back"),
        "line 11: `other -> small` should take the guard `!ahead_smaller` too",
    ),
    Mistake(
        "a state with no way out",
        5,
        "done",
        'trap; small -> trap [label="step [!built]"]; done',
        ("line 5: state 'trap' has no way to a final state", "draw a transition that leads on"),
        "",
    ),
    Mistake(
        "a typing error in the label",
        8,
        "[!built]",
        "[!built",
        ("line 8, column", "found `/`, expected `]`", "the notation is"),
        "",
    ),
]


def broken(mistake: Mistake, folder: Path) -> Path:
    """The student's file with the mistake in it."""
    lines = PENDULUM.read_text(encoding="utf-8").splitlines()
    assert mistake.right in lines[mistake.line - 1]
    lines[mistake.line - 1] = lines[mistake.line - 1].replace(mistake.right, mistake.wrong)
    file = folder / "broken.dot"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def named(mistakes: list[Mistake]) -> pytest.MarkDecorator:
    """A test for each of the mistakes."""
    return pytest.mark.parametrize("mistake", mistakes, ids=[one.name for one in mistakes])


def test_there_are_ten_mistakes() -> None:
    assert len({mistake.name for mistake in MISTAKES}) == 10


def test_the_students_machine_solves_the_puzzle() -> None:
    assert list(solve(7, by=str(PENDULUM))) == list(solve(7, by="formula"))
    assert main(["check", str(PENDULUM)]) == 0
    assert main(["explore", str(PENDULUM)]) == 0


def test_the_students_diagram_is_drawn(tmp_path: Path) -> None:
    assert main(["draw", str(PENDULUM), "--out", str(tmp_path)]) == 0
    svg = ElementTree.parse(tmp_path / "pendulum.svg")
    assert "pendulum over two-storey" in [text.strip() for text in svg.getroot().itertext()]


@named(MISTAKES)
def test_each_mistake_is_told_with_its_line_the_step_and_the_pegs(
    mistake: Mistake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(broken(mistake, tmp_path))]) in (1, 2)
    out, err = capsys.readouterr()
    message = out + err
    assert message.count("\n") == 1
    for part in mistake.said:
        assert part in message


@named([mistake for mistake in MISTAKES if mistake.mend])
def test_the_mend_named_first_is_the_mistake_undone(mistake: Mistake, tmp_path: Path) -> None:
    found = mends(find_unchecked(str(broken(mistake, tmp_path))), disks=4)
    assert str(found[0]) == mistake.mend


def test_hint_names_the_line_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exchanged = next(one for one in MISTAKES if "exchanged" in one.name)
    file = str(broken(exchanged, tmp_path))
    assert main(["mend", file, "--hint", "--disks", "4"]) == 0
    assert capsys.readouterr().out == "look at line 10\n"


def test_a_sound_diagram_needs_no_mending(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mend", str(PENDULUM), "--disks", "4"]) == 0
    assert "nothing to mend" in capsys.readouterr().out


@pytest.mark.sweep
def test_two_mistakes_are_mended_by_two_edits_and_not_by_one(tmp_path: Path) -> None:
    text = PENDULUM.read_text(encoding="utf-8")
    file = tmp_path / "twice.dot"
    file.write_text(text.replace("move_ahead", "carry").replace("move_back", "move_ahead"))
    machine = find_unchecked(str(file))
    assert mends(machine, disks=3) == []
    found = mends(machine, disks=3, edits=2)
    assert found[0].texts == (
        "line 10: `other -> small` should do `move_back`",
        "line 11: `other -> small` should do `move_ahead`",
    )
