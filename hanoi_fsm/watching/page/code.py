"""The generated code of a machine for the page: its lines, and which of them each moment is in."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from keyword import iskeyword
from tokenize import COMMENT, NAME, NUMBER, STRING, generate_tokens

from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.errors import DefinitionError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.validation import validate
from hanoi_fsm.watching.page.data import CodeData

KINDS = {COMMENT: "comment", NUMBER: "number", STRING: "string"}


def code_data(machine: Machine) -> CodeData:
    """The lines of the program that `hanoi-fsm code` prints, and what each of them is for."""
    automaton = machine.automaton
    try:
        validate(automaton)
    except DefinitionError as error:
        why = f"There is no code of {machine.shown}, as its definition is faulty: {error}"
        return {"why": why, "lines": [], "arms": {}, "branches": [], "tests": [], "colours": []}
    lines = python.lines(automaton)
    numbers = range(len(automaton.transitions))
    taken: list[list[int]] = [[] for _ in numbers]
    tests: list[list[int]] = [[] for _ in numbers]
    arms: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        if line.state is not None:
            arms.setdefault(line.state, []).append(at)
        if line.taken is not None:
            taken[line.taken].append(at)
        for number in line.tested:
            tests[number].append(at)
    texts = [line.text for line in lines]
    return {
        "why": "",
        "lines": texts,
        "arms": {state: (arm[0], arm[-1]) for state, arm in arms.items()},
        "branches": [(branch[0], branch[-1]) for branch in taken],
        "tests": tests,
        "colours": colours(texts),
    }


def colours(lines: Iterable[str]) -> list[list[tuple[int, int, str]]]:
    """The coloured tokens of each line of a program, none of which spans several lines.

    >>> colours(["while True:  # on", "    yield 7"])
    [[(0, 5, 'keyword'), (6, 4, 'keyword'), (13, 4, 'comment')],
     [(4, 5, 'keyword'), (10, 1, 'number')]]
    """
    texts = list(lines)
    found: list[list[tuple[int, int, str]]] = [[] for _ in texts]
    for token in generate_tokens(StringIO("\n".join([*texts, ""])).readline):
        kind = KINDS.get(token.type)
        if token.type == NAME and iskeyword(token.string):
            kind = "keyword"
        if kind is not None:
            row, start = token.start
            found[row - 1].append((start, token.end[1] - start, kind))
    return found
