"""A machine without a memory as a C program: it takes events and prints the transitions taken."""

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.c import SHOWN, Parts
from hanoi_fsm.fsm.codegen.c_text import paragraphs_of
from hanoi_fsm.fsm.errors import ExportError, shortened
from hanoi_fsm.fsm.memory import NoMemory

ABOUT = """
It prints one line per event: the transition that is taken. The events are its arguments, or with -
the words of standard input. Without arguments a machine with one event and a final state runs to
its end, and any other one reads standard input.

Exit code: 0, 1 for an event that is refused, 2 for a word that is not an event.
"""


def parts_of(automaton: Automaton, memory: object) -> Parts:
    """The parts for an automaton on `NoMemory`; raises `ExportError` for any other memory."""
    if memory is not NoMemory:
        raise ExportError(
            f"{shortened(automaton.name, SHOWN)} cannot be written in C, as its memory has no C "
            "text: choose a solver, a reader, or a machine without guards and actions"
        )
    return Parts(
        memory=paragraphs_of(__package__, "no_memory"),
        program=paragraphs_of(__package__, "events"),
        usage="[EVENT ...]",
        about=ABOUT.strip().splitlines(),
        reads=True,
        constants={"RUNS_ALONE": int(len(automaton.events) == 1 and bool(automaton.final))},
    )
