"""The faults of a definition, all of them at once and before it runs.

The `transitions` library notices a misspelt callback or an unknown destination only when the
transition fires. What depends on the memory's data (guards that overlap or leave a gap) is not
checked here but by exploration.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from itertools import chain, islice

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError, printable, shortened
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.memory import RESERVED, Memory
from hanoi_fsm.fsm.notation import LONGEST, OVER, Transition, foreign_words

MOST_FAULTS = 20
NEAR_AMONG, NEAR_LENGTH = 100, 40
"""How many known names, and how long ones, are searched for a similar one: the search is slow."""


def validate(automaton: Automaton, memory: type[Memory] | None = None) -> None:
    """Raise `DefinitionError` if the definition has faults.

    With a `memory`, guards and actions must be declared by it.
    """
    found = faults(automaton, memory)
    if found:
        raise DefinitionError(automaton.name, [fault.text for fault in found])


def faults(
    automaton: Automaton, memory: type[Memory] | None = None, *, must_end: bool = False
) -> list[Finding]:
    """The faults of the definition, at most `MOST_FAULTS`; with `must_end` it needs a final state.

    >>> lamp = Automaton.from_table("lamp", initial="of", final="on", table='''
    ...     off  -> on   : press
    ...     dark -> dark : press
    ... ''')
    >>> for fault in faults(lamp):
    ...     print(fault.text)
    the initial state 'of' is not a state: did you mean 'off'?
    state 'dark' has no path to a final state: add a transition
    """
    every = chain(
        _names(automaton),
        _marks(automaton, must_end),
        _transitions(automaton),
        _reachability(automaton),
        _vocabulary(automaton, memory) if memory else (),
    )
    found = list(islice(every, MOST_FAULTS + 1))
    if len(found) > MOST_FAULTS:
        found[MOST_FAULTS:] = [_fault("there are more faults: correct these first")]
    return [replace(one, text=printable(one.text)) for one in found]


def _fault(text: str, about: Transition | str | None = None) -> Finding:
    return Finding("definition", text, about)


def _names(automaton: Automaton) -> Iterator[Finding]:
    for name in dict.fromkeys([automaton.name, automaton.memory, *automaton.states]):
        invalid = f"invalid name {shortened(name)}: "
        if not 0 < len(name) <= LONGEST or name != name.strip() or not name.isprintable():
            expected = f"expected 1 to {LONGEST} printable characters without surrounding blanks"
            yield _fault(invalid + expected, name)
        elif OVER in f"{name} " and name in (automaton.name, automaton.memory):
            yield _fault(f"{invalid}{OVER!r} separates an automaton from its memory", name)


def _marks(automaton: Automaton, must_end: bool) -> Iterator[Finding]:
    known = automaton.states
    if not known:
        yield _fault("it has no states: add at least one")
    elif not automaton.initial:
        yield _fault("no state is marked as initial: mark one")
    elif automaton.initial not in known:
        initial = shortened(automaton.initial)
        yield _fault(f"the initial state {initial} is not a state{_near(automaton.initial, known)}")
    if must_end and known and not automaton.final:
        yield _fault("no state is marked as final: mark at least one")
    for state in sorted(automaton.final - set(known)):
        yield _fault(f"the final state {shortened(state)} is not a state{_near(state, known)}")


def _transitions(automaton: Automaton) -> Iterator[Finding]:
    known = set(automaton.states)
    for one, times in Counter(automaton.transitions).items():
        for end, state in (("starts in", one.source), ("leads to", one.target)):
            if state not in known:
                hint = _near(state, automaton.states)
                yield _fault(f"`{one}` {end} the unknown state {shortened(state)}{hint}", one)
        if times > 1:
            yield _fault(f"`{one}` is given {times} times: keep one", one)
        if len({guard.name for guard in one.guards}) < len(set(one.guards)):
            yield _fault(f"`{one}` is never enabled: a guard must be both true and false", one)
        for kind, word in foreign_words(one.label):
            expected = "a word" if kind == "event" else "letters, digits and underscores"
            yield _fault(f"invalid {kind} {shortened(word)}: expected {expected}", one)
    first: dict[object, Transition] = {}
    for one in sorted(set(automaton.transitions), key=str):
        twin = first.setdefault((one.source, one.event, frozenset(one.guards)), one)
        if twin is not one:
            text = f"`{twin}` and `{one}` are always enabled together: give them exclusive guards"
            yield _fault(text, one)


def _reachability(automaton: Automaton) -> Iterator[Finding]:
    onward: dict[str, set[str]] = {state: set() for state in automaton.states}
    back: dict[str, set[str]] = {state: set() for state in automaton.states}
    for one in automaton.transitions:
        if one.source in onward and one.target in onward:
            onward[one.source].add(one.target)
            back[one.target].add(one.source)
    text = f"cannot be reached from {shortened(automaton.initial)}: add a transition or remove it"
    yield from _unreached({automaton.initial}, onward, text)
    text = "has no path to a final state: add a transition"
    yield from _unreached(automaton.final, back, text)


def _unreached(starts: Set[str], onward: Mapping[str, set[str]], text: str) -> Iterator[Finding]:
    """A fault for each state that is not reached; none if there is nowhere to start."""
    queue = list(starts & onward.keys())
    reached = set(queue)
    for state in queue:
        fresh = onward[state] - reached
        reached |= fresh
        queue.extend(fresh)
    for state in onward if queue else ():
        if state not in reached:
            yield _fault(f"state {shortened(state)} {text}", state)


def _vocabulary(automaton: Automaton, memory: type[Memory]) -> Iterator[Finding]:
    words = {"guard": memory.guards(), "action": memory.actions()}
    for event in automaton.events:
        if event in RESERVED or hasattr(memory, event):
            yield _fault(f"event {event!r} is an attribute of the memory: rename the event")
    checked: set[tuple[str, str]] = set()
    for one in automaton.transitions:
        actions = [("action", one.action)] if one.action else []
        for kind, name in [*(("guard", guard.name) for guard in one.guards), *actions]:
            if name in words[kind] or (kind, name) in checked:
                continue
            checked.add((kind, name))
            other = "an action" if kind == "guard" else "a guard"
            known = name in {**words["guard"], **words["action"]}
            hint = f": it is {other}" if known else _near(name, words[kind])
            text = f"the memory {automaton.memory!r} has no {kind} {shortened(name)}{hint}"
            yield _fault(text, one)


def _near(given: str, known: Iterable[str]) -> str:
    """The end of a fault about an unknown name: the most similar known name, or all of them."""
    from difflib import get_close_matches

    known = list(known)
    short = [name for name in known[:NEAR_AMONG] if len(name) <= NEAR_LENGTH]
    near = get_close_matches(given[:NEAR_LENGTH], short, n=1)
    if near:
        return f": did you mean {near[0]!r}?"
    some = [name if len(name) <= NEAR_LENGTH else f"{name[:NEAR_LENGTH]}..." for name in known[:12]]
    return f": choose from {', '.join(some)}" if some else ": there are none"
