"""The variants of an exercise that a seed draws: the numbers of its question, and its machines.

Figures are the names in braces in the texts of an exercise, including the right answer: a seed
draws the numbers, and formulas and machines compute the rest. A student is given a machine that a
seed has broken, or in which it has split a state, so that students get different ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, product
from random import Random
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.diagrams.texts import escaped_label
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import OVER, word_text
from hanoi_fsm.fsm.repair.edits import mutations
from hanoi_fsm.fsm.theory.compare import difference
from hanoi_fsm.fsm.theory.mealy import MealyMachine, minimal
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.formulas.derivations import halvings
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, PegMatrix, Task, third
from hanoi_fsm.hanoi.solving import path

if TYPE_CHECKING:
    from hanoi_fsm.course.exercises import Question

Figures = Mapping[str, Any]
"""The values of the names in braces in the texts of an exercise."""


TALL = 64
"""The disks of a tower that is never moved to its end."""
DIVISIONS = ((2, 3), (2, 5), (2, 7), (3, 2), (3, 4), (4, 3), (5, 2), (5, 3))
"""Bases of numbers, each with its divisors."""
WANTED = {
    "here": "the peg on which that disk is wanted",
    "next": "the peg on which the next smaller disk is wanted then",
    "stays": '"stays" if that disk is where it is wanted, and "moves" if it is not',
}
"""The outputs of readers of configurations, by the names of their machines."""
EVENTS = 6
"""The number of events in a word of the turnstile."""
HAS = {"yes": "has moved", "no": "has not moved"}
PARITIES = "even", "odd"
"""The names of the remainders by 2."""
STORIES = (
    (
        "A vending machine has three sensors: `valid` for the coin, `stocked` for the drinks, and "
        "`shut` for the door.",
        ("idle", "coin", "valid", "paid"),
        ("paid", "press", "stocked", "open"),
        ("open", "close", "shut", "idle"),
    ),
    (
        "A washing machine has three sensors: `locked` for the door, `full` and `empty` for the "
        "water.",
        ("idle", "start", "locked", "filling"),
        ("filling", "heat", "full", "washing"),
        ("washing", "open", "empty", "idle"),
    ),
)
"""Machines with sensors: each transition has a source, an event, a guard and a target."""
FEWEST_MOVES = 4
"""A shortest path with fewer moves can be found by trial."""


def tower(random: Random, about: Question, smallest: int = 2) -> Figures:
    """A step of a tower in which any disk from the `smallest` on may move, except the largest."""
    disks = random.randint(6, 8)
    disk = random.randint(smallest, disks - 1)
    power, times = 1 << disks, 1 << disks - disk
    step = (2 * random.randrange(times) + 1) << disk - 1
    task = Task(disks)
    move, before = formulas.move(step, task), formulas.configuration(step - 1, task)
    after, circle = str(formulas.configuration(step, task)), formulas.itinerary_of(disk, task)
    last = step | 3  # disks 1 and 2 are together then
    glued = last // 2
    return {
        **_memory(random, before, step, task),
        **_calls(before, step, task),
        "disks": disks,
        "fewer": disks - 1,
        "moves": power - 1,
        "power": power,
        "middle": power // 2,
        "step": step,
        "binary": f"{step:b}",
        "padded": f"{step:0{disks}b}",
        "zeros": disk - 1,
        "trailing": counted(disk - 1, "trailing zero"),
        "above": disk + 1,
        "from_top": disks + 1 - disk,
        "times": times,
        "doubled": 2 * times,
        "turn": (step >> disk) + 1,
        **move._asdict(),
        "spare": third(move.source, move.target),
        "circle": "{} {} {}".format(*circle),
        "reversed": "{0} {2} {1}".format(*circle),
        "parity": PARITIES[(disks - disk) % 2],
        "before": before,
        "after": after,
        "backwards": after[::-1],
        "halved": _halved(step, disks),
        "first": last - 2,
        "last": last,
        "rounds": (last + 1) // 4,
        "glued": glued,
        "before_glued": glued - 1,
        "sentinel": disks + 1,
        "rest": step % 4,
        "round": "{} {} {}".format(*formulas.itinerary_of(1, task)),
        "first_peg": formulas.move(1, task).target,
    }


def _halved(step: int, disks: int) -> str:
    """Explain how halving the range of steps finds the peg of each disk."""
    return "; ".join(
        f"{halving['compared']}, disk {halving['disk']} {HAS[str(halving['moved'])]}"
        for halving in halvings(f"{step:0{disks}b}")
    )


def _calls(before: Configuration, step: int, task: Task) -> Figures:
    """The calls of the recursion that have begun when a step is made, the first one first."""
    state, memory = automata.SOLVERS["call-stack"].resume(before, step, task)
    held: Figures = memory.contents()  # of one machine, whose stack has frames
    calls = ["{} {} {}".format(*frame) for frame in held["stack"]]
    if state == "call":
        calls.append("{k} {i} {j}".format_map(held))
    waiting, upwards = calls[:-1], calls[::-1]
    return {
        "calls": ", ".join(calls),
        "waiting": ", ".join(waiting),
        "upwards": ", ".join(upwards),
    }


def _memory(random: Random, before: Configuration, step: int, task: Task) -> Figures:
    """The memory and the state of two-storey before a step, and the disks on one peg."""
    machine = automata.SOLVERS["two-storey"]
    _, memory = machine.resume(before, step, task)
    cycle = [state for state in machine.automaton.states if state not in machine.automaton.final]
    pegs, peg = PegMatrix(before), random.choice(PEGS)
    height = pegs.heights[peg]
    return {
        **memory.contents(),
        "state": cycle[step % 4 - 1],
        "before_state": cycle[step % 4 - 2],
        "after_state": cycle[step % 4],
        "pegs": pegs,
        "peg": peg,
        "height": height,
        "height_in_words": counted(height, "disk"),
        "top": pegs.top(peg),
        "bottom": pegs.stack(peg)[0] if height else 0,
    }


def large_tower(random: Random, about: Question) -> Figures:
    """A tower that is too high to be played, and its first move."""
    disks = random.randint(15, 40)
    move = formulas.move(1, Task(disks))
    return {
        "disks": disks,
        "parity": PARITIES[disks % 2],
        "target": move.target,
        "other": third(0, move.target),
    }


def word(random: Random, about: Question) -> Figures:
    """A word of events, and the states through which it leads the machine."""
    automaton = about.machine.automaton
    events = random.choices(automaton.events, k=EVENTS)
    taken = [*automaton.read(events)]
    return {
        "word": " ".join(events),
        "states": ", ".join([automaton.initial, *(transition.target for transition in taken)]),
        "state": taken[-1].target,
        "earlier": taken[-1].source,
        "initial": automaton.initial,
        "ways": ", ".join(f"`{transition}`" for transition in taken),
    }


def witness(random: Random, about: Question) -> Figures:
    """A shortest word that a broken reader answers wrongly."""
    broken, right = readers(about)
    symbols = difference(broken, right)
    assert symbols is not None  # it would not be broken
    return {
        "initial": broken.automaton.initial,
        "word": word_text(symbols),
        "symbols": counted(len(symbols), "symbol"),
        "events": counted(len(symbols), "event"),
        "got": written(broken, symbols),
        "expected": written(right, symbols),
    }


def three_tests(random: Random, about: Question) -> Figures:
    """A shortest wrong word, and up to three words that the broken reader answers correctly."""
    broken, right = readers(about)
    symbols = right.automaton.events
    words = chain.from_iterable(product(symbols, repeat=length) for length in (1, 2, 3))
    passing = [" ".join(word) for word in words if broken.answer(word) == right.answer(word)]
    tests = random.sample(passing, min(3, len(passing))) or ["no event at all"]
    return {**witness(random, about), "tests": "\n".join(f"    {test}" for test in tests)}


def lost_guard(random: Random, about: Question) -> Figures:
    """A drawing in which one of three guards is missing, and the step that it should prevent."""
    story, *steps = random.choice(STORIES)
    lost = random.choice(steps)
    rows = []
    for source, event, guard, target in steps:
        asked = "" if guard == lost[2] else f" [{guard}]"
        rows.append(f"    {source} -> {target} : {event}{asked}")
        if asked:
            rows.append(f"    {source} -> {source} : {event} [!{guard}]")
    return {
        "story": story,
        "rows": "\n".join(rows),
        "guards": "|".join(step[2] for step in steps),
        "states": "|".join(step[0] for step in steps),
        "guard": lost[2],
        "state": lost[3],
        "event": lost[1],
    }


def readers(about: Question) -> list[MealyMachine]:
    """The broken reader that a student is given, and the right one."""
    outputs = about.machine.outputs
    return [MealyMachine(about.given, outputs), MealyMachine(about.machine.automaton, outputs)]


def written(reader: MealyMachine, symbols: Sequence[str]) -> str:
    """The output of a reader, in words."""
    answer = reader.answer(symbols)
    return "a refusal" if answer is None else word_text(answer)


def two_configurations(random: Random, about: Question) -> Figures:
    """Two configurations with one shortest path, which moves the largest disk once or twice."""
    times, other_times = random.sample(("once", "twice"), 2)
    while True:
        start, goal = ("".join(random.choices("012", k=4)) for _ in range(2))
        lengths = formulas.path_lengths(start, goal)._asdict()
        if start[0] != goal[0] and FEWEST_MOVES <= lengths[times] < lengths[other_times]:
            break
    moves = [f"{move.source}{move.target}" for move in path(start, goal)]
    return {
        **lengths,
        "start": start,
        "goal": goal,
        "pegs": PegMatrix(start),
        "goal_pegs": PegMatrix(goal),
        "times": times,
        "other_times": other_times,
        "length": lengths[times],
        "longer": lengths[other_times],
        "moves": " ".join(moves),
    }


def position(random: Random, about: Question) -> Figures:
    """Some disks on two or three pegs, and the legal moves."""
    disks = random.randint(4, 6)
    word = [*random.sample("012", 2), *random.choices("012", k=disks - 2)]
    random.shuffle(word)
    pegs = PegMatrix("".join(word))
    tops = [pegs.top(peg) for peg in PEGS]
    pairs = [(source, target) for source in PEGS for target in PEGS if tops[source] < tops[target]]
    return {
        "disks": disks,
        "position": "".join(word),
        "pegs": pegs,
        "tops": " and ".join(str(top) for top in sorted(tops) if top <= disks),
        "moves": " ".join(f"{source}{target}" for source, target in pairs),
    }


def lost_position(random: Random, about: Question) -> Figures:
    """A position that never occurs on the way to a tower, and its best move."""
    disks, goal = random.randint(5, 6), random.choice(PEGS)
    while True:
        word = "".join(random.choices("012", k=disks))
        move = formulas.next_move(word, target=goal)
        if move is not None and 1 < move.disk < disks and word[0] != str(goal):
            break
    wanted = [goal]
    for peg in map(int, word[:-1]):
        wanted.append(goal if peg == goal else third(peg, goal))
        goal = wanted[-1]
    return {
        **move._asdict(),
        "disks": disks,
        "goal": wanted[0],
        "position": word,
        "pegs": PegMatrix(word),
        "tower": str(wanted[0]) * disks,
        "wanted": " ".join(map(str, wanted)),
        "other": third(move.source, move.target),
    }


def count(random: Random, about: Question) -> Figures:
    """The start and the modulus of a memory that counts steps."""
    modulus = random.choice((4, 6, 8, 10, 12))
    begin = random.randrange(modulus)
    return {"begin": begin, "modulus": modulus, "last": modulus - 1, "odd": begin % 2}


def tall_tower(random: Random, about: Question) -> Figures:
    """A tower of which only the parity matters, and its first moves."""
    source, target = random.sample(PEGS, 2)
    task = Task(TALL + random.randrange(2), source, target)
    moves = [*formulas.moves(1, 6, task)]
    return {
        "disks": task.disks,
        "source": source,
        "target": target,
        "circle": ", ".join(map(str, formulas.itinerary_of(1, task))),
        "places": [move.target for move in moves[::2]],
        "rests": [third(move.source, move.target) for move in moves],
    }


def division(random: Random, about: Question) -> Figures:
    """A base and a modulus, and the rows of an automaton that divides."""
    base, modulus = random.choice(DIVISIONS)
    steps = [(left, digit) for left in range(modulus) for digit in range(base)]
    ends = [(left, digit, (base * left + digit) % modulus) for left, digit in steps]
    rows = [f'r{left} -> r{rest} : {digit} / "{rest}"' for left, digit, rest in ends]
    digits = ", ".join(map(str, range(base)))
    return {"base": base, "modulus": modulus, "digits": digits, "rows": "\n".join(rows)}


def wanted(random: Random, about: Question) -> Figures:
    """A goal, and the question that a reader answers."""
    puts_out = random.choice([*WANTED])
    return {"goal": random.choice(PEGS), "puts_out": puts_out, "wanted": WANTED[puts_out]}


def three_states(random: Random, about: Question) -> Figures:
    """The rows of an automaton of three states, none of which can be left out."""
    while True:
        rows = [
            f'{state} -> {random.choice("abc")} : {event} / "{random.choice("xy")}"'
            for state in "abc"
            for event in "ab"
        ]
        automaton = Automaton.from_table("it", initial="a", table="\n".join(rows))
        if minimal(automaton, automaton.outputs).was_minimal and len(automaton.states) == 3:
            return {"rows": "\n".join(rows)}


def last_bits(random: Random, about: Question) -> Figures:
    """Three bits, and the rows of an acceptor of the words that end in them."""
    bits = "".join(random.choices("01", k=3))
    rows = []
    for at, bit in product(range(4), "01"):
        read = bits[:at] + bit
        after = max(count for count in range(4) if read.endswith(bits[:count]))
        rows.append(f"s{at} -> s{after} : {bit}")
    return {"bits": bits, "rows": "\n".join(rows)}


def path_and_peg(random: Random, about: Question) -> Figures:
    """The ends of a path, and the pegs in any order."""
    source, target = random.sample(PEGS, 2)
    peg, one, other = random.sample(PEGS, 3)
    ends = {"source": source, "target": target, "spare": third(source, target)}
    return {**ends, "peg": peg, "one": one, "other": other}


FIGURES: Mapping[str, Callable[[Random, Question], Figures]] = {
    "a step": tower,
    "a step of any disk": partial(tower, smallest=1),
    "a large tower": large_tower,
    "a word": word,
    "a witness": witness,
    "two configurations": two_configurations,
    "a position": position,
    "a lost position": lost_position,
    "a lost guard": lost_guard,
    "three tests": three_tests,
    "a count": count,
    "a tall tower": tall_tower,
    "a division": division,
    "a wanted peg": wanted,
    "three states": three_states,
    "last bits": last_bits,
    "a path and a peg": path_and_peg,
}
"""Functions of figures by their names in `exercises.toml`."""


# Machines

SIZE = 6
"""The size up to which a machine is checked: disks of a tower, or events of a word."""
LETTERS = "abcdefghij"
"""Names of states that do not give away their purpose."""
WIDTH = 76
"""The most characters in a line of a program, without its indent."""


def made_from(table: Mapping[str, str], said: Callable[[str], str]) -> Machine:
    """Make the machine of a TOML table: initial and final state, transitions, vocabulary.

    `said` fills in the figures. With the vocabulary of a machine of the package it must do the
    same; otherwise it is right by itself. Raises as `Automaton.from_table` and `automata.get` do.
    """
    about: dict[str, Any] = {key: said(text) for key, text in table.items()}  # of TOML
    over, acceptor = about.pop("over", ""), bool(about.pop("acceptor", ""))
    final = about.pop("final", "").split()
    automaton = Automaton.from_table("mine", memory=over, acceptor=acceptor, final=final, **about)
    return automata.get(over).with_automaton(automaton) if over else by_itself(automaton)


def by_itself(automaton: Automaton) -> Machine:
    """Make a machine that is right by definition, and may refuse events it cannot read."""
    right = MealyMachine(automaton, automaton.outputs)
    return Machine(automaton, specification=right.answer)


def begun(machine: Machine, random: Random) -> Automaton:
    """An automaton with nothing but a first state."""
    return Automaton("mine", ("a",), "a", frozenset(), (), machine.automaton.memory)


def without_an_edge(machine: Machine, random: Random) -> Automaton:
    """The automaton without one of its transitions."""
    automaton = machine.automaton
    lost = random.choice(automaton.transitions)
    return automaton.of_transitions(row for row in automaton.transitions if row != lost)


def mutant(machine: Machine, random: Random) -> Automaton:
    """The automaton after an edit of one edge, or of the start, that some check notices."""
    edits = mutations(machine.automaton, machine.vocabulary)
    single = [edit for edit in edits if len(edit.changes) < 2]
    while True:
        version = machine.with_automaton(random.choice(single).on(machine.automaton))
        if not (version.faults() or check(version, SIZE).holds):
            return version.automaton


def with_a_state_split(machine: Machine, random: Random) -> Automaton:
    """An equivalent automaton with one state more, and with meaningless names."""
    automaton = machine.automaton
    many = len(automaton.states) + 1
    *states, twin = random.sample(LETTERS[:many], many)
    names = dict(zip(automaton.states, states, strict=True))
    rows = [
        replace(row, source=names[row.source], target=names[row.target])
        for row in automaton.transitions
    ]
    initial = names[automaton.initial]
    ways = Counter([initial, *(row.target for row in rows)])
    turned = random.choice([row for row in rows if ways[row.target] > 1])
    rows[rows.index(turned)] = replace(turned, target=twin)
    rows += [replace(row, source=twin) for row in rows if row.source == turned.target]
    states = sorted([*states, twin])
    return automaton.of_transitions(
        sorted(rows, key=str),
        states=tuple(states),
        initial=initial,
        final=frozenset(states if automaton.final else ()),
    )


MADE: Mapping[str, Callable[[Machine, Random], Automaton]] = {
    "the machine": lambda machine, random: machine.automaton,
    "a first state": begun,
    "an edge is missing": without_an_edge,
    "a mutant": mutant,
    "a state too many": with_a_state_split,
}
"""The automata that a student is given, by their names in `exercises.toml`."""


def program(automaton: Automaton, machine: Machine) -> str:
    """Write a diagram as a student would, with the words that its labels may use.

    The names of its states are words or numbers, which need no quotes.

    >>> print(program(automata.get("monk").automaton, automata.get("monk")))
    digraph "mine over monk" {
        // guards:
        //   built: the target peg holds the whole tower
        // actions:
        //   move_next: the first move of the shortest path to the tower on the
        //       target
        start [shape=point]
        start -> pray
        done [peripheries=2]
        pray -> pray [label="step [!built] / move_next"]
        pray -> done [label="step [built]"]
    }
    """
    memory, vocabulary = machine.automaton.memory, machine.vocabulary
    title = f"mine{OVER}{memory}" if automata.knows(memory) else "mine"
    lines = []
    for kind, words in (("guards", vocabulary.guards()), ("actions", vocabulary.actions())):
        lines += [f"// {kind}:"] if words else []
        for word, about in words.items():
            lines += wrap(f"//   {word}: {about}", WIDTH, subsequent_indent="//       ")
    lines += ["start [shape=point]", f"start -> {automaton.initial}"]
    for state in automaton.states:
        if state in automaton.final:
            lines.append(f"{state} [peripheries=2]")
        elif not automaton.leaving(state):
            lines.append(state)
    for row in automaton.rows:
        label = escaped_label(str(row.label)).replace('"', r"\"")
        lines.append(f'{row.source} -> {row.target} [label="{label}"]')
    return "\n    ".join([f'digraph "{title}" {{', *lines]) + "\n}"
