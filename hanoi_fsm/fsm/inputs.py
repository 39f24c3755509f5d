"""Free inputs: guards that no memory answers, as x1 and x2 in automata programming.

At every event each of them is true or false. A run says so in the notation of the edges, as in
`push [unlocked & !open]`, and an exploration tries all values of those that are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, BadMemory, UnknownName, listed, shortened
from hanoi_fsm.fsm.memory import Memory, NoMemory, action, guard
from hanoi_fsm.fsm.notation import Guard, Label, is_output, parse_labels

MOST_VALUATIONS = 4096
"""The most combinations of inputs that are tried on one event in one state."""

Valuation = tuple[Guard, ...]
"""The inputs that are asked on an event, each with its value."""


def freed(memory: type[Memory], names: tuple[str, ...]) -> type[Memory]:
    """The class of memories in which the guards of these `names` are free inputs."""
    guards = {name: _input(name, memory.guards().get(name, "")) for name in names}
    about = {"__free__": (*memory.__free__, *names), "__module__": memory.__module__}
    return type(memory.__name__, (memory,), guards | about)


def without_memory(automaton: Automaton) -> type[Memory]:
    """The memory of an automaton that has none: it puts out the names of its actions.

    A name that every memory uses for something else is known, too, but such a memory is never made:
    that raises `BadMemory`.
    """
    actions = [name for name in automaton.actions if not is_output(name)]
    reserved = [name for name in (*actions, *automaton.guards) if name in vars(Memory)]
    words = {name: _put_out(name) for name in actions if name not in reserved}
    memory: type[Memory] = type("Outputs", (NoMemory,), words) if words else NoMemory
    if guards := tuple(name for name in automaton.guards if name not in reserved):
        memory = freed(memory, guards)
    for kind, names in (("guard", automaton.guards), ("action", actions)):
        for name in {*reserved}.intersection(names):
            memory._VOCABULARY[kind][name] = f"the {kind} {name}"

    def refuse(self: Memory) -> None:
        raise BadMemory(f"{listed(reserved)} is a reserved name: rename it")

    if reserved:
        memory.__init__ = refuse  # type: ignore[assignment,method-assign]  # takes no arguments
    return memory


def _input(name: str, text: str) -> Callable[[Memory], bool]:
    def ask(memory: Memory) -> bool:
        if name not in memory.__inputs__:
            either = f"`event [{name}]` or `event [!{name}]`"
            raise BadInput(f"it matters whether {name} is true: write {either}")
        return memory.__inputs__[name]

    ask.__doc__ = text or "an input: true or false at each event"
    ask.__annotations__["return"] = bool
    return guard(ask)


def _put_out(name: str) -> Callable[[Memory], None]:
    def put_out(memory: Memory) -> None:
        memory.output = name

    put_out.__doc__ = f"put out {name}"
    return action(put_out)


class Inputs:
    """The values of the `names` of free inputs that are tried on the events of an automaton.

    What one of them brings about is certain where they are all that the guards ask for (`alone`),
    as an input that never changes is none. Beside a memory nothing is certain that needs one.
    """

    def __init__(self, automaton: Automaton, names: Collection[str], *, alone: bool) -> None:
        self.automaton, self.names = automaton, names
        self.known = [(), *((name,) for name in names if alone)]

    def valuations(self, state: str, event: str) -> Sequence[Valuation]:
        """All values of the inputs that transitions ask for; `BadInput` if these are too many."""
        transitions = self.automaton.transitions_for(state, event)
        asked = dict.fromkeys(guard.name for one in transitions for guard in one.guards)
        found: list[Valuation] = [()]
        for name in asked:
            if name in self.names:
                found = [
                    (*values, Guard(name, not answer))
                    for answer in (True, False)
                    for values in found
                ]
            if len(found) > MOST_VALUATIONS:
                raise BadInput(
                    f"in state {shortened(state)} on event {shortened(event)} more than "
                    f"{MOST_VALUATIONS} combinations of inputs are asked: split the state"
                )
        return found

    def certain(self, found: Iterable[Valuation], among: Iterable[Valuation]) -> bool:
        """Whether one value of one input is enough to bring about what the `found` ones do."""
        for names in self.known:
            others = {_only(names, values) for values in among if values not in found}
            if any(_only(names, values) not in others for values in found):
                return True
        return False


def _only(names: Collection[str], values: Valuation) -> Valuation:
    return tuple(guard for guard in values if guard.name in names)


def received(memory: Memory, event: str) -> str:
    """The event alone, after the memory has taken over the inputs that come with it."""
    label = _label(event)
    memory.__inputs__ = {guard.name: guard.answer for guard in label.guards}
    return label.event


@lru_cache(maxsize=4096)
def _label(event: str) -> Label:
    """An event with its inputs as a label; raises `NotationError`, and `BadInput` for several."""
    labels = parse_labels(event)
    if len(labels) != 1 or labels[0].actions:
        raise BadInput(f"invalid event {shortened(event)}: write `event [input & !input]`")
    return labels[0]


def event_with_inputs(event: str, inputs: Sequence[str]) -> str:
    """The event alone; `UnknownName` for a name among its inputs that is none of these."""
    label = _label(event)
    for one in label.guards:
        if one.name not in inputs:
            raise UnknownName.among("input", one.name, inputs)
    return label.event
