"""Each step of each task worked out: by two closed formulas, and by the configuration-reader.

The figures are those of `derivations` and of the reader itself, not the closed formulas. They are
texts, stored once for all tasks of a number of disks where they do not depend on the pegs, and the
page only looks them up.
"""

from collections.abc import Callable
from typing import TypeVar

from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.formulas.derivations import halvings, of_hbits, of_legalov
from hanoi_fsm.hanoi.pegs import PAIRS, Move, Task
from hanoi_fsm.watching.page.data import FormulaData, FormulaSize, FormulaTask, Line

T = TypeVar("T")

RULES: dict[str, list[Line]] = {
    "formula": [
        ("disk", "zeros + 1"),
        ("shifts", "(step >> disk) + 1"),
        ("delta", "2 - (disk + n) mod 2"),
        ("source", "delta * (shifts - 1) mod 3"),
        ("target", "delta * shifts mod 3"),
    ],
    "hbits": [
        ("source", "(step & (step - 1)) mod 3"),
        ("target", "((step | (step - 1)) + 1) mod 3"),
    ],
}
"""What each formula says, line by line; n is the number of disks."""

READER = automata.READERS["configuration-reader"]
STATES = list(READER.automaton.states)


def formula_data(largest: int) -> FormulaData:
    """The steps of all tasks of 0, ..., `largest` disks.

    >>> three = formula_data(3)["sizes"][3]
    >>> three["formula"][6][:3]
    [('1 + 1', '2'), ('(6 >> 2) + 1', '2'), ('2 - (2 + 3) mod 2', '1')]
    >>> three["tasks"]["21"]["moves"][6], three["tasks"]["21"]["written"][6]
    ('disk 2: 0 -> 1', '112')
    """
    sizes = [_size(disks) for disks in range(largest + 1)]
    return {"rules": RULES, "states": STATES, "sizes": sizes}


def _size(disks: int) -> FormulaSize:
    task = Task(disks)
    bits = [f"{step:0{disks}b}"[-disks:] if disks else "" for step in range(task.last_step + 1)]
    return {
        "bits": bits,
        "formula": _from_1(task, lambda step: _legalov_lines(step, task)),
        "hbits": _from_1(task, lambda step: _hbits_lines(step, task)),
        "halvings": [[(row["steps"], row["compared"]) for row in halvings(word)] for word in bits],
        "tasks": {f"{source}{target}": _task(Task(disks, source, target), bits)
                  for source, target in PAIRS},
    }  # fmt: skip


def _from_1(task: Task, found: Callable[[int], T]) -> list[T | None]:
    """What is found for each step from 1 on, after a None for step 0."""
    return [None, *map(found, range(1, task.last_step + 1))]


def _legalov_lines(step: int, task: Task) -> list[Line]:
    figures = of_legalov(step, task)
    zeros, shifts, delta = (figures[name] for name in ("zeros", "shifts", "delta"))
    disk = zeros + 1
    source, target = figures["mod 3"].split(">")
    return [
        (f"{zeros} + 1", f"{disk}"),
        (f"({step} >> {disk}) + 1", f"{shifts}"),
        (f"2 - ({disk} + {task.disks}) mod 2", f"{delta}"),
        (f"{delta} * ({shifts} - 1) mod 3", source),
        (f"{delta} * {shifts} mod 3", target),
    ]


def _hbits_lines(step: int, task: Task) -> list[Line]:
    figures = of_hbits(step, task)
    bits, below = (f"{number:0{task.disks}b}" for number in (step, step - 1))
    cleared, filled = figures["x&(x-1)"], figures["x|(x-1)"]
    source, target = figures["mod 3"].split(">")
    return [
        (f"({bits} & {below}) mod 3 = {cleared} mod 3 = {int(cleared, 2)} mod 3", source),
        (f"(({bits} | {below}) + 1) mod 3 = ({filled} + 1) mod 3 = {int(filled, 2) + 1} mod 3",
         target),
    ]  # fmt: skip


def _task(task: Task, bits: list[str]) -> FormulaTask:
    readings = [_read(word, task) for word in bits]
    return {
        "pegs": {"formula": of_legalov(1, task)["renamed"], "hbits": of_hbits(1, task)["renamed"]},
        "moves": _from_1(task, lambda step: _move(step, task)),
        "states": ["".join(str(STATES.index(one.state)) for one in read) for read in readings],
        "written": ["".join(one.output for one in read) for read in readings],
    }


def _read(word: str, task: Task) -> list[Record]:
    return list(READER.read(word, source=task.source, target=task.target, engine="generated"))


def _move(step: int, task: Task) -> str:
    figures = of_legalov(step, task)
    source, target = (int(figures["renamed"][int(peg)]) for peg in figures["mod 3"].split(">"))
    return str(Move(figures["zeros"] + 1, source, target))
