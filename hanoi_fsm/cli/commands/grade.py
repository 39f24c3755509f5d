"""The command `grade`: the answers of a class, one row per answer."""

from pathlib import Path

from hanoi_fsm.cli.command import (
    ROWS,
    Arguments,
    Lines,
    Options,
    format_of,
    lines_in,
    progress_bar,
    wrapped,
    write,
)
from hanoi_fsm.cli.each import files_in
from hanoi_fsm.course.exercises import course
from hanoi_fsm.course.grading import (
    COLUMNS,
    RULE,
    SEEDS,
    Answer,
    answers_in,
    answers_of,
    grade,
    report,
    reports,
)
from hanoi_fsm.fsm.errors import BadInput, shortened

FORMATS = ROWS | {"html": "html"}

EXAMPLES = ("grade . --exercise missing-edge", "grade . --exercise missing-edge -o grades.html")
ARGUMENTS: Arguments = {
    "folder": {
        "metavar": "FOLDER|FILE.csv",
        "help": "a folder of answers (an answer in words is the first line of a .txt file), or a "
        "table with a column id, optionally a column seed, and one column per exercise",
    },
    "--exercise": {
        "metavar": "EXERCISE",
        "help": "the name or number of the exercise that the files answer",
    },
    "--exercises": {},
    "--seed": {
        "help": "the seed, unless the name of the file or of a folder has one, as in "
        "anna-seed7.txt (default: %(default)s)",
    },
    "--run-python": {
        "action": "store_true",
        "help": "run Python files, each in a process of its own, with limits",
    },
    "--format": {
        "default": "",
        "choices": ("text", "csv", "jsonl", "html"),
        "help": "text (default), csv, jsonl or html, a page with the diagrams; or by the "
        "extension of FILE",
    },
    "--pages": {"metavar": "FOLDER", "help": "also write a page per student into FOLDER"},
    "-o": {},
}


def run(options: Options) -> Lines:
    answers = _answers(options)
    format = format_of(options, FORMATS)
    with progress_bar(f"grading {options.folder}", len(answers)) as progress:
        rows = grade(
            answers,
            run_python=options.run_python,
            draw=format == "html" or options.pages is not None,
            progress=progress,
        )
    if options.pages is not None:
        for name, text in reports(rows):
            write(text, Path(options.pages, name))
    shown = [{column: row[column] for column in COLUMNS} for row in rows]
    if format == "html":
        yield report(f"Grades of {options.folder}", rows)
    elif format == "text":
        yield from (*lines_in("text", shown), "", *wrapped([RULE, SEEDS]))
    else:
        yield from lines_in(format, shown)


def _answers(options: Options) -> list[Answer]:
    exercises = course(options.exercises)
    if options.folder.lower().endswith(".csv"):
        return [*answers_of(options.folder, exercises, options.seed)]
    if options.exercise is None:
        raise BadInput("a folder has the answers to one exercise: write --exercise EXERCISE")
    question = exercises.ask(options.exercise, options.seed)
    files = [str(path.relative_to(options.folder)) for path in files_in(options.folder)]
    if not files:
        wrong = "is a file" if Path(options.folder).is_file() else "is missing or empty"
        raise BadInput(
            f"{shortened(options.folder)} {wrong}: name a folder of answers, or FILE.csv"
        )
    return [*answers_in(options.folder, files, question)]
