"""The command `exercise`: what is asked, what helps, and the verdict on an answer."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, NAME, args
from hanoi_fsm.cli.output import Lines, wrapped
from hanoi_fsm.cli.tables import table_lines
from hanoi_fsm.course import guide
from hanoi_fsm.course.exercises import SEED, Course, Question, course
from hanoi_fsm.course.judging import judged
from hanoi_fsm.course.presenting import answer, asked, how_to_answer, judgement, template
from hanoi_fsm.fsm.errors import BadInput, printable, shortened
from hanoi_fsm.fsm.files import write
from hanoi_fsm.fsm.trace import Row

EXAMPLES = (
    "exercise",
    "exercise first-move",
    "exercise first-move --check '1 0 1'",
    "exercise missing-edge -o new.dot",
)
ARGUMENTS: args.Arguments = {
    "exercise": {
        "nargs": "?",
        "metavar": "EXERCISE",
        "help": "its name or number; without it, all exercises are listed",
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
    "--answer": {"action": "store_true", "help": "print a right answer"},
    "--seed": {
        "type": args.whole,
        "metavar": "S",
        "default": SEED,
        "help": "choose other numbers and other broken machines (default: %(default)s)",
    },
    "--sheet": {
        "action": "store_true",
        "help": "print the question, or without EXERCISE all of them, for paper",
    },
    "--exercises": {
        "metavar": "FILE.toml",
        "default": "",
        "help": "exercises of your own in place of those of the guide",
    },
    "--template": {"action": "store_true", "help": "print a FILE.toml to begin with"},
    "-o": {"dest": "into", "help": "write the starter file to FILE, which must not exist yet"},
}


def run(options: Namespace) -> Lines:
    found = course(options.exercises)
    if options.template:
        yield template()
    elif options.sheet:
        asks = [options.exercise] if options.exercise else [one.name for one in found.exercises]
        for name in asks:
            yield from _printed(asked(found.ask(name, options.seed)))
    elif options.exercise is not None:
        return (yield from _one(found.ask(options.exercise, options.seed), options))
    elif options.check is not None:
        raise BadInput("--check needs an exercise: write exercise first-move --check '1 0 1'")
    else:
        yield from table_lines(_listed(found))
        yield from ("", f"`{NAME} exercise NAME` asks one, and says how to answer it")
    return FINE


def _one(question: Question, options: Namespace) -> Lines:
    if options.check is not None:
        verdict = judged(question, options.check)
        yield from wrapped(map(printable, judgement(question, verdict)))
        return FINE if verdict.right else FAILED
    if options.answer:
        yield from _printed(answer(question))
    elif options.hint:
        yield from wrapped(question.hints[: options.hint])
    else:
        if options.into is not None:
            _begin(question, options.into)
        yield from _printed(asked(question, is_begun=options.into is not None))
        yield from _printed(how_to_answer(question, options.into))
    return FINE


def _printed(parts: Iterator[str]) -> Iterator[str]:
    for part in parts:
        yield from [part] if "\n" in part else wrapped([part], deeper=0)


def _listed(found: Course) -> Iterator[Row]:
    for number, one in enumerate(found.exercises, 1):
        row: Row = {"N": number, "exercise": one.name, "title": one.title, "answer": one.kind}
        chapter = f"{one.chapter}. {guide.chapter(str(one.chapter)).title}" if one.chapter else None
        yield row | {"chapter": chapter}


def _begin(question: Question, file: str) -> None:
    """Write the file to begin with; work that is there already is never replaced."""
    if not question.skeleton:
        raise BadInput(f"exercise {question.exercise.name} needs no file: leave out -o")
    if Path(file).is_file():
        raise BadInput(f"{shortened(file)} is there already, perhaps with your work: name another")
    write(f"{question.skeleton}\n", file)
