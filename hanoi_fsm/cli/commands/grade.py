"""The command `grade`: the answers of a class to an exercise, a row for each file."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.each import files_in
from hanoi_fsm.cli.output import progress_bar, wrapped, write_lines
from hanoi_fsm.cli.state_diagrams import faulty_diagram
from hanoi_fsm.cli.tables import lines_in, table_lines
from hanoi_fsm.course.exercises import SEED, ask
from hanoi_fsm.course.grading import RULE, grade
from hanoi_fsm.course.report import page
from hanoi_fsm.fsm.errors import BadInput, shortened

FORMATS = ("text", "csv", "jsonl", "html")


def configure(command: ArgumentParser) -> None:
    command.description = f"{command.description}\n\n" + "\n".join(wrapped([RULE], deeper=0))
    args.example(command, "grade . --exercise 12", "grade . --exercise 12 -o grades.html")
    folder = "all files in it are judged; an answer in words is the first line of a .txt file"
    command.add_argument("folder", metavar="FOLDER", help=folder)
    answered = {"required": True, "help": "the exercise that is answered"}
    args.add(command, "--exercise", type=args.whole, metavar="N", **answered)
    seed = "the seed of it, where the name of a file has none, as in anna-seed7.txt"
    args.number(command, "--seed", "S", f"{seed} (default: %(default)s)", SEED)
    run = "run Python files, each in a process of its own, with limits"
    command.add_argument("--run-python", action="store_true", help=run)
    about = "text (default), csv, jsonl or html, a page with the diagrams; the ending of FILE too"
    args.add(command, "--format", default=None, choices=FORMATS, help=about)
    args.add(command, "-o")


def run(options: Namespace) -> int:
    question = ask(options.exercise, options.seed)
    top = Path(options.folder)
    files = [str(Path(one).relative_to(top)) for one in files_in(options.folder)]
    if not files:
        raise BadInput(f"the folder {shortened(options.folder)} is empty: put the answers into it")
    ending = Path(options.file or "").suffix.removeprefix(".")
    format = options.format or (ending if ending in FORMATS else "text")
    with progress_bar(f"grading {options.folder}", len(files)) as progress:
        draw = faulty_diagram if format == "html" else None
        rows = grade(
            question,
            options.folder,
            files,
            run_python=options.run_python,
            draw=draw,
            progress=progress,
        )
    if format == "html":
        lines: Sequence[str] = [page(question, rows)]
    elif format == "text":
        lines = [*table_lines(rows), "", *wrapped([RULE])]
    else:
        lines = [*lines_in(format, rows)]
    write_lines(lines, options.file)
    return FINE
