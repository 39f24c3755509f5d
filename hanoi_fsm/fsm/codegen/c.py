"""C99: an automaton as a program in one file, its control part written by the SWITCH template.

In automata programming (Shalyto's SWITCH technology) the control part is one `switch` over the
states, with one `case` per state and in it one branch per transition; it asks inputs, the guards,
and calls outputs, the actions. Those are translated from the memory; `main` is written by hand.

Lists and objects are behind pointers, so that they may have several names as in Python. What the
memory knows no more is freed between two events. A list of a type that no list of the program grows
has its items in itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.programs import (
    SHARED,
    SHOWN,
    Control,
    Use,
    Writer,
    about,
    indented,
    texts_of,
)
from hanoi_fsm.fsm.codegen.subset import (
    BOOL,
    LIST,
    NUMBER,
    OBJECT,
    TEXT,
    TUPLE,
    Function,
    Program,
    Statement,
    Type,
    Value,
)
from hanoi_fsm.fsm.errors import ExportError, cut, listed, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition, identifiers, is_output, output_of

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

Lines = Iterator[str]
NO_SINK = """
struct sink {
    const char *taken;
};

#define put_out(m, state, sink, transition) ((sink)->taken = (transition))
""".strip()
"""For a program that looks at the output after the event."""
SCALARS = {NUMBER: "int64_t", BOOL: "int", TEXT: "const char *", "": "int64_t"}
WORDS = (
    "place within asm auto break case char const continue default do double else enum extern "
    "float for goto if inline int long register restrict return short signed sizeof static struct "
    "switch typedef union unsigned void volatile while NULL EOF stdin stdout stderr errno NAME "
    "USAGE INITIAL NONE add subtract multiply modulo quotient shifted shifted_back absolute least "
    "most known at text from_the_end stop die free self output has_output result event state "
    "memory m int8_t int16_t int32_t int64_t uint64_t size_t present strcmp strlen memcpy memset "
    "printf puts item index object resized unix linux list_of_numbers "
    "newest_cell bytes_used most_bytes made mark sweep clean same same_text TEXT VISIT PUT_TOGETHER"
)
RESERVED = frozenset(WORDS.split())
"""The words of C, of its headers, and of the texts around, which no name may be."""
LARGEST = 2**63 - 1
IN_LITERAL = frozenset(map(chr, range(ord(" "), ord("~") + 1))) - set('"\\?')
"""The characters that stand for themselves in a C string."""


def code(machine: Machine) -> str:
    """The program, in ASCII and without a final line break.

    Raises `ExportError` for a memory that is outside of the plain subset.
    """
    return "\n\n".join(_Program(machine.automaton, machine.kind.use()).paragraphs())


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

    def paragraphs(self) -> Lines:
        yield about(
            self.automaton,
            self.use.about,
            "cc -O2 -std=c99 -Wall -Wextra -pedantic -o {name} {name}.c",
            f"./{{name}} {self.use.usage}",
        )
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


class Types:
    """The names of the types of a program in C, and their definitions in the order of need."""

    def __init__(self, grown: set[Type]) -> None:
        self.grown = {*map(shape, grown)}
        self.names: dict[Type, str] = {}
        self.definitions: list[str] = []

    def name(self, of: Type) -> str:
        """The type in C of the values in a place."""
        if of.kind in SCALARS:
            return SCALARS[of.kind]
        if of.kind == OBJECT:
            return f"struct {class_name(of.of)} *"
        known, parts = shape(of), [self.name(one) for one in of.parts]
        if known not in self.names:
            name = self.names[known] = f"{of.kind}_{len(self.names)}"
            define = self.define_tuple if of.kind == TUPLE else self.define_list
            self.definitions += define(name, parts, known)
        return f"struct {self.names[known]}" + " *" * (of.kind == LIST)

    def define_list(self, name: str, parts: Sequence[str], of: Type) -> Iterator[str]:
        """The definition of a list, and what is done with one."""
        marks = " ".join(marked(of.parts[0], "list->items[index]")) or "continue;"
        words = {"MARK": f"{{ {marks} }}", "NAME_OF": name, "ITEM ": joined(parts[0], "")}
        how = "list_grown" if of in self.grown else "list_fixed"
        for text in texts_of(__package__, "c", how, "list"):
            yield re.sub("|".join(words), lambda one: words[one[0]], text)

    def define_tuple(self, name: str, parts: Sequence[str], of: Type) -> Iterator[str]:
        """The definition of a tuple, what compares two, and what looks for a missing one."""
        fields = "".join(
            f"    {joined(part, f'_{number}')};\n" for number, part in enumerate(parts)
        )
        yield f"struct {name} {{\n{fields}}};"
        equal = [
            f"{same(one, part)}(a._{number}, b._{number})"
            for number, (one, part) in enumerate(zip(of.parts, parts, strict=True))
        ]
        head = f"INLINE int same_{name}(struct {name} a, struct {name} b)"
        yield f"{head}\n{{\n    return {' && '.join(equal)};\n}}"
        for word in ("known", "present") if parts[0] == "int64_t" else ():
            head = f"INLINE struct {name} {word}_{name}(struct {name} tuple)"
            yield f"{head}\n{{\n    {word}(tuple._0);\n    return tuple;\n}}"


def shape(of: Type) -> Type:
    """A type as far as C tells it from others."""
    parts = tuple(map(shape, of.parts))
    return Type(of.kind, parts, of.of if of.kind == OBJECT else None)


def same(of: Type, name: str) -> str:
    """The name in C of what compares two values of a type, which has this name in C."""
    return {TUPLE: f"same_{name.removeprefix('struct ')}", TEXT: "same_text"}.get(of.kind, "same")


def marked(of: Type, place: str) -> Iterator[str]:
    """What marks all that a place knows."""
    if of.kind == TUPLE:
        for number, part in enumerate(of.parts):
            yield from marked(part, f"{place}._{number}")
    elif of.kind == TEXT:
        yield f"mark_text({place});"
    elif of.kind in (LIST, OBJECT):
        yield f"mark({place});"


def joined(of: str, name: str) -> str:
    """A declaration."""
    return f"{of}{name}" if of.endswith("*") else f"{of} {name}"


def class_name(of: type | None) -> str:
    """The name of a class in C."""
    return plain(of.__name__) if of else ""


def plain(name: str) -> str:
    """A name in C."""
    text = "".join(one if one.isascii() else f"u{ord(one):x}" for one in name)
    is_macro = len(text) > 1 and text.isupper()
    return f"{text}_" if is_macro or text.rstrip("_") in RESERVED else text


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


class CWriter(Writer):
    """Writes the body of a function in C."""

    reserved = RESERVED
    forms: ClassVar = SHARED | {
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
        "==": "({0} == {1})",
        "!=": "({0} != {1})",
        "== text": "same_text({0}, {1})",
        "!= text": "!same_text({0}, {1})",
        "== tuple": "same_{first}({0}, {1})",
        "!= tuple": "!same_{first}({0}, {1})",
        "missing": "({0} {about} NONE)",
        "missing tuple": "({0}._0 {about} NONE)",
        "known": "known({0})",
        "known tuple": "known_{of}({0})",
        "present": "present({0})",
        "present tuple": "present_{of}({0})",
        "truth list": "({0}->length != 0)",
        "field": "{0}->{name}",
        "part": "{0}._{about}",
        "item": "{0}->items[at({1}, {0}->length)]",
        "place": "{0}->items[place({1}, {0}->length)]",
        "within": "{0}->items[{1}]",
        "from the end": "{0}->items[from_the_end({about}, {0}->length)]",
        "table": '{name}[within({0}, sizeof {name} / sizeof *{name}, "tuple")]',
        "length": "{0}->length",
        "pop": "pop_{first}({0})",
        "tuple": "(struct {of}){{{parts}}}",
        "copy": "copied_{of}({0})",
        "repeat": "repeated_{of}({0}, {1})",
        "make": "make_{of}({parts})",
        "digits": "(int64_t)({0})",  # a number as it is written may be an int
        "append": "append_{first}({0}, {1});",
        "raise": 'die(FAILED, NAME " stops: %s", {0});',
    }

    def __init__(self, program: Program, function: Function, me: str, types: Types) -> None:
        super().__init__(program, function, me)
        self.types = types

    def named(self, name: str) -> str:
        return plain(name)

    def type(self, of: Type) -> str:
        return self.types.name(of).removeprefix("struct ").removesuffix(" *")

    def write_constant(self, one: Value) -> str:
        if isinstance(one.about, str):
            return f"TEXT({literal(one.about)})"
        if isinstance(one.about, bool):
            return str(int(one.about))
        if abs(one.about) > LARGEST:
            raise ExportError(f"{one.about} cannot be translated: numbers in C have 64 bits")
        return str(one.about) if abs(one.about) < 2**30 else f"INT64_C({one.about})"

    def write_nothing(self, one: Value) -> str:
        zeros = "".join(", 0" for _ in one.type.parts[1:])
        return f"(struct {self.type(one.type)}){{NONE{zeros}}}" if one.type.parts else "NONE"

    def write_list(self, one: Value) -> str:
        if not one.parts:
            return f"new_{self.type(one.type)}(0)"
        items = f"({self.types.name(one.type.parts[0])}[]){{{self.among(one.parts)}}}"
        return f"list_{self.type(one.type)}({len(one.parts)}, {items})"

    def write_text(self, one: Value) -> str:
        formats = []
        for part in one.parts:
            width = f"0{part.about}" if part.about else ""
            formats.append(f'"%{width}" PRId64' if part.operation == "digits" else '"%s"')
        return f"text({' '.join(formats)}, {self.among(one.parts)})"

    def write_call(self, one: Value) -> str:
        return f"{function_name(one.about)}({self.among(one.parts)})"

    def lines_of_put(self, one: Statement) -> Iterator[str]:
        [value] = one.values
        has_output = str(int(value.operation != "nothing"))
        if value.operation != "nothing":
            yield f"{self.me}->output = {self.value(value)};"
            if value.type.optional:
                first = "._0" * (value.type.kind == TUPLE)
                has_output = f"{self.me}->output{first} != NONE"
        yield f"{self.me}->has_output = {has_output};"


def function_name(one: Function) -> str:
    """The name of a function in C, that of a method after its class."""
    if one.name == "__init__":
        return f"begin_{class_name(one.owner)}"
    owner = f"{class_name(one.owner)}_" if one.owner else "f_"
    return f"{owner}{plain(one.name)}"


def paragraphs(program: Program) -> Iterator[str]:
    """The types, the tables, the classes and the functions."""
    types = Types(program.grown)
    made = {one.owner for one in program.functions.values() if one.name == "__init__"}
    texts = [
        *(_class(program, of, types) for of in program.classes),
        *_tables(program, types),
        *(_maker(program, of, [], types) for of in program.classes if of not in made),
        *(text for one in program.functions.values() for text in _texts(program, one, types)),
    ]
    yield "\n".join(f"struct {class_name(of)};" for of in program.classes)
    yield from [*types.definitions, *texts]
    if name := types.names.get(Type(LIST, (Type(NUMBER),))):
        yield f"typedef struct {name} *list_of_numbers;\n#define ZEROS repeated_{name}"


def _texts(program: Program, one: Function, types: Types) -> Iterator[str]:
    """A function, and what makes an object by it."""
    me = ["self"] if one.owner else []
    head = joined(types.name(one.result) if one.result else "void", function_name(one))
    given = _given(one, types, [f"struct {class_name(one.owner)} *self"] * len(me))
    own = [
        f"{joined(types.name(place), plain(name))};"
        for name, place in one.names.items()
        if name not in one.parameters
    ]
    body = CWriter(program, one, "self", types).lines(one.body)
    is_rare = one.result is not None and one.result.kind in (TEXT, OBJECT)
    how = "COLD static" if is_rare else "INLINE"
    yield "\n".join([f"{how} {head}({given})", "{", *indented([*own, *body]), "}"])
    if one.owner and one.name == "__init__":
        call = ", ".join(["object", *map(plain, one.parameters)])
        yield _maker(program, one.owner, [f"begin_{class_name(one.owner)}({call});"], types, one)


def _given(one: Function | None, types: Types, me: list[str]) -> str:
    """The parameters of a function."""
    places = {name: one.names[name] for name in one.parameters} if one else {}
    given = [joined(types.name(places[name]), plain(name)) for name in places]
    return ", ".join([*me, *given]) or "void"


def _maker(
    program: Program, of: type, calls: list[str], types: Types, one: Function | None = None
) -> str:
    """What makes an object: its fields have their defaults before `__init__` begins."""
    name = class_name(of)
    writer = CWriter(program, Function("", of, [], {}), "object", types)
    body = [f"struct {name} *object = made(sizeof *object, 0, 1, visit_{name});"]
    for field, default in program.defaults.get(of, {}).items():
        body.append(f"object->{plain(field)} = {writer.value(default)};")
    body += [*calls, "return object;"]
    head = f"INLINE struct {name} *make_{name}({_given(one, types, [])})"
    return "\n".join([head, "{", *indented(body), "}"])


def _tables(program: Program, types: Types) -> Iterator[str]:
    writer = CWriter(program, Function("", None, [], {}), "", types)
    for name, table in program.tables.items():
        item = joined(types.name(table.parts[0].type), f"{plain(name)}[]")
        yield f"static {item} = {{{writer.among(table.parts)}}};"


def _class(program: Program, of: type, types: Types) -> str:
    """The structure of an object, and what marks all that it knows."""
    name, known = class_name(of), program.classes[of]
    fields = [joined(types.name(one), plain(name)) for name, one in known.items()]
    if issubclass(of, Memory):
        fields += [joined(types.name(program.outputs), "output"), "int has_output"]
    me = f"((struct {name} *)given)->"
    marks = [text for one in known for text in marked(known[one], f"{me}{plain(one)}")]
    visit = [f"static void visit_{name}(void *given, int dies)", "{", "    if (dies)"]
    visit += ["        return;", *indented(marks), "}"]
    lines = [
        f"struct {name} {{",
        *indented(f"{one};" for one in fields or ["int unused"]),
        "};",
        "",
        *visit,
    ]
    return "\n".join(lines)
