"""The command `repair`: the edits after which a failing diagram passes its check."""

from argparse import Namespace
from functools import partial
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.each import judged
from hanoi_fsm.cli.output import (
    STANDARD,
    Lines,
    progress_bar,
    refuse_own_input,
    wrapped,
    write_text,
)
from hanoi_fsm.fsm.checking import check
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
        lines[0] = _apply(name, options, machine, found.repairs[0])
    return FINE if found.holds else FAILED, lines


def _check_files(options: Namespace) -> None:
    if options.fixed is None:
        return
    if options.hint:
        raise BadInput("--hint prints a line and -o writes a file: leave one of them out")
    (name, _), fixed = resolver.parted(options.names[0]), options.fixed.lower()
    if len(options.names) > 1:
        raise BadInput(f"-o writes one file, not {len(options.names)}: name one")
    if not resolver.is_data(name) or name == resolver.STANDARD_INPUT:
        raise BadInput(f"-o is for a DOT or JSON file, not for {shortened(name)}")
    suits = fixed.endswith(".json") if _is_json(name) else fixed.endswith((".dot", ".gv"))
    if not (suits or options.fixed == STANDARD):
        raise BadInput(f"-o {shortened(options.fixed)}: the format stays that of {name}")


def _is_json(name: str) -> bool:
    return name.lower().endswith(".json")


def _apply(name: str, options: Namespace, machine: Machine, repair: Repair) -> str:
    """Write the file with a repair, if it passes when it is read back; what was done."""
    from hanoi_fsm.fsm.diagrams.dot_reader import read
    from hanoi_fsm.fsm.formats.json_format import read_json
    from hanoi_fsm.fsm.repair.rewrite import rewritten_dot, rewritten_json

    file, memory = resolver.parted(name)
    refuse_own_input(Namespace(name=memory), options.fixed)
    rewritten, read_back = (rewritten_json, read_json) if _is_json(file) else (rewritten_dot, read)
    text = rewritten(Path(file).read_bytes().decode(), repair.on(machine.automaton))
    drawing = read_back(text)
    checked = check(
        machine.with_automaton(drawing.automaton, lines=drawing.lines, drawing=drawing),
        options.disks,
    )
    if not checked.holds:
        raise BadInput(f"the repair cannot be written into {file}: {checked}")
    write_text(text, options.fixed)
    return f"{options.fixed}: {repair}"
