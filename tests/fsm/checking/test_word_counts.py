"""How often each transition is taken while all words of one length are read."""

from collections import Counter as Tally
from contextlib import suppress
from itertools import product

import pytest
from checked_machines import BOX, LAMP, PARITY, Counter, reactive

from hanoi_fsm import Automaton, Machine
from hanoi_fsm.fsm.errors import BadInput, MachineStopped
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.automata import READERS

ONCE = reactive("once", "a -> b : x \n b -> b : y \n a -> a : y")
GROWING = "a -> a : in / put \n a -> a : look [full] \n a -> a : look [!full]"
PUSHED = reactive("growing", GROWING, Counter)
PATH = Machine(READERS["path-reader"].automaton, READERS["path-reader"].memory, partial=True)
MACHINES = [LAMP, PARITY, BOX, ONCE, PUSHED, PATH]


@pytest.mark.parametrize("length", [0, 1, 4])
@pytest.mark.parametrize("machine", MACHINES, ids=lambda one: one.name)
def test_the_counts_are_those_of_running_every_word(machine: Machine, length: int) -> None:
    taken: Tally[Transition] = Tally()
    for word in product(machine.automaton.events, repeat=length):
        with suppress(MachineStopped):
            for record in machine.run(list(word)) if word else ():
                taken[record.transition] += 1
    assert machine.counts(length) == {row: taken[row] for row in machine.automaton.transitions}


def test_words_are_not_read_one_by_one_and_there_may_be_no_events() -> None:
    assert sum(PARITY.counts(100).values()) == 100 * 2**100
    assert Machine(Automaton("dot", ("here",), "here", frozenset(), (), "dot")).counts(3) == {}


def test_bad_lengths_and_too_many_memories_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="-1"):
        LAMP.counts(-1)
    monkeypatch.setattr("hanoi_fsm.fsm.checking.counts.MOST_PAIRS", 3)
    assert BOX.counts(2)
    with pytest.raises(BadInput, match="3"):
        BOX.counts(3)
