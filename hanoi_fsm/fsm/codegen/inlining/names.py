"""The names in a generated function: none means two things, and each is what a reader expects."""

from __future__ import annotations

import ast
import builtins
import keyword
from dataclasses import dataclass, field
from typing import Any

OWN = frozenset(
    {"memory", "made", "most", "append", "output", "state", "refused", "consistent", "lasting"}
)
COUNTER = "taken_"


class Names:
    """The names of a whole function, and those of the branch that is being written."""

    def __init__(self, reserved: frozenset[str] = frozenset()) -> None:
        self.reserved = reserved
        self.fixed: dict[str, object] = {}
        self.taken: set[str] = set()
        self.single: set[str] = set()
        self.moving: set[str] = set()  # fixed names of what changes

    def fixed_for(self, key: object, wish: str) -> str:
        """The name of something that never changes while the function runs: the same each time."""
        known = next((name for name, other in self.fixed.items() if other == key), None)
        if known is not None:
            return known
        name = _free(wish, OWN | {*dir(builtins)} | self.fixed.keys() | self.taken)
        self.fixed[name] = key
        return name

    def fresh(self, wish: str, *, single: bool = True) -> str:
        """A name for a value of this branch; `single` if it is set in one place only."""
        wish = wish if wish.isascii() else "value"
        unusable = OWN | {*dir(builtins)} | self.fixed.keys() | self.reserved | self.taken
        name = _free(wish.strip("_") or "value", unusable)
        self.taken.add(name)
        if single:
            self.single.add(name)
        return name

    def stable(self, value: ast.expr) -> bool:
        """Whether an expression means the same anywhere in this branch."""
        if isinstance(value, ast.Name):
            still = value.id in self.fixed and value.id not in self.moving
            return value.id in self.single or still
        return isinstance(value, ast.Constant)


def _free(wish: str, taken: frozenset[str] | set[str]) -> str:
    name, number = wish, 1
    while name in taken or keyword.iskeyword(name) or name.startswith(COUNTER):
        number += 1
        name = f"{wish.removeprefix(COUNTER)}_{number}"
    return name


@dataclass
class Plan:
    """What one writing of a function has shown, which guides the next one."""

    rebound: set[str] = field(default_factory=set)  # attributes that are set somewhere
    assigned: set[str] = field(default_factory=set)  # those of them that may become anything
    fixed: frozenset[str] = frozenset()
    reads_output: bool = False
    kept: dict[str, str] = field(default_factory=dict)
    sets: dict[str, set[str]] = field(default_factory=dict)  # the attributes that each word sets


@dataclass
class Frame:
    """A method that is being inlined, and what its names mean."""

    function: Any
    path: str | None
    own: str | None
    counts: dict[str, int]
    names: dict[str, ast.expr] = field(default_factory=dict)
    objects: dict[str, str] = field(default_factory=dict)  # locals that name one in the memory
    result: str = ""


def name_of(text: str) -> ast.Name:
    """A name as an expression."""
    return ast.Name(text)


def assign(target: ast.expr, value: ast.expr) -> ast.Assign:
    """The statement that sets one thing."""
    return ast.Assign([target], value, lineno=0)
