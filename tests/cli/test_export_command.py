"""The command `export`, and the JSON that it writes in place of a DOT file."""

import json
import re
from pathlib import Path

import pytest
from commands import lines, run

from hanoi_fsm import automata
from hanoi_fsm.fsm.formats import FORMATS, ExportContext, export, schema
from hanoi_fsm.hanoi.pictures.graph_automaton import places

TWO_STOREY = automata.get("two-storey").automaton


def exported(*arguments: str | Path) -> str:
    return "\n".join(lines("export", *arguments))


@pytest.mark.parametrize("format", [format for format in FORMATS if format != "jflap"])
def test_export_prints_the_text_or_writes_it_as_a_whole(format: str, tmp_path: Path) -> None:
    text = exported("two-storey", "--to", format)
    machine = automata.get("two-storey")
    context = ExportContext(meanings=machine.meanings, layout=machine.layout)
    assert text == export(TWO_STOREY, format, context)
    assert exported("two-storey", "--to", format, "-o", tmp_path / "two-storey") == ""
    assert [file.read_text("utf-8") for file in tmp_path.iterdir()] == [f"{text}\n"]


def test_export_to_dot_is_what_draw_writes(tmp_path: Path) -> None:
    lines("draw", "two-storey", "--format", "dot", "--out", tmp_path)
    assert exported("two-storey", "--to", "dot") + "\n" == (tmp_path / "two-storey.dot").read_text()


def test_export_knows_what_a_reader_writes_and_where_the_nodes_of_the_graph_are() -> None:
    assert "<transout>02</transout>" in exported("move-reader", "--to", "jflap")
    text = exported("hanoi-graph", "--disks", "2", "--to", "jflap")
    assert "<type>fa</type>" in text
    x, y = places(2)["21"]
    assert re.search(rf"<x>{x:.1f}</x>\s*<y>{y:.1f}</y>", text)


@pytest.mark.parametrize("suffix", ["dot", "json"])
def test_export_hands_on_what_a_file_shows(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"mine.{suffix}"
    exported("rank-reader", "--to", suffix, "-o", file)
    for format in ("scxml", "jflap", "json"):
        expected = exported("rank-reader", "--to", format)
        assert sorted(exported(file, "--to", format).split()) == sorted(expected.split())


def test_the_help_names_every_format_and_the_schema_is_printed() -> None:
    text = run("export", "--help").out
    assert all(format in text for format in FORMATS)
    assert json.loads(exported("--schema")) == json.loads(schema())


@pytest.mark.parametrize(
    "command", ["check NAME --disks 4", "solve 3 --by NAME", "trace 3 --by NAME", "describe NAME"]
)
def test_commands_take_a_json_file(command: str, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(export(TWO_STOREY, "json"), "utf-8")
    ours = lines(*command.replace("NAME", "two-storey").split())
    theirs = lines(*command.replace("NAME", "mine.json").split(), cwd=tmp_path)
    assert [line.replace("mine.json", "two-storey") for line in theirs] == ours != []


def test_a_fault_in_a_json_file_is_found(tmp_path: Path) -> None:
    text = export(TWO_STOREY, "json").replace('"initial": "dismantle"', '"initial": "dismntle"')
    (tmp_path / "mine.json").write_text(text, "utf-8")
    ran = run("check", "mine.json", cwd=tmp_path)
    assert (ran.code, "'dismntle'" in ran.out, "'dismantle'" in ran.out) == (1, True, True)
