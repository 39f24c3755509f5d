"""`draw`: which files it writes, the counts on their edges, and what a stretch of a run lights."""

import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from commands import DOT, assert_refused, lines, run

from hanoi_fsm import Configuration, Diagram, Transition, automata, find, path, read, trace


def drawn(name: str, *options: str, folder: Path) -> str:
    """The DOT text of the only picture that is drawn."""
    [file] = lines("draw", name, *options, "--format", "dot", "--out", folder)
    return Path(file).read_text("utf-8")


def counted(name: str, size: int, folder: Path) -> dict[Transition, int]:
    """What `--counts` puts on the edges."""
    text = drawn(name, "--counts", str(size), folder=folder)
    assert (folder / f"{name}-counts-{size}.dot").exists()
    return dict(read(text).counts)


@pytest.mark.sweep
def test_draw_writes_a_picture_of_every_automaton(tmp_path: Path) -> None:
    files = lines("draw", "--format", "dot", cwd=tmp_path)
    assert files == [f"hanoi-diagrams/{name}.dot" for name in automata.names()]
    for name, file in zip(automata.names(), files, strict=True):
        assert read((tmp_path / file).read_text("utf-8")).automaton == find(name).automaton


def test_draw_highlights_states(tmp_path: Path) -> None:
    text = drawn("two-storey", "--lit", "crown", "--lit", "base", folder=tmp_path)
    assert text == Diagram.of(find("two-storey"), lit=["crown", "base"]).dot != DOT


def test_draw_takes_a_diagram(tmp_path: Path) -> None:
    (tmp_path / "my.dot").write_text(DOT.replace("=crown", "=peak"))
    files = lines("draw", "my.dot", "two-storey", "--format", "dot", "--out", "a/b", cwd=tmp_path)
    assert files == ["a/b/my.dot", "a/b/two-storey.dot"]
    mine, ours = ((tmp_path / file).read_text("utf-8") for file in files)
    assert ours == DOT
    assert read(mine).automaton == read(DOT.replace("crown", "peak")).automaton
    assert "peak" in read(mine).places


def test_draw_does_not_write_one_picture_over_another(tmp_path: Path) -> None:
    (tmp_path / "two-storey.dot").write_text(DOT)
    ran = run("draw", "two-storey", "two-storey.dot", "--out", "pictures", cwd=tmp_path)
    assert_refused(ran, "two-storey.svg")
    assert not (tmp_path / "pictures").exists()
    assert len(lines("draw", "two-storey", "two-storey", "--format", "dot", cwd=tmp_path)) == 1


@pytest.mark.dot
@pytest.mark.parametrize(("format", "begin"), [("png", b"\x89PNG"), ("pdf", b"%PDF-")])
def test_draw_writes_png_and_pdf_with_dot(format: str, begin: bytes, tmp_path: Path) -> None:
    lines("draw", "two-storey", "--format", format, "--out", tmp_path)
    assert (tmp_path / f"two-storey.{format}").read_bytes().startswith(begin)


@pytest.mark.sweep
def test_without_dot_only_svg_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for option in (["--format", "png"], ["--format", "pdf"], ["--renderer", "dot"]):
        ran = run("draw", "monk", *option, "--out", "pictures", cwd=tmp_path)
        assert_refused(ran, "dot", "install Graphviz")
        assert list(tmp_path.iterdir()) == []
    [svg] = lines("draw", "monk", "--out", tmp_path)
    assert "<svg" in Path(svg).read_text("utf-8")


def test_the_counts_of_a_pathfinder_are_those_between_all_pairs(tmp_path: Path) -> None:
    assert counted("rank-reader", 3, tmp_path) == find("rank-reader").counts(3)
    taken = counted("any-to-any", 2, tmp_path)
    places = [Configuration("".join(word)) for word in product("012", repeat=2)]
    moves = sum(len(list(path(*ends, by="any-to-any"))) for ends in product(places, places))
    assert sum(count for row, count in taken.items() if row.action == "move_put_off") == moves


@pytest.mark.parametrize("name", automata.SOLVERS)
@pytest.mark.parametrize("disks", [0, 1, 5])
@pytest.mark.one_in(2)
def test_a_solver_s_counts_are_those_of_its_trace(name: str, disks: int, tmp_path: Path) -> None:
    text = drawn(name, "--counts", str(disks), folder=tmp_path)
    passed = Counter(record.transition for record in trace(disks, by=name))
    assert read(text).counts == {row: passed[row] for row in find(name).automaton.transitions}
    beside = re.findall(r" (\d+) \((\d+)\)", text)
    assert len(beside) == len(find(name).automaton.transitions)
    assert all(run == closed for run, closed in beside)


def test_counts_and_path_in_one_picture_are_of_one_run(tmp_path: Path) -> None:
    text = drawn("two-storey", "--counts", "6", "--path", "60..63", folder=tmp_path)
    assert read(text).counts == find("two-storey").counts(6)
    assert text.count("penwidth=2.5") >= 4
    both = ["--counts", "6", "--path", "1..7", "--disks"]
    assert drawn("two-storey", *both, "6", folder=tmp_path)
    assert_refused(run("draw", "two-storey", *both, "3", cwd=tmp_path), "--counts 6", "3 disks")


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("two-storey", 1, 1), ("two-storey", 4, 6), ("call-stack", 3, 9), ("monk", 15, 15)],
)
def test_path_highlights_what_is_passed(name: str, first: int, last: int, tmp_path: Path) -> None:
    steps = ["--disks", "4", "--path", f"{first}..{last}"]
    text = drawn(name, *steps, folder=tmp_path)
    assert (tmp_path / f"{name}-steps-{first}-to-{last}.dot").exists()
    plain = drawn(name, folder=tmp_path)
    assert read(text).automaton == read(plain).automaton
    expected, step = set(), 1
    for record in trace(4, by=name):
        if first <= step <= last:
            expected |= {record.transition, record.state, record.next_state}
        step += record.output is not None
    automaton = find(name).automaton
    items = [*automaton.states, *automaton.transitions]
    looks, before = (re.findall(r'^.*id="(?:state|edge)-\d+".*$', t, re.M) for t in (text, plain))
    compared = zip(items, looks, before, strict=True)
    assert {item for item, a, b in compared if a.split() != b.split()} == expected
