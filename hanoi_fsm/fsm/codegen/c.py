"""C99: an automaton as a program in one file, its control part written by the SWITCH template.

In automata programming (Shalyto's SWITCH technology) the control part is one `switch` over the
states, with one `case` per state and in it one branch per transition. It evaluates inputs, the
guards, and calls outputs, the actions. These are translated from the memory; `main` is handwritten.

Lists and objects are accessed through pointers, so that they may have several names, as in Python.
Lists that the memory no longer reaches are freed between two events. A list of a type whose lists
never grow stores its items in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, cast

from hanoi_fsm.fsm.codegen.programs import SHOWN, Program, about, comment, laid_out, names_of
from hanoi_fsm.fsm.codegen.python import INDENT
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
    texts_of,
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
IN_LITERAL = frozenset(map(chr, range(ord(" "), ord("~") + 1))) - set('"\\?')
"""The characters that stand for themselves in a C string."""


def code(machine: Machine, why: str = "") -> str:
    """The program, in ASCII and without a final line break.

    Raises `ExportError` for a memory outside the plain subset. For a machine without a memory,
    `why` is the reason.
    """
    return "\n\n".join(_C(machine, why).paragraphs())


class _C(Program):
    """The paragraphs of one machine's program; `types` has the types that are already named."""

    language, me = "C", "self"

    def __init__(self, machine: Machine, why: str = "") -> None:
        self.types: dict[Type, str] = {}
        super().__init__(machine, why)
        self.memory_name = class_name(self.memory)
        self.states = names_of(self.automaton.states, "state", safe=None)
        self.events = names_of(self.automaton.events, "event", safe=None)
        asked = [name for name in self.automaton.guards if name in self.to_fill_in]
        self.inputs = names_of(asked, "input", safe=None)

    def named(self, name: str) -> str:
        return plain(name)

    def type_name(self, of: Type) -> str:
        if of in SCALARS:
            return SCALARS[of]
        if of.kind == OBJECT:
            return class_name(of.of)
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
        if isinstance(value, str):
            return literal(value)
        number = int(cast("float", value))
        if abs(number) > LARGEST:
            raise ExportError(f"{number} cannot be translated: numbers in C have 64 bits")
        return str(number) if abs(number) < 2**30 else f"INT64_C({number})"

    # the surrounding text

    def paragraphs(self) -> Lines:
        use = self.use
        functions = [*map(self.defined, self.functions.values())]
        classes = [self.structure(of) for of in self.classes]
        how = "cc -O2 -std=c99 -Wall -Wextra -pedantic -o {name} {name}.c"
        yield about(self.automaton, self.about, how, f"./{{name}} {use.usage}")
        yield "\n".join(self.constants())
        yield from texts_of(__package__, "c", "base", "numbers", "lists")
        yield from names_in_c("state", self.states)
        yield from names_in_c("event", self.events)
        yield "\n".join(f"struct {class_name(of)};" for of in self.classes)
        yield from map(self.compound, [*self.types])
        yield from [*classes, *functions, "\n".join(self.aliases())]
        if issubclass(self.memory, NoMemory):
            yield from names_in_c("input", self.inputs)
            yield from texts_of(__package__, "c", "inputs", "outside")
        else:
            yield NO_INPUTS
        yield from map(self.stub, self.to_fill_in)
        yield from texts_of(__package__, "c", "find", "control")
        yield from texts_of(use.package if use.moves else __package__, "c", "sink")
        yield laid_out(
            REACT, "{", *(CLEAN if "makes" in self.effects else ()), *BEGIN, *self.switch(), *END
        )
        yield from texts_of(use.package, "c", *use.names)

    def stub(self, word: str) -> str:
        """The function to fill in for a guard or an action."""
        kind, does = "void", f"put_text(m, {literal(word)});"
        if word in self.inputs:
            kind, does = "int", f"return asked({self.inputs[word]});"
        head = f"static {kind} {self.memory_name}_{plain(self.to_fill_in[word])}(memory *m)"
        return laid_out(f"/* Fill in: {comment(word)} */", head, "{", does, "}")

    def constants(self) -> Lines:
        automaton, states, name = self.automaton, self.states, cut(self.automaton.name, SHOWN)
        starts = [f"{{{literal(at)}, {states[state]}}}" for at, state in self.use.starts.items()]
        constants = {
            "NAME": literal_in_format(name),
            "USAGE": literal_in_format(f"{name} {self.use.usage}"),
            "LIST_OF_EVENTS": literal_in_format(listed(automaton.events, 100)),
            "LIST_OF_INPUTS": literal_in_format(listed([*self.inputs], 100)),
            "SLOTS": str(4 << len(automaton.events).bit_length()),
            "INITIAL": states[automaton.initial],
            "IS_FINAL": self.among(name for name in states if name in automaton.accepting),
            "STARTS": " \\\n    , ".join(starts) or "0",
            **{name: self.constant(value) for name, value in self.use.constants.items()},
        }
        yield "/* The first four are parts of formats. */"
        yield from (f"#define {constant} {value}" for constant, value in constants.items())

    def among(self, names: Iterable[str]) -> str:
        """A condition: the state is one of these."""
        return " \\\n    || ".join(f"state == {self.states[name]}" for name in names) or "0"

    def compound(self, of: Type) -> str:
        """The definition of a tuple or a list, and the operations on a list."""
        name = self.types[of]
        if of.kind == TUPLE:
            fields = (f"{self.declared(part, f'_{at}')};" for at, part in enumerate(of.parts))
            return laid_out(f"struct {name} {{", *fields, "};")
        how = "list_grown" if of in self.grown else "list_fixed"
        text = "\n\n".join(texts_of(__package__, "c", how, "list"))
        return text.replace("NAME_OF", name).replace("ITEM", self.declared(of.parts[0]))

    def structure(self, of: type) -> str:
        """The `struct` of an object."""
        fields = [
            self.declared(field.type, plain(name)) for name, field in self.classes[of].items()
        ]
        if issubclass(of, Memory):
            fields += [self.declared(self.outputs, "output"), "int has_output"]
        rows = (f"{field};" for field in fields or ["int unused"])
        return laid_out(f"struct {class_name(of)} {{", *rows, "};")

    def defined(self, function: Function) -> str:
        """A function's definition; `__init__` is one that makes an object."""
        places = {name: self.declared(at.type, at.text) for name, at in function.places.items()}
        given = [places.pop(name) for name in function.parameters]
        lines = [*(f"{place} = {{0}};" for place in places.values()), *function.lines]
        head = self.declared(function.result, function_name(function))
        if function.owner and function.name == "__init__":
            head = f"struct {class_name(function.owner)} *make_{class_name(function.owner)}"
            fields = self.classes[function.owner].items()
            defaults = [f"self->{plain(name)} = {at.text};" for name, at in fields if at.text]
            lines = [
                f"{given.pop(0)} = made(sizeof *self, 0, 1);",
                *defaults,
                *lines,
                "return self;",
            ]
        how = "COLD static" if function.result.kind in (TEXT.kind, OBJECT) else "INLINE"
        return laid_out(f"{how} {head}({', '.join(given) or 'void'})", "{", *lines, "}")

    def aliases(self) -> Lines:
        """The names that `main` uses for the memory, its output, and lists of numbers."""
        yield f"typedef struct {self.memory_name} memory;"
        yield f"#define PRINT print_{self.outputs.kind}"
        if name := self.types.get(Type(LIST, (NUMBER,))):
            yield f"typedef struct {name} *list_of_numbers;"
            yield f"#define ZEROS repeated_{name}"


REACT = """
/* The diagram: the state after an event. */
INLINE enum state react(memory *m, enum state state, enum event event,
                        struct sink *sink)
""".strip()
CLEAN = ["if (UNLIKELY(bytes_used > most_bytes))", f"{INDENT}clean(*m);"]
"""Before an event, frees values that the memory no longer reaches."""
BEGIN, END = ["m->has_output = 0;"], ["return refuse(state, event);", "}"]
NO_INPUTS = "#define forget_inputs() ((void)0)\n#define without_inputs(text) (text)"


def names_in_c(kind: str, names: Mapping[str, str]) -> Lines:
    """The enumeration of the states, events or inputs, and their names."""
    for head, rows in (
        (f"enum {kind}", [*names.values(), f"{kind.upper()}S"]),
        (f"static const char *const name_of_{kind}[] =", [*map(literal, names or [""])]),
    ):
        yield laid_out(f"{head} {{", *",\n".join(rows).splitlines(), "};")


def literal_in_format(text: str) -> str:
    """A C string of the text, escaped for a `printf` format."""
    return literal(text.replace("%", "%%"))


def class_name(of: type) -> str:
    """The name of a class in C."""
    return plain(of.__name__)


def function_name(function: Function) -> str:
    """The name of a function in C; a method's name is prefixed with its class."""
    return f"{class_name(function.owner) if function.owner else 'f'}_{plain(function.name)}"


def plain(name: str) -> str:
    """A name in C."""
    text = "".join(sign if sign.isascii() else f"u{ord(sign):x}" for sign in name)
    is_macro = len(text) > 1 and text.isupper()
    return f"{text}_" if is_macro or text.rstrip("_") in RESERVED else text


def literal(text: str) -> str:
    r"""A C string literal of the text, in ASCII and without trigraphs.

    >>> print(literal('say "é??/"'))
    "say \042\303\251\077\077/\042"
    """
    texts = (
        chr(byte) if chr(byte) in IN_LITERAL else f"\\{byte:03o}"
        for byte in text.encode("utf-8", "backslashreplace")
    )
    return f'"{"".join(texts)}"'
