"""The command `mutants`: every single change of a diagram, and whether the checks notice."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE
from hanoi_fsm.cli.arguments import add_automaton, add_effort, add_example, check_runnable
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.checking.mutants import mutants
from hanoi_fsm.hanoi import resolver


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "mutants two-storey")
    add_automaton(command)
    command.add_argument(
        "--summary",
        action="store_true",
        help="print only the mutants that survive, not what killed the rest",
    )
    add_effort(command)


def run(options: Namespace) -> int:
    """Print what killed each mutant, and those that survive; 1 where one does."""
    check_runnable(options.disks)
    machine = resolver.find(options.name, memory=options.memory)
    total = sum(1 for _ in mutations(machine.automaton, machine.vocabulary))
    alive = []
    with progress_bar(f"mutants of {options.name}", total) as progress:
        for mutant in mutants(machine, options.disks, workers=options.jobs, progress=progress):
            line = machine.lines.get(mutant.edit.about)
            place = f"line {line}: " if line else ""
            if mutant.fate is None:
                alive.append(f"  {place}{mutant.edit.text}")
            elif not options.summary:
                print(f"{place}{mutant.edit.text}\n  killed by {mutant.killed_by}")
    killed = total - len(alive)
    print(f"{machine.shown}: {killed} of {total} mutants are killed", end="")
    print(f", {len(alive)} live:" if alive else "")
    write_lines(alive)
    return FAILED if alive else FINE
