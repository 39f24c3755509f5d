"""Exploration asks five things of a machine on real memories, and names what is wrong."""

from __future__ import annotations

from functools import partial

import pytest
from checked_machines import (
    BOX,
    COUNTDOWN,
    GAP,
    LAMP,
    PARITY,
    Counter,
    Stack,
    counting,
    reactive,
)

from hanoi_fsm import Automaton, Machine, find
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.checking.exploration import KINDS, explore
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.hanoi import automata


def only_finding(machine: Machine) -> Finding:
    """The one finding of an exploration; its path is one that the machine can really take."""
    found = explore(machine, 0)
    [finding] = found.findings
    assert not found.sound
    assert found.of_kind(finding.kind) == [finding]
    assert [record.number for record in finding.path] == list(range(1, len(finding.path) + 1))
    return finding


def views(finding: Finding) -> list[str | None]:
    """The memory after each event of the path."""
    return [record.view for record in finding.path]


# What is sound


def test_a_sound_machine_has_no_finding_and_every_pair_is_visited_once() -> None:
    machine = counting(COUNTDOWN, 3, 1)
    progress: list[int] = []
    found = explore(machine, 0, progress.append)
    assert (found.sound, found.findings) == (True, [])
    assert found.visited == (4 + 1) + (2 + 1)
    assert found.entered == {"count", "done"}
    assert found.taken == set(machine.automaton.transitions)
    assert found.asked == KINDS
    assert progress == [5, 8]


@pytest.mark.parametrize(("machine", "pairs"), [(LAMP, 2), (PARITY, 2), (BOX, 4)])
def test_a_machine_that_runs_as_long_as_events_come_need_not_end(
    machine: Machine, pairs: int
) -> None:
    found = explore(machine, 0)
    assert (found.sound, found.visited, found.bounded) == (True, pairs, False)
    assert found.asked.keys() == KINDS.keys() - {"ends"}


def test_a_memory_given_as_a_start_is_not_used_up() -> None:
    memory = Counter(2)
    machine = Machine(counting(COUNTDOWN).automaton, Counter, starts={"mine": memory})
    assert explore(machine, 0).visited == 3 + 1
    assert memory.left == 2


FINAL_TABLE = "open -> shut : close \n open -> open : look"


def test_a_final_state_may_refuse_events_and_no_other_state_may() -> None:
    automaton = Automaton.from_table("door", initial="open", final="shut", table=FINAL_TABLE)
    assert explore(Machine(automaton), 0).sound
    stuck = Automaton.from_table(
        "door", initial="open", final="gone", table=FINAL_TABLE + "\n shut -> gone : look"
    )
    finding = only_finding(Machine(stuck))
    assert (finding.kind, finding.about) == ("complete", "shut")
    assert "'close'" in finding.text
    found = explore(Machine(stuck, partial=True), 0)
    assert found.sound
    assert "complete" not in found.asked


@pytest.mark.parametrize("name", automata.names())
def test_every_automaton_of_the_package_is_sound_and_no_edge_is_dead(name: str) -> None:
    machine = find(name)
    found = explore(machine, 2 if name == "any-to-any" else min(machine.explored_size, 5))
    assert [str(finding) for finding in found.findings] == []
    assert found.taken == set(machine.automaton.transitions)


def test_with_few_disks_some_edges_are_dead() -> None:
    found = explore(find("two-storey"), 2)
    assert [finding.kind for finding in found.findings] == ["used", "used"]


# What is wrong, each with a shortest path


def test_a_gap_between_guards_is_found_with_the_shortest_path() -> None:
    found = explore(counting(GAP, 0, 4, 6), 0)
    [finding] = found.findings
    assert (finding.kind, finding.about, finding.context) == ("complete", "count", "from 4")
    assert (views(finding), finding.path[0].output) == (["3"], 3)
    for fragment in ("state 'count'", "'step'", "empty is false, odd is true"):
        assert fragment in finding.text


def test_a_gap_is_a_finding_for_a_partial_machine_too() -> None:
    assert only_finding(counting(GAP, 0, 4, partial=True)).kind == "complete"


def test_of_two_ways_to_a_gap_the_shorter_is_named() -> None:
    table = """
        a -> b : far
        b -> c : far
        c -> d : far
        a -> d : near
        b -> b : near
        c -> c : near
        d -> d : near
    """
    finding = only_finding(reactive("ways", table))
    assert (finding.about, [record.event for record in finding.path]) == ("d", ["near"])


def test_two_guards_that_overlap_are_found_and_both_transitions_are_followed() -> None:
    table = COUNTDOWN + "\n count -> other : step [odd & !huge] / put \n other -> done : step"
    machine = counting(table, 4)
    finding = only_finding(machine)
    rows = machine.automaton.transitions
    assert (finding.kind, finding.about, views(finding)) == ("consistent", rows[2], ["3"])
    assert f"`{rows[0]}` and `{rows[2]}`" in finding.text
    assert explore(machine, 0).entered == {"count", "other", "done"}


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("[huge & empty] / take", "there huge is never true"),
        ("[huge & !huge] / take", "there huge is never true"),
        ("[huge & full]", "there huge and full are never true"),
        ("[odd & empty]", "its guards are never true together"),
    ],
)
def test_a_dead_edge_is_told_with_the_guards_that_keep_it_dead(row: str, why: str) -> None:
    finding = only_finding(counting(f"{COUNTDOWN} \n count -> done : step {row}", 2))
    assert (finding.kind, str(finding.about)) == ("used", f"count -> done : step {row}")
    assert why in finding.text
    assert finding.path == ()


def test_a_state_that_is_never_entered_is_named_with_its_edges() -> None:
    table = COUNTDOWN + "\n count -> spare : step [huge] \n spare -> done : step"
    found = explore(counting(table), 0)
    assert [str(finding.about) for finding in found.of_kind("used")] == [
        "spare",
        "count -> spare : step [huge]",
        "spare -> done : step",
    ]
    assert len(found.findings) == 3


@pytest.mark.parametrize(
    ("row", "about", "said", "path"),
    [
        ("[empty] / take_strictly", "count -> done : step [empty] / take_strictly", "nothing", 2),
        ("[empty] / divide", "count -> done : step [empty] / divide", "ZeroDivisionError", 2),
        ("[empty & broken]", "count", "", 0),
        ("[broken & empty]", "count", "raised ZeroDivisionError", 1),
    ],
)
def test_what_raises_is_named_with_the_path(row: str, about: str, said: str, path: int) -> None:
    found = explore(counting(f"{COUNTDOWN.splitlines()[0]} \n count -> done : step {row}", 2), 0)
    if not said:  # a guard is asked only where those before it fit
        assert not found.of_kind("possible")
        return
    [finding] = found.of_kind("possible")
    assert (str(finding.about), len(finding.path)) == (about, path)
    assert said in finding.text


def test_an_endless_loop_of_one_event_is_shown_by_the_path_that_comes_back() -> None:
    table = """
        count -> back  : step [!empty] / take
        back  -> count : step          / put
        count -> done  : step [empty]
    """
    finding = only_finding(counting(table, 0, 3))
    assert (finding.kind, finding.about, finding.context) == ("ends", "count", "from 3")
    assert views(finding) == ["2", "3"]


def test_the_same_memory_by_two_paths_or_in_another_state_is_not_a_loop() -> None:
    table = """
        count -> left  : step [!empty]
        count -> right : step [!empty]
        count -> done  : step [empty]
        left  -> done  : step
        right -> done  : step
    """
    found = explore(counting(table, 3, 0), 0)
    assert [finding.kind for finding in found.findings] == ["consistent"]


# Memories that grow


def test_a_run_on_a_memory_that_only_grows_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanoi_fsm.fsm.machine.BOUND", 30)
    finding = only_finding(counting(COUNTDOWN.replace("take", "put"), 0, 1))
    assert (finding.kind, finding.about) == ("ends", "count")
    assert "after 30 different memories" in finding.text
    assert views(finding)[:3] == ["2", "3", "4"]
    assert len(finding.path) <= 20


def test_of_a_growing_stack_the_nearest_pairs_are_visited_and_the_rest_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hanoi_fsm.fsm.machine.REACTIVE_BOUND", 40)
    table = (
        "open -> open : push / push \n open -> open : look [high] \n open -> open : look [!high]"
    )
    found = explore(reactive("stack", table, Stack), 0)
    assert (found.sound, found.bounded, found.visited) == (True, True, 40)
    assert found.asked.keys() == KINDS.keys() - {"ends", "used"}
    report = check(reactive("stack", table, Stack), 0)
    assert report.holds
    assert "40 nearest" in str(report)


ENDLESS = "count -> count : step [!empty] / take \n count -> count : step [empty]"


@pytest.mark.parametrize(("table", "kinds"), [(COUNTDOWN, []), (ENDLESS, ["ends", "used"])])
def test_the_work_grows_as_the_pairs_do(table: str, kinds: list[str]) -> None:
    """A chain of 20,000 pairs that ends, and one that never does, compare each pair once."""
    machine = Machine(counting(table).automaton, partial(Counter, 20_000))
    Counter.keys = 0
    found = explore(machine, 0)
    assert [finding.kind for finding in found.findings] == kinds
    assert found.visited >= 20_001
    assert Counter.keys <= found.visited + 1
