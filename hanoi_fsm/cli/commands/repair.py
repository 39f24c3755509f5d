"""The command `repair`: the edits after which a failing diagram passes its check."""

from dataclasses import replace
from functools import partial

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    Arguments,
    LinesAndCode,
    Options,
    export_to,
    exportable,
    progress_bar,
)
from hanoi_fsm.cli.each import printed
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.read.sketch import START
from hanoi_fsm.fsm.repair.search import MOST, repairs_of
from hanoi_fsm.hanoi import resolver

EXAMPLES = ("repair mine.dot --hint", "repair mine.dot -o fixed.dot")
ARGUMENTS: Arguments = {
    "names": {
        "nargs": "+",
        "help": "diagrams that fail, or other machines: automata, or FILE.py:NAME, which "
        "runs that file",
    },
    "--hint": {"action": "store_true", "help": "print only the line to look at"},
    "-o": {
        "dest": "into",
        "type": exportable,
        "help": "write the repaired NAME to FILE, in the format of its extension; FILE may be "
        "NAME, which is then redrawn",
    },
    "--size": {"default": 6},
}


def run(options: Options) -> LinesAndCode:
    names = list(dict.fromkeys(options.names))
    options.many = len(names) > 1
    if options.into and options.many:
        raise BadInput(f"-o is for one machine, not for {len(names)}: name one")
    return printed(names, partial(_repaired, options=options))


def _repaired(name: str, options: Options) -> tuple[int, list[str]]:
    """The exit code for a machine, and the lines that describe its repair."""
    machine = resolver.machine_of(name)
    if any(assumption.settled_by == START for assumption in machine.assumptions):
        machine = replace(machine, automaton=replace(machine.automaton, initial=""))
    machine = replace(machine, assumptions=())  # repair it as `check` reads it
    size, most = resolver.runnable(machine, options.size), MOST
    if options.hint or options.into:
        most = 1
    with progress_bar(f"repairing {name}") as progress:
        repairs = repairs_of(machine, size, most, progress=progress)
    code = FINE if repairs.holds else FAILED
    if repairs.repairs and options.into:
        after = machine.with_automaton(repairs.repairs[0].on(machine.automaton))
        export_to(options.into, after)
        return code, [f"{options.into}: {repairs.repairs[0]}"]
    lines = (repairs.hint if options.hint else str(repairs)).splitlines()
    return code, [f"{name}:", *lines] if options.many else lines
