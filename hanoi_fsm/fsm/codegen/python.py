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


Arm = tuple[str, Iterable[str]]
"""A condition, and the lines that it selects."""
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
        self.automaton = automaton
        self.event = repr(automaton.events[0]) if automaton.autonomous else "event"
        self.refusal = f"raise refused(memory, state, {self.event})"
        self.numbers = {row: number for number, row in enumerate(automaton.transitions)}
        self.actions = _numbered(automaton.actions)
        self.guards = _numbered(automaton.guards)

    def lines(self) -> Iterator[str]:
        """The function's lines, without line breaks."""
        automaton = self.automaton
        events = "" if automaton.autonomous else "events, "
        parameters = f"memory, {events}state={automaton.initial!r}"
        yield f"def {function_name(automaton)}({parameters}):"
        yield from (f"    {_ASK}{stem} = {method(name)}" for name, stem in self.guards.items())
        yield from (f"    {_DO}{stem} = {method(name)}" for name, stem in self.actions.items())
        yield "    while True:" if automaton.autonomous else "    for event in events:"
        states = sorted(automaton.states, key=lambda state: not automaton.leaving(state))
        arms = {state: [*self.arm(state)] for state in states}
        if not automaton.autonomous:
            yield from indented(by_halves("state", arms, self.refusal), 2)
            return
        for state, arm in arms.items():
            yield f"        if state == {state!r}:"
            yield from indented(arm, 3)

    def arm(self, state: str) -> Iterator[str]:
        """The lines for a state: its transitions by their events; any other event is refused."""
        automaton = self.automaton
        events = dict.fromkeys(row.event for row in automaton.leaving(state))
        rows = {event: self.rows(automaton.transitions_for(state, event)) for event in events}
        if not rows:
            yield "return" if automaton.autonomous and state in automaton.final else self.refusal
            return
        yield "memory.output = None"
        if automaton.autonomous:
            yield from rows[automaton.events[0]]
        else:
            arms = {event: [*lines] for event, lines in rows.items()}
            yield from by_halves("event", arms, self.refusal)

    def rows(self, rows: Sequence[Transition]) -> Iterator[str]:
        """A branch per transition of a state on an event; one without guards is the last."""
        if (rows[0].source, rows[0].event) in self.automaton.overlapping:
            yield f"consistent(memory, state, {self.event})  # the guards may overlap"
        arms: list[Arm] = []
        earlier: list[Sequence[Guard]] = []
        for row in rows:
            if not row.guards:
                yield from chain(arms, self.body(row))
                return
            arms.append((" and ".join(self.conditions(row, earlier)), self.body(row)))
            earlier.append(row.guards)
        yield from chain(arms, [self.refusal])

    def conditions(self, row: Transition, earlier: Iterable[Sequence[Guard]]) -> Iterator[str]:
        """A transition's guards in order; a guard certainly asked in an `earlier` branch is reused.

        A guard was asked if all guards that precede it in that branch are known to hold.
        """
        known: set[Guard] = set()
        for guard in row.guards:
            stem = self.guards[guard.name]
            answer = f"({_ANSWER}{stem} := {_ASK}{stem}())"
            if any(asked_before(guard, other, known) for other in earlier):
                answer = f"{_ANSWER}{stem}"
            yield f"{answer} is {guard.answer}"
            known.add(guard)

    def body(self, row: Transition) -> Iterator[str]:
        yield f"# {row}"
        yield from (f"{_DO}{self.actions[action]}()" for action in row.actions)
        yield f"memory.__state__ = state = {row.target!r}"
        yield f"yield {self.numbers[row]}"


def chain(arms: Sequence[Arm], otherwise: Iterable[str]) -> Iterator[str]:
    """The lines of the first arm whose condition holds."""
    word = "if"
    for condition, lines in arms:
        yield f"{word} {condition}:"
        yield from indented(lines)
        word = "elif"
    if arms:
        yield "else:"
    yield from indented(otherwise, bool(arms))


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
    if len(arms) <= FEW:
        return chain(
            [(f"{variable} == {value!r}", arm) for value, arm in arms.items()], [otherwise]
        )
    middle = sorted(arms)[len(arms) // 2]
    low = {value: arm for value, arm in arms.items() if value < middle}
    high = {value: arm for value, arm in arms.items() if value >= middle}
    half = f"{variable} < {middle!r}", by_halves(variable, low, otherwise)
    return chain([half], by_halves(variable, high, otherwise))


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
