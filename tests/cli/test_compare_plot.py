"""`compare --plot`: how the figures of solvers and other machines grow, as a picture in a file."""

import re
import sys
from pathlib import Path

import pytest
from commands import DOT, assert_refused, lines, process, run

from hanoi_fsm.hanoi import comparing


def test_a_plot_without_matplotlib_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delattr(comparing, "measure_all")  # it is refused before anything runs
    ran = run("compare", "3", "monk", "--plot", "times.svg", cwd=tmp_path)
    assert_refused(ran, "pip install 'matplotlib>=3.8'")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("file", ["times", "times.dot", "times.svgz", ".svg", "svg"])
def test_a_plot_into_another_kind_of_file_is_refused_before_anything_runs(
    file: str, tmp_path: Path
) -> None:
    ran = run("compare", "3", "monk", "--plot", file, cwd=tmp_path)
    assert_refused(ran, repr(file), ".svg, .png, .pdf")
    assert list(tmp_path.iterdir()) == []


def test_there_is_nothing_to_plot_without_disks(tmp_path: Path) -> None:
    assert_refused(run("compare", "0", "monk", "--plot", "x.svg", cwd=tmp_path), "at least 1 disk")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("file", "begin"),
    [("t.svg", b"<svg"), ("T.SVG", b"<svg"), ("t.png", b"\x89PNG"), ("t.pdf", b"%PDF-")],
)
def test_the_suffix_decides_what_a_plot_is(file: str, begin: bytes, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert lines("compare", "3", "monk", "--plot", file, cwd=tmp_path) == [file]
    assert (tmp_path / file).read_bytes().startswith(begin)


@pytest.mark.sweep
def test_a_plot_names_every_solver_as_it_is_and_matplotlib_says_nothing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    names = ["monk", "_mine.dot", r"$\frac$.dot", "\N{CJK UNIFIED IDEOGRAPH-5854}.dot"]
    for name in names[1:]:
        (tmp_path / name).write_text(DOT)
    env = {"MPLBACKEND": "nope"}
    ran = process("compare", "3", *names, "--plot", "times.svg", cwd=tmp_path, env=env)
    assert ran == (0, "times.svg\n", "")
    picture = (tmp_path / "times.svg").read_text("utf-8")
    assert [name for name in names if f">{name}</text>" not in picture] == []


@pytest.mark.parametrize(
    "command",
    [
        "compare --plot x.svg 3 two-storey",
        "compare 3 --plot x.svg two-storey",
        "compare 3 two-storey --plot x.svg",
        "compare --of events 3 --plot x.svg two-storey",
        "compare 3 two-storey --of cells --plot x.svg monk",
        "compare --plot=x.svg --of=counts 3 two-storey",
    ],
)
@pytest.mark.one_in(3)
@pytest.mark.sweep
def test_options_may_stand_anywhere(command: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert lines(*command.split(), cwd=tmp_path) == ["x.svg"]
    drawn = (tmp_path / "x.svg").read_text("utf-8")
    assert "two-storey" in drawn
    assert (">monk</text>" in drawn) == ("monk" in command)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("3 monk --of events", ["--of", "without --plot"]),
        ("3 monk --plot x.svg --baseline hbits", ["--baseline", "with --plot"]),
        ("3 monk --plot x.svg --of event", ["'event'", "'events'?"]),
        ("3 --plot x.svg --of counts", ["one machine", "compare 3 two-storey --plot x.svg"]),
        ("3 monk hbits --plot x.svg --of counts", ["one machine"]),
        ("3 hbits --plot x.svg --of counts", ["hbits is not an automaton and has no counts"]),
        ("3 monk mine.py:f --plot x.svg --of events", ["mine.py:f", "no events"]),
        ("3 rank-reader --plot x.svg --of cells", ["rank-reader moves no disks"]),
        ("3 twice-reader --plot x.svg --of counts", ["twice-reader has", "transitions"]),
        ("25 monk --plot x.svg", ["at most 24"]),
    ],
)
def test_what_cannot_be_plotted_is_refused(words: str, said: list[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "mine.py").write_text("from hanoi_fsm import solve as f\n")
    assert_refused(run("compare", *words.split(), cwd=tmp_path), *said)
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.sweep
def test_a_plot_of_what_is_wrong_says_so(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "wrong.dot").write_text(DOT.replace("move_ahead", "carry"))
    for more in ([], ["--of", "events"]):
        ran = run("compare", "3", "monk", "wrong.dot", "--plot", "x.svg", *more, cwd=tmp_path)
        assert (ran.code, ran.lines[0], ran.err) == (1, "x.svg", "")
        [said] = ran.lines[1:]
        assert re.match(r"wrong\.dot: line \d+: with 2 disks", said)


@pytest.mark.parametrize("what", ["events", "cells", "counts"])
@pytest.mark.one_in(3)
def test_what_does_not_depend_on_the_machine_is_the_same_again(what: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for file in ("a.svg", "b.svg"):
        lines("compare", "4", "call-stack", "--of", what, "--plot", file, cwd=tmp_path)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
