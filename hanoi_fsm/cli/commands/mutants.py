"""The command `mutants`: every single change of a diagram, and whether the checks notice."""

from argparse import Namespace

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.fsm.repair.mutants import mutants_of, number_of_mutants
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.pegs import check_runnable

EXAMPLES = ("mutants two-storey",)
ARGUMENTS: args.Arguments = {
    "name": {},
    "--summary": {"action": "store_true", "help": "print only the survivors"},
    "--disks": {"default": 6, "help": f"{args.TOWERS} (default, and at least: 6)"},
}


def run(options: Namespace) -> Lines:
    check_runnable(options.disks)
    machine = resolver.find(options.name)
    with progress_bar(f"mutants of {options.name}", number_of_mutants(machine)) as progress:
        found = mutants_of(machine, options.disks, progress=progress)
    for mutant in found.mutants:
        if mutant.fate and not options.summary:
            yield from wrapped([str(mutant), f"  killed by {mutant.killed_by}"])
    yield from wrapped(str(found).splitlines())
    return FAILED if found.survivors else FINE
