"""Automata as data: the notation, the table, what is wrong with one, and a memory's vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError, HanoiError, MachineStopped, NotationError
from hanoi_fsm.fsm.memory import RESERVED, Memory, action, guard
from hanoi_fsm.fsm.notation import (
    Guard,
    Label,
    Transition,
    join_labels,
    parse_label,
    parse_labels,
    parse_row,
    parse_rows,
    parse_title,
)
from hanoi_fsm.fsm.validation import faults, validate

SIGNS = "[]&!/:,"
NAMES = st.from_regex(r"[A-Za-z_][A-Za-z_0-9]{0,12}", fullmatch=True)
PRINTED = st.characters(exclude_categories=["C", "Z"])
EVENTS = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters=SIGNS), min_size=1, max_size=9
)
GUARDS = st.builds(Guard, NAMES, st.booleans())
LABELS = st.builds(
    Label, EVENTS, st.lists(GUARDS, max_size=4).map(tuple), st.one_of(st.none(), NAMES)
)
WORDS = st.text(PRINTED, min_size=1, max_size=6).filter(
    lambda word: not word.startswith(":") and "->" not in word
)
STATES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
ROWS = st.builds(Transition, STATES, STATES, LABELS)
BLANKS = st.sampled_from(["", " ", "   ", "\t"])


# The notation


@given(LABELS)
def test_a_label_that_is_printed_is_read_back(label: Label) -> None:
    assert parse_label(str(label)) == label


@given(LABELS, st.data())
def test_blanks_between_words_and_signs_mean_nothing(label: Label, data: st.DataObject) -> None:
    words = [label.event]
    for place, asked in enumerate(label.guards):
        words += ["&" if place else "[", *(["!"] if asked.negated else []), asked.name]
    words += ["]"] if label.guards else []
    words += ["/", label.action] if label.action else []
    spaced = "".join(data.draw(BLANKS) + word for word in words) + data.draw(BLANKS)
    assert parse_label(spaced) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("step", Label("step")),
        ("0", Label("0")),
        ("#", Label("#")),
        ("step / carry", Label("step", (), "carry")),
        ("step [built]", Label("step", (Guard("built"),))),
        (
            "step[!built&ahead]/carry",
            Label("step", (Guard("built", True), Guard("ahead")), "carry"),
        ),
        ("\n step\n[ ! built ]\n", Label("step", (Guard("built", True),))),
        ("é [ß_1] / ñ", Label("é", (Guard("ß_1"),), "ñ")),
    ],
)
def test_a_label_is_an_event_with_guards_and_an_action(text: str, label: Label) -> None:
    assert parse_label(text) == label


@pytest.mark.parametrize(
    ("text", "place", "found", "expected"),
    [
        ("", 1, "the end", "an event"),
        ("   ", 4, "the end", "an event"),
        ("/ carry", 1, "`/`", "an event"),
        ("[built] / carry", 1, "`[`", "an event"),
        ("  & x", 3, "`&`", "an event"),
        ("step carry", 6, "`carry`", "the end, or "),
        ("step ]", 6, "`]`", "the end, or "),
        ("step : carry", 6, "`:`", "the end, or "),
        ("step !built", 6, "`!`", "the end, or "),
        ("step [", 7, "the end", "a guard"),
        ("step []", 7, "`]`", "a guard"),
        ("step [built", 12, "the end", "`]`"),
        ("step [built ahead]", 13, "`ahead`", "`]`"),
        ("step [built / carry", 13, "`/`", "`]`"),
        ("step [built &]", 14, "`]`", "a guard"),
        ("step [& built]", 7, "`&`", "a guard"),
        ("step [!!built]", 8, "`!`", "a guard"),
        ("step [1st]", 7, "`1st`", r"a guard \(letters, digits and underscores\)"),
        ("step [no-t]", 7, "`no-t`", "a guard"),
        ("step [built]]", 13, "`]`", "the end, or "),
        ("step [built] [ahead]", 14, "`[`", "the end, or "),
        ("step [built] carry", 14, "`carry`", "the end, or "),
        ("step /", 7, "the end", "an action"),
        ("step / ca.rry", 8, "`ca.rry`", r"an action \(letters, digits and underscores\)"),
        ("step / carry / on", 14, "`/`", "the end, or "),
        ("step / carry [built]", 14, "`[`", "the end, or "),
        (", step", 1, "`,`", "an event"),
        ("step ,", 7, "the end", "an event"),
        ("step, [built]", 7, "`[`", "an event"),
        ("step [built, ahead]", 12, "`,`", "`]`"),
        ("step / carry, on", 13, "`,`", "the end, or "),
    ],
)
def test_a_malformed_label_is_told_with_the_place_what_is_there_and_what_should_be(
    text: str, place: int, found: str, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_label(text)
    caught.match(f"at character {place}: found ")
    assert f"in the label {text!r}" in str(caught.value)
    assert f": found {found}, expected " in str(caught.value)
    caught.match(f", expected {expected}")
    caught.match(r"the notation is `event \[guard & !guard\] / action`$")


def test_a_label_may_have_200_characters_and_no_more() -> None:
    assert parse_label("x" * 200).event == "x" * 200
    with pytest.raises(
        NotationError, match="it has 201 characters, expected at most 200"
    ) as caught:
        parse_label("x" * 201)
    assert len(str(caught.value)) < 200


def test_an_error_of_the_notation_is_a_value_error_and_the_packages_own() -> None:
    assert issubclass(NotationError, HanoiError)
    assert issubclass(NotationError, ValueError)


@pytest.mark.parametrize(
    ("asked", "answer"), [(Guard("built"), True), (Guard("built", True), False)]
)
def test_a_negated_guard_must_answer_no(asked: Guard, answer: bool) -> None:
    assert asked.answer is answer


@given(st.lists(EVENTS, min_size=1, max_size=5, unique=True), LABELS)
def test_events_that_share_guards_and_action_may_share_a_label(
    events: list[str], label: Label
) -> None:
    labels = [label._replace(event=event) for event in events]
    (joined,) = join_labels(labels)
    assert joined == str(label._replace(event=", ".join(events)))
    assert parse_labels(joined) == labels


@given(st.lists(LABELS, max_size=6, unique=True))
def test_labels_that_are_joined_are_told_apart_again(labels: list[Label]) -> None:
    joined = join_labels(labels)
    assert {label for text in joined for label in parse_labels(text)} == set(labels)
    assert len(joined) == len({(label.guards, label.action) for label in labels})


def test_where_one_event_is_wanted_several_are_refused() -> None:
    with pytest.raises(NotationError, match=r"^'00, 22 / once' names several events: give one$"):
        parse_label("00, 22 / once")
    with pytest.raises(NotationError, match=r"^'a -> b : 0, 1' names several events: give one$"):
        parse_row(" a -> b : 0, 1 ")


# Rows and titles


@given(ROWS)
def test_a_row_that_is_printed_is_read_back(row: Transition) -> None:
    assert parse_row(str(row)) == row


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("a -> b : step", Transition("a", "b", Label("step"))),
        ("a->b :step", Transition("a", "b", Label("step"))),
        ("  two words -> b:1 : 0 / z ", Transition("two words", "b:1", Label("0", (), "z"))),
        ("a -> a : x [y]", Transition("a", "a", Label("x", (Guard("y"),)))),
    ],
)
def test_a_row_puts_the_two_states_before_the_label(text: str, row: Transition) -> None:
    assert parse_row(text) == row
    assert (row.event, row.guards, row.action) == tuple(row.label)


@pytest.mark.parametrize(
    "text", ["a b : step", "a -> b step", "-> b : step", "a -> : step", "", ":"]
)
def test_a_row_without_two_states_and_a_label_is_none(text: str) -> None:
    with pytest.raises(NotationError, match="is no row: write `state -> next : event ") as caught:
        parse_row(text)
    assert repr(text) in str(caught.value)


def test_a_row_with_several_events_is_a_transition_for_each() -> None:
    assert parse_rows("a -> b : 0, 1 [x] / z") == [
        parse_row("a -> b : 0 [x] / z"),
        parse_row("a -> b : 1 [x] / z"),
    ]


def test_a_malformed_label_in_a_row_is_told_as_one() -> None:
    with pytest.raises(NotationError, match=r"in the label ' step \[' .* expected a guard"):
        parse_row("a -> b : step [")


@pytest.mark.parametrize(
    ("title", "name", "memory"),
    [
        ("two-storey", "two-storey", "two-storey"),
        ("mine over two-storey", "mine", "two-storey"),
        ("overcast", "overcast", "overcast"),
    ],
)
def test_a_title_names_the_automaton_and_the_memory_that_it_borrows(
    title: str, name: str, memory: str
) -> None:
    assert parse_title(title) == (name, memory)
    automaton = Automaton.from_table(name, initial="a", final="a", table="", memory=memory)
    assert automaton.title == title


# Definitions


class Lamp(Memory):
    """A lamp whose bulb lasts a while."""

    def __init__(self, presses: int = 2) -> None:
        self.presses = presses

    @guard
    def worn(self) -> bool:
        """the bulb is at its end"""
        return self.presses == 0

    @guard
    def warm(self) -> bool:
        """the bulb has not cooled down"""
        return self.presses == 1

    @action
    def spark(self) -> None:
        """the bulb says goodbye"""
        self.output = "!"

    def key(self) -> Hashable:
        return self.presses


TABLE = """
    off -> on     : press
    on  -> off    : press [!worn]
    on  -> broken : press [worn] / spark
"""
LAMP = Automaton.from_table("lamp", initial="off", final="broken", table=TABLE)


def lamp(extra: str = "", **changes: Any) -> Automaton:
    """The lamp with rows more, or with some of its parts changed."""
    table = TABLE + "\n" + extra
    automaton = Automaton.from_table("lamp", initial="off", final="broken", table=table)
    return replace(automaton, **changes)


def test_a_table_lists_states_events_guards_and_actions_in_its_own_order() -> None:
    automaton = lamp("on -> on : shake [warm & !worn] / rattle")
    assert automaton.states == ("off", "on", "broken")
    assert automaton.events == ("press", "shake")
    assert automaton.guards == ("worn", "warm")
    assert automaton.actions == ("spark", "rattle")
    assert (automaton.initial, automaton.final) == ("off", frozenset({"broken"}))


def test_the_vocabulary_of_an_automaton_is_called_like_itself_unless_it_borrows_one() -> None:
    assert LAMP.memory == "lamp"
    borrowed = Automaton.from_table("mine", initial="off", final="off", table="", memory="lamp")
    assert borrowed.memory == "lamp"


def test_a_printed_table_is_aligned() -> None:
    assert str(LAMP).splitlines() == [
        "off -> on     : press",
        "on  -> off    : press [!worn]",
        "on  -> broken : press [worn]  / spark",
    ]


@given(st.lists(ROWS, min_size=1, max_size=8), st.lists(STATES, max_size=3), NAMES)
def test_a_printed_table_is_read_back(rows: list[Transition], final: list[str], name: str) -> None:
    table = "\n".join(map(str, rows))
    written = Automaton.from_table(name, initial=rows[0].source, final=final, table=table)
    assert written.transitions == tuple(rows)
    again = Automaton.from_table(
        name, initial=written.initial, final=final, table=str(written), memory=written.memory
    )
    assert again == written
    assert again.states == written.states


@given(st.permutations(LAMP.transitions), st.permutations(LAMP.states))
def test_the_order_of_rows_and_states_does_not_count(
    rows: list[Transition], states: list[str]
) -> None:
    other = replace(LAMP, transitions=tuple(rows), states=tuple(states))
    assert other == LAMP
    assert hash(other) == hash(LAMP)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "lump"},
        {"memory": "lump"},
        {"initial": "on"},
        {"final": frozenset({"on"})},
        {"final": frozenset({"broken", "on"})},
        {"states": ("off", "on", "broken", "dark")},
        {"transitions": LAMP.transitions[:-1]},
        {"transitions": LAMP.transitions * 2},
        {"transitions": (*LAMP.transitions[:-1], parse_row("on -> broken : press [worn]"))},
        {"transitions": (*LAMP.transitions[:-1], parse_row("on -> off : press [worn] / spark"))},
    ],
)
def test_anything_else_that_differs_makes_another_automaton(changes: dict[str, Any]) -> None:
    assert replace(LAMP, **changes) != LAMP


def test_an_automaton_is_equal_to_no_other_kind_of_thing() -> None:
    assert str(LAMP) != LAMP
    assert LAMP not in (None, "lamp", LAMP.transitions)


def test_a_definition_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        LAMP.initial = "on"  # type: ignore[misc]  # that it is refused is the test
    with pytest.raises(FrozenInstanceError):
        LAMP.transitions[0].target = "off"  # type: ignore[misc]  # that it is refused is the test


@pytest.mark.parametrize(
    ("state", "event", "presses", "targets"),
    [
        ("off", "press", 0, ["on"]),
        ("on", "press", 0, ["broken"]),
        ("on", "press", 1, ["off", "warmer"]),
        ("on", "press", 2, ["off"]),
        ("on", "shake", 2, []),
        ("broken", "press", 2, []),
    ],
)
def test_every_transition_that_the_memory_allows_is_enabled_and_no_other(
    state: str, event: str, presses: int, targets: list[str]
) -> None:
    automaton = lamp("on -> warmer : press [warm & !worn]")
    enabled = automaton.enabled(state, event, Lamp(presses))
    assert [row.target for row in enabled] == targets


@pytest.mark.parametrize("answer", [1, 2, "yes"])
def test_only_a_real_bool_is_an_answer(answer: object) -> None:
    class Vague(Lamp):
        @guard
        def worn(self) -> bool:
            """the bulb is at its end, more or less"""
            return answer  # type: ignore[return-value]  # a wrong type is the test

    assert LAMP.enabled("on", "press", Vague()) == []


def test_an_automaton_whose_word_may_end_anywhere_has_final_states_only() -> None:
    parity = Automaton.from_table(
        "parity", initial="even", final=None, table="even -> odd : 1 \n odd -> even : 1"
    )
    assert parity.final == frozenset(parity.states) == {"even", "odd"}


def test_a_word_is_read_from_state_to_state_up_to_the_first_event_that_is_not_taken() -> None:
    parity = Automaton.from_table(
        "parity",
        initial="even",
        final="even",
        table="even -> even : 0 \n even -> odd : 1 / carry \n odd -> even : 1",
    )
    assert [row.target for row in parity.read("0110")] == ["even", "odd", "even", "even"]
    assert [row.action for row in parity.read("01")] == [None, "carry"]
    assert list(parity.read("")) == []
    rows = parity.read("10")
    assert next(rows).target == "odd"
    with pytest.raises(MachineStopped, match=r"^parity: state 'odd' does not take '0'$"):
        next(rows)


# What is wrong with a definition


def test_a_sound_definition_has_no_faults() -> None:
    assert faults(LAMP) == []
    assert faults(LAMP, Lamp) == []
    validate(LAMP, Lamp)


LONG = "o" * 201
WILL_NOT_DO = "will not do: take 1 to 200 printable characters without blanks around them"
FAULTS: list[tuple[str, Automaton, str]] = [
    (
        "an unknown next state",
        lamp("on -> brokn : drop"),
        "`on -> brokn : drop` leads to the unknown state 'brokn': did you mean 'broken'?",
    ),
    (
        "an unknown state with no name near it",
        lamp("on -> xyz : drop"),
        "`on -> xyz : drop` leads to the unknown state 'xyz': known are off, on, broken",
    ),
    (
        "a row that starts in an unknown state",
        lamp("brokn -> off : mend", states=LAMP.states),
        "`brokn -> off : mend` starts in the unknown state 'brokn': did you mean 'broken'?",
    ),
    ("no initial state", lamp(initial=""), "no state is marked as the initial one: mark one"),
    (
        "an unknown initial state",
        lamp(initial="of"),
        "the initial state 'of' is no state of it: did you mean 'off'?",
    ),
    ("no final state", lamp(final=frozenset()), "no state is marked as final: mark at least one"),
    (
        "an unknown final state",
        lamp(final=frozenset({"broken", "brok"})),
        "the final state 'brok' is no state of it: did you mean 'broken'?",
    ),
    (
        "a state out of reach",
        lamp("dark -> on : press"),
        "state 'dark' cannot be reached from 'off': lead a transition to it or take it out",
    ),
    (
        "a state that leads nowhere",
        lamp("on -> dark : drop \n dark -> dark : press"),
        "state 'dark' has no way to a final state: draw a transition that leads on",
    ),
    (
        "the same row twice",
        lamp("off -> on : press"),
        "`off -> on : press` stands there 2 times: keep one",
    ),
    (
        "a guard asked to be both",
        lamp("on -> off : shake [worn & warm & !worn]"),
        "`on -> off : shake [worn & warm & !worn]` can never be taken: "
        "a guard is asked to be true and false",
    ),
    (
        "two rows without guards",
        lamp("off -> off : press"),
        "`off -> off : press` and `off -> on : press` are always enabled together: "
        "give them guards that exclude each other",
    ),
    (
        "two rows with the same guards in another order",
        lamp("on -> off : shake [warm & !worn] \n on -> on : shake [!worn & warm]"),
        "`on -> off : shake [warm & !worn]` and `on -> on : shake [!worn & warm]` are always "
        "enabled together: give them guards that exclude each other",
    ),
    (
        "two rows that differ in what they do",
        lamp("on -> broken : press [worn]"),
        "`on -> broken : press [worn]` and `on -> broken : press [worn] / spark` are always "
        "enabled together: give them guards that exclude each other",
    ),
    (
        "a guard that the memory lacks",
        lamp("on -> off : shake [wornn]"),
        "the memory 'lamp' has no guard 'wornn': did you mean 'worn'?",
    ),
    (
        "a guard with no name near it",
        lamp("on -> off : shake [xyz]"),
        "the memory 'lamp' has no guard 'xyz': known are worn, warm",
    ),
    (
        "an action that the memory lacks",
        lamp("on -> off : shake / sparc"),
        "the memory 'lamp' has no action 'sparc': did you mean 'spark'?",
    ),
    (
        "a guard carried out",
        lamp("on -> off : shake / worn"),
        "the memory 'lamp' has no action 'worn': it is a guard",
    ),
    (
        "an action asked",
        lamp("on -> off : shake [!spark]"),
        "the memory 'lamp' has no guard 'spark': it is an action",
    ),
    (
        "a method that is no word of the vocabulary",
        lamp("on -> off : shake / key"),
        "the memory 'lamp' has no action 'key': known are spark",
    ),
    ("no name", lamp(name=""), f"the name '' {WILL_NOT_DO}"),
    ("a blank behind the name", lamp(name="lamp "), f"the name 'lamp ' {WILL_NOT_DO}"),
    ("a name on two lines", lamp(name="la\nmp"), f"the name 'la\\nmp' {WILL_NOT_DO}"),
    ("a long name", lamp(name=LONG), f"the name '{LONG[:18]}...{LONG[:17]}' {WILL_NOT_DO}"),
    (
        "the name of the memory with a tab",
        lamp(memory="la\tmp"),
        f"the name 'la\\tmp' {WILL_NOT_DO}",
    ),
    (
        "a state that cannot be printed",
        lamp("on -> \x07 : press [warm] \n \x07 -> on : press"),
        f"the name '\\x07' {WILL_NOT_DO}",
    ),
    (
        "a name that would be read as two",
        lamp(name="mine over yours"),
        "the name 'mine over yours' has ' over ' in it: that joins two names",
    ),
    (
        "a memory that would be read as two",
        lamp(memory="mine over yours"),
        "the name 'mine over yours' has ' over ' in it: that joins two names",
    ),
]


@pytest.mark.parametrize(
    ("automaton", "told"),
    [(automaton, told) for _, automaton, told in FAULTS],
    ids=[name for name, _, _ in FAULTS],
)
def test_a_fault_is_named_and_no_other_with_it(automaton: Automaton, told: str) -> None:
    assert [fault.text for fault in faults(automaton, Lamp)] == [told]
    with pytest.raises(DefinitionError) as caught:
        validate(automaton, Lamp)
    assert caught.value.faults == (told,)
    assert str(caught.value) == f"automaton {automaton.name!r} has 1 fault: {told}"


def test_an_automaton_needs_a_state() -> None:
    empty = Automaton("void", (), "", frozenset(), (), "void")
    assert [fault.text for fault in faults(empty)] == ["there is no state: give it at least one"]


def test_a_state_may_have_over_in_its_name() -> None:
    assert faults(lamp("on -> it is over now : end \n it is over now -> broken : end")) == []


def test_the_names_of_guards_and_actions_are_checked_against_a_memory_only() -> None:
    automaton = lamp("on -> off : shake [sane] / sing")
    assert faults(automaton) == []
    assert len(faults(automaton, Lamp)) == 2


def test_a_word_that_is_missing_is_named_once_however_often_it_stands_there() -> None:
    automaton = lamp("on -> off : shake [sane] \n on -> on : shake [!sane]")
    assert len(faults(automaton, Lamp)) == 1


def test_all_faults_are_named_at_once() -> None:
    automaton = Automaton(
        "all over again",
        ("off", "on", "dark", "lost"),
        "of",
        frozenset({"on", "brokn"}),
        tuple(
            map(
                parse_row,
                [
                    "off  -> on   : press",
                    "off  -> on   : press",
                    "off  -> off  : press",
                    "on   -> omn  : press [worn & !worn] / worn",
                    "on   -> dark : press [spark] / sparc",
                    "dark -> dark : press",
                    "nil  -> on   : press [warn]",
                ],
            )
        ),
        " lamp",
    )
    with pytest.raises(DefinitionError) as caught:
        validate(automaton, Lamp)
    told = caught.value.faults
    for part in (
        "'all over again' has ' over ' in it",
        "the name ' lamp' will not do",
        "the initial state 'of' is no state of it: did you mean 'off'?",
        "the final state 'brokn' is no state of it",
        "`off -> on : press` stands there 2 times",
        "`off -> off : press` and `off -> on : press` are always enabled together",
        "leads to the unknown state 'omn': did you mean 'on'?",
        "can never be taken",
        "`nil -> on : press [warn]` starts in the unknown state 'nil'",
        "state 'dark' has no way to a final state",
        "state 'lost' has no way to a final state",
        "no action 'worn': it is a guard",
        "no guard 'spark': it is an action",
        "no action 'sparc': did you mean 'spark'?",
        "no guard 'warn': did you mean 'worn'?",
    ):
        assert len([line for line in told if part in line]) == 1, part
    assert len(told) == 15
    assert str(caught.value).startswith("automaton 'all over again' has 15 faults: ")
    assert all(line in str(caught.value) for line in told)


def test_without_an_initial_or_a_final_state_ways_are_not_judged() -> None:
    table = "off -> on : press \n dark -> dark : press"
    automaton = Automaton.from_table("lamp", initial="", final=[], table=table)
    assert len(faults(automaton)) == 3, "neither mark is there, and the state `on` is unknown"


def test_a_fault_tells_which_row_or_state_it_is_about() -> None:
    automaton = lamp("dark -> on : press \n on -> xyz : drop", initial="of")
    about = [fault.about for fault in faults(automaton)]
    assert about == [None, parse_row("on -> xyz : drop")]
    automaton = lamp("dark -> on : press")
    assert [fault.about for fault in faults(automaton)] == ["dark"]


def test_a_definition_error_is_a_value_error_and_the_packages_own() -> None:
    assert issubclass(DefinitionError, HanoiError)
    assert issubclass(DefinitionError, ValueError)


# The vocabulary of a memory


def test_a_memory_tells_its_guards_and_actions_with_what_they_mean() -> None:
    assert Lamp.guards() == {
        "worn": "the bulb is at its end",
        "warm": "the bulb has not cooled down",
    }
    assert Lamp.actions() == {"spark": "the bulb says goodbye"}


def test_the_vocabulary_that_is_told_is_a_copy() -> None:
    Lamp.guards().clear()
    Lamp.actions()["key"] = "anything"
    assert (list(Lamp.guards()), list(Lamp.actions())) == (["worn", "warm"], ["spark"])


def test_a_memory_inherits_a_vocabulary_and_adds_to_it_without_changing_it() -> None:
    class Lantern(Lamp):
        @action
        def swing(self) -> None:
            """to and fro"""

        @guard
        def worn(self) -> bool:
            """the candle is at its end"""
            return True

    assert list(Lantern.actions()) == ["spark", "swing"]
    assert Lantern.guards()["worn"] == "the candle is at its end"
    assert list(Lamp.actions()) == ["spark"]
    assert Lamp.guards()["worn"] == "the bulb is at its end"


def asked(self: Memory) -> bool:
    """a question"""
    return True


def asked_for_a_number(self: Memory) -> int:
    """a question of how many"""
    return 1


def asked_for_anything(self):  # type: ignore[no-untyped-def]  # no types are the test
    """a question without a kind of answer"""
    return True


def asked_in_silence(self: Memory) -> bool:
    return True


def asked_with_a_blank(self: Memory) -> bool:
    """ """
    return True


def asked_at_length(self: Memory) -> bool:
    """a question

    and what it is good for
    """
    return True


def done(self: Memory) -> None:
    """a deed"""


def done_in_silence(self: Memory) -> None:
    pass


@pytest.mark.parametrize(
    ("declared", "method", "told"),
    [
        (guard, asked_in_silence, "^the guard Bad.word needs a docstring of one line$"),
        (guard, asked_with_a_blank, "the guard Bad.word needs a docstring of one line"),
        (guard, asked_at_length, "the guard Bad.word needs a docstring of one line"),
        (action, done_in_silence, "^the action Bad.word needs a docstring of one line$"),
        (guard, asked_for_a_number, "^the guard Bad.word must be annotated to return bool$"),
        (guard, asked_for_anything, "the guard Bad.word must be annotated to return bool"),
    ],
)
def test_a_word_needs_a_docstring_and_a_guard_a_real_bool(
    declared: Callable[[Any], object], method: Callable[[Any], object], told: str
) -> None:
    with pytest.raises(TypeError, match=told):
        type("Bad", (Memory,), {"word": declared(method)})


@pytest.mark.parametrize("name", [*sorted(RESERVED), "copy", "key", "show", "guards", "actions"])
@pytest.mark.parametrize(("declared", "method"), [(guard, asked), (action, done)])
def test_a_word_must_not_be_called_like_what_the_machine_uses_itself(
    declared: Callable[[Any], object], method: Callable[[Any], object], name: str
) -> None:
    kind = "guard" if declared is guard else "action"
    with pytest.raises(TypeError, match=f"^Bad.{name} is no {kind}: that name is the machine's"):
        type("Bad", (Memory,), {name: declared(method)})


def test_a_method_that_is_not_declared_is_no_word() -> None:
    assert "key" not in {**Lamp.guards(), **Lamp.actions()}

    class Plain(Memory):
        def word(self) -> bool:
            """nobody asks"""
            return True

    assert (Plain.guards(), Plain.actions()) == ({}, {})


def test_a_memory_shows_its_key_unless_it_knows_better() -> None:
    assert Lamp(7).show() == "7"


def test_a_copy_of_a_memory_shares_nothing_that_changes() -> None:
    class Bag(Memory):
        def __init__(self) -> None:
            self.things = [["key"]]
            self.output = "kept"

    bag = Bag()
    twin = bag.copy()
    twin.things[0].append("coin")
    assert (type(twin), twin.output) == (Bag, "kept")
    assert (bag.things, twin.things) == ([["key"]], [["key", "coin"]])
