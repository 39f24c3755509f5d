"""The command `mutants`: every single change of a diagram, and whether the checks notice."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import progress_bar, wrapped, write_lines
from hanoi_fsm.fsm.repair.mutants import Mutant, mutants_of, number_of_mutants
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.pegs import check_runnable


def configure(command: ArgumentParser) -> None:
    args.example(command, "mutants two-storey")
    args.add(command, "name")
    command.add_argument("--summary", action="store_true", help="print only the survivors")
    args.add(command, "--disks", default=6, help=f"{args.TOWERS} (default, and at least: 6)")


def run(options: Namespace) -> int:
    check_runnable(options.disks)
    machine = resolver.find(options.name)

    def show(mutant: Mutant) -> None:
        if mutant.fate and not options.summary:
            write_lines(wrapped([str(mutant), f"  killed by {mutant.killed_by}"]))

    with progress_bar(f"mutants of {options.name}", number_of_mutants(machine)) as progress:
        found = mutants_of(machine, options.disks, progress=progress, each=show)
    write_lines(wrapped(str(found).splitlines()))
    return FAILED if found.survivors else FINE
