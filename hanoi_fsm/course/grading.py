"""Grading: a row for each file of a class, with points by a rule that is printed.

Each file is judged in a process of its own, with a clock and limits: it is from anybody, and
whatever it holds costs only its own row. The rows can be shown as one HTML page.
"""

from __future__ import annotations

import ast
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from html import escape
from importlib.resources import files as resources
from math import floor
from pathlib import Path
from string import Template
from typing import Any

from hanoi_fsm.course.exercises import (
    ENDINGS,
    PYTHON,
    Question,
    Verdict,
    first_line,
    is_small,
    words_of,
)
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import HanoiError, listed, printable
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.isolate import Failure, Limits, spread
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.watching.page.inlining import colours

FULL, PARTIAL = 10, 8
RULE = (
    f"points: {FULL} for a right answer; of a wrong one up to {PARTIAL}, in proportion to what is "
    "right before the first mistake: the moves or outputs of the run that goes wrong, or the parts "
    "of an answer in words; 0 for what cannot be read, is not such a machine, or is as it was given"
)
LIMITS = Limits(seconds=10.0)
"""A file that takes longer is given up."""
MOST_SECONDS, LONGEST_SEARCH = 60.0, 4.0
"""How long repairs are looked for, in all files together and in one."""
COLUMNS = ("file", "verdict", "points", "line", "edits", "hint", "same as", "finding")


def grade(
    question: Question,
    folder: str,
    files: Sequence[str],
    *,
    run_python: bool = False,
    draw: bool = False,
    progress: Progress = no_progress,
) -> Sequence[Row]:
    """A row for each of the files of a folder, in their order; with `draw` also its diagram as SVG.

    A Python file is run only with `run_python`. A name such as `anna-seed7.txt` has the seed of
    its question in it. `edits` is how many edits the smallest repair of a drawing has, if that is
    known to be 0 or 1; `same as` names the files with the same drawing, up to the names of states,
    with the same program, up to its comments, or with the same wrong words.
    """
    seconds = min(LONGEST_SEARCH, MOST_SECONDS / max(1, len(files)))
    judge = partial(_judged, question, seconds, draw)
    why = {file: _left_out(question, Path(folder, file), run_python) for file in files}
    wanted = [str(Path(folder, file)) for file in files if not why[file]]
    rows: list[dict[str, Any]] = []
    alike: dict[str, list[str]] = {}
    with closing(spread(judge, wanted, LIMITS)) as judgements:
        for number, file in enumerate(files, 1):
            row: dict[str, Any] = dict.fromkeys(COLUMNS) | {"file": printable(file)}
            if why[file]:
                row |= {"verdict": "left out", "finding": why[file]}
            else:
                found = next(judgements)[1]
                failed = {"verdict": "failed", "points": 0, "finding": str(found)}
                row |= failed if isinstance(found, Failure) else found
                if key := row.pop("key", ""):
                    alike.setdefault(key, []).append(row["file"])
            rows.append(row)
            progress(number)
    for row in rows:
        others = next((group for group in alike.values() if row["file"] in group), [])
        row["same as"] = listed([one for one in others if one != row["file"]])
    return rows


def _left_out(question: Question, path: Path, run_python: bool) -> str:
    """Why a file is not judged, or ""."""
    kind = question.exercise.kind
    if not path.name.lower().endswith(ENDINGS[kind]):
        return f"not an answer by its extension: {' or '.join(ENDINGS[kind])}"
    is_run = kind != PYTHON or run_python
    return "" if is_run else "a Python file is run only with --run-python"


def _judged(question: Question, seconds: float, draw: bool, file: str) -> Row:
    """What a child reports of a file: the columns that are known, and a key of the answer."""
    if seed := re.search(r"seed(\d{1,9})", Path(file).stem):
        question = replace(question, seed=int(seed[1]))
    try:
        verdict = question.judged(file, seconds)
        key, given = _keys(question, file, verdict)
    except (HanoiError, OSError) as error:
        why = getattr(error, "strerror", None) or str(error)
        found = printable(why.removeprefix(f"{file}: "))
        return {"verdict": "unreadable", "points": 0, "finding": found}
    row: Row = {
        "verdict": "right" if verdict.right else "wrong",
        "points": FULL if verdict.right else floor(PARTIAL * verdict.share),
        "finding": printable(verdict.text),
        "line": verdict.findings[0].line if verdict.findings else None,
        "hint": printable(verdict.hint),
        "edits": verdict.edits,
        "key": key,
    }
    if key and key == given and not verdict.right:
        row |= {"points": 0, "finding": f"as it was given: {row['finding']}"}
    if verdict.machine is not None and draw and is_small(verdict.machine):
        diagram = Diagram.of_faults(verdict.machine, verdict.findings)
        row["picture"] = diagram.render("svg").decode()
    return row


def _keys(question: Question, file: str, verdict: Verdict) -> tuple[str, str]:
    """What is equal for answers that are alike, of an answer and of what a student is given.

    Of words there is none if they are right, which is not a sign of a copy.
    """
    if question.exercise.kind == PYTHON:
        program = Path(file).read_text("utf-8")
        return ast.dump(ast.parse(program)), ast.dump(ast.parse(question.skeleton))
    if verdict.machine is not None:
        given = question.given
        return unnamed(verdict.machine.automaton), unnamed(given) if given else ""
    words = " ".join(words_of(first_line(Path(file))))
    return "" if verdict.right else f"seed {question.seed}: {words}", ""


def unnamed(automaton: Automaton) -> str:
    """A text that is the same for automata which differ only in the names of their states.

    >>> one, other = (Automaton.from_table("it", initial=a, table=f"{a} -> {b} : press")
    ...               for a, b in (("off", "on"), ("x", "y")))
    >>> unnamed(one) == unnamed(other)
    True
    """
    order, rows = [automaton.initial], []
    for state in order:  # which grows
        rows.append(f"{state in automaton.final}")
        for one in sorted(automaton.leaving(state), key=lambda one: str(one.label)):
            if one.target not in order:
                order.append(one.target)
            guards = " & ".join(sorted(map(str, one.guards)))
            rows.append(f"{one.event} [{guards}] / {one.action} -> {order.index(one.target)}")
    left = len(automaton.transitions) - sum(len(automaton.leaving(one)) for one in order)
    return "\n".join([*rows, f"{len(automaton.states) - len(order)} {left}"])


def page(question: Question, rows: Sequence[Row]) -> str:
    """One HTML page, which runs no code: a summary, a row per file, and the diagrams."""
    exercise = question.exercise
    counts = Counter(str(row["verdict"]) for row in rows)
    found = ", ".join(f"{number} {verdict}" for verdict, number in counts.most_common())
    template = Template(resources(__package__).joinpath("report.html").read_text("utf-8"))
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
    """The diagram of an answer as an image, in which nothing that is a user's can run."""
    image = b64encode(str(row["picture"]).encode()).decode()
    file, verdict = escape(str(row["file"])), row["verdict"]
    return (
        f'<section><h2>{file}: <span class="{verdict}">{verdict}</span></h2>'
        f"<p>{escape(str(row['hint']))}</p>"
        f'<img alt="the diagram of {file}" src="data:image/svg+xml;base64,{image}"></section>\n'
    )
