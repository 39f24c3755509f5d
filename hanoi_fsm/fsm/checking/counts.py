"""How often each transition is taken, and whether the counts in a drawing say so.

The words of one length are not read one by one: after each event the number of words per state and
memory is updated.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hanoi_fsm.fsm.diagrams.drawing import count_text, is_shown, visits
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Refused
from hanoi_fsm.fsm.theory.compare import At

MOST_PAIRS = 100_000  # the most (state, memory) pairs at a time
LARGEST_RUN = 12
"""The largest size of a run that is made for its counts; others need a formula or a proof."""


def counts(machine: Machine, length: int) -> dict[Transition, int]:
    """The count of every transition when all words of a length are read; a refused one is dropped.

    Raises `BadInput` for a negative length or more than `MOST_PAIRS` pairs of state and memory, and
    `MachineStopped` for two transitions that are enabled at once and an action that fails.
    """
    if length < 0:
        raise BadInput(f"invalid length of words {shortened(length)}: expected 0 or more")
    automaton = machine.automaton
    passed = dict.fromkeys(automaton.transitions, 0)
    first = next(machine.kind.starts(length))
    letters = len(automaton.events) or 1
    words = Counter({At(first.state, first.make()): letters**length})
    for _ in range(length):
        after = Counter[At]()
        for at, number in words.items():
            each = number // letters  # as many continue with each of the events
            for event in automaton.events:
                made = at.step(automaton, event)
                if isinstance(made.error, Refused):
                    continue
                if made.error is not None:
                    text = f"{machine.shown} cannot be counted: {made.placed_failure}"
                    raise MachineStopped(text) from made.error
                passed[made.taken] += each
                after[At(made.taken.target, made.memory)] += each
        if len(after) > MOST_PAIRS:
            what = f"lead to more than {MOST_PAIRS:,} memories"
            raise BadInput(f"words of {length} events {what}: count shorter ones")
        words = after
    return passed


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
        kind = machine.kind
        right = kind.counts_without_run(size) if size > LARGEST_RUN else kind.counts(size)
    except (BadInput, MachineStopped) as error:
        return _unchecked(str(error))
    if not right:
        return _unchecked(f"a run for more than size {LARGEST_RUN} would take too long")
    of = machine.kind.sized(size) or f"all words of {counted(size, 'event')}"
    closed = {**right, **machine.kind.closed_counts(size)}
    finding = (
        _difference(drawing.counts, right, of)
        or _difference(drawing.closed, closed, of)
        or _difference(drawing.visits, visits(right), of)
    )
    if finding:
        return Outcome("", (replace(finding, size=size).placed(machine.lines),))
    return Outcome(f"the counts in it are those of {of}")


def _unchecked(why: str) -> Outcome:
    text = f"the counts in it were not checked: {why}"
    return Outcome("", remarks=(Finding("unspecified", text),))


def _difference(drawn: Mapping[Any, int], right: Mapping[Any, int], of: str) -> Finding | None:
    """The first count that is drawn otherwise than it is right."""
    for about, number in drawn.items():
        expected = right.get(about, 0)
        if not is_shown(expected, number):
            text = f"the count of `{about}` is not that of {of}"
            return Finding("counts", text, about, expected=_times(expected), got=_times(number))
    return None


def _times(count: int) -> str:
    text = count_text(count)
    return f"{text} {'time' if text == '1' else 'times'}"
