"""Free inputs: guards that no memory answers, as x1 and x2 in automata programming.

At every event each of them is true or false. A run says so in the notation of the edges, as in
`push [unlocked & !open]`; an exploration tries all values of those that are asked.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache, partialmethod

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.memory import Memory, asked
from hanoi_fsm.fsm.notation import Guard, Label, parse_row

MOST_VALUATIONS = 4096
"""The most combinations of inputs that are tried on one event in one state."""

Valuation = tuple[Guard, ...]
"""The inputs that are asked on an event, each with its value."""


def freed(memory: type[Memory], names: Iterable[str]) -> type[Memory]:
    """The class of such memories in which the guards of these `names` are free inputs."""
    about = {"__free__": True, "__module__": memory.__module__}
    inputs = {name: partialmethod(asked, name) for name in names}
    return type(memory.__name__, (memory,), about | inputs)


@lru_cache(maxsize=4096)
def given(event: str) -> Label:
    """An event with its inputs as a label; raises `NotationError`, and `BadInput` for several."""
    row = parse_row("", "", event)
    if len(row.events) != 1 or row.actions:
        raise BadInput(f"invalid event {shortened(event)}: write `event [input & !input]`")
    return row.label


def received(automaton: Automaton, memory: Memory, event: str) -> str:
    """The event alone, after the memory has taken over the inputs that come with it."""
    label = given(event)
    values = {guard.name: guard.answer for guard in label.guards}
    memory.__inputs__ = dict.fromkeys(automaton.guards) | values
    return label.event


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
        found: list[Valuation] = [()]
        transitions = self.automaton.transitions_for(state, event)
        for name in dict.fromkeys(guard.name for one in transitions for guard in one.guards):
            if name in self.names:
                answers = Guard(name), Guard(name, negated=True)
                found = [(*values, answer) for answer in answers for values in found]
            if len(found) > MOST_VALUATIONS:
                raise BadInput(
                    f"in state {shortened(state)} on event {shortened(event)} more than "
                    f"{MOST_VALUATIONS} combinations of inputs are asked: split the state"
                )
        return found

    def certain(self, found: Collection[Valuation], among: Iterable[Valuation]) -> bool:
        """Whether one value of one input is enough to bring about what the `found` ones do."""
        others = [values for values in among if values not in found]
        for names in self.known:
            missing = {_only(names, values) for values in others}
            if not missing.issuperset(_only(names, values) for values in found):
                return True
        return False


def _only(names: Collection[str], values: Valuation) -> Valuation:
    return tuple(guard for guard in values if guard.name in names)
