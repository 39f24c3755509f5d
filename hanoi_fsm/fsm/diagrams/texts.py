"""Texts in DOT: names and labels so that the picture shows exactly them."""

import re
from collections.abc import Sequence

TIMES = "\N{MULTIPLICATION SIGN}"
ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")
"""What Graphviz reads as one character, such as `&lt;` or `&#60;`."""


def label_lines(label: str) -> list[str]:
    """The lines of a label, with at most four events each.

    No line after the first is a single event that looks like a count.

    >>> label_lines("00, 01, 02, 10, 11 / once")
    ['00, 01, 02, 10,', '11 / once']
    """
    events = label.split(", ")
    lines = [", ".join(events[at : at + 4]) for at in range(0, len(events), 4)]
    if len(lines) > 1 and lines[-1].startswith(TIMES):
        lines[-2:] = [", ".join(lines[-2:])]
    return ",\n".join(lines).split("\n")


def node_id(state: str) -> str:
    r"""A state as an identifier and title in the picture; special characters become entities.

    A colon would begin a port, a backslash an escape, `<...>` HTML; `%` alone is not a name.

    >>> print(node_id(r"a:\b"))
    a&#58;&#92;b
    """
    return state.translate(_ENTITIES)


_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", ":": "&#58;", "\\": "&#92;", "%": "&#37;"}
)


def escaped_label(text: str) -> str:
    r"""A label that shows exactly `text`: no part of it is an escape, an entity or HTML.

    >>> print(escaped_label(r"\N &lt; a & b"))
    \\N &amp;lt; a & b
    """
    from graphviz import escape

    label: str = escape(ENTITY.sub(r"&amp;\1;", text))
    return label


def joined_lines(lines: Sequence[str], end: str = r"\n") -> str:
    r"""Lines as one label: centred, or to the left with the `end` `\l`."""
    from graphviz import nohtml

    text = end.join(map(escaped_label, lines)) + (end if end != r"\n" and lines else "")
    label: str = nohtml(text)
    return label
