"""The command `solve`: the moves of the solution."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.tables import check_format, move_lines
from hanoi_fsm.hanoi import solving


def configure(command: ArgumentParser) -> None:
    args.example(command, "solve 64 --start 1000000000000000000 --count 5")
    args.add(command, "disks", "--by", "--from", "--to", "--start", "--count", "--format", "-o")
    args.add(command, "--engine")


def run(options: Namespace) -> int:
    check_format(options.format, "text")
    chosen = args.given(options)
    moves = solving.solve(
        options.disks, by=options.by, count=options.count, engine=options.engine, **chosen
    )
    write_lines(move_lines(moves, options.format, chosen.get("start", 1)), options.file)
    return FINE
