"""What readers write to. A reader's states are its whole memory; it never reads its tape."""

from collections.abc import Callable, Hashable
from typing import ClassVar

from hanoi_fsm.fsm.memory import Memory, action


class Tape(Memory):
    """The symbols written so far; each is the output of the event that wrote it.

    Where `answers_last`, the answer is the last of them, else all of them together.
    """

    answers_last: ClassVar[bool] = False

    def __init__(self) -> None:
        self.written: list[str] = []
        self._text, self._joined = "", 0  # the text of the first symbols, and how many these are

    @classmethod
    def symbols(cls) -> dict[str, str]:
        """What each of its actions writes, by the name of the action."""
        tape = cls()
        for name in cls.actions():
            getattr(tape, name)()
        return dict(zip(cls.actions(), tape.written, strict=True))

    def key(self) -> Hashable:
        """Empty: what was written never influences what follows."""
        return ()

    def cells(self) -> int:
        return 0

    def contents(self) -> dict[str, object]:
        return {"tape": tuple(self.written)}

    def show(self) -> str:
        if self.answers_last:
            return self.written[-1] if self.written else ""
        self._text += "".join(self.written[self._joined :])
        self._joined = len(self.written)
        return self._text


def writes(symbol: str, text: str) -> Callable[[Tape], None]:
    """The action of writing a `symbol`; `text` describes it."""

    def write(tape: Tape) -> None:
        tape.written.append(symbol)
        tape.output = symbol

    write.__doc__ = text
    return action(write)


class Digits(Tape):
    """A tape for bits, pegs and the digits of an address."""

    write_0 = writes("0", "write a 0")
    write_1 = writes("1", "write a 1")
    write_2 = writes("2", "write a 2")


class Moves(Tape):
    """A tape for moves, each written as its source and its target; the last one is the answer."""

    answers_last = True

    no_move = writes("none", "answer none: no disk moves")
    move_01 = writes("01", "answer 01: a disk goes from peg 0 to peg 1")
    move_02 = writes("02", "answer 02: a disk goes from peg 0 to peg 2")
    move_10 = writes("10", "answer 10: a disk goes from peg 1 to peg 0")
    move_12 = writes("12", "answer 12: a disk goes from peg 1 to peg 2")
    move_20 = writes("20", "answer 20: a disk goes from peg 2 to peg 0")
    move_21 = writes("21", "answer 21: a disk goes from peg 2 to peg 1")


class Verdicts(Tape):
    """A tape for how often the largest differing disk moves; the last verdict is the answer."""

    answers_last = True

    once = writes("once", "answer once: all shortest paths move the largest differing disk once")
    twice = writes(
        "twice", "answer twice: all shortest paths move the largest differing disk twice"
    )
    tie = writes("tie", "answer tie: moving it once and moving it twice are equally short")
