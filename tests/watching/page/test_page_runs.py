"""The moments that a page holds are those of the runs, and words lead to them event by event."""

from collections.abc import Iterator
from itertools import cycle, islice, product
from typing import Any

import pytest
from checked_machines import CLOCK, COUNTDOWN, changed, counting

from hanoi_fsm import Machine, automata
from hanoi_fsm.hanoi.pegs import PAIRS
from hanoi_fsm.hanoi.resolver import find
from hanoi_fsm.watching.frames import frames
from hanoi_fsm.watching.page import runs as module
from hanoi_fsm.watching.page.data import RunsData
from hanoi_fsm.watching.page.runs import runs_of
from hanoi_fsm.watching.page.scope import Scope

Plain = dict[str, Any]

clock = find(CLOCK)
COUNTED = ("number", "step", "counts", "changed", "finding", "stopped")
"""What the page counts, or learns from the end of a run, instead of holding it with a moment."""


def moment(machine: Machine, held: RunsData, number: int) -> Plain:
    taken, state, output, pegs, contents, place, asked = held["moments"][number]
    questions, enabled = held["questions"][asked]
    values = held["values"]
    leaving = machine.automaton.leaving(machine.automaton.states[state])
    numbers = [machine.automaton.transitions.index(one) for one in leaving]
    return {
        "state": machine.automaton.states[state],
        "taken": None if taken < 0 else taken,
        "output": held["outputs"][output][0],
        "move": held["outputs"][output][1],
        "configuration": held["places"][place],
        "compared": held["pegs_compared"][pegs],
        "contents": {values[name]: values[value] for name, value in held["contents"][contents]},
        "questions": questions,
        "choices": [{"taken": one, "enabled": one in enabled} for one in numbers],
    }


def expected(machine: Machine, *inputs: Any, hidden: str = "", **options: Any) -> list[Plain]:
    found = []
    for frame in frames(machine, *inputs, **options):
        plain: Plain = {name: part for name, part in frame.plain().items() if name not in COUNTED}
        plain["contents"].pop(hidden, None)
        found.append(plain)
    return found


def along(
    machine: Machine, held: RunsData, word: tuple[str, ...], begin: int = 0
) -> Iterator[Plain]:
    start = held["starts"][begin]
    yield moment(machine, held, start["moment"])
    node = held["nodes"][start["node"]]
    for event in word:
        onward = node["next"][event]
        if not isinstance(onward, tuple):
            return
        yield moment(machine, held, onward[0])
        node = held["nodes"][onward[1]]


@pytest.mark.parametrize("name", [*automata.SOLVERS])
@pytest.mark.one_in(3)
def test_a_solver_is_held_on_every_task(name: str) -> None:
    machine = automata.get(name)
    held = runs_of(machine, Scope(2), False)
    tasks = [(run["disks"], (run["source"], run["target"])) for run in held["runs"]]
    assert tasks == list(product(range(3), PAIRS))
    for run in held["runs"]:
        source, target = run["source"], run["target"]
        assert [moment(machine, held, one) for one in run["moments"]] == expected(
            machine, run["disks"], source=source, target=target
        )
        assert "finding" not in run


@pytest.mark.parametrize("name", [*automata.PATHFINDERS])
def test_a_pathfinder_is_held_on_every_pair_and_on_those_that_are_wanted(name: str) -> None:
    machine = automata.get(name)
    held = runs_of(machine, Scope(1, paths=(("0120", "2011"),)), False)
    ends = [(run["start"], run["goal"]) for run in held["runs"]]
    assert ends == [("", ""), *product("012", repeat=2), ("0120", "2011")]
    for run in held["runs"]:
        assert [moment(machine, held, one) for one in run["moments"]] == expected(
            machine, run["start"], run["goal"]
        )


def test_of_more_disks_only_the_paths_between_towers_are_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS", 9)
    held = runs_of(automata.get("any-to-any"), Scope(2), False)
    of_two = [run for run in held["runs"] if len(run["start"]) == 2]
    assert {run["start"] for run in of_two} == {"00", "11", "22"}
    assert len(of_two) == 9


@pytest.mark.parametrize("name", ["configuration-reader", "path-reader", "next-move-reader"])
def test_each_word_of_a_reader_leads_to_the_moments_of_its_run(name: str) -> None:
    machine = automata.get(name)
    held = runs_of(machine, Scope(2), False)
    assert held["tape"] == "tape"
    for length in range(4):
        for word in product(machine.alphabet, repeat=length):
            moments = expected(machine, "".join(word), hidden="tape")
            assert list(along(machine, held, word)) == moments


def test_a_reader_begins_anywhere_that_it_can() -> None:
    machine = automata.get("configuration-reader")
    held = runs_of(machine, Scope(2), False)
    pairs = [(0, 2), (0, 1), *PAIRS[2:]]
    names = [f"from {source} to {target}" for source, target in pairs]
    assert [one["begin"] for one in held["starts"]] == names
    for number, (source, target) in enumerate(pairs):
        moments = expected(machine, "0110", hidden="tape", source=source, target=target)
        assert list(along(machine, held, tuple("0110"), number)) == moments


def test_a_word_that_is_refused_says_why_where_it_is() -> None:
    machine = automata.get("rank-reader")
    held = runs_of(machine, Scope(2), False)
    nodes = held["nodes"]
    start = held["starts"][0]["node"]
    refused = nodes[start]["next"]["1"]
    *_, last = frames(machine, "1")
    assert refused == {"stopped": last.stopped}


def test_any_machine_is_followed_by_each_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MOMENTS", 60)
    held = runs_of(clock, Scope(0), False)
    for word in product(clock.alphabet, repeat=2):
        assert list(along(clock, held, word)) == expected(clock, *word)


def test_so_many_moments_are_followed_and_those_of_a_word_that_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_MOMENTS", 3)
    few = runs_of(clock, Scope(0), False)
    assert len(few["nodes"]) == 3
    word = tuple(islice(cycle(clock.alphabet), 6))
    assert len(list(along(clock, runs_of(clock, Scope(0, words=(word,)), False), word))) == 7


def test_a_run_that_does_not_end_is_held_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_EVENTS", 5)
    (run,) = runs_of(counting(COUNTDOWN, 9), Scope(0), False)["runs"]
    assert len(run["moments"]) == 6
    assert run["stopped"] == "the page holds the first 5 events only"


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("path-reader", "0 -> 2 : 1", "0 -> 1 : 1"),
        ("rank-reader", "120 -> 102 : 1 / write_0", "120 -> 102 : 1 / write_1"),
    ],
)
def test_a_machine_that_is_wrong_is_judged_word_by_word_from_each_start(
    name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = changed(automata.get(name), (old, new))
    monkeypatch.setattr(module, "MOST_JUDGED", 13)  # all words of up to 2 symbols
    told = {
        (one["begin"], tuple(one["word"])): one["finding"]["sentence"]
        for one in runs_of(machine, Scope(0), True)["wrong"]
    }
    assert len({begin for begin, _ in told}) > 1
    for start, word in product(machine.starts_up_to(0), product("012", repeat=2)):
        _, source, _, target = start.name.split()
        *_, last = frames(machine, " ".join(word), source=int(source), target=int(target))
        first = next(filter(None, (told.get((start.name, word[:size])) for size in range(3))), None)
        assert first == (last.finding and str(last.finding))
