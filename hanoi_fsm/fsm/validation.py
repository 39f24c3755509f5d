"""What can be wrong with a definition before it runs, and all of it named at once.

The `transitions` library notices a misspelt callback or an unknown destination only when the
transition fires; here they are found on the definition. What depends on the memory's data (guards
that overlap or leave a gap) is not visible here.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError, printable, shortened
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import LONGEST, OVER, Transition

MOST_FAULTS = 20
NEAR_AMONG, NEAR_LENGTH = 100, 40
"""The name that was meant is looked for among so many, and so long ones: the search is slow."""


def validate(automaton: Automaton, memory: type[Memory] | None = None) -> None:
    """Raise `DefinitionError` with its faults, or return.

    With a `memory` its vocabulary is checked too: the names of guards and actions are words of it.
    """
    found = faults(automaton, memory)
    if found:
        raise DefinitionError(automaton.name, [fault.text for fault in found])


def faults(
    automaton: Automaton, memory: type[Memory] | None = None, *, must_end: bool = False
) -> list[Finding]:
    """The faults of the definition, those of its states first; an empty list where it is sound.

    With `must_end` a definition without a final state is faulty. No more than `MOST_FAULTS` are
    named: a definition that has more is not a slip of the pen.

    >>> lamp = Automaton.from_table("lamp", initial="of", final="on", table='''
    ...     off  -> on   : press
    ...     dark -> dark : press
    ... ''')
    >>> for fault in faults(lamp):
    ...     print(fault.text)
    the initial state 'of' is not a state of it: did you mean 'off'?
    state 'dark' has no way to a final state: draw a transition that leads on
    """
    checks = [
        _of_names(automaton),
        _of_marks(automaton, must_end),
        _of_rows(automaton),
        _of_ways(automaton),
    ]
    if memory is not None:
        checks.append(_of_vocabulary(automaton, memory))
    found = list(islice(chain.from_iterable(checks), MOST_FAULTS + 1))
    if len(found) > MOST_FAULTS:
        found[MOST_FAULTS:] = [_fault("there are more: mend these first")]
    return [replace(one, text=printable(one.text)) for one in found]


def _fault(text: str, about: Transition | str | None = None) -> Finding:
    return Finding("definition", text, about)


def _of_names(automaton: Automaton) -> Iterator[Finding]:
    for name in dict.fromkeys([automaton.name, automaton.memory, *automaton.states]):
        if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST:
            yield _fault(
                f"the name {shortened(name)} will not do: take 1 to {LONGEST} printable characters "
                "without blanks around them",
                name,
            )
        elif OVER in f"{name} " and name in (automaton.name, automaton.memory):
            yield _fault(
                f"the name {shortened(name)} has {OVER!r} in it: that joins two names", name
            )


def _of_marks(automaton: Automaton, must_end: bool) -> Iterator[Finding]:
    known = automaton.states
    if not known:
        yield _fault("there is no state: give it at least one")
    elif not automaton.initial:
        yield _fault("no state is marked as the initial one: mark one")
    elif automaton.initial not in known:
        yield _fault(
            f"the initial state {shortened(automaton.initial)} is not a state of it"
            + _meant(automaton.initial, known)
        )
    if must_end and known and not automaton.final:
        yield _fault("no state is marked as final: mark at least one")
    for state in sorted(automaton.final - set(known)):
        yield _fault(
            f"the final state {shortened(state)} is not a state of it" + _meant(state, known)
        )


def _of_rows(automaton: Automaton) -> Iterator[Finding]:
    known = set(automaton.states)
    for row, times in Counter(automaton.transitions).items():
        for end, state in (("starts in", row.source), ("leads to", row.target)):
            if state not in known:
                yield _fault(
                    f"`{row}` {end} the unknown state {shortened(state)}"
                    + _meant(state, automaton.states),
                    row,
                )
        if times > 1:
            yield _fault(f"`{row}` stands there {times} times: keep one", row)
        if len({guard.name for guard in row.guards}) < len(set(row.guards)):
            yield _fault(f"`{row}` can never be taken: a guard is asked to be true and false", row)
    yield from _of_twins(set(automaton.transitions))


def _of_twins(rows: set[Transition]) -> Iterator[Finding]:
    first: dict[object, Transition] = {}
    for row in sorted(rows, key=str):
        twin = first.setdefault((row.source, row.event, frozenset(row.guards)), row)
        if twin is not row:
            yield _fault(
                f"`{twin}` and `{row}` are always enabled together: give them guards that "
                "exclude each other",
                row,
            )


def _of_ways(automaton: Automaton) -> Iterator[Finding]:
    onward: dict[str, set[str]] = {state: set() for state in automaton.states}
    back: dict[str, set[str]] = {state: set() for state in automaton.states}
    for row in automaton.transitions:
        if row.source in onward and row.target in onward:
            onward[row.source].add(row.target)
            back[row.target].add(row.source)
    if automaton.initial in onward:
        reached = _reached([automaton.initial], onward)
        for state in automaton.states:
            if state not in reached:
                yield _fault(
                    f"state {shortened(state)} cannot be reached from "
                    f"{shortened(automaton.initial)}: lead a transition to it or take it out",
                    state,
                )
    ends = automaton.final & onward.keys()
    if ends:
        alive = _reached(ends, back)
        for state in automaton.states:
            if state not in alive:
                yield _fault(
                    f"state {shortened(state)} has no way to a final state: "
                    "draw a transition that leads on",
                    state,
                )


def _reached(starts: Iterable[str], onward: Mapping[str, set[str]]) -> set[str]:
    seen, queue = set(starts), deque(starts)
    while queue:
        fresh = onward[queue.popleft()] - seen
        seen |= fresh
        queue.extend(fresh)
    return seen


def _of_vocabulary(automaton: Automaton, memory: type[Memory]) -> Iterator[Finding]:
    words = {"guard": memory.guards(), "action": memory.actions()}
    asked: set[tuple[str, str]] = set()
    for row in automaton.transitions:
        named = [("guard", guard.name) for guard in row.guards]
        if row.action:
            named.append(("action", row.action))
        for kind, name in named:
            if name not in words[kind] and (kind, name) not in asked:
                asked.add((kind, name))
                other = "guard" if kind == "action" else "action"
                hint = (
                    f": it is an {other}"
                    if other == "action" and name in words[other]
                    else f": it is a {other}"
                    if name in words[other]
                    else _meant(name, list(words[kind]))
                )
                yield _fault(
                    f"the memory {automaton.memory!r} has no {kind} {shortened(name)}{hint}", row
                )


def _meant(given: str, known: Iterable[str]) -> str:
    """How a fault about an unknown name ends: with the nearest known one, or with all of them."""
    from difflib import get_close_matches

    known = list(known)
    short = [name for name in known[:NEAR_AMONG] if len(name) <= NEAR_LENGTH]
    near = get_close_matches(given[:NEAR_LENGTH], short, n=1)
    if near:
        return f": did you mean {near[0]!r}?"
    some = [name if len(name) <= NEAR_LENGTH else f"{name[:NEAR_LENGTH]}..." for name in known[:12]]
    return f": known are {', '.join(some) or 'none'}"
