"""The common parts of programs in C and in JavaScript: their use, and how they are written."""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.python import INDENT, indented
from hanoi_fsm.fsm.codegen.subset import NUMBER, TEXT, TUPLE, Translation, Type
from hanoi_fsm.fsm.errors import ExportError, shortened
from hanoi_fsm.fsm.memory import Memory, NoMemory
from hanoi_fsm.fsm.notation import Transition

ABOUT_EVENTS = """
It prints one line per event: the transition that is taken, and its output. The events are its
arguments, or with - the words of standard input. Without arguments a machine with one event and a
final state runs to its end, and any other one reads standard input.

Exit code: 0, 1 for an event or a word that is not accepted, 2 for a word that is not an event.
"""


MOVE = Type(TUPLE, (NUMBER,) * 3)
"""A move is a disk and two pegs."""
SHOWN = 60
"""The characters of a machine's name that a message shows."""


@dataclass(frozen=True)
class Use:
    """How a program begins, what it prints, and how it is called.

    `begin` makes the memory of the values that `main` reads from the command line; it is
    translated like the memory. Its outputs are `moves`, or else texts. `main` is in the texts of
    these `names` in a `package`. `starts` has the states in which a run may begin, by name.
    """

    package: str
    names: Sequence[str]
    begin: Callable[..., Any]
    usage: str
    about: str
    constants: Mapping[str, str | int] = field(default_factory=dict)
    starts: Mapping[str, str] = field(default_factory=dict)
    moves: bool = False


def with_events(machine: Any) -> Use:
    """The use of a machine that reads events."""
    memory = machine.memory

    def begin() -> Any:
        return memory()

    automaton = machine.automaton
    # Without a memory a state that recurs is the end of all news.
    most = len(automaton.states) if memory is NoMemory else 2**53 - 1
    constants = {
        "RUNS_ALONE": automaton.autonomous,
        "MOST_ALONE": most,
        "MAY_REJECT": machine.is_acceptor and bool(automaton.final),
    }
    return Use(__package__, ("events",), begin, "[EVENT ...]", ABOUT_EVENTS, constants)


def texts_of(package: str, ending: str, *names: str) -> list[str]:
    """The texts of the files of these names in a package."""
    return [files(package).joinpath(f"{one}.{ending}").read_text("ascii").strip() for one in names]


class Program(Translation):
    """The program of a machine: the translation of its memory, and the control part.

    This is the SWITCH technology of automata programming (Shalyto): the control part asks inputs,
    the guards of the memory, and calls outputs, its actions. It has a case per state and in it a
    branch per transition. The language has `states` and `events` by name.
    """

    states: Mapping[str, str]
    events: Mapping[str, str]

    def __init__(self, machine: Any) -> None:
        super().__init__()
        self.automaton: Automaton = machine.automaton
        memory = self.memory = machine.memory
        if machine.starts or not (isinstance(memory, type) and issubclass(memory, Memory)):
            raise ExportError(
                f"{shortened(machine.automaton.name, 60)} cannot be written in another language: "
                "its memory is made by a function, not by a class"
            )
        use = self.use = machine.use()
        self.function(use.begin, None)
        for word in (*memory.guards(), *memory.actions()):
            self.word(memory, word)
        for one in self.functions.values():
            one.lines = [*map(self.resolved, one.lines)]
        if memory is NoMemory:  # its outputs are quoted
            self.outputs = TEXT
        put = self.outputs
        if (put != MOVE) if use.moves else (put.kind == TUPLE):
            expected = "expected moves" if use.moves else "expected numbers, bools or texts"
            raise ExportError(f"its outputs ({put}) cannot be written: {expected}")

    @abstractmethod
    def guard(self, name: str) -> str:
        """The expression that asks a guard."""

    @abstractmethod
    def act(self, one: Transition) -> Iterator[str]:
        """The lines that carry out a transition."""

    @abstractmethod
    def consistent(self, found: Sequence[Transition]) -> Iterator[str]:
        """The lines that stop if two of these transitions are enabled."""

    @abstractmethod
    def refuse(self, found: Sequence[Transition]) -> Iterator[str]:
        """The lines that refuse an event that none of these takes."""

    def switch(self) -> Iterator[str]:
        """The cases, one per state."""
        yield "switch (state) {"
        for state in self.automaton.states:
            yield f"case {self.states[state]}:"
            yield from indented(self.case(state))
        yield from ["default:", f"{INDENT}break;", "}"]

    def case(self, state: str) -> Iterator[str]:
        """The transitions that leave a state, in a second switch."""
        events = dict.fromkeys(one.event for one in self.automaton.leaving(state))
        if events:
            yield "switch (event) {"
            for event in events:
                yield f"case {self.events[event]}:"
                yield from indented(self.branches(self.automaton.transitions_for(state, event)))
            yield from ["default:", f"{INDENT}break;", "}"]
        yield "break;"

    def branches(self, found: Sequence[Transition]) -> Iterator[str]:
        """One branch per transition for an event; one without guards is the last."""
        if (found[0].source, found[0].event) in self.automaton.overlapping:
            yield from self.consistent(found)
        for one in found:
            yield f"/* {comment(str(one.label))} */"
            body = [*self.act(one), f"return {self.states[one.target]};"]
            if not one.guards:
                yield from body
                return
            yield f"if ({self.condition(one)}) {{"
            yield from indented(body)
            yield "}"
        yield from self.refuse(found)

    def condition(self, one: Transition) -> str:
        """The guards of a transition."""
        asked = (f"{'!' * guard.negated}{self.guard(guard.name)}" for guard in one.guards)
        return " && ".join(asked) or "1"


def comment(text: str) -> str:
    r"""A text that neither ends a comment nor begins one, in ASCII and without trigraphs.

    >>> print(comment("é **/ /*/ ???/ back\\"))
    \xe9 ** / / * / ? ? ?/ back\
    """
    plain = text.encode("ascii", "backslashreplace").decode()
    return re.sub(r"\*(?=/)|/(?=\*)|\?(?=\?)", r"\g<0> ", plain)


def about(automaton: Automaton, said: str, *how: str) -> str:
    """The comment at the top: what it is, how to call the file of this `{name}`, what it prints."""
    name = re.sub(r"[^A-Za-z0-9._]+", "-", automaton.name).strip("-.") or "machine"
    title = f"{automaton.title}: generated from its transitions by `hanoi-fsm code`."
    lines = [title, "", *(f"    {one.format(name=name)}" for one in how), *said.splitlines()]
    return "\n".join(["/*", *(f" * {comment(line)}".rstrip() for line in lines), " */"])
