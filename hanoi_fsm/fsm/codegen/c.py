"""C99: an automaton as a program of one file, its control part written by the SWITCH template.

In automata programming (Shalyto's SWITCH technology) the control part is one `switch` over the
states with one `case` each, and in it one branch per transition; it asks inputs x and calls outputs
z. It follows from the automaton alone. What the inputs and outputs do, and the program around them,
is given as C text in paragraphs, and those functions that nothing calls are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Protocol

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError, cut, listed, shortened
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.validation import validate

LONGEST_NAME = 40
"""The characters of a name that are kept in an identifier: C tells 63 apart."""
SHOWN = 60
_FUNCTION = re.compile(r"^(?:NORETURN )?static (?:inline )?(?:[\w]+ )+\**(\w+)\(", re.MULTILINE)
_COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', re.DOTALL)


@dataclass(frozen=True)
class Parts:
    """The C texts around the control part, and what they have to be told.

    `memory` defines the inputs and outputs, `program` ends with `main`. `usage` says which
    arguments it takes, `about` what it does with them. A program that `reads` hands an event to
    `react`, any other one fires the only event. Of `writes` each action just puts out a text.
    `starts` names states to begin in, `constants` are defined as macros.
    """

    memory: str
    program: str
    usage: str
    about: str
    reads: bool = False
    writes: Mapping[str, str] | None = None
    starts: Mapping[str, str] | None = None
    constants: Mapping[str, str | int] | None = None


class Translatable(Protocol):
    """A machine as far as this module knows it."""

    @property
    def automaton(self) -> Automaton: ...

    def in_c(self) -> Parts:
        """The C texts of its memory and program; `ExportError` where there are none."""


def code(machine: Translatable) -> str:
    """The program, in ASCII and without a final line break.

    Raises `DefinitionError` for a faulty definition, and `ExportError` for a memory without C text.
    """
    automaton, parts = machine.automaton, machine.in_c()
    validate(automaton)
    program = _Program(automaton, parts)
    return "\n\n".join([program.top(), *linked(program.paragraphs())])


def text_of(package: str, *names: str) -> str:
    """The C files of these names in a package, one after the other."""
    return "\n".join(files(package).joinpath(f"{name}.c").read_text("ascii") for name in names)


text = partial(text_of, __package__)


def linked(paragraphs: Iterable[str]) -> list[str]:
    """The paragraphs without the functions that nothing else needs.

    A compiler would warn of them. A function is a paragraph that begins as `static` ones do.

    >>> linked(["static int x(void) {}", "static int y(void) {}", "int main(void) { x(); }"])
    ['static int x(void) {}', 'int main(void) { x(); }']
    """
    texts = list(paragraphs)
    words = [set(re.findall(r"\w+", _COMMENT_OR_TEXT.sub(" ", one))) for one in texts]
    named = [function(one) for one in texts]
    where = {name: at for at, name in enumerate(named) if name}
    kept: set[int] = set()
    queue = [at for at, name in enumerate(named) if not name]
    for at in queue:
        if at not in kept:
            kept.add(at)
            queue.extend(where[word] for word in words[at] & where.keys())
    return [one for at, one in enumerate(texts) if at in kept]


def function(paragraph: str) -> str:
    """The name of the static function that a paragraph of C defines, or ""."""
    found = _FUNCTION.search(_COMMENT_OR_TEXT.sub("", paragraph))
    return found[1] if found else ""


def identifiers(names: Iterable[str], stem: str) -> dict[str, str]:
    """A C identifier for each name, all different, and different from all without the stem.

    >>> identifiers(["a b", "a_b", "int", "é"], "state")
    {'a b': 'state_a_b', 'a_b': 'state_a_b_2', 'int': 'state_int', 'é': 'state_4'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for number, name in enumerate(names, 1):
        plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:LONGEST_NAME]
        free = f"{stem}_{plain or number}"
        while free in taken:
            free = f"{free}_{number}"
        taken.add(free)
        found[name] = free
    return found


def literal(text: str) -> str:
    r"""A C string of the text, in ASCII and without trigraphs.

    >>> print(literal('say "é??/"'))
    "say \"\303\251\?\?/\""
    """
    return '"' + "".join(map(_in_literal, text.encode("utf-8", "backslashreplace"))) + '"'


def _in_literal(byte: int) -> str:
    one = chr(byte)
    if one in '"\\?':
        return "\\" + one
    return one if " " <= one <= "~" else f"\\{byte:03o}"


def format_literal(text: str) -> str:
    """The same as a part of a format of `printf`."""
    return literal(text.replace("%", "%%"))


def comment(text: str) -> str:
    r"""A text that neither ends a comment nor begins one, in ASCII and without trigraphs.

    >>> print(comment("é */ ??/ /*\\"))
    \xe9 * / ? ?/ / * \ .
    """
    plain = text.encode("ascii", "backslashreplace").decode()
    for mark in ("*/", "/*", "??", "//"):
        while mark in plain:
            plain = plain.replace(mark, " ".join(mark))
    return plain.replace("*/", "* /")


class _Program:
    def __init__(self, automaton: Automaton, parts: Parts) -> None:
        self.automaton, self.parts = automaton, parts
        self.states = identifiers(automaton.states, "state")
        self.events = identifiers(automaton.events, "event")
        self.writes = {name: (parts.writes or {})[name] for name in self._written()}
        self.outputs = identifiers(self.writes, "z")
        self._check_words()

    def _written(self) -> Iterator[str]:
        return (name for name in self.automaton.actions if name in (self.parts.writes or {}))

    def _check_words(self) -> None:
        known = set(map(function, self.parts.memory.split("\n\n")))
        guards = [name for name in self.automaton.guards if f"x_{name}" not in known]
        actions = [
            name
            for name in self.automaton.actions
            if name not in self.writes and f"z_{name}" not in known
        ]
        if guards or actions:
            raise ExportError(
                f"{shortened(self.automaton.name, SHOWN)} cannot be written in C: there is no C text "
                f"of {listed([*guards, *actions], 80)}"
            )

    def top(self) -> str:
        name = comment(self.automaton.name)
        file = re.sub(r"[^A-Za-z0-9._]+", "-", self.automaton.name).strip("-.") or "machine"
        lines = [
            f"{comment(self.automaton.title)}: generated from its transitions by `hanoi-fsm code`.",
            "",
            f"    cc -O2 -std=c99 -Wall -Wextra -pedantic -o {file} {file}.c",
            f"    ./{file} {self.parts.usage}",
            "",
            *self.parts.about.strip().splitlines(),
        ]
        assert name  # validated
        return "\n".join(["/*", *(f" * {line}".rstrip() for line in lines), " */"])

    def paragraphs(self) -> Iterator[str]:
        yield self._constants()
        for text_before in (text("base"), self.parts.memory):
            yield from text_before.strip().split("\n\n")
        for action, symbol in self.writes.items():
            yield f"static void {self.outputs[action]}(void)\n{{\n    put({literal(symbol)});\n}}"
        yield from self._names()
        yield from text("control").strip().split("\n\n")
        yield "\n".join(self._react())
        yield from self.parts.program.strip().split("\n\n")

    def _constants(self) -> str:
        name = cut(self.automaton.name, SHOWN)
        constants: dict[str, str | int] = {
            "NAME": format_literal(name),
            "USAGE": format_literal(f"{name} {self.parts.usage}"),
            "LIST_OF_EVENTS": format_literal(listed(self.automaton.events)),
            "INITIAL": self.states[self.automaton.initial],
            **(self.parts.constants or {}),
        }
        return "\n".join(f"#define {name} {value}" for name, value in constants.items())

    def _names(self) -> Iterator[str]:
        for kind, names in (("state", self.states), ("event", self.events)):
            members = [*names.values(), f"{kind.upper()}S"]
            yield "\n".join([f"enum {kind} {{", *(f"    {one}," for one in members[:-1])]
                            + [f"    {members[-1]}", "};"])
            texts = [f"    {literal(name)}," for name in names] or ['    "",']
            yield "\n".join([f"static const char *const name_of_{kind}[] = {{", *texts, "};"])
        final = [f"    case {self.states[one]}:" for one in self.automaton.states
                 if one in self.automaton.final]
        body = [*final, "        return 1;"] if final else []
        yield "\n".join(["static int is_final(enum state state)", "{", "    switch (state) {",
                         *body, "    default:", "        return 0;", "    }", "}"])
        if self.parts.starts:
            rows = [f"    {{{literal(name)}, {self.states[state]}}},"
                    for name, state in self.parts.starts.items()]
            yield "\n".join(["static const struct {", "    const char *name;",
                             "    enum state state;", "} starts[] = {", *rows, "};"])
