"""C99: an automaton as a program in one file, its control part written by the SWITCH template.

In automata programming (Shalyto's SWITCH technology) the control part is one `switch` over the
states, with one `case` per state and in it one branch per transition. It evaluates inputs, the
guards, and calls outputs, the actions. These are translated from the memory; `main` is handwritten.

Lists and objects are accessed through pointers, so that they may have several names, as in Python.
Lists that the memory no longer reaches are freed between two events. A list of a type whose lists
never grow stores its items in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from string import Template
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.codegen.programs import SHOWN, Program, comment, laid_out, names_of
from hanoi_fsm.fsm.codegen.subset import (
    ANY,
    BOOL,
    LIST,
    NUMBER,
    OBJECT,
    OPTIONAL,
    TEXT,
    TUPLE,
    VOID,
    Function,
    Type,
    text_of,
)
from hanoi_fsm.fsm.errors import ExportError, cut, listed
from hanoi_fsm.fsm.memory import Memory, NoMemory

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

Lines = Iterator[str]
SCALARS = {
    NUMBER: "int64_t", OPTIONAL: "int64_t", BOOL: "int", TEXT: "const char *",
    ANY: "void", VOID: "void",
}  # fmt: skip
WORDS = (
    "place within asm auto break case char const continue default do double else enum extern "
    "float for goto if inline int long register restrict return short signed sizeof static struct "
    "switch typedef union unsigned void volatile while NULL EOF stdin stdout stderr errno NAME "
    "USAGE INITIAL NONE add subtract multiply modulo quotient shifted shifted_back absolute least "
    "most known at text from_the_end stop die free self has_output result event state "
    "memory m int8_t int16_t int32_t int64_t uint64_t size_t present strcmp strlen memcpy memset "
    "printf puts item index object resized unix linux list_of_numbers "
    "newest_cell bytes_used most_bytes made mark sweep clean TEXT"
)
RESERVED = frozenset(WORDS.split())
"""The words reserved by C, by its headers, and by the surrounding text."""
LARGEST = 2**63 - 1
IN_OCTAL = re.compile(rb'["?\\]|[^ -~]')
"""A byte that does not stand for itself in a C string."""


class C(Program):
    """The program of one machine, in ASCII."""

    language, me = "C", "self"

    def __init__(self, machine: Machine, why: str = "") -> None:
        self.known: dict[str, str] = {}  # names by their identifiers
        super().__init__(machine, why)

    def names(self, names: Iterable[str], kind: str) -> dict[str, str]:
        return names_of(names, kind, safe=None)

    def named(self, name: str) -> str:
        text = "".join(sign if sign.isascii() else f"u{ord(sign):x}" for sign in name)
        is_macro = len(text) > 1 and text.isupper()
        text += "_" * (is_macro or text.rstrip("_") in RESERVED)
        while self.known.setdefault(text, name) != name:  # as for `é` and `ue9`
            text += "_"
        return text

    def type_name(self, of: Type) -> str:
        if of in SCALARS:
            return SCALARS[of]
        if of.kind == OBJECT:
            return self.named(of.of.__name__)
        for part in of.parts:
            self.type_name(part)  # defined before
        return self.types.setdefault(of, f"{of.kind}_{len(self.types)}")

    def declared(self, of: Type, name: str = "") -> str:
        """The C declaration of a place: the type of its values, and its name."""
        known = self.type_name(of)
        if of not in SCALARS:
            known = f"struct {known}" if of.kind == TUPLE else f"struct {known} *"
        return f"{known}{name}" if known.endswith("*") else f"{known} {name}".rstrip()

    def constant(self, value: object) -> str:
        if not isinstance(value, int):
            return literal(str(value))
        if abs(value) > LARGEST:
            raise ExportError(f"{value} cannot be translated: numbers in C have 64 bits")
        return str(int(value)) if abs(value) < 2**30 else f"INT64_C({value})"

    # the surrounding text

    def text(self) -> str:
        use, package, functions = self.use, __package__, self.functions.values()
        numbers = self.types.get(Type(LIST, (NUMBER,)))
        inputs = [NO_INPUTS]
        if issubclass(self.memory, NoMemory):
            inputs = [*names_in_c("input", self.inputs), text_of(package, "inputs.c", "outside.c")]
        definitions = [
            *names_in_c("state", self.states),
            *names_in_c("event", self.events),
            "\n".join(f"struct {self.named(of.__name__)};" for of in self.classes),
        ]
        bodies = [*map(self.structure, self.classes), *map(self.defined, functions)]
        definitions += [*map(self.compound, [*self.types]), *bodies]
        how = "cc -O2 -std=c99 -Wall -Wextra -pedantic -o {name} {name}.c"
        return SKELETON.substitute(
            about=self.about(how, f"./{{name}} {use.usage}"),
            constants="\n".join(self.constants()),
            base=text_of(package, "base.c", "numbers.c", "lists.c"),
            definitions="\n\n".join(definitions),
            memory=self.memory_name,
            output=self.outputs.kind,
            lists=LISTS_OF_NUMBERS.format(numbers) if numbers else "",
            inputs="\n\n".join([*inputs, *map(self.stub, self.to_fill_in)]),
            control=text_of(package, "find.c", "control.c"),
            sink=text_of(use.package if use.moves else package, "sink.c"),
            clean=CLEAN if "makes" in self.effects else "",
            switch=laid_out(*self.switch(), depth=1),
            main=text_of(use.package, *(f"{name}.c" for name in use.names)),
        )

    def stub(self, word: str) -> str:
        """The function to fill in for a guard or an action."""
        kind, does = "void", f"put_text(m, {literal(word)});"
        if word in self.inputs:
            kind, does = "int", f"return asked({self.inputs[word]});"
        head = f"static {kind} {self.memory_name}_{self.named(self.to_fill_in[word])}(memory *m)"
        return laid_out(f"/* Fill in: {comment(word)} */", head, "{", does, "}")

    def constants(self) -> Lines:
        automaton, states, name = self.automaton, self.states, cut(self.automaton.name, SHOWN)
        starts = [f"{{{literal(at)}, {states[state]}}}" for at, state in self.use.starts.items()]
        final = [f"state == {states[name]}" for name in states if name in automaton.accepting]
        in_formats = {
            "NAME": name,
            "USAGE": f"{name} {self.use.usage}",
            "LIST_OF_EVENTS": listed(self.alphabet, 100),
            "LIST_OF_INPUTS": listed([*self.inputs], 100),
        }
        constants = {
            **{name: literal(text.replace("%", "%%")) for name, text in in_formats.items()},
            "SLOTS": str(4 << len(self.alphabet).bit_length()),
            "INITIAL": states[automaton.initial],
            "IS_FINAL": " \\\n    || ".join(final) or "0",
            "STARTS": " \\\n    , ".join(starts) or "0",
            **{name: self.constant(value) for name, value in self.use.constants.items()},
        }
        return (f"#define {constant} {value}" for constant, value in constants.items())

    def compound(self, of: Type) -> str:
        """The definition of a tuple or a list, and the operations on a list."""
        name = self.types[of]
        if of.kind == TUPLE:
            fields = (f"{self.declared(part, f'_{at}')};" for at, part in enumerate(of.parts))
            return laid_out(f"struct {name} {{", *fields, "};")
        how = "list_grown.c" if of in self.grown else "list_fixed.c"
        text = text_of(__package__, how, "list.c")
        return text.replace("NAME_OF", name).replace("ITEM", self.declared(of.parts[0]))

    def structure(self, of: type) -> str:
        """The `struct` of an object."""
        fields = [
            self.declared(field.type, self.named(name)) for name, field in self.classes[of].items()
        ]
        if issubclass(of, Memory):
            fields += [self.declared(self.outputs, "output"), "int has_output"]
        rows = (f"{field};" for field in fields or ["int unused"])
        return laid_out(f"struct {self.named(of.__name__)} {{", *rows, "};")

    def defined(self, function: Function) -> str:
        """A function's definition; `__init__` is one that makes an object."""
        places = {name: self.declared(at.type, at.text) for name, at in function.places.items()}
        given = [places.pop(name) for name in function.parameters]
        lines = [*(f"{place} = {{0}};" for place in places.values()), *function.lines]
        owner = self.named(function.owner.__name__) if function.owner else "f"
        head = self.declared(function.result, f"{owner}_{self.named(function.name)}")
        if function.owner and function.name == "__init__":
            head = f"struct {owner} *make_{owner}"
            fields = self.classes[function.owner].items()
            defaults = [f"self->{self.named(name)} = {at.text};" for name, at in fields if at.text]
            lines = [
                f"{given.pop(0)} = made(sizeof *self, 0, 1);",
                *defaults,
                *lines,
                "return self;",
            ]
        how = "COLD static" if function.result.kind in (TEXT.kind, OBJECT) else "INLINE"
        return laid_out(f"{how} {head}({', '.join(given) or 'void'})", "{", *lines, "}")


SKELETON = Template(
    """
$about

/* The first four are parts of formats. */
$constants

$base

$definitions

typedef struct $memory memory;
#define PRINT print_$output$lists

$inputs

$control

$sink

/* The diagram: the state after an event. */
INLINE enum state react(memory *m, enum state state, enum event event,
                        struct sink *sink)
{$clean
    m->has_output = 0;
$switch
    return refuse(state, event);
}

$main
""".strip()
)
CLEAN = """
    if (UNLIKELY(bytes_used > most_bytes))
        clean(*m);"""
"""Before an event, frees values that the memory no longer reaches."""
LISTS_OF_NUMBERS = "\ntypedef struct {0} *list_of_numbers;\n#define ZEROS repeated_{0}"
NO_INPUTS = "#define forget_inputs() ((void)0)\n#define without_inputs(text) (text)"


def names_in_c(kind: str, names: Mapping[str, str]) -> Lines:
    """The enumeration of the states, events or inputs, and their names."""
    for head, rows in (
        (f"enum {kind}", [*names.values(), f"{kind.upper()}S"]),
        (f"static const char *const name_of_{kind}[] =", [*map(literal, names or [""])]),
    ):
        yield laid_out(f"{head} {{", *",\n".join(rows).splitlines(), "};")


def literal(text: str) -> str:
    r"""A C string literal of the text, in ASCII and without trigraphs.

    >>> print(literal('say "é??/"'))
    "say \042\303\251\077\077/\042"
    """
    data = text.encode("utf-8", "backslashreplace")
    escaped = IN_OCTAL.sub(lambda byte: b"\\%03o" % ord(byte[0]), data)
    return f'"{escaped.decode()}"'
