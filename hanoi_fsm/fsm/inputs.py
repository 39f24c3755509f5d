"""Free inputs: guards without a memory, such as x1 and x2 in automata programming.

At every event each of them is true or false. A run gives their values in the notation of edges, as
in `push [unlocked & !open]`; an exploration tries all values of the inputs that are asked.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partialmethod

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, NotationError, UnknownName, shortened
from hanoi_fsm.fsm.memory import Memory, asked
from hanoi_fsm.fsm.notation import (
    QUOTED,
    Guard,
    Label,
    Transition,
    contradict,
    is_label,
    parse_row,
    written,
)

MOST_VALUATIONS = 4096
"""The most combinations of inputs to try for one event in one state."""

RELATIONS = EXCLUSIVE, _ = "exclusive", "independent"
"""The relations of inputs, as in a line below the title of a drawing."""

NO_EVENTS = "no events"
"""The empty word in a file of words, which may also be an empty line."""
_EVENT = re.compile(rf'(?:{QUOTED}|[^,"])+')
_SUMMARY = re.compile(r"[^\s].*: \d+ words? with \d+ events? for .*")
"""Matches the line after the words in the output of `cover`."""

Valuation = tuple[Guard, ...]
"""The inputs that matter for an event, each with its value."""


def freed(make: Callable[[], Memory], names: Sequence[str]) -> Memory:
    """Make a fresh memory in which the guards of these `names` are free inputs.

    Raises `UnknownName` for a name that is not a guard.
    """
    memory = make()
    for name in names:
        if name not in memory.guards():
            raise UnknownName.among("input", name, [*memory.guards()])
    kind = type(memory)
    memory.__class__ = _class_with_inputs(kind, tuple(names))  # type: ignore[arg-type]  # a class
    return memory


@cache
def _class_with_inputs(memory: type[Memory], names: tuple[str, ...]) -> type[Memory]:
    about = {"__free__": True, "__module__": memory.__module__}
    inputs = {name: partialmethod(asked, name) for name in names}
    return type(memory.__name__, (memory,), about | inputs)


@lru_cache(maxsize=4096)
def given(event: str) -> Label:
    """Parse an event with its inputs as a label, perhaps in quotes; other texts are events alone.

    >>> str(given("insert coin [n > 3]"))
    '"insert coin" ["n > 3"]'
    """
    has_event = not event.lstrip().startswith("[")
    try:
        row = parse_row("", "", written(event) if has_event and not is_label(event) else event)
    except NotationError:
        return Label(event)
    if len(row.events) != 1 or row.actions:
        return Label(event)
    return Label(row.events[0], row.guards)


def words_in(
    text: str, alphabet: Collection[str], starts: Collection[str], recorded: Collection[str] = ()
) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the words in the lines of a text in the form of `cover`, `start: event, event`.

    Each comes with its line number, the name of its start (by default the first start) and its
    events; events of one character need no commas between them. Guards that were only `recorded`,
    as the machine asks them itself, are left out. Raises `UnknownName` for other
    starts, and `BadInput` for events separated by blanks instead of commas.

    >>> [*words_in('from 0: coin [n > 3], "a, b"', ["coin", "a, b"], ["from 0"])]
    [(1, 'from 0', ['coin ["n > 3"]', 'a, b'])]
    """
    for number, line in enumerate(text.splitlines(), 1):
        if _SUMMARY.fullmatch(line):
            return
        start, colon, _ = line.partition('"')[0].rpartition(": ")
        word = line[len(start) + len(colon) :]
        if line in starts or line == NO_EVENTS:
            start, word = line.removeprefix(NO_EVENTS), ""
        if start and start not in starts:
            where = f"line {number}: {UnknownName.among('start', start, [*starts])}"
            raise UnknownName(f"{where}: write `event, event`")
        texts = [event.strip() for event in _EVENT.findall(word) if event.strip()]
        labels = [
            label._replace(guards=tuple(one for one in label.guards if one.name not in recorded))
            for label in map(given, texts)
        ]
        for label in labels:
            parts = label.event.split()
            if label.event not in alphabet and not set(parts[1:]).isdisjoint(alphabet):
                advice = f"write commas between events, as in `{', '.join(parts)}`"
                raise BadInput(f"line {number}: invalid word {shortened(word)}: {advice}")
        events = [str(label) if label.guards else label.event for label in labels]
        if len(events) == 1 and events[0] not in alphabet and set(events[0]).issubset(alphabet):
            events = [*events[0]]
        yield number, start or next(iter(starts)), events


def received(automaton: Automaton, memory: Memory, event: str) -> str:
    """Store the inputs of an event in the memory, and return the event alone.

    A missing input is None, which does not matter if only transitions ask for it that are not
    enabled anyway.
    """
    label = given(event)
    leaving = automaton.transitions_for(memory.__state__, label.event)
    open_ones = [
        transition for transition in leaving if not contradict(transition.guards, label.guards)
    ]
    needed = [guard.name for one in open_ones for guard in one.guards]
    values = {guard.name: guard.answer for guard in label.guards}
    memory.__inputs__ = dict.fromkeys(automaton.guards, False) | dict.fromkeys(needed) | values
    return label.event


def related(line: str, known: Sequence[str] = ()) -> tuple[str, tuple[str, ...]]:
    """Parse a caption `exclusive a, b` or `independent a, b` into its relation and inputs.

    No two exclusive inputs are ever true together; independent inputs have all combinations.
    Raises `BadInput` for any other line, and `UnknownName` for a name that is not `known`.

    >>> related("exclusive low, high")
    ('exclusive', ('low', 'high'))
    """
    word, _, rest = line.partition(" ")
    names = tuple(name.strip() for name in rest.split(","))
    if word not in RELATIONS or len(names) < 2 or not all(map(str.isidentifier, names)):
        expected = "write `exclusive a, b` or `independent a, b` with names of inputs"
        raise BadInput(f"invalid line {shortened(line)}: {expected}")
    for name in names:
        if known and name not in known:
            raise UnknownName.among("input", name, known)
    return word, names


class Inputs:
    """The values to try for the free inputs in `names`.

    If all guards are inputs (`alone`), a fault caused by a single input is certain, since an input
    that never changes would not be an input; so is a fault caused by the inputs of one line in
    `together`. With a memory, every fault that depends on an input is only possible.
    """

    def __init__(self, names: Collection[str], together: Iterable[str], *, alone: bool) -> None:
        self.names, lines = names, [related(line) for line in together]
        self.exclusive = [set(inputs) for word, inputs in lines if word == EXCLUSIVE]
        self.known: list[tuple[str, ...]] = [()]
        if alone:
            self.known += [*((name,) for name in names), *(inputs for _, inputs in lines)]

    def valuations(
        self, transitions: Sequence[Transition], also: Iterable[str] = ()
    ) -> Sequence[Valuation]:
        """All combinations of the inputs that these transitions ask for, and of those in `also`.

        Raises `BadInput` if there are too many.
        """
        tried: list[Valuation] = [()]
        if not self.names:
            return tried
        asked = (guard.name for one in transitions for guard in one.guards)
        for name in dict.fromkeys((*asked, *also)):
            if name in self.names:
                true = [(*values, Guard(name)) for values in tried if self._may_hold(name, values)]
                tried = true + [(*values, Guard(name, negated=True)) for values in tried]
            if len(tried) > MOST_VALUATIONS:
                where = f"on event {shortened(transitions[0].event)}"
                raise BadInput(
                    f"in state {shortened(transitions[0].source)} {where} more than "
                    f"{MOST_VALUATIONS} combinations of inputs are asked: split the state"
                )
        return tried

    def events(self, event: str, transitions: Sequence[Transition]) -> Sequence[str]:
        """An event, with each combination of the inputs that these transitions ask for."""
        if not self.names:
            return (event,)
        return [str(Label(event, values)) for values in self.valuations(transitions)]

    def _may_hold(self, name: str, values: Valuation) -> bool:
        held = {guard.name for guard in values if not guard.negated}
        return not any(name in names and names & held for names in self.exclusive)

    def certain(self, found: Collection[Valuation], among: Iterable[Valuation]) -> bool:
        """Whether a value of one input is enough to cause the effect of the `found` ones."""
        others = [values for values in among if values not in found]
        for names in self.known:
            missing = {_only(names, values) for values in others}
            if not missing.issuperset(_only(names, values) for values in found):
                return True
        return False


def _only(names: Collection[str], values: Valuation) -> Valuation:
    return tuple(guard for guard in values if guard.name in names)
