"""The command `exercise`: what is asked, what helps, and the verdict on an answer."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from shlex import quote

from hanoi_fsm.cli import FAILED, FINE, NAME, args
from hanoi_fsm.cli.output import Lines, wrapped, write
from hanoi_fsm.cli.tables import table_lines
from hanoi_fsm.course import guide
from hanoi_fsm.course.exercises import (
    PYTHON,
    SEED,
    WORDS,
    Question,
    Verdict,
    ask,
    exercises,
)
from hanoi_fsm.fsm.errors import BadInput, printable, shortened
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
    "-o": {"dest": "into", "help": "write the file to begin with to FILE, which must be new"},
}


def run(options: Namespace) -> Lines:
    if options.number is None:
        yield from table_lines(_listed())
        yield from ("", f"`{NAME} exercise N` asks one, and says how to answer it")
        return FINE
    question = ask(options.number, options.seed)
    if options.check is not None:
        verdict = question.judged(options.check)
        yield from wrapped(map(printable, _judgement(question, verdict)))
        return FINE if verdict.right else FAILED
    if options.hint:
        yield from wrapped(question.hints[: options.hint])
        return FINE
    if options.into is not None:
        _begin(question, options.into)
    yield from _text(question, options.into)
    return FINE


def _listed() -> Iterator[Row]:
    for one in exercises():
        chapter = f"{one.chapter}. {guide.chapter(str(one.chapter)).title}"
        row: Row = {"N": one.number, "exercise": one.title, "answer": one.kind}
        yield row | {"chapter of the guide": chapter}


def _command(question: Question, more: str = "") -> str:
    """A command about this exercise, for the seed that it has."""
    seed = f" --seed {question.seed}" if question.seed != SEED else ""
    return f"`{NAME} exercise {question.exercise.number}{seed}{more}`"


def _text(question: Question, file: str | None) -> Iterator[str]:
    exercise, skeleton = question.exercise, question.skeleton
    about = f"`{NAME} guide {exercise.chapter}`, seed {question.seed}"
    yield f"{exercise.number}. {exercise.title} ({about})"
    for paragraph in question.said(exercise.text).strip().split("\n\n"):
        lines = paragraph.split("\n")
        yield ""
        yield from lines if lines[0][:1] == " " else wrapped([" ".join(lines)], deeper=0)
    in_words = exercise.kind == WORDS
    name = file or ("mine.py" if exercise.kind == PYTHON else "mine.dot")
    if skeleton and file is None and not in_words:
        yield from ("", *skeleton.strip().split("\n"))
    yield ""
    if skeleton and file is None:
        shown = "the diagram" if in_words else "this"
        yield f"write {shown} to a file: {_command(question, f' -o {name}')}"
    what, answer = ("your answer", "'YOUR ANSWER'") if in_words else ("the file", quote(name))
    yield f"check {what}: {_command(question, f' --check {answer}')}"
    yield f"get a hint: {_command(question, ' --hint')}"


def _begin(question: Question, file: str) -> None:
    """Write the file to begin with; work that is there already is never replaced."""
    if not question.skeleton:
        raise BadInput(f"exercise {question.exercise.number} needs no file: leave out -o")
    if Path(file).is_file():
        raise BadInput(f"{shortened(file)} is there already, perhaps with your work: name another")
    write(f"{question.skeleton}\n", file)


def _judgement(question: Question, verdict: Verdict) -> Iterator[str]:
    """What to print of a verdict."""
    yield f"{'right' if verdict.right else 'wrong'}: {verdict.text}"
    yield from [f"hint: {verdict.hint}"] * bool(verdict.hint)
    yield from [f"see it: `{NAME} {verdict.see}`"] * bool(verdict.see)
    if not verdict.right and question.exercise.kind == WORDS:
        other = Question(question.exercise, question.seed + 1)
        yield f"try it with other numbers: {_command(other)}"
