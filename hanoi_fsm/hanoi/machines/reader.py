"""Readers: automata that read a word and answer, Mealy machines all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.machine import Machine, Start
from hanoi_fsm.fsm.trace import Record, Row
from hanoi_fsm.hanoi import tables
from hanoi_fsm.hanoi.pegs import (
    PAIRS,
    Task,
)


@dataclass(frozen=True, repr=False)
class Reader(Machine):
    """An automaton that reads a word, one event per symbol, and writes an answer: a Mealy machine.

    `reads` says what the word is; `state_of(source, target)` names the state for another task than
    0 -> 2, where the reader has one. A word is accepted where every state that it may end in is
    final. `empty_word_answer` is what the empty word is answered with.
    """

    _: KW_ONLY
    reads: str
    state_of: Callable[[int, int], object] | None = None
    empty_word_answer: str = ""

    kind: ClassVar[str] = "reader"
    explored_size: ClassVar[int] = 5
    how_to_specify: ClassVar[str] = "add its rule to hanoi_fsm/hanoi/specifications.py"

    OTHER_TASKS_LONGEST: ClassVar[int] = 5
    """Up to this length all words are read for the tasks other than 0 -> 2."""

    @property
    def options(self) -> frozenset[str]:  # type: ignore[override]  # of a kind; here of each reader
        """The pegs, where it has a state for each task."""
        return frozenset({"source", "target"})

    @property
    def outputs(self) -> Mapping[str, str]:
        """The symbol that each action writes."""
        return self.vocabulary.symbols()  # type: ignore[attr-defined,no-any-return]  # a Tape

    @property
    def answers_last(self) -> bool:
        """Whether only the last symbol written counts."""
        return bool(self.vocabulary.answers_last)  # type: ignore[attr-defined]  # a Tape

    def state_for(self, source: int, target: int) -> str:
        """The state in which it starts to read for a task; `BadInput` if it knows only 0 -> 2."""
        task = Task(0, source, target)
        if (task.source, task.target) == (0, 2):
            return self.automaton.initial
        if self.state_of is None:
            raise BadInput(f"{self.shown} answers for the task 0 -> 2 only: leave out other pegs")
        return str(self.state_of(task.source, task.target))

    def starts_up_to(self, size: int) -> Iterator[Start]:
        """One state for each task that it answers for."""
        from hanoi_fsm.hanoi.specifications import specification

        for number, (source, target) in enumerate(PAIRS if self.state_of else PAIRS[:1]):
            state = self.state_for(source, target)
            if state in self.automaton.states:
                yield Start(
                    f"from {source} to {target}",
                    state,
                    self.memory,
                    specification(self.reference_name, source, target),
                    self.OTHER_TASKS_LONGEST if number else None,
                )

    def rejects(self, state: str) -> bool:
        """A word that ends in a state that is not final."""
        return state not in self.automaton.final

    def may_refuse(self, state: str) -> bool:
        """Only a reader that refuses words may."""
        return self.partial

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The word, whose symbols may stand apart."""
        return (" ".join(words),)

    def symbols(self, word: str) -> list[str]:
        """The `word` cut into symbols; blanks and commas may stand between them.

        Raises `BadInput` for a symbol that it does not read.
        """
        if not isinstance(word, str):
            raise BadInput(f"{self.shown} reads a word, got {shortened(word)}: give a string")
        events = self.automaton.events
        width = len(events[0])
        letters = "".join(word.replace(",", " ").split())
        found = [letters[at : at + width] for at in range(0, len(letters), width)]
        for place, symbol in enumerate(found, 1):
            if symbol not in events:
                raise BadInput(
                    f"{self.shown} cannot read {shortened(word)}: symbol {place} is "
                    f"{shortened(symbol)}, expected one of {', '.join(events)}"
                )
        return found

    def run(self, *inputs: Any, **options: Any) -> Iterator[Record]:
        """The trace of reading a word; arguments are `word`, `source`, `target` and `views`."""
        return self.read(*inputs, **options)

    def read(
        self, word: str, *, source: int = 0, target: int = 2, views: bool = False
    ) -> Iterator[Record]:
        """The trace of reading a `word`, one record per symbol.

        Raises `BadInput` at the call for a word that is not of its symbols, and `MachineStopped`
        at a symbol that its state does not take.
        """
        from hanoi_fsm.fsm.engines import run

        symbols, state = self.symbols(word), self.state_for(source, target)
        return run(self.automaton, self.memory(), symbols, state=state, views=views)

    def rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """One row per symbol."""
        return tables.reading_rows(records)

    full_rows = rows

    def covered(self, size: int) -> str:
        """Every symbol in every state."""
        return "every symbol"

    def facts(self) -> Iterator[tuple[str, str]]:
        """What it reads, too."""
        yield "kind", "reader (a Mealy machine)"
        yield "idea", self.idea
        yield "reads", self.reads

    def answers(self, *outputs: Sequence[object] | None) -> list[str]:
        """What is written, as one word, or the last symbol where only that counts."""
        start = -1 if self.answers_last else 0
        return [
            "a refusal" if answer is None else "".join(map(str, answer[start:])) or "nothing"
            for answer in outputs
        ]

    def reading(self, word: Sequence[str]) -> str:
        """The word with its symbols apart only where one has several characters."""
        joint = " " if any(len(symbol) > 1 for symbol in word) else ""
        return f"reading {joint.join(word) or 'the empty word'}"
