"""Grading: a row for each answer of a class, with points by a rule that is printed.

Equal answers are judged once, in a folder and a process of their own, so that a harmful answer
spoils only its own row. The row depends only on the answer, the exercise and the seed.
"""

import ast
import csv
import re
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import chdir, closing, suppress
from dataclasses import replace
from errno import ENOENT
from functools import partial
from html import escape
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hanoi_fsm.course.exercises import ENDINGS, PYTHON, WORDS, Course, Question, parts_of, resource
from hanoi_fsm.course.judging import (
    Verdict,
    first_line,
    is_small,
    judged,
    labelled,
    renamings,
    states_of,
)
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import (
    BadInput,
    FsmError,
    RenderError,
    counted,
    listed,
    printable,
    shortened,
)
from hanoi_fsm.fsm.files import read_text
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.isolate import Failure, Limits, spread
from hanoi_fsm.fsm.search import grouped
from hanoi_fsm.fsm.theory.mealy import minimal
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.watching.page.inlining import tokens

POINTS = {"right": 10, "one edit": 7, "two edits": 5, "wrong": 2}
"""The points of a verdict; any other verdict scores none."""
RULE = (
    "points: {right} if it is right; {one edit} if it is right but for one edit or a state too "
    "many, {two edits} but for two edits (of an edge or a mark of the course's own drawing, or of "
    "a part of a mostly right answer in words); {wrong} if it is sound but wrong; 0 if the "
    "definition is at fault (unsound), or it is unreadable, failed when run, or was not changed"
).format_map(POINTS)
SEEDS = (
    "seed: the number after `seed` in the name of the file or else of its nearest folder, as in "
    "anna-seed7.txt or seed7/anna.txt; if no name has one, --seed"
)
SEED = re.compile(r"seed[-_ ]?([0-9]{1,9}(?![0-9]))?", re.IGNORECASE)
EXPECTED = "the expected answer"
"""Replaces the names of students with the course's own answer, which is not a sign of copying."""
LIMITS = Limits(seconds=20.0, calls=True)
"""The time limits of single calls of a Python file's code, which might never end."""
MOST_BYTES = 4 << 20
"""The most bytes that are read of an answer of any kind."""
COLUMNS = (
    "id",
    "exercise",
    "seed",
    "verdict",
    "points",
    "edits",
    "line",
    "hint",
    "same as",
    "finding",
)


class Answer(NamedTuple):
    """An answer to a question: a file, or words; `wrong` is the reason not to judge it."""

    id: str
    question: Question
    given: Path | str
    wrong: str = ""


def answers_in(folder: str, files: Iterable[str], question: Question) -> Iterator[Answer]:
    """Yield the answers to a question in the files of a folder, with the seeds in their names."""
    for file in files:
        names = [Path(folder).resolve().name, *Path(file).parts]
        seed, wrong = seed_of(names, question.seed)
        endings = ENDINGS[question.exercise.kind]
        if not file.lower().endswith(endings):
            wrong = f"not an answer by its extension: {' or '.join(endings)}"
        yield Answer(file, replace(question, seed=seed), Path(folder, file), wrong)


def seed_of(names: Sequence[str], otherwise: int) -> tuple[int, str]:
    """Find the seed in the names of folders and a file, and why none can be read, or "".

    >>> seed_of(["grpA-seed3", "mine.txt"], 1), seed_of(["S-Seed03.TXT"], 1), seed_of(["a.txt"], 1)
    ((3, ''), (3, ''), (1, ''))
    >>> seed_of(["seed-x.txt"], 1)[1]
    "no seed can be read from 'seed-x.txt': write it as in seed7"
    """
    for name in reversed(names):
        if seeds := {int(number or -1) for number in SEED.findall(name)}:
            if len(seeds) == 1 and -1 not in seeds:
                return seeds.pop(), ""
            return otherwise, f"no seed can be read from {shortened(name)}: write it as in seed7"
    return otherwise, ""


def answers_of(file: str, course: Course, seed: int) -> Iterator[Answer]:
    """Yield the answers in a CSV table, which has a line per `id` and a column per exercise.

    An answer is in words, or a file's path relative to the table; a column `seed` has the seeds.
    Raises `BadInput` for other columns.
    """
    text = read_text(Path(file), MOST_BYTES, "a table with a column id")
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    for row in csv.DictReader(text.splitlines(), delimiter=delimiter, restval="", restkey=""):
        if "id" not in row:
            raise BadInput(f"{file}: line 1: expected a column id, got {listed([*row])}")
        number, wrong = seed_of([f"seed{row['seed']}"] if row.get("seed") else [], seed)
        for name in [*row]:
            if name and name not in ("id", "seed"):
                question, given = course.ask(name, number), row[name].strip()
                is_words = question.exercise.kind == WORDS
                content = given if is_words else Path(file).parent / given
                missing = "" if given else "no answer"
                yield Answer(row["id"], question, content, wrong or missing)


Task = tuple[Question, str, bytes]
"""One thing to judge: a question, the extension of a file, and its contents."""


def grade(
    answers: Sequence[Answer],
    *,
    run_python: bool = False,
    draw: bool = False,
    progress: Progress = no_progress,
) -> Sequence[Row]:
    """Yield one row per answer, in order; with `draw`, each also has its diagram as SVG.

    A Python file is run only with `run_python`. `edits` is the distance to a right answer in edits,
    if it is known to be at most 2. `same as` names the students with the same drawing, up to the
    names of a few states, the same program, up to its comments, or the same wrong words.
    """
    rows: list[dict[str, object]] = []
    tasks: dict[object, tuple[Task, list[dict[str, object]]]] = {}
    for answer in answers:
        name, seed = answer.question.exercise.name, answer.question.seed
        row: dict[str, object] = dict.fromkeys(COLUMNS)
        known = None if "seed" in answer.wrong else seed
        row |= {"id": printable(answer.id), "exercise": name, "seed": known, "same as": ""}
        rows.append(row)
        try:
            task = _task(answer, run_python)
        except BadInput as error:
            row |= {"verdict": "left out", "finding": printable(str(error))}
        except OSError as error:
            row |= _graded("unreadable", str(error.strerror))
        else:
            tasks.setdefault((name, seed, *task[1:]), (task, []))[1].append(row)
    alike: dict[object, list[dict[str, object]]] = defaultdict(list)
    with TemporaryDirectory() as folder:
        judge, different = partial(_judged, folder, draw), [task for task, _ in tasks.values()]
        with closing(spread(judge, different, LIMITS)) as judgements:
            judged_tasks = zip(judgements, tasks.values(), strict=True)
            for number, (((question, *_), judgement), (_, own)) in enumerate(judged_tasks, 1):
                graded = (
                    _graded("failed", str(judgement))
                    if isinstance(judgement, Failure)
                    else judgement
                )
                if drawn := graded.pop("key", ""):
                    alike[question.exercise.name, drawn] += own
                for row in own:
                    row.update(graded)
                progress(number)
    for group in alike.values():
        for row in group:
            row["same as"] = listed(sorted(str(other["id"]) for other in group if other is not row))
    return rows


def _task(answer: Answer, run_python: bool) -> Task:
    """Make the task of an answer; raise `OSError`, or `BadInput` for an answer left out."""
    question, given = answer.question, answer.given
    if answer.wrong:
        raise BadInput(answer.wrong)
    if question.exercise.kind == PYTHON and not run_python:
        raise BadInput("a Python file is run only with --run-python")
    if isinstance(given, str):
        return question, ".txt", given.encode(errors="replace")
    if not given.is_file():
        raise OSError(ENOENT, "it is missing, or is a dead link, a pipe or a folder")
    with given.open("rb") as file:
        return question, given.suffix.lower(), file.read(MOST_BYTES)


def _graded(verdict: str, finding: str, **more: object) -> dict[str, object]:
    points = POINTS.get(verdict, 0)
    return {"verdict": verdict, "points": points, "finding": printable(finding)} | more


def _judged(folder: str, draw: bool, task: Task) -> Row:
    """Judge an answer, in a child process; the row includes a key that equal answers share.

    The answer is in a folder of its own, where its name is always the same.
    """
    question, ending, content = task
    file = f"answer{ending}"
    with TemporaryDirectory(dir=folder) as place, chdir(place):
        Path(file).write_bytes(content)
        try:
            verdict = judged(question, file)
            key, given, solution = _keys(question, content.decode(), verdict)
        except (FsmError, OSError) as error:
            return _graded("unreadable", str(error).removeprefix(f"{file}: "))
        row = _graded(
            "as given" if key == given else _named(verdict),
            verdict.text,
            line=verdict.findings[0].line if verdict.findings else None,
            hint=printable(verdict.hint),
            edits=verdict.edits,
        )
        row |= {"same as": EXPECTED} if key == solution else {"key": key}
        if verdict.machine is not None and draw and is_small(verdict.machine):
            diagram = Diagram.of_faults(verdict.machine, verdict.findings)
            with suppress(RenderError):  # a busy computer may raise it
                row["picture"] = diagram.render("svg").decode()
        return row


def _named(verdict: Verdict) -> str:
    """Name a verdict as the rule of points does."""
    if verdict.edits is not None:
        return ("right", "one edit", "two edits")[verdict.edits]
    return (
        "unsound" if any(finding.kind == "definition" for finding in verdict.findings) else "wrong"
    )


def _keys(question: Question, text: str, verdict: Verdict) -> Sequence[object]:
    """The keys that equal answers share, of the answer, the given automaton, and the solution.

    Right words have none, as they are not a sign of copying. A minimal machine that answers all
    words correctly has the key of the solution, since there is only one.
    """
    if question.exercise.kind == WORDS:
        words = parts_of(question.said(question.exercise.form), first_line(Path("answer.txt")))
        return "" if verdict.right else f"seed {question.seed}: {words}", None, None
    if verdict.machine is None or question.exercise.kind == PYTHON:
        return [
            ast.dump(ast.parse(program)) for program in (text, question.skeleton, question.solution)
        ]
    automaton, solution = verdict.machine.automaton, question.machine.automaton
    reads_words = verdict.right and not verdict.machine.sized(1)
    if reads_words and minimal(automaton, verdict.machine.outputs).was_minimal:
        solution = automaton
    return [unnamed(version) for version in (automaton, question.given, solution)]


def unnamed(automaton: Automaton) -> str:
    """Make a text that is the same for automata that differ only in the names of a few states.

    >>> one, other = (Automaton.from_table("it", initial=a, table=f"{a} -> {b} : press")
    ...               for a, b in (("off", "on"), ("x", "y")))
    >>> unnamed(one) == unnamed(other)
    True
    """
    texts = []
    for names in renamings(states_of(automaton)):
        rows = sorted(
            (names[transition.source], names[transition.target], labelled(transition))
            for transition in automaton.transitions
        )
        marks = names[automaton.initial], sorted(names[state] for state in automaton.final)
        texts.append(str((rows, marks, sorted(names.values()))))
    return min(texts)


# Grades as HTML pages, which run no code


def report(title: str, rows: Sequence[Row]) -> str:
    """Make an HTML page: the count of each finding, a row per answer, and the diagrams."""
    template = Template(resource("report.html"))
    points = sum(int(str(row["points"] or 0)) for row in rows)
    most = POINTS["right"] * sum(row["points"] is not None for row in rows)
    rule = f"{RULE[0].upper()}{RULE[1:]}. {SEEDS[0].upper()}{SEEDS[1:]}."
    return template.substitute(
        title=escape(title),
        colours=tokens(),
        summary=escape(f"{counted(len(rows), 'answer')}, {points} of {most} points. {rule}"),
        findings="".join(_cells(*map(escape, cells)) for cells in _statistics(rows)),
        head="".join(f"<th>{column}</th>" for column in COLUMNS),
        rows="".join(map(_row, rows, range(1, len(rows) + 1))),
        diagrams="".join(map(_diagram, rows, range(1, len(rows) + 1))),
    )


def reports(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Yield the name of a file and a page for each id."""
    of_students = grouped(rows, lambda row: row["id"])
    for number, (student, own) in enumerate(of_students.items(), 1):
        name = re.sub(r"[^\w.-]+", "_", str(student))[:80].strip(".")
        yield f"{number}-{name}.html", report(str(student), own)


def _statistics(rows: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    """Yield the count of each verdict and finding, the most frequent first, with the ids.

    Findings that differ only in their place in the file are counted together.
    """
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in rows:
        finding = re.sub(r"^line \d+(, column \d+)?: ", "", str(row["finding"]))
        key = str(row["verdict"]), "" if row["verdict"] == "right" else finding
        groups[key].append(str(row["id"]))
    for (verdict, finding), ids in sorted(groups.items(), key=lambda entry: -len(entry[1])):
        yield str(len(ids)), verdict, finding, listed(ids)


def _row(row: Row, number: int) -> str:
    texts = {column: "" if row[column] is None else escape(str(row[column])) for column in COLUMNS}
    texts["verdict"] = _marked(row)
    if row.get("picture"):
        texts["id"] = f'<a href="#answer-{number}">{texts["id"]}</a>'
    return _cells(*texts.values())


def _cells(*texts: str) -> str:
    return f"<tr>{''.join(f'<td>{text}</td>' for text in texts)}</tr>\n"


def _marked(row: Row) -> str:
    return f'<span class="{row["verdict"]}">{row["verdict"]}</span>'


def _diagram(row: Row, number: int) -> str:
    """The diagram of an answer as an image, in which no code of a user can run."""
    if not row.get("picture"):
        return ""
    image = b64encode(str(row["picture"]).encode()).decode()
    name = escape(str(row["id"]))
    return (
        f'<section id="answer-{number}"><h2>{name}: {_marked(row)}</h2>'
        f"<p>{escape(str(row['hint']))}</p>"
        f'<img alt="the diagram of {name}" src="data:image/svg+xml;base64,{image}"></section>\n'
    )
