"""Contenders that run in turn, so that a busy moment of the computer slows all of them.

The best run of each counts. A contender that cannot be run here is left out, with the reason.
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
"""How often the contenders take turns; once if it has to be quick."""
LEAST = 0.05
"""Seconds that a contender has in each turn at least: it runs again until they are over."""
COARSE = 1e-4
"""Seconds: a clock of processor time whose steps are longer than this is not used."""


class CannotRun(HanoiError):
    """A contender cannot be run here; the text says what is missing."""


WARM_UP = 2
"""The size of a first run, which is not measured."""
TICK = 1e-9
"""Seconds: no run is taken to be shorter than this, whatever a clock says."""

Runner = Callable[[], float]
"""One run; the seconds that it took come back."""
Speeds = dict[str, float]
"""The units of work per second of each contender, by name."""


@dataclass(frozen=True)
class Contender:
    """What is measured: `prepare(size, stack)` gives what runs it once for a size.

    Whatever has to be cleaned up afterwards is left to the `stack`. `prepare` raises `CannotRun`
    where
    it cannot be run. `does` says in a line what is done in a run.
    """

    name: str
    does: str
    prepare: Callable[[int, ExitStack], Runner]
    compiled: bool = False


@dataclass(frozen=True)
class Part:
    """Contenders that do the same work, and which of them is compared with which.

    A run of a `size` has `amount(size)` units of work. Where `cost` is set, a ratio is one of times
    and not of speeds.
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
    """A contender beside another one; the speeds are units of work per second."""

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
    """A contender in Python: whatever `begin(size)` yields is made and dropped, against the clock.

    What `begin` itself does, such as building a machine, is not timed unless it is a generator. The
    `package` is what it needs besides this one; it may be missing, or of a version that differs.
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
    """The processor time of this thread, to which nobody else adds, or else the time of day."""
    try:
        fine = time.get_clock_info("thread_time").resolution <= COARSE
    except ValueError:  # a system without it
        fine = False
    return time.thread_time if fine else time.perf_counter


clock = _clock()


def measure(
    parts: Sequence[Part], *, quick: bool = False, progress: Progress = no_progress
) -> Result:
    """Let the contenders of each part run in turn; quickly means few, small runs.

    `progress` receives how many turns were taken so far, of `turns(parts, quick)`.
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
    """How many turns `measure` takes at most."""
    return _rounds(quick) * sum(len(part.contenders) for part in parts)


def _rounds(quick: bool) -> int:
    return 1 if quick else ROUNDS


def _measured(part: Part, quick: bool, progress: Progress) -> tuple[Speeds, dict[str, str]]:
    """The speed of the best run of each contender, and why others cannot be run."""
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
                seconds = _turn(once, 0 if quick else LEAST)
                best[name] = min(best.get(name, seconds), seconds)
                progress(turn * len(runners) + number)
    work = part.amount(size)
    return {name: work / max(seconds, TICK) for name, seconds in best.items()}, missing


def _turn(once: Runner, least: float) -> float:
    """The best of as many runs as fit into the time, at least one."""
    end = time.perf_counter() + least
    seconds = once()
    while time.perf_counter() < end:
        seconds = min(seconds, once())
    return seconds


def _row(part: Part, name: str, against: str, speeds: Speeds) -> Row:
    speed, other = speeds[name], speeds[against]
    ratio = other / speed if part.cost else speed / other
    return Row(part.name, name, speed, ratio, against, other)
