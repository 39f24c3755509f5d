"""Merged states: the result answers alike, and no two of its states are equivalent."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from hanoi_fsm import Automaton, Machine, automata
from hanoi_fsm.fsm.checking.equivalence import drawn_alike
from hanoi_fsm.fsm.checking.minimization import Minimal, minimal, minimal_of, partition
from hanoi_fsm.fsm.checking.product import MealyMachine, Product
from hanoi_fsm.fsm.errors import DefinitionError
from hanoi_fsm.fsm.notation import Label, Transition

pytestmark = pytest.mark.one_in(3)

OUTPUTS = {"zero": "0", "one": "1", "uno": "1"}
SEED = 11


def table(rows: str, initial: str = "a", final: str | None = None) -> Automaton:
    finals = None if final is None else final.split()
    return Automaton.from_table("it", initial=initial, final=finals, table=rows)


def mealy_machine(automaton: Automaton) -> MealyMachine:
    return MealyMachine(automaton, OUTPUTS, automaton.final or frozenset(automaton.states))


CASES = [
    ("a -> b : 0 / one \n b -> a : 0 / one", None, "a", {"a": ("b",)}, (), ()),
    ("a -> b : 0 / one \n b -> a : 0 / uno", None, "a", {"a": ("b",)}, (), ()),
    ("a -> b : 0 / one \n b -> a : 0 / zero", None, "a b", {}, (), ()),
    ("a -> b : 0 / one \n b -> a : 0", None, "a b", {}, (), ()),
    ("a -> b : 0 \n b -> a : 0 \n b -> b : 1", None, "a b", {}, (), ()),
    ("b -> a : 0 \n a -> b : 0", None, "a", {"a": ("b",)}, (), ()),
    ("a -> b : 0 \n b -> a : 0", "b", "a b", {}, (), ()),
    ("a -> b : 0 \n b -> a : 0 \n c -> a : 0", None, "a", {"a": ("b",)}, ("c",), ()),
    ("a -> b : 0 \n a -> t : 1 \n t -> t : 0, 1 \n b -> a : 0", "a", "a b", {}, (), ("t",)),
    ("a -> b : 0 / empty \n b -> a : 0 / full", None, "a b", {}, (), ()),
    ("a -> b : 0 [x & !y] \n b -> a : 0 [!y & x]", None, "a", {"a": ("b",)}, (), ()),
    ("a -> b : 0 [x] \n b -> a : 0 [!x]", None, "a b", {}, (), ()),
    ("a -> b : 0 [x] \n a -> t : 0 [!x] \n t -> t : 0 \n b -> b : 0", "b", "a b t", {}, (), ()),
]


@pytest.mark.parametrize(("rows", "final", "states", "merged", "unreachable", "dead"), CASES)
def test_what_is_merged_and_what_is_left_out(
    rows: str,
    final: str | None,
    states: str,
    merged: dict[str, tuple[str, ...]],
    unreachable: tuple[str, ...],
    dead: tuple[str, ...],
) -> None:
    found = minimal(table(rows, final=final), OUTPUTS)
    assert set(found.automaton.states) == set(states.split())
    assert found[1:] == (merged, unreachable, dead)
    assert found.was_minimal == (not (merged or unreachable or dead))


@pytest.mark.parametrize("name", automata.names())
def test_every_automaton_of_the_package_is_minimal(name: str) -> None:
    machine = automata.get(name)
    found = minimal(machine.automaton, machine.outputs)
    assert (found.was_minimal, found.automaton) == (True, machine.automaton)


@pytest.mark.parametrize("name", ["move-reader", "rank-reader", "two-storey", "shortest"])
def test_states_drawn_twice_are_merged_again(name: str) -> None:
    machine = automata.get(name)
    was = machine.automaton
    more = {state: f"{state} again" for state in was.states}
    copies = [
        Transition(ends[one.source], other[one.target], one.label)
        for one in was.transitions
        for ends, other in (
            (dict(zip(more, more, strict=True)), more),
            (more, {s: s for s in more}),
        )
    ]
    final = was.final | {more[state] for state in was.final}
    doubled = Automaton(
        was.name, (*more, *more.values()), was.initial, final, tuple(copies), was.memory
    )
    found = minimal(doubled, machine.outputs)
    assert len(found.automaton.states) == len(was.states)
    assert all(
        {state.removesuffix(" again") for state in (kept, *others)} == {kept.removesuffix(" again")}
        for kept, others in found.merged.items()
    )
    one, other = (
        MealyMachine(each, machine.outputs, each.final) for each in (found.automaton, was)
    )
    assert drawn_alike(one, other)


@pytest.mark.sweep
def test_a_chain_of_thousands_needs_no_recursion() -> None:
    rows = [f"{n} -> {n + 1} : a / one \n {n} -> 0 : b / zero" for n in range(2_000)]
    chain = table("\n".join([*rows, "2000 -> 0 : a / zero"]), initial="0")
    assert minimal(chain, OUTPUTS).was_minimal
    same = table("\n".join([*rows, "2000 -> 0 : a / one \n 2000 -> 0 : b / zero"]), initial="0")
    assert len(minimal(same, OUTPUTS).automaton.states) == 1


def test_only_what_is_left_out_may_be_at_fault() -> None:
    sound = "a -> b : 0 \n b -> a : 0 \n c -> a : 0"
    assert minimal_of(Machine(table(sound)), {}).unreachable == ("c",)
    for fault in ("b -> nowhere : 1", "b -> a : 0 [unknown]"):
        with pytest.raises(DefinitionError):
            minimal_of(Machine(table(f"{sound} \n {fault}")), {})
    with pytest.raises(DefinitionError):
        minimal_of(Machine(table(sound, initial="x")), {})


def test_blocks_of_any_hashable_states() -> None:
    pairs = list(product(range(4), range(3)))
    blocks = partition(pairs, lambda one: one[0] % 2, lambda one: {"x": ((one[0] + 1) % 4, one[1])})
    assert [len(block) for block in blocks] == [6, 6]
    assert partition([], str, lambda state: {}) == []


def test_blocks_are_those_that_splitting_all_of_them_again_and_again_finds() -> None:
    random, states = Random(SEED), range(24)
    for _ in range(60):
        label = {state: random.random() < 0.1 for state in states}
        onward = {state: {letter: random.choice(states) for letter in "ab"} for state in states}
        onward |= {
            state: {"a": (state + 1) % 24, "b": state} for state in random.sample(states, 18)
        }
        seen: dict[int, object] = dict(label)
        for _ in states:
            ways = {s: (seen[s], seen[onward[s]["a"]], seen[onward[s]["b"]]) for s in states}
            number = {way: place for place, way in enumerate(dict.fromkeys(ways.values()))}
            seen = {state: number[ways[state]] for state in states}
        expected = [
            [s for s in states if seen[s] == block] for block in dict.fromkeys(seen.values())
        ]
        assert partition(states, label.__getitem__, onward.__getitem__) == expected


def mealy(most: int) -> st.SearchStrategy[Automaton]:
    """Partial Mealy machines with up to `most` states, not all of them final."""

    def made(size: int) -> st.SearchStrategy[Automaton]:
        states = [f"s{number}" for number in range(size)]
        edge = st.none() | st.tuples(
            st.sampled_from(states), st.sampled_from([None, "zero", "one"])
        )
        edges = st.fixed_dictionaries(dict.fromkeys(product(states, "ab"), edge))
        finals = st.frozensets(st.sampled_from(states), min_size=1)
        return st.builds(_automaton, st.just(tuple(states)), edges, finals)

    return st.integers(1, most).flatmap(made)


def _automaton(
    states: tuple[str, ...],
    edges: dict[tuple[str, str], tuple[str, str | None] | None],
    final: frozenset[str],
) -> Automaton:
    transitions = [
        Transition(source, found[0], Label(symbol, (), found[1]))
        for (source, symbol), found in edges.items()
        if found is not None
    ]
    return Automaton("it", states, "s0", final, tuple(transitions), "it")


def answers(automaton: Automaton, state: str, words: Sequence[str]) -> tuple[object, ...]:
    """The answers to all the words from a state on, read one by one."""

    def answer(word: str) -> object:
        at, written = state, []
        for symbol in word:
            found = automaton.transitions_for(at, symbol)
            if not found:
                return None
            at = found[0].target
            written.append(found[0].action)
        return tuple(written) if at in automaton.final else None

    return tuple(map(answer, words))


def assert_minimal(was: Automaton, found: Minimal, words: Sequence[str]) -> None:
    """It answers as before, with a state for each way of answering, if it accepts any word."""
    now = found.automaton
    if set(answers(was, was.initial, words)) == {None}:
        assert (now, found.was_minimal) == (was, True)
        return
    assert Product(mealy_machine(was), mealy_machine(now)).difference() is None
    assert answers(was, was.initial, words) == answers(now, now.initial, words)
    ways = {answers(now, state, words) for state in now.states}
    assert len(ways) == len(now.states), "two of its states are equivalent"
    reached, queue = {was.initial}, [was.initial]
    for state in queue:
        fresh = {one.target for one in was.leaving(state)} - reached
        reached |= fresh
        queue += fresh
    before = {answers(was, state, words) for state in reached}
    assert ways == before - {tuple(None for _ in words)}


@seed(SEED)
@settings(max_examples=12, database=None, deadline=None)
@given(was=mealy(4))
@pytest.mark.sweep
def test_a_random_machine_gets_a_state_for_each_way_of_answering(was: Automaton) -> None:
    """Two states of k are told apart by a word of fewer than 2k symbols, if at all."""
    words = ["".join(word) for length in range(6) for word in product("ab", repeat=length)]
    assert_minimal(was, minimal(was, OUTPUTS), words)


@pytest.mark.sweep
@seed(SEED)
@settings(max_examples=300, database=None, deadline=None)
@given(was=mealy(8))
def test_larger_random_machines_too(was: Automaton) -> None:
    words = ["".join(word) for length in range(10) for word in product("ab", repeat=length)]
    assert_minimal(was, minimal(was, OUTPUTS), words)


@pytest.mark.sweep
@seed(SEED)
@settings(max_examples=300, database=None, deadline=None)
@given(was=mealy(8))
def test_another_library_finds_as_many_states(was: Automaton) -> None:
    dfa = pytest.importorskip("automata.fa.dfa").DFA
    plain = [Transition(one.source, one.target, Label(one.event)) for one in was.transitions]
    acceptor = Automaton("it", was.states, was.initial, was.final, tuple(plain), "it")
    after = {
        state: {one.event: one.target for one in acceptor.leaving(state)} for state in was.states
    }
    total = {
        state: {symbol: known.get(symbol, "trap") for symbol in "ab"}
        for state, known in (*after.items(), ("trap", {}))
    }
    theirs = dfa(
        states={*was.states, "trap"},
        input_symbols={"a", "b"},
        transitions=total,
        initial_state=was.initial,
        final_states=set(was.final),
    ).minify()
    ours = minimal(acceptor).automaton
    finals = {state for state in theirs.states if state in theirs.final_states}
    useful = {state for state in theirs.states if _leads_to(theirs.transitions, state, finals)}
    assert not useful or len(ours.states) == len(useful)


def _leads_to(
    transitions: dict[object, dict[str, object]], start: object, goals: set[object]
) -> bool:
    queue = [start]
    for state in queue:
        queue += {*transitions[state].values()} - {*queue}
    return bool(goals & {*queue})
