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
from typing import Any, NamedTuple

from hanoi_fsm.fsm.errors import BadMemory
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.start import Run
from hanoi_fsm.hanoi.machines import Pathfinder, Reader, Solver
from hanoi_fsm.hanoi.machines.tapes import Tape
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS
from hanoi_fsm.watching.courses import Course
from hanoi_fsm.watching.frames import Film, Frame, frames

Plain = dict[str, Any]
LARGEST_EXACT = 2**53 - 1
"""Up to it JavaScript tells whole numbers apart."""

Word = tuple[str, ...]

MOST_PAIRS = 729
"""Up to so many pairs of configurations of as many disks, a page holds the path between each."""

MOST_MOMENTS = 600
"""The moments of a machine of one's own that are followed by each event."""

MOST_EVENTS = 10_000
"""The events of a run that a page holds; no solver needs as many for 10 disks."""

MOST_JUDGED = 364
"""The words on which a faulty machine is judged: all of up to 5 symbols of 3."""


class Pool:
    """Values, each once; a value is known by its number."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self._numbers: dict[str, int] = {}

    def number(self, value: object) -> int:
        key = dumps(value)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


def written(value: Any) -> Any:
    """What is written in JSON, with numbers as texts that JavaScript would change, or not read.

    >>> written([1.0, float("nan"), 2**53 + 1, {"small": 7, "bit": True}])
    ['1.0', 'nan', '9007199254740993', {'small': 7, 'bit': True}]
    """
    if isinstance(value, list):
        return [written(one) for one in value]
    if isinstance(value, dict):
        return {name: written(one) for name, one in value.items()}
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, int) and not -LARGEST_EXACT <= value <= LARGEST_EXACT:
        return number_text(int(value))
    return value


class Moments:
    """The moments of all runs of a machine: rows of numbers, and the values that these stand for.

    A row has the number of the transition taken, -1 where there was none, that of the state, and
    the numbers in the pools of output, pegs compared, contents, configuration and questions.
    """

    def __init__(self, machine: Machine) -> None:
        self._states = {name: number for number, name in enumerate(machine.automaton.states)}
        self.rows = Pool()
        self.outputs, self.pegs, self.values = Pool(), Pool(), Pool()
        self.contents, self.places, self.questions = Pool(), Pool(), Pool()

    def number(self, frame: Frame, hidden: str = "") -> int:
        """The number of a frame; the part of the memory of the name `hidden` is left out."""
        plain = written(frame.plain())
        held = [
            [self.values.number(name), self.values.number(value)]
            for name, value in plain["contents"].items()
            if name != hidden
        ]
        enabled = [one["taken"] for one in plain["choices"] if one["enabled"]]
        return self.rows.number(
            [
                -1 if frame.taken is None else frame.taken,
                self._states[frame.state],
                self.outputs.number([plain["output"], plain["move"]]),
                self.pegs.number(plain["compared"]),
                self.contents.number(held),
                self.places.number(plain["configuration"]),
                self.questions.number([plain["questions"], enabled]),
            ]
        )

    def plain(self) -> Plain:
        return {
            "moments": self.rows.values,
            "outputs": self.outputs.values,
            "pegs_compared": self.pegs.values,
            "values": self.values.values,
            "contents": self.contents.values,
            "places": self.places.values,
            "questions": self.questions.values,
        }


class Wanted(NamedTuple):
    """Up to how many disks a page goes, and which paths and words it shows besides the usual."""

    disks: int
    paths: tuple[tuple[str, str], ...] = ()
    words: tuple[tuple[str, ...], ...] = ()


@singledispatch
def runs_of(machine: Machine, wanted: Wanted, failing: bool) -> Plain:
    """The runs of a machine, and the moments in them; a failing one is judged word by word."""
    moments = Moments(machine)
    if machine.autonomous:
        found = [
            {"begin": one.name} | _run(moments, frames(machine, start=one.name or None))
            for one in machine.starts_up_to(machine.explored_size)
        ]
        return {"runs": found} | moments.plain()
    return _Words(machine, moments, wanted).plain(failing)


@runs_of.register
def _(machine: Solver, wanted: Wanted, failing: bool) -> Plain:
    moments = Moments(machine)
    found = [
        {"disks": disks, "source": source, "target": target}
        | _run(moments, frames(machine, disks, source=source, target=target))
        for disks in range(wanted.disks + 1)
        for source, target in PAIRS
    ]
    return {"runs": found} | moments.plain()


@runs_of.register
def _(machine: Pathfinder, wanted: Wanted, failing: bool) -> Plain:
    moments = Moments(machine)
    found = [
        {"start": start, "goal": goal} | _run(moments, frames(machine, start, goal))
        for start, goal in dict.fromkeys((*_pairs(wanted.disks), *wanted.paths))
    ]
    return {"runs": found} | moments.plain()


def _pairs(disks: int) -> Iterator[tuple[str, str]]:
    """All pairs of configurations of few disks, and for more disks those of towers."""
    for many in range(disks + 1):
        digits = product(map(str, PEGS), repeat=many)
        towers = (str(peg) * many for peg in PEGS)
        every = list(map("".join, digits)) if 9**many <= MOST_PAIRS else list(towers)
        yield from product(every, repeat=2)


def _run(moments: Moments, run: Iterable[Frame]) -> Plain:
    """The numbers of the moments of a run, and what is wrong at its end."""
    shown = list(islice(run, MOST_EVENTS + 1))
    fault = _fault(shown[-1])
    if len(shown) > MOST_EVENTS and not fault:
        fault = {"stopped": f"the page holds the first {MOST_EVENTS} events only"}
    return {"moments": list(map(moments.number, shown)), **fault}


def _fault(frame: Frame) -> Plain:
    """What is wrong at the end of a run; nothing where all is well."""
    plain = written(frame.plain())
    return {name: plain[name] for name in ("finding", "stopped") if plain[name]}


def _last(found: Iterator[Frame]) -> Frame:
    """The last frame of a run; there always is the one before the first event."""
    return deque(found, maxlen=1)[0]


class _Words:
    """The moments that a machine's words lead to, followed by each event.

    Two words lead to the same node if state and memory are then the same, and so is whatever comes
    after them.
    """

    def __init__(self, machine: Machine, moments: Moments, wanted: Wanted) -> None:
        self.machine, self.moments, self.wanted = machine.on("generated"), moments, wanted
        self.tape = "tape" if issubclass(machine.vocabulary, Tape) else ""
        self.nodes: dict[Hashable, int] = {}
        self.onward: list[Plain] = []

    def plain(self, failing: bool) -> Plain:
        """The starts, what each event leads to from each node, and what is wrong with words."""
        starts = [self._from(one.name) for one in self.machine.starts_up_to(0)]
        wrong = [one for start in starts for one in self._wrong(start["begin"])] if failing else []
        found = {"starts": starts, "nodes": self.onward, "wrong": wrong, "tape": self.tape}
        return found | self.moments.plain()

    def _from(self, begin: str) -> Plain:
        """A start, after the nodes that it leads to are all known."""
        options = self._options(begin)
        moment, node, _ = self._reached((), options)
        todo = deque([(Word(), node)] if not self.onward[node]["next"] else [])
        while todo:
            word, here = todo.popleft()
            for event in self.machine.alphabet:
                longer, known = (*word, event), len(self.onward)
                if known >= MOST_MOMENTS and not self._is_wanted(longer):
                    continue
                after, there, fault = self._reached(longer, options)
                self.onward[here]["next"][event] = fault if there < 0 else [after, there]
                if there == known:
                    todo.append((longer, there))
        return {"begin": begin, **options, "moment": moment, "node": node}

    def _options(self, begin: str) -> Plain:
        if isinstance(self.machine, Reader):
            _, source, _, target = begin.split()
            return {"source": int(source), "target": int(target)}
        return {"start": begin} if begin else {}

    def _is_wanted(self, word: Word) -> bool:
        return any(wanted[: len(word)] == word for wanted in self.wanted.words)

    def _reached(self, word: Word, options: Plain) -> tuple[int, int, Plain]:
        """The moment after a word, its node, and why the word is refused if it is.

        The node is -1 if the last event is; no earlier one is.
        """
        run = self._run(word, options)
        for _ in word[:-1]:
            next(run)
        last = _last(Film(self.machine, Course(), run).frames())
        fault = _fault(last)
        moment = self.moments.number(last, self.tape)
        if word and last.taken is None:
            return moment, -1, fault
        key = self._key(run.memory, last)
        if key not in self.nodes:
            self.nodes[key] = len(self.onward)
            self.onward.append({"next": {}, **fault})
        return moment, self.nodes[key], fault

    def _run(self, word: Word, options: Plain) -> Run:
        if isinstance(self.machine, Reader):
            return self.machine.run(" ".join(word), **options)
        return self.machine.run(list(word), **options)

    def _key(self, memory: Memory, frame: Frame) -> Hashable:
        """What decides of all that comes, and is shown."""
        shown = "" if self.tape else dumps(frame.plain()["contents"])
        try:
            return frame.state, memory.key(), shown
        except BadMemory:  # it cannot be compared: then no two moments are taken to be the same
            return len(self.nodes)

    def _wrong(self, begin: str) -> Iterator[Plain]:
        """The shortest words that are answered wrongly from a start, each with the fault."""
        words, judged, options = deque([Word()]), 0, self._options(begin)
        while words and judged < MOST_JUDGED:
            word = words.popleft()
            judged += 1
            read = " ".join(word) if isinstance(self.machine, Reader) else list(word)
            last = _last(frames(self.machine, read, **options))
            if last.finding is not None:
                yield {"begin": begin, "word": list(word), **_fault(last)}
            elif last.number == len(word):
                words.extend((*word, event) for event in self.machine.alphabet)
