"""The figures of a comparison as rows for programs, and as two tables for people.

The first table has what was measured, the second what each contender is: together they would be
wider than a terminal.
"""

from collections.abc import Iterator, Sequence

from hanoi_fsm.cli.output import columns
from hanoi_fsm.cli.tables import aligned
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi.answering import KNOWLEDGE, QUESTIONS
from hanoi_fsm.hanoi.comparing import Figures
from hanoi_fsm.hanoi.contender import SAMPLE, SEED, WATCHED

MEASURED = (
    "name",
    "events",
    "moves",
    "equal",
    "cells",
    "KiB",
    "moves/s",
    "ratio",
    "runs",
    "spread",
)
KNOWN = ("name", "states", "transitions", "asks for", "can answer")
WORDS = (0, 3, 4)
"""The columns of `KNOWN` that are words; all but the first of `MEASURED` are numbers."""

EQUAL = {True: "yes", False: "NO", None: "-"}


def row(one: Figures, baseline: Figures) -> Row:
    """All figures by name; new names are added at the end."""
    names = ("name", "states", "transitions", "events", "moves", "equal", "difference", "cells")
    ratio = one.ratio(baseline)
    return {name: getattr(one, name) for name in names} | {
        "moves_per_second": round(one.per_second),
        "peak_bytes": one.peak_bytes,
        "runs": one.runs,
        "spread": round(one.spread, 3),
        "seconds": float(f"{one.seconds:.4g}"),
        "ratio": None if ratio is None else float(f"{ratio:.4g}"),
        "baseline": baseline.name,
        "asks_for": " ".join(one.asks_for),
        "can_answer": " ".join(one.can_answer),
    }


def text(figures: Sequence[Figures], baseline: Figures) -> list[str]:
    """Both tables, what is wrong with whom, and what the headings mean."""
    measured = [MEASURED, *(_measured(one, baseline) for one in figures)]
    known = [KNOWN, *map(_known, figures)]
    return [
        *_table(measured, words=(0,)),
        "",
        *differences(figures),
        *_about_figures(figures, baseline),
        "",
        *_table(known, WORDS),
        "",
        *_about_answers(figures),
    ]


def differences(figures: Sequence[Figures]) -> Iterator[str]:
    """The first thing that is wrong with each contender that is not right."""
    wrong = {one.name: one.difference for one in reversed(figures) if one.difference}
    return (f"{name}: {difference}" for name, difference in reversed(wrong.items()))


def _measured(one: Figures, baseline: Figures) -> tuple[str, ...]:
    ratio = one.ratio(baseline)
    return (
        one.name,
        _number(one.events),
        _number(one.moves),
        EQUAL[one.equal],
        _number(one.cells),
        f"{one.peak_bytes / 1024:,.1f}",
        f"{one.per_second:,.0f}",
        "-" if ratio is None else f"{ratio:,.2f}",
        str(one.runs),
        f"{one.spread:.0%}",
    )


def _known(one: Figures) -> tuple[str, ...]:
    facts = (one.asks_for, one.can_answer)
    words = (", ".join(words).replace("-", " ") or "-" for words in facts)
    return (one.name, _number(one.states), _number(one.transitions), *words)


def _number(number: int | None) -> str:
    return "-" if number is None else str(number)


def _table(rows: Sequence[tuple[str, ...]], words: Sequence[int]) -> list[str]:
    """Rows below one another: words at the left of their columns, numbers at the right.

    A name that would make the table wider than a terminal has a line of its own above its row.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = max(columns() - sum(width + len("  ") for width in widths[1:]), len(rows[0][0]))
    names = [cells[0] for cells in rows]
    lines = aligned(
        [
            (
                name if len(name) <= room else "",
                *(
                    cell if place in words else cell.rjust(widths[place])
                    for place, cell in enumerate(cells, 1)
                ),
            )
            for name, *cells in rows
        ]
    )
    return [
        line
        for name, shown in zip(names, lines, strict=True)
        for line in ([shown] if len(name) <= room else [name, shown])
    ]


def _about_figures(figures: Sequence[Figures], baseline: Figures) -> Iterator[str]:
    if any(one.moves is None for one in figures):
        events = counted((1 << figures[-1].disks) - 1, "random event")
        yield f"moves -: without disks a machine reads {events} (seed {SEED}), up to one"
        yield "  that it refuses; moves/s are its events"
    yield "equal: its moves are those of the formula"
    yield f"cells: the largest working memory, in 64-bit numbers (first {SAMPLE:,} events)"
    yield f"KiB: the most that Python had allocated (first {WATCHED:,} events)"
    yield "moves/s: of the best of several runs, in turn with the others, after a warm-up"
    yield f"ratio: how many times as long per move as {baseline.name}"
    yield "spread: how much longer the slowest run took than the best"


def _about_answers(figures: Sequence[Figures]) -> Iterator[str]:
    found = {word for one in figures for word in (*one.asks_for, *one.can_answer)}
    for word, meaning in (KNOWLEDGE | QUESTIONS).items():
        if word in found:
            yield f"{word.replace('-', ' ')}: {meaning}"
