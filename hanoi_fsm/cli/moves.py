"""Moves as lines: text, csv and jsonl, all of them streams."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count

from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.hanoi.pegs import Move

MoveLines = Callable[[Iterable[Move], int], Iterator[str]]
"""(moves, number of the first step) to lines."""


def moves_as(format: str) -> MoveLines:
    """How to write moves in that format; raises `UnknownName`."""
    if format not in FORMATS:
        raise UnknownName.among("format", format, list(FORMATS))
    return FORMATS[format]


def _text(moves: Iterable[Move], start: int) -> Iterator[str]:
    for step, (disk, source, target) in zip(count(start), moves):
        yield f"{step}: disk {disk}: {source} -> {target}"


def _csv(moves: Iterable[Move], start: int) -> Iterator[str]:
    yield "step,disk,source,target"
    for step, (disk, source, target) in zip(count(start), moves):
        yield f"{step},{disk},{source},{target}"


def _jsonl(moves: Iterable[Move], start: int) -> Iterator[str]:
    for step, (disk, source, target) in zip(count(start), moves):
        yield f'{{"step": {step}, "disk": {disk}, "source": {source}, "target": {target}}}'


FORMATS: dict[str, MoveLines] = {"text": _text, "csv": _csv, "jsonl": _jsonl}
