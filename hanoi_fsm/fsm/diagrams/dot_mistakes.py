"""What people write that is not in the DOT subset, and what to write instead.

A quote that is not closed makes a string of everything up to the next quote, so that the text goes
wrong a line or more later: it is reported where it begins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lark import UnexpectedCharacters, UnexpectedToken

from hanoi_fsm.fsm.errors import DotError, shortened

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.dot_syntax import Id

_TOKENS = {"DIGRAPH": "`digraph`", "NAME": "a name", "$END": "the end", "ARROW": "`->`"}
_TOKENS |= {"LBRACE": "`{`", "RBRACE": "`}`", "LSQB": "`[`", "RSQB": "`]`"}
_TOKENS |= {"EQUAL": "`=`", "SEMICOLON": "`;`"}
_QUOTE_IT = 'put the whole label into quotes, as in `[label="event [guard] / action"]`'
_HINTS = {
    "ARROW": "write every edge as a separate statement",
    "LBRACE": "subgraphs are outside the subset, remove the braces",
}
_REFUSED = {
    "<": "HTML labels are outside the subset, write the label in quotes",
    ">": "write `->` for an edge",
    ":": "ports are outside the subset, put a name with a colon into quotes, and the label of an "
    'edge into `[label="..."]`',
    "-": "edges are directed here, write `->`",
    "+": "strings are not joined with `+`, write one string",
    '"': "this string never ends, close the quotes",
    "'": 'only straight double quotes are quotes, write `"..."`',
    "`": 'only straight double quotes are quotes, write `"..."`',
    "/*": "this comment never ends, close it with `*/`",
}
_TYPOGRAPHY = {
    "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb": _REFUSED["'"],
    "\u2192\u21d2\u27f6\u27f9\u2794": "write `->` for an edge",
    "\u2013\u2014\u2212": "write `->` for an edge, with a hyphen",
}
"""Curly quotes, arrows and dashes of word processors; to Graphviz they are letters of a name."""

_LEXEME = re.compile(r'"(?:[^"\\]|\\.)*+"?|//[^\n]*|\#[^\n]*|/\*.*?\*/', re.DOTALL)
_LINE_END = re.compile(r"(?<!\\)(?<!\\\r)\n")  # but for one after a backslash, which is meant
_STATE_TABLE = re.compile(r'graph\s+"?state-table\b')  # as `draw --as table` writes it
_UNQUOTED = re.compile(r'=\s*[^\s"\[\]{}=;,]+\s*\Z')


def position(text: str, index: int) -> tuple[int, int]:
    """Line and column, from 1 on, of the character at an index."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def typography(word: str) -> str | None:
    """What to write for a word with a sign that only looks like one of DOT; None without one."""
    for signs, hint in _TYPOGRAPHY.items():
        for sign in signs:
            if sign in word:
                return f"found {sign!r}: {hint}"
    return None


def refuse_misspelt(
    at: Id, attributes: Mapping[str, Id], names: Sequence[str], shapes: Sequence[str]
) -> None:
    """Raise `DotError` for an attribute or a shape that is almost one that has a meaning.

    Graphviz passes over what it does not know, and the diagram would mean something else.
    """
    for name, value in attributes.items():
        meant = _misspelt(name, names)
        if meant and meant not in attributes:
            raise at.error(f"unknown attribute `{name}`: did you mean `{meant}`?")
        meant = _misspelt(value.text, shapes) if name == "shape" else None
        if meant:
            raise at.error(f"unknown shape `{value.text}`: did you mean `{meant}`?")


def refuse_disguise(at: Id, attributes: Mapping[str, Id], kind: str) -> None:
    """Raise `DotError` for an attribute with which the picture would show another machine.

    `kind` is `edge` or `node`; a start point may be invisible.
    """
    is_start = "shape" in attributes and attributes["shape"].text == "point"
    if "style" in attributes and "invis" in attributes["style"].text and not is_start:
        what = {"edge": "a transition", "node": "a state"}.get(kind)
        if what:
            raise at.error(f"an invisible {kind} is still {what}: leave out `style=invis`")
    if kind != "edge":
        return
    way = attributes.get("dir")
    if way and way.text != "forward":
        raise at.error(
            f"`dir={way.text}` draws the arrow otherwise: write `SOURCE -> TARGET` alone"
        )
    for name in ("xlabel", "headlabel", "taillabel"):
        if name in attributes:
            raise at.error(f"`{name}` is a second label of the edge: write all in `label`")


def _misspelt(given: str, known: Sequence[str]) -> str | None:
    if given in known or given in _REAL or not given.isalpha() or len(given) > _LONGEST:
        return None
    from difflib import get_close_matches

    close = get_close_matches(given.lower(), known, n=1, cutoff=0.8)
    return close[0] if close else None


_REAL = frozenset({"xlabel", "tripleoctagon"})
"""What Graphviz knows and what looks like a misspelling."""

_LONGEST = 14


def unexpected_character(error: UnexpectedCharacters, text: str) -> DotError:
    """The error for a character that begins no word of DOT."""
    index = error.pos_in_stream or 0
    return _before(text, index) or DotError(_character(text, index), *position(text, index))


def _character(text: str, index: int) -> str:
    found = "/*" if text.startswith("/*", index) else text[index]
    hint = _REFUSED.get(found, f"it has no meaning here, {_QUOTE_IT}")
    return f"found {found!r}: {hint}"


def unexpected_token(error: UnexpectedToken, text: str) -> DotError:
    """The error for a word of DOT in a wrong place."""
    index = len(text) if error.token.type == "$END" else error.token.start_pos or 0
    if earlier := _before(text, index):
        return earlier
    if index == len(text):
        return DotError("the text ends too early: close it with `}`", *position(text, index))
    if _STATE_TABLE.match(text, index):
        message = "this is a state table, which is a picture only: draw the state diagram instead"
        return DotError(message, *position(text, index))
    names = sorted(name for name in error.expected if name in _TOKENS)
    expected = " or ".join(_TOKENS[name] for name in names) or "the end"
    hint = _hint(error, text[max(0, index - 300) : index])
    message = f"found {shortened(str(error.token))}, expected {expected}{hint and f': {hint}'}"
    return DotError(message, *position(text, index))


def _hint(error: UnexpectedToken, before: str) -> str:
    if error.token.type in _HINTS:
        return _HINTS[error.token.type]
    if "EQUAL" in error.expected or _UNQUOTED.search(before):  # half a label was read as a name
        return _QUOTE_IT
    if str(error.token).lower() == "strict":
        return "leave `strict` out"
    return ""


def _before(text: str, index: int) -> DotError | None:
    """The mistake before the place where the text goes wrong, if that is where it comes from."""
    begin = _unclosed(text, index)
    if begin is not None:
        end = position(text, index)[0]
        message = f"the string that begins here runs on into line {end}: close its quotes"
        return DotError(message, *position(text, begin))
    word = re.findall(r"[^\s\[\]{}=;,]*\Z", text[max(0, index - 300) : index].rstrip())[0]
    mistake = typography(word)
    return DotError(mistake, *position(text, index)) if mistake else None


def _unclosed(text: str, index: int) -> int | None:
    """Where the first of the strings begins that have swallowed a line's end, one after another.

    Each ends in the line where the next one begins, and the last where the text goes wrong.
    """
    begin: int | None = None
    end = 0
    for found in _LEXEME.finditer(text, 0, index):
        if found[0].startswith('"') and _LINE_END.search(found[0]):
            if begin is None or "\n" in text[end : found.start()]:
                begin = found.start()
            end = found.end()
    return None if begin is None or "\n" in text[end:index] else begin
