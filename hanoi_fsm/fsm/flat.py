"""Derive the transitions of a run from rows and states as they were written.

A row with `[else]` is enabled if none of its competitors is: the other rows with the same state and
event, without `[else]`. The first enabled one of ordered rows is taken, so a row is enabled only if
none before it is. To keep transitions exclusive, "none of them" becomes as many conjunctions of
negated guards as necessary.

A transition executes the exit actions of its source, its own actions, and the entry actions of its
target. `a -> a` exits and enters. A run begins in the initial state without entering it: its memory
starts out accordingly.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.notation import ELSE, Guard, Label, Row, Transition, contradict

Guards = tuple[Guard, ...]
Actions = Mapping[str, tuple[str, ...]]
"""The actions of each state, by its name."""
NONE: Actions = MappingProxyType({})

MOST_PARTS = 1000
"""The most transitions for one event of a row."""


def flat(
    rows: Sequence[Row], ordered: bool = False, entry: Actions = NONE, exit: Actions = NONE
) -> tuple[tuple[Transition, ...], ...]:
    """The transitions of each row; raises `BadInput` if there are too many.

    >>> first = Row("a", "b", ("go",), (Guard("hot"), Guard("dry")))
    >>> for transition in flat([first, Row("a", "c", ("go",), (ELSE,))])[1]:
    ...     print(transition, *map(str, transition.guards), sep=" | ")
    a -> c : go [else] | !hot
    a -> c : go [else] | hot | !dry
    """
    competitors: defaultdict[tuple[str, str], list[Guards]] = defaultdict(list)
    for row in rows:
        for event in row.events:
            competitors[row.source, event] += [row.guards] * (ELSE not in row.guards)
    earlier: defaultdict[tuple[str, str], list[Guards]] = defaultdict(list)
    derived = []
    for row in rows:
        is_else = ELSE in row.guards
        actions = (*exit.get(row.source, ()), *row.actions, *entry.get(row.target, ()))
        transitions: list[Transition] = []
        for written in row.transitions:
            key = row.source, written.event
            others = earlier[key] + competitors[key] * is_else
            parts = [*_excluding(written, others, actions)]
            transitions += parts
            if ordered:
                earlier[key] += [part.guards for part in parts] if is_else else [row.guards]
        derived.append(tuple(transitions))
    return tuple(derived)


def _excluding(
    written: Transition, others: Sequence[Guards], actions: tuple[str, ...]
) -> Iterator[Transition]:
    """The transitions that are enabled if a `written` one is, and none of the others.

    They execute these `actions`, and ask guards in the same order as the others.
    """
    own = tuple(guard for guard in written.guards if guard != ELSE)
    alone = not (others or ELSE in written.guards)
    if alone and actions == written.actions:
        yield written
        return
    names = [guard.name for guards in (*others, own) for guard in guards]
    for guards in [own] if alone else alternatives(own, others, written):
        asked = sorted(guards, key=lambda guard: names.index(guard.name))
        label = Label(written.event, tuple(asked), actions)
        yield Transition(written.source, written.target, label, written.label)


def alternatives(guards: Guards, others: Iterable[Guards], about: object = "") -> list[Guards]:
    """Exclusive conjunctions that hold where these guards do and none of the others.

    A transition that is never taken has none. Raises `BadInput` for too many, naming the row that
    they are `about`.

    >>> a, b, c = Guard("a"), Guard("b"), Guard("c")
    >>> [" & ".join(map(str, part)) for part in alternatives((c,), [(a, b, c)])]
    ['c & !a', 'c & a & !b']
    >>> alternatives((a, b), [(b,)])
    []
    """
    parts = [] if contradict(guards, guards) else [guards]
    for other in others:
        parts = [narrower for part in parts for narrower in _but_not(part, other)]
        if len(parts) > MOST_PARTS:
            most = f"stands for more than {MOST_PARTS} transitions"
            raise BadInput(f"`{about}` {most}: write fewer guards, or split the state")
    return parts


def _but_not(part: Guards, other: Guards) -> Iterator[Guards]:
    """Split a conjunction into exclusive ones in which not all of the other guards hold."""
    if contradict(part, other):
        yield part
        return
    for guard in other:
        if guard not in part:
            yield (*part, guard._replace(negated=not guard.negated))
            part = (*part, guard)
