"""Equivalence: do two machines answer every word alike, or which word tells them apart?

Machines drawn alike except for their states' names (bisimilar: Park 1981) are equal on any memory.
That two Mealy machines answer alike is a claim about all words, which automata decide. Machines
with memories run side by side on the same events: every pair of states and memories is visited
once, breadth first, so the first pair that differs comes with the shortest events (Moore 1956).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from sys import modules
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import counted, cut, shortened
from hanoi_fsm.fsm.finding import Assumption, Progress, Result, Verdict, no_progress
from hanoi_fsm.fsm.inputs import Inputs, given
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.fsm.search import REACTIVE_BOUND, Reached, TooManyStates, reach
from hanoi_fsm.fsm.stepping import At, Refused, Step, key_of
from hanoi_fsm.fsm.theory.mealy import MealyMachine, equivalent_states

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine, Start

PROGRESS_EVERY = 1024
LONGEST_NAME, LONGEST_ANSWER = 60, 200
TRIED = 1000
"""The number of pairs to visit for two machines that are drawn alike."""
SAME = "they are drawn alike"
RENAMED = "they are drawn alike, but for the names of their states and for states that are equal"
"""Reasons that two machines are equal by their drawings alone."""


@dataclass(frozen=True)
class Witness:
    """The difference of two machines: where it occurs, and what each does there.

    The `context` is the input of both: the `word` of events, or a phrase for a task of `size`
    disks, at whose `step` their moves differ.
    """

    context: str
    answers: tuple[str, str]
    word: Word = ()
    size: int | None = None
    step: int | None = None


@dataclass(frozen=True)
class Equivalence(Result):
    """Whether `one` and the `other` are equal; `text` says for what, or how far it was tried.

    An answer that `rests_on` assumptions about how they are read is undecided.

    >>> print(Equivalence("lamp", "my.dot", Verdict.PROVED, "every word is answered alike"))
    lamp equals my.dot: every word is answered alike
    """

    one: str
    other: str
    verdict: Verdict
    text: str = ""
    witness: Witness | None = None
    rests_on: tuple[Assumption, ...] = ()

    @property
    def holds(self) -> bool:
        return self.verdict is Verdict.PROVED and not self.rests_on

    def __str__(self) -> str:
        one, other = cut(self.one, LONGEST_NAME), cut(self.other, LONGEST_NAME)
        answer = f"{one} and {other}: {self.text}, not proved"
        if self.verdict is Verdict.PROVED:
            answer = f"{one} equals {other}: {self.text}"
        elif witness := self.witness:
            texts = witness.context, *witness.answers
            context, first, second = (cut(text, LONGEST_ANSWER) for text in texts)
            answer = f"{one} differs from {other}: {context}: {one} {first}, {other} {second}"
        why = "undecided, as it depends on how it is read"
        return "\n".join([answer, *(f"{why}: {made}" for made in self.rests_on)])


Both = tuple[str, str, bool]
"""The states of two Mealy machines after a word, and whether their outputs agree."""


def difference(machine: MealyMachine, other: MealyMachine) -> Word | None:
    r"""A shortest word that they answer differently, or after which only one may end, or None.

    If an acceptor rejects a word, that is its answer, regardless of its outputs.

    Raises `TooManyStates` for too many pairs of states.

    >>> from hanoi_fsm.fsm.automaton import Automaton
    >>> tables = "off -> on : press \n on -> off : press / click", "off -> off : press"
    >>> lamps = [Automaton.from_table("lamp", initial="off", table=each) for each in tables]
    >>> difference(*(MealyMachine(each, {}) for each in lamps))
    ('press', 'press')
    """
    start = machine.automaton.initial, other.automaton.initial, True
    events = dict.fromkeys((*machine.automaton.events, *other.automaton.events))

    def steps(at: Both) -> Iterator[tuple[str, Both]]:
        first, second, alike = at
        for event in events:
            output, after = machine.step(first, event)
            other_output, other_after = other.step(second, event)
            yield event, (after, other_after, alike and output == other_output)

    def differ(at: Both) -> bool:
        first, second, alike = at
        answers, ends = machine.answers_in(first), first in machine.automaton.accepting
        if (answers, ends) == (other.answers_in(second), second in other.automaton.accepting):
            return answers and not alike
        return True

    return reach([start], steps, differ).word


Pair = tuple[At, At] | tuple[str, str]
"""The places of two machines after the same events; or their reactions in words, if they differ."""
MAY_END = {True: "may end there", False: "may not end there"}


class PairedRuns:
    """The runs of two machines on the same events; `visited` counts the pairs."""

    def __init__(self, machine: Machine, other: Machine, progress: Progress) -> None:
        self.automata, self.progress = (machine.automaton, other.automaton), progress
        together = (*machine.together, *other.together)
        self.inputs = Inputs((*machine.free, *other.free), together, alone=False)
        self.visited = 0

    def difference(
        self, start: Start, other: Start, bound: int = REACTIVE_BOUND
    ) -> Reached[Pair, str]:
        """The shortest events that tell them apart, if any; may raise `TooManyStates`."""
        first = self._pair(At(start.state, start.make()), At(other.state, other.make()))
        most = max(bound, *(len(automaton.states) for automaton in self.automata))
        return reach([first], self._steps, lambda pair: isinstance(pair[0], str), most)

    def _steps(self, pair: Pair) -> Iterator[tuple[str, Pair]]:
        at, other = pair
        assert isinstance(at, At) and isinstance(other, At)  # other pairs have no steps
        self.visited += 1
        if self.visited % PROGRESS_EVERY == 0:
            self.progress(self.visited)
        first, second = self.automata
        for event in self._events(at.state, other.state):
            made, made_too = self._made(at, first, event), self._made(other, second, event)
            if self.seen(made) != self.seen(made_too):
                yield event, (_in_words(made), _in_words(made_too))
            elif made.error is None:
                after = At(made.taken.target, made.memory)
                yield event, self._pair(after, At(made_too.taken.target, made_too.memory))

    def seen(self, made: Step) -> tuple[object, ...]:
        """The facts about a step that are compared: its output, and whether it failed or how."""
        return made.output, made.error is None, isinstance(made.error, Refused)

    def stands(self, automaton: Automaton, at: At) -> str:
        """The fact about a place that is compared, in words."""
        return MAY_END[at.state in automaton.accepting]

    def _made(self, at: At, automaton: Automaton, event: str) -> Step:
        """The step on an event; only a memory that asks for inputs receives them."""
        hears = at.memory.__free__ or not self.inputs.names
        return at.step(automaton, event if hears else given(event).event)

    def _events(self, state: str, other: str) -> Iterator[str]:
        """The events, with all values of the inputs that either one asks for in these states."""
        first, second = self.automata
        for event in dict.fromkeys((*first.events, *second.events)):
            asking = (*first.transitions_for(state, event), *second.transitions_for(other, event))
            yield from self.inputs.events(event, asking)

    def _pair(self, at: At, other: At) -> Pair:
        stands = self.stands(self.automata[0], at), self.stands(self.automata[1], other)
        return (at, other) if stands[0] == stands[1] else stands


def _in_words(made: Step) -> str:
    if made.error is None:
        return f"puts out {'nothing' if made.output is None else shortened(made.output)}"
    return "refuses it" if isinstance(made.error, Refused) else f"stops: {made.failure}"


def drawn_alike(machine: MealyMachine, other: MealyMachine) -> bool:
    """Whether both are the same except for the names of states, and for equivalent states.

    An event with its guards counts as a letter. False does not prove that they differ.

    >>> from hanoi_fsm.fsm.automaton import Automaton
    >>> lamp = Automaton.from_table("lamp", initial="off", table='''
    ...     off -> on  : press
    ...     on  -> off : press
    ... ''')
    >>> smaller = Automaton.from_table("it", initial="x", table="x -> x : press")
    >>> drawn_alike(*(MealyMachine(one, {}) for one in (lamp, smaller)))
    True
    """
    starts = {(0, machine.automaton.initial), (1, other.automaton.initial)}
    return any(starts <= {*block} for block in equivalent_states([machine, other]))


def equal_as_drawn(machine: Machine, other: Machine) -> str:
    """Why they are equal, if they begin on the same memories and are drawn alike, or ""."""
    drawn = [replace(subject.automaton, name="", memory="") for subject in (machine, other)]
    if machine.kind == other.kind == "machine":
        begin_alike = all(
            _contents(start.make()) == _contents(to.make()) for start, to in _starts(machine, other)
        )
    else:
        begin_alike = machine.memory is other.memory and machine.starts == other.starts
    if not (begin_alike and drawn_alike(*(MealyMachine(automaton, {}) for automaton in drawn))):
        return ""
    if drawn[0] == drawn[1]:
        return SAME
    return "" if machine.vocabulary.SEES_STATE else RENAMED


def _contents(memory: Memory) -> tuple[object, ...]:
    """A value that equal memories share, even if the file of their class is loaded twice."""
    kind = type(memory)
    file = getattr(modules.get(kind.__module__), "__file__", None)
    is_there_once = file is not None and "<locals>" not in kind.__qualname__
    return (file, kind.__qualname__) if is_there_once else kind, key_of(memory)


def _starts(machine: Machine, other: Machine) -> list[tuple[Start, Start]]:
    """The pairs of starts to compare: by name if all names agree, or else the first of each."""
    starts = [*machine.starts_up_to(machine.explored_size)]
    others = [*other.starts_up_to(other.explored_size)]
    same = [start.name for start in starts] == [start.name for start in others]
    return list(zip(starts, others, strict=True)) if same else [(starts[0], others[0])]


Judged = tuple[Verdict, str, Witness | None]
"""The verdict on two machines, with its text, and the witness of a difference."""


def compare(machine: Machine, other: Machine, progress: Progress = no_progress) -> Judged:
    """Compare two machines by all words if both are Mealy machines, or else on their memories."""
    if all(
        one.automaton.only_writes(one.outputs) and not one.vocabulary.SEES_STATE
        for one in (machine, other)
    ):
        return _by_answers(machine, other)
    return _by_runs(machine, other, progress)


def _by_answers(machine: Machine, other: Machine) -> Judged:
    first, second = (
        MealyMachine(one.deterministic.automaton, one.outputs) for one in (machine, other)
    )
    try:  # most equal machines are drawn alike, which is decided without pairs of states
        word = None if drawn_alike(first, second) else difference(first, second)
    except TooManyStates as error:
        return Verdict.OPEN, f"no difference was found, {error}", None
    if word is None:
        return Verdict.PROVED, "every word is answered alike", None
    answers = _answered(first, word), _answered(second, word)
    if answers[0] == answers[1]:
        answers = MAY_END[first.ends(word)], MAY_END[second.ends(word)]
    return Verdict.REFUTED, "", Witness(machine.reading(word), answers, word, len(word))


def _answered(machine: MealyMachine, word: Word) -> str:
    answer = machine.answer(word)
    if machine.automaton.acceptor and not answer:
        return "rejects it" if answer is None else "accepts it"
    if answer is None:
        return "refuses it"
    between = "" if all(len(output) < 2 for output in answer) else ", "
    return f"answers {between.join(answer) or 'nothing'}"


def _by_runs(machine: Machine, other: Machine, progress: Progress) -> Judged:
    """Compare two machines by their drawings, or else by the pairs that runs reach.

    If they are drawn alike, a few pairs are tried, too: a memory may do what it does not declare.
    """
    reason, runs = equal_as_drawn(machine, other), PairedRuns(machine, other, progress)
    for start, begin in _starts(machine, other):
        try:
            reached = runs.difference(start, begin, TRIED if reason else REACTIVE_BOUND)
        except TooManyStates:
            if reason:
                break
            pairs = counted(runs.visited, "pair")
            text = f"no difference was found in the first {pairs} of states and memories"
            return Verdict.OPEN, text, None
        if reached.wrong is not None and reached.word is not None:
            context = f"{machine.reading(reached.word)} {start.name}".strip()
            first, second = map(str, reached.wrong)
            witness = Witness(context, (first, second), reached.word, len(reached.word))
            return Verdict.REFUTED, "", witness
    pairs = counted(runs.visited, "pair")
    text = reason or f"no events tell them apart ({pairs} of states and memories)"
    return Verdict.PROVED, text, None
