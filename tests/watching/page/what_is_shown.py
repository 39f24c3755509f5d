"""What happens in a run, by `Machine.run` and the rules of the puzzle, and how a page shows it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

import oracle
from pytest import approx

from hanoi_fsm import (
    PATHFINDERS,
    SOLVERS,
    HanoiError,
    Machine,
    Memory,
    Move,
    Transition,
    find,
)

Shown = dict[str, Any]
Place = tuple[float, float]

ROWS = 9
"""As many rows of a trace are shown at once."""

MOST_STATES, MOST_EDGES = 9, 40
"""Larger diagrams are not shown."""

NAMED = re.compile(r"(\d) is peg (\d)")
TRIANGLE: tuple[Place, ...] = ((0.5, 0.0), (0.0, 1.0), (1.0, 1.0))
"""The corners of the Hanoi graph: all disks on peg 0, 1 and 2."""


class Moment(NamedTuple):
    """After an event: the state, what the memory holds, and how it answers the guards asked next.

    `compared` says which pegs each guard and action would compare now.
    """

    state: str
    contents: Mapping[str, Any]
    answers: Mapping[str, bool]
    compared: Mapping[str, tuple[int, ...]]
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
        return list(accumulate(int(one.move is not None) for one in self.moments))

    @cached_property
    def places(self) -> list[str]:
        """Where the disks are at each moment; every move must be legal."""
        if self.start is None:
            return []
        moves = [one.move for one in self.moments if one.move]
        along = list(oracle.replay(self.start, moves))
        return [along[step] for step in self.steps]

    def counts(self, number: int) -> list[int]:
        """How often each transition was taken up to a moment."""
        taken = [one.transition for one in self.moments[1 : number + 1]]
        return [taken.count(one) for one in self.machine.automaton.transitions]

    def leaving(self, number: int) -> list[tuple[int, Transition]]:
        """The transitions that leave the state of a moment, with their numbers."""
        state = self.moments[number].state
        rows = enumerate(self.machine.automaton.transitions)
        return [(at, one) for at, one in rows if one.source == state]

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
        return [at for at, one in enumerate(now) if before[at : at + 1] != (one,)]


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
    except HanoiError as error:
        stopped = str(error)
    return Happening(machine, moments, stopped)


def _moment(machine: Machine, memory: Memory) -> Moment:
    answers: dict[str, bool] = {}
    leaving = [one for one in machine.automaton.transitions if one.source == memory.__state__]
    for name in dict.fromkeys(guard.name for one in leaving for guard in one.guards):
        with suppress(Exception):  # it may need an earlier guard to be safe
            answers[name] = getattr(memory, name)()
    says = getattr(memory, "compared", lambda word: ())
    compared = {word: says(word) for word in (*memory.guards(), *memory.actions())}
    return Moment(memory.__state__, dict(memory.contents()), answers, compared)


def tower_run(machine: Machine, disks: int, source: int, target: int) -> Happening:
    """A solver moves a tower, along the solution by the textbook."""
    found = happening(machine, disks, source=source, target=target)
    run = Happening(machine, found.moments, start=str(source) * disks, task=(source, target))
    assert list(dict.fromkeys(run.places)) == oracle.solution(disks, source, target)
    return run


def word_run(machine: Machine, word: Sequence[str], **options: Any) -> Happening:
    """A machine reads the events of a word."""
    found = happening(machine, " ".join(word) if machine.kind == "reader" else word, **options)
    return Happening(machine, found.moments, found.stopped, word)


class Example(NamedTuple):
    """A run, how a link to the page says what it is on, and how a command does."""

    run: Happening
    link: str
    words: list[str]


def example(name: str, random: Random, size: int) -> Example:
    """A machine on a tower, a path or a word, with so many disks or events."""
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


def differences(run: Happening, found: Shown) -> list[str]:
    """What a page shows otherwise than it happens, moment by moment."""
    shown = found["moments"]
    if len(shown) != len(run.moments) or found["problem"]:
        return [f"{len(shown)} moments, not {len(run.moments)}: {found['problem']}"]
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
    yield from _each("", now, sentences(run, number))
    yield from _each("body ", now["body"], body(run, number))
    held = {part: dict(now["memory"][part]) for part in ("registers", "lists", "stacks")}
    yield from _each("memory ", now["memory"] | held, memory(run, number))
    yield from _each("diagram ", now["diagram"], diagram(run, number, now["diagram"]))
    yield from _each("next ", now["next"], what_is_next(run, number))
    yield "trace", now["trace"], trace_rows(run, number)
    if run.start is not None:
        yield from _each("pegs ", now["pegs"], picture(run, number))
    if run.start:
        yield from _each("graph ", now["graph"], graph(run, number))
    if run.task:
        yield from _each("formula ", _worked_out(now["formula"]), formula(run, number))


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


def sentences(run: Happening, number: int) -> Shown:
    """The sentence above the panels, the count beside the slider, and why the run ends."""
    moment, later = run.moments[number], since_step(run, number)
    events = f"{later} event{'s' if later > 1 else ''}"
    step, last = run.steps[number], run.steps[-1]
    said = [f"Step {step} of {last}{f' and {events}' if later else ''}"]
    if moment.move:
        disk, source, target = moment.move
        said.append(f"disk {disk} from peg {source} to peg {target}")
    elif moment.output is not None:
        said.append(f"output {spelt(moment.output, 9999)}")
    final = " (final)" if moment.state in run.machine.automaton.final else ""
    stopped = run.stopped and number == len(run.moments) - 1
    return {
        "now": ", ".join([*said, f"state {moment.state}{final}."]),
        "count": f"{step} / {last}{f' +{later}' if later else ''}",
        "fault": f"Stopped: {run.stopped}" if stopped else "",
    }


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
    """The pegs: where the disks lie, which one moved from where, the tops that were compared."""
    move = run.moments[number].move
    return {
        "digits": run.places[number],
        "untidy": [],
        "moved": [move.disk] if move else [],
        "from": [move.source] if move else [],
        "meant": meant(run, number),
    }


def meant(run: Happening, number: int) -> list[int]:
    """The pegs that words of the state compare, or speak of as ahead and behind."""
    moment, vocabulary = run.moments[number], run.machine.vocabulary
    leaving = [one for _, one in run.leaving(number)]
    words = {guard.name for one in leaving for guard in one.guards}
    words |= {one.action for one in leaving if one.action}
    meanings = vocabulary.guards() | vocabulary.actions()
    said = " ".join(meanings.get(word, "") for word in words).split()
    pegs = {peg for word in words for peg in moment.compared.get(word, ())}
    return sorted(pegs | {moment.contents[name] for name in ("ahead", "behind") if name in said})


def memory(run: Happening, number: int) -> Shown:
    """The memory: each part in the form that it has in the whole run, with what has changed."""
    contents = run.moments[number].contents
    before = run.moments[max(0, number - 1)].contents
    names = list(contents)
    is_matrix = {"peg 0", "peg 1", "peg 2", "heights"} <= set(names)
    if is_matrix:
        names = [one for one in names if not one.startswith("peg ") and one != "heights"]
    stacks = {name: _fields(contents[name]) for name in names if _fields(contents[name])}
    lists = [one for one in names if isinstance(contents[one], tuple) and one not in stacks]
    word = None
    if run.word is not None:
        word = [[*(spelt(one, 12) for one in run.word), "\N{LEFT TACK}"], [number]]
    return {
        "matrix": _matrix(run, number) if is_matrix else [],
        "registers": {
            name: [
                spelt(contents[name]),
                spelt(f"was {spelt(before[name])}", 30) if run.changed(number, name) else "",
                run.changed(number, name),
            ]
            for name in names
            if name not in lists and name not in stacks
        },
        "lists": {
            name: [
                [spelt(one, 12) for one in contents[name]],
                run.changed_places(number, name),
            ]
            for name in lists
        },
        "stacks": {
            name: [
                fields,
                [[spelt(one, 20) for one in frame] for frame in contents[name]],
                len(contents[name]) - 1,
                run.changed_places(number, name),
            ]
            for name, fields in stacks.items()
        },
        "word": word,
    }


def _fields(value: Any) -> list[str]:
    """The names of the parts of a stack's frames, if it is a stack that has some."""
    frames = value if isinstance(value, tuple) else ()
    return next(([*one._fields] for one in frames if hasattr(one, "_fields")), [])


def _matrix(run: Happening, number: int) -> list[Any]:
    """The levels from the highest down to the sentinels, then the heights."""
    contents = run.moments[number].contents

    def cell(peg: int, level: int) -> list[str]:
        disk = contents[f"peg {peg}"][level]
        marks = {
            "changed": level in run.changed_places(number, f"peg {peg}"),
            "top": level == contents["heights"][peg],
        }
        return [str(disk or ""), " ".join(name for name, holds in marks.items() if holds)]

    levels = range(len(contents["peg 0"]) - 1, -1, -1)
    changed = run.changed_places(number, "heights")
    heights = enumerate(contents["heights"])
    last = [[str(height), "changed" if peg in changed else ""] for peg, height in heights]
    return [*([cell(peg, level) for peg in range(3)] for level in levels), last]


def diagram(run: Happening, number: int, shown: Shown) -> Shown:
    """The diagram, or the state table where it would be too large: what is lit, and said."""
    moment, meaning = run.moments[number], run.machine.meanings.get(run.moments[number].state)
    now = f"{moment.state}: {meaning}" if meaning else moment.state
    now += f"taken: {moment.transition}" if moment.transition else ""
    automaton = run.machine.automaton
    edges = {(one.source, one.target) for one in automaton.transitions}
    is_drawn = len(edges) <= MOST_EDGES and len(automaton.states) <= MOST_STATES
    drawn = edges_lit(run, number, shown["drawn"]) if is_drawn else {}
    return {"states": [moment.state], "now": now, **(drawn or state_table(run, number))}


def state_table(run: Happening, number: int) -> Shown:
    """The next state in a row per state and a column per event."""
    automaton, taken = run.machine.automaton, run.moments[number].transition
    cells = [
        [
            [one for one in automaton.transitions if (one.source, one.event) == (state, event)]
            for event in run.machine.alphabet
        ]
        for state in automaton.states
    ]
    every = [one for row in cells for cell in row for one in cell]
    return {
        "events": ["state", *run.machine.alphabet],
        "cells": [
            [state, *([f"{one.target} / {one.action}" for one in cell] for cell in row)]
            for state, row in zip(automaton.states, cells, strict=True)
        ],
        "taken": [every.index(taken)] if taken else [],
    }


def edges_lit(run: Happening, number: int, shown: Sequence[list[int]]) -> Shown:
    """The edge that is lit; each transition is on one."""
    moment, transitions = run.moments[number], list(run.machine.automaton.transitions)
    taken = transitions.index(moment.transition) if moment.transition else None
    edges = [numbers for numbers in shown if taken in numbers]
    covered = sorted(one for numbers in shown for one in numbers)
    assert covered == list(range(len(transitions)))
    return {"edges": edges, "labels": edges, "faulty": []}


def what_is_next(run: Happening, number: int) -> Shown:
    """The guards with their answers on this memory, and the transitions that leave the state."""
    moment, following = run.moments[number], run.next_taken(number)
    answers = moment.answers
    meanings = run.machine.vocabulary.guards()
    return {
        "ended": following is None,
        "stopped": run.stopped if following is None else "",
        "questions": [[name, spelt(answer), meanings[name]] for name, answer in answers.items()],
        "comparisons": [
            [name, *comparison(run.places[number], moment.compared[name])]
            for name in answers
            if moment.compared[name]
        ],
        "choices": [
            [
                at,
                all(answers[guard.name] is guard.answer for guard in one.guards),
                one == following,
                [_label(run, one), one.target],
            ]
            for at, one in run.leaving(number)
        ],
    }


def comparison(place: str, pegs: Sequence[int]) -> tuple[str, str]:
    """Whether the top of a peg is smaller than that of another, and the sentence that says why."""
    floor = len(place) + 1
    one, other = ((place[::-1].find(str(peg)) + 1) or floor for peg in pegs)
    sign = "<" if one < other else ">" if one > other else "="
    words = [
        f"sentinel {top} on empty peg {peg}" if top == floor else f"disk {top} on peg {peg}"
        for top, peg in zip((one, other), pegs, strict=True)
    ]
    return "yes" if sign == "<" else "no", f" {sign} ".join(words)


def trace_rows(run: Happening, number: int) -> list[Any]:
    """The rows of the trace around a moment."""
    first = max(0, min(number - ROWS // 2, len(run.moments) - ROWS))
    shown = range(first, min(first + ROWS, len(run.moments)))
    return [[str(at), _row(run, at), at == number] for at in shown]


def _row(run: Happening, number: int) -> list[str]:
    moment = run.moments[number]
    if moment.transition is None:
        return ["start", "", "", moment.state, ""]
    label = _label(run, moment.transition)
    step = str(run.steps[number]) if moment.move or run.start is None else "\N{MIDDLE DOT}"
    output = "" if moment.output is None else spelt(moment.output)
    return [step, moment.transition.source, label, moment.state, output]


def _label(run: Happening, one: Transition) -> str:
    """What stands on an edge, without the event where there is one only."""
    text = str(one.label)
    return text if len(run.machine.alphabet) > 1 else text.removeprefix(one.event).strip()


def formula(run: Happening, number: int) -> Shown:
    """The step worked out: its bits, and the move that follows from them."""
    assert run.task is not None
    step, disks = run.steps[number], len(run.places[0])
    if not step:
        return {"bits": "", "move": "", "lowest": [], "zeros": [], "ends": []}
    disk, source, target = list(oracle.textbook(disks, *run.task))[step - 1]
    return {
        "bits": f"{step:0{disks}b}",
        "move": f"disk {disk}: {source} -> {target}",
        "lowest": [disk],
        "zeros": list(range(disk - 1, 0, -1)),
        "ends": [source, target],
    }


def _worked_out(shown: Shown) -> Shown:
    """What is shown of the formula, with the pegs that the results of its lines are."""
    lines = shown["lines"]
    results = [int(line.rsplit("=", 1)[1]) for line in lines]
    for line, number in zip(lines, results, strict=True):
        assert eval(line.split("=")[-2].replace("mod", "%")) == number, line
    pegs = dict(NAMED.findall(shown["numbering"])) or {peg: peg for peg in "012"}  # as they are
    return shown | {"ends": [int(pegs[str(one)]) for one in results[-2:]]}


def graph(run: Happening, number: int) -> Shown:
    """The Hanoi graph: the path so far, where the disks are, and where they must go."""
    path = list(dict.fromkeys(run.places[: number + 1]))
    here, goal = run.places[number], run.places[-1]
    return {
        "path": [_near(one) for one in path],
        "now": _near(here),
        "goal": _near(goal),
        "caption": f"At {here} after step {run.steps[number]}, goal {goal} (largest disk first)",
        "edges": 3 * (3 ** len(here) - 1) // 2,
        "fault": False,
        "wrong": False,
    }


def _near(word: str) -> Any:
    return approx([*vertex(word)], abs=0.004)


def vertex(word: str, corners: tuple[Place, ...] = TRIANGLE) -> Place:
    """Where a configuration is in the Hanoi graph, whose corners are those of all disks on a peg.

    The largest disk chooses one of three smaller triangles, which are joined where all smaller
    disks are on the third peg.
    """
    if not word:
        return corners[0]
    here, share = int(word[0]), (2 ** (len(word) - 1) - 1) / (2 ** len(word) - 1)
    inner = [corners[here]] * 3
    for peg in {0, 1, 2} - {here}:
        (x, y), (to_x, to_y) = corners[here], corners[peg]
        inner[3 - here - peg] = (x + (to_x - x) * share, y + (to_y - y) * share)
    return vertex(word[1:], tuple(inner))
