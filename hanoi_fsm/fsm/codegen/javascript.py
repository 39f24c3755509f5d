"""JavaScript: an automaton as a module that runs in Node.js and in a page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from hanoi_fsm.fsm.codegen.programs import SHOWN, Program, about, texts_of
from hanoi_fsm.fsm.codegen.python import INDENT, indented
from hanoi_fsm.fsm.codegen.subset import Function, Type
from hanoi_fsm.fsm.errors import ExportError, cut, listed
from hanoi_fsm.fsm.memory import Memory

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

LARGEST = 2**53 - 1
WORDS = (
    "arguments await case catch class const debugger default delete do enum eval export extends "
    "false finally function implements import in instanceof interface let new null package "
    "private protected public static super switch this throw true try typeof var void with yield "
    "undefined NaN Infinity Array BigInt Buffer Error Map Math Number Object Set String Symbol "
    "module process require LARGEST Stopped BadInput whole quotient remainder shifted shiftedBack "
    "bits at outside item last pop repeated known digits taken answers note "
    "putText refused consistent shown input print command lines alone main moves rows inputs asked "
    "bare given read eventSet WORDS "
    "configuration taskOf symbolsOf answer react memory NAME USAGE LIST_OF_EVENTS "
    "STARTS INITIAL FINAL STATES EVENTS INPUTS EXTRA MOST_ALONE MOST_DISKS RUNS_ALONE "
    "ANSWERS_LAST WIDTH EMPTY_WORD_ANSWER"
)
RESERVED = frozenset(WORDS.split())
"""The words reserved by JavaScript and by the surrounding text."""


class _JavaScript(Program):
    """The module of one machine."""

    me = "this"
    forms: ClassVar = Program.forms | {
        "==": "({0} === {1})",
        "!=": "({0} !== {1})",
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
        "missing": "({0} {sign}= null)",
        "known": "known({0})",
        "present": "{0}",
        "truth": "({0} !== 0)",
        "truth list": "({0}.length > 0)",
        "field": "{0}.{name}",
        "part": "{0}[{number}]",
        "item": "item({0}, {1})",
        "place": "{0}[at({0}, {1})]",
        "from the end": "last({0}, {number})",
        "length": "{0}.length",
        "pop": "pop({0})",
        "append": "{0}.push({1})",
        "tuple": "[{parts}]",
        "list": "[{parts}]",
        "no list": "[]",
        "copy": "{0}.slice()",
        "repeat": "repeated({0}, {1})",
        "make": "new {of}({parts})",
        "text": '[{parts}].join("")',
        "digits": "digits({0}, {width})",
        "put": "{0}.output = {1};",
        "raise": "throw new Stopped({0});",
        "ask": "memory.{name}()",
        "act": "memory.{name}();",
        "write": "putText(memory, {text});",
        "taken": "taken = {text};",
        "enabled": "[{condition}, {text}]",
        "consistent": "consistent(state, event, [{asked}]);",
        "note": "note({text}, memory.{name}());",
        "refuse": "throw refused(state, event);",
    }

    def __init__(self, machine: Machine, why: str = "") -> None:
        super().__init__(machine, why)
        self.memory_name = self.named(self.memory.__name__)
        self.states = {name: _text(name) for name in self.automaton.states}
        self.events = {name: _text(name) for name in self.automaton.events}

    def named(self, name: str) -> str:
        return f"{name}_" if name.rstrip("_") in RESERVED else name

    def type_name(self, of: Type) -> str:
        return self.named(str(of))

    def constant(self, value: object) -> str:
        if isinstance(value, int) and abs(value) > LARGEST:
            raise ExportError(f"{value} cannot be translated: JavaScript counts up to 2^53")
        return _text(value)

    def call(self, function: Function, parts: Sequence[str]) -> str:
        if not function.owner:
            return f"{self.named(function.name)}({', '.join(parts)})"
        me, *others = parts
        return f"{me}.{function.name}({', '.join(others)})"

    def paragraphs(self) -> Iterator[str]:
        yield about(self.automaton, self.about, f"node {{name}}.js {self.use.usage}")
        yield '"use strict";'
        yield "\n".join(self.constants())
        yield from texts_of(__package__, "js", "base")
        yield from self.translated()
        yield _REACT.format(switch="\n".join(indented(self.switch())))
        yield from texts_of(__package__, "js", "control")
        yield from texts_of(self.use.package, "js", *self.use.names)
        yield _EXPORTS.format(memory=self.memory_name)

    def constants(self) -> Iterator[str]:
        automaton = self.automaton
        constants = {
            "NAME": cut(automaton.name, SHOWN),
            "USAGE": f"{cut(automaton.name, SHOWN)} {self.use.usage}",
            "LIST_OF_EVENTS": listed(automaton.events, 100),
            "STARTS": dict(self.use.starts),
            "INITIAL": automaton.initial,
            "FINAL": [state for state in automaton.states if state in automaton.final],
            "STATES": len(automaton.states),
            "EVENTS": automaton.events,
            "INPUTS": automaton.guards,
            **self.use.constants,
        }
        return (f"const {name} = {_text(value)};" for name, value in constants.items())

    def translated(self) -> Iterator[str]:
        """A paragraph for each function and each class."""
        for function in self.functions.values():
            if function.owner is None:
                yield "\n".join(self.body(function, f"function {self.named(function.name)}"))
        for of in self.classes:
            lines = indented(self.members(of))
            yield "\n".join([f"class {self.named(of.__name__)} {{", *lines, "}"])

    def body(self, function: Function, name: str, first: Sequence[str] = ()) -> list[str]:
        """The lines of a function, after some `first` ones."""
        given = function.parameters
        names = [self.named(name) for name in function.names if name not in given]
        own = [f"let {', '.join(names)};"] if names else []
        head = f"{name}({', '.join(map(self.named, given))}) {{"
        return [head, *indented([*first, *own, *function.lines]), "}"]

    def members(self, of: type) -> Iterator[str]:
        """The members of a class, its constructor first."""
        first = [f"this.{name} = {value};" for name, value in self.defaults[of].items()]
        if issubclass(of, Memory):
            first.append("this.output = null;")
        own = [function for function in self.functions.values() if function.owner is of]
        methods = {function.name: function for function in own}
        begin = methods.pop("__init__", None)
        if begin:
            yield from self.body(begin, "constructor", first)
        else:
            yield from ["constructor() {", *indented(first), "}"]
        for name, method in methods.items():
            yield from ["", *self.body(method, name)]
        for word, name in self.to_fill_in.items():
            does = f"putText(this, {_text(word)});"
            if word in self.automaton.guards:
                does = f"return asked({_text(word)});"
            yield from ["", "/** Fill it in. */", f"{name}() {{", INDENT + does, "}"]


_REACT = """
/** The diagram as a program: the state after an event. */
function react(state, memory, event) {{
    memory.output = null;
{switch}
    throw refused(state, event);
}}
""".strip()
_EXPORTS = """
if (typeof module !== "undefined") {{
    module.exports = {{ Memory: {memory}, begin, react, Stopped }};
    if (require.main === module)
        command(process.argv.slice(2));
}}
""".strip()


def code(machine: Machine, why: str = "") -> str:
    """The module, in ASCII and without a final line break.

    Raises `ExportError` for a memory outside the plain subset. For a machine without a memory,
    `why` is the reason.
    """
    text = "\n\n".join(_JavaScript(machine, why).paragraphs())
    return re.sub(r"[^\x00-\x7f]", lambda sign: f"\\u{{{ord(sign[0]):x}}}", text)


def memory_code(machine: Machine) -> str:
    """A machine's memory only, and the function `begin` that makes it.

    They need the text of `base.js`. Raises `ExportError` as `code` does, and for an action whose
    name is not a valid method name.
    """
    program = _JavaScript(machine)
    if any(word != name for word, name in program.to_fill_in.items()):
        raise ExportError("an action has a name that a method in JavaScript cannot have")
    return "\n\n".join(program.translated())


def _text(value: object) -> str:
    """A value as a literal that is safe in a page's script."""
    return json.dumps(value).replace("</", "<\\/")
