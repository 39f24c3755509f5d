"""The command `path`: from any configuration to any other."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.moves import move_text
from hanoi_fsm.cli.output import write_lines, write_text
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.cli.tables import check_format
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi import formulas, solving
from hanoi_fsm.hanoi.automata.twice_reader import verdict


def configure(command: ArgumentParser) -> None:
    args.example(command, "path 100 011")
    args.add(command, "start", "goal")
    args.add(
        command,
        "--by",
        default=None,
        help="shortest (default), any-to-any, or a DOT or JSON file of one of them",
    )
    command.add_argument("--length", action="store_true", help="print only the number of moves")
    command.add_argument(
        "--verdict",
        action="store_true",
        help="print whether the largest differing disk moves once, twice, or either (a tie), and "
        "how many pairs of digits it took to know",
    )
    args.add(command, "--format", "-o")


def run(options: Namespace) -> int:
    if options.verdict:
        args.refuse_idle(options, "with --verdict", "by", "length", "format")
    if options.length:
        args.refuse_idle(options, "with --length", "format")
    check_format(options.format, "text")
    start, goal, by = options.start, options.goal, "shortest" if options.by is None else options.by
    moves = solving.path(start, goal, by=by)
    if options.verdict:
        kind, pairs = verdict(start, goal)
        write_lines([f"{kind} after {counted(pairs, 'pair')}"], options.file)
    elif options.length:
        formula = by == "shortest"
        with progress_bar("counting the moves", None):
            length = formulas.distance(start, goal) if formula else sum(1 for _ in moves)
        write_lines([str(length)], options.file)
    else:
        write_text(move_text(moves, options.format), options.file)
    return FINE
