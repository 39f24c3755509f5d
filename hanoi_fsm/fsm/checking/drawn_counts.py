"""Are the counts in a drawing those of the size that its caption names?"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hanoi_fsm.fsm.diagrams.drawing import count_text, is_shown, visits
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, counted
from hanoi_fsm.fsm.finding import Finding, Outcome
from hanoi_fsm.fsm.machine import Machine

LARGEST_RUN = 12
"""The largest size of a run that is made for its counts; others need a formula or a proof."""


def counts_caption(machine: Machine, size: int) -> str:
    """The line below a drawing's title that says for which `size` its counts are."""
    return f"counts for {machine.kind.sized(size) or counted(size, 'event')}"


def drawn_counts(machine: Machine) -> Outcome:
    """Compare the counts of a machine's drawing, if it has any, with those of the size named."""
    drawing = machine.drawing
    if drawing is None or not (drawing.counts or drawing.visits):
        return Outcome("")
    size = drawing.size
    if size is None:
        example = f"add a line like `{counts_caption(machine, 6)}` below the title"
        return _unchecked(f"no caption says for which size: {example}")
    try:
        known = size > LARGEST_RUN and machine.kind.counts_without_run()
        right = known(size) if known else machine.counts(size)
    except (BadInput, MachineStopped) as error:
        return _unchecked(str(error))
    if not right:
        return _unchecked(f"a run for more than size {LARGEST_RUN} would take too long")
    of = machine.kind.sized(size) or f"all words of {counted(size, 'event')}"
    for drawn, numbers in (
        (drawing.counts, right),
        (drawing.closed, {**right, **machine.kind.closed_counts(size)}),
        (drawing.visits, visits(right)),
    ):
        if finding := _difference(drawn, numbers, of):
            return Outcome("", (replace(finding, size=size).placed(machine.lines),))
    return Outcome(f"the counts in it are those of {of}")


def _unchecked(why: str) -> Outcome:
    text = f"the counts in it were not checked: {why}"
    return Outcome("", remarks=(Finding("unspecified", text),))


def _difference(drawn: Mapping[Any, int], right: Mapping[Any, int], of: str) -> Finding | None:
    """The first count that is drawn otherwise than it is right."""
    for about, number in drawn.items():
        if not is_shown(right.get(about, 0), number):
            text = f"the count of `{about}` is not that of {of}"
            expected, got = _times(right.get(about, 0)), _times(number)
            return Finding("counts", text, about, expected=expected, got=got)
    return None


def _times(count: int) -> str:
    text = count_text(count)
    return counted(count, "time") if text.isdecimal() else f"{text} times"
