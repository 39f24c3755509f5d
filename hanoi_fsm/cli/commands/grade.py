"""The command `grade`: the answers of a class to an exercise, a row for each file."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.cli.each import files_in
from hanoi_fsm.cli.output import progress_bar, wrapped
from hanoi_fsm.cli.tables import lines_in, table_lines
from hanoi_fsm.course.exercises import SEED, ask
from hanoi_fsm.course.grading import RULE, grade, page
from hanoi_fsm.fsm.errors import BadInput, shortened

FORMATS = ("text", "csv", "jsonl", "html")


EXAMPLES = ("grade . --exercise 12", "grade . --exercise 12 -o grades.html")
ARGUMENTS: args.Arguments = {
    "folder": {
        "metavar": "FOLDER",
        "help": "all files in it are judged; an answer in words is the first line of a .txt file",
    },
    "--exercise": {
        "type": args.whole,
        "metavar": "N",
        "required": True,
        "help": "the exercise that is answered",
    },
    "--seed": {
        "type": args.whole,
        "metavar": "S",
        "default": SEED,
        "help": "the seed of it, where the name of a file has none, as in anna-seed7.txt "
        "(default: %(default)s)",
    },
    "--run-python": {
        "action": "store_true",
        "help": "run Python files, each in a process of its own, with limits",
    },
    "--format": {
        "default": None,
        "choices": FORMATS,
        "help": "text (default), csv, jsonl or html, a page with the diagrams; or by the "
        "extension of FILE",
    },
    "-o": {},
}


def run(options: Namespace) -> Iterator[str]:
    question = ask(options.exercise, options.seed)
    files = [str(one.relative_to(options.folder)) for one in files_in(options.folder)]
    if not files:
        raise BadInput(f"the folder {shortened(options.folder)} is missing or empty")
    format = args.rows_format(options, "html")
    with progress_bar(f"grading {options.folder}", len(files)) as progress:
        rows = grade(
            question,
            options.folder,
            files,
            run_python=options.run_python,
            draw=format == "html",
            progress=progress,
        )
    if format == "html":
        yield page(question, rows)
    elif format == "text":
        yield from (*table_lines(rows), "", *wrapped([RULE]))
    else:
        yield from lines_in(format, rows)
