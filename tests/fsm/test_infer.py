"""Black boxes are inferred by questions alone, and what cannot be inferred is refused."""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from itertools import count, product
from random import Random
from typing import Any

import pytest
from support import tools_at_hand
from support.cases import ids
from support.chance import chance

from hanoi_fsm import READERS, errors, infer

BOUNDS: dict[str, Any] = {"depth": 1}


@pytest.fixture(autouse=True)
def _aalpy() -> None:
    if find_spec("aalpy") is None:
        tools_at_hand.missing("AALpy", "it comes with the extra `infer`")


def answer(machine: Any, word: str) -> str | None:
    """The last output of a machine for a word; None for a refusal."""
    try:
        outputs: list[str] = [record.output for record in machine.run(list(word))]
        return outputs[-1]
    except (errors.MachineStopped, errors.BadInput):
        return None


@pytest.mark.parametrize(
    ("readers", "functions"),
    [pytest.param(2, 3, id="some"), pytest.param(99, 40, id="every", marks=pytest.mark.sweep)],
)
def test_what_is_inferred_is_the_machine_itself(readers: int, functions: int) -> None:
    random = chance()
    for name in random.sample([*READERS], min(readers, len(READERS))):
        lesson = infer(name, depth=1)
        assert lesson.machine.automaton.sizes == READERS[name].automaton.sizes
        assert str(lesson).endswith(f"equal to {name}: proved for every word")
    for _ in range(functions):
        function, states = random_function(random)
        lesson = infer(function, "ab", **BOUNDS)
        assert (lesson.machine.faults(), lesson.proof) == ([], None)
        assert len(lesson.machine.automaton.states) <= 2 * states
        for length in range(1, 6):
            for word in map("".join, product("ab", repeat=length)):
                right = function(word)
                assert answer(lesson.machine, word) == right, word


def random_function(random: Random) -> tuple[Callable[[str], str | None], int]:
    """The answer function of a random machine, and its number of states."""
    states = range(random.randint(1, 6))
    outputs = [None, "x", "y", ""]
    table = {
        cell: (random.choice(states), random.choice(outputs)) for cell in product(states, "ab")
    }

    def function(word: str) -> str | None:
        state, written = 0, None
        for symbol in word:
            state, written = table[state, symbol]
        return written

    return function, len(states)


def divisible(word: str) -> bool:
    return int(word, 2) % 5 == 0


def test_the_smallest_machine_is_found_its_states_named_by_shortest_words() -> None:
    cases: list[tuple[Callable[[str], object], int]] = [
        (divisible, 5),
        (lambda word: word.count("1") % 2, 2),
        (lambda word: (len(word) - len(word.rstrip("1"))) % 3, 3),
        (lambda word: "x", 1),
        (lambda word: word[-3:-2], 7),
        (lambda word: "11" in word, 3),
        (lambda word: True if word[-1] == "1" else 1, 1),
    ]
    for function, states in cases:
        machine = infer(function, "01", **BOUNDS).machine
        assert len(machine.automaton.states) == states
        for word in ("0", "1", "0110111", "110"):
            assert answer(machine, word) == str(function(word))
    odd = infer(lambda word: ODD[len(word) % 9], ["->"], depth=0).machine
    assert odd.faults() == []
    assert odd.automaton.states == ("start", *(f"state {number}" for number in range(1, 9)))
    assert set(odd.outputs.values()) == set(ODD)


ODD = ["-1", "a b", '"', "\\", "", "\N{SNOWMAN}", "x" * 100, " a,  b / c\n", "\ud800\x00"]
"""Answers that mean something else to tables, to DOT or to a terminal."""


def test_each_word_is_asked_about_once_and_again_and_a_difference_is_within_the_depth() -> None:
    words: list[str] = []
    lesson = infer(lambda word: words.append(word) or "x", "01", depth=0)  # type: ignore[func-returns-value]  # None
    inferred, different = lesson.inferred, {*words}
    assert len(words) == 2 * len(different) == 2 * (inferred.membership + inferred.tried)
    assert (inferred.equivalence, inferred.symbols) == (1, sum(map(len, different)))
    for depth, states in {4: 1, 5: 7}.items():
        lesson = infer(lambda word: word == "000001", "01", depth=depth)
        assert len(lesson.machine.automaton.states) == states


TOGGLE = count()
Case = tuple[Any, dict[str, Any], type[Exception], str]
REFUSED: list[Case] = [
    *(
        (function, {"alphabet": "01", **BOUNDS, "most_states": 4}, errors.NotInferred, words)
        for function, words in [
            (divisible, "no machine with up to 4 states was found for divisible"),
            (lambda word: int(word, 2), "different answers, too many"),
            (lambda word: word.count("0") == word.count("1"), "no machine with up to 4 states"),
        ]
    ),
    *(
        (function, {"alphabet": "01", **BOUNDS}, errors.BadAnswer, words)
        for function, words in [
            (lambda word: next(TOGGLE) % 2, "with first .*, then .*: let it depend on the word"),
            (lambda word: {"0": 1}[word], r"raised KeyError: .* for '.*' \(line \d+ of "),
            (lambda word: object(), r"returned an object for '.*': expected a string"),
            (lambda word: "x" * 101, "expected a string of up to 100 characters"),
            (lambda: 1, "raised TypeError"),
        ]
    ),
    ("distance-reader", {"alphabet": "012"}, errors.BadInput, "alphabet of its own"),
    ("distance-readr", {}, errors.UnknownName, "did you mean 'distance-reader'"),
    ("two-storey", {}, errors.UnknownName, "cannot be inferred"),
    (int, {"alphabet": "01"}, errors.UnknownName, "cannot be inferred"),
    *(
        (divisible, {"alphabet": alphabet}, errors.BadInput, words)
        for alphabet, words in [
            (None, "needs the alphabet"),
            ("", "needs the alphabet"),
            ("0,1,0", "invalid symbol '0' .*: expected each symbol once"),
            ("0,,1", "invalid symbol ''"),
            ("0 ", "invalid symbol ' '"),
            ([1, 2], "invalid symbol 1"),
        ]
    ),
    *(
        (divisible, {"alphabet": "01", bound: least - 1}, errors.BadInput, f"invalid {bound}")
        for bound, least in [("depth", 0), ("most_states", 1)]
    ),
]


@pytest.mark.parametrize(("subject", "options", "error", "words"), REFUSED, ids=ids(REFUSED, 3))
def test_what_cannot_be_inferred_is_refused_in_one_line(
    subject: Any, options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as refused:
        infer(subject, **options)
    assert "\n" not in str(refused.value)


def test_without_aalpy_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aalpy", None)
    with pytest.raises(errors.NotInstalled, match=r"pip install hanoi-fsm\[infer\]"):
        infer(divisible, "01")
