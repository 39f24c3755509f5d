"""JavaScript: an automaton as a module that runs on node, and in a page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.programs import (
    INDENT,
    SHARED,
    SHOWN,
    Control,
    Use,
    Writer,
    about,
    indented,
    texts_of,
)
from hanoi_fsm.fsm.codegen.subset import Function, Program, Value
from hanoi_fsm.fsm.errors import ExportError, cut, listed, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition, is_output, output_of

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

LARGEST = 2**53 - 1
WORDS = (
    "arguments await case catch class const debugger default delete do enum eval export extends "
    "false finally function implements import in instanceof interface let new null package "
    "private protected public static super switch this throw true try typeof var void with yield "
    "undefined NaN Infinity Array BigInt Buffer Error Map Math Number Object Set String Symbol "
    "module process require LARGEST Stopped BadInput whole quotient remainder shifted shiftedBack "
    "bits at outside item last pop repeated known same digits quoted enabled step refused "
    "consistent shown input print command lines alone main moves rows configuration taskOf "
    "symbolsOf answer react begin automaton memory NAME USAGE LIST_OF_EVENTS NAMES STARTS EXTRA "
    "MOST_DISKS RUNS_ALONE ANSWERS_LAST WIDTH EMPTY_WORD_ANSWER"
)
RESERVED = frozenset(WORDS.split())
"""The words of JavaScript and of the texts around, which no local name may be."""


class ScriptWriter(Writer):
    """Writes the body of a function in JavaScript."""

    reserved = RESERVED
    forms: ClassVar = SHARED | {
        "+": "whole({0} + {1})",
        "-": "whole({0} - {1})",
        "*": "whole({0} * {1})",
        "//": "quotient({0}, {1})",
        "%": "remainder({0}, {1})",
        "<<": "shifted({0}, {1})",
        ">>": "shiftedBack({0}, {1})",
        "&": "bits({0}, {1}, (a, b) => a & b)",
        "|": "bits({0}, {1}, (a, b) => a | b)",
        "^": "bits({0}, {1}, (a, b) => a ^ b)",
        "abs": "Math.abs({0})",
        "min": "Math.min({0}, {1})",
        "max": "Math.max({0}, {1})",
        "number": "Number({0})",
        "nothing": "null",
        "==": "({0} === {1})",
        "!=": "({0} !== {1})",
        "== tuple": "same({0}, {1})",
        "!= tuple": "!same({0}, {1})",
        "missing": "({0} {about}= null)",
        "known": "known({0})",
        "present": "{0}",
        "truth": "({0} !== 0)",
        "truth list": "({0}.length > 0)",
        "field": "{0}.{about}",
        "part": "{0}[{about}]",
        "item": "item({0}, {1})",
        "place": "{0}[at({0}, {1})]",
        "within": "{0}[{1}]",
        "from the end": "last({0}, {about})",
        "table": 'item({name}, {0}, "tuple")',
        "length": "{0}.length",
        "pop": "pop({0})",
        "tuple": "[{parts}]",
        "list": "[{parts}]",
        "copy": "{0}.slice()",
        "repeat": "repeated({0}, {1})",
        "make": "new {of}({parts})",
        "digits": "digits({0}, {about})",
        "append": "{0}.push({1});",
        "put": "{me}.output = {0};",
        "raise": "throw new Stopped({0});",
    }

    def write_constant(self, one: Value) -> str:
        if isinstance(one.about, int) and abs(one.about) > LARGEST:
            raise ExportError(f"{one.about} cannot be translated: JavaScript counts up to 2^53")
        return json.dumps(one.about)

    def write_text(self, one: Value) -> str:
        return f"({' + '.join(map(self.value, one.parts))})"

    def write_call(self, one: Value) -> str:
        function, parts = one.about, [*map(self.value, one.parts)]
        if function.owner:
            return f"{parts[0]}.{function.name}({', '.join(parts[1:])})"
        return f"{top(function.name)}({', '.join(parts)})"


def code(machine: Machine) -> str:
    """The module, in ASCII and without a final line break.

    Raises `ExportError` for a memory that is outside of the plain subset.
    """
    use: Use = machine.kind.use()
    automaton = machine.automaton
    program = use.program()
    paragraphs = [
        about(automaton, use.about, f"node {{name}}.js {use.usage}"),
        '"use strict";',
        "\n".join(_constants(automaton, use)),
        "\n".join(_table(automaton, use.memory)),
        *texts_of(__package__, "js", "base"),
        *_memory(program),
        "\n".join(_react(automaton)),
        *texts_of(__package__, "js", "control"),
        *use.texts("js"),
        _EXPORTS.format(memory=top(use.memory.__name__)),
    ]
    text = "\n\n".join(paragraphs)
    return re.sub(r"[^\x00-\x7f]", lambda one: f"\\u{{{ord(one[0]):x}}}", text)


_EXPORTS = """
if (typeof module !== "undefined") {{
    module.exports = {{ automaton, Memory: {memory}, begin, react, step, contents, Stopped }};
    if (require.main === module)
        command(process.argv.slice(2));
}}
""".strip()


def memory_code(machine: Machine) -> str:
    """The memory of a machine alone, and the function `begin` that makes it.

    They need the text `base.js`. Raises `ExportError` as `code` does.
    """
    return "\n\n".join(_memory(machine.kind.use().program()))


def _text(value: object) -> str:
    """A value as a literal, which a page may have in a script."""
    return json.dumps(value).replace("</", "<\\/")


def _constants(automaton: Automaton, use: Use) -> Iterator[str]:
    names = [*automaton.states, *automaton.events]
    constants = {
        "NAME": cut(automaton.name, SHOWN),
        "USAGE": f"{cut(automaton.name, SHOWN)} {use.usage}",
        "LIST_OF_EVENTS": listed(automaton.events, 100),
        "NAMES": {one: shortened(one) for one in names if shortened(one) != f"'{one}'"},
        "STARTS": dict(use.starts),
        **use.constants,
    }
    return (f"const {name} = {_text(value)};" for name, value in constants.items())


def _table(automaton: Automaton, memory: type[Memory]) -> Iterator[str]:
    yield "/** The diagram as data: a guard stands with the answer that it must give. */"
    yield "const automaton = {"
    for name, value in (
        ("name", automaton.name),
        ("initial", automaton.initial),
        ("final", [one for one in automaton.states if one in automaton.final]),
        ("states", automaton.states),
        ("events", automaton.events),
        ("guards", memory.guards()),
        ("actions", memory.actions()),
    ):
        yield f"{INDENT}{name}: {_text(value)},"
    yield f"{INDENT}transitions: ["
    for one in automaton.transitions:
        guards = [[guard.name, guard.answer] for guard in one.guards]
        row: dict[str, object] = {"text": str(one), "source": one.source, "target": one.target}
        row |= {"event": one.event, "guards": guards, "action": one.action or None}
        if one.action and is_output(one.action):
            row["output"] = output_of(one.action)
        yield f"{INDENT * 2}{{ {', '.join(f'{key}: {_text(row[key])}' for key in row)} }},"
    yield from [f"{INDENT}],", "};"]


def _react(automaton: Automaton) -> Iterator[str]:
    """The control part."""
    control = Control(
        automaton,
        _text,
        _text,
        "memory.{}()".format,
        _act,
        lambda _: iter(["consistent(state, memory, event);"]),
        lambda _: iter(["break;"]),
    )
    yield "/** The diagram as a program: the state after an event. */"
    yield "function react(state, memory, event) {"
    yield from indented(["memory.output = null;", *control.switch()])
    yield from [f"{INDENT}throw refused(state, memory, event);", "}"]


def _act(one: Transition) -> Iterator[str]:
    if one.action and is_output(one.action):
        yield f"memory.output = {_text(output_of(one.action))};"
    elif one.action:
        yield f"memory.{one.action}();"


def _memory(program: Program) -> Iterator[str]:
    """A paragraph for each table, each function and each class."""
    for name, table in program.tables.items():
        yield f"const {top(name)} = {json.dumps([one.about for one in table.parts])};"
    for function in program.functions.values():
        if function.owner is None:
            yield "\n".join(
                [f"function {_head(function)} {{", *indented(_body(program, function)), "}"]
            )
    for of in program.classes:
        yield "\n".join([f"class {top(of.__name__)} {{", *indented(_class(program, of)), "}"])


def _head(function: Function) -> str:
    name = function.name if function.owner else top(function.name)
    return f"{name}({', '.join(map(_local, function.parameters))})"


def _local(name: str) -> str:
    return f"{name}_" if name.rstrip("_") in RESERVED else name


def top(name: str) -> str:
    """A name of the module; that of what makes the memory is known to `main`."""
    return name if name == "begin" else _local(name)


def _body(program: Program, function: Function) -> Iterator[str]:
    names = [_local(name) for name in function.names if name not in function.parameters]
    if names:
        yield f"let {', '.join(names)};"
    yield from ScriptWriter(program, function, "this").lines(function.body)


def _class(program: Program, of: type) -> Iterator[str]:
    """The members of a class: its constructor, and its methods in alphabetical order."""
    methods = [one for (_, owner), one in program.functions.items() if owner is of]
    maker = next((one for one in methods if one.name == "__init__"), None)
    yield f"constructor({', '.join(map(_local, maker.parameters)) if maker else ''}) {{"
    writer = ScriptWriter(program, Function("", of, [], {}), "this")
    for name, default in program.defaults.get(of, {}).items():
        yield f"{INDENT}this.{name} = {writer.value(default)};"
    if issubclass(of, Memory):
        yield f"{INDENT}this.output = null;"
    if maker:
        yield from indented(_body(program, maker))
    yield "}"
    for one in methods:
        if one is not maker:
            yield from ["", f"{_head(one)} {{", *indented(_body(program, one)), "}"]
