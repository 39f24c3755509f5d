"""The report on the answers of a class: one HTML page, which loads nothing and runs no code."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from html import escape

from hanoi_fsm.course.exercises import Question
from hanoi_fsm.course.grading import COLUMNS, RULE
from hanoi_fsm.fsm.diagrams import palette
from hanoi_fsm.fsm.trace import Row

STYLE = f"""
:root {{ color-scheme: light; }}
body {{ background: {palette.PAPER}; color: {palette.INK}; font: 1rem/1.4 system-ui, sans-serif;
  margin: 0 auto; max-width: 90rem; padding: 0.5rem 1rem 2rem; }}
h1 {{ font-size: 1.25rem; }} h2 {{ font-size: 1rem; margin: 0; overflow-wrap: anywhere; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ border-bottom: 1px solid {palette.LINE}; padding: 0.3rem 0.6rem; text-align: left;
  vertical-align: top; overflow-wrap: break-word; max-width: 60rem; }}
th {{ background: {palette.SHADE}; white-space: nowrap; }}
td:first-child {{ min-width: 9rem; }} td:nth-child(2) {{ white-space: nowrap; }}
td:nth-child(7) {{ max-width: 14rem; }}
.wrong, .failed, .unreadable {{ color: {palette.FAULT_LINE}; font-weight: 600; }}
.answers {{ display: grid; gap: 1rem; margin-top: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(26rem, 1fr)); }}
section {{ border: 1px solid {palette.LINE}; border-radius: 0.4rem; padding: 0.6rem; }}
img {{ max-width: 100%; }}
"""
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def page(question: Question, rows: Sequence[Row]) -> str:
    """The page: a summary, a table with a row per file, and the diagrams, their faults in red."""
    exercise = question.exercise
    title = f"{exercise.number}. {exercise.title}"
    counts = Counter(str(row["verdict"]) for row in rows)
    said = ", ".join(f"{number} {verdict}" for verdict, number in counts.most_common())
    head = "".join(f"<th>{column}</th>" for column in COLUMNS)
    body = "".join(f"<tr>{''.join(_cell(row, one) for one in COLUMNS)}</tr>\n" for row in rows)
    drawn = "".join(_drawn(row) for row in rows if row.get("picture"))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p>{len(rows)} files: {escape(said)}. {escape(RULE[0].upper() + RULE[1:])}.</p>
<table>
<tr>{head}</tr>
{body}</table>
<div class="answers">
{drawn}</div>
</body>
</html>"""


def _cell(row: Row, column: str) -> str:
    value = "" if row[column] is None else str(row[column])
    looks = f' class="{value}"' if column == "verdict" else ""
    return f"<td{looks.replace('left out', 'left')}>{escape(value)}</td>"


def _drawn(row: Row) -> str:
    """The diagram of an answer as an image, in which nothing of anybody's can run."""
    image = b64encode(str(row["picture"]).encode()).decode()
    file = escape(str(row["file"]))
    return (
        f'<section><h2>{file}: <span class="{row["verdict"]}">{row["verdict"]}</span></h2>'
        f"<p>{escape(str(row['hint'] or ''))}</p>"
        f'<img alt="the diagram of {file}" src="data:image/svg+xml;base64,{image}"></section>\n'
    )
