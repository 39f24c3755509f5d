"""The command `play`: watch any machine work, in the terminal."""

import sys
from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.output import columns, standard_output, write_lines
from hanoi_fsm.hanoi.resolver import find


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "play 3",
        "play 0110 --by configuration-reader",
        "play 100 011 --by shortest",
        "play tick H tick --by clock.py:clock",
    )
    args.add(command, "words")
    args.add(command, "--by", help=f"{args.MACHINE} (default: %(default)s)")
    args.add(command, "--from", "--to")
    args.add(command, "--start", help="the step to begin with (default: 1)")


def run(options: Namespace) -> int:
    machine = find(options.by)
    given = args.applicable(options, machine)
    inputs = machine.kind.parse(options.words)
    from hanoi_fsm.watching.playback import Playback
    from hanoi_fsm.watching.scene import printed
    from hanoi_fsm.watching.terminal import play

    playback = Playback(machine, *inputs, **given)
    if note := machine.kind.note(*inputs):
        complain(one_line(note))
    sys.stdout = standard_output()  # the file is loaded; this draws on the terminal itself
    if play(playback):
        return FINE
    write_lines(printed(playback, columns()))
    last = playback.frame
    return FAILED if last.finding is not None or last.stopped else FINE
