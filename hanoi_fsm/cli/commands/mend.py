"""The command `mend`: the edits after which a failing diagram passes its check."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE
from hanoi_fsm.cli.arguments import add_effort, add_example, add_memory, check_runnable, whole
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.checking.repair import repairs, work_of_repairing
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.hanoi import resolver


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "mend mine.dot --hint")
    command.add_argument("name", metavar="FILE.dot", help="the diagram that fails")
    add_memory(command)
    command.add_argument("--hint", action="store_true", help="name the line to look at only")
    command.add_argument(
        "--edits", type=whole, default=1, metavar="K", help="K edits at once, 1 or 2 (default: 1)"
    )
    command.add_argument(
        "--most", type=whole, default=5, metavar="M", help="print at most M repairs (default: 5)"
    )
    add_effort(command)


def run(options: Namespace) -> int:
    """Print the repairs, or where to look; 1 where there are none."""
    check_runnable(options.disks)
    if options.edits not in (1, 2):
        raise BadInput(f"invalid --edits {shortened(options.edits)}: expected 1 or 2")
    machine = resolver.find_unchecked(options.name, memory=options.memory)
    if check(machine, options.disks).holds:
        print(f"{machine.shown}: nothing to mend, the check holds")
        return FINE
    total = work_of_repairing(machine, options.edits)
    with progress_bar(f"mending {options.name}", total) as progress:
        found = repairs(
            machine, options.disks, edits=options.edits, workers=options.jobs, progress=progress
        )
    if not found:
        more = ": try --edits 2" if options.edits == 1 else ""
        tried = "single edit" if options.edits == 1 else "pair of edits"
        print(f"{machine.shown}: no {tried} mends it{more}")
        return FAILED
    if options.hint:
        lines = " and ".join(map(str, found[0].lines))
        print(f"look at line {lines}" if lines else f"look at what {found[0]} is about")
        return FINE
    write_lines(str(one) for one in found[: options.most])
    return FINE
