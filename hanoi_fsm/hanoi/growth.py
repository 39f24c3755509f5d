"""How the figures of solvers grow with the number of disks, as plots.

Times depend on the computer. Events, the largest working memory, and the counts on the transitions
of one machine are the same in every run.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.picture import ARROW
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, UnknownName, shortened
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.isolate import Child, Limits
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.checking.user_solvers import SECONDS_PER_MOVE
from hanoi_fsm.hanoi.comparing import SECONDS_PER_EVENT, Figures, all_names
from hanoi_fsm.hanoi.contender import Contender, count, moves_disks
from hanoi_fsm.hanoi.pictures.line_plot import Curve, LinePlot

FAMILIES = {
    "solver": "automata that solve",
    "formula": "formulas",
    "recursion": "plain programs",
    "program": "plain programs",
    "pathfinder": "pathfinders",
    "your own": "your own",
    "reader": "readers",
    "machine": "machines",
}
"""The families in the order of their colours, and what a plot calls them."""

NAMES = tuple(dict.fromkeys(FAMILIES.values()))

MOST_COUNTED = 40
"""The most transitions whose counts are plotted: more lines than that nobody can tell apart."""


def times(figures: Sequence[Figures]) -> LinePlot:
    """The time for the whole solution against the number of disks."""
    curves = _curves(figures, lambda one: one.seconds or None)
    ends = [value / (1 << n) for curve in curves for n, value in curve.points]
    return LinePlot(
        "How long a tower takes",
        "time for the whole solution: the best of several runs, after a warm-up",
        curves,
        NAMES,
        guide=_doubling("as 2^n", _towers(curves), min(ends, default=1) / 2),
        shown=seconds,
    )


def events(figures: Sequence[Figures]) -> LinePlot:
    """The number of events of a whole run against the number of disks."""
    curves = _curves(figures, lambda one: one.events)
    return LinePlot(
        "How many events a tower takes",
        "events of the whole run, the last one included",
        curves,
        NAMES,
        guide=_doubling("2^n", _towers(curves), 1),
    )


def cells(figures: Sequence[Figures]) -> LinePlot:
    """The largest working memory against the number of disks."""
    curves = _curves(figures, lambda one: one.cells)
    return LinePlot(
        "How much a machine has to remember",
        "largest working memory in cells, which are numbers of 64 bits",
        curves,
        NAMES,
        scale="linear",
        guide=Curve("n", "", [(n, n) for n in _towers(curves)]),
    )


def counts(
    machine: Machine,
    disks: int,
    progress: Progress = no_progress,
    *,
    limit: float = SECONDS_PER_MOVE,
) -> LinePlot:
    """How often each transition of a `machine` is taken against the number of disks, or of events.

    Raises `BadInput` for more transitions than a plot can show, and `MachineStopped` where it
    cannot be run. A number of disks has the `limit` in seconds, and 1 ms per event.
    """
    rows = machine.automaton.transitions
    if len(rows) > MOST_COUNTED:
        raise BadInput(
            f"{machine.shown} has {len(rows)} transitions: a plot has room for the counts of "
            f"{MOST_COUNTED}"
        )
    counted: list[list[int]] = []
    seconds = limit + SECONDS_PER_EVENT * (2 << disks)
    towers = range(1, disks + 1)
    with Child(lambda: (count(machine, n) for n in towers), Limits(seconds)) as child:
        for n, found in zip(towers, child, strict=False):
            counted.append(found)
            progress((2 << n) - 2)
    if child.failure:
        at = len(counted) + 1
        raise MachineStopped(f"{machine.shown} cannot be counted at n = {at}: {child.failure}")
    a_tower = moves_disks(machine)
    of = "for a tower of n disks" if a_tower else "in all words of n events"
    named = zip(labels(machine.automaton), rows, strict=True)
    return LinePlot(
        f"How often {shortened(machine.shown)[1:-1]} takes each transition",
        f"times taken {of}",
        [
            Curve(name, row.source, [(n, taken[at]) for n, taken in enumerate(counted, 1)])
            for at, (name, row) in enumerate(named)
        ],
        list(machine.automaton.states),
        scale="symlog",
        guide=_doubling("2^n", range(1, disks + 1), 1) if a_tower else None,
        key=False,
        across="number of disks n" if a_tower else "number of events n",
    )


def labels(automaton: Automaton) -> list[str]:
    """A short name for each transition: its states, and of the rest as much as tells it apart."""
    rows = automaton.transitions
    return [next(_distinct(row, rows), str(row)) for row in rows]


def _distinct(row: Transition, rows: Sequence[Transition]) -> Iterator[str]:
    """The forms, from the shortest on, that no other transition has."""
    forms: Sequence[Callable[[Transition], str]] = (
        lambda one: f"{one.source} {ARROW} {one.target}",
        lambda one: f"{one.source} {ARROW} {one.target} / {one.action or '-'}",
        lambda one: f"{one.source} {ARROW} {one.target} : {one.event}",
        str,
    )
    for form in forms:
        if [form(other) for other in rows].count(form(row)) == 1:
            yield form(row)


PLOTS: dict[str, Callable[[Sequence[Figures]], LinePlot]] = {
    "times": times,
    "events": events,
    "cells": cells,
}
"""The plots of what was measured, by name; `counts` is of one machine."""

KINDS = (*PLOTS, "counts")


def check_kind(kind: str) -> None:
    """Raise `UnknownName` unless there is a plot of that `kind`."""
    if kind not in KINDS:
        raise UnknownName.among("plot", kind, KINDS)


def default_names(kind: str) -> list[str]:
    """The contenders of a plot where none are named: those that have what it shows."""
    return all_names() if kind == "times" else list(automata.SOLVERS)


def check_contenders(kind: str, contenders: Sequence[Contender]) -> None:
    """Raise `BadInput` where one of them has nothing that a plot of that `kind` could show."""
    if kind == "times":
        return
    for one in contenders:
        if not isinstance(one, Machine):
            raise BadInput(f"{one.shown} is not an automaton and has no {kind}: leave it out")
        if kind in PLOTS and not moves_disks(one):
            raise BadInput(
                f"{one.shown} moves no disks, so that its {kind} do not depend on them: leave it "
                "out, or plot its counts"
            )


def seconds(value: float) -> str:
    """A time with a unit that suits it.

    >>> seconds(0.00002), seconds(0.05), seconds(1), seconds(300)
    ('20 \N{MICRO SIGN}s', '50 ms', '1 s', '300 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("\N{MICRO SIGN}s", 1e-6)):
        if value >= 0.9995 * size:
            return f"{float(f'{value / size:.3g}'):,.15g} {unit}"
    return f"{value * 1e9:.3g} ns"


def _curves(figures: Sequence[Figures], value_of: Callable[[Figures], float | None]) -> list[Curve]:
    """One curve per name, of what was measured; a contender that did not run has none."""
    points: dict[tuple[str, str], dict[int, float]] = {}
    for one in figures:
        value = value_of(one)
        if value is not None:
            family = FAMILIES.get(one.family, FAMILIES["machine"])
            points.setdefault((one.name, family), {})[one.disks] = value
    return [Curve(name, family, sorted(of.items())) for (name, family), of in points.items()]


def _towers(curves: Sequence[Curve]) -> list[int]:
    return sorted({n for curve in curves for n, _ in curve.points})


def _doubling(name: str, towers: Iterable[int], factor: float) -> Curve:
    return Curve(name, "", [(n, factor * (1 << n)) for n in towers])
