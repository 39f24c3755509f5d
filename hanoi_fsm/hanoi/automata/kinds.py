"""What the automata have in common, so that any of them can be named, set up and described."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.automata.memories import Between, OnPegs
from hanoi_fsm.hanoi.automata.output_tapes import TAPES, Tape
from hanoi_fsm.hanoi.pegs import Configuration, third

TakeUp = Callable[[Configuration, int, int, int], tuple[str, Memory]]
"""(configuration before the step, step, source, target) to the state and memory before it."""


@dataclass(frozen=True)
class Solver:
    """An automaton that moves disks on the event `step`, from one perfect tower to another.

    `memory(configuration, source, target)` sets it up for the whole task; `take_up(configuration,
    step, source, target)` gives the state and the memory with which it makes `step` next, as when
    one shift of monks takes over from another.
    """

    automaton: Automaton
    memory: type[OnPegs]
    take_up: TakeUp
    idea: str
    summary: str
    closed_counts: Callable[[int], Mapping[Transition, int]] | None = None
    kind: str = "solver"

    @property
    def name(self) -> str:
        """What the command line calls it."""
        return self.automaton.name


@dataclass(frozen=True)
class Reader:
    """An automaton that reads a word, an event a symbol, and writes an answer.

    `reads` says what the word is; `start(source, target)` is the state for another task than 0 -> 2
    where the reader has one; `silent` is the answer to the empty word; `stops` says that it may
    refuse a symbol, as an answer.
    """

    automaton: Automaton
    idea: str
    summary: str
    reads: str
    start: Callable[[int, int], object] | None = None
    silent: str = ""
    stops: bool = False
    kind: str = "reader"

    @property
    def name(self) -> str:
        """What the command line calls it."""
        return self.automaton.name

    @property
    def memory(self) -> type[Tape]:
        """The tape that it writes on."""
        return TAPES[self.automaton.memory]

    def state_for(self, source: int, target: int) -> str:
        """The state in which it starts to read for a task; `BadInput` if it knows only 0 -> 2."""
        if (source, target) == (0, 2):
            return self.automaton.initial
        if self.start is None:
            raise BadInput(f"{self.name} answers for the task 0 -> 2 only: leave out other pegs")
        return str(self.start(source, target))

    def symbols(self, word: str) -> list[str]:
        """The `word` cut into symbols; blanks and commas may stand between them.

        Raises `BadInput` for a symbol that it does not read.
        """
        width = len(self.automaton.events[0])
        letters = "".join(word.replace(",", " ").split())
        found = [letters[at : at + width] for at in range(0, len(letters), width)]
        for place, symbol in enumerate(found, 1):
            if symbol not in self.automaton.events:
                raise BadInput(
                    f"{self.name} cannot read {shortened(word)}: symbol {place} is "
                    f"{shortened(symbol)}, expected one of {', '.join(self.automaton.events)}"
                )
        return found


def from_via_to(source: int, target: int) -> str:
    """The name of the state for a task: the peg a tower comes from, the one between, its goal.

    >>> from_via_to(0, 2)
    '012'
    """
    return f"{source}{third(source, target)}{target}"


@dataclass(frozen=True)
class Pathfinder:
    """An automaton that moves disks on the event `step` from any configuration to any other."""

    automaton: Automaton
    memory: type[Between]
    idea: str
    summary: str
    kind: str = "path"

    @property
    def name(self) -> str:
        """What the command line calls it."""
        return self.automaton.name


Subject = Solver | Reader | Pathfinder
"""Any automaton of the registry."""


def levels(step: int, disks: int) -> Iterator[int]:
    """The way from the largest disk down to the disk that moves in `step`: 0 left, 1 right.

    In the tree of moves the nodes are numbered in order, so that the way to a node stands in its
    number: the bits above the lowest 1. Step 1 of no disks has no way.

    >>> list(levels(6, disks=4)), list(levels(8, disks=4))
    ([0, 1], [])
    """
    digits = f"{step:0{disks}b}" if disks else ""
    return map(int, digits[: digits.rfind("1")] if digits else "")
