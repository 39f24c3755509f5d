"""The notation: labels, transitions as text, and titles."""

import re
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from notation_strategies import EVENTS, LABELS

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import HanoiError, NotationError
from hanoi_fsm.fsm.notation import (
    Guard,
    Label,
    Transition,
    join_transitions,
    parse_label,
    parse_labels,
    parse_title,
    parse_transition,
    parse_transitions,
)

BLANKS = st.sampled_from(["", " ", "   ", "\t"])


@given(LABELS, st.data())
def test_a_label_is_read_back_however_it_is_spaced(label: Label, data: st.DataObject) -> None:
    assert parse_label(str(label)) == label
    words = [label.event]
    for place, asked in enumerate(label.guards):
        words += ["&" if place else "[", *(["!"] if asked.negated else []), asked.name]
    words += ["]"] if label.guards else []
    words += ["/", label.action] if label.action else []
    spaced = "".join(data.draw(BLANKS) + word for word in words) + data.draw(BLANKS)
    assert parse_label(spaced) == label


def test_a_label_is_an_event_with_guards_and_an_action() -> None:
    label = Label("é", (Guard("built", negated=True), Guard("ß_1")), "ñ")
    assert parse_label("\n é\n[ ! built& ß_1] / ñ") == label
    assert [guard.answer for guard in label.guards] == [False, True]


MALFORMED = [
    ("", 1, "the end", "an event"),
    ("   ", 4, "the end", "an event"),
    ("[built] / carry", 1, "`[`", "an event"),
    (", step", 1, "`,`", "an event"),
    ("step ,", 7, "the end", "an event"),
    ("step, [built]", 7, "`[`", "an event"),
    ("\u202e", 1, r"'\u202e'", "an event in printable"),
    ("step carry", 6, "`carry`", "the end"),
    ("step ]", 6, "`]`", "the end"),
    ("step !built", 6, "`!`", "the end"),
    ("step [built] [ahead]", 14, "`[`", "the end"),
    ("step [built] carry", 14, "`carry`", "the end"),
    ("step / carry [built]", 14, "`[`", "the end"),
    ("step / carry, on", 13, "`,`", "the end"),
    ("step [", 7, "the end", "a guard"),
    ("step []", 7, "`]`", "a guard"),
    ("step [& built]", 7, "`&`", "a guard"),
    ("step [!!built]", 8, "`!`", "a guard"),
    ("step [1st]", 7, "`1st`", "a guard (letters"),
    ("step [__import__('os')]", 7, "`__import__('os')`", "a guard (letters"),
    ("step [built", 12, "the end", "`]`"),
    ("step [built ahead]", 13, "`ahead`", "`]`"),
    ("step [built / carry", 13, "`/`", "`]`"),
    ("step /", 7, "the end", "an action"),
    ("step / carry()", 8, "`carry()`", "an action (letters"),
]


@pytest.mark.parametrize(("text", "place", "found", "expected"), MALFORMED)
def test_a_malformed_label_is_refused(text: str, place: int, found: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_label(text)
    message, _, wanted = str(caught.value).partition(", expected ")
    assert message.startswith(f"in the label {text!r} at character {place}: found {found}")
    assert wanted.startswith(expected)
    assert str(caught.value).isprintable()
    assert isinstance(caught.value, HanoiError)
    assert isinstance(caught.value, ValueError)


NOT = "write `!guard`"
AND, OR = "write `[guard & guard]`", "no `or`: draw an edge"
HABITS = {
    "step [not built]": NOT,
    "step [NOT built]": NOT,
    "step [ahead & not built]": NOT,
    "step [~built]": NOT,
    "step [\u00acbuilt]": NOT,
    "step [built and ahead]": AND,
    "step [built AND ahead]": AND,
    "step [built && ahead]": AND,
    "step [built, ahead]": AND,
    "step [built; ahead]": AND,
    "step [built | ahead]": OR,
    "step [built|ahead]": OR,
    "step [built || ahead]": OR,
    "step [built or ahead]": OR,
    "[built]": "an event comes first, as in `step [guard]`",
    "/ carry": "an event comes first, as in `step / action`",
    "step [built()]": "without parentheses",
    "step / carry()": "without parentheses",
    "step if built": "write `event [guard]`",
    "\u201cstep [built": "curly quotes",
    "step built": "the notation is",
    "step [note & and_ & origin": "the notation is",
}


@pytest.mark.parametrize("label", HABITS)
def test_what_is_written_out_of_habit_is_told_how_to_write(label: str) -> None:
    with pytest.raises(NotationError, match=re.escape(HABITS[label])):
        parse_label(label)


@pytest.mark.parametrize("filler", ["y", "ñ", "\u202e"])
def test_the_advice_is_kept_however_long_the_label_is(filler: str) -> None:
    for label in (f"step [{filler * 180}-", f"{filler * 150} [not {filler * 40}"):
        with pytest.raises(NotationError) as caught:
            parse_label(label)
        assert len(str(caught.value)) <= 300
        assert str(caught.value).endswith(("must not hold", "/ action`"))


def test_a_label_may_have_200_characters_and_no_more() -> None:
    assert parse_label("x" * 200).event == "x" * 200
    with pytest.raises(NotationError, match=r"^.{,70}201 characters.* at most 200.{,20}$"):
        parse_label("x" * 201)


def join_labels(labels: list[Label]) -> list[str]:
    """The labels of the edges that bear these labels between the same two states."""
    transitions = [Transition("a", "b", label) for label in labels]
    return [text for _, _, text in join_transitions(transitions)]


@given(st.lists(EVENTS, min_size=1, max_size=5, unique=True), LABELS)
def test_events_with_the_same_guards_share_a_label(events: list[str], label: Label) -> None:
    labels = [label._replace(event=event) for event in events]
    (joined,) = join_labels(labels)
    assert joined == str(label._replace(event=", ".join(events)))
    assert parse_labels(joined) == labels


@settings(max_examples=20)
@given(st.lists(LABELS, max_size=6, unique=True))
def test_labels_that_are_joined_are_told_apart_again(labels: list[Label]) -> None:
    joined = join_labels(labels)
    assert {label for text in joined for label in parse_labels(text)} == set(labels)
    assert len(joined) == len({(label.guards, label.action) for label in labels})


def test_where_one_event_is_wanted_several_are_refused() -> None:
    with pytest.raises(NotationError, match="'00, 22 / once' names several events"):
        parse_label("00, 22 / once")
    with pytest.raises(NotationError, match="'a -> b : 0, 1' names several events"):
        parse_transition("a -> b : 0, 1")


def test_two_states_stand_before_the_label_and_each_event_makes_a_transition() -> None:
    found = parse_transitions("a -> b : 0, 1 [x] / z")
    assert list(map(str, found)) == ["a -> b : 0 [x] / z", "a -> b : 1 [x] / z"]
    row = parse_transition("  two words -> b:1 : 0 [ahead] / z ")
    assert row == Transition("two words", "b:1", Label("0", (Guard("ahead"),), "z"))
    assert (row.event, row.guards, row.action) == tuple(row.label)


INCOMPLETE = ["a b : step", "a -> b step", "a -> : step", "-> b : step", "", ":"]
REFUSED = [*((text, "write `state -> next") for text in INCOMPLETE)]
REFUSED += [("a -> b : step [", r"in the label ' step \['.* expected a guard")]


@pytest.mark.parametrize(("text", "words"), REFUSED)
def test_a_text_without_two_states_and_a_label_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_transition(text)


@pytest.mark.parametrize("parse", [parse_label, parse_transition])
@given(text=st.text() | st.text("ab ![]&/:->\n\t", max_size=20))
@example(text="->->-> ::a")
@example(text="base -> crown : step [!built & ahead_smaller] / carry")
def test_any_text_is_read_or_refused(parse: Callable[[str], object], text: str) -> None:
    try:
        read = parse(text)
    except NotationError as error:
        assert str(error).isprintable()
    else:
        assert parse(str(read)) == read


@pytest.mark.parametrize("title", ["two-storey", "mine over two-storey", "overcast"])
def test_a_title_names_the_automaton_and_the_memory_that_it_borrows(title: str) -> None:
    name, memory = parse_title(title)
    assert (name, memory) == (title.split(maxsplit=1)[0], title.rsplit(maxsplit=1)[-1])
    automaton = Automaton.from_table(name, initial="a", final="a", table="", memory=memory)
    assert automaton.title == title
