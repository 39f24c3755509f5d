"""C99: an automaton as a program in one file, its control part written by the SWITCH template.

In automata programming (Shalyto's SWITCH technology) the control part is one `switch` over the
states, with one `case` per state and in it one branch per transition. It evaluates inputs, the
guards, and calls outputs, the actions. These are translated from the memory; `main` is handwritten.

Lists and objects are accessed through pointers, so that they may have several names, as in Python.
Lists that the memory no longer reaches are freed between two events. A list of a type whose lists
never grow stores its items in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from hanoi_fsm.fsm.codegen.programs import SHOWN, Program, about, comment, names_of, texts_of
from hanoi_fsm.fsm.codegen.python import INDENT, indented
from hanoi_fsm.fsm.codegen.subset import (
    ANY,
    BOOL,
    LIST,
    NUMBER,
    OBJECT,
    OPTIONAL,
    TEXT,
    TUPLE,
    Function,
    Type,
)
from hanoi_fsm.fsm.errors import ExportError, cut, listed
from hanoi_fsm.fsm.memory import Memory, NoMemory

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

Lines = Iterator[str]
SCALARS = {
    NUMBER: "int64_t", OPTIONAL: "int64_t", BOOL: "int", TEXT: "const char *", ANY: "int64_t",
}  # fmt: skip
WORDS = (
    "place within asm auto break case char const continue default do double else enum extern "
    "float for goto if inline int long register restrict return short signed sizeof static struct "
    "switch typedef union unsigned void volatile while NULL EOF stdin stdout stderr errno NAME "
    "USAGE INITIAL NONE add subtract multiply modulo quotient shifted shifted_back absolute least "
    "most known at text from_the_end stop die free self output has_output result event state "
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

    me = "self"
    forms: ClassVar = Program.forms | {
        "==": "({0} == {1})",
        "!=": "({0} != {1})",
        "== text": "(strcmp({0}, {1}) == 0)",
        "!= text": "(strcmp({0}, {1}) != 0)",
        "+": "add({0}, {1})",
        "-": "subtract({0}, {1})",
        "*": "multiply({0}, {1})",
        "//": "quotient({0}, {1})",
        "%": "modulo({0}, {1})",
        "<<": "shifted({0}, {1})",
        ">>": "shifted_back({0}, {1})",
        "&": "({0} & {1})",
        "|": "({0} | {1})",
        "^": "({0} ^ {1})",
        "abs": "absolute({0})",
        "min": "least({0}, {1})",
        "max": "most({0}, {1})",
        "number": "(int64_t){0}",
        "nothing": "NONE",
        "missing": "({0} {sign} NONE)",
        "known": "known({0})",
        "present": "present({0})",
        "truth": "({0} != 0)",
        "truth list": "({0}->length != 0)",
        "field": "{0}->{named}",
        "part": "{0}._{number}",
        "item": "{0}->items[at({1}, {0}->length)]",
        "place": "{0}->items[place({1}, {0}->length)]",
        "from the end": "{0}->items[from_the_end({number}, {0}->length)]",
        "length": "{0}->length",
        "pop": "pop_{first}({0})",
        "append": "append_{first}({0}, {1})",
        "tuple": "(struct {of}){{{parts}}}",
        "list": "list_{of}({count}, (item_{of}[]){{{parts}}})",
        "no list": "new_{of}(0)",
        "copy": "copied_{of}({0})",
        "repeat": "repeated_{of}({0}, {1})",
        "make": "make_{of}({parts})",
        "text": "text({count}, {parts})",
        "digits": "digits({0}, {width})",
        "put": "{0}->output = {1};\n{0}->has_output = 1;",
        "raise": 'die(FAILED, NAME " stops: %s", {0});',
        "ask": "{memory}_{named}(m)",
        "act": "{memory}_{named}(m);",
        "write": "put_text(m, {text});",
        "taken": "put_out(m, state, sink, {text});",
        "enabled": "{condition}, {text}",
        "consistent": "consistent(state, event, {count}, {asked});",
        "note": "note({text}, {memory}_{named}(m));",
        "refuse": "return refuse(state, event);",
    }

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
        return self.declared(of).removeprefix("struct ").removesuffix(" *")

    def declared(self, of: Type, name: str = "") -> str:
        """The C declaration of a place: the type of its values, and its name."""
        if of in SCALARS:
            known = SCALARS[of]
        elif of.kind == OBJECT:
            known = f"struct {class_name(of.of)} *"
        else:
            for part in of.parts:
                self.declared(part)  # defined before
            stem = self.types.setdefault(of, f"{of.kind}_{len(self.types)}")
            known = f"struct {stem} *" if of.kind == LIST else f"struct {stem}"
        return f"{known}{name}" if known.endswith("*") else f"{known} {name}".rstrip()

    def constant(self, value: object) -> str:
        if isinstance(value, str):
            return literal(value)
        number = int(cast("float", value))
        if abs(number) > LARGEST:
            raise ExportError(f"{number} cannot be translated: numbers in C have 64 bits")
        return str(number) if abs(number) < 2**30 else f"INT64_C({number})"

    def call(self, function: Function, parts: Sequence[str]) -> str:
        return f"{function_name(function)}({', '.join(parts)})"

    # the surrounding text

    def paragraphs(self) -> Lines:
        use, functions = self.use, self.functions.values()
        made = {function.owner for function in functions if function.name == "__init__"}
        classes = [*map(self.structure, self.classes)]
        texts = [self.maker(of, None) for of in self.classes if of not in made]
        for function in functions:
            texts.append(self.body(function))
            if function.owner and function.name == "__init__":
                texts.append(self.maker(function.owner, function))
        yield about(
            self.automaton,
            self.about,
            "cc -O2 -std=c99 -Wall -Wextra -pedantic -o {name} {name}.c",
            f"./{{name}} {use.usage}",
        )
        yield "\n".join(self.constants())
        yield from texts_of(__package__, "c", "base", "numbers", "lists")
        yield from self.names("state", self.states)
        yield from self.names("event", self.events)
        yield "\n".join(f"struct {class_name(of)};" for of in self.classes)
        for of in [*self.types]:
            yield from self.defined(of)
        yield from [*classes, *texts, "\n".join(self.aliases())]
        if issubclass(self.memory, NoMemory):
            yield from self.names("input", self.inputs)
            yield from texts_of(__package__, "c", "inputs", "outside")
        else:
            yield NO_INPUTS
        yield from map(self.stub, self.to_fill_in)
        yield from texts_of(__package__, "c", "find", "control")
        yield from texts_of(use.package if use.moves else __package__, "c", "sink")
        lines = [*(CLEAN if self.makes else ()), "m->has_output = 0;", *self.switch()]
        yield REACT.format(switch="\n".join(indented(lines)))
        yield from texts_of(use.package, "c", *use.names)

    def stub(self, word: str) -> str:
        """The function to fill in for a guard or an action."""
        kind, does = "void", f"put_text(m, {literal(word)});"
        if word in self.inputs:
            kind, does = "int", f"return asked({self.inputs[word]});"
        head = f"static {kind} {self.memory_name}_{plain(self.to_fill_in[word])}(memory *m)"
        return "\n".join([f"/* Fill in: {comment(word)} */", head, "{", INDENT + does, "}"])

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

    def names(self, kind: str, names: Mapping[str, str]) -> Lines:
        """The enumeration of the states, events or inputs, and their names."""
        yield _in_braces(f"enum {kind}", [*names.values(), f"{kind.upper()}S"])
        texts = [*map(literal, names or [""])]
        yield _in_braces(f"static const char *const name_of_{kind}[] =", texts)

    def defined(self, of: Type) -> Lines:
        """The definition of a tuple or a list, and the operations on a list."""
        name, parts = self.types[of], of.parts
        if of.kind == TUPLE:
            fields = [f"{self.declared(part, f'_{at}')};" for at, part in enumerate(parts)]
            yield "\n".join([f"struct {name} {{", *indented(fields), "};"])
            return
        how = "list_grown" if of in self.grown else "list_fixed"
        for text in texts_of(__package__, "c", how, "list"):
            yield text.replace("NAME_OF", name).replace("ITEM", self.declared(parts[0]))

    def structure(self, of: type) -> str:
        """The `struct` of an object."""
        fields = [self.declared(kind, plain(name)) for name, kind in self.classes[of].items()]
        if issubclass(of, Memory):
            fields += [self.declared(self.outputs, "output"), "int has_output"]
        rows = indented(f"{field};" for field in fields or ["int unused"])
        return "\n".join([f"struct {class_name(of)} {{", *rows, "};"])

    def given(self, function: Function, *me: str) -> str:
        """The parameters of a function."""
        places = function.names
        given = [self.declared(places[name], plain(name)) for name in function.parameters]
        return ", ".join([*me, *given]) or "void"

    def body(self, function: Function) -> str:
        """A function's definition."""
        me = [f"struct {class_name(function.owner)} *self"] if function.owner else []
        name, result = function_name(function), function.result
        name = self.declared(result, name) if result.kind else f"void {name}"
        own = [
            f"{self.declared(place, plain(local))} = {{0}};"
            for local, place in function.names.items()
            if local not in function.parameters
        ]
        how = "COLD static" if result.kind in (TEXT.kind, OBJECT) else "INLINE"
        head = f"{how} {name}({self.given(function, *me)})"
        return "\n".join([head, "{", *indented([*own, *function.lines]), "}"])

    def maker(self, of: type, begin: Function | None) -> str:
        """A function that makes an object, with default values in its fields before `__init__`."""
        name = class_name(of)
        body = [f"struct {name} *object = made(sizeof *object, 0, 1);"]
        for field, default in self.defaults[of].items():
            body.append(f"object->{plain(field)} = {default};")
        if begin:
            body.append(f"{self.call(begin, ['object', *map(plain, begin.parameters)])};")
        head = f"INLINE struct {name} *make_{name}({self.given(begin) if begin else 'void'})"
        return "\n".join([head, "{", *indented([*body, "return object;"]), "}"])

    def aliases(self) -> Lines:
        """The names that `main` uses for the memory, its output, and lists of numbers."""
        yield f"typedef struct {self.memory_name} memory;"
        yield f"#define PRINT print_{self.outputs.kind or NUMBER}"
        if name := self.types.get(Type(LIST, (NUMBER,))):
            yield f"typedef struct {name} *list_of_numbers;"
            yield f"#define ZEROS repeated_{name}"


REACT = """
/* The diagram: the state after an event. */
INLINE enum state react(memory *m, enum state state, enum event event,
                        struct sink *sink)
{{
{switch}
    return refuse(state, event);
}}
""".strip()
NO_INPUTS = "#define forget_inputs() ((void)0)\n#define without_inputs(text) (text)"
CLEAN = "if (UNLIKELY(bytes_used > most_bytes))", "    clean(*m);"
"""Before an event, frees values that the memory no longer reaches."""


def _in_braces(head: str, rows: Sequence[str]) -> str:
    """A declaration with one row per line."""
    return "\n".join([f"{head} {{", ",\n".join(indented(rows)), "};"])


def literal_in_format(text: str) -> str:
    """A C string of the text, escaped for a `printf` format."""
    return literal(text.replace("%", "%%"))


def class_name(of: type | None) -> str:
    """The name of a class in C."""
    return plain(of.__name__) if of else ""


def function_name(function: Function) -> str:
    """The name of a function in C; a method's name is prefixed with its class."""
    return f"{class_name(function.owner) or 'f'}_{plain(function.name)}"


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
