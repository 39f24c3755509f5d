"""The notation `event [guard & !guard] / action`: what stands on an edge, in a table and in a file.

    step                                  an event, always
    step [!built & ahead_smaller]         only where these guards answer so
    step [!built] / carry                 and this action is carried out
    0 / write_2                           events may be digits: the symbols that a reader reads

A whole row of a table puts the two states before it: `dismantle -> base : step [!built] / carry`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from hanoi_fsm.fsm.errors import NotationError, shortened

_TOKEN = re.compile(r"(?:(?P<word>[^\s\[\]&!/:,]+)|(?P<sign>[\[\]&!/:,]))\s*")
_NAME = re.compile(r"[^\W\d]\w*\Z")
OVER = " over "
"""Between an automaton's name and that of the memory it borrows: `mine over two-storey`."""

LONGEST = 200
"""More characters than this are in no name and no label."""


class Guard(NamedTuple):
    """One answer that a transition asks for: the guard's name, and whether it must be false."""

    name: str
    negated: bool = False

    def __str__(self) -> str:
        return f"!{self.name}" if self.negated else self.name

    @property
    def answer(self) -> bool:
        """What the guard must answer for the transition to be enabled."""
        return not self.negated


class Label(NamedTuple):
    """What stands on an edge."""

    event: str
    guards: tuple[Guard, ...] = ()
    action: str | None = None

    def __str__(self) -> str:
        text = self.event
        if self.guards:
            text += f" [{' & '.join(map(str, self.guards))}]"
        if self.action:
            text += f" / {self.action}"
        return text


@dataclass(frozen=True, slots=True)
class Transition:
    """In state `source`, on the event, where the guards answer so: do the action, go to `target`.

    >>> print(Transition("base", "done", Label("step", (Guard("built"),))))
    base -> done : step [built]
    """

    source: str
    target: str
    label: Label

    @property
    def event(self) -> str:
        """What must happen for the transition to be considered."""
        return self.label.event

    @property
    def guards(self) -> tuple[Guard, ...]:
        """The answers that it needs."""
        return self.label.guards

    @property
    def action(self) -> str | None:
        """What it does to the working memory, or None."""
        return self.label.action

    def __str__(self) -> str:
        return f"{self.source} -> {self.target} : {self.label}"


def parse_label(text: str) -> Label:
    """Read `event [guard & !guard] / action`; `str` of the result gives it back, well spaced.

    Raises `NotationError`, which names the place.

    >>> parse_label("step[ !built&ahead_smaller ]/ carry")
    Label(event='step', guards=(Guard(name='built', negated=True), ...), action='carry')
    >>> print(_)
    step [!built & ahead_smaller] / carry
    """
    labels = parse_labels(text)
    if len(labels) > 1:
        raise NotationError(f"{shortened(text)} names several events: give one")
    return labels[0]


def parse_labels(text: str) -> list[Label]:
    """Read a label that may name several events: `00, 22 / once` is a label for each of them.

    >>> [str(label) for label in parse_labels("00, 22 / once")]
    ['00 / once', '22 / once']
    """
    words = _Words(text)
    events = [words.word("an event")]
    while words.take(","):
        events.append(words.word("an event"))
    guards: list[Guard] = []
    if words.take("["):
        guards.append(words.guard())
        while words.take("&"):
            guards.append(words.guard())
        words.expect("]")
    action = words.name("an action") if words.take("/") else None
    words.expect_end()
    return [Label(event, tuple(guards), action) for event in events]


def parse_row(text: str) -> Transition:
    """Read one row of a table with one event, `state -> next : event [guards] / action`."""
    rows = parse_rows(text)
    if len(rows) > 1:
        raise NotationError(f"{shortened(text.strip())} names several events: give one")
    return rows[0]


def parse_rows(text: str) -> list[Transition]:
    """Read one row of a table, `state -> next : event, event [guards] / action`.

    A state's name may be any text without `->` or ` :` that does not begin with a colon. Raises
    `NotationError`.
    """
    states, colon, label = text.partition(" :")
    source, arrow, target = states.partition("->")
    if not (colon and arrow and source.strip() and target.strip()):
        raise NotationError(
            f"{shortened(text.strip())} is no row: write `state -> next : event [guards] / action`"
        )
    ends = source.strip(), target.strip()
    return [Transition(*ends, parsed) for parsed in parse_labels(label)]


def join_labels(labels: Iterable[Label]) -> list[str]:
    """The shortest text for several labels: those that differ in their events only become one.

    None is longer than a label may be: what would be is several.

    >>> join_labels(parse_labels("00, 22 / once") + [parse_label("11 / tie")])
    ['00, 22 / once', '11 / tie']
    """
    events: dict[tuple[object, ...], list[str]] = {}
    for label in labels:
        events.setdefault(label[1:], []).append(label.event)
    texts = []
    for rest, names in events.items():
        text = ""
        for name in names:
            joined = Label(f"{text}, {name}" if text else name, *rest)  # type: ignore[arg-type]  # the rest of a Label
            if text and len(str(joined)) > LONGEST:
                texts.append(str(joined._replace(event=text)))
                joined = joined._replace(event=name)
            text = joined.event
        texts.append(str(joined))
    return texts


def parse_title(text: str) -> tuple[str, str]:
    """The name and the memory in a title: `mine over two-storey`, or one name that is both.

    >>> parse_title("mine over two-storey"), parse_title("monk")
    (('mine', 'two-storey'), ('monk', 'monk'))
    """
    name, over, memory = text.partition(OVER)
    return name, memory if over else name


class _Words:
    """The words and signs of one label, taken from left to right."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise NotationError(
                f"{shortened(text)} is no label: it has {len(text)} characters, "
                f"expected at most {LONGEST}"
            )
        self.text = text
        self.at = len(text) - len(text.lstrip())

    def peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self.text, self.at)

    def take(self, sign: str) -> bool:
        found = self.peek()
        if found is None or found["sign"] != sign:
            return False
        self.at = found.end()
        return True

    def expect(self, sign: str) -> None:
        if not self.take(sign):
            self.fail(f"`{sign}`")

    def expect_end(self) -> None:
        if self.text[self.at :].strip():
            self.fail("the end, or `[`, `&`, `/` in their places")

    def word(self, what: str) -> str:
        found = self.peek()
        if found is None or found["word"] is None:
            self.fail(what)
        if not found["word"].isprintable():
            self.fail(f"{what} in printable characters")
        self.at = found.end()
        return found["word"]

    def name(self, what: str) -> str:
        before = self.at
        word = self.word(what)
        if not _NAME.match(word):
            self.at = before
            self.fail(f"{what} (letters, digits and underscores)")
        return word

    def guard(self) -> Guard:
        negated = self.take("!")
        return Guard(self.name("a guard"), negated)

    def fail(self, expected: str) -> NoReturn:
        found = self.peek()
        given = "the end" if found is None else f"`{found.group().strip()}`"
        if not given.isprintable():
            given = repr(given[1:-1])
        raise NotationError(
            f"in the label {shortened(self.text, 80)} at character {self.at + 1}: found {given}, "
            f"expected {expected}; the notation is `event [guard & !guard] / action`"
        )
