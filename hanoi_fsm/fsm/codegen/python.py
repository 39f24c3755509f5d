"""An automaton as a Python function of the same shape: an arm per state, a branch per transition.

The function runs the automaton on a memory, without a library, and yields the index in
`Automaton.transitions` of each transition taken. The memory changes as under any engine: its
`state`, and the `output` of the last action. Its methods are looked up once, before the loop: those
that `ask` are its guards, those that `do` its actions.

The function of an autonomous automaton takes no events. Its arms are in the order of the states,
the final ones last: where they follow one another, a cycle of the diagram is one round of the loop.
Any other function takes its events from an iterable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from keyword import iskeyword
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Guard, Transition

OWN_NAMES = frozenset({"memory", "events", "event", "state", "refused", "consistent", "__debug__"})
"""The names that the function itself uses, and the one that cannot be set; a guard's answer is not
kept under one of them."""
_ASK, _DO, _ANSWER = PREFIXES = "ask_", "do_", "answer_"
"""What the names of the function's other variables begin with."""
INDENT = "    "


class Line(NamedTuple):
    """A line of the function, without a line break.

    `state` is the state whose arm it belongs to, if any. Transitions are their numbers in
    `Automaton.transitions`: it belongs to the branch of `taken`, and decides whether those in
    `tested` are taken.
    """

    text: str
    state: str | None = None
    taken: int | None = None
    tested: tuple[int, ...] = ()


def code(automaton: Automaton, *, event_driven: bool | None = None) -> str:
    """The source of the function; it takes events if it is `event_driven`, or not autonomous.

    Never raises: a faulty definition has to be refused beforehand.

    >>> from hanoi_fsm import automata
    >>> print(code(automata.get("monk").automaton))
    def monk(memory, state='pray'):
        ask_built = memory.built
        do_move_next = memory.move_next
        while True:
            if state == 'pray':
                if (built := ask_built()) is False:
                    # pray -> pray : step [!built] / move_next
                    memory.output = None
                    do_move_next()
                    memory.state = state = 'pray'
                    yield 0
                elif built is True:
                    # pray -> done : step [built]
                    memory.output = None
                    memory.state = state = 'done'
                    yield 1
                else:
                    raise refused(memory, state, 'step')
            if state == 'done':
                return
    """
    return "\n".join([*(line.text for line in lines(automaton, event_driven=event_driven)), ""])


def lines(automaton: Automaton, *, event_driven: bool | None = None) -> list[Line]:
    """The lines of that function, each with what it is for."""
    if event_driven is None:
        event_driven = not automaton.autonomous
    writer = FunctionWriter(automaton)
    return [*(writer.event_driven() if event_driven else writer.autonomous())]


def function_name(automaton: Automaton) -> str:
    """The automaton's name as a Python identifier.

    >>> lamp = Automaton("3-way lamp", ("on",), "on", frozenset(), (), "lamp")
    >>> function_name(lamp)
    'machine_3_way_lamp'
    """
    letters = (one if one.isascii() and one.isalnum() else "_" for one in automaton.name)
    name = "".join(letters)
    fits = name.isidentifier() and not iskeyword(name) and name not in OWN_NAMES
    return name if fits else f"machine_{name}"


class FunctionWriter:
    """The lines of the function of one automaton."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton, self.name = automaton, function_name(automaton)
        self.numbers = {one: number for number, one in enumerate(automaton.transitions)}
        self.leaving: dict[str, list[Transition]] = {state: [] for state in automaton.states}
        for one in automaton.transitions:
            self.leaving[one.source].append(one)

    def autonomous(self) -> Iterator[Line]:
        yield Line(f"def {self.name}(memory, state={self.automaton.initial!r}):")
        yield from self.methods()
        yield Line(f"{INDENT}while True:")
        for state in sorted(self.automaton.states, key=self.automaton.final.__contains__):
            yield from self.arm("if", state, repr(self.automaton.events[0]))

    def event_driven(self) -> Iterator[Line]:
        yield Line(f"def {self.name}(memory, events, state={self.automaton.initial!r}):")
        yield from self.methods()
        yield Line(f"{INDENT}for event in events:")
        if not self.automaton.transitions:
            yield Line(f"{2 * INDENT}raise refused(memory, state, event)")
            yield Line(f"{INDENT}yield from ()  # no transition is ever taken")
            return
        word = "if"
        for state, leaving in self.leaving.items():
            if leaving:
                yield from self.arm(word, state, "event")
                word = "elif"
        yield Line(f"{2 * INDENT}else:")
        yield Line(f"{3 * INDENT}raise refused(memory, state, event)")

    def methods(self) -> Iterator[Line]:
        """The lines that look up the guards and the actions."""
        for prefix, names in ((_ASK, self.automaton.guards), (_DO, self.automaton.actions)):
            yield from (Line(f"{INDENT}{prefix}{kept_as(name)} = {method(name)}") for name in names)

    def arm(self, word: str, state: str, event: str) -> Iterator[Line]:
        """The lines of one state.

        `event` is the variable that holds the event, or the text of the only one.
        """
        yield Line(f"{2 * INDENT}{word} state == {state!r}:", state)
        ends = event != "event" and state in self.automaton.final
        branches = [Line("return")] if ends else self.branches(state, event)
        yield from (line._replace(state=state) for line in _indented(branches, 3))

    def branches(self, state: str, event: str) -> Iterator[Line]:
        """The transitions of one state in a chain; where none is taken, the event is refused."""
        asked = event == "event"
        overlapping = self.automaton.overlapping
        for key in [event for source, event in overlapping if source == state]:
            when = f"if event == {key!r}: " if asked else ""
            known = tuple(self.numbers[one] for one in self.leaving[state] if one.event == key)
            consistent = f"{when}consistent(memory, state, {event})  # the guards may overlap"
            yield Line(consistent, tested=known)
        earlier: dict[str, list[Sequence[Guard]]] = {}
        word = "if"
        for one in self.leaving[state]:
            tested = (self.numbers[one],)
            conditions = [f"event == {one.event!r}"] if asked else []
            conditions += _conditions(one, earlier.setdefault(one.event, []))
            earlier[one.event].append(one.guards)
            if not conditions:
                yield from [Line("else:", tested=tested)] if word == "elif" else []
                yield from _indented(self.body(one), int(word == "elif"))
                return
            yield Line(f"{word} {' and '.join(conditions)}:", tested=tested)
            yield from _indented(self.body(one))
            word = "elif"
        yield Line("else:")
        yield Line(f"{INDENT}raise refused(memory, state, {event})")

    def body(self, one: Transition) -> Iterator[Line]:
        number = self.numbers[one]
        texts = [
            f"# {one}",
            "memory.output = None",
            *([f"{_DO}{kept_as(one.action)}()"] if one.action else []),
        ]
        texts += [f"memory.state = state = {one.target!r}", f"yield {number}"]
        return (Line(text, taken=number) for text in texts)


def _conditions(one: Transition, earlier: Iterable[Sequence[Guard]]) -> Iterator[str]:
    """Its guards in order; one that was certainly asked in an `earlier` branch is not asked again.

    It was where all guards that precede it there are known to hold.
    """
    known: set[Guard] = set()
    asked_here: set[str] = set()
    for guard in one.guards:
        variable = kept_as(guard.name)
        if guard.name in asked_here or any(asked_before(guard, other, known) for other in earlier):
            yield f"{variable} is {guard.answer}"
        else:
            yield f"({variable} := {_ASK}{variable}()) is {guard.answer}"
        asked_here.add(guard.name)
        known.add(guard)


def asked_before(guard: Guard, guards: Sequence[Guard], known: set[Guard]) -> bool:
    """Whether a branch with these `guards` asks `guard` wherever the `known` ones hold."""
    names = [other.name for other in guards]
    return guard.name in names and known.issuperset(guards[: names.index(guard.name)])


def method(name: str) -> str:
    """A guard or an action of the memory, by `getattr` if it is not an ASCII identifier."""
    plain = name.isascii() and not iskeyword(name)
    return f"memory.{name}" if plain else f"getattr(memory, {name!r})"


def kept_as(name: str) -> str:
    r"""The variable for the answer of a guard, another for each guard.

    >>> kept_as("built"), kept_as("event"), kept_as("a_\xfc")
    ('built', 'answer_event', 'answer_a_5f__fc_')
    """
    if name.isascii() and not (iskeyword(name) or name in OWN_NAMES or name.startswith(PREFIXES)):
        return name
    letters = (one if one.isascii() and one != "_" else f"_{ord(one):x}_" for one in name)
    return _ANSWER + "".join(letters)


def _indented(lines: Iterable[Line], depth: int = 1) -> Iterator[Line]:
    return (line._replace(text=depth * INDENT + line.text) for line in lines)
