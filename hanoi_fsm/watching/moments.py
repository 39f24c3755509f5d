"""The moments of a run of any machine, one after the other, with the verdict on it at its end.

Everything is read from the trace of the run and from the memory that the run changes; only guards
are asked here, on a copy of that memory, so that watching a run cannot change it. Each kind of
machine is judged as by its check: a tower move by move, also from a later step on, a
word event by event, a path at its end.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from hanoi_fsm.fsm.errors import FsmError, one_line
from hanoi_fsm.fsm.finding import END, Finding
from hanoi_fsm.fsm.machine import Course, Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.stepping import Step, answers, twin
from hanoi_fsm.fsm.trace import Run
from hanoi_fsm.hanoi.frames import Frame, followed
from hanoi_fsm.hanoi.pegs import Configuration

KEPT, FASTEST = 4096, 16
"""The minimum number of moments to go back, and the most events per second."""
YES_NO: dict[bool | str, str] = {True: "yes", False: "no"}


class Moment(NamedTuple):
    """The situation after an event, or before the first; `frame` has the event and its effects.

    `step` counts the moves of the whole task, or the events if there are no moves; `idle` counts
    the events since the last move. `answers` has, in words, the answers of the guards that are
    asked next. In the last moment `finding` is the fault of the run, if known, and `stopped` the
    reason why it could not go on, if any.
    """

    frame: Frame
    step: int
    idle: int
    state: str
    contents: Mapping[str, object]
    answers: Mapping[str, str]
    finding: Finding | None = None
    stopped: str = ""


def moments(machine: Machine, course: Course, run: Run) -> Iterator[Moment]:
    """Yield the moments of a run, one by one.

    A run that goes wrong ends with the moment after that event, and a run that cannot go on ends
    with the moment before it.

    >>> from hanoi_fsm.hanoi import automata
    >>> monk = automata.get("monk")
    >>> for one in moments(monk, monk.course(1), monk.run(1)):
    ...     print(one.step, one.state, one.frame.configuration, one.frame.move)
    0 pray 0 None
    1 pray 2 disk 1: 0 -> 2
    1 done 2 None
    """
    start = None if course.start is None else Configuration(course.start)
    frames = followed(start, run, run.memory)
    stopped, finding = END, None
    last = _moment(machine, course, next(frames), run.memory, 0)
    try:
        for frame in frames:
            yield last
            idle = 0 if frame.move else last.idle + 1
            last = _moment(machine, course, frame, run.memory, idle)
            assert frame.record is not None
            step = Step(frame.record.transition, run.memory, frame.record.output)
            finding = course.right.after(step)
            if finding is not None:
                break
    except Exception as error:  # whatever a user's memory raises
        stopped = str(error) if isinstance(error, FsmError) else one_line(error)
    finding = finding or course.right.at_end(stopped)
    yield last._replace(finding=finding, stopped="" if stopped == END else stopped)


def _moment(machine: Machine, course: Course, frame: Frame, memory: Memory, idle: int) -> Moment:
    state = memory.__state__ if frame.record is None else frame.record.next_state
    step = frame.number if course.start is None else course.before + frame.step
    answers = asked(machine, state, memory)
    said = {name: YES_NO.get(answer, str(answer)) for name, answer in answers.items()}
    return Moment(frame, step, idle, state, frame.contents or {}, said)


def asked(machine: Machine, state: str, memory: Memory) -> dict[str, bool | str]:
    """The guards that are asked in a state, each with its answer, or the reason why it has none.

    Free inputs are left out: their values come with an event.
    """
    leaving = machine.automaton.leaving(state)
    copy = twin(memory) if any(transition.guards for transition in leaving) else memory
    copy.__state__ = state
    found = answers(leaving, copy)
    return {name: answer for name, answer in found.items() if name not in machine.free}


class Player:
    """A position in a run of a machine, with the inputs and options of its `run`.

    `pace` is the number of events played per second.

    >>> from hanoi_fsm.hanoi import automata
    >>> player = Player(automata.get("monk"), 64, start=10**18)
    >>> player.forward(), player.now.step, player.back(), player.now.step
    (True, 1000000000000000000, None, 999999999999999999)
    """

    def __init__(self, machine: Machine, *inputs: Any, **options: Any) -> None:  # of `run`
        run = machine.run(*inputs, **options)
        self.machine, self.course = machine, machine.course(*inputs, **options)
        self._source = moments(machine, self.course, run)
        self._kept, self._at = [next(self._source)], 0
        self.pace = 2

    @property
    def now(self) -> Moment:
        return self._kept[self._at]

    @property
    def before(self) -> Moment | None:
        """The moment before this one, if it is kept."""
        return self._kept[self._at - 1] if self._at else None

    @property
    def upcoming(self) -> Moment | None:
        """The moment after this one, None at the end of the run."""
        self._fill(self._at + 2)
        return next(iter(self._kept[self._at + 1 :]), None)

    def _fill(self, most: int) -> None:
        self._kept += islice(self._source, max(0, most - len(self._kept)))

    def around(self, count: int) -> tuple[Sequence[Moment], int]:
        """At most `count` moments after an event around this one, and the number not later."""
        first = max(1, self._at + 1 - count // 2)
        self._fill(first + count)
        first = max(1, min(first, len(self._kept) - count))
        return self._kept[first : first + count], self._at + 1 - first

    def forward(self) -> bool:
        """Go on by one event; False at the end of the run."""
        if self.upcoming is None:
            return False
        self._at += 1
        if self._at == 2 * KEPT:
            del self._kept[:KEPT]
            self._at -= KEPT
        return True

    def back(self) -> None:
        """Go back by one event, unless this is the first moment that is kept."""
        self._at = max(0, self._at - 1)

    def press(self, key: str) -> None:
        """Perform the action of a key in `KEY`."""
        if key == "C":
            self.forward()
        elif key == "D":
            self.back()
        elif key == "H":
            self._at = 0
        elif key == "F":
            deque(islice(iter(self.forward, False), KEPT), maxlen=0)
        elif key in "=+-":
            self.pace = max(1, self.pace // 2) if key == "-" else min(2 * self.pace, FASTEST)
