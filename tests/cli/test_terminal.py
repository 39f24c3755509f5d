"""Text for people fits into 80 columns, and only a terminal gets colours, progress and `play`."""

import os
import signal
from pathlib import Path

import pytest
from support.commands import DOT, EVERY, accepted, process, run
from support.screen import END, HOME, LEFT, RIGHT, Played, on_a_terminal

from hanoi_fsm import READERS, automata
from hanoi_fsm.cli.parser import COMMANDS
from hanoi_fsm.watching.moments import Player
from hanoi_fsm.watching.scene import scene


def five(name: str) -> str:
    """The arguments of a trace with five disks; for a reader, a word."""
    kind = automata.get(name).kind if automata.knows(name) else "solver"
    return {"solver": "5", "pathfinder": "01201 20110"}.get(kind) or accepted(name)


QUICK = [
    "--help",
    *(f"{command} --help" for command in COMMANDS),
    *(f"draw {part} --help" for part in ("run", "graph", "tree", "disks")),
    *(f"trace --by {name} {five(name)}" for name in EVERY),
    *(f"trace --by {name} {five(name)} --with-memory" for name in automata.names()),
]
NARROW = [
    "list",
    *(f"describe {name}" for name in EVERY),
    *(f"describe {name} --table" for name in READERS),
    *(f"play --by {name} {accepted(name)}" for name in automata.names()),
    *(f"check {name}" for name in ("monk", "twice-reader-small")),
    "check shortest --size 2",
    "check --size 1",
    "mutants monk --size 3",
    "repair monk --size 2",
    "path 120120 012021",
    "at 6",
    "at 6 --by-disk",
    "at 12 100 --as towers",
    "path 002002",
    "path 111111",
]
"""Commands with text for people; transcripts and the guide measure their own."""


@pytest.mark.parametrize(
    "commands",
    [pytest.param(QUICK, id="quick"), pytest.param(NARROW, id="slow", marks=pytest.mark.sweep)],
)
def test_no_line_for_people_is_longer_than_80(commands: list[str], tmp_path: Path) -> None:
    too_long = []
    for command in commands:
        ran = run(*command.split(), columns=80, cwd=tmp_path)
        assert ran.out, command
        long = [line for line in ran.lines if len(line) > 80 or line != line.rstrip()]
        too_long += [f"{command}: {long}"] * bool(long)
    assert too_long == []


@pytest.mark.sweep
def test_the_width_is_that_of_the_variable_and_what_is_quoted_stays_together() -> None:
    command = ["check", "call-stack", "monk", "--size", "2"]
    whole, narrow = run(*command).lines, run(*command, columns=50).lines
    assert (len(whole), max(map(len, narrow)) <= 50) == (2, True)
    assert " ".join(" ".join(narrow).split()) == " ".join(whole)
    assert process(*command, env={"COLUMNS": "wide"}).lines == run(*command, columns=80).lines
    killed = run("mutants", "monk", "--size", "2", columns=80).out
    assert "`pray -> pray : step [!built] / move_next`" in killed


@pytest.mark.parametrize("command", ["trace 2 --with-memory", "trace 70 --count 1"])
def test_a_table_that_is_too_wide_is_folded_and_nothing_of_it_is_lost(command: str) -> None:
    whole, narrow = run(*command.split()), run(*command.split(), columns=40)
    assert max(map(len, narrow.lines)) <= 40 < max(map(len, whole.lines))
    assert sorted(narrow.out.split()) == sorted(whole.out.split())
    assert max(map(len, process(*command.split(), env={"COLUMNS": ""}).lines)) <= 80, "in a pipe"


BUSY = {
    "draw graph 4 -o x.dot": "drawing",
    "repair my.dot --size 3": "repairing my.dot",
    "mutants monk --size 3": "mutants of monk",
}


@pytest.mark.sweep
@pytest.mark.parametrize("command", BUSY)
def test_what_may_take_long_shows_progress_on_a_terminal_alone(
    command: str, tmp_path: Path
) -> None:
    (tmp_path / "my.dot").write_text(DOT)
    assert BUSY[command] in on_a_terminal(*command.split(), cwd=tmp_path, out=tmp_path / "out")
    plain = process(*command.split(), cwd=tmp_path, env={"COLUMNS": "80"})
    assert (plain.err, plain.out) == ("", (tmp_path / "out").read_text())


def test_keys_go_forwards_and_back_and_the_terminal_is_left_as_it_was() -> None:
    played = Played("3")
    first = played.shows("step 0 of 7", "▐   3   ▌", "built? no", "2 / s", "paused")
    assert (played.screen.is_alternate, played.screen.cursor.hidden) == (True, True)
    assert played.screen.is_coloured
    played.press(RIGHT * 3)
    third = played.shows("step 3 of 7", "ahead_smaller? yes")
    played.press(RIGHT * 9)
    played.shows("done  the run has ended", "step 7 +1 of 7")
    played.press(LEFT * 5)
    played.until(lambda screen: screen.text == third)
    played.press(HOME)
    played.until(lambda screen: screen.text == first)
    played.press(END)
    played.shows("step 7 +1 of 7")
    played.press(f"{HOME}++-")
    played.shows("step 0 of 7", "4 / s")
    played.press("+++ ")
    played.shows("step 7 +1 of 7")
    played.press("q")
    assert played.ended() == 0


SIZES = [(width, height) for width in (30, 60, 100) for height in (10, 16, 30)]


@pytest.mark.parametrize(
    "name",
    [
        "configuration-reader",
        *(pytest.param(name, marks=pytest.mark.sweep) for name in ("two-storey", "call-stack")),
    ],
)
def test_the_rows_are_at_the_same_places_at_every_moment_and_fit(name: str) -> None:
    machine = automata.get(name)
    for width, height in SIZES:
        player = Player(machine, *machine.parse(five(name).split()))
        heights = set()
        for _ in range(20):
            rows = scene(player, width, height)
            heights.add(len(rows))
            assert max(row.cell_len for row in rows) <= width
            player.forward()
        assert len(heights) == 1
        assert heights <= {*range(height + 1)}


@pytest.mark.parametrize(("disks", "height"), [(5, 15), (8, 18)])
def test_pegs_and_states_are_seen_from_60_columns_on(disks: int, height: int) -> None:
    player = Player(automata.get("two-storey"), disks)
    for width, is_seen in ((59, False), (60, True)):
        rows = [row.plain for row in scene(player, width, height)]
        peg = [row.split("│")[0].strip(" ▐▌") for row in rows if row.lstrip().startswith("▐")]
        assert peg == [str(disk) for disk in range(1, disks + 1)] * is_seen
        assert any("peg 2" in row for row in rows[1 : disks + 3]) is is_seen
        assert any("▶  D  dismantle" in row for row in rows)


def test_the_strip_has_what_is_over_left_of_the_playhead_and_the_rest_right_of_it() -> None:
    player = Player(automata.get("two-storey"), 5)
    for _ in range(12):
        player.forward()
    *_, disks, states = [row.plain for row in scene(player, 100)]
    over, later = (part.split() for part in disks.split("┃"))
    assert over == [*"121312141213"]
    assert later == [*"1215121312141213121", "·"]
    assert [part.split() for part in states.split("┃")] == [[*"DBCF" * 3], [*"DBCF" * 5]]


def test_in_a_pipe_a_long_run_is_played_up_to_some_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanoi_fsm.watching.player.MOST_PRINTED", 3)
    assert run("play", "1", "--by", "monk").code == 0
    ran = run("play", "210", "--by", "monk")
    assert (ran.code, ran.out.count("step ")) == (2, 3)
    assert "after 3 events" in ran.err


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        pytest.param(signal.SIGINT, marks=pytest.mark.sweep),
        pytest.param(signal.SIGHUP, marks=pytest.mark.sweep),
    ],
)
def test_a_signal_leaves_the_terminal_as_it_was(number: signal.Signals) -> None:
    played = Played("64")
    played.shows("step 0 of 18446744073709551615", "paused")
    played.press(" ")
    played.shows("playing")
    if number == signal.SIGINT:
        played.press("\x03")
    else:
        os.kill(played.pid, number)
    assert played.ended() == 128 + number


@pytest.mark.sweep
def test_it_follows_the_size_of_the_terminal() -> None:
    played = Played("8", env={"NO_COLOR": "1"})
    played.shows("▐        8        ▌", "q quit")
    for columns, rows in ((100, 40), (120, 50)):  # what is drawn for a smaller one still fits
        played.resize(columns, rows)
        played.shows("two-storey", "step 0", "▐        8        ▌", "space play")
    played.press(f"\x1a{RIGHT}")  # it is not stopped: the shell would be left with its screen
    played.shows("step 1 ")
    assert not played.screen.is_coloured
    played.press("q")
    assert played.ended() == 0


@pytest.mark.sweep
def test_a_drawing_from_standard_input_leaves_the_keyboard_to_the_player(tmp_path: Path) -> None:
    (tmp_path / "my.dot").write_text(DOT, encoding="utf-8")
    played = Played("3", "--by", "-", piped=tmp_path / "my.dot")
    played.shows("moves 3 disks", "paused")
    played.press(RIGHT)
    played.shows("step 1 ")
    played.press("q")
    assert played.ended() == 0
