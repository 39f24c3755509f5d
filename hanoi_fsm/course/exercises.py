"""Exercises in the order of the guide, and the questions that a seed makes of them.

They are data: `exercises.toml` for the course, or a teacher's file of the same form. The name of an
exercise and a seed determine the numbers of a question and break its machines. The correct answer
follows from the formulas and machines of this package. `judging` judges answers, and the command
`exercise` prints questions and verdicts.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from hanoi_fsm.course.variants import FIGURES, MADE, Figures, by_itself, made_from, program
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadInput,
    FsmError,
    UnknownName,
    counted,
    listed,
    near,
    shortened,
)
from hanoi_fsm.fsm.files import read_text
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import automata, resolver

WORDS, DIAGRAM, PYTHON = "words", "diagram", "Python"
Toml = Any  # a value of TOML
ENDINGS = {WORDS: (".txt",), DIAGRAM: resolver.FILES, PYTHON: (".py",)}
"""The kinds of answers, and the extensions of their files."""
SEED = 1
MOST_BYTES = 1 << 20
"""The most bytes of a file of exercises."""
PATTERNS = {"peg": "[012]", "move": "[012]{2}"}
"""The patterns of parts that are neither a number nor a choice of words."""


@dataclass(frozen=True, eq=False)
class Exercise:
    """A record of a file of exercises.

    Its `name` never changes, and its number is its place in the file. Names in braces in its texts
    stand for the `figures`, which a function of that name draws. For an answer in words, `form`
    lists the parts, `because` is the reason why the `answer` is right, and `see` a command that
    shows it; `slips` are wrong answers, each with a hint; `judge` names the function that judges. A
    drawing must do what the `machine` does, with at most `most_states`; a student is `given` an
    automaton made from it, or a file in `python`, in which the `answer` should replace `True`.
    """

    name: str
    title: str
    kind: str
    text: str
    hints: Sequence[str]
    chapter: int = 0
    figures: str = ""
    form: str = "number"
    answer: str = ""
    because: str = ""
    see: str = ""
    slips: Sequence[Sequence[str]] = ()
    judge: str = ""
    machine: str = ""
    given: str = ""
    most_states: int = 0
    python: str = ""


SHAPES = {
    "str": "text",
    "int": "whole number",
    "Sequence[str]": "list of text",
    "Sequence[Sequence[str]]": "list of list of text",
}
"""The shapes of the values of an `Exercise` in TOML."""
CHOICES: Mapping[str, Sequence[str]] = {
    "kind": [*ENDINGS],
    "figures": [*FIGURES],
    "given": [*MADE],
    "judge": ["cycle", "set", "path", "witness"],
}
REQUIRED = {"name", "title", "kind", "text", "hints"}


@dataclass(frozen=True, eq=False)
class Course:
    """The exercises of a `file`, or of this package, and their `machines` by name."""

    exercises: Sequence[Exercise]
    machines: Mapping[str, Mapping[str, str]]
    file: str = ""

    def ask(self, name: str, seed: int = SEED) -> Question:
        """Ask an exercise by its name or number; raise `UnknownName` if there is none."""
        known = {exercise.name: exercise for exercise in self.exercises}
        known |= {str(number): exercise for number, exercise in enumerate(self.exercises, 1)}
        if name not in known:
            raise UnknownName.among(
                "exercise", name, [exercise.name for exercise in self.exercises]
            )
        return Question(known[name], seed, self)


@cache
def course(file: str = "") -> Course:
    """Read the exercises of this package, or of a teacher's `file`.

    Raises `BadInput` with the line and the key of every fault, `TextError` and `FileError`.
    """
    if file:
        text = read_text(Path(file), MOST_BYTES, "exercises, as `exercise --template` does")
    else:
        text = resource("exercises.toml")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{file}: {error}") from None
    faults = [*_wrong_values(data)]
    if not faults:
        exercises = [Exercise(**table) for table in data["exercise"]]
        own = Course(exercises, data.get("machines", {}), file)
        for place, exercise in enumerate(exercises if file else ()):  # ours are tested
            faults += [(place, *fault) for fault in Question(exercise, SEED, own).faults()]
    if faults:
        shown = [
            f"line {line_of(text, place, key)}, key {key}: {why}" for place, key, why in faults
        ]
        raise BadInput(f"{file}: {listed(shown, 240, '; ')}")
    return own


def resource(name: str) -> str:
    """Read the text of a file in this package."""
    return files(__package__).joinpath(name).read_text("utf-8")


def _wrong_values(data: Toml) -> Iterator[tuple[int, str, str]]:
    """Yield the faults in the shape of a file: the place of the exercise, the key, the reason."""
    known = {field.name: str(field.type) for field in fields(Exercise)}
    tables: Toml = data.get("exercise")
    if _shape(tables) != "list of dict":
        yield 0, "exercise", "write [[exercise]] above each exercise"
        return
    for place, table in enumerate(tables):
        for key, value in table.items():
            if key not in known:
                yield place, key, f"unknown: {near(key, [*known])}"
            elif _shape(value) not in (SHAPES[known[key]], "list of nothing"):
                yield place, key, f"expected a {SHAPES[known[key]]}, got {shortened(value)}"
            elif key in CHOICES and value not in CHOICES[key]:
                yield place, key, f"{shortened(value)}: {near(value, CHOICES[key])}"
        for key in REQUIRED - table.keys():
            yield place, key, "is missing"
        if table.get("name") in [other.get("name") for other in tables[:place]]:
            yield place, "name", f"{shortened(table['name'])} is the name of another exercise"


def _shape(value: object) -> str:
    """The shape of a value of TOML in words; a list has the shapes of its items."""
    if isinstance(value, list):
        return f"list of {' and '.join(sorted({*map(_shape, value)})) or 'nothing'}"
    return {str: "text", int: "whole number"}.get(type(value), type(value).__name__)


def line_of(text: str, place: int, key: str) -> int:
    """Find the line of a key in an exercise, counted from 0, or the first line of the exercise."""
    heads = [head.start() for head in re.finditer(r"^\[\[exercise\]\]", text, re.MULTILINE)]
    begin, end, *_ = [*heads[place:], len(text), len(text)]
    match = re.compile(rf"^\s*{re.escape(key)}\s*=", re.MULTILINE).search(text, begin, end)
    return text.count("\n", 0, match.end() if match else begin) + 1


@dataclass(frozen=True)
class Question:
    """An exercise with the numbers and the machines of a `seed`."""

    exercise: Exercise
    seed: int
    course: Course

    def _random(self, part: str) -> Random:
        return Random(f"{self.exercise.name} {self.seed} {part}")

    @property
    def number(self) -> int:
        """The place of the exercise in its course, from 1 on."""
        return self.course.exercises.index(self.exercise) + 1

    @cached_property
    def figures(self) -> Figures:
        """The values of the names in braces."""
        name = self.exercise.figures
        drawn = FIGURES[name](self._random("figures"), self) if name else {}
        return {**drawn, "seed": self.seed}

    @cached_property
    def machine(self) -> Machine:
        """A machine that behaves as the drawing must."""
        name, course = self.said(self.exercise.machine), self.course
        if name in course.machines:
            return made_from(course.machines[name], self.said)
        if automata.knows(name) or not course.file:
            return automata.get(name)
        machine = resolver.find(str(Path(course.file).parent / name))
        is_drawn = machine.automaton.outputs and machine.specification is None
        return by_itself(machine.automaton) if is_drawn else machine

    @cached_property
    def given(self) -> Automaton:
        """The automaton that a student is given."""
        return MADE[self.exercise.given](self.machine, self._random("given"))

    @property
    def skeleton(self) -> str:
        """The text of a file to begin with; empty if none is needed."""
        is_drawn = self.exercise.given
        return program(self.given, self.machine) if is_drawn else self.said(self.exercise.python)

    @property
    def solution(self) -> str:
        """A correct answer: words, a drawing or a program."""
        exercise = self.exercise
        if exercise.kind == DIAGRAM:
            return program(self.machine.automaton, self.machine)
        answer = self.said(exercise.answer)
        return self.skeleton.replace("True", answer, 1) if exercise.kind == PYTHON else answer

    def said(self, template: str) -> str:
        """Fill the figures into a text of the exercise, and the given automaton for {table}."""
        if "{" not in template:
            return template
        rows = self.given.table if "{table}" in template else ()
        return template.format_map(
            {**self.figures, "table": "\n".join(f"    {row}" for row in rows)}
        )

    @property
    def hints(self) -> list[str]:
        """The hints, the stronger ones last."""
        return [self.said(hint) for hint in self.exercise.hints]

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield the keys whose values do not fit the others, each with the reason."""
        try:
            key = "machine"
            _ = self.exercise.machine and self.machine
            _ = self.exercise.kind != DIAGRAM or self.solution
            for key in vars(self.exercise):
                self.said(str(getattr(self.exercise, key)))
            key = "slips"
            _ = [(slip, hint) for slip, hint in self.exercise.slips]
            key = "form"
            _ = self.exercise.kind != WORDS or parts_of(
                self.said(self.exercise.form), self.solution
            )
        except LookupError as error:
            yield key, f"unknown figure {error}: choose from {listed([*self.figures])}"
        except (FsmError, OSError, ValueError, TypeError, AttributeError) as error:
            yield key, str(error)


def parts_of(form: str, given: str) -> list[str]:
    """Split an answer into its parts: its numbers, and the words that the form asks for.

    A form names the parts in order, as in `disk peg peg`. A star and a number after them repeat
    them that often, a star alone any number of times; `once|twice` is one of two words. Digits may
    be written together or apart if that is unambiguous.

    Raises `BadInput` for an answer of another form.

    >>> parts_of("disk peg peg", "Disk 3: 0 -> 2"), parts_of("peg * 3", "012")
    (['3', '0', '2'], ['0', '1', '2'])
    """
    unit, star, times = (part.strip() for part in form.partition("*"))
    names = unit.split()
    patterns = (PATTERNS.get(name, name if "|" in name else "[0-9]+") for name in names)
    once = "".join(f"(?:{pattern}) " for pattern in patterns)
    expected_parts = f"(?:{once}){{{times or 1}{',' if star and not times else ''}}}"
    meant = "|".join(name for name in names if "|" in name)
    words = re.findall(rf"\b(?:{meant})\b|[0-9]+" if meant else "[0-9]+", given.lower())
    digits = re.findall("..?" if unit == "move" else ".", "".join(words))
    for parts in (words, digits):
        if re.fullmatch(expected_parts, "".join(f"{part} " for part in parts)):
            return parts
    any_number = " one or more times" if star else ""
    expected = counted(int(times), unit) if times else f"`{unit}`{any_number}"
    is_number = times and "".join(words).isdecimal() and len(digits) != int(times)
    got = str(len(digits)) if is_number else shortened(given)
    raise BadInput(f"expected {expected}, got {got}")
