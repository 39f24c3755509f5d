"""What a program in another language does with a machine, whatever the language is."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from hanoi_fsm.fsm.codegen.subset import NUMBER, TEXT, TUPLE, Program, Type, Value
from hanoi_fsm.fsm.errors import ExportError, shortened
from hanoi_fsm.fsm.memory import Memory, NoMemory

ABOUT_EVENTS = """
It prints one line per event: the transition that is taken, and its output. The events are its
arguments, or with - the words of standard input. Without arguments a machine with one event and a
final state runs to its end, and any other one reads standard input.

Exit code: 0, 1 for an event that is refused, 2 for a word that is not an event.
"""


MOVE = (Type(NUMBER),) * 3
"""A move is a disk and two pegs."""


@dataclass(frozen=True)
class Use:
    """How a program begins, what it prints, and how it is called.

    `begin` makes the `memory` of the values that `main` reads from the command line; it is
    translated like the memory. Its outputs are `moves`, or else texts. `main` is in the texts of
    these `names` in a `package`. `starts` has the states in which a run may begin, by name. Of the
    parameters of `begin`, the `pegs` are 0, 1 or 2. In C the text of a `sink`
    takes an output at once.
    """

    package: str
    names: Sequence[str]
    begin: Callable[..., Any]
    memory: type[Memory]
    usage: str
    about: Sequence[str]
    constants: Mapping[str, str | int] = field(default_factory=dict)
    starts: Mapping[str, str] = field(default_factory=dict)
    moves: bool = False
    pegs: Sequence[str] = ()
    sink: str = ""

    def texts(self, ending: str) -> list[str]:
        """The texts with `main`, in the language of files with this ending."""
        return texts_of(self.package, ending, *self.names)

    def program(self) -> Program:
        """What is translated: how the memory is made, and every word of its vocabulary."""
        program = Program()
        begin = program.function(inspect.unwrap(self.begin), None)
        for name in self.pegs:
            program.sources[begin, name].append(Value("constant", Type(NUMBER), about=2))
        for word in (*self.memory.guards(), *self.memory.actions()):
            program.word(self.memory, word)
        if self.memory is NoMemory:  # its outputs are quoted
            program.outputs = Type(TEXT)
        put = program.outputs
        if (self.moves and put.parts != MOVE) or (not self.moves and put.kind == TUPLE):
            expected = "expected moves" if self.moves else "expected numbers, bools or texts"
            raise ExportError(f"its outputs ({put}) cannot be written: {expected}")
        return program


def with_events(machine: Any) -> Use:
    """The use of a machine that reads events; `ExportError` where it has several starts."""
    memory = machine.memory
    if machine.starts or not (isinstance(memory, type) and issubclass(memory, Memory)):
        raise ExportError(
            f"{shortened(machine.automaton.name, 60)} cannot be written in another language: its "
            "memory is made by a function, not by a class"
        )

    def begin() -> Any:
        return memory()

    constants = {"RUNS_ALONE": machine.automaton.autonomous}
    about = ABOUT_EVENTS.strip().splitlines()
    return Use(__package__, ("events",), begin, memory, "[EVENT ...]", about, constants)


def texts_of(package: str, ending: str, *names: str) -> list[str]:
    """The texts of the files of these names in a package."""
    return [files(package).joinpath(f"{one}.{ending}").read_text("ascii").strip() for one in names]
