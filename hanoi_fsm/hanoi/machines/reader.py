"""Readers: Mealy machines that read a word and answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Self

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.start import Start
from hanoi_fsm.fsm.trace import Record, Row
from hanoi_fsm.hanoi.machines.tapes import Tape
from hanoi_fsm.hanoi.pegs import PAIRS, Task


@dataclass(frozen=True, repr=False)
class Reader(Machine):
    """A Mealy machine: it reads a word, one event per symbol, and writes an answer.

    `reads` says what the word is; `state_of(source, target)` names the state for a task other than
    0 -> 2, where the reader has one. A word that ends in a final state is accepted.
    `empty_word_answer` is the answer to the empty word.
    """

    memory: type[Tape]
    _: KW_ONLY
    reads: str
    state_of: Callable[[int, int], object] | None = None
    empty_word_answer: str = ""

    kind: ClassVar[str] = "reader"
    may_be_partial: ClassVar[str] = ""
    fixed_alphabet: ClassVar[bool] = True
    options: ClassVar[frozenset[str]] = frozenset({"source", "target"})
    explored_size: ClassVar[int] = 5
    how_to_specify: ClassVar[str] = "add its rule to hanoi_fsm/hanoi/specifications.py"

    OTHER_TASKS_LONGEST: ClassVar[int] = 5
    """Up to this length all words are read for the tasks other than 0 -> 2."""

    @classmethod
    def from_table(
        cls, name: str, tape: type[Tape], *, initial: str, table: str, **about: Any
    ) -> Self:
        """The reader of a table that writes to a `tape`; its word may end in every state."""
        memory = tape.__name__.lower()
        return cls(
            Automaton.from_table(name, initial=initial, final=None, table=table, memory=memory),
            tape,
            **about,
        )

    @property
    def outputs(self) -> Mapping[str, str]:
        return self.memory.symbols()

    def state_for(self, source: int, target: int) -> str:
        """The state in which it starts to read for a task; `BadInput` if it knows only 0 -> 2."""
        task = Task(0, source, target)
        if (task.source, task.target) == (0, 2):
            return self.automaton.initial
        if self.state_of is None:
            raise BadInput(f"{self.shown} supports only the task 0 -> 2: omit --from and --to")
        return str(self.state_of(task.source, task.target))

    def starts_up_to(self, size: int) -> Iterator[Start]:
        from hanoi_fsm.hanoi.specifications import specification

        for number, (source, target) in enumerate(PAIRS if self.state_of else PAIRS[:1]):
            state = self.state_for(source, target)
            own = self.specification if number == 0 else None
            if state in self.automaton.states:
                yield Start(
                    f"from {source} to {target}",
                    state,
                    self.memory,
                    own or specification(self.reference_name, source, target),
                    self.OTHER_TASKS_LONGEST if number else None,
                )

    def rejects(self, state: str) -> bool:
        return state not in self.automaton.final

    def may_refuse(self, state: str) -> bool:
        return self.partial

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The word, whose symbols may be separate arguments."""
        return (" ".join(words),)

    def symbols(self, word: str) -> list[str]:
        """The symbols of a `word`, which blanks and commas may separate.

        Raises `BadInput` for a symbol that it does not read.
        """
        if not isinstance(word, str):
            raise BadInput(f"{self.shown} reads a word, got {shortened(word)}: give a string")
        events = self.alphabet
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

    def read(
        self, word: str, *, source: int = 0, target: int = 2, views: bool = False
    ) -> Iterator[Record]:
        """The trace of reading a `word`, one record per symbol.

        Raises `BadInput` at the call for an unknown symbol, and `MachineStopped` at a symbol that
        the current state has no transition for.
        """
        symbols, state = self.symbols(word), self.state_for(source, target)
        return run(self.automaton, self.memory(), symbols, state=state, views=views)

    run = read

    def rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        for record in records:
            yield {
                "number": record.number,
                "symbol": record.event,
                "state": record.state,
                "writes": record.output,
                "next": record.next_state,
                "answer": record.view,
            }

    full_rows = rows

    def covered(self, size: int) -> str:
        return "every symbol"

    def facts(self) -> Iterator[tuple[str, str]]:
        yield "kind", "reader (a Mealy machine)"
        yield "idea", self.idea
        yield "reads", self.reads

    def answers(self, *outputs: Sequence[object] | None) -> list[str]:
        """The outputs as one word, or the last of them where only that counts."""
        start = -1 if self.memory.answers_last else 0
        return [
            "a refusal" if answer is None else "".join(map(str, answer[start:])) or "nothing"
            for answer in outputs
        ]

    def reading(self, word: Sequence[str]) -> str:
        separator = " " if any(len(symbol) > 1 for symbol in word) else ""
        return f"reading {separator.join(word) or 'the empty word'}"
