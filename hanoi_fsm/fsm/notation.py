"""The notation `event [guard & !guard] / action, action` of edges, tables and files.

    step                                  an event, without a condition
    step [!built & ahead_smaller]         enabled only if all these guards hold
    step [else]                           enabled only if no other row on the event is
    step [!built] / carry                 with an action
    step / lift, carry                    with several actions, in their order
    0 / write_2                           events may be digits: the symbols that a reader reads
    0 / "a b"                             with an output: this text, quoted as in JSON
    0 / lift, "a b"                       outputs both if there is no memory: lift, a b
    "insert coin" ["n > 3"]               events and guards may be any text in such quotes
    step [in(lamp on)]                    enabled only while a state is active, in a chart

In a table two states precede the label: `dismantle -> base : step [!built] / carry`. The actions of
a state itself, `entry / light_on` and `exit / light_off`, are lines in its box, in a table after
its name: `on : entry / light_on`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from hanoi_fsm.fsm.errors import NotationError, cut, shortened

_WORD = re.compile(r"[^\s\[\]&!/:,]+")
_IN = re.compile(r"in\(([^()\[\]&]+)\)")
_TOKEN = re.compile(rf"(?:({_IN.pattern}|{_WORD.pattern})|[\[\]&!/:,])\s*")
QUOTED = r'"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"'
"""Matches a text quoted as in JSON."""
_QUOTED = re.compile(rf"({QUOTED})\s*")
_NEXT = {
    "an event": {"a word": "the end, `,`, `[` or `/`"},
    "the end, `,`, `[` or `/`": {",": "an event", "[": "a guard", "/": "an action"},
    "a guard": {"!": "a guard's name", "a word": "`]` or `&`"},
    "a guard's name": {"a word": "`]` or `&`"},
    "`]` or `&`": {"&": "a guard", "]": "the end or `/`"},
    "the end or `/`": {"/": "an action"},
    "an action": {"a word": "the end or `,`"},
    "the end or `,`": {",": "an action"},
}
"""The automaton that reads a label: its states are expectations, its events are tokens."""
_FREE = re.compile(
    r"(?P<event>[^\[\]]*?)\s*(?:\[\s*(?P<guard>[^\[\]]*[^\[\]\s])\s*\])?(?:\s*/\s*(?P<action>.+))?"
)
"""A label whose parts may be any texts."""
_AND = re.compile(r"&&?|\band\b|\u2227")
_TEST = re.compile(
    rf"[\s(]*(?P<no>!|~|\u00ac|not\b)?\s*(?P<open>\()?\s*(?P<name>{_IN.pattern}|[^\W\d]\w*)\s*"
    r"(?(open)\))[\s)]*"
)
"""A name in a condition; parentheses around a conjunction make no difference."""
_FORMS = {
    "an event": (str.isprintable, "in printable characters"),
    "an action": (
        lambda word: word.isidentifier() or is_output(word),
        '(letters, digits and underscores, or an output in quotes, "like this")',
    ),
}
_NAME = (
    lambda name: name.isidentifier() or _IN.fullmatch(name) is not None,
    "(letters, digits and underscores)",
)
_NOTATION = "the notation is `event [guard & !guard] / action, action`"
_HABITS = {
    r"\[[^\]]*(?:\bnot\b|[~\u00ac-])": "write `!guard` for a guard that must not hold",
    r"\[[^\]]*(?:\band\b|&&|[,;\u2227])": "write `[guard & guard]` where both must hold",
    r"\[[^\]]*(?:\bor\b|\||\u2228)": "the notation has no `or`: draw an edge for each guard",
    r"/\s*[\u2018-\u201f]": 'write an output in straight quotes: `event / "output"`',
    r"/.*;": "put a comma between actions: `event / action, action`",
    r"[\u2018-\u201f]": "leave the curly quotes out",
    r"\(": "write names without parentheses: `event [guard & !guard] / action`",
    r"\A\s*\[": "an event comes first, as in `step [guard]`",
    r"\A\s*/": "an event comes first, as in `step / action`",
    r"\b(?:if|when)\b": "write `event [guard]` for a condition",
}
"""Forms from other notations, with the form to use here; the first match is reported."""
OVER = " over "  # between an automaton's name and its borrowed memory's
LONGEST = 200  # the most characters of a name or a label

Word = tuple[str, ...]
"""The events of a run, which are the symbols that a reader reads."""


class Guard(NamedTuple):
    """A condition of a transition: the guard's name, and whether it must be false."""

    name: str
    negated: bool = False

    def __str__(self) -> str:
        is_plain = self.name.isidentifier() or _IN.fullmatch(self.name)
        name = self.name if is_plain else quoted(self.name)
        return f"!{name}" if self.negated else name

    @property
    def answer(self) -> bool:
        return not self.negated

    @property
    def state(self) -> str:
        """The state in a guard `in(state)`; empty for other guards.

        >>> Guard("in(lamp on)").state, Guard("hot").state
        ('lamp on', '')
        """
        asked = _IN.fullmatch(self.name)
        return asked[1].strip() if asked else ""


UNLABELLED = "step"
"""The event of an arrow without an event in its label."""
EPSILON = "ε"
"""The event of an acceptor's transition that reads nothing."""
ENTRY, EXIT = "entry", "exit"
"""The words before the actions of a state, which run whenever it is entered or left."""
ELSE = Guard("else")
"""The guard of a row that is enabled if none of its competitors is; no memory has this name."""


def contradict(some: Sequence[Guard], others: Sequence[Guard]) -> bool:
    """Whether one of the guards is the opposite of one of the others."""
    return any(guard._replace(negated=not guard.negated) in some for guard in others)


class Label(NamedTuple):
    """The label of an edge."""

    event: str
    guards: tuple[Guard, ...] = ()
    actions: tuple[str, ...] = ()

    @property
    def words(self) -> list[tuple[str, str]]:
        """The names of its guards and actions, each after its kind."""
        guards = [("guard", guard.name) for guard in self.guards if not guard.state]
        return [*guards, *(("action", action) for action in self.actions)]

    @property
    def condition(self) -> str:
        """Its guards as the notation joins them; empty without any."""
        return " & ".join(map(str, self.guards))

    @property
    def effect(self) -> str:
        """Its actions in their order, as the notation joins them; empty without any."""
        return ", ".join(self.actions)

    def __str__(self) -> str:
        guards = f" [{self.condition}]" if self.guards else ""
        effect = f" / {self.effect}" if self.actions else ""
        return f"{word(self.event)}{guards}{effect}"


@dataclass(frozen=True, slots=True)
class Transition:
    """In state `source`, on the event, if the guards hold: do the actions, go to `target`.

    If it is derived from a row, `written` is that row's label, which is shown; transitions are
    equal if they behave alike.

    >>> print(Transition("base", "done", Label("step", (Guard("built"),))))
    base -> done : step [built]
    """

    source: str
    target: str
    label: Label
    written: Label | None = field(default=None, compare=False)

    @property
    def event(self) -> str:
        return self.label.event

    @property
    def guards(self) -> tuple[Guard, ...]:
        return self.label.guards

    @property
    def actions(self) -> tuple[str, ...]:
        return self.label.actions

    @property
    def as_written(self) -> "Transition":
        """The part of the row from which it is derived."""
        return Transition(self.source, self.target, self.written or self.label)

    def __str__(self) -> str:
        return f"{self.source} -> {self.target} : {self.written or self.label}"


@dataclass(frozen=True, slots=True)
class Row:
    r"""An edge as it was written, perhaps with several events, or `[else]`.

    >>> row = Row("on", "off", ("press", "pull"), (), ("click",))
    >>> print(row, *row.transitions, sep="\n")
    on -> off : press, pull / click
    on -> off : press / click
    on -> off : pull / click
    """

    source: str
    target: str
    events: tuple[str, ...]
    guards: tuple[Guard, ...] = ()
    actions: tuple[str, ...] = ()

    @property
    def label(self) -> Label:
        """The label of the edge, with all its events."""
        return Label(Written(", ".join(map(word, self.events))), self.guards, self.actions)

    @property
    def transitions(self) -> tuple[Transition, ...]:
        """A transition for each event."""
        labels = [Label(event, self.guards, self.actions) for event in self.events]
        return tuple(Transition(self.source, self.target, label) for label in labels)

    def __str__(self) -> str:
        return f"{self.source} -> {self.target} : {self.label}"


def parse_row(source: str, target: str, text: str) -> Row:
    """Read the label `event, event [guard & !guard] / action, action` of an edge.

    Raises `NotationError` with the position of the fault.

    >>> print(parse_row("a", "b", "00,22[ !built&ahead_smaller ]/ carry"))
    a -> b : 00, 22 [!built & ahead_smaller] / carry
    """
    if len(text) > LONGEST:
        why = f"it has {len(text)} characters, expected at most {LONGEST}: shorten it"
        raise NotationError(f"{shortened(text)} is not a label, {why}")
    named: list[tuple[str, str]] = []
    state, at = "an event", len(text) - len(text.lstrip())
    while token := _QUOTED.match(text, at) or _TOKEN.match(text, at):
        kind = "a word" if token[1] else token[0].strip()
        if kind not in _NEXT[state]:
            raise _malformed(text, at, state)
        if token[1]:
            name = token[1]
            if token.re is _QUOTED and state != "an action":
                name = output_of(name) if name.isprintable() else ""
                if not _is_text(name) or (name.startswith("!") and state != "an event"):
                    raise _malformed(text, at, f"{state} (a text without blanks around it)")
            else:
                suits, form = _FORMS.get(state, _NAME)
                if not suits(name):
                    raise _malformed(text, at, f"{state} {form}")
            named.append((state, name))
        state, at = _NEXT[state][kind], token.end()
    if not state.startswith("the end"):
        raise _malformed(text, at, state)
    guards = [Guard(word, "name" in part) for part, word in named if part.startswith("a guard")]
    words = [word for part, word in named if part == "an action"]
    actions = [quoted(output_of(word)) if is_output(word) else word for word in words]
    events = [word for part, word in named if part == "an event"]
    return Row(source, target, tuple(events), tuple(guards), tuple(actions))


def is_label(text: str) -> bool:
    """Whether a text is a valid label."""
    try:
        parse_row("", "", text)
    except NotationError:
        return False
    return True


def written(text: str) -> str:
    """Write a label with arbitrary texts as parts in our notation.

    >>> written("entry / send an SMS"), written("go [not p && q]"), written("go [n > 3]")
    ('entry / "send an SMS"', 'go [!p & q]', 'go ["n > 3"]')
    """
    parts = _FREE.fullmatch(text) if len(text) <= LONGEST else None
    if parts is None:
        return word(text)
    event, guard, action = parts["event"], parts["guard"], parts["action"]
    label = word(event) if event else UNLABELLED
    if guard and not is_label(f"{UNLABELLED} [{guard}]"):
        opaque = "!" * guard.startswith("!") + quoted(guard.lstrip("! "))
        guard = Label("", conjunction(guard)).condition or opaque
    if action and not is_label(f"{UNLABELLED} / {action}"):
        action = quoted(action)
    condition, effect = f" [{guard}]" if guard else "", f" / {action}" if action else ""
    return f"{label}{condition}{effect}"


def conjunction(condition: str) -> tuple[Guard, ...]:
    """The guards of a condition that only joins and negates names; empty for any other.

    >>> Label("", conjunction("p and not (q)")).condition, conjunction("p or q")
    ('p & !q', ())
    """
    if len(condition) > LONGEST:
        return ()
    tests = [_TEST.fullmatch(part) for part in _AND.split(condition)]
    guards = [Guard(test["name"], bool(test["no"])) for test in tests if test]
    return tuple(guards) if len(guards) == len(tests) else ()


def _malformed(text: str, at: int, expected: str) -> NotationError:
    token = _TOKEN.match(text, at)
    given = f"`{cut(token[0].strip(), 40)}`" if token else "the end"
    given = given if given.isprintable() else shortened(given[1:-1])
    where = f"in the label {shortened(text, 80)} at character {at + 1}"
    hints = (hint for habit, hint in _HABITS.items() if re.search(habit, text, re.I))
    advice = next(hints, _NOTATION)
    return NotationError(f"{where}: found {given}, expected {expected}; {advice}")


def parse_inside(text: str) -> tuple[str, tuple[str, ...]]:
    """Read a line in the box of a state: `entry` or `exit`, and its actions.

    Raises `NotationError`.

    >>> parse_inside("entry / light_on, ring")
    ('entry', ('light_on', 'ring'))
    """
    row = parse_row("", "", text)
    if row.events not in ((ENTRY,), (EXIT,)) or row.guards or not row.actions:
        advice = "a state has `entry / action` and `exit / action`"
        raise NotationError(f"{shortened(text)} is not an action of a state: {advice}")
    return row.events[0], row.actions


def parse_line(text: str) -> Row:
    """Read a line of a table, `state -> next : event, event [guards] / actions`.

    A state's name may be any text without `->` or ` :` that does not begin with a colon. Raises
    `NotationError`.
    """
    states, colon, label = text.partition(" :")
    source, arrow, target = states.partition("->")
    if not (colon and arrow and source.strip() and target.strip()):
        advice = "write `state -> next : event [guards] / action`"
        raise NotationError(f"{shortened(text.strip())} is not a transition: {advice}")
    return parse_row(source.strip(), target.strip(), label)


def foreign_words(label: Label) -> Iterator[tuple[str, object]]:
    """The parts of a label that the notation cannot express, each after its kind.

    An action is a Python identifier or a quoted output. An event or a guard may be any text on one
    line; a guard that a memory declares must be a Python identifier.

    >>> list(foreign_words(Label("step", (Guard("!on"), Guard("n > 3")), ("a; b",))))
    [('guard', '!on'), ('action', 'a; b')]
    """
    if not _is_text(label.event):
        yield "event", label.event
    for guard in label.guards:
        if not _is_text(guard.name) or guard.name.startswith("!"):
            yield "guard", guard.name
    for action in label.actions:
        if not (action.isidentifier() or is_output(action)):
            yield "action", action


def _is_text(name: object) -> bool:
    """Whether a value is a valid event or guard, perhaps in quotes."""
    return isinstance(name, str) and name == name.strip() != "" and name.isprintable()


class Written(str):
    """Events as written in a label, quoted where necessary."""

    __slots__ = ()


def word(event: str) -> str:
    """Write an event in the notation: in quotes unless it is a plain word.

    Quotes keep `a|b` from being read as two events.

    >>> word("coin"), word("insert coin")
    ('coin', '"insert coin"')
    """
    is_plain = _WORD.fullmatch(event) and event[0] != '"' and "|" not in event
    return event if is_plain or isinstance(event, Written) else quoted(event)


def is_output(action: str) -> bool:
    """Whether an action is a quoted output, which needs no memory."""
    return action.isprintable() and _QUOTED.fullmatch(action) is not None


@cache
def output_of(action: str) -> str:
    """The text of a quoted output."""
    import json  # loaded only if there are such outputs

    return str(json.loads(action))


def last_output(actions: Sequence[str], outputs: Mapping[str, str]) -> str | None:
    """The output of a sequence of actions, given the `outputs` of actions; None if none has any.

    All quoted outputs are joined; a memory keeps only its last output.

    >>> last_output(("open", "close", "log"), {"open": "1", "close": "0"})
    '0'
    """
    known = [outputs[action] for action in actions if action in outputs]
    if any(map(is_output, actions)):
        return ", ".join(known)
    return known[-1] if known else None


def quoted(output: str) -> str:
    r"""Quote a text as an output; unprintable characters are escaped as in JSON.

    >>> print(quoted('say "é"\n'), output_of(quoted("a\\b")))
    "say \"é\"\n" a\b
    """
    import json

    text = json.dumps(output, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)


def in_rows(transitions: Iterable[Transition]) -> tuple[Row, ...]:
    """Group transitions that differ only in the event into rows with labels up to `LONGEST`.

    >>> print(*in_rows([*Row("a", "b", ("0", "1")).transitions, Transition("a", "a", Label("2"))]))
    a -> b : 0, 1 a -> a : 2
    """
    rows: dict[object, list[Row]] = {}
    for edge in transitions:
        alike = rows.setdefault((edge.source, edge.target, edge.guards, edge.actions), [])
        before = alike.pop().events if alike else ()
        row = Row(edge.source, edge.target, (*before, edge.event), edge.guards, edge.actions)
        if before and len(str(row.label)) > LONGEST:
            alike.append(replace(row, events=before))
            row = replace(row, events=(edge.event,))
        alike.append(row)
    return tuple(chain.from_iterable(rows.values()))


def in_order(words: Iterable[str]) -> list[str]:
    """Sort words alphabetically, and numbers in them by value.

    >>> in_order(["b10", "10", "9", "b2", "a"])
    ['9', '10', 'a', 'b2', 'b10']
    """
    return sorted(words, key=by_number)


@lru_cache(maxsize=1024)  # there are few events, sorted again and again
def by_number(word: str) -> list[tuple[str, int]]:
    """The sort key of a word for `in_order`."""
    parts = re.findall(r"[0-9]+|[^0-9]", word)
    return [("0", int(part)) if part.isdecimal() else (part, 0) for part in parts]


def word_text(word: Sequence[str]) -> str:
    """Join the events of a word, with blanks if any event has several characters.

    >>> word_text("011"), word_text(["00", "12"])
    ('011', '00 12')
    """
    return (" " if any(len(symbol) > 1 for symbol in word) else "").join(word)


def parse_title(text: str) -> tuple[str, str]:
    """Split a title such as `mine over two-storey` into name and memory; one name is both.

    >>> parse_title("mine over two-storey"), parse_title("monk")
    (('mine', 'two-storey'), ('monk', 'monk'))
    """
    name, over, memory = text.partition(OVER)
    return name, memory if over else name
