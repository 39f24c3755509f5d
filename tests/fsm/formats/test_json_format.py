"""The JSON of an automaton: written by a published schema, read back, and refused in one line."""

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from export_subjects import SUBJECTS
from hypothesis import given, settings
from hypothesis import strategies as st

from hanoi_fsm.fsm.errors import JsonError
from hanoi_fsm.fsm.formats import export, schema
from hanoi_fsm.fsm.formats.json_reader import MOST_STATES, MOST_TRANSITIONS, read_json
from hanoi_fsm.fsm.notation import LONGEST
from hanoi_fsm.fsm.validation import faults
from hanoi_fsm.hanoi import automata

CHECKER = jsonschema.Draft202012Validator(json.loads(schema()))
MONK: dict[str, Any] = json.loads(export(automata.get("monk").automaton, "json"))
Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> Any:
    """The monk after a change, or what the change gives back."""
    document: dict[str, Any] = json.loads(json.dumps(MONK))
    instead = change(document)
    return document if instead is None else instead


def put(key: str, value: object) -> Change:
    return lambda document: document.update({key: value})


def put_first(key: str, value: object) -> Change:
    return lambda document: document["transitions"][0].update({key: value})


@pytest.mark.parametrize("name", SUBJECTS)
def test_what_is_written_is_read_back_and_is_of_the_schema(name: str) -> None:
    text = export(SUBJECTS[name], "json")
    for form in (text, text.encode("utf-8-sig")):
        automaton = read_json(form).automaton
        assert (automaton, automaton.states) == (SUBJECTS[name], SUBJECTS[name].states)
    assert CHECKER.is_valid(json.loads(text))


def test_the_schema_has_the_limits_of_the_reader_and_may_be_named_in_a_file() -> None:
    published = json.loads(schema())
    CHECKER.check_schema(published)
    longest = {key: value.get("maxItems") for key, value in published["properties"].items()}
    assert (longest["states"], longest["transitions"]) == (MOST_STATES, MOST_TRANSITIONS)
    assert published["$defs"]["name"]["maxLength"] == LONGEST
    document = changed(put("$schema", "schema.json"))
    assert read_json(json.dumps(document)).automaton == read_json(json.dumps(MONK)).automaton
    assert CHECKER.is_valid(document)


REFUSED: list[tuple[Change, str]] = [
    (lambda document: [], "the automaton: found a list, expected an object"),
    (lambda document: True, "the automaton: found true,"),
    (lambda document: {}, "'format' is missing"),
    (put("format", "hanoi-fsm automaton 2"), "format: found 'hanoi-fsm automaton 2'"),
    (put("version", 1), "unknown key 'version': choose from"),
    (put("finals", []), "unknown key 'finals': did you mean 'final'?"),
    *((put("name", name), f"name: found '{name}'") for name in ("", " x")),
    (put("name", "n" * 201), "name: 201 characters"),
    (put("memory", {}), "memory: found an object"),
    (put("final", "done"), "final: found 'done', expected a list"),
    (put("states", [["pray"]]), "states[0]: found a list"),
    (put("states", ["pray", "done", "pray"]), "states: 'pray' is given twice"),
    (put("states", [str(n) for n in range(1001)]), "states: 1001 items"),
    (put("transitions", {}), "transitions: found an object"),
    (put("transitions", [{}]), "transitions[0]: the key 'source' is missing"),
    (put_first("Event", "x"), "transitions[0]: unknown key 'Event': did you mean 'event'?"),
    (put_first("event", 7), "transitions[0].event: found 7,"),
    (put_first("event", ""), "transitions[0]: in the label"),
    (put_first("event", "a, b"), "transitions[0]: 'a, b [!built] / move_next' names several"),
    (put_first("guards", "built"), "transitions[0].guards: found 'built'"),
    (put_first("guards", [None]), "transitions[0].guards[0]: found null"),
    (put_first("guards", ["x"] * 101), "transitions[0].guards: 101 items"),
    (put_first("action", None), "transitions[0].action: found null"),
    (put_first("guards", ["a & b"]), "is not in the notation"),
]
BEYOND_A_SCHEMA: list[tuple[Change, str]] = [
    (put_first("guards", ["os.system"]), "transitions[0]: in the label"),
    (put_first("action", "__import__('os')"), "transitions[0]: in the label"),
    (put_first("source", "\u202ex"), "transitions[0].source: found"),
    (put_first("target", "x\x00"), "transitions[0].target: found"),
    (put_first("event", "\x07"), r"transitions[0]: in the label '\x07"),
]
"""What a schema cannot say: whether a character is printable, or a name one of Python's."""


@pytest.mark.parametrize(("change", "words"), [*REFUSED, *BEYOND_A_SCHEMA])
def test_what_is_not_of_the_schema_is_refused_with_its_place(change: Change, words: str) -> None:
    document = changed(change)
    with pytest.raises(JsonError) as refused:
        read_json(json.dumps(document))
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert CHECKER.is_valid(document) is ((change, words) in BEYOND_A_SCHEMA)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "the text is empty"),
        (b"\xff\xfe{", "not UTF-8"),
        (b"{'name': 1}", "line 1, column 2: this is not JSON"),
        (b"{} {}", "line 1, column 4: this is not JSON"),
        (b'{"a": 1, "a": 1}', "'a' is given twice"),
        (b"NaN", "found NaN,"),
        (b'{"format": -Infinity}', "key 'name' is missing"),
        (b"\n[[[[[", "line 2: nested deeper than 4"),
        (b'["[[[[[[", "\\"[[[[[[", 1, [[[[0]]]]]', "line 1: nested deeper than 4"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: bytes, words: str) -> None:
    with pytest.raises(JsonError) as refused:
        read_json(text)
    assert words in str(refused.value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def a_value_is_read_or_refused_everywhere(value: object) -> None:
    changes = [put(key, value) for key in MONK]
    changes += [put_first(key, value) for key in MONK["transitions"][0]]
    for change in [*changes, put("transitions", [value, *MONK["transitions"][1:]])]:
        document = changed(change)
        try:
            automaton = read_json(json.dumps(document)).automaton
        except JsonError as error:
            assert "\n" not in str(error)
        else:
            assert CHECKER.is_valid(document) or faults(automaton)


@pytest.mark.parametrize("examples", [50, pytest.param(1000, marks=pytest.mark.sweep)])
def test_any_value_anywhere_is_read_or_refused(examples: int) -> None:
    settings(max_examples=examples)(given(VALUES)(a_value_is_read_or_refused_everywhere))()


@given(st.text(alphabet='{}[]":,\\ 0a-\n', max_size=60) | st.text(max_size=40))
def test_no_text_gets_past_with_an_error_of_python(text: str) -> None:
    with pytest.raises(JsonError):
        read_json(text)
