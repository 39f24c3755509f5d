"""Grading: a row for each answer of a class, with points by a rule that is printed.

Equal answers are judged once, in a folder and a process of their own, so that a harmful answer
spoils only its own row. The row depends only on the answer, the exercise and the seed.
"""

import ast
import csv
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import chdir, closing, suppress
from dataclasses import replace
from functools import partial
from html import escape
from itertools import count
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


class Task(NamedTuple):
    """One thing to judge: an answer to a question as the contents of a file."""

    question: Question
    ending: str
    content: bytes


Graded = dict[str, object]
"""A row while it is made: `COLUMNS`, a `key` that equal answers share, and perhaps a `picture`."""


def grade(
    answers: Sequence[Answer],
    *,
    run_python: bool = False,
    draw: bool = False,
    progress: Progress = no_progress,
) -> Sequence[Row]:
    """Make one row per answer, in order; with `draw`, each also has its diagram as SVG.

    A Python file is run only with `run_python`. `edits` is the distance to a right answer in edits,
    if it is known to be at most 2. `same as` names the students with the same drawing, up to the
    names of a few states, the same program, up to its comments, or the same wrong words.
    """
    rows: list[Graded] = []
    equal: dict[Task, list[Graded]] = {}
    for answer in answers:
        row: Graded = dict.fromkeys((*COLUMNS, "key"))
        row |= {"id": printable(answer.id), "exercise": answer.question.exercise.name}
        row |= {"seed": None if "seed" in answer.wrong else answer.question.seed, "same as": ""}
        rows.append(row)
        task = _task(answer, run_python)
        if isinstance(task, Task):
            equal.setdefault(task, []).append(row)
        else:
            row.update(task)
    with TemporaryDirectory() as folder:
        judge = partial(_judged, folder, draw)
        with closing(spread(judge, equal, LIMITS)) as judgements:
            for number, (task, result) in enumerate(judgements, 1):
                is_failure = isinstance(result, Failure)
                graded = _graded("failed", str(result)) if is_failure else result
                for row in equal[task]:
                    row.update(graded)
                progress(number)
    alike = grouped(rows, lambda row: (row["exercise"], row["key"]))
    for (_, key), group in alike.items():
        for row in group if key else ():
            row["same as"] = listed(sorted(str(other["id"]) for other in group if other is not row))
    return rows


def _task(answer: Answer, run_python: bool) -> Task | Graded:
    """Make the task of an answer; an answer that cannot be judged is graded at once."""
    question, given, wrong = answer.question, answer.given, answer.wrong
    if not wrong and question.exercise.kind == PYTHON and not run_python:
        wrong = "a Python file is run only with --run-python"
    if wrong:
        return {"verdict": "left out", "finding": printable(wrong)}
    if isinstance(given, str):
        return Task(question, ".txt", given.encode(errors="replace"))
    if not given.is_file():
        return _graded("unreadable", "it is missing, or is a dead link, a pipe or a folder")
    try:
        with given.open("rb") as file:
            return Task(question, given.suffix.lower(), file.read(MOST_BYTES))
    except OSError as error:
        return _graded("unreadable", str(error.strerror))


def _graded(verdict: str, finding: str, **more: object) -> Graded:
    points = POINTS.get(verdict, 0)
    return {"verdict": verdict, "points": points, "finding": printable(finding)} | more


def _judged(folder: str, draw: bool, task: Task) -> Graded:
    """Judge an answer, in a child process.

    The answer is in a folder of its own, where its name is always the same.
    """
    file = Path(f"answer{task.ending}")
    with TemporaryDirectory(dir=folder) as place, chdir(place):
        file.write_bytes(task.content)
        try:
            verdict = judged(task.question, str(file))
            key, given, solution = _keys(task.question, file.read_text("utf-8"), verdict)
        except (FsmError, OSError) as error:
            return _graded("unreadable", str(error).removeprefix(f"{file}: "))
        row = _graded(
            "as given" if key == given else _named(verdict),
            verdict.text,
            line=next((finding.line for finding in verdict.findings), None),
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
    kinds = {finding.kind for finding in verdict.findings}
    return "unsound" if "definition" in kinds else "wrong"


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
            (names[row.source], names[row.target], labelled(row)) for row in automaton.transitions
        )
        final = sorted(names[state] for state in automaton.final)
        texts.append(str((rows, names[automaton.initial], final, sorted(names.values()))))
    return min(texts)


# Grades as HTML pages, which run no code


def report(title: str, rows: Sequence[Row]) -> str:
    """Make an HTML page: the count of each finding, a row per answer, and the diagrams."""
    points = [int(str(row["points"])) for row in rows if row["points"] is not None]
    most = POINTS["right"] * len(points)
    summary = f"{counted(len(rows), 'answer')}, {sum(points)} of {most} points."
    rules = [f"{text[0].upper()}{text[1:]}." for text in (RULE, SEEDS)]
    return Template(resource("report.html")).substitute(
        title=escape(title),
        colours=tokens(),
        summary=escape(" ".join([summary, *rules])),
        findings="".join(_statistics(rows)),
        head="".join(f"<th>{column}</th>" for column in COLUMNS),
        rows="".join(map(_cells_of, rows, count(1))),
        diagrams="".join(map(_diagram, rows, count(1))),
    )


def reports(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Yield the name of a file and a page for each id."""
    of_students = grouped(rows, lambda row: str(row["id"]))
    for number, (student, own) in enumerate(of_students.items(), 1):
        name = re.sub(r"[^\w.-]+", "_", student)[:80].strip(".")
        yield f"{number}-{name}.html", report(student, own)


def _statistics(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a row for each verdict and finding, the most frequent first, with the ids.

    Findings that differ only in their place in the file are counted together.
    """
    groups = grouped(rows, _finding)
    for (verdict, finding), group in sorted(groups.items(), key=lambda entry: -len(entry[1])):
        ids = [str(row["id"]) for row in group]
        yield _cells(str(len(ids)), verdict, escape(finding), escape(listed(ids)))


def _finding(row: Row) -> tuple[str, str]:
    """The verdict on an answer, and its finding without its place."""
    verdict, finding = str(row["verdict"]), str(row["finding"])
    is_right = verdict == "right"
    return verdict, "" if is_right else re.sub(r"^line \d+(, column \d+)?: ", "", finding)


def _cells_of(row: Row, number: int) -> str:
    texts = {column: "" if row[column] is None else escape(str(row[column])) for column in COLUMNS}
    texts["verdict"] = _marked(row)
    if row.get("picture"):
        texts["id"] = f'<a href="#answer-{number}">{texts["id"]}</a>'
    return _cells(*texts.values())


def _cells(*texts: str) -> str:
    return f"<tr>{''.join(f'<td>{text}</td>' for text in texts)}</tr>\n"


def _marked(row: Row) -> str:
    return '<span class="{verdict}">{verdict}</span>'.format_map(row)


def _diagram(row: Row, number: int) -> str:
    """The diagram of an answer as an image, in which no code of a user can run."""
    if not row.get("picture"):
        return ""
    image = b64encode(str(row["picture"]).encode()).decode()
    name, hint = (escape(str(row[column])) for column in ("id", "hint"))
    return (
        f'<section id="answer-{number}"><h2>{name}: {_marked(row)}</h2>'
        f"<p>{hint}</p>"
        f'<img alt="the diagram of {name}" src="data:image/svg+xml;base64,{image}"></section>\n'
    )
