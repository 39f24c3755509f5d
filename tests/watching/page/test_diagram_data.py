"""The diagram of the page is the machine's definition, harmless as SVG, with room for counts."""

import json
from itertools import combinations
from xml.etree.ElementTree import Element, fromstring

import pytest
from checked_machines import reactive
from sampling import one_in

from hanoi_fsm import Automaton, Machine, Memory, automata
from hanoi_fsm.fsm.diagrams import state_graph
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.diagrams.text_width import text_size
from hanoi_fsm.fsm.errors import RenderError
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.watching.page.data import DiagramData
from hanoi_fsm.watching.page.diagram import ROOM_FOR_COUNT, diagram_data

NAMES = one_in(40, automata.names())
HARMLESS = {"svg", "g", "title", "text", "tspan", "path", "polygon", "circle", "rect"}
ATTRIBUTES = {
    *("viewBox", "width", "height", "font-family", "font-size", "text-anchor", "fill", "class"),
    *("d", "points", "cx", "cy", "r", "rx", "x", "y"),
    *("data-state", "data-transition", "data-transitions"),
}
NASTY = """</script><b>"'&""", "a:b", r"\N", "&lt;", "<svg onload=alert(1)>", "%", "]]>", "é 漢"
Box = tuple[float, float, float, float]


def svg_of(data: DiagramData) -> Element:
    """The SVG without the namespace in its names."""
    root = fromstring(data["svg"])
    for one in root.iter():
        one.tag = one.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return root


def groups(root: Element, kind: str) -> list[Element]:
    return [one for one in root.iter("g") if kind in one.get("class", "").split()]


def numbers(group: Element) -> list[int]:
    return list(map(int, group.get("data-transitions", "").split()))


def words(group: Element) -> str:
    """The text of a label, its lines one after the other."""
    return " ".join("".join(line.itertext()) for line in group.iter("text")).strip()


def overlap(one: Box, other: Box) -> bool:
    (x, y, width, height), (left, top, across, down) = one, other
    beside = x >= left + across or left >= x + width
    return not beside and y < top + down and top < y + height


def written(transitions: list[Transition], event: str | None) -> str:
    """What a label says of transitions that differ in nothing but the event."""
    said = ", ".join(one.event for one in transitions)
    return str(transitions[0].label._replace(event="" if event else said)).strip()


@pytest.mark.parametrize("name", NAMES)
def test_each_transition_is_on_one_edge_whose_label_says_what_it_is(name: str) -> None:
    machine = automata.get(name)
    data, rows = diagram_data(machine), machine.automaton.transitions
    root = svg_of(data)
    edges, labels = groups(root, "edge"), groups(root, "label")
    assert sorted(number for edge in edges for number in numbers(edge)) == list(range(len(rows)))
    shown = [numbers(edge) for edge in edges]
    assert [numbers(label) for label in labels] == shown
    assert [edge["transitions"] for edge in data["edges"]] == shown
    for edge, label in zip(edges, labels, strict=True):
        here = [rows[number] for number in numbers(edge)]
        assert len({one.without_event for one in here}) == 1
        assert words(label) == written(here, data["event"])
        assert [edge.findtext("title"), label.findtext("title")] == ["\n".join(map(str, here))] * 2
        parts = [(one.text, one.get("data-transition")) for one in label.iter("tspan")]
        several = [(rows[number].event, str(number)) for number in numbers(edge)]
        assert parts == (several if len(several) > 1 else [])


@pytest.mark.parametrize("name", NAMES)
def test_states_have_their_meanings_and_final_ones_a_second_border(name: str) -> None:
    machine = automata.get(name)
    data = diagram_data(machine)
    root = svg_of(data)
    states = groups(root, "state")
    assert [one.get("data-state") for one in states] == list(machine.automaton.states)
    assert len(groups(root, "start")) == 1
    for group, state in zip(states, machine.automaton.states, strict=True):
        meaning = machine.meanings.get(state)
        assert group.findtext("title") == (f"{state}: {meaning}" if meaning else state)
        assert "".join(text.text or "" for text in group.iter("text")) == state
        final = state in machine.automaton.final
        assert (group in groups(root, "final")) == final
        assert len(list(group.iter("rect"))) == (2 if final and not data["all_final"] else 1)


@pytest.mark.parametrize("name", NAMES)
def test_each_label_has_room_for_a_count_and_nothing_overlaps_it(name: str) -> None:
    machine = automata.get(name)
    data = diagram_data(machine)
    boxes = [edge["box"] for edge in data["edges"]]
    width, line = text_size([ROOM_FOR_COUNT], 12)
    for label, (x, y, across, down) in zip(groups(svg_of(data), "label"), boxes, strict=True):
        *lines, count = label.iter("text")
        assert (count.get("class"), count.text) == ("count", None)
        assert across >= width - 0.1
        assert down >= line * (len(lines) + 1) - 0.1
        assert x < float(count.get("x", 0)) < x + across
        assert y < float(count.get("y", 0)) < y + down
    everything = [*boxes, *data["states"]]
    assert not [pair for pair in combinations(everything, 2) if overlap(*pair)]
    for x, y, across, down in everything:
        assert min(x, y) >= 0
        assert x + across <= data["width"]
        assert y + down <= data["height"]


def hostile() -> Machine:
    turns = zip(NASTY, (*NASTY[1:], NASTY[0]), ("<b>", "<", '"', "'", *"+-*#"), strict=True)
    rows = tuple(Transition(one, other, Label(event)) for one, other, event in turns)
    rows += tuple(Transition(NASTY[0], NASTY[0], Label(event)) for event in ("<i>", "\\", ";--"))
    name = """<b>"'&</b>"""
    automaton = Automaton(name, NASTY, NASTY[0], frozenset(NASTY[-1:]), rows, name)
    return Machine(automaton, Memory, layout=Layout(ring(NASTY, 300)))


@pytest.mark.parametrize("machine", [automata.get("two-storey"), hostile()], ids=["own", "hostile"])
def test_the_svg_has_nothing_that_the_policy_forbids(machine: Machine) -> None:
    root = svg_of(diagram_data(machine))
    assert {one.tag for one in root.iter()} <= HARMLESS
    assert {name for one in root.iter() for name in one.attrib} <= ATTRIBUTES
    assert {one.get("fill") for one in root.iter()} <= {None, "none"}


def test_hostile_names_are_texts() -> None:
    machine = hostile()
    data = diagram_data(machine)
    root = svg_of(data)
    states = groups(root, "state")
    assert [one.get("data-state") for one in states] == list(NASTY)
    assert [one.findtext("text") for one in states] == list(NASTY)
    rows = machine.automaton.transitions
    for label in groups(root, "label"):
        assert words(label) == ", ".join(rows[number].event for number in numbers(label))
    together = next(one for one in groups(root, "label") if len(numbers(one)) == 3)
    assert [one.text for one in together.iter("tspan")] == ["<i>", "\\", ";--"]
    assert json.loads(json.dumps(data)) == json.loads(json.dumps(diagram_data(machine)))


def test_a_single_event_is_not_on_the_labels_and_is_said_apart() -> None:
    assert diagram_data(automata.get("monk"))["event"] == "step"
    assert diagram_data(automata.get("path-reader"))["event"] is None


@pytest.mark.parametrize(
    ("name", "turned"), [("call-stack", False), ("two-storey", True), ("action-tree", True)]
)
def test_a_diagram_is_turned_and_flattened_only_if_a_panel_shows_it_whole_then(
    name: str, turned: bool
) -> None:
    machine = automata.get(name)
    data = diagram_data(machine)
    assert max(data["width"], data["height"]) <= 485
    usual = state_graph.placed(Diagram.of(machine), "wasm").bounds
    assert (usual.width > 485) is turned


@pytest.mark.sweep
def test_a_large_machine_is_drawn_as_well() -> None:
    table = "\n".join(f"s{n} -> s{(n + 1) % 50} : go, run" for n in range(50))
    data = diagram_data(reactive("ring", table))
    assert (data["failed"], len(data["states"]), len(data["edges"])) == ("", 50, 50)
    assert [edge["transitions"] for edge in data["edges"][:2]] == [[0, 1], [2, 3]]


@pytest.mark.sweep
def test_all_diagrams_together_are_small_and_need_no_dot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: "/nowhere/dot")
    sizes = {name: len(json.dumps(diagram_data(automata.get(name)))) for name in automata.names()}
    assert sum(sizes.values()) < 250_000, sizes


def test_what_cannot_be_drawn_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = automata.get("monk")
    known = machine.automaton
    lost = Automaton("lost", known.states[:1], "pray", frozenset(), known.transitions, "monk")
    data = diagram_data(Machine(lost, Memory))
    assert (data["svg"], data["failed"]) == (
        "",
        "lost has transitions to states that it does not have",
    )

    def refuse(*given: object) -> None:
        raise RenderError("the picture is not drawn after 20 seconds")

    monkeypatch.setattr(state_graph, "placed", refuse)
    assert diagram_data(machine)["failed"] == "the picture is not drawn after 20 seconds"
