"""The command `infer`: the automaton of a formula or a function, found by queries alone."""

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    INTO,
    Arguments,
    Lines,
    LinesAndCode,
    Options,
    columns,
    export_to,
    progress_bar,
    wrapped,
)
from hanoi_fsm.fsm.diagrams.state_table import StateTable
from hanoi_fsm.fsm.load import load
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.infer import MOST_STATES, Lesson, infer
from hanoi_fsm.hanoi.pegs import parse_whole

EXAMPLES = (
    "infer distance-reader",
    "infer next-move-reader -o inferred.dot",
    "infer my.py:ruler --alphabet 01",
)
ARGUMENTS: Arguments = {
    "name": {
        "help": "a reader, whose formula is queried; or FILE.py:NAME, which runs "
        "that file: a function from a word (a string; a list if symbols have several characters) "
        "to the answer after its last symbol, or None to refuse it"
    },
    "--alphabet": {
        "metavar": "SYMBOLS",
        "help": "the symbols that the function reads, as 01 or up,down",
    },
    "--most-states": {
        "type": parse_whole,
        "metavar": "N",
        "default": MOST_STATES,
        "help": "give up if no automaton with N states gives all answers (default: %(default)s)",
    },
    "--depth": {
        "type": parse_whole,
        "metavar": "K",
        "help": "test for up to K states more than found (default: some thousand words)",
    },
    "-o": INTO,
}


def run(options: Options) -> LinesAndCode:
    subject = load(options.name) if resolver.is_python(options.name) else options.name
    with progress_bar(f"asking {options.name}") as progress:
        lesson = infer(
            subject,
            options.alphabet,
            progress=progress,
            depth=options.depth,
            most_states=options.most_states,
        )
    if options.into:
        export_to(options.into, lesson.machine)
    yield from _report(lesson)
    return FINE if lesson.proof is None or lesson.proof.holds else FAILED


def _report(lesson: Lesson) -> Lines:
    machine = lesson.machine
    automaton = machine.automaton
    verdict, *about = str(lesson).splitlines()
    yield from (*wrapped([verdict]), "")
    if not automaton.transitions:
        yield "every word is refused"
    elif len(automaton.events) > 1:
        table = StateTable(machine)
        yield f"in a cell: {table.legend}; ->: the initial state"
        yield from ("", table.text(columns()))
    else:
        yield from wrapped(automaton.table)
    yield from ("", *wrapped(about))
