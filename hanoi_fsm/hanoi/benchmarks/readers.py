"""path-reader reads a configuration, largest disk first, by each of several means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanoi_fsm.fsm.engines import taken
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.pegs import Task

READER = automata.READERS["path-reader"]


def word(digits: int) -> str:
    """A configuration with this many digits, on the optimal path, which takes all six edges."""
    task = Task(digits)
    return str(formulas.configuration(task.last_step * 5 // 11, task))


def generated(digits: int) -> Iterator[object]:
    """The generated function on a tape."""
    return taken(READER.automaton, READER.memory(), list(word(digits)))


def _table() -> dict[str, dict[str, str]]:
    """The next state by state and digit."""
    table: dict[str, dict[str, str]] = {state: {} for state in READER.automaton.states}
    for one in READER.automaton.transitions:
        table[one.source][one.event] = one.target
    return table


def by_hand(digits: int) -> Iterator[object]:
    """A dictionary of dictionaries, looked up digit by digit."""
    table, read = _table(), word(digits)

    def states() -> Iterator[str]:
        state = READER.automaton.initial
        for digit in read:
            state = table[state][digit]
            yield state

    return states()


def bare_transitions(digits: int) -> Iterator[object]:
    """A `transitions.Machine` of the same table, fired by the name of each event."""
    import transitions

    from hanoi_fsm.fsm.formats.json_format import library_transition

    automaton, read = READER.automaton, word(digits)
    rows = [library_transition(row) for row in automaton.transitions]
    machine: Any = transitions.Machine(
        states=list(automaton.states),
        initial=automaton.initial,
        transitions=rows,
        auto_transitions=False,
    )

    def states() -> Iterator[object]:
        for digit in read:
            machine.trigger(digit)
            yield machine.state

    return states()


def automata_lib(digits: int) -> Iterator[object]:
    """A `DFA` of automata-lib with the same table, which yields its state after each digit."""
    from automata.fa.dfa import DFA

    automaton = READER.automaton
    machine = DFA(
        states=set(automaton.states),
        input_symbols=set(automaton.events),
        transitions=_table(),
        initial_state=automaton.initial,
        final_states=set(automaton.final),
        allow_partial=True,
    )
    states: Iterator[object] = machine.read_input_stepwise(word(digits))
    return states
