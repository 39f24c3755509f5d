"""The automata of the puzzle, one file each: its working memory, then all that makes the machine.

Solvers move disks from one perfect tower to another, readers read a word and answer, and
pathfinders move disks from any configuration to any other. A new one is a file that ends with its
`MACHINE`, whose table, places and meanings are in one call, and an entry below; the file is loaded
when it is needed.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi.machines import Pathfinder, Reader, Solver

_Kind = TypeVar("_Kind", bound=Machine)


class Registry(Mapping[str, _Kind], Generic[_Kind]):
    """Machines by name; each is loaded from the file of its name when it is needed."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def __getitem__(self, name: str) -> _Kind:
        if name not in self._names:
            raise KeyError(name)
        machine: Any = import_module(f"{__name__}.{name.replace('-', '_')}")
        return machine.MACHINE  # type: ignore[no-any-return]  # each file has one of its kind

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


SOLVERS: Registry[Solver] = Registry(
    "two-storey", "call-stack", "action-tree", "two-state", "three-state", "monk"
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
    """The machine of that `name`; `UnknownName` where there is none."""
    for registry in (SOLVERS, READERS, PATHFINDERS):
        if isinstance(name, str) and name in registry:
            return registry[name]
    raise UnknownName.among("automaton", str(name), names())
