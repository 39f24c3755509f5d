"""The command `mend`: the edits after which a failing diagram passes its check."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.checking.repair import repairs, work_of_repairing
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.hanoi import resolver


def configure(command: ArgumentParser) -> None:
    args.example(command, "mend mine.dot --hint")
    args.add(command, "name", help=f"the machine that fails: {args.MACHINE}")
    args.add(command, "--memory")
    command.add_argument("--hint", action="store_true", help="print only which line to look at")
    args.number(command, "--edits", "K", "edits per repair, 1 or 2 (default: 1)", default=1)
    args.number(command, "--most", "M", "print at most M repairs (default: 5)", default=5)
    args.add(command, "--disks", default=6)
    args.add(command, "--jobs")


def run(options: Namespace) -> int:
    size, edits = options.disks, options.edits
    args.check_runnable(size)
    args.check_positive(options, "most", "jobs")
    if edits not in (1, 2):
        raise BadInput(f"invalid --edits {shortened(edits)}: expected 1 or 2")
    machine = resolver.find_unchecked(options.name, memory=options.memory)
    if check(machine, size).holds:
        print(f"{machine.shown}: nothing to mend, the check passes")
        return FINE
    with progress_bar(f"mending {options.name}", work_of_repairing(machine, edits)) as progress:
        found = repairs(machine, size, edits=edits, workers=options.jobs, progress=progress)
    if not found:
        tried = "single edit mends it: try --edits 2" if edits == 1 else "pair of edits mends it"
        print(f"{machine.shown}: no {tried}")
        return FAILED
    if options.hint:
        lines = " and ".join(map(str, found[0].lines))
        print(
            f"look at line {lines}" if lines else "this repair has no line in the file: omit --hint"
        )
    else:
        write_lines(str(one) for one in found[: options.most])
    return FINE
