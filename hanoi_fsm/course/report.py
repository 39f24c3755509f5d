"""Grades as HTML pages, which run no code: of a class, and of each student."""

import re
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template

from hanoi_fsm.course.grading import COLUMNS, POINTS, RULE, SEEDS
from hanoi_fsm.fsm.errors import counted, listed
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.watching.page.inlining import colours


def page(title: str, rows: Sequence[Row]) -> str:
    """A page: how often each finding occurs, a row per answer, and the diagrams."""
    template = Template(files(__package__).joinpath("report.html").read_text("utf-8"))
    points = sum(int(str(row["points"] or 0)) for row in rows)
    most = POINTS["right"] * sum(row["points"] is not None for row in rows)
    rule = f"{RULE[0].upper()}{RULE[1:]}. {SEEDS[0].upper()}{SEEDS[1:]}."
    return template.substitute(
        title=escape(title),
        colours=colours(),
        summary=escape(f"{counted(len(rows), 'answer')}, {points} of {most} points. {rule}"),
        findings="".join(_cells(*one) for one in _statistics(rows)),
        head="".join(f"<th>{column}</th>" for column in COLUMNS),
        rows="".join(map(_row, rows, range(1, len(rows) + 1))),
        diagrams="".join(map(_diagram, rows, range(1, len(rows) + 1))),
    )


def pages(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """The name of a file and a page for each id."""
    known: dict[object, list[Row]] = defaultdict(list)
    for row in rows:
        known[row["id"]].append(row)
    for number, (one, own) in enumerate(known.items(), 1):
        name = re.sub(r"[^\w.-]+", "_", str(one))[:80].strip(".")
        yield f"{number}-{name}.html", page(str(one), own)


def _statistics(rows: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    """How many have each verdict and finding, the most frequent first, and who they are.

    Where in a file something was found does not matter.
    """
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in rows:
        finding = re.sub(r"^line \d+(, column \d+)?: ", "", str(row["finding"]))
        key = str(row["verdict"]), "" if row["verdict"] == "right" else finding
        found[key].append(str(row["id"]))
    for (verdict, finding), ids in sorted(found.items(), key=lambda one: -len(one[1])):
        yield str(len(ids)), verdict, finding, listed(ids)


def _cells(*values: str) -> str:
    return f"<tr>{''.join(f'<td>{escape(value)}</td>' for value in values)}</tr>\n"


def _row(row: Row, number: int) -> str:
    cells = []
    for column in COLUMNS:
        value = "" if row[column] is None else escape(str(row[column]))
        if column == "id" and row.get("picture"):
            value = f'<a href="#answer-{number}">{value}</a>'
        looks = f' class="{value}"' if column == "verdict" else ""
        cells.append(f"<td{looks}>{value}</td>")
    return f"<tr>{''.join(cells)}</tr>\n"


def _diagram(row: Row, number: int) -> str:
    """The diagram of an answer as an image, in which nothing that is a user's can run."""
    if not row.get("picture"):
        return ""
    image = b64encode(str(row["picture"]).encode()).decode()
    name, verdict = escape(str(row["id"])), row["verdict"]
    return (
        f'<section id="answer-{number}"><h2>{name}: <span class="{verdict}">{verdict}</span></h2>'
        f"<p>{escape(str(row['hint']))}</p>"
        f'<img alt="the diagram of {name}" src="data:image/svg+xml;base64,{image}"></section>\n'
    )
