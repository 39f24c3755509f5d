"""What the words on the command line are turned into."""

from __future__ import annotations

import argparse
import re

from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi.errors import BadConfiguration
from hanoi_fsm.hanoi.pegs import Configuration


def whole(text: str) -> int:
    """A whole number of any length, in decimal digits."""
    if not re.fullmatch(r"[+-]?[0-9]+(_[0-9]+)*", text.strip()):
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a whole number")
    return int(text)


def digits(text: str) -> Configuration:
    """A configuration of at least one disk."""
    if not text:
        raise argparse.ArgumentTypeError("the configuration is empty: give a peg digit a disk")
    try:
        return Configuration(text)
    except BadConfiguration as error:
        raise argparse.ArgumentTypeError(str(error)) from None
