"""`draw --as table` and `describe --table`: the state table on the command line."""

import csv
import json
from pathlib import Path

import pytest
from commands import DOT, assert_refused, lines, run

from hanoi_fsm import StateTable, automata, find

SEVERAL = [name for name in automata.names() if len(automata.get(name).automaton.events) > 1]
CLOCK = f"{Path(__file__).parent.parent / 'machines' / 'alarm_clock.py'}:clock"


def test_draw_without_a_name_draws_the_tables_of_all_automata_with_several_events(
    tmp_path: Path,
) -> None:
    printed = lines("draw", "--as", "table", "--format", "dot", "--out", tmp_path)
    assert printed == [str(tmp_path / f"{name}-table.dot") for name in SEVERAL]
    assert len(SEVERAL) == len(automata.READERS)


def test_a_table_lies_beside_the_diagram_of_the_same_automaton(tmp_path: Path) -> None:
    for kind in ("diagram", "table"):
        lines("draw", "path-reader", "--as", kind, "--out", tmp_path)
    assert {one.name for one in tmp_path.iterdir()} == {"path-reader.svg", "path-reader-table.svg"}
    assert "state table" in (tmp_path / "path-reader-table.svg").read_text("utf-8")


def test_a_machine_of_a_python_file_and_a_diagram_have_tables_too(tmp_path: Path) -> None:
    assert lines("draw", CLOCK, "--as", "table", "--out", tmp_path) == [
        str(tmp_path / "alarm-clock-table.svg")
    ]
    lines("draw", "rank-reader", "--format", "dot", "--out", tmp_path)
    file = tmp_path / "rank-reader.dot"
    assert lines("describe", file, "--table")[3:] == lines("describe", "rank-reader", "--table")[3:]


@pytest.mark.parametrize("command", ["check", "describe", "draw", "explore"])
def test_a_state_table_is_refused_where_a_diagram_is_read(command: str, tmp_path: Path) -> None:
    [file] = lines("draw", "rank-reader", "--as", "table", "--format", "dot", "--out", tmp_path)
    assert_refused(
        run(command, file, cwd=tmp_path), "rank-reader-table.dot", "this is a state table"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("draw monk --as table", "only one event, 'step'"),
        ("draw my.dot --as table", "only one event"),
        ("draw rank-reader monk --as table", "only one event, 'step'"),
        ("draw rank-reader --as tables", "did you mean 'table'?"),
        ("draw rank-reader --as", "--as"),
        ("describe monk --table", "only one event, 'step'"),
        ("describe hbits --table", "is not an automaton"),
        ("describe rank-reader --table --format xml", "choose from text, markdown, csv, jsonl"),
        ("describe rank-reader --format markdown", "without --table"),
    ],
)
def test_what_has_no_table_is_refused_and_nothing_is_written(
    words: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "my.dot").write_text(DOT)
    assert_refused(run(*words.split(), cwd=tmp_path), said)
    assert [one.name for one in tmp_path.iterdir()] == ["my.dot"]


@pytest.mark.parametrize("name", [*SEVERAL, CLOCK])
def test_describe_prints_the_table_in_80_columns_and_for_programs(name: str) -> None:
    table = StateTable(find(name))
    printed = run("describe", name, "--table", columns=80).lines
    assert max(map(len, printed)) <= 80
    assert "\n".join(printed).endswith(table.text())
    assert "\n".join(lines("describe", name, "--table", "--format", "markdown")) == table.markdown()
    rows = lines("describe", name, "--table", "--format", "csv")
    assert list(csv.reader(rows)) == list(table.grid())
    objects = [json.loads(line) for line in lines("describe", name, "--table", "--format", "jsonl")]
    assert [one["state"] for one in objects] == [row.state for row in table.rows]
    assert [list(one["cells"]) for one in objects] == [list(table.events)] * len(objects)
