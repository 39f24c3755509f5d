"""The automata of the puzzle, one per file: first its working memory, then the machine.

Solvers move disks from one perfect tower to another, readers read a word and answer, and
pathfinders move disks from any configuration to any other. To add one, write a file that ends with
its `MACHINE`, whose table, places and meanings are in one call, and add its name below; files are
loaded on demand. `storeys` makes a family of solvers: storeys-1, storeys-2, storeys-3, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

from hanoi_fsm.fsm.errors import UnknownName, shortened

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine
    from hanoi_fsm.hanoi.machines import Pathfinder, Reader, Solver

_Kind = TypeVar("_Kind", bound="Machine")

MOST_STOREYS = 10
"""The maximum number of storeys, with a table of 1,024 steps."""
EXAMPLE = "storeys-3"
NESTED = "-nested"
"""The suffix of a chart's name, after the name of its solver."""
FAMILY = f"storeys-K with K from 1 to {MOST_STOREYS}"


class Registry(Mapping[str, _Kind], Generic[_Kind]):
    """Machines by name; each is loaded on demand from the file of that name.

    The machines of a `family` can be looked up, too, but are not listed; nor are the charts of
    solvers whose names begin with a prefix in `nested`.
    """

    def __init__(self, *names: str, family: str = "", nested: tuple[str, ...] = ()) -> None:
        self._names, self._family, self._nested = names, family, nested

    def __getitem__(self, name: str) -> _Kind:
        base = str(name).removesuffix(NESTED)
        if base != name and base.startswith(self._nested):
            solver: _Kind = import_module(f"{__name__}.nested").member(base)
            return solver
        stem, _, number = str(name).rpartition("-")
        is_member = bool(stem) and stem == self._family
        if name not in self._names and not is_member:
            raise KeyError(name)
        file = stem if is_member else name.replace("-", "_")
        module = import_module(f"{__name__}.{file}")
        machine: _Kind = module.member(number) if is_member else module.MACHINE
        return machine

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


SOLVERS: Registry[Solver] = Registry(
    "two-storey",
    "optimized",
    "call-stack",
    "action-tree",
    "two-state",
    "three-state",
    "monk",
    family="storeys",
    nested=("two-storey", "storeys-"),
)
READERS: Registry[Reader] = Registry(
    "move-reader",
    "move-reader-small",
    "configuration-reader",
    "rank-reader",
    "path-reader",
    "distance-reader",
    "next-move-reader",
    "sierpinski-reader",
    "twice-reader",
    "twice-reader-small",
)
PATHFINDERS: Registry[Pathfinder] = Registry("any-to-any", "shortest")


def names() -> list[str]:
    """The names of all automata: solvers, readers, pathfinders."""
    return [*SOLVERS, *READERS, *PATHFINDERS]


def get(name: str) -> Machine:
    """Look up a machine by `name`; raise `UnknownName` if there is none."""
    for registry in (SOLVERS, READERS, PATHFINDERS):
        if isinstance(name, str) and name in registry:
            return registry[name]
    raise unknown("automaton", str(name), names())


def knows(name: str) -> bool:
    """Return whether an automaton has that name, including families, which `names` omits."""
    return any(name in registry for registry in (SOLVERS, READERS, PATHFINDERS))


def unknown(kind: str, name: str, known: Sequence[str]) -> UnknownName:
    """Make the error for a name that is neither `known` nor in a family.

    >>> print(unknown("automaton", "storeys-0", names()))
    unknown automaton 'storeys-0': expected storeys-K with K from 1 to 10, such as storeys-3
    """
    if name.startswith("storeys"):
        expected = f"expected {FAMILY}, such as {EXAMPLE}"
        return UnknownName(f"unknown {kind} {shortened(name)}: {expected}")
    return UnknownName.among(kind, name, known)
