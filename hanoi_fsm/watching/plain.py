"""A frame of a run in dicts, lists, texts and numbers, as JSON has them."""

from __future__ import annotations

from typing import Any, TypedDict

from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.hanoi.pegs import Move


class PlainMove(TypedDict):
    """A disk that goes from one peg to another."""

    disk: int
    source: int
    target: int


class PlainQuestion(TypedDict):
    """A guard with its answer, or in words why it has none, and the tops that it compares."""

    guard: str
    answer: bool | str
    compared: list[int]
    comparison: str


class PlainChoice(TypedDict):
    """The number of a transition, and whether all its guards hold."""

    taken: int
    enabled: bool


class PlainFinding(TypedDict):
    """What is wrong with a run, and the `sentence` that it is printed as."""

    step: int | None
    expected: str
    got: str
    sentence: str


class PlainFrame(TypedDict):
    """What a `Frame` says; transitions are their numbers, and a configuration its digits."""

    number: int
    step: int
    state: str
    taken: int | None
    output: Any
    move: PlainMove | None
    configuration: str | None
    compared: list[int]
    contents: dict[str, Any]
    changed: dict[str, list[int]]
    questions: list[PlainQuestion]
    choices: list[PlainChoice]
    counts: list[int]
    finding: PlainFinding | None
    stopped: str


def plain_move(move: Move) -> PlainMove:
    """A move with the names of its parts."""
    return {"disk": move.disk, "source": move.source, "target": move.target}


def plain_finding(finding: Finding) -> PlainFinding:
    """What a page shows of a finding."""
    return {
        "step": finding.step,
        "expected": finding.expected,
        "got": finding.got,
        "sentence": str(finding),
    }
