"""The command `export`, and the JSON that it writes in place of a DOT file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hanoi_fsm.cli import main
from hanoi_fsm.fsm.formats import FORMATS, Beside, schema
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.pictures.graph_automaton import places

TWO_STOREY = automata.get("two-storey").automaton
Capture = pytest.CaptureFixture[str]


def export(capsys: Capture, *arguments: str) -> str:
    """What `export` prints, which must go well."""
    assert main(["export", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("format", [format for format in FORMATS if format != "jflap"])
def test_export_prints_the_text_or_writes_it_as_a_whole(
    format: str, tmp_path: Path, capsys: Capture
) -> None:
    text = export(capsys, "two-storey", "--to", format)
    assert text == FORMATS[format](TWO_STOREY, Beside()) + "\n"
    file = tmp_path / "two-storey"
    export(capsys, "two-storey", "--to", format, "-o", str(file))
    assert file.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [file]


def test_export_knows_what_a_reader_writes_and_where_the_graph_stands(capsys: Capture) -> None:
    assert "<transout>02</transout>" in export(capsys, "move-reader", "--to", "jflap")
    text = export(capsys, "hanoi-graph", "--disks", "2", "--to", "jflap")
    assert "<type>fa</type>" in text
    x, y = places(2)["21"]
    assert f"<x>{x:.1f}</x>" in text
    assert f"<y>{y:.1f}</y>" in text


@pytest.mark.parametrize("suffix", ["dot", "json"])
def test_export_hands_on_what_a_file_shows(suffix: str, tmp_path: Path, capsys: Capture) -> None:
    file = str(tmp_path / f"mine.{suffix}")
    export(capsys, "rank-reader", "--to", suffix, "-o", file)
    for format in ("scxml", "jflap", "json"):
        expected = export(capsys, "rank-reader", "--to", format)
        assert sorted(export(capsys, file, "--to", format).split()) == sorted(expected.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["two-story", "--to", "dot"], ["'two-story'", "'two-storey'"]),
        (["two-storey", "--to", "mermiad"], ["'mermiad'", "'mermaid'"]),
        (["two-storey"], ["needs --to"]),
        ([], ["needs a NAME"]),
        (["monk", "--to", "jflap"], ["monk", "guards (built)"]),
        (["hanoi-graph", "--disks", "5", "--to", "jflap"], ["1 to 4 disks"]),
        (["missing.json", "--to", "dot"], ["missing.json", "No such file"]),
        (["monk", "--to", "dot", "-o", "/nowhere/x"], ["No such file"]),
    ],
)
def test_a_wrong_export_is_one_line_and_exit_code_2(
    arguments: list[str], words: list[str], capsys: Capture
) -> None:
    assert main(["export", *arguments]) == 2
    captured = capsys.readouterr()
    assert [word for word in words if word not in captured.err] == []
    assert captured.err.count("\n") == 1
    assert not captured.out


def test_the_help_names_every_format_and_the_schema_is_printed(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["export", "--help"])
    text = capsys.readouterr().out
    assert all(format in text for format in FORMATS)
    assert json.loads(export(capsys, "--schema")) == json.loads(schema())


# JSON in place of a DOT file


@pytest.fixture
def two_storey(tmp_path: Path) -> Path:
    file = tmp_path / "mine.json"
    file.write_text(FORMATS["json"](TWO_STOREY, Beside()), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "command", ["check NAME --disks 4", "solve 3 --by NAME", "trace 3 --by NAME", "describe NAME"]
)
def test_commands_take_a_json_file(command: str, two_storey: Path, capsys: Capture) -> None:
    said = []
    for name in ("two-storey", str(two_storey)):
        assert main([name if word == "NAME" else word for word in command.split()]) == 0
        said.append(capsys.readouterr().out.replace(name, "two-storey"))
    assert said[1] == said[0] != ""


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("move_back", "move_ahead", ["with 3 disks from 0 to 2, step 4"]),
        ('"initial": "dismantle"', '"initial": "dismntle"', ["'dismntle'", "'dismantle'"]),
    ],
)
def test_a_fault_in_the_file_is_found(
    right: str, wrong: str, said: list[str], two_storey: Path, capsys: Capture
) -> None:
    text = two_storey.read_text(encoding="utf-8")
    assert right in text
    two_storey.write_text(text.replace(right, wrong), encoding="utf-8")
    assert main(["check", str(two_storey)]) == 1
    out = capsys.readouterr().out
    assert [words for words in said if words not in out] == []
