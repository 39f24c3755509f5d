"""The runs of a machine as a page holds them: each moment once, and where to find it.

A solver is run on every task, a pathfinder on every pair of configurations of few disks. Whatever
reads events is followed from each state and memory by each event once, so that the page can put the
run on any word together from moments that Python has made.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from functools import singledispatch
from itertools import islice, product
from json import dumps
from typing import Any

from hanoi_fsm.fsm.errors import BadMemory
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.hanoi.machines import Pathfinder, Solver, Tape
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS
from hanoi_fsm.watching.courses import Course
from hanoi_fsm.watching.frames import Film, Frame, frames
from hanoi_fsm.watching.page.data import (
    FaultData,
    NodeData,
    RunData,
    RunsData,
    StartData,
    WrongData,
)
from hanoi_fsm.watching.page.moments import Moments, written
from hanoi_fsm.watching.page.scope import Scope
from hanoi_fsm.watching.plain import plain_finding

Word = tuple[str, ...]

MOST_PAIRS = 729
"""The most pairs of configurations of n disks between which a page holds all paths."""

MOST_MOMENTS = 600
"""The most moments of a machine that are followed by each event."""

MOST_EVENTS = 10_000
"""The most events of a run that a page holds; no solver needs as many for 10 disks."""

MOST_JUDGED = 364
"""The most words on which a faulty machine is judged: all of up to 5 symbols of 3."""


@singledispatch
def runs_of(machine: Machine, scope: Scope, failing: bool) -> RunsData:
    """The runs of a machine, and the moments in them; a failing one is judged word by word."""
    moments = Moments(machine)
    if machine.autonomous:
        found: list[RunData] = [
            {"begin": one.name, **_run(moments, frames(machine, start=one.name or None))}
            for one in machine.kind.starts(machine.kind.explored_size)
        ]
        return moments.plain() | {"runs": found}
    return _Words(machine, moments, scope).plain(failing)


@runs_of.register
def _(machine: Solver, scope: Scope, failing: bool) -> RunsData:
    moments = Moments(machine)
    found: list[RunData] = [
        {
            "disks": disks,
            "source": source,
            "target": target,
            **_run(moments, frames(machine, disks, source=source, target=target)),
        }
        for disks in range(scope.disks + 1)
        for source, target in PAIRS
    ]
    return moments.plain() | {"runs": found}


@runs_of.register
def _(machine: Pathfinder, scope: Scope, failing: bool) -> RunsData:
    moments = Moments(machine)
    found: list[RunData] = [
        {"start": start, "goal": goal, **_run(moments, frames(machine, start, goal))}
        for start, goal in dict.fromkeys((*_pairs(scope.disks), *scope.paths))
    ]
    return moments.plain() | {"runs": found}


def _pairs(disks: int) -> Iterator[tuple[str, str]]:
    """All pairs of configurations of few disks, and for more disks those of towers."""
    for many in range(disks + 1):
        digits = product(map(str, PEGS), repeat=many)
        towers = (str(peg) * many for peg in PEGS)
        every = list(map("".join, digits)) if 9**many <= MOST_PAIRS else list(towers)
        yield from product(every, repeat=2)


def _run(moments: Moments, run: Iterable[Frame]) -> RunData:
    """The numbers of the moments of a run, and what is wrong at its end."""
    shown = list(islice(run, MOST_EVENTS + 1))
    found: RunData = {"moments": list(map(moments.number, shown))}
    _add_fault(found, shown[-1])
    if len(shown) > MOST_EVENTS and "finding" not in found:
        found.setdefault("stopped", f"the page holds the first {MOST_EVENTS} events only")
    return found


def _add_fault(found: FaultData, frame: Frame) -> None:
    """Say what is wrong at the end of a run; nothing where all is well."""
    if frame.finding is not None:
        found["finding"] = written(plain_finding(frame.finding))
    if frame.stopped:
        found["stopped"] = frame.stopped


def _last(found: Iterator[Frame]) -> Frame:
    """The last frame of a run; there always is the one before the first event."""
    return deque(found, maxlen=1)[0]


class _Words:
    """The moments that a machine's words lead to, followed by each event.

    Two words lead to the same node if state and memory are then the same, and so is whatever comes
    after them.
    """

    def __init__(self, machine: Machine, moments: Moments, scope: Scope) -> None:
        self.machine, self.moments, self.scope = machine.on("generated"), moments, scope
        self.tape = "tape" if issubclass(machine.vocabulary, Tape) else ""
        self.nodes: dict[Hashable, int] = {}
        self.onward: list[NodeData] = []

    def plain(self, failing: bool) -> RunsData:
        """The starts, what each event leads to from each node, and what is wrong with words."""
        starts = [self._from(one.name) for one in self.machine.kind.starts(0)]
        wrong = [one for start in starts for one in self._wrong(start["begin"])] if failing else []
        return self.moments.plain() | {
            "starts": starts,
            "nodes": self.onward,
            "wrong": wrong,
            "tape": self.tape,
        }

    def _from(self, begin: str) -> StartData:
        """A start, after the nodes that it leads to are all known."""
        options = self._options(begin)
        moment, node, _ = self._reached((), options)
        todo = deque([(Word(), node)] if not self.onward[node]["next"] else [])
        while todo:
            word, here = todo.popleft()
            for event in self.machine.alphabet:
                longer, known = (*word, event), len(self.onward)
                if known < MOST_MOMENTS and self._follow(here, longer, options) == known:
                    todo.append((longer, known))
        for wanted in self.scope.words:
            here = node
            for length, event in enumerate(wanted, 1):
                if here < 0 or event not in self.machine.alphabet:
                    break
                here = self._follow(here, wanted[:length], options)
        return {"begin": begin, "moment": moment, "node": node}

    def _options(self, begin: str) -> dict[str, Any]:
        if self.machine.kind.name == "reader":
            _, source, _, target = begin.split()
            return {"source": int(source), "target": int(target)}
        return {"start": begin} if begin else {}

    def _follow(self, here: int, word: Word, options: dict[str, Any]) -> int:
        """The node that the last event of a word leads to from another one; -1 if it is refused."""
        onward = self.onward[here]["next"]
        if word[-1] not in onward:
            after, there, fault = self._reached(word, options)
            onward[word[-1]] = fault if there < 0 else (after, there)
        found = onward[word[-1]]
        return found[1] if isinstance(found, tuple) else -1

    def _reached(self, word: Word, options: dict[str, Any]) -> tuple[int, int, FaultData]:
        """The moment after a word, its node, and why the word is refused if it is.

        The node is -1 if the last event is; no earlier one is.
        """
        run = self.machine.run(self._input(word), **options)
        for _ in word[:-1]:
            next(run)
        last = _last(Film(self.machine, Course(), run).frames())
        fault: FaultData = {}
        _add_fault(fault, last)
        moment = self.moments.number(last, self.tape)
        if word and last.taken is None:
            return moment, -1, fault
        key = self._key(run.memory, last)
        if key not in self.nodes:
            self.nodes[key] = len(self.onward)
            self.onward.append({"next": {}, **fault})
        return moment, self.nodes[key], fault

    def _input(self, word: Word) -> str | list[str]:
        """The word as the machine takes it."""
        return " ".join(word) if self.machine.kind.name == "reader" else list(word)

    def _key(self, memory: Memory, frame: Frame) -> Hashable:
        """What all that follows depends on, and what is shown."""
        shown = "" if self.tape else dumps(frame.plain()["contents"])
        try:
            return frame.state, memory.key(), shown
        except BadMemory:  # it cannot be compared: then no two moments are taken to be the same
            return len(self.nodes)

    def _wrong(self, begin: str) -> Iterator[WrongData]:
        """The shortest words that are answered wrongly from a start, each with the fault."""
        words, judged, options = deque([Word()]), 0, self._options(begin)
        while words and judged < MOST_JUDGED:
            word = words.popleft()
            judged += 1
            last = _last(frames(self.machine, self._input(word), **options))
            if last.finding is not None:
                wrong: WrongData = {"begin": begin, "word": list(word)}
                _add_fault(wrong, last)
                yield wrong
            elif last.number == len(word):
                words.extend((*word, event) for event in self.machine.alphabet)
