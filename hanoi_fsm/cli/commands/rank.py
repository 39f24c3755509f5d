"""The command `rank`: the step number of a configuration."""

from __future__ import annotations

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import wrapped, write_lines
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import NotOnPath

TYPE_CHECKING = False
if TYPE_CHECKING:  # argparse is slow to import
    from argparse import ArgumentParser, Namespace


def configure(command: ArgumentParser) -> None:
    args.example(command, "rank 0021")
    args.add(command, "configuration", "--from", "--to")


def run(options: Namespace) -> int:
    here, chosen = options.configuration, args.given(options)
    target = chosen.get("target", 2)
    try:
        write_lines([number_text(formulas.step_of(here, **chosen))])
    except NotOnPath as error:
        left = formulas.distance_to_tower(here, target=target)
        move = formulas.next_move(here, target=target)
        away = counted(left, "move")
        said = f"{error}; the tower on peg {target} is {away} away, next {move}"
        write_lines(wrapped([said]))
        return FAILED
    return FINE
