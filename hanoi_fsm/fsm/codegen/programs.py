"""The common parts of programs in C and in JavaScript: their usage and their structure."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING, cast

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.python import INDENT
from hanoi_fsm.fsm.codegen.subset import (
    ANY,
    BOOL,
    NUMBER,
    OBJECT,
    TEXT,
    TUPLE,
    ZERO,
    Translation,
    Type,
)
from hanoi_fsm.fsm.errors import ExportError, shortened
from hanoi_fsm.fsm.memory import Memory, NoMemory
from hanoi_fsm.fsm.notation import Transition, is_output, output_of

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

ABOUT_EVENTS = """
Print one line per event: the transition that is taken, and its output. The events are its
arguments, or with - the words of standard input. Without arguments a machine with one event and a
final state runs to its end, and any other one reads standard input.

Exit code: 0, 1 for an event or a word that is not accepted, 2 for a word that is not an event.
"""
TO_FILL_IN = """
Fill in the functions of Outside, which are its guards and actions. Until then the answer of a
guard comes with the event, as in `push [unlocked & !open]`, and an action puts out its name.
"""


_SAFE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
METHOD = re.compile(r"[^\W\d]\w*\Z")
RESERVED = frozenset({"constructor", "output", "inputs"})
"""The names that methods to fill in may not have, as objects already have them."""
MOVE = Type(TUPLE, (NUMBER,) * 3)
"""The type of a move: a disk and two pegs."""
LONGEST_NAME = 40
"""The characters of a name kept in an identifier: C distinguishes 63."""
SHOWN = 60
"""The characters of a machine's name shown in a message."""


@dataclass(frozen=True)
class Use:
    """The usage of a program: its beginning, its outputs, and its command line.

    `begin` makes the memory from the values that `main` reads on the command line; it is
    translated like the memory. The outputs are `moves`, or else texts. `main` is in the files
    called `names` in a `package`. `starts` maps names to states in which a run may begin.
    """

    package: str
    names: Sequence[str]
    begin: Callable[..., object]
    usage: str
    about: str
    constants: Mapping[str, str | int] = field(default_factory=dict)
    starts: Mapping[str, str] = field(default_factory=dict)
    moves: bool = False


def with_events(machine: Machine) -> Use:
    """The usage of a machine that reads events."""
    memory = machine.memory

    def begin() -> object:
        return memory()

    automaton = machine.automaton
    # Without a memory and inputs, nothing new happens after a state recurs.
    most = len(automaton.states) if machine.is_alone and not automaton.guards else 2**53 - 1
    constants = {
        "RUNS_ALONE": automaton.autonomous,
        "MOST_ALONE": most,
        "MAY_REJECT": automaton.acceptor,
    }
    return Use(__package__, ("events",), begin, "[EVENT ...]", ABOUT_EVENTS, constants)


def laid_out(*lines: str, depth: int = 0) -> str:
    """The text of some lines, indented as their braces and cases tell."""
    rows = []
    for line in lines:
        depth -= line.startswith(("}", "case ", "default:"))
        rows.append(f"{INDENT * depth}{line}" if line else "")
        depth += line.endswith(("{", ":"))
    return "\n".join(rows)


def switch(variable: str, arms: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The lines that select an arm by the value of a variable."""
    yield f"switch ({variable}) {{"
    for value, lines in arms.items():
        yield f"case {value}:"
        yield from lines
    yield from ("default:", "break;", "}")


class Outside(NoMemory):
    """The memory of a program with functions to fill in: a method for each guard and action."""


class Program(Translation):
    """The program of a machine: the translation of its memory, and the control part.

    This is the SWITCH technology of automata programming (Shalyto): the control part evaluates
    inputs, the memory's guards, and calls outputs, its actions. It has a case per state and in it a
    branch per transition. The `states`, `events` and `inputs` have names in the language. There are
    forms that `ask` a guard, `act`, `write` an output, report the transition `taken`, require
    transitions to be `consistent`, and `note` each guard before they `refuse` an event.

    Raises `ExportError` for a memory outside the plain subset. Without a memory, or with one
    outside the subset for a reason `why`, there are functions `to_fill_in`: a mapping from guards
    and actions to their names.
    """

    def __init__(self, machine: Machine, why: str = "") -> None:
        super().__init__()
        self.automaton, memory = machine.automaton, machine.memory
        if machine.starts or not (isinstance(memory, type) and issubclass(memory, Memory)):
            raise ExportError(
                f"{shortened(self.automaton.name, 60)} cannot be written in another language: "
                "its memory is made by a function, not by a class"
            )
        self.memory, self.why = memory, why
        self.use = with_events(machine) if memory is Outside else machine.use()
        self.function(cast("FunctionType", self.use.begin), None, {})
        self.effects.clear()
        for word in (*memory.guards(), *memory.actions()):
            self.word(memory, word)
        self.outputs = self.classes[memory].pop("output", ZERO).type
        self.to_fill_in = names_to_fill_in(self.automaton) if machine.is_alone else {}
        if machine.is_alone:
            self.outputs = TEXT
            if any(len(row.actions) > 1 for row in self.automaton.transitions):
                self.effects.add("makes")
        self.memory_name = self.type_name(Type(OBJECT, of=memory))
        self.states = self.names(self.automaton.states, "state")
        self.alphabet = machine.alphabet  # a chart may have events that are never accepted
        self.events = self.names(self.alphabet, "event")
        self.inputs = self.names(self.automaton.guards if machine.is_alone else (), "input")
        expected = "moves" if self.use.moves else "numbers, bools or texts"
        if self.outputs not in ((MOVE,) if self.use.moves else (NUMBER, BOOL, TEXT)):
            raise ExportError(
                f"its outputs ({self.outputs}) cannot be written: expected {expected}"
            )

    @abstractmethod
    def names(self, names: Iterable[str], kind: str) -> dict[str, str]:
        """The names of the states, events or inputs in the language."""

    @abstractmethod
    def text(self) -> str:
        """The program, without a final line break."""

    def about(self, *how: str) -> str:
        """The comment at the top: the program, the call of the file `{name}`, and its output."""
        name = re.sub(r"[^A-Za-z0-9._]+", "-", self.automaton.name).strip("-.") or "machine"
        title = f"{self.automaton.title}: generated from its transitions by `hanoi-fsm code`."
        why = f"\nIts memory has no translation: {self.why}.\n" if self.why else ""
        text = self.use.about + why + (TO_FILL_IN if self.to_fill_in else "")
        lines = [title, "", *(f"    {line.format(name=name)}" for line in how), *text.splitlines()]
        return "\n".join(["/*", *(f" * {comment(line)}".rstrip() for line in lines), " */"])

    def written(self, word: str, name: str = "", **about: str) -> str:
        """A control part's form, perhaps for a guard or an action of the memory."""
        name = self.to_fill_in.get(name, name)
        return self.form(word, of=ANY, name=name, memory=self.memory_name, **about).text

    def switch(self) -> Iterator[str]:
        """The cases, one per state, and in each a second switch with the transitions."""
        return switch("state", {name: self.case(state) for state, name in self.states.items()})

    def case(self, state: str) -> Iterator[str]:
        arms = {}
        for event in dict.fromkeys(row.event for row in self.automaton.leaving(state)):
            rows = self.automaton.transitions_for(state, event)
            arms[self.events[event]] = self.branches(rows)
        if arms:
            yield from switch("event", arms)
        yield "break;"

    def branches(self, rows: Sequence[Transition]) -> Iterator[str]:
        """One branch per transition on an event; a transition without guards comes last."""
        if (rows[0].source, rows[0].event) in self.automaton.overlapping:
            asked = [
                self.written("enabled", condition=self.condition(row), text=self.constant(str(row)))
                for row in rows
            ]
            yield self.written("consistent", number=str(len(rows)), asked=", ".join(asked))
        for row in rows:
            yield f"/* {comment(str(row.label))} */"
            body = [*self.act(row), f"return {self.states[row.target]};"]
            if not row.guards:
                yield from body
                return
            yield from [f"if ({self.condition(row)}) {{", *body, "}"]
        for name in dict.fromkeys(guard.name for row in rows for guard in row.guards):
            yield self.written("note", name, text=self.constant(name))
        yield self.written("refuse")

    def act(self, row: Transition) -> Iterator[str]:
        """The lines that carry out a transition."""
        for action in row.actions:
            if is_output(action):
                yield self.written("write", text=self.constant(output_of(action)))
            else:
                yield self.written("act", action)
        yield self.written("taken", text=self.constant(str(row)))

    def condition(self, row: Transition) -> str:
        """The guards of a transition as a condition."""
        signs = {True: "", False: "!"}
        asked = (signs[guard.answer] + self.written("ask", guard.name) for guard in row.guards)
        return " && ".join(asked) or "1"


def names_of(
    names: Iterable[str],
    stem: str,
    safe: re.Pattern[str] | None = _SAFE,
    reserved: Collection[str] = (),
) -> dict[str, str]:
    """A distinct identifier for each name: itself if it is `safe`, or else made from the `stem`.

    >>> names_of(["done", "0 1", "0-1", "?"], stem="s")
    {'done': 'done', '0 1': 's_0_1', '0-1': 's_0_1_3', '?': 's_4'}
    >>> names_of(["a b", "a_b", "int", "é"], "state", safe=None)
    {'a b': 'state_a_b', 'a_b': 'state_a_b_2', 'int': 'state_int', 'é': 'state_4'}
    """
    chosen: dict[str, str] = {}
    for number, name in enumerate(dict.fromkeys(names), 1):
        plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:LONGEST_NAME]
        free = f"{stem}_{plain or number}"
        if safe and safe.match(name) and not (name in reserved or name.startswith(f"{stem}_")):
            free = name
        while free in chosen:
            free = f"{free}_{number}"
        chosen[free] = name
    return {name: free for free, name in chosen.items()}


def names_to_fill_in(automaton: Automaton) -> dict[str, str]:
    """A method name for each guard, and for each action that is not an output in quotes.

    A guard `n > 3` is called `guard_n_3`; a valid name is kept.
    """
    guards = names_of(automaton.guards, "guard", METHOD, RESERVED)
    called = [name for name in automaton.actions if not is_output(name)]
    return guards | names_of(called, "action", METHOD, {*RESERVED, *guards.values()})


def comment(text: str) -> str:
    r"""A text that neither ends nor begins a comment, in ASCII and without trigraphs.

    >>> print(comment("é **/ /*/ ???/ back\\"))
    \xe9 ** / / * / ? ? ?/ back\
    """
    plain = text.encode("ascii", "backslashreplace").decode()
    return re.sub(r"\*(?=/)|/(?=\*)|\?(?=\?)", r"\g<0> ", plain)
