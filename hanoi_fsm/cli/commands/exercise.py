"""The command `exercise`: what is asked, what helps, and the verdict on an answer."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, NAME, args
from hanoi_fsm.cli.output import Lines, wrapped
from hanoi_fsm.cli.tables import table_lines
from hanoi_fsm.course import guide
from hanoi_fsm.course.exercises import SEED, Question, ask, exercises
from hanoi_fsm.fsm.errors import BadInput, printable, shortened
from hanoi_fsm.fsm.files import write
from hanoi_fsm.fsm.trace import Row

EXAMPLES = ("exercise", "exercise 1", "exercise 1 --check 2", "exercise 12 -o new.dot")
ARGUMENTS: args.Arguments = {
    "number": {
        "nargs": "?",
        "type": args.whole,
        "metavar": "N",
        "help": "its number; without it, all exercises are listed",
    },
    "--check": {
        "metavar": "ANSWER",
        "help": "judge an answer: words, as in --check '3 0 2', or a file: .dot, .json, .py or "
        ".txt",
    },
    "--hint": {
        "action": "count",
        "default": 0,
        "help": "print a hint; twice, --hint --hint, a stronger one too",
    },
    "--seed": {
        "type": args.whole,
        "metavar": "S",
        "default": SEED,
        "help": "choose other numbers and other broken machines (default: %(default)s)",
    },
    "-o": {"dest": "into", "help": "write the starter file to FILE, which must not exist yet"},
}


def run(options: Namespace) -> Lines:
    if options.number is None:
        if options.check is not None:
            raise BadInput("--check needs the number of an exercise: write exercise 1 --check 2")
        yield from table_lines(_listed())
        yield from ("", f"`{NAME} exercise N` asks one, and says how to answer it")
        return FINE
    question = ask(options.number, options.seed)
    if options.check is not None:
        verdict = question.judged(options.check)
        yield from wrapped(map(printable, question.judgement(verdict)))
        return FINE if verdict.right else FAILED
    if options.hint:
        yield from wrapped(question.hints[: options.hint])
        return FINE
    if options.into is not None:
        _begin(question, options.into)
    for part in question.asked(options.into):
        yield from [part] if "\n" in part else wrapped([part], deeper=0)
    return FINE


def _listed() -> Iterator[Row]:
    for one in exercises():
        chapter = f"{one.chapter}. {guide.chapter(str(one.chapter)).title}"
        row: Row = {"N": one.number, "exercise": one.title, "answer": one.kind}
        yield row | {"chapter of the guide": chapter}


def _begin(question: Question, file: str) -> None:
    """Write the file to begin with; work that is there already is never replaced."""
    if not question.skeleton:
        raise BadInput(f"exercise {question.exercise.number} needs no file: leave out -o")
    if Path(file).is_file():
        raise BadInput(f"{shortened(file)} is there already, perhaps with your work: name another")
    write(f"{question.skeleton}\n", file)
