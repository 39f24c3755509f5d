"""What programs in C and in JavaScript have in common: what they do, and how they are written."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, ClassVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.subset import (
    NUMBER,
    TEXT,
    TUPLE,
    Function,
    Program,
    Statement,
    Type,
    Value,
)
from hanoi_fsm.fsm.errors import ExportError, shortened
from hanoi_fsm.fsm.memory import Memory, NoMemory
from hanoi_fsm.fsm.notation import Transition

ABOUT_EVENTS = """
It prints one line per event: the transition that is taken, and its output. The events are its
arguments, or with - the words of standard input. Without arguments a machine with one event and a
final state runs to its end, and any other one reads standard input.

Exit code: 0, 1 for an event that is refused, 2 for a word that is not an event.
"""


MOVE = (Type(NUMBER),) * 3
"""A move is a disk and two pegs."""


@dataclass(frozen=True)
class Use:
    """How a program begins, what it prints, and how it is called.

    `begin` makes the `memory` of the values that `main` reads from the command line; it is
    translated like the memory. Its outputs are `moves`, or else texts. `main` is in the texts of
    these `names` in a `package`. `starts` has the states in which a run may begin, by name. Of the
    parameters of `begin`, the `pegs` are 0, 1 or 2. In C the text of a `sink`
    takes an output at once.
    """

    package: str
    names: Sequence[str]
    begin: Callable[..., Any]
    memory: type[Memory]
    usage: str
    about: Sequence[str]
    constants: Mapping[str, str | int] = field(default_factory=dict)
    starts: Mapping[str, str] = field(default_factory=dict)
    moves: bool = False
    pegs: Sequence[str] = ()
    sink: str = ""

    def texts(self, ending: str) -> list[str]:
        """The texts with `main`, in the language of files with this ending."""
        return texts_of(self.package, ending, *self.names)

    def program(self) -> Program:
        """What is translated: how the memory is made, and every word of its vocabulary."""
        program = Program()
        begin = program.function(inspect.unwrap(self.begin), None)
        for name in self.pegs:
            program.sources[begin, name].append(Value("constant", Type(NUMBER), about=2))
        for word in (*self.memory.guards(), *self.memory.actions()):
            program.word(self.memory, word)
        if self.memory is NoMemory:  # its outputs are quoted
            program.outputs = Type(TEXT)
        put = program.outputs
        if (self.moves and put.parts != MOVE) or (not self.moves and put.kind == TUPLE):
            expected = "expected moves" if self.moves else "expected numbers, bools or texts"
            raise ExportError(f"its outputs ({put}) cannot be written: {expected}")
        return program


def with_events(machine: Any) -> Use:
    """The use of a machine that reads events; `ExportError` where it has several starts."""
    memory = machine.memory
    if machine.starts or not (isinstance(memory, type) and issubclass(memory, Memory)):
        raise ExportError(
            f"{shortened(machine.automaton.name, 60)} cannot be written in another language: its "
            "memory is made by a function, not by a class"
        )

    def begin() -> Any:
        return memory()

    constants = {"RUNS_ALONE": machine.automaton.autonomous}
    about = ABOUT_EVENTS.strip().splitlines()
    return Use(__package__, ("events",), begin, memory, "[EVENT ...]", about, constants)


def texts_of(package: str, ending: str, *names: str) -> list[str]:
    """The texts of the files of these names in a package."""
    return [files(package).joinpath(f"{one}.{ending}").read_text("ascii").strip() for one in names]


INDENT = "    "
SHOWN = 60
"""The characters of a machine's name that a message shows."""


def indented(lines: Iterable[str], levels: int = 1) -> Iterator[str]:
    """Lines that are inside of a block."""
    return (f"{INDENT * levels}{line}" if line else line for line in lines)


@dataclass(frozen=True)
class Control:
    """Writes the control part of an automaton: a case per state, a branch per transition.

    This is the SWITCH technology of automata programming (Shalyto): the control part asks inputs,
    the guards of the memory, and calls outputs, its actions. The functions are how the language
    writes a state, an event, what asks a guard, what carries out a transition, what stops where two
    of these are enabled, and what refuses an event that none of these takes.
    """

    automaton: Automaton
    state: Callable[[str], str]
    event: Callable[[str], str]
    guard: Callable[[str], str]
    act: Callable[[Transition], Iterator[str]]
    consistent: Callable[[Sequence[Transition]], Iterator[str]]
    refuse: Callable[[Sequence[Transition]], Iterator[str]]

    def switch(self) -> Iterator[str]:
        """The cases, one per state."""
        yield "switch (state) {"
        for state in self.automaton.states:
            yield f"case {self.state(state)}:"
            yield from indented(self.case(state))
        yield from ["default:", f"{INDENT}break;", "}"]

    def case(self, state: str) -> Iterator[str]:
        """The transitions that leave a state, in a second switch."""
        events = dict.fromkeys(one.event for one in self.automaton.leaving(state))
        if events:
            yield "switch (event) {"
            for event in events:
                yield f"case {self.event(event)}:"
                yield from indented(self.branches(self.automaton.transitions_for(state, event)))
            yield from ["default:", f"{INDENT}break;", "}"]
        yield "break;"

    def branches(self, found: Sequence[Transition]) -> Iterator[str]:
        """One branch per transition for an event; one without guards is the last."""
        if (found[0].source, found[0].event) in self.automaton.overlapping:
            yield from self.consistent(found)
        for one in found:
            yield f"/* {comment(str(one.label))} */"
            body = [*self.act(one), f"return {self.state(one.target)};"]
            if not one.guards:
                yield from body
                return
            yield f"if ({self.condition(one)}) {{"
            yield from indented(body)
            yield "}"
        yield from self.refuse(found)

    def condition(self, one: Transition) -> str:
        """The guards of a transition."""
        asked = (f"{'!' * guard.negated}{self.guard(guard.name)}" for guard in one.guards)
        return " && ".join(asked) or "1"


def comment(text: str) -> str:
    r"""A text that neither ends a comment nor begins one, in ASCII and without trigraphs.

    >>> print(comment("é **/ /*/ ???/ back\\"))
    \xe9 ** / / * / ? ? ?/ back\
    """
    plain = text.encode("ascii", "backslashreplace").decode()
    return re.sub(r"\*(?=/)|/(?=\*)|\?(?=\?)", r"\g<0> ", plain)


def about(automaton: Automaton, said: Iterable[str], *how: str) -> str:
    """The comment at the top: what it is, how to call the file of this `{name}`, what it prints."""
    name = re.sub(r"[^A-Za-z0-9._]+", "-", automaton.name).strip("-.") or "machine"
    title = f"{automaton.title}: generated from its transitions by `hanoi-fsm code`."
    lines = [title, "", *(f"    {one.format(name=name)}" for one in how), "", *said]
    return "\n".join(["/*", *(f" * {comment(line)}".rstrip() for line in lines), " */"])


SHARED = {
    "and": "({0} && {1})",
    "or": "({0} || {1})",
    "not": "!{0}",
    "<": "({0} < {1})",
    "<=": "({0} <= {1})",
    ">": "({0} > {1})",
    ">=": "({0} >= {1})",
    "~": "(-1 - {0})",
    "int": "{0}",
    "truth": "({0} != 0)",
    "choose": "({0} ? {1} : {2})",
    "do": "{0};",
    "set": "{0} = {1};",
    "leave": "return;",
    "return": "return {0};",
    "break": "break;",
    "continue": "continue;",
}
"""The forms that C and JavaScript have in common."""


class Writer:
    """Writes values and statements of one function by the forms of a language.

    A form is the text of an operation or a statement, with its parts in it, all or by number, what
    it is `{about}`, also as a `{name}`, and the names of the types `{of}` it and of its `{first}`
    part. There may be one for a kind of the first part.
    """

    forms: ClassVar[Mapping[str, str]]
    reserved: ClassVar[frozenset[str]]
    """The words of the language and of the text around, which no local name may be."""

    def __init__(self, program: Program, function: Function, me: str) -> None:
        self.program, self.function, self.me = program, function, me

    def local(self, name: str) -> str:
        """A local name; the object of a method is none of the function's names."""
        return self.named(name) if name in self.function.names else self.me

    def named(self, name: str) -> str:
        """A name in the language."""
        return f"{name}_" if name.rstrip("_") in self.reserved else name

    def type(self, of: Type) -> str:
        """The name of a type."""
        return self.named(str(of))

    def value(self, one: Value) -> str:
        """The text of a value."""
        own = getattr(self, f"write_{one.operation.replace(' ', '_')}", None)
        return str(own(one)) if own else self.filled(one.operation, one.parts, one.about, one.type)

    def filled(self, word: str, parts: Sequence[Value], about: object, of: Type) -> str:
        """The form of an operation or a statement, with its parts in it."""
        first = parts[0].type if parts else Type()
        if word in ("item", "place") and self.program.is_within(*parts):
            word = "within"
        form = self.forms.get(f"{word} {first.kind}") or self.forms[word]
        texts = [*map(self.value, parts)]
        name, all_of_them = self.named(str(about)), ", ".join(texts)
        types = {"of": self.type(of), "first": self.type(first)}
        return form.format(*texts, parts=all_of_them, about=about, name=name, me=self.me, **types)

    def write_name(self, one: Value) -> str:
        return self.local(one.about)

    def among(self, values: Iterable[Value]) -> str:
        """The texts of several values, with commas between them."""
        return ", ".join(map(self.value, values))

    def lines(self, block: Iterable[Statement]) -> Iterator[str]:
        """The lines of a block of statements."""
        for one in block:
            own = getattr(self, f"lines_of_{one.word}", None)
            yield from own(one) if own else [self.filled(one.word, one.values, None, Type())]

    def inside(self, head: str, block: Iterable[Statement]) -> Iterator[str]:
        """The lines of a block in braces."""
        yield from [f"{head} {{", *indented(self.lines(block)), "}"]

    def lines_of_if(self, one: Statement) -> Iterator[str]:
        yes, no = one.blocks
        *lines, end = self.inside(f"if ({self.value(one.values[0])})", yes)
        yield from lines
        yield from self.inside(f"{end} else", no) if no else [end]

    def lines_of_while(self, one: Statement) -> Iterator[str]:
        yield from self.inside(f"while ({self.value(one.values[0])})", one.blocks[0])

    def lines_of_for(self, one: Statement) -> Iterator[str]:
        at, first, test, after = map(self.value, one.values)
        yield from self.inside(f"for ({at} = {first}; {test}; {at} = {after})", one.blocks[0])
