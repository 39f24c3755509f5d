"""An automaton as a Python function of the same shape: an arm per state, a branch per transition.

The function runs the automaton on a memory, without a library, and yields the index in
`Automaton.transitions` of each transition taken. The memory changes as under any engine: its
`state`, and the `output` of the last action. Its methods are looked up once, before the loop: those
that `ask` are its guards, those that `do` its actions.

The function of an autonomous automaton takes no events. Its arms are in the order of the states,
the final ones last: where they follow one another, a cycle of the diagram is one round of the loop.
Any other function takes its events from an iterable.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from keyword import iskeyword
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Guard, Transition

_ASK, _DO, _ANSWER = "ask_", "do_", "answer_"
"""What the names of the function's variables begin with, of which others are none."""
_GLOBALS = ("refused", "consistent", "__debug__")
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


def code(automaton: Automaton) -> str:
    """The source of the function, which takes events unless the automaton is autonomous.

    Never raises: a faulty definition has to be refused beforehand.

    >>> from hanoi_fsm import automata
    >>> print(code(automata.get("monk").automaton))
    def monk(memory, state='pray'):
        ask_built = memory.built
        do_move_next = memory.move_next
        while True:
            if state == 'pray':
                if (answer_built := ask_built()) is False:
                    # pray -> pray : step [!built] / move_next
                    memory.output = None
                    do_move_next()
                    memory.state = state = 'pray'
                    yield 0
                elif answer_built is True:
                    # pray -> done : step [built]
                    memory.output = None
                    memory.state = state = 'done'
                    yield 1
                else:
                    raise refused(memory, state, 'step')
            if state == 'done':
                return
    """
    return "\n".join([*(line.text for line in lines(automaton)), ""])


def lines(automaton: Automaton) -> list[Line]:
    """The lines of that function, each with what it is for."""
    writer = FunctionWriter(automaton)
    writer.function()
    return writer.lines


def function_name(automaton: Automaton) -> str:
    """The automaton's name as a Python identifier.

    >>> lamp = Automaton("3-way lamp", ("on",), "on", frozenset(), (), "lamp")
    >>> function_name(lamp)
    'machine_3_way_lamp'
    """
    name = re.sub("[^A-Za-z0-9]", "_", automaton.name)
    fits = name.isidentifier() and not iskeyword(name) and name not in _GLOBALS
    return name if fits else f"machine_{name}"


class FunctionWriter:
    """Writes the `lines` of the function of one automaton, whose arm is that of a `state`."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton, self.event_driven = automaton, not automaton.autonomous
        self.event = "event" if self.event_driven else repr(automaton.events[0])
        self.numbers = {one: number for number, one in enumerate(automaton.transitions)}
        self.leaving: dict[str, list[Transition]] = {state: [] for state in automaton.states}
        for one in automaton.transitions:
            self.leaving[one.source].append(one)
        self.actions = {
            name: _DO + (name if name.isidentifier() else str(number))
            for number, name in enumerate(automaton.actions)
        }
        self.lines: list[Line] = []
        self.state: str | None = None

    def write(
        self, depth: int, text: str, taken: int | None = None, tested: tuple[int, ...] = ()
    ) -> None:
        self.lines.append(Line(depth * INDENT + text, self.state, taken, tested))

    def function(self) -> None:
        automaton = self.automaton
        events = "events, " if self.event_driven else ""
        parameters = f"memory, {events}state={automaton.initial!r}"
        self.write(0, f"def {function_name(automaton)}({parameters}):")
        for name in automaton.guards:
            self.write(1, f"{_ASK}{name} = {method(name)}")
        for name, variable in self.actions.items():
            self.write(1, f"{variable} = {method(name)}")
        self.write(1, "for event in events:" if self.event_driven else "while True:")
        states = sorted(automaton.states, key=lambda state: not self.leaving[state])
        for number, state in enumerate(states):
            self.state = state
            word = "elif" if self.event_driven and number else "if"
            self.write(2, f"{word} state == {state!r}:")
            if self.leaving[state]:
                self.branches(self.leaving[state])
            elif automaton.autonomous and state in automaton.final:
                self.write(3, "return")
            else:
                self.refuse(3)

    def branches(self, leaving: Sequence[Transition]) -> None:
        """The transitions of one state in a chain; where none is taken, the event is refused."""
        self.consistent(leaving)
        earlier: dict[str, list[Sequence[Guard]]] = {}
        word = "if"
        for one in leaving:
            conditions = [f"event == {one.event!r}"] if self.event_driven else []
            conditions += _conditions(one, earlier.setdefault(one.event, []))
            earlier[one.event].append(one.guards)
            if not conditions and word == "if":
                self.body(one, 3)
                return
            test = f"{word} {' and '.join(conditions)}:" if conditions else "else:"
            self.write(3, test, tested=(self.numbers[one],))
            self.body(one, 4)
            if not conditions:
                return
            word = "elif"
        self.write(3, "else:")
        self.refuse(4)

    def consistent(self, leaving: Sequence[Transition]) -> None:
        """A line per event on which the guards of a state may overlap."""
        for source, event in self.automaton.overlapping:
            if source == self.state:
                tested = tuple(self.numbers[one] for one in leaving if one.event == event)
                when = f"if event == {event!r}: " if self.event_driven else ""
                call = f"consistent(memory, state, {self.event})"
                self.write(3, f"{when}{call}  # the guards may overlap", tested=tested)

    def body(self, one: Transition, depth: int) -> None:
        number = self.numbers[one]
        action = [f"{self.actions[one.action]}()"] if one.action else []
        ending = [f"memory.state = state = {one.target!r}", f"yield {number}"]
        for text in (f"# {one}", "memory.output = None", *action, *ending):
            self.write(depth, text, number)

    def refuse(self, depth: int) -> None:
        self.write(depth, f"raise refused(memory, state, {self.event})")


def _conditions(one: Transition, earlier: Iterable[Sequence[Guard]]) -> Iterator[str]:
    """Its guards in order; one that was certainly asked in an `earlier` branch is not asked again.

    It was where all guards that precede it there are known to hold.
    """
    known: set[Guard] = set()
    for guard in one.guards:
        variable = _ANSWER + guard.name
        if any(asked_before(guard, other, known) for other in earlier):
            yield f"{variable} is {guard.answer}"
        else:
            yield f"({variable} := {_ASK}{guard.name}()) is {guard.answer}"
        known.add(guard)


def asked_before(guard: Guard, guards: Sequence[Guard], known: set[Guard]) -> bool:
    """Whether a branch with these `guards` asks `guard` wherever the `known` ones hold."""
    names = [other.name for other in guards]
    return guard.name in names and known.issuperset(guards[: names.index(guard.name)])


def method(name: str) -> str:
    """A guard or an action of the memory, by `getattr` if it is not an ASCII identifier."""
    plain = name.isascii() and name.isidentifier() and not iskeyword(name)
    return f"memory.{name}" if plain else f"getattr(memory, {name!r})"
