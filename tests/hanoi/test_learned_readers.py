"""Each reader is found again by asking its formula, and proved equal; a wrong one is refuted."""

from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from itertools import product as words_of
from random import Random

import pytest
import tools_at_hand
from chance import chance

import hanoi_fsm
from hanoi_fsm import HanoiError, automata
from hanoi_fsm.fsm.black_box import Answer
from hanoi_fsm.fsm.checking.product import Product
from hanoi_fsm.fsm.errors import BadAnswer, BadInput, MachineStopped, UnknownName
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.fsm.proof import Verdict
from hanoi_fsm.hanoi import black_boxes
from hanoi_fsm.hanoi.learning import Lesson, learn, load
from hanoi_fsm.hanoi.specifications import specification

STATES = {
    "move-reader": 14,
    "move-reader-small": 6,
    "configuration-reader": 6,
    "rank-reader": 6,
    "path-reader": 3,
    "distance-reader": 3,
    "next-move-reader": 7,
    "sierpinski-reader": 6,
    "twice-reader": 20,
    "twice-reader-small": 5,
}
LARGE = {"twice-reader"}
WITH_A_SINK = {"rank-reader", "path-reader"}


@pytest.fixture(autouse=True)
def _aalpy() -> None:
    if find_spec("aalpy") is None:
        tools_at_hand.missing("AALpy", "it comes with the extra `test`")


def test_every_reader_is_listed() -> None:
    assert set(STATES) == set(automata.READERS)


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.sweep] * (one in LARGE)) for one in STATES]
)
def test_a_reader_is_learned_from_its_formula_and_proved_equal(name: str) -> None:
    lesson = learn(name, depth=0, longest=9)
    assert lesson.proof is not None
    assert lesson.proof.verdict is Verdict.PROVED
    assert lesson.machine.automaton == automata.READERS[name].automaton  # names and all
    assert len(lesson.machine.automaton.states) == STATES[name]
    assert lesson.learned.least_states == STATES[name] + (name in WITH_A_SINK)


@pytest.mark.sweep
@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("seed", range(5))
def test_every_seed_leads_to_the_same_machine(name: str, seed: int) -> None:
    assert learn(name, seed=seed).machine.automaton == automata.READERS[name].automaton


@pytest.mark.parametrize("name", STATES)
@pytest.mark.one_in(5)
def test_a_box_answers_as_the_specification_that_searches(name: str) -> None:
    """All short words, in which a search finds the answers; long ones would take it too long."""
    symbols = automata.READERS[name].automaton.events
    box, rule = black_boxes.of_reader(name, symbols), specification(name, symbols)
    assert rule is not None
    for length in range(1, 3 if len(symbols) > 3 else 5):
        for word in words_of(symbols, repeat=length):
            right = rule(word)
            assert box(word) == (None if right is None else "".join(map(str, right[-1:]))), word


def test_an_address_is_its_own_inverse() -> None:
    random = chance()
    for length in range(20):
        word = "".join(random.choices("012", k=length))
        assert black_boxes.address(black_boxes.address(word)) == word


def lying(monkeypatch: pytest.MonkeyPatch, name: str, at: str, answer: Answer) -> None:
    """Let the box of a reader lie for one word."""
    right: Callable[[str, tuple[str, ...]], Callable[[Word], Answer]] = black_boxes.of_reader

    def of_reader(asked: str, symbols: tuple[str, ...]) -> Callable[[Word], Answer]:
        box = right(asked, symbols)
        return lambda word: answer if "".join(word) == at else box(word)

    monkeypatch.setattr(black_boxes, "of_reader", of_reader)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "word", "lie"),
    [
        ("path-reader", "02", ""),
        ("distance-reader", "01201", "0"),
        ("distance-reader", "2", "7"),
        ("rank-reader", "00", None),
        ("path-reader", "01", None),
        ("move-reader", "0001", "none"),
        ("twice-reader-small", "11", "once"),
    ],
)
def test_a_box_that_lies_for_one_word_is_refuted_by_a_word(
    name: str, word: str, lie: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    lying(monkeypatch, name, word, lie)
    proof = learn(name, depth=max(0, len(word) - 2), longest=10).proof
    assert proof is not None
    assert proof.verdict is Verdict.REFUTED
    assert proof.finding is not None
    assert (proof.finding.context, proof.finding.size) == (f"reading {word}", len(word)) or (
        name == "twice-reader-small" and proof.finding.size == 1
    )


@pytest.mark.parametrize("name", ["distance-reader", "rank-reader", "next-move-reader"])
@pytest.mark.one_in(3)
def test_every_changed_reader_differs_from_what_was_learned(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the product that says whether two machines are equal, not their names."""
    reader = automata.READERS[name]
    first, second, *others = reader.automaton.transitions
    swapped = replace(
        first, target=second.target if second.target != first.target else second.source
    )
    changed = replace(reader.automaton, transitions=(swapped, second, *others))
    if changed == reader.automaton:
        pytest.fail("nothing was changed")
    broken = {**automata.READERS, name: reader.with_automaton(changed)}
    monkeypatch.setattr(automata, "READERS", broken)
    proof = learn(name, depth=0, longest=20).proof
    assert proof is not None
    assert proof.verdict is Verdict.REFUTED


def test_it_is_the_product_that_proves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Product, "difference", lambda *of_states: ("0",))
    proof = learn("distance-reader", depth=0, longest=5).proof
    assert proof is not None
    assert proof.verdict is Verdict.REFUTED


def parity(word: str) -> bool:
    return word.count("1") % 2 == 1


def test_the_machine_of_a_function_runs_and_draws_and_is_named_by_it() -> None:
    lesson = hanoi_fsm.learn(parity, "01", depth=1, longest=9)
    assert (lesson.machine.name, lesson.proof) == ("parity", None)
    assert [record.output for record in lesson.machine.read("0110")] == [
        *("False", "True", "False", "False")
    ]
    assert lesson.machine.faults() == []
    assert "answer_True" in hanoi_fsm.Diagram.of(lesson.machine).dot


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(one, marks=pytest.mark.sweep) for one in range(1, 60))]
)
def test_a_machine_answers_and_refuses_as_a_random_function_does(seed: int) -> None:
    random = Random(seed)
    states = random.randint(1, 6)
    table = {
        (state, symbol): (random.randrange(states), random.choice([None, None, "x", "y", ""]))
        for state in range(states)
        for symbol in "ab"
    }

    def function(word: str) -> str | None:
        state, answer = 0, None
        for symbol in word:
            state, answer = table[state, symbol]
        return answer

    machine = learn(function, "ab", depth=1, longest=9).machine
    assert machine.faults() == []
    for length in range(1, 8 if seed else 5):
        for word in map("".join, words_of("ab", repeat=length)):
            right = function(word)
            try:
                got = [record.output for record in machine.read(word)][-1]
            except (MachineStopped, BadInput):
                got = None
            assert got == ("''" if right == "" else right), word


def test_answers_become_actions_with_names_of_their_own() -> None:
    answers = ["-1", "+1", "_1", "a b", "\N{SNOWMAN}", "", "x" * 100, "1", "\N{SUPERSCRIPT TWO}"]
    lesson: Lesson = learn(lambda word: answers[len(word) % 9], "a", depth=0, longest=30)
    assert lesson.machine.faults() == []
    assert set(lesson.machine.outputs.values()) == {one or "''" for one in answers}


class Callme:
    def __call__(self, word: str) -> int:
        return len(word) % 2


def test_a_lesson_says_in_a_line_what_was_learned_and_what_is_proved() -> None:
    assert str(learn(parity, "01", longest=10)).endswith(": 2 states, 4 transitions")
    learned = str(learn("path-reader", depth=0, longest=10))
    assert learned.endswith("3 states, 6 transitions; equal to path-reader: proved for every word")


def test_whatever_can_be_called_may_be_learned() -> None:
    from functools import partial

    for function in (Callme(), partial(lambda base, word: len(word) % base, 2)):
        assert len(learn(function, "0", longest=10).machine.automaton.states) == 2


@pytest.mark.parametrize(
    ("subject", "alphabet", "error", "message"),
    [
        ("distance-reader", "012", BadInput, "alphabet of its own"),
        ("distance-readr", None, UnknownName, "did you mean 'distance-reader'"),
        ("two-storey", None, UnknownName, "reads no words"),
        ("hbits", None, UnknownName, "unknown reader"),
        ("my.py:f", None, UnknownName, "cannot be learned"),
        (7, None, UnknownName, "7 cannot be learned"),
        (int, "01", UnknownName, "cannot be learned"),
        (parity, None, BadInput, "needs the alphabet"),
        (parity, "", BadInput, "is empty"),
        (parity, "010", BadInput, "names a symbol twice"),
        (parity, "0,1,0", BadInput, "names a symbol twice"),
        (parity, "0,,1", BadInput, "invalid symbol ''"),
        (parity, "0 1", BadInput, "invalid symbol ' '"),
        (parity, "0[", BadInput, r"invalid symbol '\['"),
        (parity, ["a" * 21], BadInput, "invalid symbol 'aaa.*expected 1 to 20 printable"),
        (parity, ["output", "b"], BadInput, "invalid symbol 'output'.*choose another"),
        (parity, [1, 2], BadInput, "invalid symbol 1"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    subject: object, alphabet: object, error: type[HanoiError], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        learn(subject, alphabet)  # type: ignore[arg-type]  # the fault
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bound", [{"depth": -1}, {"most_states": 0}, {"longest": 0}])
def test_a_bound_below_the_least_is_refused(bound: dict[str, int]) -> None:
    with pytest.raises(BadInput, match="invalid "):
        learn("distance-reader", **bound)  # type: ignore[arg-type]  # none of them is the alphabet


def test_a_whole_answer_must_begin_with_that_to_the_shorter_word() -> None:
    backwards = black_boxes.last_of(lambda word: word[::-1])
    with pytest.raises(BadAnswer, match="does not begin with"):
        backwards(("0", "1"))


def test_a_reader_without_a_closed_formula_is_asked_by_its_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(black_boxes._WHOLE, "distance-reader")
    box = black_boxes.of_reader("distance-reader", ("0", "1", "2"))
    assert [box(tuple(word)) for word in ("0", "01", "012", "x")] == ["1", "0", "1", None]
    with pytest.raises(UnknownName, match=r"add its rule to hanoi_fsm/hanoi/specifications\.py"):
        black_boxes.of_reader("no-such-reader", ("0",))


def test_only_a_function_is_loaded(tmp_path: object) -> None:
    from pathlib import Path

    file = Path(str(tmp_path), "my.py")
    file.write_text("def f(word): return word\nx = 7\nclass C: pass\n")
    assert load(f"{file}:f")("0") == "0"
    for name in ("x", "C"):
        with pytest.raises(BadInput, match="expected a function"):
            load(f"{file}:{name}")
