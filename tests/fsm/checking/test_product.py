"""The product of two automata: a shortest word that they answer differently, or proof of none."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from chance import chance
from checked_machines import cells

from hanoi_fsm import Automaton
from hanoi_fsm.fsm.checking.product import MealyMachine, Product
from hanoi_fsm.fsm.notation import Label, Transition

OUTPUTS = {"zero": "0", "one": "1", "uno": "1"}
PARITY = """
    even -> odd  : a / one
    even -> even : b / zero
    odd  -> even : a / zero
    odd  -> odd  : b / one
"""


def acceptor(table: str, final: str = "even odd", initial: str = "even") -> Automaton:
    return Automaton.from_table("it", initial=initial, final=final.split(), table=table)


def answer(automaton: Automaton, word: Sequence[str]) -> list[str | None] | None:
    """What is written for each symbol, None where it is refused; one transition per symbol."""
    state, written = automaton.initial, []
    for symbol in word:
        if not (found := automaton.transitions_for(state, symbol)):
            return None
        written.append(OUTPUTS[found[0].action] if found[0].action else None)
        state = found[0].target
    return written if state in automaton.final else None


def difference(one: Automaton, other: Automaton) -> tuple[str, ...] | None:
    return Product(*(MealyMachine(each, OUTPUTS, each.final) for each in (one, other))).difference()


CASES = """
    even -> odd  : a / one  | even -> odd : a / one  | even odd | same
    even -> odd  : a / one  | even -> odd : a / uno  | even odd | same
    odd  -> odd  : b / one  | odd -> odd : b / zero  | even odd | a b
    odd  -> odd  : b / one  | odd -> odd : b         | even odd | a b
    odd  -> odd  : b / one  |                        | even odd | a b
    odd  -> odd  : b / one  | odd -> odd : b, c / one | even odd | a c
    odd  -> even : a / zero | odd -> odd : a / zero  | even odd | a a a
    odd  -> odd  : b / one  | odd -> odd : a, b / one | even odd | a a
    even -> odd  : a / one  | even -> odd : a / one  | even     | a
    even -> odd  : a / one  | even -> odd : a / one  | odd      |
"""


@pytest.mark.parametrize(("old", "new", "final", "word"), cells(CASES))
def test_a_shortest_word_that_differs(old: str, new: str, final: str, word: str) -> None:
    changed = acceptor(PARITY.replace(old, new), final)
    found = difference(changed, acceptor(PARITY))
    assert found == (None if word == "same" else tuple(word.split()))
    assert difference(acceptor(PARITY), changed) == found


def test_renamed_doubled_and_trapped_states_make_no_difference() -> None:
    """`odd` twice, under other names, and a state from which no word is accepted."""
    tickets = acceptor("open -> open : in \n open -> shut : close", "open shut", "open")
    more = """
        1 -> 2 : in
        2 -> 1 : in
        1 -> 3 : close
        2 -> 3 : close
        3 -> trap : in, close
        trap -> trap : in, close
    """
    assert difference(acceptor(more, "1 2 3", "1"), tickets) is None
    assert difference(acceptor(more, "1 2 3 trap", "1"), tickets) == ("close", "in")


def test_what_was_written_before_a_state_that_is_not_final_counts_at_the_next_that_is() -> None:
    table = "x -> y : a / one \n y -> z : a / one \n z -> z : a / one"
    right = acceptor(table, "x z", "x")
    wrong = acceptor(table.replace("one", "zero", 1), "x z", "x")
    assert difference(wrong, right) == ("a", "a")
    never = [acceptor(str(one), "x", "x") for one in (right, wrong)]
    assert difference(*never) is None


def test_a_long_chain_needs_no_recursion_and_no_time() -> None:
    chain = [f"{n} -> {n + 1} : a / one \n {n} -> 0 : b / zero" for n in range(2_000)]
    right, wrong = (
        Automaton.from_table(
            "chain", initial="0", final=None, table="\n".join([*chain, f"2000 -> 0 : a / {last}"])
        )
        for last in ("one", "zero")
    )
    assert difference(right, right) is None
    assert difference(wrong, right) == ("a",) * 2_001


def some_automaton(random: Random) -> Automaton:
    states = "pqr"[: random.randint(1, 3)]
    edges = [
        Transition(state, random.choice(states), Label(symbol, (), random.choice([None, "one"])))
        for state, symbol in product(states, "ab")
        if random.random() < 0.9
    ]
    final = frozenset(state for state in states if random.random() < 0.7)
    return Automaton("it", tuple(states), "p", final, tuple(edges), "it")


def test_reading_all_words_of_up_to_8_symbols_finds_what_the_product_finds() -> None:
    random, found = chance(), {True: 0, False: 0}
    words = [word for length in range(9) for word in product("ab", repeat=length)]
    for _ in range(300):
        one, other = some_automaton(random), some_automaton(random)
        first = next((word for word in words if answer(one, word) != answer(other, word)), None)
        word = difference(one, other)
        assert word is None or answer(one, word) != answer(other, word)
        assert word == first or (word and first and len(word) == len(first)) or len(word or ()) > 8
        found[word is None] += 1
    assert min(found.values()) > 0
