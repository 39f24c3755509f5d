"""State tables: what is in the cells, how the rows are grouped, and what is refused."""

import csv
import json
import re
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from svg_shapes import shapes_of

from hanoi_fsm import Automaton, Machine, StateTable, automata
from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.diagrams.palette import CHIPS
from hanoi_fsm.fsm.errors import BadInput, DotError
from hanoi_fsm.hanoi.resolver import find

clock = find(f"{Path(__file__).parent.parent.parent / 'machines' / 'alarm_clock.py'}:clock")
SEVERAL = [name for name in automata.names() if len(automata.get(name).automaton.events) > 1]
ODD = Automaton.from_table(
    "odd",
    initial="a|b",
    final=["<i>", "x"],
    table="""
        a|b -> <i>     : state [!late]  / _go_
        a|b -> \\N     : state [late]
        a|b -> &lt;    : _x_            / stop
        <i> -> \u6f22\u5b57  : group
        \\N  -> \\N    : state, _x_, group / _go_
        &lt; -> a|b     : state
        \u6f22\u5b57 -> [y](z) : state
        [y](z) -> x   : state
    """,
)
TABLES = {name: StateTable(automata.get(name)) for name in SEVERAL}
TABLES |= {"clock": StateTable(clock), "odd": StateTable(ODD)}


@pytest.mark.parametrize("name", TABLES)
def test_the_cells_are_the_transitions_and_there_is_a_row_for_every_state(name: str) -> None:
    table = TABLES[name]
    assert sorted(row.state for row in table.rows) == sorted(table.automaton.states)
    cells = {
        (row.state, event, one.next, one.guards)
        for row in table.rows
        for event, found in row.cells.items()
        for one in found
    }
    assert cells == {
        (one.source, one.event, one.target, " & ".join(map(str, one.guards)))
        for one in table.automaton.transitions
    }


@pytest.mark.parametrize("name", TABLES)
def test_the_text_has_every_cell_within_80_columns(name: str) -> None:
    table = TABLES[name]
    printed = table.text()
    assert max(map(len, printed.splitlines())) <= 80
    for row in table.rows:
        [*parts] = re.findall(
            rf"^(?:->|  ) .*{re.escape(row.state)}(?=  ).*$", printed, re.MULTILINE
        )
        assert parts, row.state
        for cells in row.cells.values():
            assert all(" ".join(table.lines(one)) in printed for one in cells)


def test_narrower_text_has_more_blocks_and_a_column_that_is_too_wide_has_its_own() -> None:
    table = TABLES["twice-reader"]
    heads = [line for line in table.text(40).splitlines() if line.startswith("   state")]
    assert [len(line.split()) - 2 for line in heads] == [2, 2, 2, 2, 1]
    assert len(re.findall("^   state", table.text(1), re.MULTILINE)) == 9


def test_rows_come_in_the_order_of_the_groups_and_all_others_last() -> None:
    table = TABLES["twice-reader"]
    headings = [(heading.split(":")[0], len(rows)) for heading, rows in table.grouped]
    assert headings == [("balance +1", 6), ("balance 0", 6), ("balance -1", 6), ("decided", 2)]
    for heading, rows in list(table.grouped)[:3]:
        assert {row.state.split()[-1] for row in rows} == {heading.split()[1].rstrip(":")}
    groups = {"on": "bright", "off": "dark"}
    table = StateTable(clock, groups=groups)
    assert [(row.state, row.group) for row in table.rows] == [*groups.items(), ("setting", "")]
    mixed = StateTable(clock, groups={"on": "1", "off": "2", "setting": "1"})
    assert [row.state for row in mixed.rows] == ["on", "setting", "off"]


def test_each_next_state_of_twice_reader_says_what_is_known_so_far() -> None:
    table = TABLES["twice-reader"]
    words = {"+1": "once", "0": "tie", "-1": "twice", "ONCE": "once", "TWICE": "twice"}
    assert table.entering == {row.state: words[row.state.split()[-1]] for row in table.rows}
    for row in table.rows:
        for [cell] in row.cells.values():
            assert (cell.output, cell.decides) == (table.entering[cell.next], cell.next.isalpha())


def test_an_output_that_depends_on_more_than_the_next_state_is_in_the_cell() -> None:
    table = TABLES["configuration-reader"]
    assert table.entering == {}
    assert table.legend == "the next state / the output"
    assert "021 / 0  102 / 2" in table.text()


def test_each_guarded_transition_has_a_line_of_its_own_in_the_cell() -> None:
    [row] = [row for row in TABLES["clock"].rows if row.state == "on"]
    assert list(map(str, row.cells["tick"])) == ["[!due] on / tick_minute", "[due] on / ring"]
    lines = TABLES["clock"].text().splitlines()
    [at] = [number for number, line in enumerate(lines) if "[due]" in line]
    assert "[!due] on / tick_minute" in lines[at - 1]
    assert "action" in TABLES["clock"].legend


def test_a_missing_transition_is_an_empty_cell() -> None:
    table = TABLES["path-reader"]
    assert [len(one) for row in table.rows for one in row.cells.values()].count(0) == 3
    assert table.text().split()[4:] == [
        "0",
        "-",
        "2",
        "1",
        "->",
        "1",
        "2",
        "-",
        "0",
        "2",
        "1",
        "0",
        "-",
    ]


def test_the_initial_state_is_marked_and_final_ones_where_not_all_are() -> None:
    marks = [
        line[:5] for line in TABLES["odd"].text().splitlines() if line[:5].strip() in {"->", "*"}
    ]
    assert marks.count("->   ") >= 1
    assert marks.count("   * ") >= 2
    assert not any("*" in line[:5] for line in TABLES["path-reader"].text().splitlines())


@pytest.mark.parametrize("name", TABLES)
def test_markdown_shows_the_same_cells(name: str) -> None:
    table = TABLES[name]
    html = MarkdownIt(options_update={"html": True}).enable("table").render(table.markdown())
    rows = ElementTree.fromstring(html.replace("<br>", "<br/>")).iter("tr")
    shown = [["".join(cell.itertext()) for cell in row] for row in rows]
    before = 1 + bool(table.entering)
    assert shown[0][before:] == list(table.events)
    texts = {row[0].removeprefix("\u2192 ").removesuffix(" *"): row[before:] for row in shown[1:]}
    for row in table.rows:
        cells = [
            "".join(" ".join(table.lines(one)) for one in found) for found in row.cells.values()
        ]
        assert texts[row.state] == cells


@pytest.mark.parametrize("name", TABLES)
def test_the_grid_survives_csv_and_the_objects_json(name: str, tmp_path: Path) -> None:
    from hanoi_fsm.cli.tables import csv_line

    table = TABLES[name]
    grid = list(table.grid())
    assert list(csv.reader(map(csv_line, grid))) == grid
    assert {len(line) for line in grid} == {4 + len(table.events)}
    assert [json.loads(json.dumps(one))["state"] for one in table.objects()] == [
        row.state for row in table.rows
    ]


RENDERERS = ["wasm", pytest.param("dot", marks=pytest.mark.dot)]


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("name", ["twice-reader", "clock", "odd", "path-reader"])
def test_the_picture_shows_every_cell(name: str, renderer: str) -> None:
    table = TABLES[name]
    found = {place: one.texts for place, one in shapes_of(table.render("svg", renderer)).items()}
    states = table.automaton.states
    for row in table.rows:
        number = states.index(row.state) + 1
        assert found[f"state-{number}"] == [row.state]
        for column, cells in enumerate(row.cells.values(), 1):
            expected = [line for one in cells for line in table.lines(one)]
            assert found[f"cell-{number}-{column}"] == expected
    assert [found[f"event-{n}"] for n in range(1, len(table.events) + 1)] == [
        [e] for e in table.events
    ]
    assert "initial" in found


def test_cells_are_filled_by_their_output_which_is_also_written_in_the_row_of_the_next_state() -> (
    None
):
    shown = shapes_of(TABLES["twice-reader"].render("svg", "wasm"))
    fills = {one.texts[0]: one.fill for place, one in shown.items() if place.startswith("output-")}
    assert sorted(fills) == ["once", "tie", "twice"]
    assert set(fills.values()) == set(CHIPS[:3])
    words = {"+1": "once", "0": "tie", "-1": "twice", "ONCE": "once", "TWICE": "twice"}
    cells = [one for place, one in shown.items() if place.startswith("cell-")]
    assert len(cells) == 180
    assert all(one.fill == fills[words[one.texts[0].split()[-1]]] for one in cells)


@pytest.mark.dot
@pytest.mark.parametrize("format", ["png", "pdf"])
def test_a_table_is_rendered_in_other_formats_too(format: str) -> None:
    begin = {"png": b"\x89PNG", "pdf": b"%PDF"}[format]
    assert TABLES["path-reader"].render(format, "dot").startswith(begin)


@pytest.mark.parametrize("name", TABLES)
def test_the_reader_of_dot_says_that_it_is_a_state_table(name: str) -> None:
    with pytest.raises(DotError, match="this is a state table") as error:
        read(TABLES[name].dot)
    assert (error.value.line, error.value.column) == (1, 1)


def test_another_graph_is_not_called_a_state_table() -> None:
    with pytest.raises(DotError, match="expected `digraph`"):
        read('graph "state-of-things" { a -- b }')


ONE = Automaton.from_table("lamp", initial="off", table="off -> off : press")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (ONE, "one event, 'press'"),
        (Machine(ONE), "one event, 'press'"),
        (automata.get("monk"), "one event, 'step'"),
        (Automaton("none", ("a",), "a", frozenset("a"), (), "none"), "no event"),
        (3, "expected an Automaton or a Machine"),
        ("twice-reader", "expected an Automaton or a Machine"),
    ],
)
def test_what_has_no_several_events_has_no_table(given: object, said: str) -> None:
    with pytest.raises(BadInput, match=said) as error:
        StateTable(given)  # type: ignore[arg-type]  # on purpose
    assert len(str(error.value)) <= 300


def test_groups_of_unknown_states_are_refused() -> None:
    with pytest.raises(BadInput, match="did you mean 'off'"):
        StateTable(clock, groups={"of": "dark"})


def test_a_table_too_large_for_a_picture_is_still_text() -> None:
    ring = "".join(f"s{n} -> s{(n + 1) % 700} : a, b, c\n" for n in range(700))
    table = StateTable(Automaton.from_table("ring", initial="s0", table=ring))
    with pytest.raises(BadInput, match="--table"):
        table.render("svg", "wasm")
    assert len(table.text().splitlines()) == 701


def test_more_outputs_than_fills_leave_the_cells_unfilled() -> None:
    shown = shapes_of(TABLES["clock"].render("svg", "wasm"))
    assert {one.fill for one in shown.values()}.isdisjoint(CHIPS)


def test_groups_that_are_apart_in_the_mapping_come_together() -> None:
    table = StateTable(clock, groups={"on": "x", "setting": "y", "off": "x"})
    headings = [heading for heading, _ in groupby(table.rows, key=lambda row: row.group)]
    assert headings == ["x", "y"]
