"""Exercises in the order of the guide: a question is asked, and an answer is judged with a witness.

They are data, in `exercises.toml`. A seed draws the numbers of a question and breaks its machines.
What is right follows from the formulas and machines of this package. An answer in words is compared
with the right one, and a reason says why that is right; a machine is checked as by `check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any, NamedTuple

from hanoi_fsm.course.figures import FIGURES, readers, written
from hanoi_fsm.course.machines import MADE, own_machine, program, tried
from hanoi_fsm.fsm.automaton import Automaton, table_rows
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.errors import BadInput, TextError, counted, shortened
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import word_text
from hanoi_fsm.fsm.repair.search import Repair, repairs_of
from hanoi_fsm.hanoi import automata, formulas, resolver
from hanoi_fsm.hanoi.automata.memories import TowerMemory
from hanoi_fsm.hanoi.pegs import PEGS, IllegalMove, PegMatrix

WORDS, DIAGRAM, PYTHON = "words", "diagram", "Python"
ENDINGS = {WORDS: (".txt",), DIAGRAM: resolver.FILES, PYTHON: (".py",)}
"""The kinds of answers, and how the names of files with them end."""

SEED = 1
LONGEST_ANSWER = 10_000
"""The most bytes of an answer in words."""
SECONDS = 10.0
"""How long a repair of a drawing is looked for."""
MOST_TRANSITIONS = 100
"""A drawing with more of them is not repaired, and not shown."""
MACHINE = "machine"
"""The name of what a Python file defines as its answer."""
ALMOST = 0.6
"""How much of an answer is right that does what it should and has too many states."""
FILLING = re.compile(r"\b(a|and|disks?|from|goes|is|it|moves?|on|pegs?|step|then|times|to)\b")
"""Words that an answer may have and that say nothing."""


@dataclass(frozen=True)
class Exercise:
    """A record of `exercises.toml`.

    Names in braces in its texts stand for the `figures`, which a function of that name draws. Of an
    answer in words, `because` is the reason why the `answer` is right, and `see` a command that
    shows it; `slips` are wrong answers, each with what to think of. A drawing must do what the
    `machine` does, with at most `most_states`; a student is `given` an automaton made of it, or the
    `states` and the `table`, or a file in `python`. `judge` names how any right answer is known.
    """

    number: int
    title: str
    chapter: int
    kind: str
    text: str
    hints: Sequence[str]
    figures: str = ""
    answer: str = ""
    because: str = ""
    see: str = ""
    slips: Sequence[Sequence[str]] = ()
    judge: str = ""
    machine: str = ""
    given: str = ""
    states: Sequence[str] = ()
    final: Sequence[str] = ()
    table: str = ""
    most_states: int = 0
    python: str = ""


class Verdict(NamedTuple):
    """Whether an answer is right, why, and what `share` of it is.

    The `hint` says what to do about a wrong one, and `see` is a command that shows why.
    Of a drawing there are the `machine`, its `findings`, and how many edits the smallest repair
    has, None if more than one, or if none was found in time.
    """

    right: bool
    text: str
    share: float = 0.0
    hint: str = ""
    see: str = ""
    machine: Machine | None = None
    findings: Sequence[Finding] = ()
    edits: int | None = None


@cache
def _data() -> Mapping[str, Any]:
    import tomllib

    return tomllib.loads(files(__package__).joinpath("exercises.toml").read_text("utf-8"))


@cache
def exercises() -> Sequence[Exercise]:
    """All exercises, in the order of the guide."""
    return [Exercise(number, **one) for number, one in enumerate(_data()["exercise"], 1)]


def ask(number: int, seed: int = SEED) -> Question:
    """The question of an exercise for a seed; `BadInput` where there is no such exercise."""
    known = exercises()
    if not 1 <= number <= len(known):
        raise BadInput(f"unknown exercise {shortened(number)}: choose from 1 .. {len(known)}")
    return Question(known[number - 1], seed)


@dataclass(frozen=True)
class Question:
    """An exercise with the numbers and the machines of a `seed`."""

    exercise: Exercise
    seed: int = SEED

    def _random(self, part: str) -> Random:
        return Random(f"{self.exercise.number} {self.seed} {part}")

    @cached_property
    def figures(self) -> Mapping[str, Any]:
        """What the names in braces stand for."""
        name = self.exercise.figures
        return FIGURES[name](self._random("figures"), self) if name else {}

    @cached_property
    def machine(self) -> Machine:
        """A machine that does what a drawing must do."""
        name = self.exercise.machine
        if name in automata.names():
            return automata.get(name)
        about = dict(_data()["machines"][name])
        rule = about.pop("rule", "")
        return own_machine(Automaton.from_table("mine", **about), rule, self)

    @cached_property
    def given(self) -> Automaton | None:
        """The automaton that a student is given, if any."""
        exercise = self.exercise
        if exercise.given:
            return MADE[exercise.given](self.machine, self._random("given"))
        if not exercise.states:
            return None
        states = tuple(exercise.states)
        rows = Automaton.from_table("mine", initial=states[0], table=exercise.table)
        return replace(rows, states=states, final=frozenset(exercise.final))

    @property
    def skeleton(self) -> str:
        """The text of a file to begin with; empty where none is needed."""
        given = self.exercise.python
        return program(self.given, self.machine) if self.given else given

    def said(self, template: str) -> str:
        """A text of the exercise with its figures in it."""
        rows = table_rows(self.given.transitions) if self.given and "{table}" in template else ()
        table = "\n".join(f"    {row}" for row in rows)
        return template.format_map({**self.figures, "table": table, "seed": self.seed})

    @property
    def hints(self) -> list[str]:
        """What helps, the stronger hint last."""
        return [self.said(one) for one in self.exercise.hints]

    def command(self, more: str = "") -> str:
        """A command about this exercise, for the seed that it has."""
        seed = f" --seed {self.seed}" if self.seed != SEED else ""
        return f"`hanoi-fsm exercise {self.exercise.number}{seed}{more}`"

    def asked(self, file: str | None = None) -> Iterator[str]:
        """What is asked, and how to answer it, where perhaps a `file` has what to begin with.

        Each item is a line, or a table or program of several lines.
        """
        exercise, in_words = self.exercise, self.exercise.kind == WORDS
        about = f"`hanoi-fsm guide {exercise.chapter}`, seed {self.seed}"
        yield f"{exercise.number}. {exercise.title} ({about})"
        for paragraph in self.said(exercise.text).strip().split("\n\n"):
            yield ""
            yield from (
                [paragraph.replace("\n", " ")] if paragraph[0] != " " else paragraph.split("\n")
            )
        to_begin = self.skeleton.strip() if file is None else ""
        if to_begin and not in_words:
            yield from ("", to_begin)
        yield ""
        name = file or ("mine.py" if exercise.kind == PYTHON else "mine.dot")
        if to_begin:
            shown = "the diagram" if in_words else "this"
            yield f"write {shown} to a file: {self.command(f' -o {name}')}"
        what, answer = ("your answer", "'YOUR ANSWER'") if in_words else ("the file", quote(name))
        yield f"check {what}: {self.command(f' --check {answer}')}"
        yield f"get a hint: {self.command(' --hint')}"

    def judgement(self, verdict: Verdict) -> Iterator[str]:
        """A verdict on an answer, in lines."""
        yield f"{'right' if verdict.right else 'wrong'}: {verdict.text}"
        yield from [f"hint: {verdict.hint}"] * bool(verdict.hint)
        yield from [f"see it: `hanoi-fsm {verdict.see}`"] * bool(verdict.see)
        if not verdict.right and self.exercise.kind == WORDS:
            other = Question(self.exercise, self.seed + 1)
            yield f"try it with other numbers: {other.command()}"

    def judged(self, given: str, seconds: float = SECONDS) -> Verdict:
        """The verdict on an answer in words, or on a file.

        The repair of a drawing is looked for as long as these `seconds`. Raises `BadInput` for
        words of another form, `TextError` and what `resolve` raises for a file.
        """
        kind, name = self.exercise.kind, given.rpartition(":")[0] or given
        is_file = name.lower().endswith(ENDINGS[kind])
        if kind == WORDS:
            return self._answered(first_line(Path(given)) if is_file else given)
        if not is_file:
            expected = " or ".join(ENDINGS[kind])
            wrong = f"{shortened(given)} does not answer this exercise"
            raise BadInput(f"{wrong}: name a file that ends in {expected}")
        return self._programmed(given) if kind == PYTHON else self._drawn(given, seconds)

    def _answered(self, given: str) -> Verdict:
        exercise, right = self.exercise, words_of(self.said(self.exercise.answer))
        words = split_as(right, words_of(given))
        if not "".join(words):
            raise BadInput(f"the answer {shortened(given)} says nothing: write words or numbers")
        verdict = JUDGES.get(exercise.judge, _compared)(self, words, right)
        if verdict.right:
            return verdict._replace(see=self.said(exercise.see))
        remarks = [about for slip, about in exercise.slips if words_of(self.said(slip)) == words]
        hint = verdict.hint or self.said(([*remarks, exercise.hints[0]])[0])
        return verdict._replace(hint=hint, see=self.said(exercise.see))

    def _programmed(self, file: str) -> Verdict:
        machine = resolver.resolve(file if ".py:" in file else f"{file}:{MACHINE}", "solver")
        if not isinstance(machine, Machine):
            return Verdict(False, "it is a function: write a machine", hint=self.hints[0])
        own = {*machine.vocabulary.guards()} - {*TowerMemory.guards()}
        if machine.vocabulary.__module__.startswith("hanoi_fsm."):
            own = set()
        if machine.automaton.guards and own.isdisjoint(machine.automaton.guards):
            text = "no transition asks a guard of your own"
            return Verdict(False, text, ALMOST, self.hints[0], machine=machine)
        return self._checked(machine)

    def _drawn(self, file: str, seconds: float) -> Verdict:
        machine = resolver.drawn(file, self.machine)
        verdict = self._checked(machine)
        if not verdict.findings:
            return verdict
        found: Sequence[Repair] = ()
        if is_small(machine):
            found = repairs_of(machine, tried(machine), 1, seconds=seconds).repairs
        first = verdict.findings[0]
        place = found[0].place if found else f"line {first.line}" if first.line else ""
        events = [record.transition.event for record in first.path]
        inputs = [str(first.size)] if machine.sized(1) else events
        see = f"trace {' '.join(inputs)} --by {quote(file)}" if first.step and inputs else ""
        hint = f"look at {place}" if place else verdict.hint
        return verdict._replace(hint=hint, see=see, edits=1 if found else None)

    def _checked(self, machine: Machine) -> Verdict:
        report = check(machine, tried(machine))
        found = Verdict(
            report.holds,
            str(report).removeprefix(f"{report.name}: ").removeprefix("FAILED: "),
            1.0 if report.finding is None else _share(report.finding, machine),
            machine=machine,
            findings=report.findings,
        )
        states, most = len(machine.automaton.states), self.exercise.most_states
        if found.right and most and states > most:
            text = f"it does what it should, but has {counted(states, 'state')}: use at most {most}"
            return found._replace(right=False, text=text, share=ALMOST, hint=self.hints[0])
        return found._replace(edits=0) if found.right else found._replace(hint=self.hints[0])


def is_small(machine: Machine) -> bool:
    """Whether a drawing can be read, and repaired in a reasonable time."""
    return len(machine.automaton.transitions) <= MOST_TRANSITIONS


def first_line(path: Path) -> str:
    """The first line of a file that is not blank; raises `TextError` where there is none."""
    lines = TextError.decoded(path, LONGEST_ANSWER, "an answer").split("\n")
    return next(line for line in lines if line.strip())


def words_of(given: str) -> list[str]:
    """The words and numbers of an answer that say something.

    >>> words_of("Disk 3: 0 -> 2"), words_of("crown")
    (['3', '0', '2'], ['crown'])
    """
    return re.findall("[a-z]+|[0-9]+", FILLING.sub(" ", given.lower()))


def split_as(right: list[str], words: list[str]) -> list[str]:
    """The words of an answer, with digits written together or apart as in the right one.

    >>> split_as(["3", "0", "2"], ["302"]), split_as(["302"], ["3", "0", "2"])
    (['3', '0', '2'], ['302'])
    """
    if len(right) == 1:
        return ["".join(words)]
    is_split = len(words) == len(right) or any(len(one) > 1 for one in right)
    return words if is_split else [*"".join(words)]


def _share(finding: Finding, machine: Machine) -> float:
    """How much of the run that goes wrong is right, its end included; all, where no run does."""
    if finding.kind != "output":
        return float(finding.kind != "definition")
    size, step = finding.size or 0, finding.step or 1
    steps = 1 << size if machine.sized(1) else max(1, size)
    return min(step - 1, steps) / steps


def _compared(question: Question, words: list[str], right: list[str]) -> Verdict:
    """Whether the words are the right ones, and how many of them."""
    alike = sum(one == other for one, other in zip(words, right, strict=False))
    share = alike / max(len(words), len(right))
    return Verdict(words == right, question.said(question.exercise.because), share)


def _path(question: Question, words: list[str], right: list[str]) -> Verdict:
    """Whether moves, each written as its two pegs, are a shortest path."""
    start, goal, length = (question.figures[name] for name in ("start", "goal", "length"))
    digits = "".join(words)
    if len(digits) % 2 or not {*digits} <= {*map(str, PEGS)}:
        raise BadInput(
            f"{shortened(digits)} is not a list of moves: write two pegs per move, 02 21"
        )
    pegs = PegMatrix(start)
    for step in range(1, len(digits) // 2 + 1):
        source, target = map(int, digits[2 * step - 2 : 2 * step])
        share, left = (step - 1) / length, formulas.distance(pegs.configuration(), goal)
        try:
            move = pegs.move(source, target)
        except IllegalMove as error:
            return Verdict(False, f"move {step} of {pegs}: {error}", share)
        now = formulas.distance(pegs.configuration(), goal)
        if now >= left:
            text = (
                f"move {step}, {move}, leads away: {counted(left, 'move')} before, {now} after it"
            )
            return Verdict(False, text, share)
    if pegs.digits() != goal:
        moves = counted(formulas.distance(pegs.configuration(), goal), "move")
        text = f"it ends with {pegs}, {moves} from the goal"
        return Verdict(False, text, len(digits) // 2 / length)
    return Verdict(True, f"{counted(length, 'move')}, and no path is shorter", 1.0)


def _witness(question: Question, words: list[str], right: list[str]) -> Verdict:
    """Whether a word is answered wrongly by the broken reader."""
    reader: Any = question.machine
    symbols = reader.symbols("".join(words))
    got, expected = (written(one, symbols) for one in readers(question))
    text = f"{word_text(symbols)} is answered by {got}"
    if got == expected:
        return Verdict(False, f"{text}, and that is right")
    shortest = question.said(question.exercise.because)
    return Verdict(True, f"{text}, and {expected} is right; {shortest}", 1.0)


JUDGES: Mapping[str, Callable[[Question, list[str], list[str]], Verdict]] = {
    "path": _path,
    "witness": _witness,
}
"""How answers are judged of which several are right, by the name in `exercises.toml`."""
