"""An automaton as a Python function of the same shape: an arm per state, a branch per transition.

The function runs the automaton on a memory, without a library, and yields the index in
`Automaton.transitions` of each transition taken. The memory changes as under any engine: its
`state`, and the `output` of the last action. Its methods are looked up once, before the loop: its
guards as `ask_...`, its actions as `do_...`.

The function of an autonomous automaton takes no events. Its arms are in the order of the states,
final states last: if a cycle of the diagram follows that order, it is one iteration of the loop.
Any other function takes its events from an iterable.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from keyword import iskeyword

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Transition

_ASK, _DO, _ANSWER = "ask_", "do_", "answer_"
"""Prefixes of the function's variables; no other names have them."""
_GLOBALS = ("refused", "consistent", "__debug__")


INDENT = "    "
FEW = 8
"""Up to this many states or events are compared in sequence; more are halved each time."""


def indented(lines: Iterable[str], levels: int = 1) -> Iterator[str]:
    """Lines, indented as in a block."""
    return (f"{INDENT * levels}{line}" if line else line for line in lines)


def code(automaton: Automaton) -> str:
    """The source of the function, which takes events unless the automaton is autonomous.

    Never raises: a faulty definition must be refused beforehand.

    >>> from hanoi_fsm import automata
    >>> print(code(automata.get("monk").automaton))
    def monk(memory, state='pray'):
        ask_built = memory.built
        do_move_next = memory.move_next
        while True:
            if state == 'pray':
                memory.output = None
                if (answer_built := ask_built()) is False:
                    # pray -> pray : step [!built] / move_next
                    do_move_next()
                    memory.__state__ = state = 'pray'
                    yield 0
                elif answer_built is True:
                    # pray -> done : step [built]
                    memory.__state__ = state = 'done'
                    yield 1
                else:
                    raise refused(memory, state, 'step')
            if state == 'done':
                return
    """
    return "\n".join([*_Function(automaton).lines(), ""])


def function_name(automaton: Automaton) -> str:
    """The automaton's name as a Python identifier.

    >>> lamp = Automaton("3-way lamp", ("on",), "on", frozenset(), (), "lamp")
    >>> function_name(lamp)
    'machine_3_way_lamp'
    """
    name = re.sub("[^A-Za-z0-9]", "_", automaton.name)
    fits = name.isidentifier() and not iskeyword(name) and name not in _GLOBALS
    return name if fits else f"machine_{name}"


class _Function:
    """The function of one automaton."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton, self.event_driven = automaton, not automaton.autonomous
        self.event = "event" if self.event_driven else repr(automaton.events[0])
        self.numbers = {row: number for number, row in enumerate(automaton.transitions)}
        self.actions = _numbered(automaton.actions)
        self.guards = _numbered(automaton.guards)

    def lines(self) -> Iterator[str]:
        """The function's lines, without line breaks."""
        automaton = self.automaton
        events = "events, " if self.event_driven else ""
        parameters = f"memory, {events}state={automaton.initial!r}"
        yield f"def {function_name(automaton)}({parameters}):"
        for name, stem in self.guards.items():
            yield f"    {_ASK}{stem} = {method(name)}"
        for name, stem in self.actions.items():
            yield f"    {_DO}{stem} = {method(name)}"
        yield "    for event in events:" if self.event_driven else "    while True:"
        states = sorted(automaton.states, key=lambda state: not automaton.leaving(state))
        if self.event_driven:
            arms = {state: [*self.arm(state)] for state in states}
            yield from indented(by_halves("state", arms, self.refuse()), 2)
            return
        for state in states:
            yield f"        if state == {state!r}:"
            yield from indented(self.arm(state), 3)

    def arm(self, state: str) -> Iterator[str]:
        """The lines for a state."""
        if self.automaton.leaving(state):
            yield "memory.output = None"
            yield from self.branches(state)
        elif self.automaton.autonomous and state in self.automaton.final:
            yield "return"
        else:
            yield self.refuse()

    def branches(self, state: str) -> Iterator[str]:
        """The transitions of a state by their events; any other event is refused."""
        leaving = self.automaton.leaving(state)
        if not self.event_driven:
            yield from self.chain(leaving)
            return
        events = dict.fromkeys(row.event for row in leaving)
        of = {event: self.automaton.transitions_for(state, event) for event in events}
        arms = {event: [*self.chain(rows)] for event, rows in of.items()}
        yield from by_halves("event", arms, self.refuse())

    def chain(self, rows: Sequence[Transition]) -> Iterator[str]:
        """A chain of branches, one per transition of a state on an event."""
        if (rows[0].source, rows[0].event) in self.automaton.overlapping:
            yield f"consistent(memory, state, {self.event})  # the guards may overlap"
        earlier: list[Sequence[Guard]] = []
        word = "if"
        for row in rows:
            conditions = [*self.conditions(row, earlier)]
            earlier.append(row.guards)
            if not conditions and word == "if":
                yield from self.body(row)
                return
            yield f"{word} {' and '.join(conditions)}:" if conditions else "else:"
            yield from indented(self.body(row))
            if not conditions:
                return
            word = "elif"
        yield from ["else:", f"    {self.refuse()}"]

    def conditions(self, row: Transition, earlier: Iterable[Sequence[Guard]]) -> Iterator[str]:
        """A transition's guards in order; a guard certainly asked in an `earlier` branch is reused.

        A guard was asked if all guards that precede it in that branch are known to hold.
        """
        known: set[Guard] = set()
        for guard in row.guards:
            variable = _ANSWER + self.guards[guard.name]
            if any(asked_before(guard, other, known) for other in earlier):
                yield f"{variable} is {guard.answer}"
            else:
                yield f"({variable} := {_ASK}{self.guards[guard.name]}()) is {guard.answer}"
            known.add(guard)

    def body(self, row: Transition) -> Iterator[str]:
        yield f"# {row}"
        for action in row.actions:
            yield f"{_DO}{self.actions[action]}()"
        yield from [f"memory.__state__ = state = {row.target!r}", f"yield {self.numbers[row]}"]

    def refuse(self) -> str:
        return f"raise refused(memory, state, {self.event})"


def by_halves(variable: str, arms: Mapping[str, Sequence[str]], otherwise: str) -> Iterator[str]:
    r"""Binary search: the lines that select by the value of a variable, in few comparisons.

    >>> print("\n".join(by_halves("event", {"on": ["light()"], "off": ["darken()"]}, "wait()")))
    if event == 'on':
        light()
    elif event == 'off':
        darken()
    else:
        wait()
    """
    if len(arms) > FEW:
        middle = sorted(arms)[len(arms) // 2]
        for test, is_less in ((f"if {variable} < {middle!r}:", True), ("else:", False)):
            half = {value: arm for value, arm in arms.items() if (value < middle) is is_less}
            yield test
            yield from indented(by_halves(variable, half, otherwise))
        return
    word = "if"
    for value, arm in arms.items():
        yield f"{word} {variable} == {value!r}:"
        yield from indented(arm)
        word = "elif"
    yield from ["else:", f"{INDENT}{otherwise}"]


def _numbered(names: Sequence[str]) -> dict[str, str]:
    """The part of a variable for each name: itself, or its number if it is not an identifier."""
    return {name: name if name.isidentifier() else str(number) for number, name in enumerate(names)}


def asked_before(guard: Guard, guards: Sequence[Guard], known: set[Guard]) -> bool:
    """Whether a branch with these `guards` asks `guard` whenever the `known` guards hold."""
    names = [other.name for other in guards]
    return guard.name in names and known.issuperset(guards[: names.index(guard.name)])


def method(name: str) -> str:
    """A guard or an action of the memory; looked up if its name is not a valid method name."""
    plain = name.isascii() and name.isidentifier() and not iskeyword(name)
    is_method = plain and not hasattr(Memory, name)
    return f"memory.{name}" if is_method else f"memory.__word__({name!r})"
