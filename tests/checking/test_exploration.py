"""Exploration asks five things of a machine on real memories, and names what is wrong."""

from collections import defaultdict
from dataclasses import dataclass, field

import pytest
from chance import chance
from checked_machines import BOX, COUNTDOWN, GAP, LAMP, PARITY, Counter, counting
from random_solvers import Dial, enabled, some_machine, take

from hanoi_fsm import (
    Machine,
    Transition,
    explore,
)

Pair = tuple[str, int]


@dataclass
class Visits:
    """Every pair of a state and a place of the dial, with its distance, and what is wrong there."""

    machine: Machine
    depth: dict[Pair, int] = field(default_factory=dict)
    onward: dict[Pair, set[Pair]] = field(default_factory=lambda: defaultdict(set))
    taken: set[Transition] = field(default_factory=set)
    faults: dict[tuple[str, object], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        was = self.machine.automaton
        leaves_an_end = any(one.source in was.final for one in was.transitions)
        self.ends = was.final if len(was.events) == 1 and not leaves_an_end else frozenset()
        queue = [(was.initial, 0)]
        self.depth[queue[0]] = 0
        for pair in queue:
            for event in was.events if pair[0] not in self.ends else ():
                self.visit(pair, event)
            fresh = sorted(self.onward[pair] - self.depth.keys())
            self.depth |= dict.fromkeys(fresh, self.depth[pair] + 1)
            queue += fresh

    def visit(self, pair: Pair, event: str) -> None:
        (state, at), was = pair, self.machine.automaton
        found = enabled(was, state, event, Dial(at))
        is_end = state in was.final and all(one.source != state for one in was.transitions)
        if not (found or is_end or self.machine.partial):
            self.faults.setdefault(("complete", state), self.depth[pair])
        if len(found) > 1:
            self.faults.setdefault(("consistent", found[1]), self.depth[pair])
        for one in found:
            memory = Dial(at)
            self.taken.add(one)
            try:
                take(one, memory)
            except OverflowError:
                self.faults.setdefault(("possible", one), self.depth[pair])
            else:
                self.onward[pair].add((one.target, memory.at))

    @property
    def never_ends(self) -> bool:
        """Whether there is a circle: something is left when what leads nowhere is taken away."""
        left = dict(self.onward)
        while gone := [pair for pair, after in left.items() if not after & left.keys()]:
            left = {pair: after for pair, after in left.items() if pair not in gone}
        return bool(self.ends and left)

    @property
    def unused(self) -> set[object]:
        entered = {state for state, _ in self.depth}
        untaken = set(self.machine.automaton.transitions) - self.taken
        return {*self.machine.automaton.states} - entered | untaken


def explored_wrongly(machine: Machine) -> list[object]:
    """What an exploration says otherwise than all visits do."""
    found, right = explore(machine), Visits(machine)
    lengths = {(one.kind, one.about): len(one.path) for one in found.findings}
    used = {one.about for one in found.remarks if one.kind == "used"}
    ends = any(kind == "ends" for kind, _ in lengths)
    faults = {key: length for key, length in lengths.items() if key[0] != "ends"}
    numbered = all(
        [record.number for record in one.path] == list(range(1, len(one.path) + 1))
        for one in found.findings
    )
    return [
        (what, mine, expected)
        for what, mine, expected in (
            ("visited", found.visited, len(right.depth)),
            ("entered", found.entered, {state for state, _ in right.depth}),
            ("taken", found.taken, right.taken),
            ("faults with the lengths of the ways to them", faults, right.faults),
            ("used", used, right.unused),
            ("ends", ends, right.never_ends),
            ("sound", not found.findings, not (right.faults or right.never_ends)),
            ("all is used", found.answer("used"), not right.unused),
            ("paths", numbered, True),
        )
        if mine != expected
    ]


def shapes(machine: Machine) -> set[str]:
    """What there is in a machine that a fair verdict has to tell apart."""
    was, found = machine.automaton, explore(machine)
    sinks = {*was.states} - {one.source for one in was.transitions} - was.final
    named = {
        "island": was.reached != {*was.states},
        "sink": not sinks.isdisjoint(was.reached),
        "overlap": bool(found.of_kind("consistent")),
        "partial": machine.partial and bool(was.guards),
        "sound": not found.findings,
    }
    return {name for name, there in named.items() if there}


@pytest.mark.parametrize("number", [200, pytest.param(2000, marks=pytest.mark.sweep)])
def test_random_machines_are_explored_as_by_visiting_all_there_is(number: int) -> None:
    random = chance()
    wrong, seen = [], set[str]()
    for _ in range(number):
        machine = some_machine(random, [None, None, "up", "down", "jam"], "abc")
        wrong += [f"{machine.automaton}: {one}" for one in explored_wrongly(machine)]
        seen |= shapes(machine)
    assert (wrong, seen) == ([], {"island", "sink", "overlap", "partial", "sound"})


TAKE = COUNTDOWN.splitlines()[0].strip()
DONE = "count -> done : step"
OVERLAP = "count -> other : step [odd & !huge] / put"
FOUND = [
    # the table, the starts; the kind, what it is about, the memories on the way, what is said
    (GAP, [0, 4, 6], "complete", "count", ["3"], ["'count'", "empty is false", "odd is true"]),
    (f"{COUNTDOWN} \n {OVERLAP} \n other -> done : step", [4], "consistent", OVERLAP, ["3"], TAKE),
    (f"{TAKE} \n {DONE} [empty & huge] \n count -> count : step [empty & !huge]", [2], "ends",
     "count", ["1", "0", "0"], ["recurs with the same memory"]),
    (f"{TAKE} \n {DONE} [empty] / take_strictly", [2], "possible", "", ["1", "0"], ["nothing is"]),
    (f"{TAKE} \n {DONE} [empty] / divide", [2], "possible", "", ["1", "0"], ["ZeroDivision"]),
    (f"{TAKE} \n {DONE} [broken & empty]", [2], "possible", "count", ["1"], ["ZeroDivision"]),
]  # fmt: skip


def test_what_is_wrong_is_named_with_the_nearest_way_to_it() -> None:
    for table, starts, kind, about, path, said in FOUND:
        found = explore(counting(table, *starts))
        finding = found.of_kind(kind)[0]
        assert str(finding.about) == (about or table.splitlines()[-1].strip()), table
        assert [record.view for record in finding.path] == path, table
        assert [words for words in said if words not in finding.text] == [], finding.text
        assert finding.context == (f"from {starts[1]}" if len(starts) > 1 else finding.context)


def test_each_start_is_explored_and_only_what_must_end_is_asked_whether_it_ends() -> None:
    memory = Counter(2)
    found = explore(counting(COUNTDOWN, 3, 1))
    assert (found.findings, found.visited) == ([], (4 + 1) + (2 + 1))
    assert (found.answer("ends"), found.answer("complete")) == (True, True)
    mine = Machine(counting(COUNTDOWN).automaton, starts={"mine": memory})
    assert (explore(mine).visited, memory.left) == (3 + 1, 2)
    for machine, pairs in ((LAMP, 2), (PARITY, 2), (BOX, 4)):
        found = explore(machine)
        assert (found.findings, found.visited, found.answer("ends")) == ([], pairs, None)
