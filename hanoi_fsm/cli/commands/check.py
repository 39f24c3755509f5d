"""The command `check`: machines, formulas and functions, compared with what they must do."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE
from hanoi_fsm.cli.arguments import add_example, add_memory, add_towers, check_runnable
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.hanoi import checking, resolver


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "check two-storey my.dot --disks 8")
    command.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="automata, formulas, DOT or JSON files, or FILE.py:NAME for a function, an Automaton "
        "or a Machine of your own: naming a Python file runs it, a DOT file never runs code "
        "(default: all automata and formulas)",
    )
    add_memory(command)
    add_towers(command, default=10)


def run(options: Namespace) -> int:
    """Print one line per name; 1 where something is wrong."""
    check_runnable(options.disks)
    names = dict.fromkeys(options.names or resolver.names())
    subjects = {name: resolver.resolve(name, memory=options.memory) for name in names}
    code = FINE
    for name, subject in subjects.items():
        with progress_bar(name, subject.work(options.disks)) as progress:
            report = checking.check(subject, options.disks, progress=progress)
        print(str(report) + ("" if report.holds else _advice(name)), flush=True)
        code = code if report.holds else FAILED
    return code


def _advice(name: str) -> str:
    """Where to ask for help with a diagram of one's own."""
    return f" (ask `hanoi-fsm mend {name} --hint`)" if name.endswith(resolver.FILES) else ""
