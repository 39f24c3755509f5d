"""The command `play`: watch any machine work in the terminal."""

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    MACHINE,
    Arguments,
    LinesAndCode,
    Options,
    columns,
    given,
    inputs_of,
)
from hanoi_fsm.hanoi.resolver import find

EXAMPLES = (
    "play 3",
    "play 0110 --by configuration-reader",
    "play 100 011 --by shortest",
    "play tick H tick --by clock.py:clock",
)
ARGUMENTS: Arguments = {
    "words": {},
    "--by": {"help": f"{MACHINE} (default: %(default)s)"},
    "--from": {},
    "--to": {},
    "--start": {"help": "the step to begin with (default: 1)"},
    "--begin": {},
}


def run(options: Options) -> LinesAndCode:
    machine = find(options.by)
    inputs = inputs_of(machine, options)
    from hanoi_fsm.watching.moments import Player
    from hanoi_fsm.watching.player import play, printed

    player = Player(machine, *inputs, **given(options))
    if play(player):
        return FINE
    yield from printed(player, columns())
    return FAILED if player.now.finding is not None or player.now.stopped else FINE
