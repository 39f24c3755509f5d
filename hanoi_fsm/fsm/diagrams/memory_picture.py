"""A working memory as a picture: lines of text, first its registers, then rows and stacks."""

from collections.abc import Mapping

from hanoi_fsm.fsm.diagrams.svg import Panel, document, fitted
from hanoi_fsm.fsm.diagrams.texts import folded
from hanoi_fsm.fsm.errors import shortened

ROOM = 200.0
"""The width of a memory's picture, in pixels."""

SIZE, LINE = 11.5, 15.0
"""Of the letters, and from one line to the next."""

MOST_FRAMES = 16
"""The most frames of a stack that are shown."""


def picture(contents: Mapping[str, object], name: str) -> str:
    """The contents of a memory of that `name` as SVG."""
    return document(panel(contents), f"the memory of {name}", spoken(contents))


def spoken(contents: Mapping[str, object]) -> str:
    """The contents in a line."""
    return ", ".join(f"{name}: {_short(value)}" for name, value in contents.items()) or "nothing"


def panel(contents: Mapping[str, object], room: float = ROOM) -> Panel:
    """The contents of a memory; a stack of named tuples begins with its top, the last of them."""
    registers = {name: value for name, value in contents.items() if not isinstance(value, tuple)}
    lines = [] if contents and not registers else folded(spoken(registers), room, SIZE)
    for name, value in contents.items():
        if not isinstance(value, tuple):
            continue
        fields = getattr(value[-1], "_fields", ()) if value else ()
        if not fields:
            lines.append(f"{name}: {' '.join(map(_short, value)) or 'empty'}")
            continue
        lines.append(f"{name}, top first: {', '.join(fields)}")
        lines += [", ".join(map(_short, frame)) for frame in value[: -MOST_FRAMES - 1 : -1]]
        if len(value) > MOST_FRAMES:
            lines.append(f"and {len(value) - MOST_FRAMES} more")
    shown = [fitted(0, LINE * at - 4, line, room, size=SIZE) for at, line in enumerate(lines, 1)]
    return Panel(room, LINE * len(lines), tuple(shown))


def _short(value: object) -> str:
    """A value in a few letters."""
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_short, value)) + ")"
    return value if isinstance(value, str) else shortened(value)
