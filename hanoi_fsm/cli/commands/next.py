"""The command `next`: the next optimal move from any configuration."""

from __future__ import annotations

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.hanoi import formulas

TYPE_CHECKING = False
if TYPE_CHECKING:  # argparse is slow to import
    from argparse import ArgumentParser, Namespace


def configure(command: ArgumentParser) -> None:
    args.example(command, "next 0121")
    args.add(command, "configuration", "--to")


def run(options: Namespace) -> int:
    target = args.given(options).get("target", 2)
    move = formulas.next_move(options.configuration, target=target)
    write_lines([str(move or f"no move: the tower is on peg {target}")])
    return FINE
