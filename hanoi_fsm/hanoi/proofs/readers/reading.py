"""A reader with a task, the variables of the claims, and what is claimed of every reader."""

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Self

from hanoi_fsm.fsm.theory.first_order import Formula, Letter, MealyTransducer, Term, Variable
from hanoi_fsm.fsm.theory.mealy import MealyMachine
from hanoi_fsm.hanoi.automata import READERS
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.proofs.readers.vocabulary import BITS, PEGS, consists_of, last_is

w, v = Variable(BITS), Variable(BITS)
"""Two numbers."""

c, d, e, goal = Variable(PEGS), Variable(PEGS), Variable(PEGS), Variable(PEGS)
"""Configurations."""


class Reading(MealyTransducer):
    """A reader that begins to read for the task from `source` to `target`.

    `read(word)` is what it writes, one letter for each of the word.
    """

    def __init__(self, reader: Reader, source: int, target: int) -> None:
        automaton = reader.automaton
        machine = MealyMachine(automaton, reader.outputs, automaton.final)
        super().__init__(machine, reader.state_for(source, target))
        self.source, self.target = str(source), str(target)
        self.answer_so_far: Letter = reader.empty_word_answer
        self.known, self.symbols = READERS[reader.published.name].alphabet, reader.alphabet

    def answers(self, word: Term, answer: Letter) -> Formula:
        """The answer to the word, of which the last letter alone counts, is this one."""
        return last_is(answer, self(word), self.answer_so_far)

    def after(self, symbol: str) -> Self:
        """The same when it has read that symbol already."""
        later = copy(self)
        later.answer_so_far, later.start = self.step(self.start, symbol)
        return later


Claim = Callable[[Reading], Formula]
"""A claim about a reader: in words, which are the docstring, and as a formula."""


@cache
def published(name: str, source: int = 0, target: int = 2) -> Reading:
    """A reader of this package; all that is claimed of it is proved before a claim rests on it."""
    return Reading(READERS[name], source, target)


def distance_to(peg: str) -> Reading:
    """The published distance-reader for the towers on a peg."""
    return published("distance-reader", (int(peg) + 1) % 3, int(peg))


def configuration_of(read: Reading) -> Reading:
    """The published configuration-reader for the task of another reader."""
    return published("configuration-reader", int(read.source), int(read.target))


def never_has_two_transitions(read: Reading) -> Formula:
    """No word leads to a state that has two transitions for a symbol."""
    return ~read.is_ambiguous_on(Variable(read.symbols))


def refuses_other_symbols(read: Reading) -> Formula:
    """It refuses every word with a symbol that is not one of its own."""
    word = Variable(read.symbols)
    return read.accepts(word) >> consists_of(read.known, word)


def reads_every_word(read: Reading) -> Formula:
    """It reads every word of its own symbols."""
    return read.accepts(Variable(read.known))
