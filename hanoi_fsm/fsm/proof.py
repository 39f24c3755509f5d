"""The result of trying to prove a machine right for inputs of any size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from hanoi_fsm.fsm.finding import Finding

NOTHING_TO_PROVE = "not provable this way: nothing says what it must do for inputs of any size"


class Verdict(Enum):
    """Proved for every size, refuted by a counterexample, or neither."""

    PROVED = "proved"
    REFUTED = "refuted"
    OPEN = "open"


@dataclass(frozen=True)
class Proof:
    """The verdict on the machine of that `name`.

    `text` says what is proved, or why nothing is; the `finding` is the counterexample. `size` is
    how much had to be checked, in units that `text` names. `certify` returns the `certificate`.

    >>> print(Proof("lamp", Verdict.OPEN, "not provable this way: nothing says what it should do"))
    lamp: not provable this way: nothing says what it should do
    """

    name: str
    verdict: Verdict
    text: str = ""
    size: int = 0
    finding: Finding | None = None
    certify: Callable[[], Mapping[str, Any]] | None = field(default=None, repr=False, compare=False)

    @property
    def certificate(self) -> Mapping[str, Any] | None:
        """What was found, in plain values: with it the proof is checked again without the search.

        None where there is nothing besides the machine that would be worth keeping.
        """
        return self.certify and self.certify()

    @classmethod
    def unknown(cls, name: str) -> Proof:
        """The proof of a machine of which nothing says what it must do for inputs of any size."""
        return cls(name, Verdict.OPEN, NOTHING_TO_PROVE)

    @property
    def holds(self) -> bool:
        return self.verdict is Verdict.PROVED

    def __str__(self) -> str:
        return f"{self.name}: " + (f"FAILED: {self.finding}" if self.finding else self.text)
