"""The JSON of an automaton: written by a published schema, read back, and refused in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from export_subjects import SUBJECTS

from hanoi_fsm import find, solve
from hanoi_fsm.cli import main
from hanoi_fsm.fsm.errors import JsonError
from hanoi_fsm.fsm.formats import read_json, schema, to_json
from hanoi_fsm.fsm.formats.json_reader import LONGEST, MOST_STATES, MOST_TRANSITIONS
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.checking import check

CHECKER = jsonschema.Draft202012Validator(json.loads(schema()))
MONK: dict[str, Any] = json.loads(to_json(automata.get("monk").automaton))
Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> Any:
    """The monk after a change; what the change gives back takes its place, unless it is None."""
    document: dict[str, Any] = json.loads(json.dumps(MONK))
    instead = change(document)
    return document if instead is None else instead


def put(key: str, value: object) -> Change:
    return lambda document: document.update({key: value})


def put_first(key: str, value: object) -> Change:
    return lambda document: document["transitions"][0].update({key: value})


# Written and read back


@pytest.mark.parametrize("name", SUBJECTS)
def test_what_is_written_is_read_back_and_is_of_the_schema(name: str) -> None:
    text = to_json(SUBJECTS[name])
    drawing = read_json(text)
    assert drawing.automaton == SUBJECTS[name]
    assert drawing.automaton.states == SUBJECTS[name].states
    assert read_json(text.encode("utf-8-sig")).automaton == drawing.automaton
    assert CHECKER.is_valid(json.loads(text))


def test_the_schema_is_a_schema_and_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(schema()))
    assert main(["export", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(schema())


def test_the_limits_of_the_schema_are_those_of_the_reader() -> None:
    published = json.loads(schema())
    assert published["properties"]["states"]["maxItems"] == MOST_STATES
    assert published["properties"]["transitions"]["maxItems"] == MOST_TRANSITIONS
    assert published["$defs"]["name"]["maxLength"] == LONGEST


def test_a_schema_may_be_named_in_the_file() -> None:
    document = changed(put("$schema", "schema.json"))
    assert read_json(json.dumps(document)).automaton == automata.get("monk").automaton
    assert CHECKER.is_valid(document)


# In place of a DOT file


@pytest.fixture
def two_storey(tmp_path: Path) -> Path:
    file = tmp_path / "mine.json"
    file.write_text(to_json(automata.get("two-storey").automaton), encoding="utf-8")
    return file


def test_a_json_file_is_found_run_and_checked_as_a_dot_file_is(two_storey: Path) -> None:
    assert list(solve(4, str(two_storey))) == list(solve(4))
    assert check(find(str(two_storey)), disks=6).holds


@pytest.mark.parametrize(
    "command",
    [
        ["check", "FILE", "--disks", "4"],
        ["solve", "3", "--by", "FILE"],
        ["trace", "3", "--by", "FILE"],
        ["draw", "FILE", "--out", "OUT"],
    ],
)
def test_the_command_line_takes_a_json_file(
    command: list[str], two_storey: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {"FILE": str(two_storey), "OUT": str(tmp_path)}
    assert main([known.get(word, word) for word in command]) == 0
    assert capsys.readouterr().out


def test_a_wrong_action_in_the_file_is_found(
    two_storey: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = two_storey.read_text(encoding="utf-8")
    two_storey.write_text(text.replace("move_back", "move_ahead"), encoding="utf-8")
    assert main(["check", str(two_storey)]) == 1
    assert "FAILED: with 3 disks from 0 to 2, step 4" in capsys.readouterr().out


def test_faults_of_the_definition_are_told_as_of_a_diagram(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "monk.json"
    file.write_text(json.dumps(changed(put("initial", "prey"))), encoding="utf-8")
    assert main(["check", str(file)]) == 1
    told = capsys.readouterr().out
    assert "the initial state 'prey' is no state of it: did you mean 'pray'?" in told


# Refused


REFUSED: list[tuple[Change, str]] = [
    (lambda document: [], "the automaton: found a list, expected an object"),
    (lambda document: 12, "the automaton: found 12, expected an object"),
    (lambda document: True, "the automaton: found true, expected an object"),
    (lambda document: "x", "the automaton: found 'x', expected an object"),
    (lambda document: {}, "the automaton: the key 'format' is missing"),
    (put("format", "hanoi-fsm automaton 2"), "format: found 'hanoi-fsm automaton 2', expected"),
    (put("version", 1), "the automaton: there is no key 'version': known are"),
    (put("finals", []), "there is no key 'finals': did you mean 'final'?"),
    (put("$schema", None), "$schema: found null, expected a text"),
    (put("name", ""), "name: found '', expected printable characters"),
    (put("name", " x"), "name: found ' x', expected printable characters"),
    (put("name", None), "name: found null, expected a text"),
    (put("name", "n" * 201), "name: 201 characters, expected at most 200"),
    (put("memory", {}), "memory: found an object, expected a text"),
    (put("initial", 1), "initial: found 1, expected a text"),
    (put("final", "done"), "final: found 'done', expected a list"),
    (put("final", ["done", "done"]), "final: 'done' stands there twice"),
    (put("states", [["pray"]]), "states[0]: found a list, expected a text"),
    (put("states", ["pray", "done", "pray"]), "states: 'pray' stands there twice"),
    (put("states", [str(n) for n in range(1001)]), "states: 1001 items, expected at most 1000"),
    (put("transitions", {}), "transitions: found an object, expected a list"),
    (put("transitions", [1]), "transitions[0]: found 1, expected an object"),
    (put("transitions", [{}]), "transitions[0]: the key 'source' is missing"),
    (put_first("Event", "x"), "transitions[0]: there is no key 'Event': did you mean 'event'?"),
    (put_first("event", 7), "transitions[0].event: found 7, expected a text"),
    (put_first("event", ""), "transitions[0]: in the label"),
    (put_first("event", "a [built]"), "transitions[0]: in the label"),
    (put_first("event", "a / x"), "transitions[0]: in the label"),
    (put_first("event", "a, b"), "transitions[0]: 'a, b [!built] / move_next' names several"),
    (put_first("guards", "built"), "transitions[0].guards: found 'built', expected a list"),
    (put_first("guards", [None]), "transitions[0].guards[0]: found null, expected a text"),
    (put_first("guards", ["a & b"]), "is no transition in the notation"),
    (put_first("guards", ["!!built"]), "transitions[0]: in the label"),
    (put_first("guards", ["os.system"]), "transitions[0]: in the label"),
    (put_first("guards", ["x"] * 101), "transitions[0].guards: 101 items, expected at most 100"),
    (put_first("action", None), "transitions[0].action: found null, expected a text"),
    (put_first("action", "__import__('os')"), "transitions[0]: in the label"),
    (put_first("action", ["move_next"]), "transitions[0].action: found a list"),
    (put_first("source", "\u202ex"), "transitions[0].source: found"),
    (put_first("target", "x\x00"), "transitions[0].target: found"),
    (
        put_first("event", "\x07"),
        r"transitions[0]: in the label '\x07 [!built] / move_next' at character 1: found '\x07', "
        "expected an event in printable characters",
    ),
    (put("name", "\ud800"), r"name: found '\ud800', expected printable"),
]
BEYOND = ("os.system", "__import__", "source: found", "target: found", "printable", "notation")
"""What a schema cannot say: whether a character is printable, or a name one of Python's."""
SAID_BY_SCHEMA = [
    (change, said)
    for change, said in REFUSED
    if not any(word in json.dumps(changed(change)) + said for word in BEYOND)
]


@pytest.mark.parametrize(("change", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_what_is_not_of_the_schema_is_refused_with_its_place(change: Change, said: str) -> None:
    with pytest.raises(JsonError) as refused:
        read_json(json.dumps(changed(change)))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("change", "said"), SAID_BY_SCHEMA, ids=[s for _, s in SAID_BY_SCHEMA])
def test_the_published_schema_refuses_it_too(change: Change, said: str) -> None:
    assert not CHECKER.is_valid(changed(change)), said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "the text is empty"),
        (b" \n", "the text is empty"),
        (b"\xff\xfe{", "this is not UTF-8"),
        (b"\0", "line 1, column 1: this is no JSON"),
        (b"{", "line 1, column 2: this is no JSON"),
        (b"{'name': 1}", "line 1, column 2: this is no JSON"),
        (b'{"a": 1,}', "this is no JSON"),
        (b"{} {}", "line 1, column 4: this is no JSON: Extra data"),
        (b'{"a": 1, "a": 1}', "the key 'a' stands twice in one object"),
        (b"NaN", "the automaton: found NaN, expected an object"),
        (b'{"format": -Infinity}', "key 'name' is missing"),
        (b"1e999", "the automaton: found 1e999, expected an object"),
        (b"\n[[[[[", "line 2: nested deeper than 4"),
        (b'["[[[[[[", "\\"[[[[[[", 1, [[[[0]]]]]', "line 1: nested deeper than 4"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: bytes, said: str) -> None:
    with pytest.raises(JsonError) as refused:
        read_json(text)
    assert said in str(refused.value)
