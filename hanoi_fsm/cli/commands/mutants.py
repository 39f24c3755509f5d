"""The command `mutants`: every single change of a diagram, and whether the checks notice."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import progress_bar, wrapped, write_lines
from hanoi_fsm.fsm.repair.mutants import mutants, number_of_mutants
from hanoi_fsm.hanoi import resolver


def configure(command: ArgumentParser) -> None:
    args.example(command, "mutants two-storey")
    args.add(command, "name")
    command.add_argument("--summary", action="store_true", help="print only the survivors")
    args.add(command, "--disks", default=6)


def run(options: Namespace) -> int:
    args.check_runnable(options.disks)
    machine = resolver.find(options.name)
    total, alive, equivalent = number_of_mutants(machine), [], []
    with progress_bar(f"mutants of {options.name}", total) as progress:
        for mutant in mutants(machine, options.disks, progress=progress):
            line = machine.lines.get(mutant.edit.about)
            edit = (f"line {line}: " if line else "") + mutant.edit.text
            if mutant.survives:
                alive.append(f"  {edit}")
            elif mutant.is_equivalent:
                equivalent.append(f"  {edit} is proved equivalent")
            elif not options.summary:
                write_lines(wrapped([edit, f"  killed by {mutant.killed_by}"]))
    survivors = "; this one survives:" if len(alive) == 1 else f"; these {len(alive)} survive:"
    killed = total - len(alive) - len(equivalent)
    summary = f"{machine.shown}: {killed} of {total} mutants are killed"
    if equivalent:
        are = "is" if len(equivalent) == 1 else "are"
        summary += f", {len(equivalent)} {are} proved equivalent"
    remarks = machine.conform(options.disks).remarks if alive else ()
    write_lines(wrapped([*equivalent, summary + survivors * bool(alive), *alive]))
    write_lines(wrapped(map(str, remarks)))
    return FAILED if alive else FINE
