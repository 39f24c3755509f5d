"""The command `repair`: the edits after which a failing diagram passes its check."""

from argparse import Namespace
from dataclasses import replace
from functools import partial

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.each import printed
from hanoi_fsm.cli.output import Lines, progress_bar
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.read.sketch import START
from hanoi_fsm.fsm.repair.search import MOST, repairs_of
from hanoi_fsm.hanoi import resolver

EXAMPLES = ("repair mine.dot --hint", "repair mine.dot -o fixed.dot")
ARGUMENTS: args.Arguments = {
    "names": {
        "nargs": "+",
        "help": "diagrams that fail, or other machines: automata, or FILE.py:NAME, which "
        "runs that file",
    },
    "--hint": {"action": "store_true", "help": "print only the line to look at"},
    "-o": {
        "dest": "into",
        "type": args.exportable,
        "help": "write the repaired NAME to FILE, in the format of its extension; FILE may be "
        "NAME, which is then redrawn",
    },
    "--size": {"default": 6},
}


def run(options: Namespace) -> Lines:
    names = list(dict.fromkeys(options.names))
    if options.into and len(names) > 1:
        raise BadInput(f"-o is for one machine, not for {len(names)}: name one")
    options.many = len(names) > 1
    return printed(names, partial(_repaired, options=options))


def _repaired(name: str, options: Namespace) -> tuple[int, list[str]]:
    """The exit code for a machine, and the lines that describe its repair."""
    machine = resolver.machine_of(name)
    if any(assumption.settled_by == START for assumption in machine.assumptions):
        machine = replace(machine, automaton=replace(machine.automaton, initial=""))
    machine = replace(machine, assumptions=())  # repair it as `check` reads it
    most = 1 if options.hint or options.into else MOST
    with progress_bar(f"repairing {name}", None) as progress:
        repairs = repairs_of(
            machine, resolver.runnable(machine, options.size), most, progress=progress
        )
    code = FINE if repairs.holds else FAILED
    if repairs.repairs and options.into:
        after = machine.with_automaton(repairs.repairs[0].on(machine.automaton))
        args.export_to(options.into, after)
        return code, [f"{options.into}: {repairs.repairs[0]}"]
    lines = (repairs.hint if options.hint else str(repairs)).splitlines()
    return code, [f"{name}:", *lines] if options.many else lines
