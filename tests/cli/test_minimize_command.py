"""`minimize NAME`: which states are equivalent, and the automaton without them."""

from pathlib import Path

import pytest
from commands import DOT, assert_refused, cells, lines, run

from hanoi_fsm import automata
from hanoi_fsm.hanoi.resolver import find


def doubled() -> str:
    """path-reader with one of its states drawn twice, and one to which no edge leads."""
    table = automata.get("path-reader").automaton
    first, second, *_ = table.states
    rows = {state: f'"{state}" [peripheries=2]' for state in (*table.states, "again", "lost")}
    edges = [f'"{one.source}" -> "{one.target}" [label="{one.label}"]' for one in table.transitions]
    edges += [
        f'"{state}" -> "{one.target}" [label="{one.label}"]'
        for state in ("again", "lost")
        for one in table.leaving(second)
    ]
    changed = next(edge for edge in edges if edge.startswith(f'"{first}" -> "{second}"'))
    edges[edges.index(changed)] = changed.replace(f'-> "{second}"', '-> "again"')
    begin = f'start [shape=point]; start -> "{table.initial}"'
    return "\n".join([f'digraph it {{ label="{table.title}"', begin, *rows.values(), *edges, "}"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my.dot").write_text(doubled())
    (tmp_path / "two.dot").write_text(DOT)
    return tmp_path


def test_it_says_which_states_are_equivalent_and_prints_the_table(folder: Path) -> None:
    first, second = automata.get("path-reader").automaton.states[:2]
    said, merged, lost, blank, *table = lines("minimize", "my.dot", cwd=folder)
    assert said == "my.dot: 5 states, 10 transitions become 3 states, 6 transitions"
    assert merged.strip() == f"{second} and again are equivalent: merged into {second}"
    assert (lost.strip(), blank) == ("left out, as no events lead there: lost", "")
    assert len(table) == 6
    assert any(row.startswith(f"{first} ") for row in table)


@pytest.mark.parametrize("name", ["path-reader", "move-reader-small"])
def test_a_minimal_one_is_left_as_it_is(name: str) -> None:
    sizes = automata.get(name).automaton.sizes
    assert lines("minimize", name) == [f"{name}: already minimal: {sizes}"]


def test_a_machine_without_outputs_may_lose_states_that_mean_something(folder: Path) -> None:
    (folder / "turnstile.dot").write_text("""digraph turnstile {
        start [shape=point]; start -> locked
        locked -> locked [label=push]; locked -> open [label=coin]
        open -> open [label=coin]; open -> locked [label=push]
    }""")
    said = lines("minimize", "turnstile.dot", cwd=folder)[0]
    assert said.startswith("turnstile.dot: 2 states, 4 transitions become 1 state, 2 transitions;")
    assert "nothing is put out" in said
    assert "put out" not in lines("minimize", "my.dot", cwd=folder)[0]


def test_guards_and_actions_are_taken_as_drawn(folder: Path) -> None:
    [said] = lines("minimize", "two.dot", cwd=folder)
    assert said.startswith("two.dot: already minimal: 5 states, 8 transitions; guards")
    assert said.endswith("fewer states may be possible")


@pytest.mark.parametrize("ending", ["dot", "gv", "json", "JSON"])
def test_the_file_that_is_written_is_read_back_as_the_same(ending: str, folder: Path) -> None:
    file = f"smaller.{ending}"
    said = lines("minimize", "my.dot", "-o", file, cwd=folder)
    assert said[0].startswith("my.dot: 5 states")
    machine = find(folder / file)
    assert machine.automaton.title == automata.get("path-reader").automaton.title
    assert run("equal", file, "path-reader", cwd=folder).code == 0
    assert lines("minimize", file, cwd=folder)[0].startswith(f"{file}: already minimal")


@pytest.mark.parametrize("format", ["mermaid", "plantuml", "scxml", "jflap", "transitions"])
def test_every_format_of_export_is_known(format: str, folder: Path) -> None:
    written = "\n".join(lines("minimize", "my.dot", "--to", format, cwd=folder))
    assert "again" not in written
    assert lines("minimize", "my.dot", "--to", format, "-o", "x", cwd=folder)
    assert (folder / "x").read_text().rstrip("\n") == written


def test_rows_for_programs_are_those_of_the_minimal_automaton() -> None:
    rows = cells("minimize", "path-reader")
    expected = automata.get("path-reader").automaton.transitions
    assert [(one["state"], one["event"], one["next"]) for one in rows] == [
        (one.source, one.event, one.target) for one in expected
    ]


REFUSED = [
    ("my.dot -o my.dot", "my.dot"),
    ("my.dot -o x.svg", "x.svg"),
    ("my.dot -o x", "--to"),
    ("my.dot --to nothing", "nothing"),
    ("my.dot -o x.dot --format csv", "--format"),
    ("formula", "formula"),
    ("faulty.dot", "bilt"),
    ("nobody", "nobody"),
    ("monk --memory x.py:y", "--memory"),
]


@pytest.mark.parametrize(("words", "fragment"), REFUSED)
def test_what_cannot_be_minimized_is_refused(words: str, fragment: str, folder: Path) -> None:
    (folder / "faulty.dot").write_text(DOT.replace("built", "bilt"))
    before = sorted(folder.iterdir())
    assert_refused(run("minimize", *words.split(), cwd=folder), fragment)
    assert sorted(folder.iterdir()) == before
