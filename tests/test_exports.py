"""Hand it on: what stands in each format is the automaton, whatever its names are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from export_subjects import EVENTS, GUARDED, HOSTILE, NAMES, SAID, SUBJECTS, outputs_of
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fsm.cli import main
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError, ExportError, UnknownName
from hanoi_fsm.fsm.formats import (
    FORMATS,
    Beside,
    export,
    markup,
    to_markup,
    to_mermaid,
    to_plantuml,
)
from hanoi_fsm.fsm.formats.escaping import edges, escaped, identifiers
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.hanoi.pictures.graph_automaton import places

every_subject = pytest.mark.parametrize("name", SUBJECTS)


@every_subject
@pytest.mark.parametrize("format", [format for format in FORMATS if format != "dot"])
def test_every_format_is_plain_ascii_so_that_no_encoding_can_spoil_it(
    name: str, format: str
) -> None:
    automaton, outputs = SUBJECTS[name], outputs_of(name)
    if format == "jflap" and set(automaton.actions) - set(outputs):
        with pytest.raises(ExportError):
            export(automaton, format)
        return
    text = export(automaton, format, Beside(outputs))
    assert re.fullmatch(r"[\n -~]+", text)
    assert not text.endswith("\n")


def test_an_unknown_format_is_told_the_nearest_one() -> None:
    with pytest.raises(UnknownName, match="there is no export format 'mermiad': did you mean 'mer"):
        export(HOSTILE, "mermiad")


def test_a_faulty_definition_is_not_handed_on() -> None:
    faulty = Automaton("x", ("a",), "b", frozenset({"a"}), (), "x")
    with pytest.raises(DefinitionError, match="initial state 'b'"):
        export(faulty, "mermaid")


def test_an_event_that_cannot_be_printed_is_refused() -> None:
    ring = Transition("a", "a", Label("\a"))
    bell = Automaton("x", ("a",), "a", frozenset({"a"}), (ring,), "x")
    with pytest.raises(ExportError, match=r"event '\\x07' is not printable"):
        export(bell, "scxml")


# names and text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("step [!built & !ahead] / move_on", "step [!built & !ahead] / move_on"),
        ("two-storey over x", "two-storey over x"),
        ("a:b;c", "a#58;b#59;c"),
        ('"#58;"', "#34;#35;58#59;#34;"),
        ("[[x]]", "#91;[x#93;]"),
        ("//", "#47;/"),
        ("_x_ x__y", "#95;x#95; x#95;#95;y"),
        ("a --> b", "a #45;#45;#62; b"),
        ("&lt; a&b & c", "#38;lt#59; a#38;b & c"),
        ("é塔", "#233;#22612;"),
        ("1. x", "1#46; x"),
    ],
)
def test_what_may_be_markup_is_coded_and_the_notation_is_not(text: str, expected: str) -> None:
    assert escaped(text, "#{};".format) == expected


@given(st.lists(st.text(), unique=True), st.lists(st.sampled_from(["stopped", "s", "s1"])))
def test_identifiers_are_safe_and_no_two_alike(names: list[str], reserved: list[str]) -> None:
    found = identifiers(names, "s", reserved=reserved)
    assert list(found) == names
    assert len(set(found.values())) == len(names)
    assert not set(found.values()) & set(reserved)
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", value) for value in found.values())


# Mermaid and PlantUML


@every_subject
@pytest.mark.parametrize("write", [to_mermaid, to_plantuml])
def test_a_drawn_diagram_has_a_line_for_each_state_edge_start_and_end(
    name: str, write: Any
) -> None:
    automaton = SUBJECTS[name]
    lines = [line.strip() for line in write(automaton).splitlines()]
    left = {row.source for row in automaton.transitions}
    arrows = [line for line in lines if re.match(r"(s\d+|\[\*\]) --> ", line)]
    assert len([line for line in lines if line.startswith("state ")]) == len(automaton.states)
    start = f"[*] --> s{automaton.states.index(automaton.initial) + 1}"
    assert [line for line in arrows if line.startswith("[*]")] == [start]
    ends = [f"s{automaton.states.index(state) + 1} --> [*]" for state in automaton.final - left]
    assert sorted(line for line in arrows if line.endswith("[*]")) == sorted(ends)
    assert len(arrows) == 1 + len(ends) + len(list(edges(automaton)))


def test_mermaid_gives_final_states_that_go_on_a_class() -> None:
    lines = to_mermaid(HOSTILE).splitlines()
    assert [line.strip() for line in lines[-4:]] == [
        "s15 --> [*]",
        "%% a thick border marks a final state",
        "classDef final stroke-width:4px",
        "class s3,s5 final",
    ]


def test_plantuml_gives_final_states_that_go_on_a_bold_border_and_a_legend() -> None:
    lines = to_plantuml(HOSTILE).splitlines()
    bold = [line.split(" as ")[1] for line in lines if "##[bold]" in line]
    assert bold == ["s3 ##[bold]black", "s5 ##[bold]black"]
    assert lines[-4:] == ["legend", "a bold border marks a final state", "endlegend", "@enduml"]


# The markup of transitions


@every_subject
def test_the_markup_says_all_that_the_automaton_is(name: str) -> None:
    automaton = SUBJECTS[name]
    read = json.loads(to_markup(automaton))
    assert read == markup(automaton)
    assert [state["name"] for state in read["states"]] == list(automaton.states)
    assert {state["name"] for state in read["states"] if state.get("final")} == automaton.final
    rows = {
        Transition(row["source"], row["dest"], Label(row["trigger"], asked(row), row.get("before")))
        for row in read["transitions"]
    }
    assert {sorted_guards(row) for row in automaton.transitions} == rows


def asked(row: dict[str, Any]) -> tuple[Guard, ...]:
    yes = [Guard(name) for name in row.get("conditions", [])]
    return tuple(sorted([*yes, *(Guard(name, True) for name in row.get("unless", []))]))


def sorted_guards(row: Transition) -> Transition:
    label = Label(row.event, tuple(sorted(row.guards)), row.action)
    return Transition(row.source, row.target, label)


@pytest.mark.parametrize("wildcard", ["*", "="])
def test_the_markup_refuses_a_state_that_the_library_would_take_for_others(wildcard: str) -> None:
    row = Transition(wildcard, wildcard, Label("e"))
    automaton = Automaton("x", (wildcard,), wildcard, frozenset({wildcard}), (row,), "x")
    with pytest.raises(ExportError, match="stands for other states"):
        to_markup(automaton)


# The command line


def test_export_prints_the_text_or_writes_it_as_a_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for format, write in FORMATS.items():
        if format != "jflap":
            assert main(["export", "two-storey", "--to", format]) == 0
            text = capsys.readouterr().out
            assert text == write(SUBJECTS["two-storey"], Beside()) + "\n"
            file = tmp_path / format
            assert main(["export", "two-storey", "--to", format, "-o", str(file)]) == 0
            assert file.read_text(encoding="utf-8") == text
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(set(FORMATS) - {"jflap"})


def test_export_knows_what_a_reader_writes_and_where_the_graph_stands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["export", "move-reader", "--to", "jflap"]) == 0
    assert "<transout>02</transout>" in capsys.readouterr().out
    assert main(["export", "hanoi-graph", "--disks", "2", "--to", "jflap"]) == 0
    text = capsys.readouterr().out
    assert "<type>fa</type>" in text
    x, y = places(2)["21"]
    assert f"<x>{x:.1f}</x>" in text
    assert f"<y>{y:.1f}</y>" in text


def test_export_hands_on_what_a_file_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for suffix in ("dot", "json"):
        file = tmp_path / f"mine.{suffix}"
        assert main(["export", "rank-reader", "--to", suffix, "-o", str(file)]) == 0
        for format in ("scxml", "jflap", "json"):
            assert main(["export", "rank-reader", "--to", format]) == 0
            expected = capsys.readouterr().out
            assert main(["export", str(file), "--to", format]) == 0
            assert sorted(capsys.readouterr().out.split()) == sorted(expected.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["two-story", "--to", "dot"], "no automaton 'two-story': did you mean 'two-storey'?"),
        (["two-storey", "--to", "mermiad"], "no export format 'mermiad': did you mean 'mermaid'?"),
        (["two-storey"], "export needs --to FORMAT"),
        ([], "export needs a NAME"),
        (["monk", "--to", "jflap"], "monk cannot be a JFLAP machine: it has guards (built)"),
        (["hanoi-graph", "--disks", "5", "--to", "jflap"], "for 1 to 4 disks"),
        (["missing.json", "--to", "dot"], "missing.json: No such file"),
        (["monk", "--to", "dot", "-o", "/nowhere/x"], "No such file"),
    ],
)
def test_a_wrong_export_is_one_line_and_exit_code_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


def test_the_help_names_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["export", "--help"])
    text = capsys.readouterr().out
    assert all(format in text for format in FORMATS)


# What the tests themselves lean on


def test_the_hostile_names_are_all_there() -> None:
    assert set(HOSTILE.states) == set(NAMES)
    assert set(HOSTILE.events) == set(EVENTS)
    assert set(HOSTILE.actions) == set(SAID)
    assert GUARDED.guards == ("größer", "typeof")
