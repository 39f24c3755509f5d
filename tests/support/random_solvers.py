"""Machines that are changed in small ways, and what their runs do: events fired one by one."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, pairwise, zip_longest
from random import Random
from typing import Any, NamedTuple

from hanoi_fsm import (
    SOLVERS,
    Automaton,
    Label,
    Memory,
    Task,
    Transition,
    check,
)
from hanoi_fsm.fsm.notation import in_rows
from support import oracle

PROVABLE = [name for name, solver in SOLVERS.items() if solver.prove().holds]
END = "the end"
MOST_IDLE = 3000
"""After this many events without a move a run loops; no machine here waits that long."""

Rows = list[Transition]
Version = Callable[[], Automaton]
"""An automaton that is made when it is asked for."""


class Stuck(Exception):
    """Not exactly one transition can be taken."""


def enabled(automaton: Automaton, state: str, event: str, memory: Memory) -> Rows:
    """The transitions whose guards all hold, asked from left to right."""
    return [
        row
        for row in automaton.transitions
        if (row.source, row.event) == (state, event)
        and all(getattr(memory, guard.name)() is guard.answer for guard in row.guards)
    ]


def take(transition: Transition, memory: Memory) -> object:
    """The output of a transition; the memory changes."""
    memory.output = None
    for name in transition.actions:
        getattr(memory, name)()
    return memory.output


class Run:
    """One run: the `state` it is in, and how often each transition was taken."""

    def __init__(self, automaton: Automaton, memory: Memory) -> None:
        self.automaton, self.memory, self.state = automaton, memory, automaton.initial
        self.taken: Counter[Transition] = Counter()

    def step(self, event: str) -> object:
        """The output of one event; raises `Stuck` where no or several transitions are enabled."""
        candidates = enabled(self.automaton, self.state, event, self.memory)
        if len(candidates) != 1:
            raise Stuck("transitions are enabled" if candidates else "no transition")
        output = take(candidates[0], self.memory)
        self.taken[candidates[0]] += 1
        self.state = candidates[0].target
        return output

    def moves(self) -> Iterator[tuple[str, Any]]:
        """Each move with the state before it; the last item says why the run ends."""
        idle, before = 0, self.state
        while self.state not in self.automaton.final:
            before = self.state
            try:
                output = self.step("step")
            except Exception as error:  # whatever a wrong machine does to a memory
                yield before, str(error)
                return
            idle = 0 if output is not None else idle + 1
            if idle > MOST_IDLE:
                yield "", "no move in"  # the state depends on how many events are waited for
                return
            if output is not None:
                yield before, output
        yield before, END


class Fault(NamedTuple):
    """The step at which a run leaves the textbook; `got` is a part of the words about it."""

    size: int
    step: int
    state: str
    expected: str
    got: str


def run_of(machine: Any, task: Task) -> Run:
    """A run of a solver, before its first event."""
    return Run(machine.automaton, machine.memory(task.start, task))


def fault(run: Run, task: Task) -> Fault | None:
    """The first step at which a run differs from the textbook."""
    steps = oracle.textbook(task.disks, task.source, task.target)
    right = chain((f"disk {disk}: {a} -> {b}" for disk, a, b in steps), [END])
    for step, (expected, (state, got)) in enumerate(zip_longest(right, run.moves()), 1):
        if expected != str(got):
            return Fault(task.disks, step, state, expected, str(got))
    return None


def faults(machine: Any, disks: int, taken: set[Transition] | None = None) -> dict[str, Fault]:
    """What is wrong with this number of disks, by task; `taken` gets what the runs take."""
    wrong = {}
    for task in (Task(disks, *pegs) for pegs in oracle.TASKS):
        run = run_of(machine, task)
        error = fault(run, task)
        if error:
            wrong[f"with {task}"] = error
        if taken is not None:
            taken.update(run.taken)
    return wrong


def first_difference(one: Automaton, other: Automaton) -> int | None:
    """The length of a shortest word that two readers answer differently, by trying all pairs.

    Where `other` is an acceptor, a word that ends in a state that is not final is refused.
    """
    start: tuple[str, str] = one.initial, other.initial
    distances = {start: 0}
    ends, other_ends = ({*who.final} if other.acceptor else {*who.states} for who in (one, other))
    if one.initial not in ends:
        return 0
    for pair in (queue := [start]):
        for symbol in {*one.events, *other.events}:
            (here, put), (there, expected) = (
                after(one, pair[0], symbol),
                after(other, pair[1], symbol),
            )
            refused = here not in ends
            if refused != (there not in other_ends) or (not refused and put != expected):
                return distances[pair] + 1
            if (here or there) and (here, there) not in distances:
                distances[here, there] = distances[pair] + 1
                queue.append((here, there))
    return None


def after(automaton: Automaton, state: str, symbol: str) -> tuple[str, tuple[str, ...]]:
    """The state after a symbol, none for a refusal or two ways on, and the actions on the way."""
    candidates = [
        row for row in automaton.transitions if (row.source, row.event) == (state, symbol)
    ]
    return (candidates[0].target, candidates[0].actions) if len(candidates) == 1 else ("", ())


def judge(machine: Any, disks: int = 7) -> str:
    """The verdict of a proof, after runs with up to `disks` disks have agreed with it.

    A refutation names a task with the fewest disks of all that go wrong, and says what is wrong
    there just as the run does, and as `check` does.
    """
    proof = machine.prove()
    finding, shown = proof.finding, f"{proof}\n{machine.automaton}"
    if finding is None:
        wrong = [fault for size in range(disks + 1) for fault in faults(machine, size).values()]
        assert proof.verdict.value == "open" or not wrong, shown
        return str(proof.verdict.value)
    assert proof.verdict.value == "refuted"
    assert not any(faults(machine, size) for size in range(min(finding.size, disks))), shown
    task = task_of(finding)
    run = fault(run_of(machine, task), task)
    assert run is not None, shown
    assert (finding.size, finding.step, finding.expected) == (run.size, run.step, run.expected), (
        shown
    )
    assert run.state in {finding.state, ""} and run.got in finding.got, shown
    if finding.size <= disks:
        checked = check(machine, finding.size).finding
        assert fields(checked) == fields(finding), shown
    return "refuted"


def task_of(finding: Any) -> Task:
    """The task in which a finding is, as in `with 3 disks from 0 to 2`."""
    return Task(*map(int, re.findall(r"\d+", finding.context)))


def fields(finding: Any) -> tuple[Any, ...]:
    """The fields of a finding in a report, column by column."""
    return finding.kind, finding.line, finding.size, finding.step, finding.expected, finding.got


def with_rows(machine: Any, rows: Rows, initial: str = "") -> Any:
    """The machine with another table."""
    was = machine.automaton
    first = initial or was.initial
    names = dict.fromkeys([first, *(end for row in rows for end in (row.source, row.target))])
    ends = frozenset(names) if was.final == {*was.states} else was.final & {*names}
    table = in_rows(dict.fromkeys(rows))
    own = Automaton(was.name, tuple(names), first, ends, table, was.memory)
    return machine.with_automaton(own)


def changes_of(
    old: Transition, states: Iterable[str], actions: Collection[str | None]
) -> dict[str, Transition | None]:
    """Every wrong edge that may be there instead of one, in the words of `mutants`."""
    changes: dict[str, Transition | None] = {f"drop `{old}`": None}
    for state in states:
        if state != old.target:
            changes[f"`{old}` leads to {state}"] = replace(old, target=state)
    for word in dict.fromkeys([*actions, None]):
        done = (word,) if word else ()
        if done != old.actions:
            label = old.label._replace(actions=done)
            changes[f"`{old}` does {word or 'nothing'}"] = replace(old, label=label)
    for asked in old.guards:
        turned = asked._replace(negated=not asked.negated)
        fewer = tuple(guard for guard in old.guards if guard != asked)
        other = tuple(turned if guard == asked else guard for guard in old.guards)
        for guards, words in (
            (fewer, f"without the guard {asked}"),
            (other, f"with the guard {turned}"),
        ):
            changes[f"`{old}` {words}"] = replace(old, label=old.label._replace(guards=guards))
    return changes


def changed(machine: Any, random: Random) -> Any:
    """The machine with one transition otherwise, more or less, which makes most machines wrong."""
    automaton, rows = machine.automaton, list(machine.automaton.transitions)
    at = random.randrange(len(rows))
    states = random.sample(automaton.states, min(3, len(automaton.states)))
    news = changes_of(rows[at], states, [*(machine.outputs or automaton.actions)])
    stray = replace(rows[at], label=rows[at].label._replace(event="?"))
    new = random.choice([*news.values(), stray])
    kept = rows[at : at + 1] if random.random() < 0.1 else []
    return with_rows(machine, [*rows[:at], *kept, *([new] if new else []), *rows[at + 1 :]])


def edited(automaton: Automaton, changes: Mapping[Transition, Transition | None]) -> Automaton:
    """The automaton with some transitions replaced, or left out."""
    new = (changes.get(row, row) for row in automaton.transitions)
    return replace(automaton, rows=in_rows(row for row in new if row is not None))


def mutations(automaton: Automaton, actions: Collection[str]) -> dict[str, Version]:
    """Every single wrong edge, in the words of `mutants`."""
    rows = automaton.transitions
    versions: dict[str, Version] = {}
    for old in rows:
        for words, new in changes_of(old, automaton.states, actions).items():
            versions[words] = partial(edited, automaton, {old: new})
    for one, other in combinations(rows, 2):
        if one.target != other.target:
            swapped = replace(one, target=other.target), replace(other, target=one.target)
            words = f"`{one}` and `{other}` with their targets swapped"
            changes = dict(zip((one, other), swapped, strict=True))
            versions[words] = partial(edited, automaton, changes)
    for state in {*automaton.states} - {automaton.initial}:
        versions[f"the initial state is {state}"] = partial(replace, automaton, initial=state)
    return versions


def strays(automaton: Automaton) -> dict[str, Version]:
    """The mistakes of people only: the source of an edge, an edge too many, final marks."""
    rows = automaton.transitions
    versions: dict[str, Version] = {}
    for old in rows:
        for state in {*automaton.states} - {old.source}:
            moved = replace(old, source=state)
            versions[f"`{old}` leaves {state}"] = partial(edited, automaton, {old: moved})
    for one, other in pairwise(rows):
        more = (*rows, replace(one, source=other.source, target=one.source))
        versions[f"one more, `{more[-1]}`"] = partial(replace, automaton, rows=in_rows(more))
    for state in automaton.states:
        final = automaton.final ^ {state}
        versions[f"the mark of {state}"] = partial(replace, automaton, final=final)
    return versions


def is_defective(automaton: Automaton) -> bool:
    """Whether it is wrong whatever the memory says, and so need not be run."""
    rows = automaton.transitions
    alike = {(row.source, row.event, frozenset(row.guards)) for row in rows}
    return len(alike) < len(rows) or any(
        len({guard.name for guard in row.guards}) < len(row.guards) for row in rows
    )


def split(machine: Any, random: Random) -> Any:
    """The same with a state twice, each way to it leading to one of the two."""
    rows = machine.automaton.transitions
    state = random.choice(rows).source
    twin = f"{state}x"
    into = [
        replace(row, target=twin) if row.target == state and random.random() < 0.5 else row
        for row in rows
    ]
    return with_rows(
        machine, into + [replace(row, source=twin) for row in into if row.source == state]
    )


def delayed(machine: Any, random: Random) -> Any:
    """The same with an event that does nothing after a transition."""
    rows = list(machine.automaton.transitions)
    at, wait = random.randrange(len(rows)), f"wait{len(rows)}"
    later = Transition(wait, rows[at].target, Label("step"))
    rows[at] = replace(rows[at], target=wait)
    return with_rows(machine, [*rows, later])


def unrolled(machine: Any, random: Random, most: Sequence[int] = (2, 5, 12, 40)) -> Any:
    """The same with its cycle repeated some times, so that each time may be made different."""
    automaton, times = machine.automaton, random.choice(most)
    rows = []
    for turn in range(times):
        for row in automaton.transitions:
            after = (turn + (row.target == automaton.initial)) % times
            target = row.target if row.target in automaton.final else f"{row.target}_{after}"
            rows.append(replace(row, source=f"{row.source}_{turn}", target=target))
    return with_rows(machine, rows, f"{automaton.initial}_0")


HARMLESS = [split, delayed, unrolled]


def version(random: Random) -> Any:
    """A provable solver after a few changes, such that it is sound as a definition."""
    while True:
        machine: Any = SOLVERS[random.choice(PROVABLE)]
        harmless = random.sample(HARMLESS, k=random.randint(0, 3))
        changes = [*harmless, *[changed] * random.choice([0, 1, 1, 2])]
        for change in random.sample(changes, len(changes)):
            if machine.automaton.transitions:  # the last one may have been removed
                machine = change(machine, random)
        if not machine.faults():
            return machine
