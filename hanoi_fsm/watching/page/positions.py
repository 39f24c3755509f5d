"""What the page has to know of every position into which a person may bring the disks.

That is how far it is from each goal, the best move, and at which disk the optimal path was left.
All is in the order of the configurations, whose digits are read as ternary numbers.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.pegs import PEGS
from hanoi_fsm.watching.page.data import PositionsData

Reading = tuple[str, int]
"""The state in which a reader ends or stops, and how many symbols it has read."""

BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz"


def positions_data(largest: int) -> PositionsData:
    """What the page looks up of every configuration of 0 .. `largest` disks."""
    reader = automata.READERS["next-move-reader"]
    moves = [list(_moves(reader.automaton, goal, largest)) for goal in PEGS]
    off = [list(_off(peg, largest)) for peg in PEGS]
    return {
        "states": list(reader.automaton.states),
        "meanings": dict(reader.meanings),
        "towers": [
            {
                "distances": [_distances(disks, goal) for goal in PEGS],
                "moves": [lengths[disks] for lengths in moves],
                "off": [lengths[disks] for lengths in off],
            }
            for disks in range(largest + 1)
        ],
    }


def _distances(disks: int, goal: int) -> list[int]:
    words = map("".join, product("012", repeat=disks))
    return [formulas.distance_to_tower(word, target=goal) for word in words]


def _moves(automaton: Automaton, goal: int, largest: int) -> Iterator[str]:
    """For each length the answers to all words, with two pegs exchanged before and after."""
    exchanged = str.maketrans(f"2{goal}", f"{goal}2")
    numbers = {
        state: str(automaton.states.index(state.translate(exchanged))) for state in automaton.states
    }
    symbols = [symbol.translate(exchanged) for symbol in "012"]
    for read in _readings(automaton, automaton.initial, symbols, largest):
        yield "".join(numbers[state] for state, _ in read)


def _off(peg: int, largest: int) -> Iterator[str]:
    """For each length the disks at which path-reader stops; the third peg is where it starts."""
    automaton = automata.READERS["path-reader"].automaton
    for length, read in enumerate(_readings(automaton, str(peg), "012", largest)):
        yield "".join(BASE_36[length - count] for _, count in read)


def _readings(
    automaton: Automaton, start: str, symbols: Sequence[str], largest: int
) -> Iterator[list[Reading]]:
    """For each length all words in the order of the `symbols`, each a shorter one read on."""
    readings = [(start, 0)]
    for length in range(largest + 1):
        yield readings
        readings = [
            _further(automaton, reading, symbol) if reading[1] == length else reading
            for reading in readings
            for symbol in symbols
        ]


def _further(automaton: Automaton, reading: Reading, symbol: str) -> Reading:
    state, count = reading
    found = automaton.transitions_for(state, symbol)
    return (found[0].target, count + 1) if found else reading
