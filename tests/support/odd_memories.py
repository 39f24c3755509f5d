"""Memories of two-state that a proof does not expect, by the verdict on them."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from copy import copy, deepcopy
from dataclasses import replace
from typing import Any, ClassVar

from hanoi_fsm import SOLVERS, Configuration, Memory, Move, PegMatrix, Task, action, guard

Own = Any
"""A memory that does something `instead`."""


class Turns(Memory):
    """The memory of two-state as a user would write it; a subclass does something `instead`."""

    INSTEAD: ClassVar[Any] = {}
    UNKEYED = ("INSTEAD",)

    def __init__(self, configuration: Configuration, task: Task) -> None:
        self.pegs = configuration.on_pegs()
        self.target, self.small = task.target, task.source
        first = task.target if task.disks % 2 else task.spare
        self.stride = (first - task.source) % 3
        self.INSTEAD.get("set_up", then)(self, task)

    @guard
    def built(self) -> bool:
        """the tower is built"""
        return bool(self.INSTEAD.get("built", is_built)(self))

    @action
    def carry(self) -> None:
        """disk 1 goes on"""
        self.output: Any = self.INSTEAD.get("carry", carry)(self)

    @action
    def move_other(self) -> None:
        """the other legal move"""
        self.output = self.INSTEAD.get("move_other", move_other)(self)

    def key(self) -> Hashable:
        return self.pegs.digits(), self.small, self.stride


def is_built(own: Own) -> bool:
    return bool(own.pegs.heights[own.target] == own.pegs.disks)


def carry(own: Own, pegs: Any = None) -> Any:
    peg = own.small
    own.small = (peg + own.stride) % 3
    return (own.pegs if pegs is None else pegs).move(peg, own.small)


def move_other(own: Own) -> Any:
    return own.pegs.move_between((own.small + 1) % 3, (own.small + 2) % 3)


def caught(question: Callable[[], Any]) -> Any:
    """An answer, or none where it raises anything."""
    try:
        return question()
    except Exception:
        return None


def by_except(question: Callable[[], Any]) -> bool:
    try:
        return bool(question())
    except:  # noqa: E722  # as people write it
        return False


def by_finally(question: Callable[[], Any]) -> bool:
    try:
        return bool(question())
    finally:
        return False  # noqa: B012, SIM107  # which swallows what is raised


def by_suppress(question: Callable[[], Any]) -> bool:
    with suppress(BaseException):
        return bool(question())
    return False


SWALLOWED = [by_except, by_finally, by_suppress]
"""Ways to swallow whatever a question raises."""
FORBIDDEN: dict[str, Callable[[Own], Any]] = {
    "a cell": lambda own: own.pegs.cells[0][-1] == 11,
    "a height": lambda own: own.pegs.heights[0] == 11,
    "the disks": lambda own: own.pegs.disks == 11,
    "a top disk": lambda own: own.pegs.top(0) == 11,
    "a method": lambda own: len(own.pegs.configuration()) == 11,
    "a type": lambda own: isinstance(own.pegs, PegMatrix) and own.pegs.disks == 11,
    "a type of a number": lambda own: isinstance(own.pegs.top(0), int) and own.pegs.top(0) == 11,
}
"""Questions whose answers depend on how many disks there are, in ways that no proof knows."""


def tired(own: Own) -> Any:
    """Disk 1 goes on; where a peg is empty for the 16th time, it turns round for good."""
    own.left -= any(own.pegs.heights[peg] == 0 for peg in (0, 1, 2)) and own.left > 0
    if own.left == 0:
        own.stride, own.left = 3 - own.stride, -1
    return carry(own)


def then(result: Any, *_: object) -> Any:
    """The first of some things that are done one after the other."""
    return result


def put(own: Own, name: str, value: object) -> Any:
    setattr(own, name, value)


def register(start: object, step: Callable[[Any], object]) -> dict[str, Callable[..., Any]]:
    """One more register, which changes with each move of disk 1."""
    return {
        "set_up": lambda own, task: put(own, "number", start),
        "carry": lambda own: then(carry(own), put(own, "number", step(own.number))),
    }


CASES: dict[str, tuple[str, dict[str, Callable[..., Any]]]] = {
    "as it should be": ("proved: if its guards and actions use its attributes alone", {}),
    "a guard that catches everything": (
        "open: in state `small` it asks for `stack` of the pegs",
        {"built": lambda own: caught(lambda: 9 in own.pegs.stack(own.target)) or is_built(own)},
    ),
    "pegs counted from the end": (
        "proved: ",
        {
            "move_other": lambda own: own.pegs.move_between(
                (own.small + 1) % 3 - 3, (own.small + 2) % 3 - 3
            )
        },
    ),
    "moves on a copy": (
        "open: the action `carry` does more than make a move",
        {"carry": lambda own: then(carry(own, copy := deepcopy(own.pegs)), put(own, "pegs", copy))},
    ),
    "a shallow copy": (
        "open: in state `other` it asks for the pegs",
        {"move_other": lambda own: then(move_other(own), copy(own.pegs))},
    ),
    "a look at a copy after a move": (
        "open: asks for the pegs after a move",
        {"move_other": lambda own: then(move_other(own), deepcopy(own.pegs).heights[0] == 0)},
    ),
    "a move made by hand": (
        "open: the action `carry` does more than make a move",
        {"carry": lambda own: Move(*carry(own))},
    ),
    "a guard that reads the last output, which is gone": (
        "proved: 852 subtowers",
        {"built": lambda own: (own.output and own.output.disk == 9) or is_built(own)},
    ),
    "an attribute that a guard adds": (
        "refuted: got the end",
        {
            "built": lambda own: (
                own.__dict__.setdefault("first", own.small) != own.small or is_built(own)
            )
        },
    ),
    "a memory that insists on real pegs": (
        "open: cannot be set up without a number of disks",
        {"set_up": lambda own, task: {PegMatrix: 0}[type(own.pegs)]},
    ),
    "a memory that counts the steps": (
        "open: asks for `last_step` of its task",
        {"set_up": lambda own, task: task.last_step},
    ),
    "a memory that catches that it may not know the goal": (
        "open: asks for `goal`",
        {"set_up": lambda own, task: caught(lambda: len(task.goal))},
    ),
    "wrong after hundreds of steps": (
        "refuted: with 8 disks from 0 to 2, step 193",
        {"set_up": lambda own, task: put(own, "left", 16), "carry": tired},
    ),
    "a number that grows": (
        "open: `number` grows too large",
        register(2, lambda value: value * value),
    ),
    "a text that grows": ("open: `number` grows too large", register("a", lambda text: text * 2)),
    "a float": ("open: `number` is a float", register(0.5, lambda value: value)),
    "a tuple": ("open: `number` is a tuple", register((), lambda value: (*value, 1))),
    "an object": ("open: `number` is an object", register(1, lambda value: object())),
    "a bool": ("proved: ", register(True, lambda value: not value)),
    "1 and True": ("proved: ", register(1, lambda value: type(value) is int)),
    "a text": ("proved: ", register(None, lambda value: "'\"\\\n\ud800")),
    "a negative number": ("proved: ", register(0, lambda value: -1)),
}
SLOW_CASES: dict[str, tuple[str, dict[str, Callable[..., Any]]]] = {
    "a counter": ("open: gave up after 100,000 steps", register(0, lambda value: value + 1)),
}
"""Those that are given up after some seconds only."""


def solver(instead: dict[str, Callable[..., Any]]) -> Any:
    """two-state with a memory that does something else in places."""
    return replace(SOLVERS["two-state"], memory=type("Changed", (Turns,), {"INSTEAD": instead}))


every = [solver(instead) for _, instead in (CASES | SLOW_CASES).values()]
globals().update({f"case{number}": machine for number, machine in enumerate(every)})
