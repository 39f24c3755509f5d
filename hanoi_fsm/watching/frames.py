"""The moments of a run of any machine: what a page or a terminal shows of each.

Frame 0 is before the first event, and each further one is after one more event. All is read from
the trace of the run and from the memory that the run changes; only the guards are asked here, of a
copy of that memory, so that looking at a run cannot change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from hanoi_fsm.fsm.errors import BadMemory, HanoiError, one_line, shortened
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Step, twin
from hanoi_fsm.fsm.trace import Run
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.judge import END
from hanoi_fsm.hanoi.pegs import Configuration, Move, PegMatrix
from hanoi_fsm.hanoi.pictures.film import Frame as Moment
from hanoi_fsm.hanoi.pictures.film import comparisons, followed
from hanoi_fsm.watching.courses import Course, course_of


class Question(NamedTuple):
    """A guard that is asked next: its answer, or in words why it has none.

    `compared` are the pegs whose tops it compares, and `comparison` says what is on them.
    """

    guard: str
    answer: bool | str
    compared: tuple[int, ...] = ()
    comparison: str = ""


class Choice(NamedTuple):
    """A transition that leaves the state, with its number in the automaton.

    It is enabled if all its guards hold now.
    """

    number: int
    transition: Transition
    enabled: bool


@dataclass(frozen=True)
class Frame:
    """One moment of a run: after event `number`, and before the next.

    `number` counts the events from the first frame on, `step` the moves of the whole task up to
    now; without pegs each event is a step. The event took `transition`, which is number `taken` of
    the automaton's, and had an `output`; it compared the tops of the pegs `compared`. In frame 0
    there was no event. The machine is in `state`, its memory holds the `contents`, of which the
    event `changed` these: by name, the places of a tuple that are new or different. `questions` are
    the guards of the transitions that leave the state, `choices` these transitions. `counts` says
    how often each transition was taken since the first frame. `configuration` is None where there
    are no pegs. In the last frame `finding` says what is wrong with the run, if that is known, and
    `stopped` why it could not go on, if it could not.
    """

    number: int
    step: int
    state: str
    contents: Mapping[str, object]
    changed: Mapping[str, tuple[int, ...]]
    questions: tuple[Question, ...]
    choices: tuple[Choice, ...]
    counts: tuple[int, ...]
    configuration: Configuration | None = None
    taken: int | None = None
    transition: Transition | None = None
    output: Any = None
    compared: tuple[int, ...] = ()
    finding: Finding | None = None
    stopped: str = ""

    @property
    def move(self) -> Move | None:
        return self.output if isinstance(self.output, Move) else None


def frames(machine: Machine, *inputs: Any, **options: Any) -> Iterator[Frame]:
    """The frames of a run, one by one; the inputs and options are those of `machine.run`.

    A run that does what it must not ends with the frame of that event, and one that cannot go on
    with the frame before it. Raises as `run` does at the call.

    >>> from hanoi_fsm.hanoi import automata
    >>> for one in frames(automata.get("two-storey"), 1):
    ...     print(one.number, one.step, one.state, one.configuration, one.output)
    0 0 dismantle 0 None
    1 1 base 2 disk 1: 0 -> 2
    2 1 done 2 None
    """
    run = machine.run(*inputs, **options)
    return Film(machine, course_of(machine, *inputs, **options), run).frames()


class Film:
    """A run under way, judged as its `course` says, with what is counted along it."""

    def __init__(self, machine: Machine, course: Course, run: Run) -> None:
        self.automaton, self.course, self.run = machine.automaton, course, run
        self.numbers = {one: number for number, one in enumerate(self.automaton.transitions)}
        self.counts = [0] * len(self.numbers)
        self.contents: Mapping[str, object] | None = None
        self.start = course.start or _on_pegs(run.memory)

    def frames(self) -> Iterator[Frame]:
        moments = followed(self.start, self.run, self.run.memory)
        stopped = ""
        last = self._frame(next(moments))
        while True:
            try:
                moment = next(moments, None)
            except HanoiError as error:
                stopped, moment = str(error), None
            except Exception as error:  # whatever a user's memory raises
                stopped, moment = one_line(error), None
            if moment is None:
                break
            yield last
            last = self._frame(moment)
            assert moment.record is not None
            made = Step(moment.record.transition, self.run.memory, moment.record.output)
            finding = self.course.after(made)
            if finding is not None:
                yield replace(last, finding=finding)
                return
        yield replace(last, finding=self.course.at_end(stopped or END), stopped=stopped)

    def _frame(self, moment: Moment) -> Frame:
        record, memory = moment.record, self.run.memory
        state, taken = memory.state, None
        if record is not None:
            state, taken = record.next_state, self.numbers[record.transition]
            self.counts[taken] += 1
        contents, before = moment.contents or {}, self.contents
        self.contents = contents
        questions = self._questions(state, memory)
        answers = {one.guard: one.answer for one in questions}
        return Frame(
            number=moment.number,
            step=moment.number if self.start is None else self.course.before + moment.step,
            state=state,
            contents=contents,
            changed={} if before is None else changes(before, contents),
            questions=questions,
            choices=tuple(
                Choice(self.numbers[one], one, _holds(one, answers))
                for one in self.automaton.leaving(state)
            ),
            counts=tuple(self.counts),
            configuration=None if self.start is None else moment.configuration,
            taken=taken,
            transition=None if record is None else record.transition,
            output=None if record is None else record.output,
            compared=moment.compared,
        )

    def _questions(self, state: str, memory: Memory) -> tuple[Question, ...]:
        leaving = self.automaton.leaving(state)
        names = dict.fromkeys(guard.name for one in leaving for guard in one.guards)
        if not names:
            return ()
        try:
            memory = twin(memory)
            memory.state = state
        except BadMemory:  # it says how to be copied, or is asked itself
            memory = self.run.memory
        compared = comparisons(memory)
        return tuple(self._question(memory, name, compared.get(name, ())) for name in names)

    def _question(self, memory: Memory, name: str, pegs: tuple[int, ...]) -> Question:
        said = comparison(memory.pegs, pegs) if isinstance(memory, PegMemory) else ""
        return Question(name, _answer(memory, name), pegs, said)


def comparison(matrix: PegMatrix, pegs: Sequence[int]) -> str:
    """What the tops of these pegs are, and which is smaller; the top of an empty peg is a sentinel.

    >>> matrix = PegMatrix.standing("0020")
    >>> comparison(matrix, (2, 0)), comparison(matrix, (1, 2))
    ('disk 2 on peg 2 > disk 1 on peg 0', 'sentinel 5 on empty peg 1 > disk 2 on peg 2')
    """
    tops = [matrix.top(peg) for peg in pegs]
    said = [
        f"disk {top} on peg {peg}" if top <= matrix.disks else f"sentinel {top} on empty peg {peg}"
        for peg, top in zip(pegs, tops, strict=True)
    ]
    signs = ["<" if one < other else ">" if one > other else "=" for one, other in pairwise(tops)]
    return " ".join(part for pair in zip(said, [*signs, ""], strict=False) for part in pair).strip()


def _answer(memory: Memory, name: str) -> bool | str:
    try:
        answer = getattr(memory, name)()
    except Exception as error:  # it may need an earlier guard to be safe
        return f"raises {one_line(error)}"
    return answer if isinstance(answer, bool) else f"answers {shortened(answer)}"


def _holds(transition: Transition, answers: Mapping[str, bool | str]) -> bool:
    return all(answers[guard.name] is guard.answer for guard in transition.guards)


def _on_pegs(memory: Memory) -> Configuration | None:
    """Where the disks of a memory are, if it keeps them in a matrix."""
    found = (value for value in vars(memory).values() if isinstance(value, PegMatrix))
    pegs = next(found, None)
    return None if pegs is None else pegs.configuration()


def changes(before: Mapping[str, object], now: Mapping[str, object]) -> dict[str, tuple[int, ...]]:
    """What is not as it was, by name: of a tuple the places that are new or different.

    >>> changes({"heights": (3, 0, 0), "k": 1, "stack": (1, 2)},
    ...         {"heights": (2, 0, 1), "k": 1, "stack": (1,)})
    {'heights': (0, 2), 'stack': ()}
    """
    found = {}
    for name, value in now.items():
        if name in before and before[name] == value:
            continue
        old = before.get(name)
        values = value if isinstance(value, tuple) else ()
        olds = old if isinstance(old, tuple) else ()
        found[name] = tuple(
            place for place, part in enumerate(values) if olds[place : place + 1] != (part,)
        )
    return found
