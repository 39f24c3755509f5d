"""The moments of all runs of a machine, each once: rows of numbers, and what these stand for."""

from __future__ import annotations

from json import dumps
from typing import Any, Generic, TypeVar

from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.watching.frames import Frame
from hanoi_fsm.watching.page.data import RunsData
from hanoi_fsm.watching.plain import PlainMove, PlainQuestion

T = TypeVar("T")

LARGEST_EXACT = 2**53 - 1
"""Up to it JavaScript tells whole numbers apart."""


def written(value: Any) -> Any:
    """What is written in JSON, with numbers as texts that JavaScript would change, or not read.

    >>> written([1.0, float("nan"), 2**53 + 1, {"small": 7, "bit": True}])
    ['1.0', 'nan', '9007199254740993', {'small': 7, 'bit': True}]
    """
    if isinstance(value, list):
        return [written(one) for one in value]
    if isinstance(value, dict):
        return {name: written(one) for name, one in value.items()}
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, int) and not -LARGEST_EXACT <= value <= LARGEST_EXACT:
        return number_text(int(value))
    return value


class Pool(Generic[T]):
    """Values, each once; a value is known by its number."""

    def __init__(self) -> None:
        self.values: list[T] = []
        self._numbers: dict[str, int] = {}

    def number(self, value: T) -> int:
        key = dumps(value)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


class Moments:
    """The moments of all runs of a machine, as `MomentsData` has them."""

    def __init__(self, machine: Machine) -> None:
        self._states = {name: number for number, name in enumerate(machine.automaton.states)}
        self.rows = Pool[tuple[int, ...]]()
        self.outputs = Pool[tuple[Any, PlainMove | None]]()
        self.pegs = Pool[list[int]]()
        self.values = Pool[Any]()
        self.contents = Pool[list[tuple[int, int]]]()
        self.places = Pool[str | None]()
        self.questions = Pool[tuple[list[PlainQuestion], list[int]]]()

    def number(self, frame: Frame, hidden: str = "") -> int:
        """The number of a frame; the part of the memory of the name `hidden` is left out."""
        plain = frame.plain()
        held = [
            (self.values.number(name), self.values.number(written(value)))
            for name, value in plain["contents"].items()
            if name != hidden
        ]
        enabled = [one["taken"] for one in plain["choices"] if one["enabled"]]
        return self.rows.number(
            (
                -1 if frame.taken is None else frame.taken,
                self._states[frame.state],
                self.outputs.number((written(plain["output"]), plain["move"])),
                self.pegs.number(plain["compared"]),
                self.contents.number(held),
                self.places.number(plain["configuration"]),
                self.questions.number((plain["questions"], enabled)),
            )
        )

    def plain(self) -> RunsData:
        """The moments, to which the runs are still to be added."""
        return {
            "moments": self.rows.values,
            "outputs": self.outputs.values,
            "pegs_compared": self.pegs.values,
            "values": self.values.values,
            "contents": self.contents.values,
            "places": self.places.values,
            "questions": self.questions.values,
        }
