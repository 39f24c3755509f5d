"""C99: an automaton as a program in one file, its control part written by the SWITCH template.

In automata programming (Shalyto's SWITCH technology) the control part is one `switch` over the
states, with one `case` per state and in it one branch per transition; it asks inputs, the guards,
and calls outputs, the actions. Those are translated from the memory; `main` is written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.c_memory import class_name, literal, paragraphs, plain
from hanoi_fsm.fsm.codegen.subset import Program
from hanoi_fsm.fsm.codegen.use import Use, texts_of
from hanoi_fsm.fsm.codegen.writer import Control, comment, indented
from hanoi_fsm.fsm.errors import cut, listed, shortened
from hanoi_fsm.fsm.notation import Transition, identifiers, is_output, output_of
from hanoi_fsm.fsm.validation import validate

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

SHOWN = 60
"""The characters of a machine's name that a message shows."""
Lines = Iterator[str]
NO_SINK = """
struct sink {
    const char *taken;
};

#define put_out(m, state, sink, transition) ((sink)->taken = (transition))
""".strip()
"""For a program that looks at the output after the event."""


def code(machine: Machine) -> str:
    """The program, in ASCII and without a final line break.

    Raises `DefinitionError` for a faulty definition, and `ExportError` for a memory that is outside
    of the plain subset.
    """
    use: Use = machine.kind.use()
    validate(machine.automaton, machine.vocabulary)
    program = _Program(machine.automaton, use)
    return "\n\n".join([program.about(), *program.paragraphs()])


class _Program:
    """The paragraphs of the program of one automaton."""

    def __init__(self, automaton: Automaton, use: Use) -> None:
        self.automaton, self.use = automaton, use
        self.memory = class_name(use.memory)
        self.states = identifiers(automaton.states, "state")
        self.events = identifiers(automaton.events, "event")
        self.control = Control(
            automaton,
            self.states.__getitem__,
            self.events.__getitem__,
            self.guard,
            self.act,
            self.consistent,
            self.refuse,
        )

    def about(self) -> str:
        """The comment at the top: what it is, how to compile and call it, and what it prints."""
        name = re.sub(r"[^A-Za-z0-9._]+", "-", self.automaton.name).strip("-.") or "machine"
        lines = [
            f"{comment(self.automaton.title)}: generated from its transitions by `hanoi-fsm code`.",
            "",
            f"    cc -O2 -std=c99 -Wall -Wextra -pedantic -o {name} {name}.c",
            f"    ./{name} {comment(self.use.usage)}",
            "",
            *self.use.about,
        ]
        return "\n".join(["/*", *(f" * {line}".rstrip() for line in lines), " */"])

    def paragraphs(self) -> Lines:
        yield "\n".join(self.constants())
        yield from texts_of(__package__, "c", "base", "numbers", "lists")
        yield from self.names("state", self.states)
        yield from self.names("event", self.events)
        program = self.use.program()
        yield from paragraphs(program)
        yield "\n".join(self.aliases(program))
        yield self.is_final()
        if self.use.starts:
            yield self.starts()
        yield from texts_of(__package__, "c", "control")
        yield from texts_of(self.use.package, "c", self.use.sink) if self.use.sink else [NO_SINK]
        yield "\n".join(self.react(program))
        yield from self.use.texts("c")

    def constants(self) -> Lines:
        name = cut(self.automaton.name, SHOWN)
        constants: dict[str, str | int] = {
            "NAME": literal_in_format(name),
            "USAGE": literal_in_format(f"{name} {self.use.usage}"),
            "LIST_OF_EVENTS": literal_in_format(listed(self.automaton.events, 100)),
            "INITIAL": self.states[self.automaton.initial],
        }
        for name, value in self.use.constants.items():
            constants[name] = literal(value) if isinstance(value, str) else int(value)
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

    def aliases(self, program: Program) -> Lines:
        """The names by which `main` knows the memory, its output, and lists of numbers."""
        yield f"typedef struct {self.memory} memory;"
        yield f"#define VISIT visit_{self.memory}"
        kind = program.outputs.kind
        form = '"%" PRId64' if kind in ("number", "") else '"%s"'
        shown = '((value) ? "True" : "False")' if kind == "bool" else "value"
        yield f"#define OUTPUT_FORMAT {form}"
        yield f"#define OUTPUT(value) {shown}"

    def is_final(self) -> str:
        final = [name for state, name in self.states.items() if state in self.automaton.final]
        tests = [f"state == {name}" for name in final or ["STATES"]]
        test = "\n        || ".join(tests)
        return f"INLINE int is_final(enum state state)\n{{\n    return {test};\n}}"

    def starts(self) -> str:
        kind = "struct {\n    const char *name;\n    enum state state;\n}"
        starts = self.use.starts.items()
        rows = [f"{{{literal(name)}, {self.states[state]}}}" for name, state in starts]
        return _in_braces(f"static const {kind} starts[] =", rows)

    def react(self, program: Program) -> Lines:
        """The control part; what the memory knows no more is freed before an event."""
        yield "/* The diagram: the state after an event. */"
        yield "INLINE enum state react(memory *m, enum state state, enum event event,"
        yield "                        struct sink *sink)"
        yield "{"
        yield from indented(
            ["if (UNLIKELY(bytes_used > most_bytes))", "    clean(*m);"] * program.makes
        )
        yield from indented(["m->has_output = 0;", *self.control.switch()])
        yield from ["    return refuse(state, event);", "}"]

    def guard(self, name: str) -> str:
        return f"{self.memory}_{plain(name)}(m)"

    def act(self, one: Transition) -> Lines:
        if one.action and is_output(one.action):
            yield f"m->output = {literal(output_of(one.action))};"
            yield "m->has_output = 1;"
        elif one.action:
            yield f"{self.memory}_{plain(one.action)}(m);"
        yield f"put_out(m, state, sink, {literal(str(one))});"

    def consistent(self, found: Sequence[Transition]) -> Lines:
        asked = (f"{self.control.condition(one)}, {literal(str(one))}" for one in found)
        yield f"consistent(state, event, {len(found)}, {', '.join(asked)});"

    def refuse(self, found: Sequence[Transition]) -> Lines:
        for guard in dict.fromkeys(guard.name for one in found for guard in one.guards):
            yield f"note({literal(guard)}, {self.guard(guard)});"
        yield "return refuse(state, event);"


def _in_braces(head: str, rows: Sequence[str]) -> str:
    """A declaration with one row per line."""
    return "\n".join([f"{head} {{", ",\n".join(indented(rows)), "};"])


def literal_in_format(text: str) -> str:
    """A C string of the text as a part of a `printf` format."""
    return literal(text.replace("%", "%%"))
