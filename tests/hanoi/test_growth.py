"""How events, memory and counts grow: by closed formulas, the same in every run."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from hanoi_fsm import Automaton, Machine, Memory, action, automata
from hanoi_fsm.fsm.errors import BadInput, MachineStopped
from hanoi_fsm.hanoi import growth
from hanoi_fsm.hanoi.comparing import Figures, measure_all
from hanoi_fsm.hanoi.solving import find_any

Formula = Callable[[int], int]
N = 5
EVENTS: dict[str, Formula] = {
    **dict.fromkeys(automata.SOLVERS, lambda n: 2**n),
    "call-stack": lambda n: 2 ** (n + 1) - 2,
    "action-tree": lambda n: 5 * 2 ** (n - 1) - 3,
    **dict.fromkeys(automata.PATHFINDERS, lambda n: 3 * 2**n - 1),
}
CELLS: dict[str, Formula] = {
    **dict.fromkeys(["two-storey", "two-state", "three-state"], lambda n: 3 * n + 9),
    "monk": lambda n: 3 * n + 7,
    "call-stack": lambda n: 4 * n - 1,
    "action-tree": lambda n: 5,
    **dict.fromkeys(automata.PATHFINDERS, lambda n: 5 * n + 4),
}
MOVERS = [*CELLS]


@pytest.fixture(scope="module")
def figures() -> list[Figures]:
    movers = [automata.get(name) for name in MOVERS]
    return [one for n in range(1, N + 1) for one in measure_all(movers, n, timed=False)]


@pytest.mark.parametrize(("kind", "closed"), [("events", EVENTS), ("cells", CELLS)])
@pytest.mark.sweep
def test_events_and_memory_grow_by_closed_formulas(
    kind: str, closed: dict[str, Formula], figures: list[Figures]
) -> None:
    curves = {one.name: one.points for one in growth.PLOTS[kind](figures).curves}
    towers = range(1, N + 1)
    assert curves == {name: [(n, closed[name](n)) for n in towers] for name in MOVERS}


@pytest.mark.parametrize("name", automata.SOLVERS)
def test_the_counts_of_a_solver_are_the_closed_ones(name: str) -> None:
    machine = automata.SOLVERS[name]
    assert machine.closed is not None
    curves = growth.counts(machine, N).curves
    by_formula = zip(*(machine.closed(n) for n in range(1, N + 1)), strict=True)
    assert [[count for _, count in one.points] for one in curves] == [*map(list, by_formula)]


@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_the_counts_of_a_pathfinder_add_up_to_its_events(name: str) -> None:
    curves = growth.counts(automata.get(name), 5).curves
    sums = [sum(one.points[n - 1][1] for one in curves) for n in range(1, 6)]
    assert sums == [EVENTS[name](n) for n in range(1, 6)]


def test_the_counts_of_a_reader_are_those_of_all_words() -> None:
    plot = growth.counts(automata.get("configuration-reader"), 5)
    sums = [sum(one.points[n - 1][1] for one in plot.curves) for n in range(1, 6)]
    assert sums == [n * 2**n for n in range(1, 6)]
    assert (plot.across, plot.guide) == ("number of events n", None)


@pytest.mark.sweep
@pytest.mark.sweep
def test_the_guide_doubles_with_each_disk(figures: list[Figures]) -> None:
    for plot in (growth.events(figures), growth.counts(automata.get("monk"), N)):
        assert plot.guide is not None
        assert (plot.guide.name, plot.guide.points) == ("2^n", [(n, 2**n) for n in range(1, N + 1)])


def test_the_guide_of_times_is_under_all_lines_and_doubles_too() -> None:
    measured = [Figures("a", n, moves=7, seconds=n / 100, family="solver") for n in range(1, 5)] + [
        Figures("b", 2, moves=0, difference="wrong", family="formula")
    ]
    plot = growth.times(measured)
    assert [one.name for one in plot.curves] == ["a"], "what did not run has no line"
    assert plot.guide is not None
    pairs = list(zip(plot.guide.points, plot.curves[0].points, strict=True))
    assert all(guide < line for (_, guide), (_, line) in pairs)
    values = [value for _, value in plot.guide.points]
    assert [two / one for one, two in pairwise(values)] == [2, 2, 2]


@pytest.mark.parametrize("name", automata.names())
def test_every_transition_has_a_label_of_its_own(name: str) -> None:
    automaton = automata.get(name).automaton
    labels = growth.labels(automaton)
    assert len(set(labels)) == len(labels) == len(automaton.transitions)
    assert all(
        row.source in label for row, label in zip(automaton.transitions, labels, strict=True)
    )


def test_a_label_says_no_more_than_it_must() -> None:
    labels = growth.labels(automata.get("two-storey").automaton)
    assert labels[0] == "dismantle \N{RIGHTWARDS ARROW} base"
    assert labels[3] == "foundation \N{RIGHTWARDS ARROW} dismantle / move_back"


class Stuck(Memory):
    """A memory that never returns from its action."""

    @action
    def wait(self) -> None:
        """wait for ever"""
        while True:
            pass


@pytest.mark.sweep
def test_a_machine_that_hangs_is_stopped() -> None:
    table = Automaton.from_table("stuck", initial="a", final=None, table="a -> a : go / wait")
    with pytest.raises(MachineStopped, match=r"stuck cannot be counted at n = 1: .*0\.3"):
        growth.counts(Machine(table, Stuck), 2, limit=0.3)


def test_too_many_transitions_are_refused() -> None:
    reader = automata.get("twice-reader")
    most = len(reader.automaton.transitions)
    assert most > growth.MOST_COUNTED
    with pytest.raises(BadInput, match=f"has {most} transitions.*{growth.MOST_COUNTED}"):
        growth.counts(reader, 2)


@pytest.mark.parametrize(
    ("kind", "name", "why"),
    [
        ("events", "hbits", "is not an automaton and has no events"),
        ("cells", "recursion", "is not an automaton and has no cells"),
        ("counts", "formula", "is not an automaton and has no counts"),
        ("events", "rank-reader", "moves no disks"),
        ("cells", "path-reader", "moves no disks"),
    ],
)
def test_who_has_nothing_to_show_is_refused(kind: str, name: str, why: str) -> None:
    with pytest.raises(BadInput, match=f"{name} {why}"):
        growth.check_contenders(kind, [automata.get("monk"), find_any(name)])


@pytest.mark.parametrize("kind", growth.KINDS)
def test_who_is_shown_by_default_has_something_to_show(kind: str) -> None:
    growth.check_contenders(kind, [find_any(name) for name in growth.default_names(kind)])


@pytest.mark.sweep
def test_a_family_is_a_kind_or_your_own(figures: list[Figures]) -> None:
    kinds: Any = {one.name: one.family for one in growth.events(figures).curves}
    assert kinds["monk"] == "automata that solve"
    assert kinds["shortest"] == "pathfinders"
    own = replace(automata.get("monk"), origin="mine.dot")
    [mine] = growth.events(measure_all([own], 2, timed=False)).curves
    assert (mine.name, mine.family) == ("mine.dot", "your own")
