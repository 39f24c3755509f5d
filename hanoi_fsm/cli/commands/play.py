"""The command `play`: watch any machine work in the terminal."""

from argparse import Namespace

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import Lines, columns
from hanoi_fsm.hanoi.resolver import find

EXAMPLES = (
    "play 3",
    "play 0110 --by configuration-reader",
    "play 100 011 --by shortest",
    "play tick H tick --by clock.py:clock",
)
ARGUMENTS: args.Arguments = {
    "words": {},
    "--by": {"help": f"{args.MACHINE} (default: %(default)s)"},
    "--from": {},
    "--to": {},
    "--start": {"help": "the step to begin with (default: 1)"},
    "--begin": {},
}


def run(options: Namespace) -> Lines:
    machine = find(options.by)
    inputs = machine.parse(options.words)
    from hanoi_fsm.watching.moments import Player
    from hanoi_fsm.watching.player import play, printed

    player = Player(machine, *inputs, **args.given(options))
    if play(player):
        return FINE
    yield from printed(player, columns())
    return FAILED if player.now.finding is not None or player.now.stopped else FINE
