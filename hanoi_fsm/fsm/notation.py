"""The notation `event [guard & !guard] / action`, the same on edges, in tables and in files.

    step                                  an event, without a condition
    step [!built & ahead_smaller]         enabled only if all these guards hold
    step [!built] / carry                 with an action
    0 / write_2                           events may be digits: the symbols that a reader reads

In a table two states precede the label: `dismantle -> base : step [!built] / carry`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeVar

from hanoi_fsm.fsm.errors import NotationError, cut, shortened

_TOKEN = re.compile(r"(?:(?P<word>[^\s\[\]&!/:,]+)|(?P<mark>[\[\]&!/:,]))\s*")
_WORD = re.compile(r"[^\s\[\]&!/:,]+\Z")
_NOTATION = "the notation is `event [guard & !guard] / action`"
_HABITS = {
    r"\[[^\]]*(?:\bnot\b|[~\u00ac-])": "write `!guard` for a guard that must not hold",
    r"\[[^\]]*(?:\band\b|&&|[,;\u2227])": "write `[guard & guard]` where both must hold",
    r"\[[^\]]*(?:\bor\b|\||\u2228)": "the notation has no `or`: draw an edge for each guard",
    r"[\u2018-\u201f]": "leave the curly quotes out",
    r"\(": "write names without parentheses: `event [guard & !guard] / action`",
    r"\A\s*\[": "an event comes first, as in `step [guard]`",
    r"\A\s*/": "an event comes first, as in `step / action`",
    r"\b(?:if|when)\b": "write `event [guard]` for a condition",
}
"""What people write out of habit, and what to write instead; the first that fits is reported."""
OVER = " over "  # between an automaton's name and that of the memory it borrows
LONGEST = 200  # the most characters of a name or a label

Word = tuple[str, ...]
"""The events of a run, which are the symbols that a reader reads."""

_Item = TypeVar("_Item")


class Guard(NamedTuple):
    """A condition of a transition: the guard's name, and whether it must be false."""

    name: str
    negated: bool = False

    def __str__(self) -> str:
        return f"!{self.name}" if self.negated else self.name

    @property
    def answer(self) -> bool:
        return not self.negated


class Label(NamedTuple):
    """The label of an edge."""

    event: str
    guards: tuple[Guard, ...] = ()
    action: str | None = None

    def __str__(self) -> str:
        guards = f" [{' & '.join(map(str, self.guards))}]" if self.guards else ""
        return f"{self.event}{guards}" + (f" / {self.action}" if self.action else "")


@dataclass(frozen=True, slots=True)
class Transition:
    """In state `source`, on the event, if the guards hold: do the action, go to `target`.

    >>> print(Transition("base", "done", Label("step", (Guard("built"),))))
    base -> done : step [built]
    """

    source: str
    target: str
    label: Label

    @property
    def event(self) -> str:
        return self.label.event

    @property
    def guards(self) -> tuple[Guard, ...]:
        return self.label.guards

    @property
    def action(self) -> str | None:
        return self.label.action

    @property
    def without_event(self) -> tuple[object, ...]:
        """What the transitions that one edge of a diagram stands for have in common."""
        return self.source, self.target, self.guards, self.action

    def __str__(self) -> str:
        return f"{self.source} -> {self.target} : {self.label}"


def parse_label(text: str) -> Label:
    """Read `event [guard & !guard] / action`; `str` of the result gives it back, evenly spaced.

    Raises `NotationError` with the position of the fault.

    >>> parse_label("step[ !built&ahead_smaller ]/ carry")
    Label(event='step', guards=(Guard(name='built', negated=True), ...), action='carry')
    >>> print(_)
    step [!built & ahead_smaller] / carry
    """
    return _single(parse_labels(text), text)


def parse_labels(text: str) -> list[Label]:
    """Read a label that may name several events: `00, 22 / once` gives a label for each of them.

    >>> [str(label) for label in parse_labels("00, 22 / once")]
    ['00 / once', '22 / once']
    """
    parser = _Parser(text)
    events = [parser.word("an event")]
    while parser.accept(","):
        events.append(parser.word("an event"))
    guards: list[Guard] = []
    if parser.accept("["):
        guards.append(parser.guard())
        while parser.accept("&"):
            guards.append(parser.guard())
        if not parser.accept("]"):
            parser.fail("`]`")
    action = parser.name("an action") if parser.accept("/") else None
    if parser.text[parser.at :].strip():
        parser.fail("the end, or `[`, `&`, `/` in their places")
    return [Label(event, tuple(guards), action) for event in events]


def parse_transition(text: str) -> Transition:
    """Read a line of a table with one event, `state -> next : event [guards] / action`."""
    return _single(parse_transitions(text), text)


def parse_transitions(text: str) -> list[Transition]:
    """Read a line of a table, `state -> next : event, event [guards] / action`.

    A state's name may be any text without `->` or ` :` that does not begin with a colon. Raises
    `NotationError`.
    """
    states, colon, label = text.partition(" :")
    source, arrow, target = states.partition("->")
    if not (colon and arrow and source.strip() and target.strip()):
        advice = "write `state -> next : event [guards] / action`"
        raise NotationError(f"{shortened(text.strip())} is not a transition: {advice}")
    return [Transition(source.strip(), target.strip(), one) for one in parse_labels(label)]


def foreign_words(label: Label) -> Iterator[tuple[str, object]]:
    """The event, guards and action of a label that the notation cannot write, each with its kind.

    A guard or an action is a name of Python, so that it is safe wherever methods are called by it.

    >>> list(foreign_words(Label("step", (Guard("os.exit"),), "a; b")))
    [('guard', 'os.exit'), ('action', 'a; b')]
    """
    if not _is_text(label.event) or not (_WORD.match(label.event) and label.event.isprintable()):
        yield "event", label.event
    actions = [("action", label.action)] if label.action else []
    for kind, name in [*(("guard", guard.name) for guard in label.guards), *actions]:
        if not _is_text(name) or not name.isidentifier():
            yield kind, name


def _is_text(word: object) -> bool:
    return isinstance(word, str)


def _single(items: list[_Item], text: str) -> _Item:
    if len(items) > 1:
        raise NotationError(f"{shortened(text.strip())} names several events: give one")
    return items[0]


def join_transitions(transitions: Iterable[Transition]) -> Iterator[tuple[str, str, str]]:
    """Source, target and label of each edge; transitions that differ only in the event share one.

    >>> list(join_transitions(parse_transitions("a -> b : 0, 1") + parse_transitions("a -> a : 2")))
    [('a', 'b', '0, 1'), ('a', 'a', '2')]
    """
    for found, label in grouped(transitions):
        yield found[0].source, found[0].target, str(label)


def grouped(
    transitions: Iterable[Transition],
) -> Iterator[tuple[tuple[Transition, ...], Label]]:
    """The transitions that share an edge, with its label."""
    edges: dict[tuple[str, str], list[Label]] = {}
    for transition in transitions:
        edges.setdefault((transition.source, transition.target), []).append(transition.label)
    for (source, target), labels in edges.items():
        for same in _alike(labels):
            yield tuple(Transition(source, target, one) for one in same), joined(same)


def joined(labels: Sequence[Label]) -> Label:
    """One label that names the events of several, which differ in nothing else."""
    return labels[0]._replace(event=", ".join(label.event for label in labels))


def _alike(labels: Iterable[Label]) -> Iterator[list[Label]]:
    """The labels that differ only in the event, as many together as fit into the text of one."""
    groups: dict[tuple[object, ...], list[list[Label]]] = {}
    for label in labels:
        same = groups.setdefault(label[1:], [[]])
        if same[-1] and len(str(joined([*same[-1], label]))) > LONGEST:
            same.append([])
        same[-1].append(label)
    return (group for same in groups.values() for group in same)


def word_text(word: Sequence[str]) -> str:
    """A word of events, with blanks between them if one has several characters.

    >>> word_text("011"), word_text(["00", "12"])
    ('011', '00 12')
    """
    return (" " if any(len(symbol) > 1 for symbol in word) else "").join(word)


def parse_title(text: str) -> tuple[str, str]:
    """The name and the memory in a title: `mine over two-storey`, or one name that is both.

    >>> parse_title("mine over two-storey"), parse_title("monk")
    (('mine', 'two-storey'), ('monk', 'monk'))
    """
    name, over, memory = text.partition(OVER)
    return name, memory if over else name


class _Parser:
    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            why = f"it has {len(text)} characters, expected at most {LONGEST}: shorten it"
            raise NotationError(f"{shortened(text)} is not a label, {why}")
        self.text = text
        self.at = len(text) - len(text.lstrip())

    def peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self.text, self.at)

    def accept(self, mark: str) -> bool:
        found = self.peek()
        if found is None or found["mark"] != mark:
            return False
        self.at = found.end()
        return True

    def word(self, expected: str) -> str:
        found = self.peek()
        if found is None or found["word"] is None:
            self.fail(expected)
        if not found["word"].isprintable():
            self.fail(f"{expected} in printable characters")
        self.at = found.end()
        return found["word"]

    def name(self, expected: str) -> str:
        start = self.at
        word = self.word(expected)
        if not word.isidentifier():
            self.at = start
            self.fail(f"{expected} (letters, digits and underscores)")
        return word

    def guard(self) -> Guard:
        negated = self.accept("!")
        return Guard(self.name("a guard"), negated)

    def fail(self, expected: str) -> NoReturn:
        found = self.peek()
        given = "the end" if found is None else f"`{cut(found.group().strip(), 40)}`"
        if not given.isprintable():
            given = shortened(given[1:-1])
        where = f"in the label {shortened(self.text, 80)} at character {self.at + 1}"
        hints = (hint for habit, hint in _HABITS.items() if re.search(habit, self.text, re.I))
        advice = next(hints, _NOTATION)
        raise NotationError(f"{where}: found {given}, expected {expected}; {advice}")
