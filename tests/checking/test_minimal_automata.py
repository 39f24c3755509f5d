"""The smallest automaton that does the same, and the words that tell states and edges apart."""

from itertools import pairwise, product
from random import Random

import pytest
from support.cases import ids
from support.chance import chance
from support.random_solvers import split

from hanoi_fsm import Automaton, Label, Machine, Transition, automata, minimize
from hanoi_fsm.errors import DefinitionError
from hanoi_fsm.fsm.notation import Row, in_rows
from hanoi_fsm.fsm.theory.mealy import (
    MealyMachine,
    equivalent_states,
    minimal,
)

OUTPUTS = {"zero": "0", "one": "1", "uno": "1"}
Answers = tuple[object, ...]


def some_automaton(random: Random, most: int = 5) -> Automaton:
    """A machine that writes, with some edges and some final marks missing."""
    states = "pqrstuvw"[: random.randint(1, most)]
    actions = [(), ("zero",), ("one",), ("uno",), ("one", "zero"), ("zero", "uno")]
    edges = [
        Transition(state, random.choice(states), Label(symbol, (), random.choice(actions[:2] * 2)))
        if random.random() < 0.7
        else Transition(state, states[0], Label(symbol, (), random.choice(actions)))
        for state, symbol in product(states, "ab")
        if random.random() < 0.9
    ]
    final = frozenset(state for state in states if random.random() < 0.8)
    is_acceptor = random.random() < 0.5
    return Automaton("it", tuple(states), "p", final, in_rows(edges), "it", acceptor=is_acceptor)


def test_a_machine_that_leads_to_an_unknown_state_is_refused() -> None:
    row = Row("a", "x", ("go",))
    machine = Machine(Automaton("m", ("a", "b"), "a", frozenset(), (row,), "m"))
    with pytest.raises(DefinitionError, match="unknown state 'x'"):
        minimize(machine)


def answers(automaton: Automaton, state: str, words: list[str]) -> Answers:
    """What is written for each word from a state on, None for one that is refused.

    Of a word that is not refused it is also told whether it may end there.
    """
    onward = {(row.source, row.event): row for row in automaton.transitions}
    final = automaton.final or (() if automaton.acceptor else automaton.states)
    results: list[object] = []
    for word in words:
        at, written = state, []
        for symbol in word:
            if (at, symbol) not in onward:
                at = ""
                break
            row = onward[at, symbol]
            at = row.target
            written.append(OUTPUTS[row.actions[-1]] if row.actions else None)
        is_refused = at == "" or (automaton.acceptor and at not in final)
        results.append(None if is_refused else (tuple(written), at in final))
    return tuple(results)


def is_minimized(was: Automaton, words: list[str]) -> bool:
    """Whether it gets a state for each way of answering, and answers as before."""
    smallest = minimal(was, OUTPUTS)
    now = smallest.automaton
    before = answers(was, was.initial, words)
    reached = {was.initial}
    while more := {row.target for row in was.transitions if row.source in reached} - reached:
        reached |= more
    ways = {answers(was, state, words) for state in reached}
    taken = [row for row in was.transitions if row.source in reached]
    if was.acceptor and len(taken) < len(reached) * len(was.events):
        ways = ways - {tuple([None] * len(words))} or ways
    kept = {state for state in now.states if state not in reached}  # or else all would be final
    dropped = [
        *smallest.unreachable,
        *smallest.dead,
        *(s for same in smallest.merged.values() for s in same),
    ]
    return (
        answers(now, now.initial, words) == before
        and {answers(now, state, words) for state in now.states if state in reached} == ways
        and len(now.states) == len(ways) + len(kept)
        and kept <= was.final
        and bool(kept) == bool(was.final and not was.acceptor and was.final.isdisjoint(reached))
        and sorted([*now.states, *dropped]) == sorted(was.states)
        and set(smallest.unreachable) == {*was.states} - reached - kept
    )


@pytest.mark.parametrize("most", [5, pytest.param(8, marks=pytest.mark.sweep)])
def test_random_automata_get_a_state_for_each_way_of_answering(most: int) -> None:
    """Words of fewer than ten symbols separate any two of five states, if any words do."""
    random = chance()
    words = ["".join(word) for length in range(most + 3) for word in product("ab", repeat=length)]
    some = [some_automaton(random, most) for _ in range(30)]
    assert [str(automaton) for automaton in some if not is_minimized(automaton, words)] == []


@pytest.mark.sweep
def test_a_long_chain_is_taken_apart_without_looking_at_all_of_it_for_each_state() -> None:
    states = tuple(map(str, range(20_000)))
    edges = tuple(Transition(*ends, Label("on")) for ends in pairwise(states))
    chain = Automaton("it", states, "0", frozenset(states[-1:]), in_rows(edges), "it")
    assert equivalent_states([MealyMachine(chain, {})]) == [[(0, state)] for state in states]


CASES = [
    # a table, its final states; the states that are left, what is merged, unreachable, dead
    ("a -> b : 0 / one \n b -> a : 0 / uno", None, "a", {"a": ("b",)}, (), ()),
    ("a -> b : 0 / one \n b -> a : 0 / zero", None, "a b", {}, (), ()),
    ("a -> b : 0 \n b -> a : 0 \n b -> b : 1", None, "a b", {}, (), ()),
    ("a -> b : 0 \n b -> a : 0 \n c -> a : 0", None, "a", {"a": ("b",)}, ("c",), ()),
    ("a -> b : 0 \n a -> t : 1 \n t -> t : 0 \n b -> a : 0", "a", "a b t", {}, (), ()),
    ("a -> b : 0 / empty \n b -> a : 0 / full", None, "a b", {}, (), ()),
    ("a -> b : 0 [x & !y] \n b -> a : 0 [!y & x]", None, "a", {"a": ("b",)}, (), ()),
    ("a -> b : 0 [x] \n b -> a : 0 [!x]", None, "a b", {}, (), ()),
    ("a -> b : 0 [x] \n a -> t : 0 [!x] \n t -> t : 0 \n b -> b : 0", "b", "a b t", {}, (), ()),
]


@pytest.mark.parametrize(
    ("rows", "final", "states", "merged", "unreachable", "dead"), CASES, ids=ids(CASES)
)
def test_what_is_merged_and_what_is_left_out(
    rows: str,
    final: str | None,
    states: str,
    merged: dict[str, tuple[str, ...]],
    unreachable: tuple[str, ...],
    dead: tuple[str, ...],
) -> None:
    ends = None if final is None else final.split()
    was = Automaton.from_table("it", initial="a", final=ends, table=rows)
    smallest = minimal(was, OUTPUTS)
    assert " ".join(sorted(smallest.automaton.states)) == states, rows
    assert (smallest.merged, smallest.unreachable, smallest.dead) == (
        merged,
        unreachable,
        dead,
    ), rows
    assert smallest.was_minimal == (not (merged or unreachable or dead)), rows


def test_every_automaton_of_the_package_is_minimal_also_if_a_state_is_drawn_twice() -> None:
    random = chance()
    for name in automata.names():
        machine = automata.get(name)
        assert minimal(machine.automaton, machine.outputs).automaton == machine.automaton, name
        twice = split(machine, random).automaton
        smallest = minimal(twice, machine.outputs).automaton
        assert len(smallest.states) == len(machine.automaton.states), name


def test_what_is_written_where_every_word_is_rejected_makes_no_difference() -> None:
    table = "p -> p : a \n p -> q : b \n q -> p : a / one \n q -> p : b"
    never = Automaton.from_table("it", initial="p", final=(), table=table, acceptor=True)
    assert minimal(never, OUTPUTS).automaton.states == ("p",)
