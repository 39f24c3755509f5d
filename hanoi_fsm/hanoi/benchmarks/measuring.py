"""Contenders that run in turn, so that a busy moment of the computer slows them all down.

The fastest run of each counts. A contender that cannot be run here is left out, with the reason.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import NamedTuple

from hanoi_fsm.fsm.errors import HanoiError, cut
from hanoi_fsm.fsm.finding import Progress, no_progress, shifted

ROUNDS = 5
"""The number of turns of each contender; in quick measurements there is one."""
LEAST_SECONDS = 0.05
"""The length of a turn: a contender runs again until it is over."""
COARSE_SECONDS = 1e-4
"""A clock of processor time whose resolution is worse than this is not used."""
TICK_SECONDS = 1e-9
"""What a run lasts at least, whatever a clock says."""
WARM_UP = 2
"""The size of a first run, which is not measured."""

Runner = Callable[[], float]
"""Makes one run; returns the seconds that it took."""
Speeds = dict[str, float]
"""The units of work per second of each contender, by name."""


class CannotRun(HanoiError):
    """A contender cannot be run here; the text says what is missing."""


@dataclass(frozen=True)
class Contender:
    """What is measured: `prepare(size, stack)` returns what runs it once.

    Whatever has to be cleaned up afterwards is pushed on the `stack`. `prepare` raises `CannotRun`
    where the contender cannot be run. `does` describes a run in one line; a `compiled` contender
    needs a compiler.
    """

    name: str
    does: str
    prepare: Callable[[int, ExitStack], Runner]
    compiled: bool = False


@dataclass(frozen=True)
class Part:
    """Contenders that do the same work, and which of them is compared with which.

    A run of a `size` has `amount(size)` units of work. With `cost`, ratios are of times instead of
    speeds.
    """

    name: str
    title: str
    unit: str
    size: int
    quick_size: int
    contenders: Sequence[Contender]
    pairs: Sequence[tuple[str, str]]
    amount: Callable[[int], int] = field(default=lambda size: (1 << size) - 1)
    cost: bool = False


class Row(NamedTuple):
    """A contender compared with another one; the speeds are in units of work per second."""

    part: str
    name: str
    per_second: float
    ratio: float
    against: str
    against_per_second: float


class LeftOut(NamedTuple):
    """A contender that was not measured, and why."""

    part: str
    name: str
    why: str


class Result(NamedTuple):
    """The rows of all parts, in their order, and what was left out."""

    rows: list[Row]
    left_out: list[LeftOut]


def python(
    name: str,
    does: str,
    begin: Callable[[int], Iterable[object]],
    package: str = "",
) -> Contender:
    """A contender in Python: the time to exhaust `begin(size)`.

    The call of `begin` is not timed, so that it may build a machine, but the body of a generator
    is. The `package` that it needs may be missing, or of another version.
    """

    def prepare(size: int, stack: ExitStack) -> Runner:
        try:
            deque(begin(WARM_UP), maxlen=0)  # what it imports is loaded before the clock runs
        except Exception as error:
            if not package:
                raise
            if isinstance(error, ImportError):
                raise CannotRun(f"not installed (pip install {package})") from None
            raise CannotRun(f"{type(error).__name__}: {cut(str(error), 120)}") from None

        def once() -> float:
            made = iter(begin(size))
            start = clock()
            deque(made, maxlen=0)
            return clock() - start

        return once

    return Contender(name, does, prepare)


def _clock() -> Callable[[], float]:
    """The processor time of this thread where its clock is fine enough, or else elapsed time."""
    try:
        fine = time.get_clock_info("thread_time").resolution <= COARSE_SECONDS
    except ValueError:  # a system without it
        fine = False
    return time.thread_time if fine else time.perf_counter


clock = _clock()


def measure(
    parts: Sequence[Part], *, quick: bool = False, progress: Progress = no_progress
) -> Result:
    """Run the contenders of each part in turn; `quick` is one run each, on small sizes.

    `progress` receives the number of turns so far, out of `turns(parts, quick)`.
    """
    rows: list[Row] = []
    left_out: list[LeftOut] = []
    done = 0
    for part in parts:
        speeds, missing = _measured(part, quick, shifted(progress, done))
        left_out += [LeftOut(part.name, *one) for one in missing.items()]
        done += turns([part], quick)
        progress(done)
        rows += [
            _row(part, one, against, speeds)
            for one, against in part.pairs
            if {one, against} <= speeds.keys()
        ]
    return Result(rows, left_out)


def turns(parts: Sequence[Part], quick: bool) -> int:
    """The number of turns in `measure`; contenders that are left out still count."""
    return _rounds(quick) * sum(len(part.contenders) for part in parts)


def _rounds(quick: bool) -> int:
    return 1 if quick else ROUNDS


def _measured(part: Part, quick: bool, progress: Progress) -> tuple[Speeds, dict[str, str]]:
    """The speed of the fastest run of each contender, and why the others cannot be run."""
    size = part.quick_size if quick else part.size
    runners: dict[str, Runner] = {}
    best: dict[str, float] = {}
    missing: dict[str, str] = {}
    with ExitStack() as stack:
        for one in part.contenders:
            try:
                runners[one.name] = one.prepare(size, stack)
            except CannotRun as error:
                missing[one.name] = str(error)
        for turn in range(_rounds(quick)):
            for number, (name, once) in enumerate(runners.items(), 1):
                seconds = _turn(once, 0 if quick else LEAST_SECONDS)
                best[name] = min(best.get(name, seconds), seconds)
                progress(turn * len(runners) + number)
    work = part.amount(size)
    return {name: work / max(seconds, TICK_SECONDS) for name, seconds in best.items()}, missing


def _turn(once: Runner, least: float) -> float:
    """The fastest of the runs that begin within the time, at least one."""
    end = time.perf_counter() + least
    seconds = once()
    while time.perf_counter() < end:
        seconds = min(seconds, once())
    return seconds


def _row(part: Part, name: str, against: str, speeds: Speeds) -> Row:
    speed, other = speeds[name], speeds[against]
    ratio = other / speed if part.cost else speed / other
    return Row(part.name, name, speed, ratio, against, other)
