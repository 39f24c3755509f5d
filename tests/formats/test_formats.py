"""Hand it on: what each format says, read back by hand, is the automaton, whatever its names.

The JSON is of a published schema, and anything else is refused in one line.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import ids
from support.chance import chance
from support.commands import assert_refused, lines, run
from support.drawable_automata import as_somebody_writes
from support.exports import OUTPUTS, SAID, SUBJECTS, Saying, exported
from transitions.extensions.markup import MarkupMachine

from hanoi_fsm import (
    READERS,
    Automaton,
    Machine,
    Row,
    errors,
    export,
)
from hanoi_fsm.fsm.errors import JsonError
from hanoi_fsm.fsm.formats import FORMATS
from hanoi_fsm.fsm.formats.json_format import read_json
from hanoi_fsm.fsm.notation import parse_row, quoted, word
from hanoi_fsm.fsm.read import read as read_text
from hanoi_fsm.fsm.read.sketch import FREELY, STRICTLY

SCXML, OURS = "{http://www.w3.org/2005/07/scxml}", "{urn:hanoi-fsm:automaton}"
Outputs = Mapping[str, str]


class Said(NamedTuple):
    """All that an automaton is."""

    states: list[str]
    initial: str
    final: set[str]
    rows: list[str]


def said_of(automaton: Automaton, format: str = "") -> Said:
    """The content that a format should have; for MarkupMachine negated guards come last."""
    rows = [
        row(
            transition.source,
            transition.target,
            transition.event,
            map(str, guards),
            transition.actions,
        )
        for transition in automaton.transitions
        for denied in [lambda guard: guard.negated]
        for guards in [
            sorted(transition.guards, key=denied) if format == "transitions" else transition.guards
        ]
    ]
    return Said(sorted(automaton.states), automaton.initial, set(automaton.final), sorted(rows))


def row(a: str, b: str, event: str, guards: Iterable[str], actions: Sequence[str] = ()) -> str:
    """A transition in the notation."""
    asked, does = " & ".join(guards), f" / {', '.join(actions)}" if actions else ""
    return f"{a} -> {b} : {word(event)}{f' [{asked}]' if asked else ''}{does}"


def in_markup(text: str, outputs: Outputs) -> Said:
    """The machine that MarkupMachine builds; its states are reached by transitions only."""
    machine: Any = MarkupMachine(markup=json.loads(text))
    markup, rows = machine.markup, []
    assert f"to_{markup['initial']}" not in machine.events
    for edge in markup["transitions"]:
        asked = [*edge.get("conditions", []), *(f"!{name}" for name in edge.get("unless", []))]
        actions = edge.get("before", [])
        rows.append(row(edge["source"], edge["dest"], edge["trigger"], asked, actions))
    final = {state["name"] for state in markup["states"] if state.get("final")}
    return Said(sorted(state["name"] for state in markup["states"]), markup["initial"], final, rows)


def read_back(ending: str) -> Callable[[str, Outputs], Said]:
    """The content of a file as the package reads it, with the names of actions for outputs."""

    def said(text: str, outputs: Outputs) -> Said:
        drawing = read_text(f"x.{ending}", FREELY, text.encode())
        assert not drawing.assumptions
        names = {quoted(put): action for action, put in outputs.items()}
        rows = [
            replace(row, actions=tuple(names.get(action, action) for action in row.actions))
            for row in drawing.automaton.rows
        ]
        return said_of(replace(drawing.automaton, rows=tuple(rows)))

    return said


def in_scxml(text: str, outputs: Outputs) -> Said:
    """What is read of labels, where each transition calls and puts out what its label says."""
    root = ElementTree.fromstring(text)
    for edge in root.findall(f".//{SCXML}transition[@{OURS}label]"):
        actions = parse_row("", "", edge.attrib[f"{OURS}label"]).actions
        calls = [script.text for script in edge.findall(f"{SCXML}script")]
        assert calls == [f"memory.{name}()" for name in actions if name not in outputs]
        puts = [put.attrib["expr"][1:-1] for put in edge.findall(f"{SCXML}assign")]
        wanted = [outputs[name] for name in actions if name in outputs][-1:]
        assert [re.sub(r"\\(.)", r"\1", put) for put in puts if put] == wanted
    return read_back("scxml")(text, outputs)


SAYS: dict[str, Callable[[str, Outputs], Said]] = {
    "json": read_back("json"),
    "transitions": in_markup,
    "dot": read_back("dot"),
    "mermaid": read_back("mmd"),
    "plantuml": read_back("puml"),
    "scxml": in_scxml,
    "jflap": read_back("jff"),
}


def check(automaton: Automaton, outputs: Outputs = {}) -> None:  # noqa: B006  # it is only read
    """Every format says all of an automaton, in ASCII if it is for other tools, or refuses it.

    The content is compared where `SAYS` can read the format.
    """
    for format in FORMATS:
        try:
            text = export(Saying(automaton, said=outputs), format)
        except errors.ExportError:
            refused = format == "jflap" or {*automaton.states} & {"*", "="}
            assert refused, format
            continue
        if format in SAYS:
            said = SAYS[format](text, outputs)
            assert said._replace(rows=sorted(said.rows)) == said_of(automaton, format), text
            assert format == "dot" or re.fullmatch(r"[\n -~]+", text)
        assert not text.endswith("\n")


def test_every_format_says_all_of_every_automaton() -> None:
    for name, automaton in SUBJECTS.items():
        check(automaton, OUTPUTS[name])


def read_again(machine: Machine, format: str, ending: str) -> None:
    """Read what is written of a machine; some signs of a title may be lost."""
    automaton = machine.automaton
    again = read_text(f"x.{ending}", STRICTLY, export(machine, format).encode())
    drawn = again.automaton
    assert again.partial == machine.partial
    if format == "scxml":  # which has a transition for each event, and no else
        assert {*drawn.transitions} == {*automaton.transitions}
        assert drawn == replace(automaton, rows=drawn.rows, ordered=drawn.ordered)
        return
    assert drawn == replace(automaton, name=drawn.name, memory=drawn.memory)
    exact = ["name", "memory", "states", "rows"] if format in ("dot", "json") else []
    for part in ("ordered", "entry", "exit", *exact):
        assert getattr(drawn, part) == getattr(automaton, part), (format, part)
    assert {*drawn.rows} == {*automaton.rows}


@pytest.mark.parametrize("examples", [8, pytest.param(100, marks=pytest.mark.sweep)])
def test_any_automaton_is_read_back_from_every_drawing(examples: int) -> None:
    def judge(automaton: Automaton, partial: bool) -> None:
        machine = Machine(automaton, partial=partial)
        if machine.faults() or " over " in automaton.title:
            return
        for format, ending in DRAWINGS.items():
            if format != "scxml" or not automaton.is_nondeterministic:
                with suppress(errors.ExportError):
                    read_again(machine, format, ending)

    settings(max_examples=examples)(given(as_somebody_writes(), st.booleans())(judge))()


DRAWINGS = {"dot": "dot", "json": "json", "mermaid": "mmd", "plantuml": "puml", "scxml": "scxml"}
"""The formats that have all that an automaton may be, with the endings of their files."""
SAFE = Automaton("x", ("a",), "a", frozenset("a"), (Row("a", "a", ("e",)),), "x")
UNPRINTABLE = "\0\n\x1b\x7f\u2028\u202e\u200b\ufeff\ud83d\uffff"


@pytest.mark.parametrize("format", ["scxml", "jflap"])
@pytest.mark.parametrize("character", UNPRINTABLE)
def test_what_is_not_printable_is_refused_in_outputs(character: str, format: str) -> None:
    speaking = replace(SAFE, rows=(Row("a", "a", ("e",), (), ("say",)),))
    with pytest.raises(errors.ExportError, match=r"output 'a.*b' of the action say"):
        export(Saying(speaking, said={"say": f"a{character}b"}), format)


@pytest.mark.parametrize("name", READERS)
def test_jflap_has_readers_on_a_canvas_of_their_own(name: str) -> None:
    root = ElementTree.fromstring(exported(name, "jflap"))
    assert root.findtext("type") == ("mealy" if SUBJECTS[name].actions else "fa")
    spots = [[float(state.findtext(x) or 0) for x in "xy"] for state in root.iter("state")]
    assert min(map(min, spots)) > 0
    assert min((dist(a, b) for a, b in combinations(spots, 2)), default=99) > 60


NO_JFLAP = [
    ("a -> a : 0 [ask] / say", r"memory \(ask\)"),
    ("a -> a : 0 / do", r"memory \(do\)"),
    ("\n".join(f"a -> a : {number}" for number in range(100, 160)), "60 symbols.* 52"),
]


@pytest.mark.parametrize(("table", "words"), NO_JFLAP, ids=ids(NO_JFLAP, 1))
def test_jflap_refuses_a_memory_and_more_symbols_than_it_has_letters(
    table: str, words: str
) -> None:
    automaton = Automaton.from_table("x", initial="a", final="a", table=table)
    with pytest.raises(errors.ExportError, match=words):
        export(Saying(automaton, said=SAID), "jflap")


MONK: dict[str, Any] = json.loads(exported("monk", "json"))


def of_schema() -> Callable[[object], bool]:
    """Whether a value is of the schema that `export --to json-schema` prints."""
    published = json.loads("\n".join(lines("export", "--to", "json-schema")))
    jsonschema.Draft202012Validator.check_schema(published)
    is_valid: Callable[[object], bool] = jsonschema.Draft202012Validator(published).is_valid
    return is_valid


def put(value: object, *at: str | int) -> object:
    """The monk with another value at a place, and what it then is."""
    document = json.loads(json.dumps(MONK))
    node = document
    for key in at[:-1]:
        node = node[key]
    node[at[-1]] = value
    return document


FIRST = ("transitions", 0)
REFUSED: list[tuple[object, str]] = [
    ([], "the document: found [], expected an object"),
    (True, "the document: found true,"),
    ({}, "'format' is missing"),
    (put("hanoi-fsm automaton 1", "format"), 'format: found "hanoi-fsm automaton 1", expected "'),
    (put(1, "version"), "unknown key 'version': choose from"),
    (put([], "finals"), "unknown key 'finals': did you mean 'final'?"),
    (put("", "name"), 'name: found "", expected 1 .. 200 printable characters'),
    (put(" x", "name"), 'name: found " x"'),
    (put("mine over monk", "name"), 'name: found "mine over monk"'),
    (put("n" * 201, "name"), 'name: found "nnn'),
    (put({}, "memory"), "memory: found {}, expected a string"),
    (put("done", "final"), 'final: found "done", expected an array'),
    (put([["pray"]], "states"), 'states[0]: found ["pray"], expected a string'),
    (put(["pray", "done", "pray"], "states"), "states: an item is given twice"),
    (put([], "states"), "states: 0 items, expected 1 .. 20000"),
    (put([str(n) for n in range(20_001)], "states"), "20001 items, expected 1 .. 20000"),
    (put({}, "transitions"), "transitions: found {}"),
    (put([{}], "transitions"), "transitions[0]: the key 'source' is missing"),
    (put("x", *FIRST, "Event"), "transitions[0]: unknown key 'Event': did you mean 'events'?"),
    (put("a", *FIRST, "events"), 'transitions[0].events: found "a", expected an array'),
    (put([], *FIRST, "events"), "transitions[0].events: 0 items, expected 1 .. 100"),
    (put([7], *FIRST, "events"), "transitions[0].events[0]: found 7,"),
    (
        put([""], *FIRST, "events"),
        'transitions[0].events[0]: found "", expected 1 .. 200 printable',
    ),
    (put(["a "], *FIRST, "events"), 'transitions[0].events[0]: found "a ", expected 1 .. 200'),
    (put("built", *FIRST, "guards"), 'transitions[0].guards: found "built"'),
    (put(["x"] * 101, *FIRST, "guards"), "transitions[0].guards: 101 items"),
    (put("move", *FIRST, "actions"), 'transitions[0].actions: found "move", expected an array'),
    (put([None], *FIRST, "actions"), "transitions[0].actions[0]: found null"),
    (put(["!!a"], *FIRST, "guards"), "transitions[0].guards[0]: found"),
]
BEYOND_A_SCHEMA: list[tuple[object, str]] = [
    (put(["a\n"], *FIRST, "events"), r'transitions[0].events[0]: found "a\n"'),
    (put("\u202ex", *FIRST, "source"), "transitions[0].source: found"),
    (put({"payr": "nothing is left"}, "meanings"), "unknown state in meanings 'payr'"),
    (put("x\x00", *FIRST, "target"), "transitions[0].target: found"),
]
"""Faults that a schema cannot find, such as characters that are not printable."""
NO_JSON = {
    "": "the text is empty",
    "{'name': 1}": "line 1, column 2: this is not JSON",
    "{} {}": "line 1, column 4: this is not JSON",
    "NaN": "found NaN,",
    "\n[[[[[": "line 2, column 6: this is not JSON",
    "[" * 100_000: "not plain JSON: it is nested too deep",
    "12345678901234567890": "found 12345678901234567890, expected an object",
    "-1" + "2" * 5_000 + "3": "found -1222",
    "3" + "2" * 5_000 + "1": "2221, expected an object",
    "\udcff{": "not UTF-8",
}


REFUSED_TEXTS = [(json.dumps(value), words) for value, words in [*REFUSED, *BEYOND_A_SCHEMA]]
REFUSED_TEXTS += NO_JSON.items()


@pytest.mark.parametrize(("text", "words"), REFUSED_TEXTS, ids=ids(REFUSED_TEXTS, 1))
def test_what_is_not_an_automaton_is_refused_with_its_place(
    text: str, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.json"
    file.write_text(text, "utf-8", "surrogateescape")
    assert_refused(run("check", file), "x.json", words)


def test_what_is_nested_too_deep_is_refused_at_any_depth() -> None:
    """Python reads JSON that is nested a little less deep than what it can write and compare."""
    for depth in chance().sample(range(850, 1000), 20):
        nested = "[" * depth + "]" * depth
        for key in ("name", "states"):
            text = json.dumps(MONK | {key: "here"}).replace('"here"', nested)
            with pytest.raises(JsonError):
                read_json(text)


def test_what_is_written_is_of_the_schema_and_what_is_refused_is_not() -> None:
    is_valid = of_schema()
    assert all(is_valid(json.loads(exported(name, "json"))) for name in SUBJECTS)
    assert not any(is_valid(value) for value, _ in REFUSED)
    assert is_valid(put("schema.json", "$schema"))
    assert read_json(json.dumps(put("schema.json", "$schema"))).automaton == SUBJECTS["monk"]


@given(st.text(alphabet='{}[]":,\\ 0a-\n', max_size=60) | st.text(max_size=40))
def test_no_text_gets_past_with_an_error_of_python(text: str) -> None:
    with pytest.raises(errors.JsonError):
        read_json(text)
