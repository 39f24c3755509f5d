"""A reader is proved for every number of disks, or refuted by a word that it answers wrongly."""

from dataclasses import replace
from itertools import islice, pairwise, product
from pathlib import Path

import pytest
from chance import chance
from checked_machines import drawn

from hanoi_fsm import find
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.fsm.proof import NOTHING_TO_PROVE, Proof, Verdict
from hanoi_fsm.hanoi.automata import READERS
from hanoi_fsm.hanoi.checking.reader_check import difference
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.proofs import readers
from hanoi_fsm.hanoi.proofs.readers import prove, prove_any_two
from hanoi_fsm.hanoi.specifications import specification

each_reader = pytest.mark.parametrize("name", READERS)
SHORT = ["configuration-reader", "rank-reader", "path-reader", "distance-reader"]


@each_reader
def test_each_reader_is_proved(name: str) -> None:
    visited: list[int] = []
    proof = prove(READERS[name], visited.append)
    assert (proof.name, proof.verdict, proof.finding) == (name, Verdict.PROVED, None)
    assert proof.size == visited[-1] and visited == sorted(visited)
    assert ("all six tasks" in proof.text) == (READERS[name].state_of is not None)
    assert str(proof).startswith(f"{name}: proved for every number of disks")


def answer(reader: Reader, word: tuple[str, ...]) -> list[str] | None:
    """The answer to a word by the table alone, None for a refusal."""
    state, outputs = reader.automaton.initial, []
    for symbol in word:
        if not (found := reader.automaton.transitions_for(state, symbol)):
            return None
        state = found[0].target
        outputs += [reader.outputs[found[0].action]] if found[0].action else []
    return outputs if state in reader.automaton.final else None


def expected(reader: Reader, word: tuple[str, ...]) -> list[object] | None:
    """The right answer by the specification."""
    rule = specification(reader.reference_name, READERS[reader.reference_name].alphabet)
    assert rule is not None
    answer = rule(word)
    return None if answer is None else list(answer)


def word_of(reader: Reader, finding: Finding) -> tuple[str, ...]:
    text = finding.context.removeprefix("reading ").removesuffix(" from 0 to 2")
    return () if text == "the empty word" else tuple(reader.symbols(text))


def judge(reader: Reader) -> Verdict:
    """The verdict on a version of a reader, after it has been tested."""
    proof = prove(reader)
    if finding := proof.finding:
        word = word_of(reader, finding)
        assert (finding.size, finding.step, finding.kind) == (len(word), len(word), "output")
        assert finding.expected and finding.expected != finding.got
        assert answer(reader, word) != expected(reader, word)
        for size in range(min(len(word), 4 if len(reader.alphabet) < 9 else 1)):
            for shorter in product(reader.alphabet, repeat=size):
                assert answer(reader, shorter) == expected(reader, shorter), "a shorter one"
    else:
        assert proof.verdict is Verdict.PROVED
        length = 8 if len(reader.alphabet) < 9 else 3
        for word in product(reader.alphabet, repeat=length):
            right = answer(READERS[reader.reference_name], word)
            assert answer(reader, word) == right
    return proof.verdict


SHARES = [(name, 30 if name.startswith("twice") else 1) for name in READERS]
CASES = [pytest.param(*share, marks=pytest.mark.sweep) for share in SHARES]
CASES += [pytest.param(name, 80) for name, share in SHARES if share == 1]
"""Of which reader one mutant in how many is tried."""


@pytest.mark.parametrize(("name", "share"), CASES)
def test_every_mutant_is_refuted_or_answers_all_words_alike(name: str, share: int) -> None:
    reader = READERS[name]
    edits = islice(mutations(reader.automaton, reader.memory), share // 3, None, share)
    verdicts = {judge(reader.with_automaton(one.changes.on(reader.automaton))) for one in edits}
    assert verdicts == {Verdict.REFUTED}


def split(automaton: Automaton, copies: int) -> Automaton:
    """The same with copies of every state, between which the edges go at random, and new names."""
    random = chance()
    names = {
        state: [f"q{number}_{copy}" for copy in range(copies)]
        for number, state in enumerate(automaton.states)
    }
    edges = tuple(
        replace(one, source=source, target=random.choice(names[one.target]))
        for one in automaton.transitions
        for source in names[one.source]
    )
    states = tuple(name for every in names.values() for name in every)
    first = names[automaton.initial][0]
    return Automaton("mine", states, first, frozenset(states), edges, automaton.memory)


@each_reader
@pytest.mark.one_in(5)
def test_other_names_and_redundant_states_change_nothing(name: str, tmp_path: Path) -> None:
    reader = READERS[name]
    drawing = find(drawn(replace(split(reader.automaton, copies=1), memory=name), tmp_path))
    assert isinstance(drawing, Reader)
    assert prove(drawing).verdict is Verdict.PROVED
    version = reader.with_automaton(split(reader.automaton, copies=3))
    assert prove(version).verdict is Verdict.PROVED


def wrong_after(automaton: Automaton, symbols: int) -> Automaton:
    """The same for words of up to that many symbols; it refuses all that are longer."""
    levels = [
        {state: f"{state}/{level}" for state in automaton.states} for level in range(symbols + 1)
    ]
    edges = tuple(
        replace(one, source=here[one.source], target=there[one.target])
        for here, there in pairwise(levels)
        for one in automaton.transitions
    )
    states = tuple(name for level in levels for name in level.values())
    first = levels[0][automaton.initial]
    return Automaton(automaton.name, states, first, frozenset(states), edges, automaton.memory)


@pytest.mark.parametrize("symbols", [11, pytest.param(40, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("name", SHORT)
def test_what_is_right_up_to_many_disks_and_then_wrong_is_refuted(name: str, symbols: int) -> None:
    reader = READERS[name]
    version = reader.with_automaton(wrong_after(reader.automaton, symbols))
    proof = prove(version)
    assert proof.verdict is Verdict.REFUTED and proof.finding
    assert (proof.finding.size, proof.finding.step) == (symbols + 1, symbols + 1)
    assert proof.finding == difference(version)


@each_reader
def test_two_transitions_at_once_are_refuted(name: str) -> None:
    reader = READERS[name]
    doubled = reader.automaton.transitions[-1]
    one = replace(reader.automaton, transitions=(*reader.automaton.transitions, doubled))
    proof = prove(reader.with_automaton(one))
    assert proof.finding and "two transitions at once" in proof.finding.got


@each_reader
@pytest.mark.one_in(3)
def test_a_symbol_too_many_is_refuted_unless_the_word_is(name: str) -> None:
    reader, first = READERS[name], READERS[name].automaton.initial
    for final in (True, False):
        go = Transition(first, "gone", Label("go"))
        edited = replace(
            reader.automaton,
            states=(*reader.automaton.states, "gone"),
            transitions=(*reader.automaton.transitions, go),
            final=reader.automaton.final | ({"gone"} if final else set()),
        )
        proof = prove(reader.with_automaton(edited))
        assert (proof.verdict is Verdict.REFUTED) is final
        assert (proof.finding is not None and proof.finding.expected == "a refusal") is final


def test_a_guard_leaves_it_open() -> None:
    reader = READERS["distance-reader"]
    first, *others = reader.automaton.transitions
    guarded = replace(first, label=first.label._replace(guards=(Guard("late", False),)))
    version = reader.with_automaton(replace(reader.automaton, transitions=(guarded, *others)))
    proof = prove(version)
    assert proof.verdict is Verdict.OPEN
    assert "`late`" in proof.text


def test_a_reader_of_which_nothing_is_claimed_is_left_open() -> None:
    own = replace(READERS["distance-reader"].automaton, name="my-reader")
    proof = prove(replace(READERS["distance-reader"], automaton=own, reference=own))
    assert (proof.verdict, proof.text) == (Verdict.OPEN, NOTHING_TO_PROVE)


def test_a_wrong_reader_without_another_to_compare_is_refuted_by_the_specification() -> None:
    reader = READERS["distance-reader"]
    first, *others = reader.automaton.transitions
    wrong = replace(first, label=first.label._replace(action="write_1"))
    own = replace(reader.automaton, transitions=(wrong, *others))
    proof = prove(replace(reader, automaton=own, reference=own))
    assert proof.verdict is Verdict.REFUTED and proof.finding
    assert (proof.finding.size, proof.finding.expected, proof.finding.got) == (2, "10", "11")


UNPROVED = Proof("lemma", Verdict.OPEN)


def test_what_rests_on_an_unproved_reader_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "of_published", lambda decide, name: UNPROVED)
    for proof in (prove(READERS["move-reader"]), prove_any_two()):
        assert proof.verdict is Verdict.OPEN
        assert "rests on" in proof.text


def test_too_many_states_leave_it_open_but_a_wrong_answer_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(readers, "MOST_STATES", 100)
    reader = READERS["configuration-reader"]
    right = reader.with_automaton(replace(split(reader.automaton, 30), memory="digits"))
    proof = prove(right)
    assert (proof.verdict, proof.finding) == (Verdict.OPEN, None)
    assert "gave up after 100 product states" in proof.text
    wrong = reader.with_automaton(wrong_after(reader.automaton, 30))
    assert prove(wrong).verdict is Verdict.REFUTED


def test_a_proof_can_be_interrupted() -> None:
    def stop(visited: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prove(READERS["distance-reader"], stop)


def test_an_answer_that_is_missing_shows_even_if_the_last_one_is_right() -> None:
    reader = READERS["move-reader"]
    edges = tuple(
        replace(one, label=Label("0")) if (one.source, one.event) == ("021", "0") else one
        for one in reader.automaton.transitions
    )
    finding = prove(reader.with_automaton(replace(reader.automaton, transitions=edges))).finding
    assert finding is not None
    assert (finding.expected, finding.got) == ("none none", "none")
