"""The faults of a definition, all reported together, before it runs.

The `transitions` library notices a misspelt callback or an unknown destination only when the
transition fires. Faults that depend on the memory's data (guards that overlap or leave a gap) are
found by exploration instead.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    UnknownName,
    cut,
    near,
    printable,
    shortened,
    with_article,
)
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.memory import Firing, Memory, NoMemory
from hanoi_fsm.fsm.notation import (
    ELSE,
    EPSILON,
    LONGEST,
    OVER,
    Row,
    Transition,
    contradict,
    foreign_words,
    is_output,
)
from hanoi_fsm.fsm.search import grouped

MOST_FAULTS = 20
NONDETERMINISTIC = "it is nondeterministic, so its runs are not unique: determinize it first"


def validate(automaton: Automaton, memory: type[Memory] | None = None) -> None:
    """Raise `DefinitionError` if the definition has faults.

    A `memory` must declare the guards and actions, and the automaton must be deterministic.
    """
    if memory is not None and automaton.is_nondeterministic:
        raise DefinitionError(automaton.name, [NONDETERMINISTIC])
    if wrong := faults(automaton, memory):
        raise DefinitionError(automaton.name, [fault.text for fault in wrong])


def faults(
    automaton: Automaton,
    memory: type[Memory] | None = None,
    *,
    must_end: bool = False,
    events: Sequence[str] = (),
) -> list[Finding]:
    """The faults of the definition, at most `MOST_FAULTS`.

    With `must_end` it needs a final state; with `events` it may not have any others.

    >>> lamp = Automaton.from_table("lamp", initial="of", final="on", table='''
    ...     off -> on : press
    ...     off -> on : press
    ... ''')
    >>> for fault in faults(lamp):
    ...     print(fault.text)
    the initial state 'of' is not a state: did you mean 'off'?
    `off -> on : press` is given 2 times: keep one
    """
    automaton = automaton.chart
    every = chain(
        _names(automaton),
        _nesting(automaton),
        _marks(automaton, must_end),
        _transitions(automaton),
        _nondeterminism(automaton),
        _vocabulary(automaton, memory, events) if memory else (),
    )
    return [replace(fault, text=printable(fault.text)) for fault in islice(every, MOST_FAULTS)]


def _fault(text: str, about: Row | Transition | str | None = None) -> Finding:
    return Finding("definition", text, about)


def _nesting(automaton: Automaton) -> Iterator[Finding]:
    """The faults of the nested states of a chart, or the reason that nothing can run it."""
    wrong = [*automaton.tree.faults(automaton.states)]
    yield from (_fault(text, state) for state, text in wrong)
    for state in sorted(automaton.final & automaton.tree.inner.keys()):
        yield _fault(f"the composite state {shortened(state)} is final: mark the states in it")
    asked = {guard.state for row in automaton.rows for guard in row.guards} - {""}
    for state in sorted(asked.difference(automaton.states)):
        text = f"`in({state})` asks for the unknown state {shortened(state)}"
        yield _fault(f"{text}: {near(state, automaton.states)}")
    try:
        _ = wrong or automaton.unknown or automaton.flattened
    except BadInput as error:
        yield _fault(str(error))


def _names(automaton: Automaton) -> Iterator[Finding]:
    for name in dict.fromkeys([automaton.name, automaton.memory, *automaton.states]):
        invalid = f"invalid name {shortened(name)}: "
        if not is_line(name):
            expected = f"expected 1 .. {LONGEST} printable characters without surrounding blanks"
            yield _fault(invalid + expected, name)
        elif OVER in f"{name} " and name in (automaton.name, automaton.memory):
            yield _fault(f"{invalid}{OVER!r} separates an automaton from its memory", name)


def _marks(automaton: Automaton, must_end: bool) -> Iterator[Finding]:
    known = automaton.states
    if not known:
        yield _fault("it has no states: add at least one")
    elif not automaton.initial:
        yield _fault("no state is marked as initial: write `start [shape=point]; start -> STATE`")
    elif automaton.initial not in known:
        text = f"the initial state {shortened(automaton.initial)} is not a state"
        yield _fault(f"{text}: {near(automaton.initial, known)}")
    if must_end and known and not automaton.final:
        yield _fault(
            "no state is marked as final: write `STATE [peripheries=2]`, in JSON list it in `final`"
        )
    for state in dict.fromkeys([*automaton.entry, *automaton.exit]):
        if state not in known:
            text = f"there are actions for the unknown state {shortened(state)}"
            yield _fault(f"{text}: {near(state, known)}", state)
    for state in sorted(automaton.final - set(known)):
        yield _fault(f"the final state {shortened(state)} is not a state: {near(state, known)}")


def _shown(part: Row | Transition) -> str:
    """A row or a transition in short, however long its names are."""
    return f"`{cut(str(part), 80)}`"


def _transitions(automaton: Automaton) -> Iterator[Finding]:
    known = set(automaton.states)
    for transition, times in Counter(automaton.transitions).items():
        shown = _shown(transition)
        for end, state in (("starts in", transition.source), ("leads to", transition.target)):
            if state not in known:
                text = f"{shown} {end} the unknown state {shortened(state)}"
                yield _fault(f"{text}: {near(state, automaton.states)}", transition)
        if times > 1:
            yield _fault(f"{shown} is given {times} times: keep one", transition)
        if contradict(transition.guards, transition.guards):
            text = "is never enabled, as a guard must be both true and false: leave one of them out"
            yield _fault(f"{shown} {text}", transition)
        for kind, word in foreign_words(transition.label):
            word_of = "a printable word" if kind == "event" else "letters, digits and underscores"
            invalid = f"invalid {kind} {shortened(word)}"
            yield _fault(f"{invalid}: expected {word_of}, rename it", transition)
    for row, transitions in zip(automaton.rows, automaton.flat, strict=True):
        if any(guard.name == ELSE.name and guard.negated for guard in row.guards):
            yield _fault(f"{_shown(row)}: name the guards that must hold in place of !else", row)
        taken = {transition.event for transition in transitions}
        for left in dict.fromkeys(event for event in row.events if event not in taken):
            text = f"is never enabled on {shortened(left)}, as one of its competitors always is"
            yield _fault(f"{_shown(row)} {text}: leave it out", row)


def _nondeterminism(automaton: Automaton) -> Iterator[Finding]:
    """The transitions that are always enabled together; an acceptor may have some, and ε."""
    is_plain = not (automaton.guards or automaton.actions)
    if automaton.acceptor and EPSILON in automaton.events and not is_plain:
        text = "only an acceptor without guards and actions reads nothing by `ε`: rename the event"
        yield _fault(text, next(row for row in automaton.rows if EPSILON in row.events))
    if automaton.is_nondeterministic:
        return
    advice = ", or if it is an acceptor, write the line `acceptor` below its title and "
    advice += "`determinize` it"
    advice *= bool(is_plain and automaton.final)
    apart = "different events, or exclusive guards" if is_plain else "exclusive guards"
    different = sorted(set(automaton.transitions), key=str)
    together = grouped(different, lambda row: (row.source, row.event, frozenset(row.guards)))
    for first, *others in together.values():
        for other in others:
            both = f"{_shown(first)} and {_shown(other)} are always enabled together"
            yield _fault(f"{both}: give them {apart}{advice}", other)


def words_for(
    automaton: Automaton, memory: type[Memory]
) -> tuple[Collection[str], Collection[str]]:
    """The guards and actions that it may use, by its memory, or else its own."""
    if issubclass(memory, NoMemory):
        return automaton.inputs, automaton.actions
    return memory.guards(), memory.actions()


def _vocabulary(
    automaton: Automaton, memory: type[Memory], events: Sequence[str]
) -> Iterator[Finding]:
    """A fault for each event, guard and action that is unknown, or known as another kind."""
    guards, actions = words_for(automaton, memory)
    known = {"event": events or automaton.events, "guard": guards, "action": actions}
    first: dict[tuple[str, str], Transition] = {}
    for transition in automaton.transitions:
        for word in (("event", transition.event), *transition.label.words):
            first.setdefault(word, transition)
    for (kind, name), transition in first.items():
        others = [other for other in ("guard", "action") if other != kind and name in known[other]]
        if kind == "event" and issubclass(memory, NoMemory | Firing):  # which take no events
            others = []
        if name in known[kind] and not others:
            continue
        hint = near(name, list(known[kind]))
        if others:
            hint = f"it is {with_article(others[0])}, as in `event [guard] / action`"
        if kind == "action" and is_output(name):
            hint = "only an automaton that needs no memory has outputs in quotes"
        is_ours = memory.__module__.startswith("hanoi_fsm.")  # and called as its automaton
        which = shortened(automaton.memory if is_ours else memory.__name__)
        text = f"the memory {which} has no {kind} {shortened(name)}: {hint}"
        if kind == "event":
            text = f"{_shown(transition)}: unknown event {shortened(name)}: {hint}"
        yield _fault(text, transition)


def check_lines(what: str, lines: object, states: Sequence[str]) -> None:
    """Raise `BadInput` unless `lines` maps some of the states to one printable line each.

    >>> check_lines("meanings", {"on": "the lamp shines"}, ["on", "off"])
    """
    if not isinstance(lines, Mapping):
        expected = "expected states with a line of text each"
        raise BadInput(f"invalid {what} {shortened(lines)}: {expected}")
    for state in lines.keys() - {*states}:
        raise UnknownName.among(f"state in {what}", str(state), [*states])
    for state, line in lines.items():
        if not is_line(line):
            expected = f"expected one printable line of at most {LONGEST} characters"
            raise BadInput(f"invalid {what} {shortened(line)} of {shortened(state)}: {expected}")


def is_line(text: object) -> bool:
    r"""Whether `text` is a nonempty string of one line.

    >>> is_line("the lamp shines"), is_line("the lamp\nshines"), is_line(""), is_line(None)
    (True, False, False, False)
    """
    printable = isinstance(text, str) and text.isprintable() and text == text.strip()
    return printable and 0 < len(str(text)) <= LONGEST


def lines_of(states: Iterable[str], lines: Mapping[str, str]) -> dict[str, str]:
    """The lines of these `states` only, in their own order."""
    known = frozenset(states)
    return {state: line for state, line in lines.items() if state in known}
