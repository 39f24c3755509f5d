"""A machine without places is drawn so that nothing lies on a label, whatever the machine."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notation_strategies import LABELS, NAMES
from placement_clashes import clashes_of

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams import state_graph
from hanoi_fsm.fsm.diagrams.geometry.placement import Placement
from hanoi_fsm.fsm.diagrams.geometry.shapes import Point
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.hanoi import automata, resolver

MACHINES = Path(__file__).parents[2] / "machines"
CLOCK = resolver.find_unchecked(f"{MACHINES / 'alarm_clock.py'}:clock")
TURNSTILE = resolver.find_unchecked(f"{MACHINES / 'turnstile.py'}:turnstile")
LONG = Machine(
    Automaton.from_table(
        "long names",
        initial="waiting for the first of two passengers",
        table="""
            waiting for the first of two passengers -> boarding : the_door_was_opened / greet
            boarding -> boarding : ticket_shown [ticket_is_valid & !seat_is_taken] / show_the_seat
            boarding -> boarding : ticket_shown [!ticket_is_valid & !seat_is_taken] / call_for_help
            boarding -> boarding : ticket_shown [seat_is_taken] / apologize
            boarding -> waiting for the first of two passengers : the_door_was_closed
        """,
    )
)
WORDS = [
    "open",
    "close",
    "tick",
    "push",
    "pop",
    "reset",
    "carry_over",
    "move_ahead",
    "next",
    "due",
    "silent",
    "A",
    "H",
    "M",
    "go",
]
RENDERERS = ["wasm", pytest.param("dot", marks=pytest.mark.dot)]

each_renderer = pytest.mark.parametrize("renderer", RENDERERS)
each_direction = pytest.mark.parametrize("direction", ["down", "right"])


def at_random(seed: int) -> Automaton:
    """2 to 12 states, all of which can be reached, and up to 30 transitions, many of them loops."""
    random = Random(seed)
    states = tuple(random.sample(WORDS, random.randint(2, 12)))
    ends = [(states[random.randrange(at)], states[at]) for at in range(1, len(states))]
    for _ in range(int(random.choice([0.2, 0.6, 1.0, 1.5]) * len(states)) + 1):
        source = random.choice(states)
        ends.append((source, source if random.random() < 0.25 else random.choice(states)))
    rows = dict.fromkeys(Transition(*pair, label_at_random(random)) for pair in ends)
    final = frozenset(random.sample(states, 1))
    return Automaton(f"random {seed}", states, states[0], final, tuple(rows), "random")


def label_at_random(random: Random) -> Label:
    names = random.sample(WORDS, random.choice([0, 0, 1, 1, 2]))
    guards = tuple(Guard(name, random.random() < 0.5) for name in names)
    return Label(random.choice(WORDS), guards, random.choice([None, *WORDS]))


def counted(diagram: Diagram) -> Diagram:
    numbers = [0, 1, 16, 12345, 10**12]
    rows = diagram.automaton.transitions
    return replace(diagram, counts={row: numbers[at % 5] for at, row in enumerate(rows)})


def clashes(diagram: Diagram, renderer: str = "wasm") -> list[str]:
    ends = [(edge.source, edge.target) for edge in diagram.edges]
    placement = state_graph.placed(diagram, renderer)
    return clashes_of(placement, ends, diagram.automaton.initial)


# what everybody sees first


@each_direction
@pytest.mark.parametrize("machine", [CLOCK, TURNSTILE, LONG], ids=str)
def test_nothing_lies_on_a_label_of_a_machine_without_places(
    machine: Machine, direction: str
) -> None:
    diagram = Diagram.of(machine, direction=direction)
    for one in (diagram, counted(diagram), replace(diagram, order=diagram.automaton.transitions)):
        assert clashes(one) == []


@each_direction
@pytest.mark.parametrize("seed", [5, 38])
def test_nothing_lies_on_a_label_of_a_machine_at_random(seed: int, direction: str) -> None:
    assert clashes(Diagram(at_random(seed), direction=direction)) == []


# all others


@each_renderer
@each_direction
@pytest.mark.parametrize("decade", range(0, 100, 10))
@pytest.mark.sweep
def test_nothing_lies_on_a_label_of_many_machines_at_random(
    decade: int, direction: str, renderer: str
) -> None:
    for seed in range(decade, decade + 10):
        diagram = Diagram(at_random(seed), direction=direction)
        path = replace(diagram, order=diagram.automaton.transitions[:8])
        for one in (diagram, counted(diagram), path):
            assert clashes(one, renderer) == [], seed


@st.composite
def any_automaton(draw: st.DrawFn) -> Automaton:
    states = draw(st.lists(NAMES, min_size=2, max_size=8, unique=True))
    ends = st.sampled_from(states)
    rows = draw(st.lists(st.builds(Transition, ends, ends, LABELS), max_size=16, unique=True))
    return Automaton("any", tuple(states), draw(ends), frozenset(), tuple(rows), "any")


@pytest.mark.sweep
@settings(max_examples=200)
@given(any_automaton(), st.sampled_from(["down", "right"]))
def test_nothing_lies_on_a_label_of_any_machine(automaton: Automaton, direction: str) -> None:
    assert clashes(Diagram(automaton, direction=direction)) == []


CROWDED = {"twice-reader": 2}
"""Of the 180 edges of one automaton a few may run through a label, depending on the renderer."""


@each_renderer
@each_direction
@pytest.mark.parametrize("name", automata.names())
@pytest.mark.sweep
def test_nothing_lies_on_a_label_of_the_automata_laid_out_by_dot(
    name: str, direction: str, renderer: str
) -> None:
    diagram = Diagram.of(automata.get(name), layout="dot", direction=direction)
    assert len(clashes(diagram, renderer)) <= CROWDED.get(name, 0)
    assert len(diagram.edges) > 100 or clashes(counted(diagram), renderer) == []


@pytest.mark.parametrize("name", automata.names())
@pytest.mark.sweep
def test_nothing_lies_on_a_label_of_the_automata_on_a_circle(name: str) -> None:
    diagram = Diagram.of(automata.get(name), layout="circle")
    assert len(diagram.edges) > 100 or clashes(diagram) == []


# loops


@each_direction
def test_each_loop_has_its_own_place_and_its_label_beside_it(direction: str) -> None:
    table = "\n".join(f"a -> a : event_{number} / go_{number}" for number in range(9))
    diagram = Diagram(Automaton.from_table("x", initial="a", table=table), direction=direction)
    placement = state_graph.placed(diagram, "wasm")
    assert clashes(diagram) == []
    for route, label in zip(placement.routes, placement.labels, strict=True):
        beside = Point(label.corners[0].x, label.middle.y)
        assert min(beside.minus(point).length for point in route.points) < 17


# clashes are found


def moved(placement: Placement, label: int, to: Point) -> Placement:
    labels = [*placement.labels]
    labels[label] = labels[label]._replace(middle=to)
    return placement._replace(labels=labels)


def test_a_label_on_anything_is_found() -> None:
    diagram = Diagram.of(TURNSTILE)
    placement = state_graph.placed(diagram, "wasm")
    ends = [(edge.source, edge.target) for edge in diagram.edges]
    assert placement.start is not None
    for to, found in (
        (placement.labels[1].middle, "label 0 overlaps label 1"),
        (placement.states["locked"].middle, "state locked overlaps label 0"),
        (placement.start.begin, "the start overlaps label 0"),
        (placement.start.at(0.5), "the start's edge runs through label 0"),
        (placement.routes[1].at(0.5), "edge 1 runs through label 0"),
        (placement.routes[0].at(0.5), "edge 0 runs through label 0"),
    ):
        assert found in clashes_of(moved(placement, 0, to), ends, "locked")
