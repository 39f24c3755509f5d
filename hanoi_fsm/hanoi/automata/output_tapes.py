"""What readers write to. A reader's states are its whole memory; it never reads its tape."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from hanoi_fsm.fsm.memory import Memory, action


class Tape(Memory):
    """The symbols written so far; each is the output of the event that wrote it.

    With `answers_last` the last of them is the answer, else all of them together are.
    """

    answers_last: ClassVar[bool] = False

    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, symbol: str) -> None:
        """Put a symbol out."""
        self.written.append(symbol)
        self.output = symbol

    @classmethod
    def symbols(cls) -> dict[str, str]:
        """What each of its actions puts out, by the name of the action.

        >>> Digits.symbols()
        {'write_0': '0', 'write_1': '1', 'write_2': '2'}
        """
        tape = cls()
        for name in cls.actions():
            getattr(tape, name)()
        return dict(zip(cls.actions(), tape.written, strict=True))

    def key(self) -> Hashable:
        """Nothing: what is written never influences what comes."""
        return ()

    def cells(self) -> int:
        """None: what is written is never read."""
        return 0

    def show(self) -> str:
        """What was written, from left to right."""
        return "".join(self.written)


class Digits(Tape):
    """A tape for bits, pegs and the digits of an address."""

    @action
    def write_0(self) -> None:
        """write a 0"""
        self.write("0")

    @action
    def write_1(self) -> None:
        """write a 1"""
        self.write("1")

    @action
    def write_2(self) -> None:
        """write a 2"""
        self.write("2")


class Answer(Tape):
    """A tape of which only the last event's symbol counts: the answer, if the word ends here."""

    answers_last: ClassVar[bool] = True

    def show(self) -> str:
        """The answer so far."""
        return "" if self.output is None else str(self.output)


class Moves(Answer):
    """A tape for moves, as the peg that a disk leaves and the one that it goes to."""

    @action
    def no_move(self) -> None:
        """answer: there is no move"""
        self.write("none")

    @action
    def move_01(self) -> None:
        """answer: from peg 0 to peg 1"""
        self.write("01")

    @action
    def move_02(self) -> None:
        """answer: from peg 0 to peg 2"""
        self.write("02")

    @action
    def move_10(self) -> None:
        """answer: from peg 1 to peg 0"""
        self.write("10")

    @action
    def move_12(self) -> None:
        """answer: from peg 1 to peg 2"""
        self.write("12")

    @action
    def move_20(self) -> None:
        """answer: from peg 2 to peg 0"""
        self.write("20")

    @action
    def move_21(self) -> None:
        """answer: from peg 2 to peg 1"""
        self.write("21")


class Verdicts(Answer):
    """A tape for how often the largest differing disk moves on a shortest path."""

    @action
    def once(self) -> None:
        """answer: it moves once"""
        self.write("once")

    @action
    def twice(self) -> None:
        """answer: it moves twice"""
        self.write("twice")

    @action
    def tie(self) -> None:
        """answer: both ways are equally short"""
        self.write("tie")
