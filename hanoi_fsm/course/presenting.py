"""Questions, verdicts and answers as lines for people."""

from collections.abc import Iterator
from importlib.resources import files
from shlex import quote

from hanoi_fsm.course.exercises import PYTHON, SEED, WORDS, Question
from hanoi_fsm.course.judging import Verdict


def template() -> str:
    """A file of exercises for a teacher to begin with."""
    return files(__package__).joinpath("template.toml").read_text("utf-8").rstrip("\n")


def command(question: Question, more: str = "") -> str:
    """A command about this exercise, for the seed and the file that it has."""
    seed = f" --seed {question.seed}" if question.seed != SEED else ""
    own = f" --exercises {quote(question.course.file)}" if question.course.file else ""
    return f"`hanoi-fsm exercise {question.exercise.name}{own}{seed}{more}`"


def asked(question: Question, *, is_begun: bool = False) -> Iterator[str]:
    """What is asked, with what to begin with unless that `is_begun`.

    Each item is a line, or a table or program of several lines.
    """
    exercise = question.exercise
    chapter = f", `hanoi-fsm guide {exercise.chapter}`" if exercise.chapter else ""
    about = f"{exercise.name}, seed {question.seed}{chapter}"
    yield f"{question.number}. {exercise.title} ({about})"
    for paragraph in question.said(exercise.text).strip().split("\n\n"):
        yield ""
        yield from [paragraph.replace("\n", " ")] if paragraph[0] != " " else paragraph.split("\n")
    if question.skeleton and exercise.kind != WORDS and not is_begun:
        yield from ("", question.skeleton.strip())
    yield ""


def how_to_answer(question: Question, file: str | None = None) -> Iterator[str]:
    """The commands that answer a question, where perhaps a `file` has what to begin with."""
    in_words, is_python = (question.exercise.kind == kind for kind in (WORDS, PYTHON))
    name = file or ("mine.py" if is_python else "mine.dot")
    if question.skeleton and not file:
        shown = "the diagram" if in_words else "this"
        yield f"write {shown} to a file: {command(question, f' -o {name}')}"
    what, answer = ("your answer", "'YOUR ANSWER'") if in_words else ("the file", quote(name))
    yield f"check {what}: {command(question, f' --check {answer}')}"
    yield f"get a hint: {command(question, ' --hint')}"


def judgement(question: Question, verdict: Verdict) -> Iterator[str]:
    """A verdict on an answer, in lines: of a wrong one what helps, and not the answer."""
    yield f"{'right' if verdict.right else 'wrong'}: {verdict.text}"
    yield from [f"hint: {verdict.hint}"] * bool(verdict.hint)
    yield from [f"see it: `hanoi-fsm {verdict.see}`"] * bool(verdict.see)
    if not verdict.right:
        yield f"get a stronger hint: {command(question, ' --hint --hint')}"
        yield f"give it up, and see the answer: {command(question, ' --answer')}"


def answer(question: Question) -> Iterator[str]:
    """A right answer, why it is right, and how to try again with other numbers."""
    exercise = question.exercise
    yield question.solution
    yield from [question.said(exercise.because)] * bool(exercise.because)
    yield from [f"see it: `hanoi-fsm {question.said(exercise.see)}`"] * bool(exercise.see)
    other = Question(exercise, question.seed + 1, question.course)
    yield f"try it with other numbers: {command(other)}"
