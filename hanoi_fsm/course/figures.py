"""The figures of an exercise: a seed draws its numbers, and formulas and machines say what follows.

Each function returns what the texts of its exercises name in braces, among it the right answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.notation import word_text
from hanoi_fsm.fsm.theory.compare import difference
from hanoi_fsm.fsm.theory.mealy import MealyMachine
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.formulas.derivations import halvings
from hanoi_fsm.hanoi.pegs import Configuration, PegMatrix, Task, third
from hanoi_fsm.hanoi.solving import path

if TYPE_CHECKING:
    from hanoi_fsm.course.exercises import Question

Figures = Mapping[str, Any]

TALL = 64
"""A tower of this many disks is never played to its end."""
EVENTS = 6
"""How many events a word of the turnstile has."""


def tower(random: Random, question: Question, smallest: int = 2) -> Figures:
    """A step of a tower: each disk from the `smallest` on may move in it, but for the largest."""
    disks = random.randint(4, 6)
    task, disk = Task(disks), random.randint(smallest, disks - 1)
    step = (2 * random.randrange(1 << disks - disk) + 1) << disk - 1
    move, before = formulas.move(step, task), formulas.configuration(step - 1, task)
    circle = formulas.itinerary_of(disk, task)
    times = 1 << disks - disk
    last = step | 3  # disks 1 and 2 are together then
    together = str(formulas.configuration(last, task))[:-1]
    return {
        "disks": disks,
        "fewer": disks - 1,
        "moves": task.last_step,
        "power": task.last_step + 1,
        "middle": (task.last_step + 1) // 2,
        "step": step,
        "binary": f"{step:b}",
        "padded": f"{step:0{disks}b}",
        "zeros": disk - 1,
        "trailing": counted(disk - 1, "trailing zero"),
        "disk": disk,
        "above": disk + 1,
        "from_top": disks + 1 - disk,
        "times": times,
        "doubled": 2 * times,
        "turn": (step >> disk) + 1,
        "source": move.source,
        "target": move.target,
        "spare": third(move.source, move.target),
        "circle": " ".join(map(str, circle)),
        "reversed": " ".join(map(str, (circle[0], *circle[:0:-1]))),
        "parity": "odd" if (disks - disk) % 2 else "even",
        "before": before,
        "after": formulas.configuration(step, task),
        "backwards": str(formulas.configuration(step, task))[::-1],
        "halved": _halved(step, disks),
        "first": last - 2,
        "last": last,
        "rounds": (last + 1) // 4,
        "glued": formulas.step_of(together),
        "before_glued": formulas.step_of(together) - 1,
        **_calls(step, before, task),
        **_memory(random, before, step, task),
    }


def _halved(step: int, disks: int) -> str:
    """How halving the steps finds where each disk is."""
    word = f"{step:0{disks}b}"
    has = {"yes": "has", "no": "has not"}
    found = halvings(word)
    return "; ".join(f"{one['compared']}, disk {one['disk']} {has[one['moved']]}" for one in found)


def _calls(step: int, before: Configuration, task: Task) -> Figures:
    """The calls of the recursion that have begun when a step is made, the first one first."""
    state, memory = automata.SOLVERS["call-stack"].resume(before, step, task)
    contents = memory.contents()
    calls: list[Any] = [frame[:3] for frame in contents["stack"]]  # type: ignore[attr-defined]  # its frames
    if state == "call":
        calls.append((contents["k"], contents["i"], contents["j"]))
    texts = [" ".join(map(str, call)) for call in calls]
    return {
        "calls": ", ".join(texts),
        "waiting": ", ".join(texts[:-1]),
        "upwards": ", ".join(texts[::-1]),
    }


def _memory(random: Random, before: Configuration, step: int, task: Task) -> Figures:
    """What two-storey has in its memory and where it is before a step, and what one peg holds."""
    machine = automata.SOLVERS["two-storey"]
    states = [state for state in machine.automaton.states if state not in machine.automaton.final]
    state, memory = machine.resume(before, step, task)
    contents, pegs = memory.contents(), PegMatrix(before)
    peg = random.randrange(3)
    return {
        "state": state,
        "before_state": states[states.index(state) - 1],
        "after_state": states[(states.index(state) + 1) % len(states)],
        "rest": step % len(states),
        "pegs": pegs,
        "peg": peg,
        "height": pegs.heights[peg],
        "height_in_words": counted(pegs.heights[peg], "disk"),
        "top": pegs.top(peg),
        "bottom": (pegs.stack(peg) or [0])[0],
        "sentinel": task.disks + 1,
        "small": contents["small"],
        "round": " ".join(map(str, formulas.itinerary_of(1, task))),
        "first_peg": formulas.move(1, task).target,
        "ahead": contents["ahead"],
        "behind": contents["behind"],
    }


def large_tower(random: Random, question: Question) -> Figures:
    """A tower that is too high to be played, and its first move."""
    disks = random.randint(15, 40)
    move = formulas.move(1, Task(disks))
    return {
        "disks": disks,
        "parity": "odd" if disks % 2 else "even",
        "target": move.target,
        "other": third(0, move.target),
    }


def tall_tower(random: Random, question: Question) -> Figures:
    """A tower of which only the parity matters, and where disk 1 goes in it."""
    disks = TALL + random.randrange(2)
    return {"disks": disks, "circle": ", ".join(map(str, formulas.itinerary_of(1, Task(disks))))}


def word(random: Random, question: Question) -> Figures:
    """A word of events, and the states through which it leads the machine."""
    automaton = question.machine.automaton
    events = random.choices(automaton.events, k=EVENTS)
    taken = [*automaton.read(events)]
    return {
        "word": " ".join(events),
        "states": ", ".join([automaton.initial, *(one.target for one in taken)]),
        "state": taken[-1].target,
        "earlier": taken[-1].source,
        "initial": automaton.initial,
        "last_output": automaton.outputs[taken[-1].action or ""],
        "ways": ", ".join(f"`{one}`" for one in taken),
    }


def witness(random: Random, question: Question) -> Figures:
    """A shortest word that a broken reader answers wrongly."""
    broken, right = readers(question)
    symbols = difference(broken, right)
    assert symbols is not None  # it would not be broken
    are = "is" if len(symbols) == 1 else "are"
    return {
        "initial": broken.automaton.initial,
        "word": word_text(symbols),
        "length_in_words": f"{counted(len(symbols), 'symbol')} {are}",
        "got": written(broken, symbols),
        "expected": written(right, symbols),
    }


def readers(question: Question) -> tuple[MealyMachine, MealyMachine]:
    """The broken reader of a question, and the right one."""
    machine, given = question.machine, question.given
    assert given is not None  # the question is about it
    broken, right = (
        MealyMachine(one, machine.outputs, one.final) for one in (given, machine.automaton)
    )
    return broken, right


def written(reader: MealyMachine, symbols: Sequence[str]) -> str:
    """What a reader writes, in words."""
    answer = reader.answer(symbols)
    return "a refusal" if answer is None else "".join(answer)


def two_configurations(random: Random, question: Question) -> Figures:
    """Two configurations with one shortest path, which moves the largest disk once or twice."""
    wanted = random.choice(("once", "twice"))
    while True:
        start, goal = ("".join(random.choices("012", k=4)) for _ in range(2))
        lengths = formulas.path_lengths(start, goal)
        if start[0] == goal[0] or lengths.once == lengths.twice:
            continue
        times = "once" if lengths.once < lengths.twice else "twice"
        if times == wanted:
            break
    moves = [*path(start, goal)]
    return {
        "start": start,
        "goal": goal,
        "pegs": PegMatrix(start),
        "goal_pegs": PegMatrix(goal),
        "times": times,
        "other_times": "twice" if times == "once" else "once",
        "length": len(moves),
        "once": lengths.once,
        "twice": lengths.twice,
        "longer": max(lengths),
        "moves": " ".join(f"{one.source}{one.target}" for one in moves),
    }


FIGURES: Mapping[str, Callable[[Random, Question], Figures]] = {
    "a step": tower,
    "a step of any disk": partial(tower, smallest=1),
    "a large tower": large_tower,
    "a tall tower": tall_tower,
    "a word": word,
    "a witness": witness,
    "two configurations": two_configurations,
}
"""By the name in `exercises.toml`."""
