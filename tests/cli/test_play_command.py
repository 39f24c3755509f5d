"""`play`: a run on a terminal, driven by keys, or printed where there is no terminal."""

import os
import re
import signal
from pathlib import Path

import pytest
from commands import DOT, assert_refused, lines, run
from screen import DOWN, END, HOME, LEFT, RIGHT, UP, Played

from hanoi_fsm import automata

MACHINES = Path(__file__).parent.parent / "machines"


def test_keys_go_forwards_and_back_and_the_terminal_is_left_as_it_was() -> None:
    played = Played("3")
    first = played.shows("step 0 of 7, event 0", "[==3==]", "guards   built: no", "paused")
    assert (played.screen.alternate, played.screen.cursor) == (True, False)
    assert played.screen.coloured is False
    played.press(RIGHT * 3)
    third = played.shows("event 3", "ahead_smaller: yes (tops of pegs 0 and 2)")
    assert played.screen.coloured
    played.press(END)
    assert "nothing: the run has ended" in played.shows("done (final)", "event 8")
    played.press(UP)
    played.shows("step 0 of 7, event 0")
    played.press(DOWN)
    played.shows("step 7 of 7, event 7")
    played.press(HOME + RIGHT * 4 + LEFT)
    assert played.shows("event 3") == third
    played.press(LEFT * 9)
    assert played.shows("event 0") == first
    played.press("++++ ")
    played.shows("event 8", "paused")
    played.press("q")
    assert played.ended() == 0


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, -signal.SIGTERM),
        pytest.param(None, 130, marks=pytest.mark.sweep),
        pytest.param(signal.SIGHUP, -signal.SIGHUP, marks=pytest.mark.sweep),
        pytest.param(signal.SIGQUIT, -signal.SIGQUIT, marks=pytest.mark.sweep),
    ],
)
def test_a_signal_leaves_the_terminal_as_it_was(number: int | None, code: int) -> None:
    played = Played("64")
    played.shows("step 0 of 18446744073709551615")
    played.press(END)
    played.shows("step 18446744073709551615 of")
    played.press(HOME + " ")
    played.shows("2/s")
    if number is None:
        played.press("\x03")
    else:
        os.kill(played.pid, number)
    assert played.ended() == code


@pytest.mark.sweep
def test_it_follows_the_size_of_the_terminal() -> None:
    played = Played("8")
    played.shows("[====", "q quit")
    for columns, rows in ((100, 40), (60, 20), (50, 12)):
        played.resize(columns, rows)
        played.shows("step 0 of 255", "paused", "next")
    played.resize(30, 10)
    played.shows("30 x 10 is too small", "40 x 12")
    played.resize(80, 24)
    played.shows("step 0 of 255", "paused")
    played.press("q")
    assert played.ended() == 0


@pytest.mark.sweep
def test_who_wants_no_colour_gets_none() -> None:
    played = Played("2", env={"NO_COLOR": "1"})
    played.shows("paused")
    played.press(RIGHT)
    played.shows("small* ")
    assert not played.screen.coloured
    played.press("q")
    assert played.ended() == 0


@pytest.mark.sweep
def test_it_can_be_stopped_and_continued() -> None:
    played = Played("3")
    played.shows("paused")
    played.press("\x1a")
    played.until(lambda screen: not screen.alternate and screen.cursor)
    assert os.waitpid(played.pid, os.WUNTRACED)[0] == played.pid  # it has stopped
    os.kill(played.pid, signal.SIGCONT)
    played.until(lambda screen: screen.alternate and not screen.cursor)
    played.shows("step 0 of 7", "paused")
    played.press("q")
    assert played.ended() == 0


@pytest.mark.sweep
def test_a_user_s_machine_is_played_and_its_error_leaves_the_terminal_as_it_was(
    tmp_path: Path,
) -> None:
    clock = (MACHINES / "alarm_clock.py").read_text(encoding="utf-8")
    (tmp_path / "clock.py").write_text(clock, encoding="utf-8")
    played = Played("tick", "H", "tick", "--by", "clock.py:clock", cwd=tmp_path)
    played.shows("word     [tick] H tick", "alarm_hour 0")
    played.press(RIGHT)
    played.shows("word     tick [H] tick", "output   00:01")
    played.press("\x03")
    assert played.ended() == 130


@pytest.mark.sweep
def test_a_drawing_from_standard_input_leaves_the_keyboard_to_the_player(tmp_path: Path) -> None:
    (tmp_path / "my.dot").write_text(DOT, encoding="utf-8")
    played = Played("3", "--by", "-", piped=tmp_path / "my.dot")
    played.shows("moves 3 disks", "paused")
    played.press(RIGHT)
    played.shows("event 1")
    played.press("q")
    assert played.ended() == 0


@pytest.mark.parametrize("rest", ["", "--count 4"])
def test_without_a_terminal_the_frames_are_printed(rest: str) -> None:
    printed = lines("play", "2", *rest.split())
    steps = [line for line in printed if line.startswith("state ")]
    names = ["dismantle", "base", "crown", "foundation", "done (final)"][: 4 if rest else 5]
    assert [re.sub(" +step.*", "", line[9:]) for line in steps] == names
    assert "heights* 1 1 0" in "\n".join(printed)


def test_a_later_step_is_where_it_begins() -> None:
    first = lines("play", "64", "--start", str(10**18), "--count", "2")
    assert "state    foundation   step 999999999999999999 of 18446744073709551615" in first
    assert "output   disk 19: 0 -> 1" in first


def test_a_run_that_goes_wrong_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "my.dot").write_text(DOT.replace("/ move_back", "/ move_ahead"))
    ran = run("play", "3", "--by", "my.dot", cwd=tmp_path)
    assert ran.code == 1
    ran = run("play", "--by", "rank-reader", "1111")
    assert (ran.code, ran.out.count("STOPPED")) == (1, 1)


@pytest.mark.parametrize(
    ("words", "fragments"),
    [
        ("3 --by hbits", ["hbits", "automaton"]),
        ("3 --by monc", ["'monc'", "'monk'"]),
        ("3 4", ["one number of disks"]),
        ("3 --start 9", ["step 9"]),
        ("3 --count 0", ["--count"]),
        ("3 --begin a", ["--begin"]),
        ("0021 --by rank-reader --start 2", ["--start"]),
        ("012 --by move-reader", ["symbol 3"]),
    ],
)
def test_bad_input_is_refused_in_one_line(words: str, fragments: list[str]) -> None:
    assert_refused(run("play", *words.split()), *fragments)


@pytest.mark.parametrize("name", ["monk", "twice-reader-small", "any-to-any"])
def test_no_printed_line_is_longer_than_80(name: str) -> None:
    words = ["6"] if name in automata.SOLVERS else ["120120", "012021"]
    ran = run("play", *words, "--by", name, "--count", "9", columns=80)
    assert max(map(len, ran.lines)) <= 80
    assert [line for line in ran.lines if line != line.rstrip()] == []
