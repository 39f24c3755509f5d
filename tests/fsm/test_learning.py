"""Black boxes are learned by questions alone, and what cannot be learned is refused."""

import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random

import pytest
import tools_at_hand
from chance import chance

from hanoi_fsm import Automaton
from hanoi_fsm.fsm import black_box, learning
from hanoi_fsm.fsm.black_box import BlackBox, asking
from hanoi_fsm.fsm.checking.product import MealyMachine, Product
from hanoi_fsm.fsm.errors import BadAnswer, HanoiError, NotInstalled, NotLearned
from hanoi_fsm.fsm.learning import Learned, learn
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.fsm.time_limit import CALL_LIMIT


@pytest.fixture(autouse=True)
def _aalpy() -> None:
    if find_spec("aalpy") is None:
        tools_at_hand.missing("AALpy", "it comes with the extra `test`")


def learned(function: Callable[[str], object], alphabet: str = "01", **bounds: int) -> Learned:
    box = BlackBox(asking(function, "f"), "f")
    return learn(box, alphabet, again=True, **{"longest": 9, "depth": 1, **bounds})


def as_machine(automaton: Automaton, word: str) -> str | None:
    return list(automaton.read(word))[-1].action


SEQUENCES: list[tuple[str, Callable[[str], object], int]] = [
    ("the parity of ones (Thue-Morse)", lambda word: word.count("1") % 2, 2),
    ("divisible by 3", lambda word: int(word, 2) % 3 == 0, 3),
    ("divisible by 7", lambda word: int(word, 2) % 7 == 0, 7),
    ("the last bit of the Gray code", lambda word: (int(word, 2) ^ int(word, 2) >> 1) & 1, 2),
    ("ones at the end, modulo 3 (ruler)", lambda word: (len(word) - len(word.rstrip("1"))) % 3, 3),
    ("constant", lambda word: "x", 1),
    ("the third symbol from the end", lambda word: word[-3:-2], 7),
    ("counts to 12", lambda word: min(len(word), 12), 12),
    ("two ones in a row, once seen", lambda word: "11" in word, 3),
]


@pytest.mark.parametrize(("name", "function", "states"), SEQUENCES)
@pytest.mark.one_in(4)
def test_the_smallest_machine_of_a_sequence_is_found(
    name: str, function: Callable[[str], object], states: int
) -> None:
    automaton = learned(function).automaton
    assert len(automaton.states) == states, name
    random = chance()
    for _ in range(30):
        word = "".join(random.choices("01", k=random.randint(1, 40)))
        assert as_machine(automaton, word) == (str(function(word)) or "''"), (name, word)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(one, marks=pytest.mark.sweep) for one in range(1, 40))]
)
def test_a_random_machine_is_learned_with_the_states_that_it_needs(seed: int) -> None:
    random = Random(seed)
    states = random.randint(1, 12)
    table = {
        (state, symbol): (random.randrange(states), random.choice("xyz"))
        for state in range(states)
        for symbol in "abc"
    }

    def answer(word: str) -> str:
        state, written = 0, ""
        for symbol in word:
            state, written = table[state, symbol]
        return written

    found = learned(answer, "abc", depth=1).automaton
    lines = [f"{s} -> {t} : {symbol} / {out}" for (s, symbol), (t, out) in table.items()]
    truth = Automaton.from_table("t", initial="0", final=None, table="\n".join(lines))
    assert (
        Product(*(MealyMachine(each, {}, each.final) for each in (found, truth))).difference()
        is None
    )
    assert len(found.states) <= states


def test_states_are_named_by_shortest_words_and_no_transition_is_left_for_what_is_refused() -> None:
    found = learned(lambda word: None if "11" in word else "fine").automaton
    assert [str(one) for one in found.transitions] == [
        "start -> start : 0 / fine",
        "start -> 1 : 1 / fine",
        "1 -> start : 0 / fine",
    ]
    assert found.final == {"start", "1"}


def test_a_refused_word_of_which_a_longer_one_is_not_ends_in_a_state_that_is_not_final() -> None:
    found = learned(lambda word: None if len(word) % 2 else word[-2:]).automaton
    assert len(found.states) == 3
    assert found.final == {"start"}


def test_a_state_that_is_entered_by_refused_words_and_by_others_becomes_two() -> None:
    found = learned(lambda word: None if word[-1] == "1" else "zero").automaton
    assert (found.states, set(found.final)) == (("start", "1"), {"start"})


def test_the_last_word_before_all_are_refused_keeps_its_answer() -> None:
    found = learned(lambda word: "one" if word == "1" else None).automaton
    assert [str(one) for one in found.transitions] == ["start -> 1 : 1 / one"]
    assert found.final == {"start", "1"}


def test_what_refuses_every_word_has_one_state() -> None:
    found = learned(lambda word: None).automaton
    assert (found.states, found.events, found.actions) == (("start",), (), ())


def test_symbols_of_several_characters_come_as_a_list() -> None:
    got: list[object] = []
    box = BlackBox(asking(lambda word: got.append(word) or word[-1], "f"), "f")  # type: ignore[func-returns-value]  # None
    found = learn(box, ["up", "down"], longest=5).automaton
    assert found.states == ("start",)
    assert all(isinstance(word, list) for word in got)


def test_the_questions_are_counted() -> None:
    asked: list[str] = []

    def parity(word: str) -> int:
        asked.append(word)
        return word.count("1") % 2

    box = BlackBox(asking(parity, "f"), "f")
    found = learn(box, "01", longest=10)
    assert len(asked) == len(set(asked)) == found.membership + found.tried
    assert found.symbols == sum(map(len, asked))
    assert found.equivalence == 2
    assert 0 < found.membership < found.tried


def test_a_seed_gives_the_same_questions_again() -> None:
    def questions(seed: int) -> list[Word]:
        asked: list[Word] = []
        box = BlackBox(lambda word: asked.append(word) or "x", "f")  # type: ignore[func-returns-value]  # None
        learn(box, "01", seed=seed, depth=0)
        return asked

    assert questions(1) == questions(1) != questions(2)


def test_a_difference_behind_the_depth_is_found_when_the_depth_is_enough() -> None:
    def lock(word: str) -> bool:
        return word == "0111"

    assert len(learned(lock, longest=1, depth=2).automaton.states) == 1
    assert len(learned(lock, longest=1, depth=3).automaton.states) == 5


def test_too_many_different_answers_are_noticed_at_once() -> None:
    box = BlackBox(asking(lambda word: int(word, 2), "f"), "f")
    with pytest.raises(NotLearned, match="21 different answers"):
        learn(box, "01", most_states=10)
    assert box.asked < 100


@pytest.mark.parametrize("bound", [3, 30])
@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    "function",
    [
        lambda word: int(word, 2),
        lambda word: word.count("0") == word.count("1"),
        lambda word: word == word[::-1],
        lambda word: "0" * word.count("1"),
    ],
    ids=["the number", "as many of both", "palindromes", "unary"],
)
def test_what_is_not_finite_state_has_no_machine_with_so_few_states(
    function: Callable[[str], object], bound: int
) -> None:
    with pytest.raises(NotLearned, match=rf"^no machine with up to {bound} states .* f: \S"):
        learned(function, most_states=bound)


def test_a_bound_that_is_just_enough_does() -> None:
    def multiple(word: str) -> bool:
        return int(word, 2) % 5 == 0

    assert len(learned(multiple, most_states=5).automaton.states) == 5
    with pytest.raises(NotLearned):
        learned(multiple, most_states=4)


def test_no_more_words_are_asked_about_than_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(black_box, "MOST_WORDS", 50)
    with pytest.raises(NotLearned, match=r"50 words .* smaller depth"):
        learned(lambda word: word[-1])


def counter() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def toggling(longer_than: int = 0) -> Callable[[str], object]:
    numbers = counter()
    return lambda word: len(word) > longer_than and next(numbers) % 2


def forgetting() -> Callable[[str], object]:
    numbers = counter()
    return lambda word: next(numbers) > 200


def raises(word: str) -> str:
    return {"0": "zero"}[word]


class Bare:
    pass


ODD: list[tuple[str, Callable[[str], object], str]] = [
    ("toggles", toggling(), "f answers '.*' with first 0, then 1"),
    ("toggles for long words", toggling(8), "f answers '.*' with first "),
    ("changes later", forgetting(), "f answers '.*' with first "),
    ("raises", raises, r"f raised KeyError: .* for '.*' \(line \d+ of "),
    ("a bare object", lambda word: Bare(), "f returned a value of type Bare for "),
    (
        "a generator",
        lambda word: (one for one in word),
        "f returned a value of type generator for ",
    ),
    ("too long", lambda word: "x" * 101, "f returned 101 characters"),
    ("no parameters", lambda: 1, "f raised TypeError"),  # type: ignore[list-item, misc]  # the fault
    ("a text that raises", lambda word: Mute(), "f raised ValueError: mute"),
]


class Mute:
    def __str__(self) -> str:
        raise ValueError("mute")


@pytest.mark.parametrize(("name", "function", "message"), ODD)
def test_what_is_not_a_function_of_the_word_is_reported(
    name: str, function: Callable[[str], object], message: str
) -> None:
    with pytest.raises(BadAnswer, match=f"^{message}") as caught:
        learned(function)
    assert "\n" not in str(caught.value), name


def test_a_call_that_does_not_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def sleepless(word: str) -> str:
        while len(word) > 1:
            pass
        return word

    monkeypatch.setattr(CALL_LIMIT, "seconds", 0.1)
    with CALL_LIMIT.ticking(), pytest.raises(BadAnswer, match=r"^f still runs after .* for '"):
        learned(sleepless)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "value", [1, True, 1.5, [1, 2], {"a": 1}, {3}, b"x", "a\nb", "\N{SNOWMAN}"]
)
def test_any_value_with_a_text_of_its_own_is_an_answer(value: object) -> None:
    found = learned(lambda word: value)
    [action] = found.automaton.actions
    assert action == str(value).replace("\n", "\\n")


def test_true_and_one_are_two_answers() -> None:
    assert len(learned(lambda word: True if word[-1] == "1" else 1).automaton.actions) == 2


def test_nothing_is_printed_and_no_random_state_is_touched(
    capsys: pytest.CaptureFixture[str],
) -> None:
    import random

    random.seed(7)
    before = random.getstate()
    learned(lambda word: word.count("1") % 3)
    assert random.getstate() == before
    assert capsys.readouterr() == ("", "")


def test_without_aalpy_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aalpy", None)
    for refused in (learning.check_installed, lambda: learned(lambda word: word)):
        with pytest.raises(NotInstalled, match=r"pip install hanoi-fsm\[learn\]"):
            refused()
    assert issubclass(NotInstalled, HanoiError)
