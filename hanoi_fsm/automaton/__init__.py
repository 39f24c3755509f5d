"""Automata as data: the definition, its notation, its validation and the memory's vocabulary."""

from hanoi_fsm.automaton.definition import Automaton, table_rows
from hanoi_fsm.automaton.memory import RESERVED, Memory, action, guard
from hanoi_fsm.automaton.notation import (
    Guard,
    Label,
    Transition,
    join_labels,
    parse_label,
    parse_labels,
    parse_row,
    parse_title,
)
from hanoi_fsm.automaton.trace import Record, Trace, html_table, outputs
from hanoi_fsm.automaton.validation import Fault, faults, validate

__all__ = [
    "RESERVED",
    "Automaton",
    "Fault",
    "Guard",
    "Label",
    "Memory",
    "Record",
    "Trace",
    "Transition",
    "action",
    "faults",
    "guard",
    "html_table",
    "join_labels",
    "outputs",
    "parse_label",
    "parse_labels",
    "parse_row",
    "parse_title",
    "table_rows",
    "validate",
]
