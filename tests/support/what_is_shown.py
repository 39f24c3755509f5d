"""The moments of a run, by `Machine.run` and the rules of the puzzle, and how a page shows them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from hanoi_fsm import (
    PATHFINDERS,
    SOLVERS,
    FsmError,
    Machine,
    Memory,
    Move,
    Transition,
    find,
)
from support import oracle

Shown = dict[str, Any]


class Moment(NamedTuple):
    """After an event: the state, what the memory holds, how it answers the guards asked next."""

    state: str
    contents: Mapping[str, Any]
    answers: Mapping[str, bool]
    transition: Transition | None = None
    output: Any = None

    @property
    def move(self) -> Move | None:
        return self.output if isinstance(self.output, Move) else None


@dataclass(frozen=True)
class Happening:
    """A run, why it stopped if it did, the word that it reads, where its disks were at first."""

    machine: Machine
    moments: list[Moment]
    stopped: str = ""
    word: Sequence[str] | None = None
    start: str | None = None
    task: tuple[int, int] | None = None

    @cached_property
    def steps(self) -> list[int]:
        """The number of moves up to each moment; without pegs each event is a step."""
        if self.start is None:
            return list(range(len(self.moments)))
        return list(accumulate(int(moment.move is not None) for moment in self.moments))

    @cached_property
    def places(self) -> list[str]:
        """Where the disks are at each moment; every move must be legal."""
        if self.start is None:
            return []
        moves = [moment.move for moment in self.moments if moment.move]
        along = list(oracle.replay(self.start, moves))
        return [along[step] for step in self.steps]

    def leaving(self, number: int) -> list[tuple[int, Transition]]:
        """The transitions that leave the state of a moment, with their numbers."""
        state = self.moments[number].state
        rows = enumerate(self.machine.automaton.transitions)
        return [(at, transition) for at, transition in rows if transition.source == state]

    def next_taken(self, number: int) -> Transition | None:
        later = self.moments[number + 1 : number + 2]
        return later[0].transition if later else None

    def changed(self, number: int, name: str) -> bool:
        """Whether the latest event changed what the memory holds under a name."""
        now, before = self.moments[number], self.moments[max(0, number - 1)]
        return bool(now.contents[name] != before.contents[name])

    def changed_places(self, number: int, name: str) -> list[int]:
        """The places of a tuple that are new or different."""
        now = self.moments[number].contents[name]
        before = self.moments[max(0, number - 1)].contents[name]
        return [at for at, part in enumerate(now) if before[at : at + 1] != (part,)]


def happening(machine: Machine, *inputs: Any, **options: Any) -> Happening:
    """Run a machine with these inputs and options of its `run`, and look at its memory."""
    run = machine.run(*inputs, views="contents", **options)
    moments = [_moment(machine, run.memory)]
    stopped = ""
    try:
        for record in run:
            now = _moment(machine, run.memory)
            assert now.state == record.next_state
            moments.append(now._replace(transition=record.transition, output=record.output))
    except FsmError as error:
        stopped = str(error)
    return Happening(machine, moments, stopped)


def _moment(machine: Machine, memory: Memory) -> Moment:
    answers: dict[str, bool] = {}
    leaving = [
        transition
        for transition in machine.automaton.transitions
        if transition.source == memory.__state__
    ]
    for name in dict.fromkeys(guard.name for transition in leaving for guard in transition.guards):
        with suppress(Exception):  # it may need an earlier guard to be safe
            answers[name] = getattr(memory, name)()
    return Moment(memory.__state__, dict(memory.contents()), answers)


def tower_run(machine: Machine, disks: int, source: int, target: int) -> Happening:
    """A solver moves a tower, along the solution by the textbook."""
    whole = happening(machine, disks, source=source, target=target)
    run = Happening(machine, whole.moments, start=str(source) * disks, task=(source, target))
    assert list(dict.fromkeys(run.places)) == oracle.solution(disks, source, target)
    return run


def word_run(machine: Machine, word: Sequence[str], **options: Any) -> Happening:
    """A machine reads the events of a word."""
    whole = happening(machine, " ".join(word) if machine.kind == "reader" else word, **options)
    return Happening(machine, whole.moments, whole.stopped, word)


class Example(NamedTuple):
    """A run, how a link to the page says what it is on, and how a command does."""

    run: Happening
    link: str
    words: list[str]


def example(name: str, random: Random, size: int) -> Example:
    """A machine on a tower, a path or a word of a given size."""
    machine = find(name)
    if name in SOLVERS:
        source, target = random.choice(oracle.TASKS)
        run = tower_run(machine, size, source, target)
        link = {"disks": str(size), "from": str(source), "to": str(target)}
        words = [str(size), "--from", str(source), "--to", str(target)]
    elif name in PATHFINDERS:
        start, goal = random.choice(oracle.pairs(size))
        run = Happening(machine, happening(machine, start, goal).moments, start=start)
        assert run.places[-1] == goal
        link = {"disks": str(size), "start": start, "goal": goal}
        words = [start, goal]
    else:
        events = random.choices(machine.alphabet, k=size)
        begin = random.choice(list(machine.starts_up_to(0))).name
        ends = dict(zip(("source", "target"), map(int, begin.split()[1::2]), strict=False))
        run = word_run(machine, events, **ends)
        link = {"word": " ".join(events), "begin": begin}
        words = [" ".join(events)] if machine.kind == "reader" else events
        words += [f"--from={ends['source']}", f"--to={ends['target']}"] if ends else []
    return Example(run, urlencode({"by": name} | link), words)


def differences(run: Happening, dumped: Shown) -> list[str]:
    """The differences between a page and the run that it shows, moment by moment."""
    shown = dumped["moments"]
    if len(shown) != len(run.moments) or dumped["problem"]:
        return [f"{len(shown)} moments, not {len(run.moments)}: {dumped['problem']}"]
    wrong = []
    for number, now in enumerate(shown):
        wrong += [
            f"event {number}: {part} is {got!r}, not {wanted!r}"
            for part, got, wanted in _parts(run, number, now)
            if got != wanted
        ]
    return wrong


def _parts(run: Happening, number: int, now: Shown) -> Iterator[tuple[str, Any, Any]]:
    """The parts of the page, each with what it shows and what it must show."""
    moment = run.moments[number]
    yield "count", now["count"].replace(",", "").removesuffix(" \N{CHECK MARK}"), count(run, number)
    yield "voice", moment.state in now["voice"], True
    yield from _each("body ", now["body"], body(run, number))
    held = {part: dict(now["memory"][part]) for part in ("registers", "lists", "stacks")}
    yield from _each("memory ", now["memory"] | held, memory(run, number))
    yield "state", now["diagram"]["states"], [moment.state]
    yield "taken", *taken(run, number, now["diagram"])
    yield from _each("next ", now["next"], what_is_next(run, number))
    if run.start is not None:
        yield from _each("pegs ", now["pegs"], picture(run, number))


def _each(panel: str, shown: Shown, wanted: Shown) -> Iterator[tuple[str, Any, Any]]:
    for part, value in wanted.items():
        yield f"{panel}{part}", shown[part], value


def spelt(value: Any, most: int = 60) -> str:
    """A value as the page writes it, cut where it is too long."""
    if isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, tuple | list) and not isinstance(value, Move):
        text = f"({', '.join(map(spelt, value))})" if value else "-"
    else:
        text = "-" if value is None else str(value)
    return text if len(text) <= most else f"{text[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def since_step(run: Happening, number: int) -> int:
    """The events since the last move."""
    return number - run.steps.index(run.steps[number])


def count(run: Happening, number: int) -> str:
    """The step, the events since then, and the number of steps."""
    later = since_step(run, number)
    if number == len(run.moments) - 1 and not run.stopped:
        later = 0  # a run that has ended is done
    return f"{run.steps[number]}{f' +{later}' if later else ''} / {run.steps[-1]}"


def body(run: Happening, number: int) -> Shown:
    """What is known of the moment at one place, for programs."""
    moment = run.moments[number]
    return {
        "step": str(run.steps[number]),
        "event": str(since_step(run, number)),
        "state": moment.state,
        "configuration": run.places[number] if run.places else "",
        "move": ":".join(map(str, moment.move)) if moment.move else "",
    }


def picture(run: Happening, number: int) -> Shown:
    """The pegs: where the disks lie, and which one moved from where."""
    move = run.moments[number].move
    return {
        "digits": run.places[number],
        "untidy": [],
        "moved": [move.disk] if move else [],
        "from": [move.source] if move else [],
    }


def memory(run: Happening, number: int) -> Shown:
    """The memory: each part in the form that it has in the whole run, with what has changed."""
    contents = run.moments[number].contents
    names = list(contents)
    stacks = {name: _fields(contents[name]) for name in names if _fields(contents[name])}
    lists = [name for name in names if isinstance(contents[name], tuple) and name not in stacks]
    word = []
    if run.word is not None:
        word = [[[*(spelt(symbol, 12) for symbol in run.word), "\N{LEFT TACK}"], [number]]]
    return {
        "registers": {
            name: [spelt(contents[name]), run.changed(number, name)]
            for name in names
            if name not in lists and name not in stacks
        },
        "lists": {
            name: [[spelt(value, 12) for value in contents[name]], run.changed_places(number, name)]
            for name in lists
        },
        "stacks": {
            name: [
                fields,
                [[spelt(value, 20) for value in frame] for frame in contents[name]],
                run.changed_places(number, name),
            ]
            for name, fields in stacks.items()
        },
        "word": word,
    }


def _fields(value: Any) -> list[str]:
    """The names of the parts of a stack's frames, if it is a stack that has some."""
    frames = value if isinstance(value, tuple) else ()
    return next(([*frame._fields] for frame in frames if hasattr(frame, "_fields")), [])


def taken(run: Happening, number: int, shown: Shown) -> tuple[Any, Any]:
    """The label that is lit; each transition is on one."""
    moment, transitions = run.moments[number], list(run.machine.automaton.transitions)
    at = transitions.index(moment.transition) if moment.transition else None
    assert sorted(number for numbers in shown["drawn"] for number in numbers) == [
        *range(len(transitions))
    ]
    return shown["taken"], [numbers for numbers in shown["drawn"] if at in numbers]


def what_is_next(run: Happening, number: int) -> Shown:
    """The guards with their answers on this memory, and the transitions that leave the state."""
    moment, following = run.moments[number], run.next_taken(number)
    answers = moment.answers
    return {
        "stopped": run.stopped if following is None else "",
        "questions": [[name, spelt(answer)] for name, answer in answers.items()],
        "choices": [
            [
                at,
                all(answers[guard.name] is guard.answer for guard in transition.guards),
                transition == following,
            ]
            for at, transition in run.leaving(number)
        ],
    }
