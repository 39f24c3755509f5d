"""The command `exercise`: a question, its hints, and the verdict on an answer."""

from collections.abc import Iterable
from pathlib import Path
from shlex import quote

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    NAME,
    Arguments,
    Lines,
    LinesAndCode,
    Options,
    by_extension,
    lines_in,
    wrapped,
    write,
)
from hanoi_fsm.course import guide
from hanoi_fsm.course.exercises import PYTHON, SEED, WORDS, Exercise, Question, course, resource
from hanoi_fsm.course.judging import Verdict, judged
from hanoi_fsm.fsm.errors import BadInput, printable, shortened
from hanoi_fsm.fsm.trace import Row

DOT = {"dot": "dot", "gv": "dot"}
STARTERS = {PYTHON: {"py": "py"}}
"""The formats of starter files, by the kind of the exercise, if they are not diagrams."""

EXAMPLES = (
    "exercise",
    "exercise first-move",
    "exercise first-move --check '1 0 1'",
    "exercise missing-edge -o new.dot",
)
ARGUMENTS: Arguments = {
    "exercise": {
        "nargs": "?",
        "metavar": "EXERCISE",
        "help": "the name or number of an exercise; without it, all are listed",
    },
    "--check": {
        "metavar": "ANSWER",
        "help": "judge an answer: words, as in --check '3 0 2', or a file: .dot, .json, .py or "
        ".txt",
    },
    "--hint": {
        "action": "count",
        "default": 0,
        "help": "print a hint; repeat it, --hint --hint, for a stronger one too",
    },
    "--answer": {"action": "store_true", "help": "print a correct answer"},
    "--seed": {},
    "--sheet": {
        "action": "store_true",
        "help": "print the question for paper, or without EXERCISE all questions",
    },
    "--exercises": {},
    "--template": {"action": "store_true", "help": "print a FILE.toml to start from"},
    "-o": {"dest": "into", "help": "write the starter file to FILE, which must not exist"},
}


def run(options: Options) -> LinesAndCode:
    chosen, name = course(options.exercises), options.exercise
    if options.template:
        yield resource("template.toml").rstrip("\n")
    elif options.sheet:
        for exercise in [name] if name else [exercise.name for exercise in chosen.exercises]:
            yield from _printed(_asked(chosen.ask(exercise, options.seed)))
    elif name is not None:
        return (yield from _about(chosen.ask(name, options.seed), options))
    elif options.check is not None:
        raise BadInput("--check needs an exercise: write exercise first-move --check '1 0 1'")
    elif options.into is not None:
        raise BadInput("-o needs an exercise: write exercise missing-edge -o new.dot")
    else:
        yield from lines_in("text", map(_row, enumerate(chosen.exercises, 1)))
        yield from ("", f"`{NAME} exercise NAME` asks one, and explains how to answer")
    return FINE


def _row(numbered: tuple[int, Exercise]) -> Row:
    """The row of an exercise in the list."""
    number, exercise = numbered
    chapter = exercise.chapter and guide.chapter(str(exercise.chapter))
    return {
        "N": number,
        "exercise": exercise.name,
        "title": exercise.title,
        "answer": exercise.kind,
        "chapter": f"{chapter.number}. {chapter.title}" if chapter else None,
    }


def _about(question: Question, options: Options) -> LinesAndCode:
    """Judge the answer, or print it, or hints, or the question."""
    if options.check is not None:
        verdict = judged(question, options.check)
        yield from wrapped(map(printable, _judgement(question, verdict)))
        return FINE if verdict.right else FAILED
    if options.answer:
        yield from _printed(_answer(question))
    elif options.hint:
        yield from wrapped(question.hints[: options.hint])
    else:
        if options.into is not None:
            _begin(question, options.into)
        yield from _printed(_asked(question, is_begun=options.into is not None))
        yield from _printed(_how_to_answer(question, options.into))
    return FINE


def _printed(parts: Iterable[str]) -> Lines:
    """Wrap parts of one line; a table or program of several lines stays as it is."""
    for part in parts:
        yield from [part] if "\n" in part else wrapped([part], deeper=0)


def _begin(question: Question, file: str) -> None:
    """Write the starter file; existing work is never replaced."""
    if not question.skeleton:
        raise BadInput(f"exercise {question.exercise.name} needs no file: leave out -o")
    by_extension(file, STARTERS.get(question.exercise.kind, DOT))
    if Path(file).is_file():
        raise BadInput(
            f"{shortened(file)} already exists, perhaps with your work: name another file"
        )
    write(f"{question.skeleton}\n", file)


def _command(question: Question, more: str = "") -> str:
    """A command for this exercise, with its seed and file."""
    seed = f" --seed {question.seed}" if question.seed != SEED else ""
    own = f" --exercises {quote(question.course.file)}" if question.course.file else ""
    return f"`hanoi-fsm exercise {question.exercise.name}{own}{seed}{more}`"


def _asked(question: Question, *, is_begun: bool = False) -> Lines:
    """The question, with its starter file unless it `is_begun`.

    Each item is a line, or a table or program of several lines.
    """
    exercise = question.exercise
    chapter = f", `hanoi-fsm guide {exercise.chapter}`" if exercise.chapter else ""
    about = f"{exercise.name}, seed {question.seed}{chapter}"
    yield f"{question.number}. {exercise.title} ({about})"
    for paragraph in question.said(exercise.text).strip().split("\n\n"):
        is_table = paragraph.startswith(" ")
        yield from ("", paragraph if is_table else paragraph.replace("\n", " "))
    if question.skeleton and exercise.kind != WORDS and not is_begun:
        yield from ("", question.skeleton.strip())
    yield ""


def _how_to_answer(question: Question, file: str | None = None) -> Lines:
    """The commands that answer a question; a `file` may hold its starter file."""
    in_words = question.exercise.kind == WORDS
    name = file or ("mine.py" if question.exercise.kind == PYTHON else "mine.dot")
    if question.skeleton and not file:
        shown = "the diagram" if in_words else "this"
        yield f"write {shown} to a file: {_command(question, f' -o {name}')}"
    what, answer = ("your answer", "'YOUR ANSWER'") if in_words else ("the file", quote(name))
    yield f"check {what}: {_command(question, f' --check {answer}')}"
    yield f"get a hint: {_command(question, ' --hint')}"


def _judgement(question: Question, verdict: Verdict) -> Lines:
    """The lines of a verdict; a wrong answer gets help, but not the correct answer."""
    lines = {"right" if verdict.right else "wrong": verdict.text, "hint": verdict.hint}
    lines["see it"] = verdict.see and f"`{NAME} {verdict.see}`"
    if not verdict.right:
        lines["get a stronger hint"] = _command(question, " --hint --hint")
        lines["give up, and see the answer"] = _command(question, " --answer")
    return (f"{what}: {text}" for what, text in lines.items() if text)


def _answer(question: Question) -> Lines:
    """A correct answer, the reason, and how to try again with other numbers.

    After a drawing or program the rest is a comment, so that the file can be read.
    """
    exercise = question.exercise
    other = Question(exercise, question.seed + 1, question.course)
    see = exercise.see and f"see it: `{NAME} {question.said(exercise.see)}`"
    again = f"try it with other numbers: {_command(other)}"
    about = filter(None, [question.said(exercise.because), see, again])
    if exercise.kind == WORDS:
        yield from [question.solution, *about]
    else:
        mark = "#" if exercise.kind == PYTHON else "//"
        yield "\n".join([question.solution, *(f"{mark} {line}" for line in about)])
