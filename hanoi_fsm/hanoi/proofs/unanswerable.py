"""Values of which little is known, and the questions about them that have no answer.

A question without an answer raises `Unanswerable`; a memory that catches this exception is found
out, as the question asked last is kept. No class in Python can refuse two questions: which type a
value has, and whether two values are one object. A memory that decides by `isinstance` or `is` may
get another answer on real pegs.
"""

from __future__ import annotations

from typing import ClassVar, NoReturn

from hanoi_fsm.fsm.errors import HanoiError


class NotProvable(HanoiError):
    """Why a machine can be neither proved nor refuted this way."""


class Unanswerable(NotProvable):
    """A question that the order of the tops does not answer, and who `asks` it.

    `last` is the one asked last, whatever has become of the exception.
    """

    last: ClassVar[Unanswerable | None] = None

    def __init__(self, asked: str, asks: str = "its memory") -> None:
        self.asked = asked
        super().__init__(f"{asks} asks for {asked}, which the order of the tops does not tell")
        Unanswerable.last = self

    def by(self, asks: str) -> Unanswerable:
        return Unanswerable(self.asked, asks)


class Abstract:
    """A value of which only that is known which a subclass defines; the rest is `Unanswerable`."""

    __slots__ = ()

    def _asked(self) -> str:
        """What is asked for where the answer is not known."""
        raise NotImplementedError

    def _refuse(self, *_: object) -> NoReturn:
        raise Unanswerable(self._asked())

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # Python itself looks for these
            raise AttributeError(name)
        raise Unanswerable(f"`{name}` of {self._asked()}")

    def __deepcopy__(self, memo: object) -> Abstract:
        return self


_OPERATORS = """
    lt le gt ge eq ne hash bool int index float len iter contains getitem setitem delitem call
    add radd iadd sub rsub isub mul rmul imul floordiv rfloordiv truediv rtruediv mod rmod divmod
    rdivmod pow rpow lshift rlshift rshift rrshift and rand or ror xor rxor neg pos abs invert
    round trunc floor ceil str repr format bytes complex copy reduce_ex
"""
for _operator in _OPERATORS.split():
    setattr(Abstract, f"__{_operator}__", Abstract._refuse)
