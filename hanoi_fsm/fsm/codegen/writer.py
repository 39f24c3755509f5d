"""What is common to the languages with braces into which the plain subset is translated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.subset import Function, Program, Statement, Value
from hanoi_fsm.fsm.notation import Transition

INDENT = "    "


def indented(lines: Iterable[str], levels: int = 1) -> Iterator[str]:
    """Lines that are inside of a block."""
    return (f"{INDENT * levels}{line}" if line else line for line in lines)


class Control:
    """Writes the control part of an automaton: a case per state, a branch per transition.

    This is the SWITCH technology of automata programming (Shalyto): the control part asks inputs,
    the guards of the memory, and calls outputs, its actions.
    """

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton

    def state(self, name: str) -> str:
        """How the language writes a state."""
        raise NotImplementedError

    def event(self, name: str) -> str:
        """How it writes an event."""
        raise NotImplementedError

    def guard(self, name: str) -> str:
        """How it asks a guard."""
        raise NotImplementedError

    def act(self, one: Transition) -> Iterator[str]:
        """The lines that carry out the action of a transition."""
        raise NotImplementedError

    def consistent(self, found: Sequence[Transition]) -> Iterator[str]:
        """The lines that stop where two of these transitions are enabled."""
        raise NotImplementedError

    def refuse(self, found: Sequence[Transition]) -> Iterator[str]:
        """The lines for an event that none of these transitions takes."""
        raise NotImplementedError

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


class Writer:
    """Writes values and statements of one function by the forms of a language.

    A form is the text of an operation, with its parts in it by number, and `{about}`.
    """

    forms: ClassVar[Mapping[str, str]]
    reserved: ClassVar[frozenset[str]]
    """The words of the language and of the text around, which no local name may be."""

    def __init__(self, program: Program, function: Function, me: str) -> None:
        self.program, self.function, self.me = program, function, me

    def local(self, name: str) -> str:
        """A local name; the object of a method is none of the function's names."""
        if name not in self.function.names:
            return self.me
        return f"{name}_" if name.rstrip("_") in self.reserved else name

    def value(self, one: Value) -> str:
        """The text of a value."""
        own = getattr(self, f"write_{one.operation.replace(' ', '_')}", None)
        if own is not None:
            return str(own(one))
        form = self.forms.get(f"{one.operation} {kind(one)}", self.forms.get(one.operation, ""))
        return form.format(*map(self.value, one.parts), about=one.about)

    def write_name(self, one: Value) -> str:
        return self.local(one.about)

    def among(self, values: Iterable[Value]) -> str:
        """The texts of several values, with commas between them."""
        return ", ".join(map(self.value, values))

    def write_and(self, one: Value) -> str:
        return f"({' && '.join(map(self.value, one.parts))})"

    def write_or(self, one: Value) -> str:
        return f"({' || '.join(map(self.value, one.parts))})"

    def lines(self, block: Iterable[Statement]) -> Iterator[str]:
        """The lines of a block of statements."""
        for one in block:
            yield from getattr(self, f"lines_of_{one.word}")(one)

    def lines_of_do(self, one: Statement) -> Iterator[str]:
        if one.values[0].operation != "nothing":
            yield f"{self.value(one.values[0])};"

    def lines_of_if(self, one: Statement) -> Iterator[str]:
        yes, no = one.blocks
        yield f"if ({self.value(one.values[0])}) {{"
        yield from indented(self.lines(yes))
        if no:
            yield "} else {"
            yield from indented(self.lines(no))
        yield "}"

    def lines_of_while(self, one: Statement) -> Iterator[str]:
        yield f"while ({self.value(one.values[0])}) {{"
        yield from indented(self.lines(one.blocks[0]))
        yield "}"

    def lines_of_break(self, one: Statement) -> Iterator[str]:
        yield f"{one.word};"

    lines_of_continue = lines_of_break


def kind(one: Value) -> str:
    """The kind of the first part of a value, on which its form may depend."""
    return one.parts[0].type.kind if one.parts else ""
