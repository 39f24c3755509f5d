"""The report on the answers of a class: one HTML page, which loads nothing and runs no code."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from string import Template

from hanoi_fsm.course.exercises import Question
from hanoi_fsm.course.grading import COLUMNS, RULE
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.watching.page.inlining import colours


def page(question: Question, rows: Sequence[Row]) -> str:
    """The page: a summary, a table with a row per file, and the diagrams, their faults in red."""
    exercise = question.exercise
    counts = Counter(str(row["verdict"]) for row in rows)
    found = ", ".join(f"{number} {verdict}" for verdict, number in counts.most_common())
    template = Template(files(__package__).joinpath("report.html").read_text("utf-8"))
    return template.substitute(
        title=escape(f"{exercise.number}. {exercise.title}"),
        colours=colours(),
        summary=escape(f"{len(rows)} files: {found}. {RULE[0].upper()}{RULE[1:]}."),
        head="".join(f"<th>{column}</th>" for column in COLUMNS),
        rows="".join(f"<tr>{''.join(_cell(row, one) for one in COLUMNS)}</tr>\n" for row in rows),
        diagrams="".join(_diagram(row) for row in rows if row.get("picture")),
    )


def _cell(row: Row, column: str) -> str:
    value = "" if row[column] is None else escape(str(row[column]))
    looks = f' class="{value}"' if column == "verdict" else ""
    return f"<td{looks}>{value}</td>"


def _diagram(row: Row) -> str:
    """The diagram of an answer as an image, in which nothing of anybody's can run."""
    image = b64encode(str(row["picture"]).encode()).decode()
    file, verdict = escape(str(row["file"])), row["verdict"]
    return (
        f'<section><h2>{file}: <span class="{verdict}">{verdict}</span></h2>'
        f"<p>{escape(str(row['hint']))}</p>"
        f'<img alt="the diagram of {file}" src="data:image/svg+xml;base64,{image}"></section>\n'
    )
