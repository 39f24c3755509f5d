"""The transitions that run do as the rows say, whatever the guards answer.

The meaning of the rows is derived here from their text, for all values of the guards.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from support.chance import chance
from support.written import ELSE, FOUR_STEPS, INSIDE, ORDERED, WRITTEN, four_steps

from hanoi_fsm import (
    Automaton,
    Diagram,
    Machine,
    Memory,
    Row,
    action,
    check,
    explore,
    export,
    guard,
    read,
    repair,
    trace,
)
from hanoi_fsm.fsm.errors import BadInput, DotError
from hanoi_fsm.fsm.formats.json_format import read_json
from hanoi_fsm.fsm.notation import Guard
from hanoi_fsm.fsm.repair.edits import mutations

NAMES = ("hot", "dry", "full")
Values = Mapping[str, bool]


def random_rows(random: Random) -> list[Row]:
    """Rows of one state and event, some with `[else]`."""
    rows = []
    for number in range(random.randint(1, 4)):
        names = random.sample(NAMES, random.randint(0, 3))
        guards = [Guard(name, random.random() < 0.5) for name in names]
        if random.random() < 0.3:
            guards = [Guard("else"), *guards[:1]]
        rows.append(Row("a", f"to {number}", ("go",), tuple(guards)))
    return rows


def enabled_rows(rows: list[Row], values: Values, ordered: bool) -> list[Row]:
    """The rows that are enabled as they are written."""

    def holds(row: Row) -> bool:
        asked = [guard for guard in row.guards if guard.name != "else"]
        return all(values[guard.name] is guard.answer for guard in asked)

    plain = [row for row in rows if Guard("else") not in row.guards]
    has_other = any(map(holds, plain))
    enabled = [row for row in rows if holds(row) and (row in plain or not has_other)]
    return enabled[:1] if ordered else enabled


def all_values() -> Iterator[Values]:
    for answers in product((True, False), repeat=len(NAMES)):
        yield dict(zip(NAMES, answers, strict=True))


def test_a_row_is_enabled_by_one_of_its_transitions_exactly_where_it_says() -> None:
    random = chance()
    for _ in range(300):
        rows = random_rows(random)
        states = ("a", *(row.target for row in rows))
        ordered = random.random() < 0.5
        entry = {row.target: (f"enter {row.target}",) for row in rows[::2]}
        automaton = Automaton(
            "it", states, "a", frozenset(), tuple(rows), "it", ordered, entry, {"a": ("leave",)}
        )
        for transition in automaton.transitions:
            assert transition.actions == ("leave", *entry.get(transition.target, ()))
        for values in all_values():
            enabled = [
                row
                for row, transitions in zip(rows, automaton.flat, strict=True)
                for transition in transitions
                if all(values[guard.name] is guard.answer for guard in transition.guards)
            ]
            assert enabled == enabled_rows(rows, values, ordered), (str(automaton), values)


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_four_steps_are_right_as_they_are_written(written: dict[str, Any]) -> None:
    machine = four_steps(**written)
    assert machine.automaton == FOUR_STEPS.automaton
    assert (check(machine, 5).holds, machine.prove().holds) == (True, True)
    for drawing in (read(Diagram(machine.automaton).dot), read_json(export(machine, "json"))):
        for part in ("rows", "ordered", "entry", "exit"):
            assert getattr(drawing.automaton, part) == getattr(machine.automaton, part)
    again = four_steps(**written | {"table": str(machine.automaton)}).automaton
    assert (again.rows, again.entry) == (machine.automaton.rows, machine.automaton.entry)


def test_mutants_and_repairs_speak_of_what_was_written() -> None:
    machine = four_steps(table=ELSE)
    texts = [edit.text for edit in mutations(machine.automaton, machine.vocabulary)]
    assert "`foundation -> dismantle : step [else] / move_ahead` without the guard else" in texts
    assert not [text for text in texts if "!else" in text or "& !ahead_smaller" in text]
    wrong = ELSE.replace("[else]                   / move_ahead", "[else] / move_back")
    drawing = read(Diagram(four_steps(table=wrong).automaton).dot)
    finding = check(FOUR_STEPS.with_automaton(drawing.automaton), 5).finding
    assert finding is not None
    assert "step [else] / move_back" in finding.got
    first = next(iter(repair(four_steps(table=wrong), 5).repairs))
    row = "`foundation -> dismantle : step [else] / move_back`"
    assert first.edit.text == f"{row} should do `move_ahead`"


def test_else_that_cannot_hold_or_is_negated_is_a_fault_of_the_row() -> None:
    for label, words in (("[else]", "never enabled on 'go'"), ("[!else]", "in place of !else")):
        table = f"a -> a : go \n a -> b : go {label}"
        machine = Machine(Automaton.from_table("it", initial="a", final="b", table=table))
        faults = [fault for fault in machine.faults() if words in fault.text]
        assert [str(fault.about) for fault in faults] == [f"a -> b : go {label}"]


def test_a_row_of_which_one_part_is_taken_is_used() -> None:
    table = "a -> a : go [hot & dry] \n a -> b : go [else] \n b -> a : go"
    machine = Machine(Automaton.from_table("it", initial="a", table=table))
    assert [str(transition) for transition in machine.automaton.transitions] == [
        "a -> a : go [hot & dry]",
        *["a -> b : go [else]"] * 2,
        "b -> a : go",
    ]
    run = str(trace("go [!hot]", "go", by=machine))
    assert run == "1. a -> b : go [else]\n2. b -> a : go"


def test_too_many_parts_are_refused() -> None:
    names = [[f"g{row}_{at}" for at in range(9)] for row in range(6)]
    rows = [f"a -> a : go [{' & '.join(guards)}]" for guards in names]
    machine = Automaton.from_table(
        "it", initial="a", table="\n".join([*rows, "a -> b : go [else]"])
    )
    with pytest.raises(
        BadInput, match=r"`a -> b : go \[else\]` stands for more than 1000 .*: write fewer guards"
    ):
        machine.transitions  # noqa: B018  # which are derived here


def test_a_drawing_numbers_what_competes_and_nothing_else_decides() -> None:
    machine = four_steps(table=ORDERED, ordered=True)
    dot = Diagram(machine.automaton).dot
    labels = re.findall(r'label="(\d: )?(step.*?)(?: id=|\])', dot)
    assert [number for number, _ in labels].count("") == 1, "crown has one edge only"
    assert "two-storey\\nordered" in dot
    assert "3: step" in export(machine, "mermaid").replace("#58;", ":")


DRAWN = """
digraph it {{ graph [label="it{}"] s [shape=point] s -> a
a -> b [label="{}"]
a -> a [label="{}"] }}
"""
WRONG_NUMBERS = [
    ("", "1: go [hot]", "2: go", "write the line `ordered` below the title"),
    (r"\nordered", "1: go [hot]", "1: go", "number them differently"),
    (r"\nordered", "1: go [hot]", "go", "number it, `1: go`"),
]


@pytest.mark.parametrize(("caption", "first", "second", "words"), WRONG_NUMBERS)
def test_numbers_that_say_nothing_clear_are_refused(
    caption: str, first: str, second: str, words: str
) -> None:
    with pytest.raises(DotError, match=re.escape(words)):
        read(DRAWN.format(caption, first, second))


def test_the_numbers_of_edges_decide_and_not_their_place_in_the_text() -> None:
    drawing = read(DRAWN.format(r"\nordered", "2: go", "1: go [hot]"))
    assert list(map(str, drawing.automaton.rows)) == ["a -> a : go [hot]", "a -> b : go"]
    assert [str(guard) for guard in drawing.automaton.transitions[1].guards] == ["!hot"]


def test_a_mutant_of_an_ordered_machine_exchanges_two_rows() -> None:
    machine = four_steps(table=ORDERED, ordered=True)
    edits = mutations(machine.automaton, machine.vocabulary)
    exchanged = {edit.text: edit for edit in edits if "comes before" in edit.text}
    before = "`foundation -> dismantle : step [ahead_smaller] / move_back` comes before "
    assert len(exchanged) == 4
    assert before + "`foundation -> done : step [built]`" in exchanged
    for edit in exchanged.values():
        version = machine.with_automaton(edit.on(machine.automaton))
        assert version.prove().holds or not check(version, 6).holds, edit.text


def test_the_box_of_a_state_shows_its_actions_which_are_mutated_and_repaired() -> None:
    machine = four_steps(table=INSIDE)
    assert "crown\\nentry / move_ahead\\nexit / carry" in Diagram(machine.automaton).dot
    svg = Diagram(machine.automaton).render().decode()
    assert re.findall(r">((?:entry|exit) /[^<]*)</text>", svg) == [
        *("entry / carry", "entry / move_ahead", "exit / carry")
    ]
    assert "crown : entry / move_ahead" in export(machine, "mermaid")
    edits = {edit.text: edit for edit in mutations(machine.automaton, machine.vocabulary)}
    for change in (
        "base : entry / carry` becomes nothing",
        "crown : exit / carry` becomes `exit / move_back`",
    ):
        edit = edits[f"`{change}"]
        assert not check(machine.with_automaton(edit.on(machine.automaton)), 4).holds
    wrong = INSIDE.replace("entry / move_ahead", "entry / move_back")
    drawing = read(Diagram(four_steps(table=wrong).automaton).dot)
    mended = replace(FOUR_STEPS, automaton=drawing.automaton, lines=drawing.lines)
    first = repair(mended, 5).repairs[0]
    assert first.edit.text == "`crown : entry / move_back` should be `entry / move_ahead`"
    assert first.line == drawing.lines["crown"]


@pytest.mark.parametrize("line", ["entry / ", "exit / a; b", "entry / a [b]", "entry / a\\nstep"])
def test_another_line_below_the_name_of_a_state_is_refused(line: str) -> None:
    with pytest.raises(DotError) as caught:
        read(f'digraph it {{ s [shape=point] s -> a a [label="a\\nexit / x\\n{line}"] }}')
    assert (caught.value.line, caught.value.column) == (1, 46)


def test_the_actions_of_an_unknown_state_are_a_fault() -> None:
    automaton = Automaton.from_table("it", initial="on", table="on -> on : go \n onn : entry / x")
    [fault] = [fault for fault in Machine(automaton).faults() if fault.about == "onn"]
    assert fault.text == "there are actions for the unknown state 'onn': did you mean 'on'?"


class Queue(Memory):
    """A queue that has no head while it is empty."""

    def __init__(self) -> None:
        self.items = [1]

    @guard
    def empty(self) -> bool:
        """nothing waits"""
        return not self.items

    @guard
    def head_is_one(self) -> bool:
        """the first that waits is a 1"""
        return self.items[0] == 1

    @action
    def serve(self) -> None:
        """the first leaves"""
        self.items.pop(0)


@pytest.mark.parametrize("last", ["[head_is_one] / serve", "[else] / serve"])
def test_a_guard_is_asked_only_where_those_before_it_leave_the_question(last: str) -> None:
    table = f"on -> on : go [empty] \n on -> on : go [!head_is_one] \n on -> on : go {last}"
    automaton = Automaton.from_table("queue", initial="on", table=table, ordered=True)
    assert not explore(Machine(automaton, Queue), 3).findings
