"""The command `repair`: the edits after which a failing diagram passes its check."""

from argparse import Namespace
from functools import partial
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.each import judged
from hanoi_fsm.cli.output import (
    Lines,
    progress_bar,
    refuse_own_input,
    wrapped,
    write_text,
)
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.repair.search import MOST, MOST_SECONDS, Repair, repairs_of
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.pegs import check_runnable

EXAMPLES = ("repair mine.dot --hint", "repair mine.dot -o fixed.dot")
ARGUMENTS: args.Arguments = {
    "names": {
        "nargs": "+",
        "help": "DOT or JSON files that fail, or other machines: automata, or FILE.py:NAME, which "
        "runs that file",
    },
    "--hint": {"action": "store_true", "help": "print only which line to look at"},
    "-o": {  # it may be NAME itself, so it is not checked as other outputs are
        "dest": "fixed",
        "help": "write NAME with its first repair to FILE, which may be NAME; all else stays as "
        "it is",
    },
    "--disks": {"default": 6},
}


def run(options: Namespace) -> Lines:
    check_runnable(options.disks)
    _check_files(options)
    names, code = list(dict.fromkeys(options.names)), FINE
    options.seconds = MOST_SECONDS / len(names)
    for name, found in judged(names, partial(_repaired, options=options)):
        code = max(code, found[0])
        yield from [f"{name}:"] * (len(names) > 1)
        yield from wrapped(found[1])
    return code


def _repaired(name: str, options: Namespace) -> tuple[int, list[str]]:
    """The exit code for one machine, and the lines to print."""
    machine = resolver.resolve(name, "automaton")
    most = 1 if options.hint or options.fixed is not None else MOST
    with progress_bar(f"repairing {name}", None) as progress:
        found = repairs_of(machine, options.disks, most, progress=progress, seconds=options.seconds)
    lines = (found.hint if options.hint else str(found)).splitlines()
    if found.repairs and options.fixed is not None:
        lines[0] = _apply(name, options.fixed, machine, found.repairs[0])
    return FINE if found.holds else FAILED, lines


def _check_files(options: Namespace) -> None:
    if options.fixed is None:
        return
    args.refuse_idle(options, "with -o", "hint")
    name, memory = resolver.parted(options.names[0])
    if len(options.names) > 1 or not resolver.is_data(name) or name == resolver.STANDARD_INPUT:
        given = shortened(" ".join(options.names))
        raise BadInput(f"-o is for one DOT or JSON file, not for {given}: name one")
    refuse_own_input(Namespace(name=memory), options.fixed)


def _apply(name: str, file: str, machine: Machine, repair: Repair) -> str:
    """Write a file with a repair; what was done."""
    from hanoi_fsm.fsm.repair.rewrite import rewritten_dot, rewritten_json

    path = Path(resolver.parted(name)[0])
    rewritten = rewritten_json if path.suffix.lower() == ".json" else rewritten_dot
    write_text(rewritten(path.read_bytes().decode(), repair.on(machine.automaton)), file)
    return f"{file}: {repair}"
