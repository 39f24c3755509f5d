"""A student's own diagram: it is run, drawn, explored, broken in ten ways, and repaired."""

from pathlib import Path
from typing import NamedTuple

import pytest
from commands import lines, run

PENDULUM = Path(__file__).parent.parent / "student" / "pendulum.dot"


class Mistake(NamedTuple):
    """A typical mistake: in which line, what is written for what, what is said, the repair."""

    line: int
    right: str
    wrong: str
    said: str
    repair: str = ""


# fmt: off
MISTAKES = {
    "wrong parity": Mistake(7, "start -> small", "start -> other",
        "line 11:; 1 disk from 0 to 2; step 1; 1 | - | -", "line 7:; small"),
    "an edge to the wrong state": Mistake(8, "-> other", "-> small",
        "line 10:; 'other'", "line 8:; `small -> small`; other"),
    "a guard the wrong way round": Mistake(10, "& ahead_smaller", "& !ahead_smaller",
        "line 10:; !ahead_smaller", "line 10:; `other -> small`; `ahead_smaller`"),
    "the stop test is missing": Mistake(12, 'other -> done  [label="step [built]"]', "",
        "line 8:; 1 disk from 0 to 2; step 2; the end", "line 8:; `other -> done : step [built]`"),
    "the stop test comes too early": Mistake(11, "-> small", "-> done",
        "line 11:; 2 disks from 0 to 2; step 3; - | 1 | 2; the end",
        "line 11:; `other -> done`; small"),
    "an action with source and target exchanged": Mistake(10, "move_back", "move_ahead",
        "line 10:; 3 disks from 0 to 2; step 4; 3 | 2 1 | -; peg 2",
        "line 10:; `other -> small`; `move_back`"),
    "an unknown action": Mistake(8, "carry", "carri",
        "line 8:; 'carri'; 'carry'?", "line 8:; `small -> other`; `carry`"),
    "two edges enabled at once": Mistake(11, " & !ahead_smaller", "",
        "line 11:; 3 disks from 0 to 2; move_back", "line 11:; `other -> small`; `!ahead_smaller`"),
    "a state with no way out": Mistake(5, "done",
        'trap; small -> trap [label="step [!built]"]; done', "line 5:; 'trap'"),
    "a typing error in the label": Mistake(8, "[!built]", "[!built", "line 8, column; `/`; `]`"),
}
# fmt: on
REPAIRED = [
    pytest.param(name, marks=[pytest.mark.sweep] * (one.line > 9))
    for name, one in MISTAKES.items()
    if one.repair
]


def broken(name: str, folder: Path) -> Path:
    """The student's file with the mistake in it."""
    mistake = MISTAKES[name]
    text = PENDULUM.read_text("utf-8").splitlines()
    assert mistake.right in text[mistake.line - 1]
    text[mistake.line - 1] = text[mistake.line - 1].replace(mistake.right, mistake.wrong)
    file = folder / "broken.dot"
    file.write_text("\n".join(text), "utf-8")
    return file


def test_the_students_machine_solves_the_puzzle_and_needs_no_repair() -> None:
    assert lines("solve", "7", "--by", PENDULUM) == lines("solve", "7", "--by", "recursion")
    assert "holds for 0 .. 10 disks" in lines("check", PENDULUM)[0]
    assert len(lines("mend", PENDULUM, "--disks", "3")) == 1


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_is_told_with_its_line_and_the_step(name: str, tmp_path: Path) -> None:
    ran = run("check", broken(name, tmp_path))
    message = ran.out or ran.err
    assert (ran.code, message.count("\n")) == (1 if ran.out else 2, 1)
    for part in MISTAKES[name].said.split("; "):
        assert part in message


@pytest.mark.parametrize("name", REPAIRED)
@pytest.mark.one_in(2)
def test_the_repair_named_first_is_the_mistake_undone(name: str, tmp_path: Path) -> None:
    file = broken(name, tmp_path)
    [first] = lines("mend", file, "--disks", "3", "--most", "1", "--jobs", "1")
    for part in MISTAKES[name].repair.split("; "):
        assert part in first


def test_without_a_file_the_hint_names_the_edge_to_look_at(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from hanoi_fsm import Diagram, automata, read\n"
        "dot = Diagram(automata.get('monk').automaton).dot.replace('step [built]', 'step')\n"
        "monk = read(dot).automaton\n"
    )
    ran = run("mend", "mine.py:monk", "--hint", "--disks", "2", "--jobs", "1", cwd=tmp_path)
    assert (ran.code, ran.err, ran.lines) == (0, "", ["look at `pray -> done : step`"])


@pytest.fixture
def twice_broken(tmp_path: Path) -> Path:
    text = PENDULUM.read_text("utf-8")
    file = tmp_path / "twice.dot"
    file.write_text(text.replace("move_ahead", "carry").replace("move_back", "move_ahead"))
    return file


def test_two_mistakes_are_not_repaired_by_one_edit(twice_broken: Path) -> None:
    ran = run("mend", twice_broken, "--disks", "2", "--jobs", "1")
    assert (ran.code, ran.err, "--edits 2" in ran.out) == (1, "", True)


@pytest.mark.sweep
def test_two_mistakes_are_repaired_by_two_edits(twice_broken: Path) -> None:
    first, *_ = lines("mend", twice_broken, "--disks", "3", "--edits", "2")
    for part in ("line 10:", "`move_back`", "line 11:", "`move_ahead`"):
        assert part in first
