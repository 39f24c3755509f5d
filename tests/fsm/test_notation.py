"""The notation of a label, `event [guards] / action`: what is read, how it is printed, what is not.

It is read as the last part of a table's row, and compared with a grammar written down once more.
Numerals are decimal, of any length.
"""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.cases import ids
from support.chance import chance
from support.commands import run
from support.notation_strategies import EVENTS, LABELS

from hanoi_fsm import (
    Automaton,
    Diagram,
    Label,
    Machine,
    StateTable,
    configuration,
    errors,
    export,
)
from hanoi_fsm import read as parsed
from hanoi_fsm.fsm.notation import in_rows, word
from hanoi_fsm.fsm.theory.mealy import characterizing_words

QUOTED = r'"(?! |")([^"\\]|\\["\\])*(?<! )"'
NAME = r"[^\W\d]\w*"
WORD = rf"({QUOTED}|(?!{QUOTED}|\"\")[^\s\[\]&!/:,]+)"
GUARD = rf'!?\s*({NAME}|(?!"!){QUOTED})'
ACTION = rf'({NAME}|"([^"\\]|\\["\\])*")'
GRAMMAR = re.compile(
    rf"\s*{WORD}(\s*,\s*{WORD})*\s*(\[\s*{GUARD}(\s*&\s*{GUARD})*\s*\])?"
    rf"\s*(/\s*{ACTION}(\s*,\s*{ACTION})*)?\s*"
)
TOKENS = ["\\", '"', "a", "b1", "1", "é", "->", "!", "[", "]", "&", "/", ",", ":", " "]


def read(label: str) -> list[Label]:
    """The labels of the transitions that a row makes."""
    made = Automaton.from_table("x", initial="a", table=f"a -> b :{label}")
    return [transition.label for transition in made.transitions]


def refusal(label: str) -> str:
    """The error of a label that is not read."""
    with pytest.raises(errors.NotationError) as caught:
        read(label)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= 300
    return str(caught.value)


@given(st.lists(EVENTS, min_size=1, max_size=4, unique=True), LABELS, st.integers(0, 999))
def test_a_label_is_read_back_however_it_is_spaced(
    events: list[str], label: Label, seed: int
) -> None:
    assert read(str(label)) == [label]
    words = [text for event in events for text in (",", word(event))][1:]
    for place, asked in enumerate(label.guards):
        words += ["&" if place else "[", *(["!"] if asked.negated else []), asked.name]
    words += ["]"] if label.guards else []
    for place, action in enumerate(label.actions):
        words += [",", action] if place else ["/", action]
    blanks = Random(seed).choices(["", " ", "   ", "\t"], k=len(words) + 1)
    spaced = "".join(map("".join, zip(blanks, [*words, ""], strict=True)))
    assert read(spaced) == [label._replace(event=event) for event in events]


@given(st.lists(st.sampled_from(TOKENS), max_size=9).map("".join))
@example("a, b1[!a&é ]/ b1")
@example("a [1")
def test_a_text_is_a_label_if_the_grammar_says_so(text: str) -> None:
    if GRAMMAR.fullmatch(text):
        assert [again for label in read(text) for again in read(str(label))] == read(text)
    else:
        refusal(text)


@pytest.mark.parametrize(
    "row", ["a b : step", "a -> b step", "a -> : step", "-> b : step", ":", "a -> b:step"]
)
def test_a_row_without_two_states_and_a_label_is_refused(row: str) -> None:
    with pytest.raises(errors.NotationError, match="write `state -> next"):
        Automaton.from_table("x", initial="a", table=f"a -> a : step\n{row}")


MALFORMED = [
    ("", 1, "the end", "an event"),
    ("   ", 4, "the end", "an event"),
    (", step", 1, "`,`", "an event"),
    ("step, [built]", 7, "`[`", "an event"),
    ("\u202e", 1, r"'\u202e'", "an event in printable"),
    ("step carry", 6, "`carry`", "the end"),
    ("step [built] [ahead]", 14, "`[`", "the end"),
    ("step / carry; on", 8, "`carry;`", "an action"),
    ("step / carry, ", 15, "the end", "an action"),
    ("step / carry [built]", 14, "`[`", "the end or `,`"),
    ("step [", 7, "the end", "a guard"),
    ("step [!!built]", 8, "`!`", "a guard"),
    ("step [1st]", 7, "`1st`", "a guard (letters"),
    ("step [__import__('os')]", 7, "`__import__('os')`", "a guard (letters"),
    ("step [built", 12, "the end", "`]`"),
    ("step [built / carry", 13, "`/`", "`]`"),
    ("step /", 7, "the end", "an action"),
    ("step / carry()", 8, "`carry()`", "an action (letters"),
]
NOT, AND = "write `!guard`", "write `[guard & guard]`"
OR, FIRST = "no `or`: draw an edge", "an event comes first, as in `step "
HABITS = {
    "step [not built]": NOT,
    "step [ahead & NOT built]": NOT,
    "step [~built]": NOT,
    "step [\u00acbuilt]": NOT,
    "step [built and ahead]": AND,
    "step [built && ahead]": AND,
    "step [built, ahead]": AND,
    "step [built | ahead]": OR,
    "step [built OR ahead]": OR,
    "[built]": FIRST + "[guard]`",
    "/ carry": FIRST + "/ action`",
    "step / carry()": "without parentheses",
    "step / carry; on": "a comma between actions",
    "step if built": "write `event [guard]`",
    "\u201cstep [built": "curly quotes",
    "step built": "the notation is",
    "0 / \u201cone\u201d": "in straight quotes",
    "0 / 1": "or an output in quotes",
    '0 / "one" two': "expected the end",
    '0 / "one': "or an output in quotes",
    r'0 / "\x"': "or an output in quotes",
    "step [note & and_ & origin": "the notation is",
    f"step [{'y' * 180}-": NOT,
    "\u202e" * 150 + " [not " + "ñ" * 40: NOT,
}


@pytest.mark.parametrize(("text", "place", "sign", "expected"), MALFORMED, ids=ids(MALFORMED))
def test_a_malformed_label_is_refused_at_the_character_and_with_advice(
    text: str, place: int, sign: str, expected: str
) -> None:
    message, _, wanted = refusal(text).partition(", expected ")
    assert message == f"in the label {text!r} at character {place}: found {sign}"
    assert wanted.startswith(expected)


def test_a_label_has_at_most_200_characters() -> None:
    assert read("x" * 200) == [Label("x" * 200)]
    assert "201 characters, expected at most 200" in refusal("x" * 201)
    assert [text for text, advice in HABITS.items() if advice not in refusal(text)] == []


def test_events_that_share_an_edge_share_a_label_that_is_not_too_long() -> None:
    rows = [f"a -> a : e{number:02} / z" for number in range(90)]
    alone = Automaton.from_table("x", initial="a", table="\n".join(rows))
    automaton = replace(alone, rows=in_rows(alone.transitions))
    dot = Diagram(automaton).dot
    assert parsed(dot).automaton == automaton
    assert dot.count("a -> a") == 3


def test_a_numeral_of_any_length_is_read_and_written_whatever_limit_python_has() -> None:
    random = chance()
    for length in (1, 512, 603, 1025):
        for text in ("1" + "0" * (length - 1), "9" * length, str(random.randint(1, 9)) * length):
            at = run("at", str(4 * length), text).out.strip()
            assert run("path", at, "--length").out.split()[:2] == ["step", text]
            number = sum(int(digit) * 10**place for place, digit in enumerate(reversed(text)))
            assert at == str(configuration(number, disks=4 * length))


def test_numbers_are_in_the_order_of_their_size_wherever_words_are_sorted(tmp_path: Path) -> None:
    rows = [f"even -> even : {number}" for number in ("10", "9", "100")]
    automaton = Automaton.from_table("x", initial="even", final=None, table="\n".join(rows))
    file = tmp_path / "x.dot"
    file.write_text(Diagram(automaton).dot, "utf-8")
    assert "events (3): 9, 10, 100" in run("describe", file).out
    assert StateTable(automaton).events == ("9", "10", "100")
    assert "a = 10\nb = 100" in export(automaton, "jflap"), "9 is a letter itself"
    table = "even -> odd : 10 / up \n even -> odd : 9 \n odd -> even : 9 \n odd -> odd : 10"
    words = characterizing_words(Automaton.from_table("y", initial="even", table=table))
    assert [*words] == sorted(words, key=lambda word: (len(word), [*map(int, word)]))


def test_the_events_of_a_run_are_all_known_whether_they_are_a_list_or_not() -> None:
    machine = Machine(Automaton.from_table("x", initial="a", table="a -> a : go \n a -> a : stay"))
    for inputs in (("go", "og"), (["go", "og"],), (("go", "og"),)):
        with pytest.raises(errors.UnknownName, match="unknown event 'og': choose from go, stay"):
            machine.run(*inputs)
    assert list(machine.run([])) == []
    assert len(list(machine.run(["go"] * 3))) == 3
