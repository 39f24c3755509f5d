"""JavaScript: an automaton as a module that runs in Node.js and in a page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from string import Template
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.codegen.programs import SHOWN, Program, laid_out
from hanoi_fsm.fsm.codegen.subset import Function, Type, text_of
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


class JavaScript(Program):
    """The module of one machine, in ASCII."""

    language, me = "JavaScript", "this"

    def names(self, names: Iterable[str], kind: str) -> dict[str, str]:
        return {name: _text(name) for name in names}

    def named(self, name: str) -> str:
        return f"{name}_" if name.rstrip("_") in RESERVED else name

    def type_name(self, of: Type) -> str:
        return self.named(str(of))

    def constant(self, value: object) -> str:
        if isinstance(value, int) and abs(value) > LARGEST:
            raise ExportError(f"{value} cannot be translated: JavaScript counts up to 2^53")
        return _text(value)

    def text(self) -> str:
        main = [f"{name}.js" for name in self.use.names]
        text = SKELETON.substitute(
            about=self.about(f"node {{name}}.js {self.use.usage}"),
            constants="\n".join(self.constants()),
            base=text_of(__package__, "base.js"),
            memory=self.memory_code(),
            switch=laid_out(*self.switch(), depth=1),
            control=text_of(__package__, "control.js"),
            main=text_of(self.use.package, *main),
            name=self.memory_name,
        )
        return re.sub(r"[^\x00-\x7f]", lambda sign: f"\\u{{{ord(sign[0]):x}}}", text)

    def constants(self) -> Iterator[str]:
        automaton = self.automaton
        constants = {
            "NAME": cut(automaton.name, SHOWN),
            "USAGE": f"{cut(automaton.name, SHOWN)} {self.use.usage}",
            "LIST_OF_EVENTS": listed(self.alphabet, 100),
            "STARTS": dict(self.use.starts),
            "INITIAL": automaton.initial,
            "FINAL": [state for state in automaton.states if state in automaton.final],
            "STATES": len(automaton.states),
            "EVENTS": self.alphabet,
            "INPUTS": automaton.guards,
            **self.use.constants,
        }
        return (f"const {name} = {_text(value)};" for name, value in constants.items())

    def memory_code(self) -> str:
        """The memory, and the function `begin` that makes it: functions and classes."""
        functions = [function for function in self.functions.values() if not function.owner]
        texts = [
            laid_out(*self.body(function, f"function {self.named(function.name)}"))
            for function in functions
        ]
        for of in self.classes:
            texts.append(laid_out(f"class {self.named(of.__name__)} {{", *self.members(of), "}"))
        return "\n\n".join(texts)

    def body(self, function: Function, head: str, first: Sequence[str] = ()) -> Iterator[str]:
        """The lines of a function, after some `first` ones."""
        places = {name: place.text for name, place in function.places.items()}
        given = [places.pop(name) for name in function.parameters][bool(function.owner) :]
        yield f"{head}({', '.join(given)}) {{"
        yield from first
        if places:
            yield f"let {', '.join(places.values())};"
        yield from [*function.lines, "}"]

    def members(self, of: type) -> Iterator[str]:
        """The members of a class, its constructor first."""
        fields = self.classes[of].items()
        first = [f"this.{name} = {field.text};" for name, field in fields if field.text]
        if issubclass(of, Memory):
            first.append("this.output = null;")
        methods = {name: method for (name, owner), method in self.functions.items() if owner is of}
        yield from self.body(methods.pop("__init__"), "constructor", first)
        for name, method in methods.items():
            yield from ["", *self.body(method, name)]
        for word, name in self.to_fill_in.items():
            text = _text(word)
            is_guard = word in self.automaton.guards
            does = f"return asked({text});" if is_guard else f"putText(this, {text});"
            yield from ["", "/** Fill it in. */", f"{name}() {{", does, "}"]


SKELETON = Template(
    """
$about

"use strict";

$constants

$base

$memory

/** The diagram as a program: the state after an event. */
function react(state, memory, event) {
    memory.output = null;
$switch
    throw refused(state, event);
}

$control

$main

if (typeof module !== "undefined") {
    module.exports = { Memory: $name, begin, react, Stopped };
    if (require.main === module)
        command(process.argv.slice(2));
}
""".strip()
)


def memory_code(machine: Machine) -> str:
    """A machine's memory only, and the function `begin` that makes it.

    They need the text of `base.js`. Raises `ExportError` for a memory outside the plain subset,
    and for an action whose name is not a valid method name.
    """
    program = JavaScript(machine)
    if any(word != name for word, name in program.to_fill_in.items()):
        raise ExportError("an action has a name that a method in JavaScript cannot have")
    return program.memory_code()


def _text(value: object) -> str:
    """A value as a literal that is safe in a page's script."""
    return json.dumps(value).replace("</", "<\\/")
