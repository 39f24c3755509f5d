"""What the picture of a state diagram shows for people, besides the definition."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import replace

import pytest
from svg_shapes import SVG, Shape, shapes_of

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.legend import legend
from hanoi_fsm.fsm.diagrams.ornaments import Inset, Part, badge_text
from hanoi_fsm.fsm.diagrams.palette import FAINT, FAULT_LINE, LIT_LINE
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.diagrams.state_graph import placed
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.memory import Memory, action, guard
from hanoi_fsm.hanoi import automata

LAMP = Automaton.from_table(
    "lamp",
    initial="off",
    final="broken",
    table="""
        off -> on     : press [!worn] / light
        on  -> off    : press
        on  -> broken : press [worn]
    """,
)
PLACES = Layout({"off": (0, 0), "on": (200, 0), "broken": (200, -120)})
TWO_STOREY = automata.get("two-storey")
RENDERERS = ["wasm", pytest.param("dot", marks=pytest.mark.dot)]


class Bulb(Memory):
    """A bulb that is worn in the end."""

    @guard
    def worn(self) -> bool:
        """it has been lit too often"""
        return False

    @action
    def light(self) -> None:
        """switch it on"""

    @action
    def unused(self) -> None:
        """never on an edge"""


def shapes(diagram: Diagram, renderer: str = "wasm") -> Mapping[str, Shape]:
    return shapes_of(diagram.render("svg", renderer))


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("layout", ["auto", "dot", "circle"])
@pytest.mark.parametrize("direction", ["down", "right"])
@pytest.mark.one_in(3)
def test_what_all_edges_share_is_said_once(renderer: str, layout: str, direction: str) -> None:
    """In the picture; the program says it on every edge, wherever it has its places from."""
    diagram = Diagram(LAMP, places=PLACES, layout=layout, direction=direction)
    found = shapes(diagram, renderer)
    assert found["note-subtitle"].texts == ["every edge: event press"]
    assert found["edge-1"].texts == ["[!worn]", "/ light"]
    assert found["edge-2"].texts == []
    assert diagram.dot.count("press") == 3
    assert read(diagram.dot).automaton == LAMP


def test_with_several_events_each_edge_names_its_own() -> None:
    rows = "off -> on : press\non -> off : pull / light"
    found = shapes(Diagram(Automaton.from_table("lamp", initial="off", table=rows)))
    assert [found[f"edge-{number}"].texts for number in (1, 2)] == [["press"], ["pull / light"]]
    assert "note-subtitle" not in found


def test_long_guards_are_below_one_another() -> None:
    guards = " & ".join(["the_first_of_long_guards", "!the_second_of_them", "dark"])
    rows = f"off -> on : press [{guards}] / light\non -> off : press [dark]"
    diagram = Diagram(Automaton.from_table("lamp", initial="off", table=rows))
    lines = ["[the_first_of_long_guards &", "!the_second_of_them &", "dark]", "/ light"]
    assert shapes(diagram)["edge-1"].texts == lines
    assert read(diagram.dot).automaton == diagram.automaton


def test_where_all_states_are_final_one_line_says_so_and_no_border() -> None:
    automaton = Automaton(
        LAMP.name, LAMP.states, "off", frozenset(LAMP.states), LAMP.transitions, "lamp"
    )
    diagram = Diagram(automaton, places=PLACES)
    found = shapes(diagram)
    assert "every state is final" in found["note-subtitle"].texts[0]
    assert {found[f"state-{number}"].borders for number in (1, 2, 3)} == {1}
    assert read(diagram.dot).automaton.final == frozenset(LAMP.states)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("layout", ["auto", "dot"])
def test_notes_are_written_below_and_folded_between_words(renderer: str, layout: str) -> None:
    words = [f"word{number}" for number in range(40)]
    diagram = Diagram(LAMP, places=PLACES, layout=layout, notes=["short", " ".join(words)])
    texts = shapes(diagram, renderer)["note-below"].texts
    assert texts[0] == "short"
    assert len(texts) > 3
    assert " ".join(texts[1:]).split() == words
    assert "short" not in diagram.dot


def test_the_legend_has_the_docstrings_of_the_words_that_are_used() -> None:
    assert legend(LAMP, Bulb) == ["worn: it has been lit too often", "light: switch it on"]


@pytest.mark.parametrize("layout", ["auto", "dot"])
def test_the_edges_of_a_path_have_the_numbers_of_its_order(layout: str) -> None:
    on, off, _ = LAMP.transitions
    found = shapes(Diagram(LAMP, places=PLACES, layout=layout, order=(on, off, on)))
    assert found["badge-1"].texts == ["1 3"]
    assert found["badge-2"].texts == ["2"]
    assert "badge-3" not in found


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_badge_is_not_over_the_label_of_its_edge_where_dot_lays_out(renderer: str) -> None:
    row = Automaton.from_table(
        "row", initial="a", table="a -> b : press\nb -> c : press\nb -> c : release\nc -> a : press"
    )
    diagram = Diagram(row, order=row.transitions[:3])
    placement = placed(diagram, renderer)
    for number in (0, 1, 2):
        badge = placement.badges[number]
        assert badge.meets(placement.routes[number].points)
        assert not any(badge.overlaps(label) for label in placement.labels), number


def test_a_long_path_is_cut_short_on_its_badges() -> None:
    assert badge_text(range(1, 5)) == "1 2 3 4"
    assert badge_text(range(1, 100)) == "1 2 3 …"


def test_lit_edges_keep_the_width_of_their_counts() -> None:
    counts = dict(zip(LAMP.transitions, (9, 9, 1), strict=True))
    plain = Diagram(LAMP, places=PLACES, counts=counts)
    lit = Diagram(LAMP, places=PLACES, counts=counts, taken=LAMP.transitions[:1])
    widths = [[edge.looks["penwidth"] for edge in one.edges] for one in (plain, lit)]
    assert widths[0] == widths[1] == ["5.00", "5.00", "2.33"]
    assert [edge.looks.get("color") for edge in lit.edges] == [LIT_LINE, None, None]


def test_an_edge_that_is_never_taken_is_dashed_and_faint() -> None:
    diagram = Diagram(LAMP, counts=dict.fromkeys(LAMP.transitions, 0))
    assert {edge.looks["color"] for edge in diagram.edges} == {FAINT}
    assert {edge.looks["style"] for edge in diagram.edges} == {"dashed"}


def test_what_is_faulty_is_red() -> None:
    diagram = Diagram(LAMP, places=PLACES, faulty=[LAMP.transitions[1], "broken"])
    assert [edge.looks.get("color") for edge in diagram.edges] == [None, FAULT_LINE, None]
    svg = diagram.render("svg", "wasm").decode()
    assert svg.count(f'stroke="{FAULT_LINE}"') >= 3  # a line, its arrowhead, and a border
    assert read(diagram.dot).automaton == LAMP


@pytest.mark.parametrize("layout", ["auto", "dot"])
def test_a_small_picture_is_inside_the_box_of_its_state(layout: str) -> None:
    inset = Inset(60, 30, [Part(0, 0, 60, 10, "#0072b2", "7"), Part(20, 12, 20, 14, text="on top")])
    diagram = Diagram(LAMP, places=PLACES, layout=layout, insets={"on": inset})
    found = shapes(diagram)
    assert found["inset-2-1"].texts == ["7"]
    assert found["inset-2-2"].texts == ["on top"]
    assert found["state-2"].texts[0] == "on"
    assert "inset-1-1" not in found
    assert "inset" not in diagram.dot
    assert diagram.size_of("on", short=True)[1] > diagram.size_of("on", short=False)[1] + 30


def test_tooltips_are_the_meanings_of_states_and_the_whole_labels_of_edges() -> None:
    found = shapes(Diagram(LAMP, places=PLACES, meanings={"on": "it shines"}))
    assert found["state-2"].title == "on: it shines"
    assert found["state-1"].title == "off"
    assert found["edge-1"].title == str(LAMP.transitions[0])


def test_a_screen_reader_is_told_the_title_and_the_table() -> None:
    svg = TWO_STOREY._repr_mimebundle_()["image/svg+xml"]
    assert 'role="img"' in svg
    assert ">State diagram of two-storey</title>" in svg
    assert "foundation -&gt; done" in svg.partition("</desc>")[0]


@pytest.mark.parametrize("renderer", RENDERERS)
def test_notes_change_nothing_in_what_dot_has_laid_out(renderer: str) -> None:
    """Borders and arrows have the size that dot gives them."""
    rows = "a -> a : e\na -> done : f"
    diagram = Diagram(Automaton.from_table("x", initial="a", final="done", table=rows))
    plain, noted = (
        sorted(map(size, ET.fromstring(picture.render("svg", renderer)).iter(f"{SVG}path")))
        for picture in (diagram, replace(diagram, notes=["a note"]))
    )
    assert len(plain) == 6  # one border, two borders, and the lines of three edges
    for before, after in zip(plain, noted, strict=True):
        assert after == pytest.approx(before, abs=0.3)


def size(path: ET.Element) -> tuple[float, float]:
    """The width and the height of a path, by the points that it names."""
    numbers = [float(one) for one in re.findall(r"-?[0-9.]+", path.attrib["d"])]
    return max(numbers[::2]) - min(numbers[::2]), max(numbers[1::2]) - min(numbers[1::2])


# places


def test_the_picture_has_the_places_of_the_table_as_far_as_they_are_asked_for() -> None:
    placed = read(Diagram(LAMP, places=PLACES).dot).places
    assert placed["on"][0] > placed["off"][0] + 100
    assert placed["broken"][1] < placed["on"][1]
    turned = read(Diagram(LAMP, places=PLACES, direction="right").dot).places
    assert turned["broken"][0] > turned["on"][0]
    assert read(Diagram(LAMP, places=PLACES, layout="dot").dot).places == {}
    assert read(Diagram(LAMP).dot).places == {}
    assert len(read(Diagram(LAMP, layout="circle").dot).places) == 3


def test_without_places_dot_draws_in_the_direction_that_is_asked_for() -> None:
    assert "rankdir=LR" in Diagram(LAMP, direction="right").dot
    assert "rankdir" not in Diagram(LAMP).dot


def test_places_that_do_not_know_every_state_are_not_used() -> None:
    assert read(Diagram(LAMP, places=Layout({"off": (0, 0)})).dot).places == {}


@pytest.mark.parametrize("options", [{"layout": "neato"}, {"direction": "up"}])
def test_an_unknown_layout_or_direction_is_refused(options: dict[str, str]) -> None:
    [(name, value)] = options.items()
    with pytest.raises(UnknownName, match=f"{name} '{value}'"):
        Diagram(LAMP, **options)  # type: ignore[arg-type]  # only strings are given


@pytest.mark.parametrize("name", automata.names())
@pytest.mark.one_in(3)
def test_every_automaton_but_the_largest_has_a_place_for_each_state(name: str) -> None:
    machine = automata.get(name)
    if name == "twice-reader":
        assert machine.layout is None
        return
    assert machine.layout is not None
    assert set(machine.layout.places) == set(machine.automaton.states)
    for short in (True, False):
        placement = Diagram.of(machine).placement(short=short)
        assert placement is not None
        assert placement.clashes == 0


def test_a_diagram_is_drawn_where_its_file_has_it() -> None:
    dot = Diagram.of(TWO_STOREY, direction="right").dot
    again = read(dot)
    layout = Layout(again.places, start=270)
    assert read(Diagram(again.automaton, places=layout).dot).places == again.places
