"""What a check found: one kind of value for validation, conformance, exploration and trial runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record

Lines = Mapping[Transition | str, int]
"""The line of a transition, or of a state by its name, in the file of a diagram."""

Progress = Callable[[int], object]
"""Told from time to time how much of the work is done."""


def no_progress(done: int) -> None:
    """Progress that nobody watches."""


def shifted(progress: Progress, by: int) -> Progress:
    """Progress on top of what was done before."""
    return lambda done: progress(by + done)


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: what, where in the file, what was expected, and the way there.

    `kind` is a word to sort by: `definition`, `output`, `complete`, `consistent`, `possible`,
    `ends`, `used`, or what a solver function did. `about` is the transition or the state concerned,
    `line` its line in the file. `context` says in words where the run began and `size` how large it
    was; `step` counts from 1. `path` holds the records that lead there.

    >>> print(Finding("output", context="reading 0110", step=2, expected="1", got="0"))
    reading 0110, step 2: expected 1, got 0
    """

    kind: str
    text: str = ""
    about: Transition | str | None = None
    line: int | None = None
    context: str = ""
    size: int | None = None
    step: int | None = None
    state: str = ""
    memory: str = ""
    expected: str = ""
    got: str = ""
    path: tuple[Record, ...] = ()
    error: BaseException | None = field(default=None, compare=False, repr=False)

    def placed(self, lines: Lines) -> Finding:
        """The same finding with the line of what it is about, where the file has one."""
        line = lines.get(self.about) if self.about is not None else None
        return replace(self, line=line) if line else self

    def sendable(self) -> Finding:
        """The same in words only, as another process can take it: no records, no exception."""
        return replace(self, path=(), error=None)

    def __str__(self) -> str:
        """One line for people; nothing in it that is empty."""
        where = [
            self.context,
            f"step {self.step}" if self.step is not None else "",
            f"state {self.state}" if self.state else "",
            self.memory,
        ]
        said = [
            f"line {self.line}" if self.line else "",
            ", ".join(filter(None, where)),
            self.text,
            f"expected {self.expected}, got {self.got}" if self.expected else "",
        ]
        return ": ".join(filter(None, said))


@dataclass(frozen=True)
class Outcome:
    """What one check covered, in words, and what it found; remarks are worth saying, not wrong."""

    checked: str
    findings: tuple[Finding, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """The outcomes of the checks of one machine; its text is one line.

    >>> print(Report("lamp", (Outcome("for every word"), Outcome("no edge is dead"))))
    lamp: holds for every word; no edge is dead
    """

    name: str
    outcomes: tuple[Outcome, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is wrong, what matters most first."""
        return tuple(finding for outcome in self.outcomes for finding in outcome.findings)

    @property
    def finding(self) -> Finding | None:
        """The first thing that is wrong, or None."""
        return next(iter(self.findings), None)

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def __str__(self) -> str:
        if self.finding is not None:
            faults = [one for one in self.findings if one.kind == "definition"]
            return f"{self.name}: FAILED: {'; '.join(map(str, faults or [self.finding]))}"
        said = [outcome.checked for outcome in self.outcomes if outcome.checked]
        said += [remark for outcome in self.outcomes for remark in outcome.remarks]
        compared = bool(said) and said[0].startswith("for ")
        return f"{self.name}: {'holds' if compared else 'is sound:'} {'; '.join(said)}"
