"""Readers: Mealy machines that read a word and answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, listed, shortened
from hanoi_fsm.fsm.finding import Outcome, Progress, Proof
from hanoi_fsm.fsm.machine import Kind, Machine, Start
from hanoi_fsm.fsm.notation import word_text
from hanoi_fsm.fsm.theory.mealy import access_words
from hanoi_fsm.fsm.trace import Record, Row, Run, Views
from hanoi_fsm.hanoi.machines.tapes import Tape
from hanoi_fsm.hanoi.pegs import PAIRS, AnyConfiguration, Configuration, Task
from hanoi_fsm.hanoi.rooms import door

if TYPE_CHECKING:
    from hanoi_fsm.fsm.codegen.c import Parts

PairsOf = Callable[[AnyConfiguration, AnyConfiguration], Iterator[str]]
"""What a reader of pairs reads of two configurations."""


OTHER_TASKS_LONGEST = 5
"""Up to this length all words are read for the tasks other than 0 -> 2."""


class ReaderKind(Kind["Reader"]):
    """Readers: what is right is the rule of what they answer."""

    name: ClassVar[str] = "reader"
    may_be_partial: ClassVar[str] = ""
    fixed_alphabet: ClassVar[bool] = True
    options: ClassVar[frozenset[str]] = frozenset({"source", "target"})
    explored_size: ClassVar[int] = 5
    how_to_specify: ClassVar[str] = "add its rule to hanoi_fsm/hanoi/rules.py"

    def starts(self, size: int) -> Iterator[Start]:
        reader = self.machine
        from hanoi_fsm.hanoi.rules import specification

        for number, (source, target) in enumerate(PAIRS if reader.state_of else PAIRS[:1]):
            try:
                state = reader.state_for(source, target)
            except BadInput:  # a drawing without this state differs from its first start on
                continue
            own = reader.specification if number == 0 else None
            if state in reader.automaton.states:
                yield Start(
                    f"from {source} to {target}",
                    state,
                    reader.memory,
                    own
                    or specification(
                        reader.published.name, reader.published.events, source, target
                    ),
                    OTHER_TASKS_LONGEST if number else None,
                )

    def rejects(self, state: str) -> bool:
        reader = self.machine
        return state not in reader.automaton.final

    def may_refuse(self, state: str) -> bool:
        reader = self.machine
        return reader.partial

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The word, whose symbols may be separate arguments, or two configurations.

        `BadInput` for what may be either.
        """
        reader = self.machine
        parts = words[0].replace(",", " ").split() if len(words) == 1 else words
        if reader.pairs_of is None or len(parts) != 2 or not "".join(parts).isdigit():
            return (" ".join(words),)
        one, other = map(len, parts)
        if (len(words) == 1) == (one != other or one == 2):
            return tuple(words)
        pairs, disk = "".join(parts), f"0{parts[0]} 0{parts[1]}"
        raise BadInput(
            f"{shortened(' '.join(words))} may be a word of pairs or two configurations: write "
            f"pairs as one word, {shortened(pairs)}, and configurations of as many disks as two"
            + (f", with a larger disk in place if they have 2: {disk}" if one == other == 2 else "")
        )

    def note(self, *words: Any) -> str:
        reader = self.machine
        if len(words) != 2:
            return ""
        read = " ".join(reader.symbols_of(*words)) or "no pair"
        return (
            f"{reader.shown} reads {shortened(read)}: the pairs after the first difference, "
            "renamed so that this is 0 in the start and 2 in the goal"
        )

    def rows(
        self, records: Iterator[Record], first_step: int = 1, *, full: bool = False
    ) -> Iterator[Row]:
        for record in records:
            yield {
                "number": record.number,
                "symbol": record.event,
                "state": record.state,
                "writes": record.output,
                "next": record.next_state,
                "answer": record.view,
            }

    def derivation(self, *inputs: Any, **options: Any) -> Iterator[Row]:
        reader = self.machine
        return repeat({}) if reader.derive is None else reader.derive(reader.symbols(*inputs))

    def covered(self, size: int) -> str:
        return "every symbol"

    def facts(self) -> Iterator[tuple[str, str]]:
        reader = self.machine
        yield "kind", "reader (a Mealy machine)"
        yield "idea", reader.idea
        yield "reads", reader.reads
        yield "answers for", reader.task

    def answers(self, *outputs: Sequence[object] | None) -> list[str]:
        """The outputs as one word, or the last of them where only that counts and is different."""
        reader = self.machine
        lasts = {str(answer and answer[-1]) for answer in outputs}
        last_only = reader.memory.answers_last and len(lasts) == len(outputs)
        start, separator = (-1, "") if last_only else (0, " " * reader.memory.answers_last)
        return [
            "a refusal" if answer is None else separator.join(map(str, answer[start:])) or "nothing"
            for answer in outputs
        ]

    def reading(self, word: Sequence[str]) -> str:
        return f"reading {word_text(word) or 'the empty word'}"

    def conform(self, size: int, progress: Progress) -> Outcome:
        outcome: Outcome = door("check a reader")(self.machine, size, progress)
        return outcome

    def prove(self, progress: Progress) -> Proof:
        proof: Proof = door("decide")(door("prove a reader"), self.machine, progress)
        return proof

    def in_c(self) -> Parts:
        from hanoi_fsm.hanoi import c

        return c.of_reader(self.machine)


@dataclass(frozen=True, repr=False)
class Reader(Machine):
    """A Mealy machine: it reads a word, one event per symbol, and writes an answer.

    `reads` says what the word is, and `task` what it answers for. `state_of(source, target)` names
    the state of the `reference` for a task other than 0 -> 2, where the reader has one. A word that
    does not end in a final state is refused. `empty_word_answer` is the answer to the empty word.
    A reader with `pairs_of` compares two configurations and takes these as well. `derive` gives the
    figures from which each of its answers to a word follows.
    """

    memory: type[Tape]
    _: KW_ONLY
    reads: str
    task: str = "the task 0 -> 2"
    state_of: Callable[[int, int], object] | None = None
    pairs_of: PairsOf | None = None
    empty_word_answer: str = ""
    derive: Callable[[Sequence[str]], Iterator[Row]] | None = None

    of_kind: ClassVar[type[Kind[Any]]] = ReaderKind

    @classmethod
    def from_table(
        cls,
        name: str,
        tape: type[Tape],
        *,
        initial: str,
        table: str,
        meaning: Callable[[str], str] | None = None,
        **about: Any,
    ) -> Self:
        """The reader of a table that writes to a `tape`; its word may end in every state.

        `meaning` gives the `meanings` where they follow from the names of the states.
        """
        memory = tape.__name__.lower()
        automaton = Automaton.from_table(
            name, initial=initial, final=None, table=table, memory=memory
        )
        if meaning is not None:
            about["meanings"] = {state: meaning(state) for state in automaton.states}
        return cls(automaton, tape, **about)

    @property
    def outputs(self) -> Mapping[str, str]:
        return self.memory.symbols()

    def state_for(self, source: int, target: int) -> str:
        """The state in which it starts to read for a task; `BadInput` if it has none.

        In a drawing, whose names may differ, it is the state to which the shortest word leads that
        leads the reference to its own.
        """
        task = Task(0, source, target)
        if (task.source, task.target) == (0, 2):
            return self.automaton.initial
        if self.state_of is None:
            raise BadInput(f"{self.shown} has one start only ({self.task}): omit --from and --to")
        named = str(self.state_of(task.source, task.target))
        if self.automaton == self.published:
            return named
        word = access_words(self.published)[named]
        try:
            return self.automaton.after(word)
        except MachineStopped:
            text = f"it cannot read {' '.join(word)}, which leads {self.published.name} to {named}"
            why = f"{self.shown} has no state for the task {task.source} -> {task.target}: {text}"
            raise BadInput(why) from None

    def symbols(self, word: str | Configuration) -> list[str]:
        """The symbols of a `word`, which blanks and commas may separate.

        Raises `BadInput` for a symbol that it does not read.
        """
        if not isinstance(word, str | Configuration):
            raise BadInput(f"{self.shown} reads a word, got {shortened(word)}: give a string")
        events = self.alphabet
        width = len(events[0]) if events else 1
        parts = str(word).replace(",", " ").split()
        if all(len(part) < width for part in parts):
            parts = ["".join(parts)]
        cuts = ((part, len(part) if part in events else width) for part in parts)
        parts = [part[at : at + by] for part, by in cuts for at in range(0, len(part), by)]
        for place, symbol in enumerate(parts, 1):
            if symbol not in events:
                raise BadInput(
                    f"{self.shown} cannot read {shortened(word)}: symbol {place} is "
                    f"{shortened(symbol)}, expected one of {listed(events)}"
                )
        return parts

    def symbols_of(self, start: AnyConfiguration, goal: AnyConfiguration) -> list[str]:
        """What it reads of two configurations.

        Raises `BadInput` if it reads words only, `BadConfiguration` for different numbers of disks.
        """
        if self.pairs_of is None:
            raise BadInput(f"{self.shown} reads one word, got two: put them together")
        return list(self.pairs_of(start, goal))

    def read(
        self,
        word: str | Configuration,
        goal: AnyConfiguration | None = None,
        *,
        source: int = 0,
        target: int = 2,
        views: Views = False,
        engine: str | None = None,
    ) -> Run:
        """The trace of reading a `word`, or of the pairs of two configurations; one per symbol.

        Raises `BadInput` at the call for an unknown symbol, and `MachineStopped` at a symbol that
        the current state has no transition for, or after a word that ends in no final state.
        """
        symbols = self.symbols(word) if goal is None else self.symbols_of(word, goal)
        state = self.state_for(source, target)
        engine = engine or self.engine
        memory = self.memory()
        records = run(self.automaton, memory, symbols, state=state, views=views, engine=engine)
        return Run(memory, self._accepted(records, state))

    run = read

    def _accepted(self, records: Iterator[Record], state: str) -> Iterator[Record]:
        for record in records:
            state = record.next_state
            yield record
        if self.kind.rejects(state):
            raise MachineStopped(f"the word is refused: it ends in {state!r}, which is not final")
