"""The exceptions of this package, one class per kind of fault, and the wording of errors.

All of them are `FsmError`, with a one-line message: what was given, what was expected, what to do.
Errors about a wrong value are also `ValueError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self, TypeVar

from hanoi_fsm.fsm.numerals import number_text

_Item = TypeVar("_Item")

NEAR_AMONG, NEAR_LENGTH = 100, 40
"""The most known names to search for a similar one, and the longest: the search is slow."""
MOST_SHOWN, HEAD = 65, 8
"""The most items to show of a list, and the number shown from the start of a longer list.

They are enough for a peg of 64 disks with its sentinel.
"""
LONGEST_TEXT = 200
"""The most characters to show of an exception from a user's code."""


class FsmError(Exception):
    """Base of all errors of this package."""


class BadInput(FsmError, ValueError):
    """A value that a function does not accept."""


class UnknownName(BadInput):
    """A name that no automaton, formula or format has."""

    @classmethod
    def among(cls, kind: str, given: str, known: Sequence[str]) -> UnknownName:
        """The error for a `given` name, with the `known` names and the most similar one.

        >>> str(UnknownName.among("formula", "hbit", ["hbits", "itinerary"]))
        "unknown formula 'hbit': did you mean 'hbits'? (known: hbits, itinerary)"
        """
        return cls(f"unknown {kind} {shortened(given)}: {near(str(given), known, also='known: ')}")


class LoadError(FsmError):
    """A Python file that cannot be loaded: missing, not Python, or raising when run."""


class FileError(FsmError, OSError):
    """A file that is missing, or cannot be read or written."""


class BadSpecification(FsmError):
    """A specification that raises, or returns something other than a list of outputs."""


class BadAnswer(FsmError):
    """A function to infer that raises, takes too long, or gives several answers to a word."""


class NotInferred(FsmError):
    """A function whose answers no machine within the bounds gives."""


class NotInstalled(FsmError, ImportError):
    """An optional package is not installed."""


class NotationError(FsmError, ValueError):
    """A text that is not `event [guard & !guard] / action, action`."""


class DefinitionError(FsmError, ValueError):
    """An automaton with a faulty definition; `faults` holds one line per fault."""

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        found = counted(len(faults), "fault")
        shown = listed(faults, 200, "; ")
        super().__init__(f"automaton {shortened(name)} has {found}: {shown}")


class TextError(FsmError, ValueError):
    """A text that cannot be read, with line and column (from 1) if known."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        self.line, self.column = line, column
        super().__init__(f"line {line}, column {column}: {message}" if line else message)

    @classmethod
    def of(cls, faults: Sequence[TextFault]) -> Self:
        """The error with the faults of a text, one per line of its message."""
        first, *others = faults
        lines = [first.message, *(str(cls(*fault)) for fault in others)]
        return cls("\n".join(lines), first.line, first.column)


class TextFault(NamedTuple):
    """One fault of a text, with line and column from 1."""

    message: str
    line: int
    column: int = 1


class DotError(TextError):
    """A DOT text outside the subset for state diagrams."""


class MermaidError(TextError):
    """A Mermaid or PlantUML text that is not a state diagram, or uses an unsupported feature."""


class JsonError(TextError):
    """A JSON text that is not an automaton of the published schema."""


class XmlError(TextError):
    """An XML text that is not a machine of JFLAP, or uses an unsupported feature."""


class ConversionWarning(FsmError, UserWarning):
    """A warning about a machine that is converted in part, such as without its memory."""


class ExportError(FsmError, ValueError):
    """An automaton that cannot be expressed in a format."""


class BadMemory(FsmError, TypeError):
    """A memory that declares a word wrongly, or whose data cannot be copied or compared."""


class BadAction(FsmError, RuntimeError):
    """An action that is impossible on the current memory, such as popping an empty stack."""


class MachineStopped(FsmError, RuntimeError):
    """A machine that cannot continue: no transition is enabled, or it makes no more moves."""


class Undecided(MachineStopped):
    """A run that was abandoned: whether it would have ended is unknown."""


class RenderError(FsmError, RuntimeError):
    """A picture that could not be made: the renderer is missing or refused it."""


def shortened(value: object, limit: int = 40) -> str:
    """The `repr` of a value, cut in the middle to keep an error readable.

    >>> shortened("0" * 100, limit=12)
    "'0000...000'"
    """
    if isinstance(value, int) and value.bit_length() > 4 * limit:
        return f"a number of {value.bit_length()} bits"
    if isinstance(value, str | list | tuple) and len(value) > 2 * limit:
        value = value[:limit] + value[-limit:]  # type: ignore[operator]  # of the same type
    if isinstance(value, dict | set | frozenset) and len(value) > MOST_SHOWN:
        return f"{with_article(type(value).__name__)} of {counted(len(value), 'item')}"
    text = repr(value)
    if text.endswith(">") and " at 0x" in text:  # it has no custom repr
        name, kind = getattr(value, "__qualname__", ""), type(value).__name__
        text = f"the {kind} {name}" if name else with_article(kind)
    return cut(text, limit)


def cut(text: str, limit: int) -> str:
    """Cut a text to at most `limit` characters, with dots in the middle.

    >>> cut("base -> crown : step", 13)
    'base ... step'
    """
    if len(text) <= limit:
        return text
    tail = (limit - 3) // 2
    return text[: limit - 3 - tail] + "..." + text[-tail:]


def window(
    items: Sequence[_Item], first: int = 0, stop: int | None = None
) -> tuple[_Item | str, ...]:
    """The items from `first` to `stop`, with dots in place of the middle ones of a long list.

    >>> window([1, 2, 3]), window("a" * 99)[6:10]
    ((1, 2, 3), ('a', 'a', '...', 'a'))
    """
    stop = len(items) if stop is None else stop
    if stop - first <= MOST_SHOWN:
        return tuple(items[first:stop])
    tail = MOST_SHOWN - HEAD - 1
    return (*items[first : first + HEAD], "...", *items[stop - tail : stop])


def printable(text: str) -> str:
    r"""Escape the control characters of a text, so that no terminal interprets them.

    >>> print(printable("a\x1b[2J"))
    a\x1b[2J
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else repr(character)[1:-1] for character in text
    )


def near(given: str, known: Sequence[str], *, also: str = "") -> str:
    """Advice on an unknown name: the most similar known name, or all of them.

    With `also` before them, all names are added, as the similar one might not be meant.

    >>> near("hbit", ["hbits", "itinerary"]), near("x", ["hbits", "itinerary"])
    ("did you mean 'hbits'?", 'choose from hbits, itinerary')
    """
    found = nearest(given, known)
    if found is None:
        return f"choose from {listed(known)}" if known else "there is nothing to choose from"
    return f"did you mean {found!r}?" + (f" ({also}{listed(known)})" if also else "")


def nearest(given: str, known: Sequence[str]) -> str | None:
    """The known name most similar to a given one, ignoring case; None if none is similar."""
    from difflib import get_close_matches

    short = {name.casefold(): name for name in known[:NEAR_AMONG] if len(name) <= NEAR_LENGTH}
    found = get_close_matches(given[:NEAR_LENGTH].casefold(), short, n=1)
    return short[found[0]] if found else None


def listed(items: Sequence[str], limit: int = 180, joint: str = ", ") -> str:
    """Join the first names or faults that fit into a line, and count the others.

    >>> listed(["hbits", "itinerary", "recursion"], 20)
    'hbits, itinerary, and 1 more'
    """
    line = ""
    for number, item in enumerate(items):
        if line and len(line) + len(joint) + len(item) > limit:
            return f"{line}{joint}and {len(items) - number} more"
        line += (joint if line else "") + cut(item, limit)
    return line


def one_line(error: BaseException) -> str:
    r"""The type and the text of an exception.

    >>> one_line(ValueError("no\nsuch peg")), one_line(IndexError())
    ('ValueError: no such peg', 'IndexError')
    """
    text = cut(" ".join(str(error).split()), LONGEST_TEXT)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def position(text: str, index: int) -> tuple[int, int]:
    r"""Line and column, from 1 on, of the character at an index.

    >>> position("one, two", 3), position("one,\ntwo", 6)
    ((1, 4), (2, 2))
    """
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def with_article(noun: str) -> str:
    """A noun with its indefinite article.

    >>> with_article("lock"), with_article("object")
    ('a lock', 'an object')
    """
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"


def counted(number: int, what: str) -> str:
    """A number with its noun.

    >>> counted(1, "disk"), counted(3, "disk")
    ('1 disk', '3 disks')
    """
    return f"{number_text(number)} {what}{'s' * (number != 1)}"
