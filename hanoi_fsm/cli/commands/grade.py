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
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine

FORMATS = ("text", "csv", "jsonl", "html")


def configure(command: ArgumentParser) -> None:
    command.description = f"{command.description}\n\n" + "\n".join(wrapped([RULE], deeper=0))
    args.example(command, "grade . --exercise 12", "grade . --exercise 12 -o grades.html")
    command.add_argument("folder", metavar="FOLDER", help="all its files, and those of its folders")
    args.number(command, "--exercise", "N", "the exercise that is answered (needed)")
    seed = "the seed of it, where the name of a file has none, as in anna-seed7.txt"
    args.number(command, "--seed", "S", f"{seed} (default: %(default)s)", SEED)
    run = "run Python files, each in a process of its own, with limits"
    command.add_argument("--run-python", action="store_true", help=run)
    about = "text (default), csv, jsonl or html, a page with the diagrams; the ending of FILE too"
    args.add(command, "--format", default=None, choices=FORMATS, help=about)
    args.add(command, "-o")


def run(options: Namespace) -> int:
    if options.exercise is None:
        raise BadInput("--exercise is missing: write --exercise N, as in `exercise N`")
    question = ask(options.exercise, options.seed)
    if not Path(options.folder).is_dir():
        raise BadInput(
            f"{shortened(options.folder)} is not a folder: name the one with the answers"
        )
    top = Path(options.folder)
    files = [str(Path(one).relative_to(top)) for one in files_in(options.folder)]
    if not files:
        raise BadInput(f"the folder {shortened(options.folder)} is empty: put the answers into it")
    ending = Path(options.file or "").suffix.removeprefix(".")
    format = options.format or (ending if ending in FORMATS else "text")
    with progress_bar(f"grading {options.folder}", len(files)) as progress:
        picture = _svg if format == "html" else None
        rows = grade(
            question,
            options.folder,
            files,
            run_python=options.run_python,
            picture=picture,
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


def _svg(machine: Machine, findings: Sequence[Finding]) -> bytes:
    return faulty_diagram(machine, findings).render("svg")
