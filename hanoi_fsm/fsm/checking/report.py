"""What a check says in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Told = Callable[[int], object]
"""Somebody who wants to hear how much has been compared so far."""


def nobody(done: int) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class Report:
    """What a check found: what was compared, in words, and the first difference, if any."""

    name: str
    checked: str
    difference: object | None = None

    @property
    def holds(self) -> bool:
        """Whether no difference was found."""
        return self.difference is None

    def __str__(self) -> str:
        if self.difference is not None:
            return f"{self.name}: FAILED: {self.difference}"
        return f"{self.name}: holds for {self.checked}"
