"""What people write that is not in the DOT subset, and what to write instead.

A quote that is not closed makes a string of everything up to the next quote, so that the text goes
wrong a line or more later: it is reported where it begins.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.errors import DotError, cut, position, shortened

if TYPE_CHECKING:
    from lark import UnexpectedInput

    from hanoi_fsm.fsm.diagrams.dot_syntax import Statement

_TOKENS = {"_DIGRAPH": "`digraph`", "NAME": "a name", "$END": "the end", "_ARROW": "`->`"}
_TOKENS |= {"LBRACE": "`{`", "RBRACE": "`}`", "LSQB": "`[`", "RSQB": "`]`", "EQUAL": "`=`"}

_QUOTES = 'only straight double quotes are quotes, write `"..."`'
_QUOTE_IT = 'put the whole label into quotes, as in `[label="event [guard] / action"]`'
_LOOK_ALIKE = {
    "[\u2018-\u201f\u00ab\u00bb]": _QUOTES,
    "[\u2192\u21d2\u27f6\u27f9\u2794]": "write `->` for an edge",
    "[\u2013\u2014\u2212]": "write `->` for an edge, with a hyphen",
}
"""Curly quotes, arrows and dashes of word processors; to Graphviz they are letters of a name."""

_HABITS = {
    r"\0\Z": "the text ends too early, close it with `}`",
    r'\0"(?:[^"\\]|\\.)*\\?\Z': "this string never ends, close the quotes",
    r"\0/\*": "this comment never ends, close it with `*/`",
    **{rf"{sign}[^\s\[\]{{}}=;,]*\s*\0": advice for sign, advice in _LOOK_ALIKE.items()},
    r'=\s*[^\s"\[\]{}=;,]+\s*\0': _QUOTE_IT,
    r"\0<": "HTML labels are outside the subset, write the label in quotes",
    r"\0>": "write `->` for an edge",
    r"\0->": "write every edge as a separate statement",
    r"\0-": "edges are directed here, write `->`",
    r"\0:": "ports are outside the subset, put a name with a colon into quotes, and the label of "
    'an edge into `[label="..."]`',
    r"\0\+": "strings are not joined with `+`, write one string",
    r"\0['`]": _QUOTES,
    r"\0\{": "subgraphs are outside the subset, remove the braces",
    r"\0(?i:strict)\b": "leave `strict` out",
    r"\[[^\]]*\0[^,;}\[]": _QUOTE_IT,
}
"""Where a text goes wrong (`\\0`), and what to write there; the first that fits is reported."""

_DISGUISES = {
    ("edge", "style", "invis"): "an invisible edge is still a transition: leave out `style=invis`",
    ("node", "style", "invis"): "an invisible node is still a state: leave out `style=invis`",
    ("edge", "dir", r"\A(?!forward\Z)"): "`dir` turns the arrow: write `SOURCE -> TARGET` alone",
    ("edge", "xlabel", ""): "`xlabel` is a second label of the edge: write all in `label`",
    ("edge", "headlabel", ""): "`headlabel` is a second label of the edge: write all in `label`",
    ("edge", "taillabel", ""): "`taillabel` is a second label of the edge: write all in `label`",
}
"""Attributes, by statement and with a part of their value, that show another machine."""

_MEANINGS = ("label", "shape", "peripheries", "doublecircle", "doubleoctagon", "point")
_NO_MISTAKES = ("xlabel", "tripleoctagon")  # what Graphviz knows, and looks like a misspelling

_LEXEME = re.compile(r'"(?:[^"\\]|\\.)*+"?|//[^\n]*|\#[^\n]*|/\*.*?\*/', re.DOTALL)
_LINE_END = re.compile(r"(?<!\\)(?<!\\\r)\n")  # but for one after a backslash, which is meant


def look_alike(word: str) -> str | None:
    """What to write for a word with a sign that only looks like one of DOT; None without one."""
    for signs, advice in _LOOK_ALIKE.items():
        if found := re.search(signs, word):
            return f"found {found[0]!r}: {advice}"
    return None


def refuse_other_meaning(statement: Statement) -> None:
    """Raise `DotError` for an attribute with which the picture would mean something else.

    Graphviz passes over what is misspelt, and what is invisible is still there.
    """
    at, attributes = statement.parts[0], statement.attributes
    given = [("attribute", name) for name in attributes]
    given += [("shape", attributes[name].text) for name in attributes if name == "shape"]
    for kind, word in given:
        meant = _misspelt(word)
        if meant and meant not in attributes:
            raise at.error(f"unknown {kind} `{cut(word, 40)}`: did you mean `{meant}`?")
    if "shape" in attributes and attributes["shape"].text == "point":
        return  # the start may be invisible
    about = at.text if statement.kind == "defaults" else statement.kind
    for (kind, name, pattern), advice in _DISGUISES.items():
        if kind == about and name in attributes and re.search(pattern, attributes[name].text):
            raise at.error(advice)


@lru_cache
def _misspelt(given: str) -> str | None:
    """The word with a meaning that is almost a given one."""
    close = get_close_matches(given.lower(), _MEANINGS, n=1, cutoff=0.8)
    return close[0] if close and given not in (*_MEANINGS, *_NO_MISTAKES) else None


def mistake(error: UnexpectedInput, text: str) -> DotError:
    """The error for the place where a text leaves the subset."""
    token = getattr(error, "token", None)
    at = len(text) if token is not None and token.type == "$END" else error.pos_in_stream or 0
    begin = _unclosed(text, at)
    if begin is not None:
        end = position(text, at)[0]
        message = f"the string that begins here runs on into line {end}: close its quotes"
        return DotError(message, *position(text, begin))
    found = shortened(str(token or text[at : at + 1])) if at < len(text) else "the end"
    wanted = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    names = [_TOKENS[name] for name in sorted(wanted) if name in _TOKENS]
    names = names or ["the end"] * (token is not None)
    after = '""' if token is not None and token.type == "STRING" else text[at : at + 300]
    context = f"{text[max(0, at - 300) : at]}\0{after}"
    advice = next((say for habit, say in _HABITS.items() if re.search(habit, context)), "")
    expected = f", expected {' or '.join(names)}" if 0 < len(names) < 4 else ""
    return DotError(f"found {found}{expected}{advice and f': {advice}'}", *position(text, at))


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
