"""Words that cover a machine: short ones, and tests that fail on every mutant told apart."""

import re
import sys
from collections import deque
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.chance import chance
from support.checked_machines import VENDING, vending
from support.commands import run

from hanoi_fsm import Automaton, Machine, Memory, action, find, testing
from hanoi_fsm.errors import BadInput, UnknownName
from hanoi_fsm.fsm.cover import (
    Cover,
    as_tests,
    cover,
    measured,
    mutants_apart,
    walks_in,
    way_to,
)
from hanoi_fsm.fsm.formats import export
from hanoi_fsm.fsm.load import load
from hanoi_fsm.fsm.repair.edits import mutations
from hanoi_fsm.fsm.repair.mutants import sample

DOOR = """
from transitions import Machine

class Door:
    rung = 0

    def allowed(self):
        return self.rung < 2

    def ring(self):
        self.rung += 1

    def log(self):
        pass

door = Machine(Door(), states=["shut", "open"], initial="shut", transitions=[
    dict(trigger="pull", source="shut", dest="open", conditions="allowed", before="ring"),
    dict(trigger="push", source="open", dest="shut", after="log"),
])
"""

Edge = tuple[str, str, str, str]
"""Source, event, target, output."""


def machine_of(edges: list[Edge], initial: str = "A") -> Machine:
    lines = [f"{source} -> {to} : {event} / {out}" for source, event, to, out in edges]
    automaton = Automaton.from_table("it", initial=initial, table="\n".join(lines))
    states = tuple(dict.fromkeys((initial, *automaton.states)))
    return Machine(replace(automaton, states=states), partial=True)


def random_edges(rng: Random, states: str = "ABCD") -> list[Edge]:
    """At most one edge for each state and event, at least one of them from A."""
    pairs = [pair for pair in product(states, "xy") if rng.random() < 0.8] or [("A", "x")]
    return [(source, event, rng.choice(states), rng.choice("pq")) for source, event in pairs]


def fewest(edges: list[Edge]) -> int:
    """The fewest starts and events that take every edge that can be taken, by brute force."""
    reached = {"A"}
    for _ in edges:
        reached |= {to for source, _, to, _ in edges if source in reached}
    wanted = frozenset(edge for edge in edges if edge[0] in reached)
    queue: deque[tuple[str, frozenset[Edge], int]] = deque([("", frozenset(), 0)])
    met = set()
    while queue:
        state, taken, cost = queue.popleft()
        if taken == wanted:
            return cost
        if (state, taken) not in met:
            met.add((state, taken))
            queue.append(("A", taken, cost + 1))
            queue += [(e[2], taken | {e}, cost + 1) for e in edges if e[0] == state]
    raise AssertionError


def cost(covered: Cover) -> int:
    return sum(1 + len(walk.events) for walk in covered.walks)


def test_the_words_are_at_most_a_fifth_longer_than_the_fewest() -> None:
    rng = chance()
    for _ in range(15):
        edges = random_edges(rng, "ABCD"[: rng.randint(1, 4)])
        if any(edge[0] == "A" for edge in edges):
            covered = cover(machine_of(edges))
            assert fewest(edges) <= cost(covered) <= 1.2 * fewest(edges), edges


def test_every_transition_is_taken_or_named_with_the_reason() -> None:
    table = f"{VENDING}\n lost -> idle : push\n ready -> lost : pull [never & !never]"
    covered = cover(Machine(Automaton.from_table("vending", initial="idle", table=table)))
    assert [str(walk) for walk in covered.walks] == [
        "coin [valid], coin, push, coin [!valid], push"
    ]
    assert len(covered.left) == 2
    assert any("state lost is never entered" in text for text in covered.left)


def test_where_there_are_too_many_sets_the_nearest_edge_comes_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hanoi_fsm.fsm.cover.MOST_SETS", 3)
    edges = random_edges(chance())
    machine = machine_of([("A", "z", "B", "p"), *edges])
    taken = set()
    covered = cover(machine)
    for walk in covered.walks:
        taken |= {(record.state, record.event) for record in machine.run(*walk.events)}
    reached = machine.automaton.reached
    assert taken == {(row.source, row.event) for row in machine.automaton.transitions} - {
        (row.source, row.event)
        for row in machine.automaton.transitions
        if row.source not in reached
    }


def test_the_fewest_towers_take_every_transition_of_two_storey() -> None:
    disks = [walk.start for walk in cover(find("two-storey")).walks]
    assert disks == [f"with {text} from 0 to 2" for text in ("0 disks", "1 disk", "4 disks")]
    taken = [find("two-storey").counts(disks).values() for disks in range(5)]
    for others in ([0, 1, 2], [0, 1, 3], [0, 4], [1, 4]):
        counts = zip(*(taken[disks] for disks in others), strict=True)
        assert not all(map(any, counts))


@pytest.mark.parametrize(
    ("target", "word"),
    [
        ("ready", "coin [valid]"),
        ("ready -> idle", "coin [valid], push"),
        ("idle -> idle : coin [!valid] / give_back", "coin [!valid]"),
        ("idle", ""),
    ],
)
def test_the_shortest_word_to_a_state_or_a_transition(target: str, word: str) -> None:
    assert [", ".join(walk.events) for walk in way_to(vending(), target).walks] == [word]


# mutants


def told_apart(machine: Automaton, mutant: Automaton, length: int = 8) -> bool:
    """Whether some events tell two automata without guards apart, by their tables alone."""

    def step(automaton: Automaton, state: str, event: str) -> tuple[str, object] | None:
        found = [row for row in automaton.rows if row.source == state and event in row.events]
        return (found[0].target, found[0].actions) if len(found) == 1 else None

    pairs = {(machine.initial, mutant.initial)}
    for _ in range(length):
        if any(one != other for one, other in pairs):
            return True
        after = set()
        for (state, _), event in product(pairs, machine.events):
            one, other = step(machine, state, event), step(mutant, state, event)
            if one != other:
                return True
            if one is not None:
                after.add((one[0], one[0]))
        pairs = after
    return False


def run_tests(text: str, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether all tests in a file that was written pass on another machine."""
    monkeypatch.setattr(testing, "driver", lambda name, begin="": testing.Driver(machine, begin))
    try:
        run_walks(text)
    except AssertionError:
        return False
    return True


def run_walks(text: str) -> None:
    """Run the test of each walk in a file that was written."""
    space: dict[str, Any] = {}
    exec(compile(text, "test_it.py", "exec"), space)
    [test] = [value for name, value in space.items() if name.startswith("test_")]
    for walk in space["WALKS"].values():
        test(walk)


@pytest.mark.parametrize("machines", [2, pytest.param(10, marks=pytest.mark.sweep)])
def test_suites_of_random_machines_kill_all_mutants_that_can_be_told_apart(
    machines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, killed = chance(), 0
    for _ in range(machines):
        machine = machine_of([("A", "z", "B", "p"), *random_edges(rng, "ABC")])
        text = "\n".join(as_tests(machine, mutants_apart(machine)[0], "it"))
        assert run_tests(text, machine, monkeypatch)
        for edit in mutations(machine.automaton, machine.vocabulary):
            mutant = machine.with_automaton(edit.on(machine.automaton))
            if mutant.faults():
                continue
            passes = run_tests(text, mutant, monkeypatch)
            assert passes != told_apart(machine.automaton, mutant.automaton), edit.text
            killed += not passes
    assert killed > 5 * machines


@pytest.mark.sweep
def test_mutants_that_nothing_tells_apart_are_named() -> None:
    covered, *_ = mutants_apart(find("two-storey"))
    assert len(covered.left) == 1
    assert "without the guard !built: no events tell it apart" in covered.left[0]


def test_a_sample_says_how_many_mutants_were_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanoi_fsm.fsm.cover.sample", lambda machine: sample(machine, 5))
    covered, _, total = mutants_apart(vending())
    assert (total, covered.left[-1]) == (5, "a sample was tried, and 26 mutants not")


class Quiet(Memory):
    """Its two actions differ in nothing that can be seen."""

    count = 0

    @action
    def add(self) -> None:
        """one more"""
        self.count = min(self.count + 1, 3)

    @action
    def double(self) -> None:
        """twice as many"""
        self.count = min(2 * self.count, 3)


def test_calls_are_looked_at_where_a_mutant_differs_only_there() -> None:
    machine = Machine(Automaton.from_table("q", initial="a", table="a -> a : x / add"), Quiet)
    covered, *_ = mutants_apart(machine)
    assert [(walk.events, walk.calls) for walk in covered.walks] == [(("x",), True)]
    assert "('x', 'a', None, ['add'])" in "\n".join(as_tests(machine, covered, "q"))


@pytest.mark.parametrize(
    ("name", "options"), [("door.py:door", []), ("door.py:door", ["--run"]), ("vending.dot", [])]
)
def test_the_tests_that_are_written_pass_at_once(
    name: str, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "door.py").write_text(DOOR)
    (tmp_path / "vending.dot").write_text(export(vending(), "dot"))
    monkeypatch.chdir(tmp_path)
    assert run("cover", name, *options, "--of", "mutants", "-o", "test_it.py").code == 0
    text = (tmp_path / "test_it.py").read_text()
    run_walks(text)
    if name.endswith("door"):  # on the machine of the library itself, whatever is wrong with it
        Path("door.py").write_text(DOOR.replace('after="log"', 'after="ring"'))
        with pytest.raises(AssertionError, match="after pu"):
            run_walks(text)


LIFT = """
from transitions import Machine

class Lift:
    floor = 0
    def top(self):
        return self.floor > 1
    def on_enter_moving(self):
        self.floor += 1
        self.arrive()

rows = [["up", "idle", "moving", None, "top"], ["arrive", "moving", "idle"]]
lift = Machine(Lift(), ["idle", "moving"], "idle", rows, auto_transitions=False)
"""


@pytest.fixture
def lifts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "lift.py").write_text(LIFT)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "test_lift.py"


@pytest.mark.parametrize("options", [[], ["--run"]])
def test_what_a_callback_fires_is_taken_and_tested(lifts: Path, options: list[str]) -> None:
    words = {"": "up [!top], arrive", "--run": "up"}["".join(options)]
    ran = run("cover", "lift.py:lift", *options)
    assert (ran.code, ran.lines[0]) == (0, words)
    assert ran.lines[1].endswith("for every transition")
    assert run("cover", "lift.py:lift", *options, "-o", lifts).code == 0
    run_walks(lifts.read_text())
    Path("lift.py").write_text(LIFT.replace("self.arrive()", "self.top()"))
    if options:
        with pytest.raises(AssertionError, match="after up"):
            run_walks(lifts.read_text())


def test_words_that_fire_more_events_are_measured_with_these(lifts: Path) -> None:
    machine = find("lift.py:lift", run=True)
    found = measured(machine, walks_in("up", machine))
    assert sum(found.counts.values()) == 2 and not found.missed


def test_the_tests_find_a_diagram_as_it_was_found(lifts: Path) -> None:
    Path("lamp.mmd").write_text("stateDiagram-v2\n  off --> on: press\n  on --> off: press\n")
    assert run("cover", "lamp.mmd", "--initial", "on", "-o", lifts).code == 0
    assert "driver('lamp.mmd', initial='on')" in lifts.read_text()
    assert testing.driver("lamp.mmd", initial="on").state == "on"


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ("tiemr", "unknown event 'tiemr': did you mean 'timer'? (known: timer, a, b)"),
        ("ab", "unknown event 'ab'"),
        ("timer [colt]", "unknown input 'colt': did you mean 'cold'?"),
    ],
)
def test_a_driver_refuses_known_events_and_knows_no_others(event: str, error: str) -> None:
    table = "off -> on : timer [cold]\n on -> off : a\n on -> on : b"
    heater = testing.driver(Automaton.from_table("heater", initial="off", table=table))
    with pytest.raises(UnknownName, match=re.escape(error)):
        heater.fire(event)
    assert (heater.fire("a"), heater.state) == (["refused"], "off")
    assert heater.fire("timer [cold]")[0] == "on"


class Lamp:
    """An object with events as methods, which no library made."""

    state = "off"

    def press(self) -> None:
        self.state = {"on": "off", "off": "on"}[self.state]


def test_any_object_with_events_as_methods_can_be_driven() -> None:
    lamp = testing.driver(Lamp())
    assert (lamp.state, lamp.fire("press")[0], lamp.state) == ("off", "on", "on")


# measured


def test_what_words_cover_is_counted() -> None:
    words = "coin [valid], push\ncoin [valid], coin, coin\n"
    found = measured(vending(), walks_in(words, vending()))
    assert {str(row): count for row, count in found.counts.items()} == {
        "idle -> ready : coin [valid]": 2,
        "ready -> idle : push / vend": 1,
        "ready -> ready : coin / give_back": 2,
    }
    assert [*map(str, found.missed)] == [
        "idle -> idle : coin [!valid] / give_back",
        "idle -> idle : push",
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("coin [valid], pull", "choose from coin, push"),
        ("{", "line 1"),
        ("nowhere: push", "nowhere"),
        ("coin", "it matters whether valid is true"),
    ],
)
def test_words_that_cannot_be_read_are_named_with_their_line(line: str, why: str) -> None:
    with pytest.raises(BadInput, match=re.escape(why)):
        measured(vending(), walks_in(line, vending()))


def test_a_fixture_records_what_tests_fire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "door.py").write_text(DOOR)
    monkeypatch.chdir(tmp_path)
    machine: Any = load("door.py:door")
    door = testing.recorded(machine, "words.txt").models[0]
    door.pull()
    door.push()
    machine = find("door.py:door")
    found = measured(machine, walks_in(Path("words.txt").read_text(), machine))
    assert sum(found.counts.values()) == 2 and not found.missed
    assert 0 < found.kills < found.mutants
    with pytest.raises(BadInput, match="has no Machine of transitions"):
        testing.recorded(Lamp(), "words.txt")


# tests that are run with each mutant

LAMP = "stateDiagram-v2\n  [*] --> off\n  off --> on: press\n  on --> off: press\n"


def test_only_a_mutant_with_which_tests_fail_is_killed_by_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lamp.mmd").write_text(LAMP)
    assert run("cover", "lamp.mmd", "-o", "test_lamp.py").code == 0
    text = Path("test_lamp.py").read_text()
    Path("test_less.py").write_text(text.replace("[: len(expected)] == expected", "[0]"))
    ran = run("mutants", "lamp.mmd", "--tests", "test_lamp.py")
    assert (ran.code, ran.lines[-1]) == (0, "lamp.mmd: 6 of 6 mutants are killed")
    assert "  killed by the tests: they fail" in ran.lines
    ran = run("mutants", "lamp.mmd", "--tests", "test_less.py", "--summary")
    assert (ran.code, ran.lines[0]) == (1, "lamp.mmd: 1 of 6 mutants are killed; these 5 survive:")


def test_without_pytest_it_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lamp.mmd").write_text(LAMP)
    (tmp_path / "test_it.py").touch()
    monkeypatch.setitem(sys.modules, "pytest", None)
    ran = run("mutants", "lamp.mmd", "--tests", "test_it.py", cwd=tmp_path)
    assert ran.code == 2 and "pip install pytest" in ran.err
