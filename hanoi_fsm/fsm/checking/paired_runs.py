"""Two machines side by side on the same events, each on its own memory.

Every pair of (state, memory) that is reached is visited once, those of fewer events first, so that
the first pair whose answers differ gives the shortest events for it.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.reachability import TooManyStates, reach
from hanoi_fsm.fsm.errors import BadMemory, shortened
from hanoi_fsm.fsm.finding import Progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.fsm.start import REACTIVE_BOUND, Start
from hanoi_fsm.fsm.stepping import GuardFailed, at_once, enabled, key_of, take, twin
from hanoi_fsm.fsm.values import alike, cells

MOST_CELLS = 400_000
"""The most numbers in all memories that are visited."""
RANDOM_WORDS, RANDOM_LENGTH, SEED = 50, 60, 1
PROGRESS_EVERY = 1024
REFUSES = "refuses it"
STOPPED = ("", "")
"""The states of two machines that both fail on an event."""

Answers = tuple[str, str]
"""What each of the two does on an event, in words."""


def accepting(machine: Machine) -> frozenset[str]:
    """The states in which a word may end: the final ones; without any, all that reject no word."""
    automaton = machine.automaton
    return automaton.final or frozenset(
        state for state in automaton.states if not machine.rejects(state)
    )


class _Answer(NamedTuple):
    """What one machine does on an event: the state after it and the output, or why it stops."""

    state: str
    output: Any = None
    stop: str = ""


@dataclass(frozen=True)
class _Both:
    """Where both are: their states, the keys of their memories; `apart` where they differ."""

    states: tuple[str, str]
    keys: tuple[Hashable, Hashable]
    memories: tuple[Memory, Memory] = field(compare=False)
    apart: Answers | None = None


class PairedRuns:
    """The runs of two machines from a start of each; `visited` counts the pairs."""

    def __init__(
        self, machines: tuple[Machine, Machine], starts: tuple[Start, Start], progress: Progress
    ) -> None:
        one, other = machines
        self.automata = one.automaton, other.automaton
        self.accepting = accepting(one), accepting(other)
        self.ends = one.autonomous and other.autonomous
        self.events = tuple(dict.fromkeys((*one.automaton.events, *other.automaton.events)))
        self.starts, self.progress = starts, progress
        self.visited = self.cells = 0

    def difference(self) -> tuple[Word, Answers] | None:
        """The shortest events that tell them apart, and the answers to the last of them.

        None if no events do. Raises `TooManyStates` where there are too many pairs.
        """
        found = reach([self._first()], self._steps, lambda both: both.apart is not None, self._most)
        if found.word is None:
            return self.random_difference()
        replayed = self._replayed(found.word)
        if replayed is None:
            raise BadMemory(
                "two memories that behave differently have the same key(): define one that tells "
                "them apart"
            )
        return replayed

    def random_difference(self) -> tuple[Word, Answers] | None:
        """What random events tell: each run has memories of its own, whose key() may be wrong."""
        chance = Random(SEED)  # words to try, not a secret
        words = (chance.choices(self.events, k=RANDOM_LENGTH) for _ in range(RANDOM_WORDS))
        found = map(self._replayed, words if self.events else [()])
        return next((one for one in found if one is not None), None)

    @property
    def _most(self) -> int:
        return max(REACTIVE_BOUND, *(len(automaton.states) for automaton in self.automata))

    def _first(self) -> _Both:
        one, other = self.starts
        return self._both((one.state, other.state), (one.make(), other.make()))

    def _both(self, states: tuple[str, str], memories: tuple[Memory, Memory]) -> _Both:
        keys = key_of(memories[0]), key_of(memories[1])
        self.cells += sum(map(cells, keys))
        return _Both(states, keys, memories, self._ends_apart(states))

    def _ends_apart(self, states: tuple[str, str]) -> Answers | None:
        one, other = (state in known for state, known in zip(states, self.accepting, strict=True))
        return None if one == other else (_end(one), _end(other))

    def _steps(self, both: _Both) -> Iterator[tuple[str, _Both]]:
        self.visited += 1
        if self.visited % PROGRESS_EVERY == 0:
            self.progress(self.visited)
        if self.cells > MOST_CELLS:
            raise TooManyStates(f"gave up after {self.visited:,} pairs of large memories")
        for event in () if self._is_over(both.states) else self.events:
            memories = twin(both.memories[0]), twin(both.memories[1])
            states, apart = self._fire(both.states, memories, event)
            if apart is not None:
                yield event, _Both(states, ("apart", event), memories, apart)
            elif states is not STOPPED and states is not both.states:
                yield event, self._both(states, memories)

    def _is_over(self, states: tuple[str, str]) -> bool:
        return self.ends and states[0] in self.automata[0].final

    def _fire(
        self, states: tuple[str, str], memories: tuple[Memory, Memory], event: str
    ) -> tuple[tuple[str, str], Answers | None]:
        """The states after one more event, and how the answers differ, if they do.

        The states themselves come back if both refuse the event, `STOPPED` if both fail on it.
        """
        one, other = (
            _fired(automaton, state, memory, event)
            for automaton, state, memory in zip(self.automata, states, memories, strict=True)
        )
        if one.stop and other.stop and (one.stop == REFUSES) == (other.stop == REFUSES):
            return (states if one.stop == REFUSES else STOPPED), None
        if one.stop or other.stop or not alike(one.output, other.output):
            return states, (_in_words(one), _in_words(other))
        return (one.state, other.state), None

    def _replayed(self, word: Iterable[str]) -> tuple[Word, Answers] | None:
        """Where the events first tell both apart on fresh memories; None if they do not."""
        states = self.starts[0].state, self.starts[1].state
        memories = self.starts[0].make(), self.starts[1].make()
        read: list[str] = []
        apart = self._ends_apart(states)
        for event in word:
            if apart is not None or self._is_over(states):
                break
            after, apart = self._fire(states, memories, event)
            if after is STOPPED:
                break
            if apart is not None or after is not states:  # an event that both refuse is left out
                read.append(event)
                states, apart = after, apart or self._ends_apart(after)
        return None if apart is None else (tuple(read), apart)


def _fired(automaton: Automaton, state: str, memory: Memory, event: str) -> _Answer:
    try:
        found = enabled(automaton, state, memory, event)
    except GuardFailed as error:
        return _Answer(state, stop=f"stops: {error}")
    if not found:
        return _Answer(state, stop=REFUSES)
    if len(found) > 1:
        return _Answer(state, stop=f"stops: {at_once(found)}")
    step = take(found[0], memory)
    if step.error is not None:
        return _Answer(state, stop=f"stops: {step.failure}")
    return _Answer(found[0].target, step.output)


def _in_words(answer: _Answer) -> str:
    output = "nothing" if answer.output is None else shortened(answer.output)
    return answer.stop or f"puts out {output}"


def _end(may_end: bool) -> str:
    return "may end there" if may_end else "may not end there"
