"""C99: an automaton as a program in one file, its control part written by the SWITCH template.

In automata programming (Shalyto's SWITCH technology) the control part is one `switch` over the
states, with one `case` per state and in it one branch per transition; it asks inputs x and calls
outputs z. It is generated from the automaton alone. The inputs, the outputs and the program around
them are written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError, cut, listed, shortened
from hanoi_fsm.fsm.memory import NoMemory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.validation import validate

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

ABOUT_EVENTS = """
It prints one line per event: the transition that is taken, and its output. The events are its
arguments, or with - the words of standard input. Without arguments a machine with one event and a
final state runs to its end, and any other one reads standard input.

Exit code: 0, 1 for an event that is refused, 2 for a word that is not an event.
"""
SHOWN = 60
"""The characters of a machine's name that a message shows."""
Lines = Iterator[str]
IN_LITERAL = frozenset(map(chr, range(ord(" "), ord("~") + 1))) - set('"\\?')
"""The characters that stand for themselves in a C string."""
LONGEST_NAME = 40
"""The characters of a name that are kept in an identifier: C tells 63 apart."""


@dataclass(frozen=True)
class Parts:
    """The C around the control part, in paragraphs, and what it depends on.

    `memory` defines the inputs and outputs; `program` ends with `main`. `usage` names the arguments
    of the program, and `about` describes it. `writes` has the text of each action that only writes
    one. `starts` has the states in which a run may begin, by name. `constants` are defined as
    macros.
    """

    memory: Sequence[str]
    program: Sequence[str]
    usage: str
    about: Sequence[str]
    writes: Mapping[str, str] = field(default_factory=dict)
    starts: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str | int] = field(default_factory=dict)


def code(machine: Machine) -> str:
    """The program, in ASCII and without a final line break.

    Raises `DefinitionError` for a faulty definition, and `ExportError` for a memory without C text.
    """
    parts: Parts = machine.kind.in_c()
    validate(machine.automaton, machine.vocabulary)
    program = _Program(machine.automaton, parts)
    return "\n\n".join([program.about(), *program.paragraphs()])


def without_memory(automaton: Automaton, memory: object) -> Parts:
    """The parts for an automaton on `NoMemory`, whose program takes events.

    Raises `ExportError` for any other memory.
    """
    if memory is not NoMemory:
        raise ExportError(
            f"{shortened(automaton.name, SHOWN)} cannot be written in C, as its memory has no C "
            "text: choose a solver, a reader, or a machine without guards, with outputs in quotes"
        )
    return Parts(
        memory=texts_of(__package__, "no_memory"),
        program=texts_of(__package__, "events"),
        usage="[EVENT ...]",
        about=ABOUT_EVENTS.strip().splitlines(),
        writes={one: f" / {one}  ({text})" for one, text in automaton.outputs.items()},
        constants={"RUNS_ALONE": int(len(automaton.events) == 1 and bool(automaton.final))},
    )


class _Program:
    """The paragraphs of the program of one automaton."""

    def __init__(self, automaton: Automaton, parts: Parts) -> None:
        self.automaton, self.parts = automaton, parts
        self.states = identifiers(automaton.states, "state")
        self.events = identifiers(automaton.events, "event")
        self.outputs = identifiers(automaton.actions, "z")

    def about(self) -> str:
        """The comment at the top: what it is, how to compile and call it, and what it prints."""
        name = re.sub(r"[^A-Za-z0-9._]+", "-", self.automaton.name).strip("-.") or "machine"
        lines = [
            f"{comment(self.automaton.title)}: generated from its transitions by `hanoi-fsm code`.",
            "",
            f"    cc -O2 -std=c99 -Wall -Wextra -pedantic -o {name} {name}.c",
            f"    ./{name} {comment(self.parts.usage)}",
            "",
            *self.parts.about,
        ]
        return "\n".join(["/*", *(f" * {line}".rstrip() for line in lines), " */"])

    def paragraphs(self) -> Lines:
        yield "\n".join(self.constants())
        yield from texts_of(__package__, "base")
        yield from self.names("state", self.states)
        yield from self.names("event", self.events)
        yield from self.parts.memory
        for action, name in self.outputs.items():
            if action in self.parts.writes:
                put = f"put(m, {literal(self.parts.writes[action])});"
                yield f"INLINE void {name}(struct memory *m)\n{{\n    {put}\n}}"
        yield self.is_final()
        if self.parts.starts:
            yield self.starts()
        yield from texts_of(__package__, "control")
        yield "\n".join(self.react())
        yield from self.parts.program

    def constants(self) -> Lines:
        name = cut(self.automaton.name, SHOWN)
        constants: dict[str, str | int] = {
            "NAME": literal_in_format(name),
            "USAGE": literal_in_format(f"{name} {self.parts.usage}"),
            "LIST_OF_EVENTS": literal_in_format(listed(self.automaton.events, 100)),
            "INITIAL": self.states[self.automaton.initial],
            **self.parts.constants,
        }
        yield "/* The first three are parts of formats. */"
        for constant, value in constants.items():
            yield f"#define {constant} {value}"

    def names(self, kind: str, names: Mapping[str, str]) -> Lines:
        """The enumeration of the states or the events, their names, and these for messages."""
        yield _in_braces(f"enum {kind}", [*names.values(), f"{kind.upper()}S"])
        texts = [literal(name) for name in names or [""]]
        yield _in_braces(f"static const char *const name_of_{kind}[] =", texts)
        quoted = [literal(shortened(name)) for name in names or [""]]
        yield _in_braces(f"static const char *const quoted_{kind}[] =", quoted)

    def is_final(self) -> str:
        final = [name for state, name in self.states.items() if state in self.automaton.final]
        tests = [f"state == {name}" for name in final or ["STATES"]]
        test = "\n        || ".join(tests)
        return f"INLINE int is_final(enum state state)\n{{\n    return {test};\n}}"

    def starts(self) -> str:
        kind = "struct {\n    const char *name;\n    enum state state;\n}"
        starts = self.parts.starts.items()
        rows = [f"{{{literal(name)}, {self.states[state]}}}" for name, state in starts]
        return _in_braces(f"static const {kind} starts[] =", rows)

    def react(self) -> Lines:
        """The control part: one case per state."""
        yield "/* The diagram: the state after an event. */"
        yield "INLINE enum state react(struct memory *m, enum state state, enum event event)"
        yield "{"
        yield "    switch (state) {"
        for state in self.automaton.states:
            yield f"    case {self.states[state]}:"
            yield from _indented(self.case(state), 2)
        yield from ["    default:", "        break;", "    }"]
        yield from ["    return refuse(state, event);", "}"]

    def case(self, state: str) -> Lines:
        """The transitions that leave a state, in a second switch."""
        leaving = self.automaton.leaving(state)
        if leaving:
            yield "switch (event) {"
            for event in dict.fromkeys(one.event for one in leaving):
                yield f"case {self.events[event]}:"
                yield from _indented(self.branches(self.automaton.transitions_for(state, event)))
            yield from ["default:", "    break;", "}"]
        yield "break;"

    def branches(self, found: Sequence[Transition]) -> Lines:
        """One branch per transition for an event; one without guards is the last."""
        if (found[0].source, found[0].event) in self.automaton.overlapping:
            asked = [f"{_condition(one)}, {literal(str(one))}" for one in found]
            event, number = self.events[found[0].event], len(found)
            yield f"consistent(state, {event}, {number}, {', '.join(asked)});"
        for one in found:
            yield f"/* {comment(str(one.label))} */"
            body = [f"{self.outputs[one.action]}(m);"] if one.action else []
            body.append(f"return {self.states[one.target]};")
            if not one.guards:
                yield from body
                return
            yield f"if ({_condition(one)}) {{"
            yield from _indented(body)
            yield "}"
        for guard in dict.fromkeys(guard.name for one in found for guard in one.guards):
            yield f"note({literal(guard)}, x_{guard}(m));"
        yield f"return refuse(state, {self.events[found[0].event]});"


def _condition(one: Transition) -> str:
    asked = (f"{'!' * guard.negated}x_{guard.name}(m)" for guard in one.guards)
    return " && ".join(asked) or "1"


def _in_braces(head: str, rows: Sequence[str]) -> str:
    """A declaration with one row per line."""
    return "\n".join([f"{head} {{", ",\n".join(_indented(rows)), "};"])


def _indented(lines: Iterable[str], levels: int = 1) -> Lines:
    return (f"{'    ' * levels}{line}" for line in lines)


def texts_of(package: str, *names: str) -> list[str]:
    """The texts of the C files of these names in a package."""
    return [files(package).joinpath(f"{name}.c").read_text("ascii").strip() for name in names]


def identifiers(names: Iterable[str], stem: str) -> dict[str, str]:
    """A C identifier for each name, all different, and different from all without the stem.

    >>> identifiers(["a b", "a_b", "int", "é"], "state")
    {'a b': 'state_a_b', 'a_b': 'state_a_b_2', 'int': 'state_int', 'é': 'state_4'}
    """
    found: dict[str, str] = {}
    for number, name in enumerate(names, 1):
        plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:LONGEST_NAME]
        free = f"{stem}_{plain or number}"
        while free in found.values():
            free = f"{free}_{number}"
        found[name] = free
    return found


def literal(text: str) -> str:
    r"""A C string of the text, in ASCII and without trigraphs.

    >>> print(literal('say "é??/"'))
    "say \042\303\251\077\077/\042"
    """
    texts = (
        chr(byte) if chr(byte) in IN_LITERAL else f"\\{byte:03o}"
        for byte in text.encode("utf-8", "backslashreplace")
    )
    return f'"{"".join(texts)}"'


def literal_in_format(text: str) -> str:
    """A C string of the text as a part of a `printf` format."""
    return literal(text.replace("%", "%%"))


def comment(text: str) -> str:
    r"""A text that neither ends a comment nor begins one, in ASCII and without trigraphs.

    >>> print(comment("é **/ /*/ ???/ back\\"))
    \xe9 ** / / * / ? ? ?/ back\
    """
    plain = text.encode("ascii", "backslashreplace").decode()
    return re.sub(r"\*(?=/)|/(?=\*)|\?(?=\?)", r"\g<0> ", plain)
