"""Hostile JSON is refused by an error of ours: in one line, within a second, in little memory."""

from __future__ import annotations

import json
import time
import tracemalloc
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanoi_fsm import find
from hanoi_fsm.fsm.errors import DefinitionError, HanoiError, JsonError
from hanoi_fsm.fsm.formats import read_json, read_json_file, schema, to_json
from hanoi_fsm.fsm.formats.json_reader import MOST_BYTES
from hanoi_fsm.fsm.validation import MOST_FAULTS, faults, validate
from hanoi_fsm.hanoi import automata

CHECKER = jsonschema.Draft202012Validator(json.loads(schema()))
MONK: dict[str, Any] = json.loads(to_json(automata.get("monk").automaton))


def nowhere(states: int, transitions: int, state: str = "state", end: str = "end") -> str:
    """A document of many states, and many transitions between states that it does not have."""
    names = [f"{state}{number}" for number in range(states)]
    ends = [
        {"source": f"{end}{n}", "target": f"{end}-{n}", "event": "e"} for n in range(transitions)
    ]
    document = MONK | {"states": names, "transitions": ends}
    return json.dumps(document, separators=(",", ":"))


LARGE = {
    "brackets": "[" * (MOST_BYTES - 1),
    "braces": '{"a":' * 50_000,
    "an endless string": '"' + '\\"' * (MOST_BYTES // 2 - 1),
    "backslashes": '"' + "\\" * (MOST_BYTES - 2),
    "digits": "9" * (MOST_BYTES - 1),
    "an exponent": "1e" + "9" * (MOST_BYTES - 3),
    "empty lists": "[" + "[]," * 87_000 + "[]]",
    "many keys": "{" + ",".join(f'"k{n}":1' for n in range(20_000)) + "}",
    "twin keys": "{" + '"k":1,' * 40_000 + '"k":1}',
    "a long key": '{"' + "k" * (MOST_BYTES - 10) + '":1}',
    "blanks": " " * (MOST_BYTES - 1),
    "twin states": json.dumps(MONK | {"states": ["s"] * 1000}),
    "unknown states": nowhere(1000, 4000),
    "long unknown states": nowhere(300, 100, "s" * 190, "e" * 190),
    "alike states": nowhere(1000, 100, "ab" * 18, "ba" * 18),
    "too large": "{" + " " * MOST_BYTES,
}


@pytest.mark.parametrize("name", LARGE)
def test_a_hostile_text_is_refused_within_a_second_and_in_little_memory(
    name: str, tmp_path: Path
) -> None:
    file = tmp_path / "hostile.json"
    file.write_text(LARGE[name], encoding="utf-8")
    begun = time.process_time()
    with pytest.raises(HanoiError) as refused:
        find(str(file))
    assert time.process_time() - begun < 1
    tracemalloc.start()
    try:
        with pytest.raises(HanoiError):
            find(str(file))
        assert tracemalloc.get_traced_memory()[1] < 64 * MOST_BYTES
    finally:
        tracemalloc.stop()
    assert len(str(refused.value)) < 30_000
    assert "\n" not in str(refused.value)


def test_no_more_faults_are_named_than_a_person_would_read() -> None:
    automaton = read_json(nowhere(500, 500)).automaton
    with pytest.raises(DefinitionError) as refused:
        validate(automaton)
    assert len(refused.value.faults) == MOST_FAULTS + 1
    assert refused.value.faults[-1] == "there are more: mend these first"


def test_only_the_beginning_of_a_huge_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as stream:
        stream.truncate(10**12)
    with pytest.raises(JsonError, match="longer than 262144 bytes"):
        read_json_file(file)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
places = st.sampled_from(
    [*MONK, "transitions[0]", *(f"transitions[0].{key}" for key in MONK["transitions"][0])]
)


@settings(max_examples=300, deadline=None)
@given(places, json_values)
def test_whatever_stands_in_a_place_is_read_or_refused_by_an_error_of_ours(
    place: str, value: object
) -> None:
    document: dict[str, Any] = json.loads(json.dumps(MONK))
    whole, _, key = place.partition("transitions[0]")
    if whole:
        document[place] = value
    elif key:
        document["transitions"][0][key[1:]] = value
    else:
        document["transitions"][0] = value
    try:
        automaton = read_json(json.dumps(document)).automaton
    except JsonError as error:
        assert "\n" not in str(error)
    else:
        assert CHECKER.is_valid(document) or faults(automaton)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='{}[]":,\\ 0a-\n', max_size=60) | st.text(max_size=40))
def test_no_text_gets_past_with_an_error_of_python(text: str) -> None:
    with pytest.raises(JsonError):
        read_json(text)
