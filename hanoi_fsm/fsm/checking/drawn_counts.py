"""Are the counts in a drawing those of one run?

The drawing does not say of which: it is the run whose counts agree with most of those drawn.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from hanoi_fsm.fsm.diagrams.count_text import count_text, is_shown
from hanoi_fsm.fsm.diagrams.drawing import visits
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, counted
from hanoi_fsm.fsm.finding import Finding, Outcome
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition

LARGEST_RUN = 12  # the largest size of a run that is made for its counts
LARGEST = 64  # and of one whose counts take no run; beyond that only a few sizes are tried
MOST_DRAWN = 10_000  # the largest of these
MORE = 6  # with n disks a count is assumed to have more than n - MORE bits


class _Run(NamedTuple):
    size: int
    counts: Mapping[Transition, int]


def drawn_counts(machine: Machine) -> Outcome:
    """Compare the counts of a machine's drawing, if it has any, with those of the likeliest run."""
    drawing = machine.drawing
    if drawing is None or not (drawing.counts or drawing.visits):
        return Outcome("")
    run = _likeliest_run(machine, drawing.counts)
    if run is None:
        text = f"the counts in it were not checked: no run of up to size {LARGEST_RUN} has as many"
        return Outcome("", remarks=(Finding("unspecified", text),))
    of = machine.sized(run.size) or f"all words of {counted(run.size, 'event')}"
    for drawn, right in (
        (drawing.counts, run.counts),
        (drawing.closed, {**run.counts, **machine.closed_counts(run.size)}),
        (drawing.visits, visits(run.counts)),
    ):
        finding = _difference(drawn, right, of)
        if finding:
            return Outcome("", (replace(finding, size=run.size).placed(machine.lines),))
    return Outcome(f"the counts in it are those of {of}")


def _likeliest_run(machine: Machine, drawn: Mapping[Transition, int]) -> _Run | None:
    """The run with most of the counts that are drawn.

    None if fewer than half of them are those of any run, and all runs tried are shorter.
    """
    runs = []
    without_run = machine.counts_without_run()
    for size in (*range(LARGEST + 1), *_large_sizes(drawn)):
        try:
            counts = without_run(size) if size > LARGEST_RUN else machine.counts(size)
        except (BadInput, MachineStopped):
            break
        if not counts:
            break
        runs.append(_Run(size, counts))

    def alike(run: _Run) -> int:
        return sum(
            number > 0 and is_shown(run.counts.get(one, 0), number) for one, number in drawn.items()
        )

    best = max(runs, key=alike, default=None)
    if best is None or 2 * alike(best) >= sum(number > 0 for number in drawn.values()):
        return best
    longest = sum(runs[-1].counts.values())
    return best if sum(drawn.values()) <= longest else None


def _large_sizes(drawn: Mapping[Transition, int]) -> list[int]:
    """The sizes beyond those that are all tried with which one of the counts may be right.

    A count doubles with each disk, but for the first few.
    """
    doublings = {
        number.bit_length() + more for number in drawn.values() for more in range(-1, MORE)
    }
    return sorted(size for size in doublings if LARGEST < size <= MOST_DRAWN)


def _times(count: int) -> str:
    text = count_text(count)
    return counted(count, "time") if text.isdecimal() else f"{text} times"


def _difference(drawn: Mapping[Any, int], right: Mapping[Any, int], of: str) -> Finding | None:
    for about, number in drawn.items():
        if not is_shown(right.get(about, 0), number):
            text = f"the count of `{about}` is not that of {of}"
            expected, got = _times(right.get(about, 0)), _times(number)
            return Finding("counts", text, about, expected=expected, got=got)
    return None
