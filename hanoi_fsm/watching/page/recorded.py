"""The runs of a machine that the page cannot run: each moment once, and where to find it.

A solver is run on every task, a pathfinder on every pair of configurations of few disks. Whatever
reads events is followed from each state and memory by each event once, so that the page can put the
run on any word together from moments that Python has made.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from functools import partial
from itertools import islice, product
from json import dumps, loads
from typing import Any

from hanoi_fsm.fsm.errors import BadMemory
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.trace import for_json
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS
from hanoi_fsm.watching.courses import Course
from hanoi_fsm.watching.frames import Film, Frame, frames
from hanoi_fsm.watching.page.data import Data
from hanoi_fsm.watching.page.scope import Scope

MOST_PAIRS = 729
"""The most pairs of configurations of n disks between which a page holds all paths."""

MOST_MOMENTS = 600
"""The most moments of a machine that are followed by each event."""

MOST_EVENTS = 10_000
"""The most events of a run that a page holds; no solver needs as many for 10 disks."""

MOST_JUDGED = 364
"""The most words on which a faulty machine is judged: all of up to 5 symbols of 3."""

LARGEST_EXACT = 2**53 - 1
"""Up to it JavaScript tells whole numbers apart."""


def recorded(machine: Machine, scope: Scope, tape: str, *, failing: bool) -> Data:
    """The runs of a machine, and the moments in them; a failing one is judged word by word."""
    moments = Moments(tape)
    if machine.autonomous:
        runs = [inputs | _run(moments, run) for inputs, run in _runs(machine, scope)]
        return {"moments": moments.data(), "runs": runs}
    words = _Words(machine, moments, scope)
    starts = [words.start(one.name) for one in machine.kind.starts(0)]
    wrong = [one for start in starts for one in words.wrong(start["begin"])] if failing else []
    data = {"starts": starts, "nodes": words.nodes, "wrong": wrong}
    return {"moments": moments.data(), **data}


class Moments:
    """The moments of all runs of a machine, each once; the outputs on a `tape` are left out."""

    def __init__(self, tape: str) -> None:
        self._tape, self._numbers = tape, dict[str, int]()

    def number(self, frame: Frame) -> int:
        text = dumps(
            {
                "taken": frame.taken,
                "state": frame.state,
                "output": written(for_json(frame.output)),
                "move": for_json(frame.move),
                "compared": frame.compared,
                "contents": self.contents(frame),
                "configuration": for_json(frame.configuration),
                "questions": [one._asdict() for one in frame.questions],
                "enabled": [one.number for one in frame.choices if one.enabled],
            }
        )
        return self._numbers.setdefault(text, len(self._numbers))

    def contents(self, frame: Frame) -> Data:
        held = {name: written(for_json(value)) for name, value in frame.contents.items()}
        held.pop(self._tape, None)
        return held

    def data(self) -> list[Data]:
        return [loads(text) for text in self._numbers]


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


def _runs(machine: Machine, scope: Scope) -> Iterator[tuple[Data, Iterator[Frame]]]:
    """All runs without events, each after what it is known by."""
    if isinstance(machine, Solver):
        for disks, (source, target) in product(range(scope.disks + 1), PAIRS):
            ends = {"source": source, "target": target}
            yield {"disks": disks, **ends}, frames(machine, disks, **ends)
    elif isinstance(machine, Pathfinder):
        for start, goal in dict.fromkeys((*_pairs(scope.disks), *scope.paths)):
            yield {"start": start, "goal": goal}, frames(machine, start, goal)
    else:
        for one in machine.kind.starts(machine.kind.explored_size):
            yield {"begin": one.name}, frames(machine, start=one.name or None)


def _pairs(disks: int) -> Iterator[tuple[str, str]]:
    """All pairs of configurations of few disks; of more, those of towers."""
    for many in range(disks + 1):
        digits = product(map(str, PEGS), repeat=many)
        towers = (str(peg) * many for peg in PEGS)
        every = list(map("".join, digits)) if 9**many <= MOST_PAIRS else list(towers)
        yield from product(every, repeat=2)


def _run(moments: Moments, run: Iterable[Frame]) -> Data:
    """The numbers of the moments of a run, and what is wrong at its end."""
    shown = list(islice(run, MOST_EVENTS + 1))
    fault = _fault(shown[-1])
    if len(shown) > MOST_EVENTS and not fault:
        fault = {"stopped": f"the page holds the first {MOST_EVENTS} events only"}
    return {"moments": list(map(moments.number, shown)), **fault}


def _fault(frame: Frame) -> Data:
    """What is wrong at the end of a run; nothing where all is well."""
    found: Data = {"stopped": frame.stopped} if frame.stopped else {}
    if (fault := frame.finding) is not None:
        parts = {"step": fault.step, "expected": fault.expected, "got": fault.got}
        found["finding"] = written(parts | {"sentence": str(fault)})
    return found


def _last(found: Iterator[Frame]) -> Frame:
    """The last frame of a run; there always is the one before the first event."""
    return deque(found, maxlen=1)[0]


class _Words:
    """The moments that a machine's words lead to, followed by each event.

    Two words lead to the same of the `nodes` if state and memory are then the same, and so is
    whatever comes after them.
    """

    def __init__(self, machine: Machine, moments: Moments, scope: Scope) -> None:
        self.machine, self.moments, self.scope = machine.on("generated"), moments, scope
        self.known: dict[Hashable, int] = {}
        self.nodes: list[Data] = []

    def start(self, begin: str) -> Data:
        """A start, after the nodes that it leads to are all known."""
        moment, node = self._reached(begin, ())
        todo = deque[tuple[Word, int]]([((), node)] if not self.nodes[node]["next"] else [])
        while todo:
            word, here = todo.popleft()
            for event in self.machine.alphabet:
                known = len(self.nodes)
                if known < MOST_MOMENTS and self._follow(begin, here, (*word, event)) == known:
                    todo.append(((*word, event), known))
        for wanted in self.scope.words:
            here = node
            for length, event in enumerate(wanted, 1):
                if here < 0 or event not in self.machine.alphabet:
                    break
                here = self._follow(begin, here, wanted[:length])
        return {"begin": begin, "moment": moment, "node": node}

    def _follow(self, begin: str, here: int, word: Word) -> int:
        """The node that the last event of a word leads to from another one; -1 if it is refused."""
        onward = self.nodes[here]["next"]
        if word[-1] not in onward:
            onward[word[-1]] = self._reached(begin, word)
        found = onward[word[-1]]
        return found[1] if isinstance(found, tuple) else -1

    def _reached(self, begin: str, word: Word) -> Any:
        """The moment after a word and its node, or why its last event is refused."""
        run = self._begun(self.machine.run, begin, word)
        for _ in word[:-1]:
            next(run)
        last = _last(Film(self.machine, Course(), run).frames())
        if word and last.taken is None:
            return _fault(last)
        moment = self.moments.number(last)
        try:
            key: Hashable = last.state, run.memory.key(), dumps(self.moments.contents(last))
        except BadMemory:  # it cannot be compared: then no two moments are taken to be the same
            key = len(self.nodes)
        if key not in self.known:
            self.known[key] = len(self.nodes)
            self.nodes.append({"next": {}, **_fault(last)})
        return moment, self.known[key]

    def _begun(self, run: Any, begin: str, word: Word) -> Any:
        """What `run` makes of a word, as the machine takes it, from a start."""
        if self.machine.kind.name == "reader":
            _, source, _, target = begin.split()
            return run(" ".join(word), source=int(source), target=int(target))
        return run(list(word), start=begin) if begin else run(list(word))

    def wrong(self, begin: str) -> Iterator[Data]:
        """The shortest words that are answered wrongly from a start, each with the fault."""
        words, judged = deque[Word]([()]), 0
        while words and judged < MOST_JUDGED:
            word = words.popleft()
            judged += 1
            last = _last(self._begun(partial(frames, self.machine), begin, word))
            if last.finding is not None:
                yield {"begin": begin, "word": list(word), **_fault(last)}
            elif last.number == len(word):
                words.extend((*word, event) for event in self.machine.alphabet)
