"""State diagrams: the picture shows the definition and what is asked for, and nothing collides."""

import math
import re
import stat
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from committed_diagrams import FOLDER
from hypothesis import example, given, settings
from selenium.webdriver import Chrome
from support.chance import chance
from support.chart_interpreter import random_chart
from support.clashes import Measured, clashes, measured
from support.commands import EXAMPLES, assert_refused, lines, process, run
from support.drawable_automata import ODD_NAMES, an_automaton, chain
from support.notation_strategies import TIMES
from support.reading_svg import SVG, Shape, blanks_joined, shapes_of, words_of
from support.small_machine import TURNSTILE

from hanoi_fsm import (
    Automaton,
    Diagram,
    Machine,
    StateTable,
    Transition,
    automata,
    draw,
    find,
    read,
)
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.placement import DOT
from hanoi_fsm.fsm.diagrams.picture import render
from hanoi_fsm.fsm.errors import BadInput, RenderError, UnknownName
from hanoi_fsm.fsm.notation import parse_row, word

TWO_STOREY = find("two-storey")
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
PLACES = (None, Layout({"off": (0, 200), "on": (0, 0), "broken": (200, 0)}))


def shapes(diagram: Diagram) -> dict[str, Shape]:
    return shapes_of(diagram.render())


def lines_of(diagram: Diagram) -> dict[str, dict[str, str]]:
    """How the line of each edge and the border of each state are drawn, by their ids."""
    return {
        group.attrib["id"]: dict(path.attrib)
        for group in ET.fromstring(diagram.render()).iter(f"{SVG}g")
        if group.get("class") in ("edge", "node")
        for path in group.findall(f"{SVG}path")[:1]
    }


# the definition


def assert_shows(svg: str | bytes, automaton: Automaton) -> None:
    """All titles and texts come from the definition."""
    shapes = shapes_of(svg)
    nodes = [shapes.pop(f"state-{i}") for i in range(1, len(automaton.states) + 1)]
    states = [blanks_joined(state) for state in automaton.states]
    assert [node.title.partition(": ")[0] for node in nodes] == [
        state.partition(": ")[0] for state in states
    ]
    assert [node.texts for node in nodes] == [[state] for state in states]
    key = [shape for name, shape in shapes.items() if name.startswith("note-")]
    for number, rows in enumerate(automaton.flat, 1):
        edge = shapes.pop(f"edge-{number}")
        assert edge.title == blanks_joined("\n".join(map(str, rows)))
        assert " ".join(edge.texts) == without_event(merged(rows), automaton)
    assert shapes.pop("initial").texts == []
    start = shapes.pop("start")
    assert (start.title, start.texts) == (blanks_joined(f"initial state: {automaton.initial}"), [])
    assert blanks_joined(automaton.title) in " ".join(shapes.pop("graph0").texts)
    if is_left_out(automaton):
        assert f"event of every arrow: {automaton.events[0]}" in key[0].texts
    final = [state in automaton.final for state in automaton.states]
    assert [node.borders == 2 for node in nodes] == final
    assert all(name.startswith(("note-", "title", "about", "inset-")) for name in shapes)


def is_left_out(automaton: Automaton) -> bool:
    """Whether labels do not name the event: it is the only one, and labels have more to say."""
    says_more = any(row.guards or row.actions for row in automaton.transitions)
    return says_more and len({row.event for row in automaton.transitions}) == 1


def without_event(label: str, automaton: Automaton) -> str:
    """A label as a picture shows it, which names an event only if there is nothing else to say."""
    if not is_left_out(automaton):
        return label
    return label.removeprefix(blanks_joined(word(automaton.events[0]))).lstrip() or label


def merged(rows: tuple[Transition, ...]) -> str:
    """The label of an edge for transitions that differ in the event only."""
    label = str(rows[0].label)
    events = ", ".join(word(row.event) for row in rows)
    return blanks_joined(events + label[len(word(rows[0].event)) :])


def test_the_committed_picture_of_every_automaton_shows_its_definition() -> None:
    shown = [name for name in automata.names() if (FOLDER / f"{name}.svg").exists()]
    assert len(shown) >= len(automata.names()) - 1
    for name in shown:
        machine, svg = automata.get(name), (FOLDER / f"{name}.svg").read_bytes()
        assert_shows(svg, machine.automaton)
        tips = shapes_of(svg)
        for number, state in enumerate(machine.automaton.states, 1):
            assert tips[f"state-{number}"].title == f"{state}: {machine.meanings[state]}"


@settings(max_examples=4)
@given(an_automaton())
@example(replace(LAMP, final=frozenset(LAMP.states)))
@example(chain(*(name for name in ODD_NAMES if len(name) < 50)))
def test_the_picture_of_any_automaton_shows_its_definition(automaton: Automaton) -> None:
    assert_shows(Diagram(automaton).render(), automaton)


def test_every_layout_shows_the_definition_and_its_dot_is_the_same_without_places() -> None:
    for places in PLACES:
        diagram = Diagram(LAMP, places=places)
        assert_shows(diagram.render(), LAMP)
        assert diagram.dot == Diagram(LAMP).dot
        assert read(diagram.dot).automaton == LAMP


# what is asked for besides


def test_labels_fold_long_guards() -> None:
    guards = " & ".join(["the_first_of_long_guards", "!the_second_of_them", "dark"])
    rows = f"off -> on : press [{guards}] / light\non -> off : press [dark]"
    diagram = Diagram(Automaton.from_table("lamp", initial="off", table=rows))
    folded = ["[the_first_of_long_guards &", "!the_second_of_them &", "dark]", "/ light"]
    assert shapes(diagram)["edge-1"].texts == folded
    assert read(diagram.dot).automaton == diagram.automaton


@pytest.mark.browser
def test_notes_are_below_and_folded_between_words_and_move_nothing(chrome: Chrome) -> None:
    words = ["<b>&amp;</b>", "]]>", r"\N\G", *(f"word{number}" for number in range(40))]
    for places in PLACES:
        plain = Diagram(LAMP, places=places)
        noted = replace(plain, notes=["short", " ".join(words)])
        *texts, key = shapes(noted)["note-0"].texts
        assert key == "event of every arrow: press"
        assert texts[0] == "short"
        assert len(texts) > 3
        assert " ".join(texts[1:]).split() == words
        assert noted.dot == plain.dot
        assert untidy(chrome, noted) == []
        meant = replace(
            noted, words=[["[on]: it is on"] * 3, [f"/ act_{n}: it acts" for n in "12345"]]
        )
        assert len(shapes(meant)["note-2"].texts) == 5
        assert untidy(chrome, meant) == []


@pytest.mark.sweep
def test_a_diagram_of_900_states_is_refused_at_once(tmp_path: Path) -> None:
    edges = "".join(f"s{n} -> s{(n + 1) % 900} [label=go]; " for n in range(900))
    (tmp_path / "big.dot").write_text(f"digraph big {{ i [shape=point]; i -> s0; {edges} }}")
    assert_refused(run("draw", "big.dot", cwd=tmp_path), "900 states", "export the machine to dot")


def test_the_edges_of_a_path_are_numbered_in_its_order() -> None:
    on, off, _ = LAMP.transitions
    for places in PLACES:
        drawn = shapes(Diagram(LAMP, places=places, order=(on, off, on)))
        badges = {name: badge.texts for name, badge in drawn.items() if name.startswith("badge")}
        assert badges == {"badge-1": ["1 3"], "badge-2": ["2"]}
    long = shapes(Diagram(LAMP, order=(on, off) * 50))
    assert long["badge-1"].texts == ["1 3 5 …"]


def test_lit_faulty_and_counted_edges_and_states_look_different() -> None:
    """The id of the part that looks different: it is wider, too, as colour alone is not enough."""
    counts = dict(zip(LAMP.transitions, (16, 16, 0), strict=True))
    plain, counted = lines_of(Diagram(LAMP)), lines_of(Diagram(LAMP, counts=counts))
    widths = [float(counted[f"edge-{number}"].get("stroke-width", 1)) for number in (1, 2, 3)]
    assert widths[0] == widths[1] > 2 * widths[2]
    assert [name for name, style in counted.items() if "stroke-dasharray" in style] == ["edge-3"]
    cases: list[tuple[dict[str, Any], set[str]]] = [
        ({"order": LAMP.transitions[:1], "lit": ["on"]}, {"edge-1", "state-2"}),
        ({"faulty": [LAMP.transitions[1], "broken"]}, {"edge-2", "state-3"}),
    ]
    colours = set()
    for options, expected in cases:
        for passed, before in ((None, plain), (counts, counted)):
            diagram = Diagram(LAMP, counts=passed or {}, **options)
            after = lines_of(diagram)
            other = {name for name in before if any(after[name][look] != before[name][look]
                                                    for look in ("stroke", "fill"))}  # fmt: skip
            assert other == expected
            assert read(diagram.dot).automaton == LAMP
            assert min(float(after[name]["stroke-width"]) for name in expected) >= 1.5
            colours |= {after[name]["stroke"] for name in expected}
    assert len(colours) == 3, "two states, each in its colour, and what is wrong"
    with pytest.raises(UnknownName, match=r"'crwn'.*'crown'"):
        Diagram(TWO_STOREY.automaton, lit=["crwn"])


def test_counts_are_on_edges_and_in_states() -> None:
    automaton = TWO_STOREY.automaton
    counts = dict(zip(automaton.transitions, [16, 16, 16, 10, 5, 0, 0, 1], strict=True))
    diagram = Diagram(automaton, counts=counts)
    drawn = shapes(diagram)
    texts = [drawn[f"edge-{number}"].texts[-1] for number in range(1, 9)]
    assert texts == [f"{TIMES} {count}" for count in counts.values()]
    times = [drawn[f"inset-{number}-2"].texts[0] for number in range(1, 6)]
    assert times == [f"{TIMES} {visits}" for visits in (16, 16, 16, 16, 1)]
    large = dict.fromkeys(automaton.transitions, 10**64)
    for numbers in (counts, large):
        assert read(Diagram(automaton, counts=numbers).dot).automaton == automaton


def test_the_verdicts_of_claims_are_behind_them_in_the_picture_and_not_in_the_program(
    tmp_path: Path,
) -> None:
    verdicts = {
        "never on": "broken, after `press [!worn]`",
        "always off | on | broken": "holds, for all runs",
    }
    lamp = Diagram(replace(LAMP, claims=tuple(verdicts)))
    (tmp_path / "lamp.dot").write_text(lamp.dot)
    [file] = lines("draw", "lamp.dot", "--claims", "-o", "./", cwd=tmp_path)
    written = shapes_of((tmp_path / file).read_bytes())["about"].texts
    assert written == [f"claim: {claim} ({words})" for claim, words in verdicts.items()]
    assert file == "lamp-claims.svg"
    assert replace(lamp, verdicts=verdicts).dot == lamp.dot


# places


def test_states_are_where_the_layout_has_them() -> None:
    states = Diagram.of(TWO_STOREY).placed().states
    assert states["dismantle"].middle.real == states["foundation"].middle.real
    heights = [states[name].middle.imag for name in ("dismantle", "done", "crown")]
    assert heights == sorted(heights, reverse=True)


def test_edges_both_ways_between_two_states_with_loops_end_at_points_of_their_own() -> None:
    table = """
        off -> on  : press
        on  -> off : press
        on  -> on  : hold
        off -> off : hold
    """
    switch = Automaton.from_table("switch", initial="off", final=None, table=table)
    for places in PLACES:
        there, back, *_ = Diagram(switch, places=places).placed().routes
        assert abs(there.begin - back.tip) > 10 < abs(there.tip - back.begin)


def test_more_than_two_edges_from_a_state_to_a_state_share_a_line_and_stack_their_labels() -> None:
    """Each is still an edge with a label of its own, and the program has them all."""
    table = "\n".join(
        f"a -> b : an_event_of_some_length_{number} / go_{number}" for number in range(12)
    )
    automaton = Automaton.from_table("bundle", initial="a", final="b", table=table)
    few = replace(automaton, rows=automaton.rows[:2])
    for one, many in ((automaton, 1), (few, 2)):
        diagram = Diagram(one)
        placement = diagram.placed()
        assert len(set(placement.routes)) == many
        middles = [label.middle for label in placement.labels]
        assert len({round(middle.real) for middle in middles}) == many
        assert len(set(middles)) == len(one.transitions)
        assert placement.bounds.width < 1600
        assert_shows(diagram.render(), one)
        assert read(diagram.dot).automaton == one


# nothing collides

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
LOOPS = "\n".join(f"a -> a : event_{number} / go_{number}" for number in range(9))
MANY_LOOPS = Machine(Automaton.from_table("loops", initial="a", table=LOOPS))
WORDS = re.findall(r"\w+", "open close tick push pop reset carry_over move_ahead next due A H M go")


def at_random(random: Random) -> Automaton:
    """2 to 12 states, all of which can be reached, and up to 30 transitions, many of them loops."""
    states = tuple(random.sample(WORDS, random.randint(2, 12)))
    ends = [(states[random.randrange(at)], states[at]) for at in range(1, len(states))]
    for _ in range(int(random.choice([0.2, 0.6, 1.0, 1.5]) * len(states)) + 1):
        source = random.choice(states)
        ends.append((source, source if random.random() < 0.25 else random.choice(states)))
    rows = dict.fromkeys(parse_row(*pair, label(random)) for pair in ends)
    final = frozenset(random.sample(states, 1))
    return Automaton("at random", states, states[0], final, tuple(rows), "at random")


def label(random: Random) -> str:
    names = random.sample(WORDS, random.choice([0, 0, 1, 1, 2]))
    guards = " & ".join(random.choice(["", "!"]) + name for name in names)
    action = random.choice(["", *(f" / {word}" for word in WORDS)])
    return f"{random.choice(WORDS)}{f' [{guards}]' if guards else ''}{action}"


def variants(diagram: Diagram) -> Iterator[Diagram]:
    """The diagram, with counts of all lengths, and with a path on it."""
    rows = diagram.automaton.transitions
    numbers = [0, 1, 16, 12345, 10**12]
    yield diagram
    yield replace(diagram, counts={row: numbers[at % 5] for at, row in enumerate(rows)})
    yield replace(diagram, order=rows[:8])


def untidy(chrome: Chrome, diagram: Diagram) -> list[str]:
    """The collisions in a picture, and the edges that do not lead from source to target.

    Two ends of edges may meet where Graphviz has laid it out, and a number is on its own edge.
    """
    picture = measured(chrome, diagram.render(), diagram.automaton.name)
    allowed = re.compile(r"begins on the arrowhead|edge-(\d+) .* runs through .*\(badge-\1\)")
    collisions = [line for line in clashes(picture) if not allowed.search(line)]
    states = {f"state-{at}": state for at, state in enumerate(diagram.automaton.states, 1)}
    borders = {states[node.id]: node.outlines for node in picture.nodes if node.id in states}
    for edge in picture.edges:
        source, arrow, rest = edge.title.partition(" -> ")
        target = rest.partition(" : ")[0]
        if arrow and edge.heads:
            tip = min(outline.away(corner) for outline in borders[target]
                      for corner in edge.heads[-1].points)  # fmt: skip
            tail = min(outline.away(edge.course.points[0]) for outline in borders[source])
            if max(tip, tail) > 8 + 2 * edge.width:
                collisions.append(f"{edge.id} does not lead from {source} to {target}")
    return collisions


NEAR, APART = 8, 2
"""A label further from its own edge floats; from other edges it is this many times further."""

CROWDED = 100
"""With more edges than this, a few may run through a label even in places of their own."""


def assert_tidy(chrome: Chrome, diagram: Diagram) -> None:
    """Nothing collides; where dot chooses the places, one edge in six may run through a label."""
    complaints = untidy(chrome, diagram)
    through = [line for line in complaints if re.search(r'runs through ".*\(edge-\d+\)', line)]
    assert complaints == through, diagram.automaton
    pairs = {line.rpartition(" at ")[0] for line in through}  # an edge may enter a label twice
    edges = len(diagram.edges())
    most = max(3, edges // 6) if diagram.places is None else 2 * (edges > CROWDED)
    assert len(pairs) <= most, (complaints, diagram.automaton)


@pytest.mark.browser
def test_nothing_collides_in_a_machine_without_places(chrome: Chrome) -> None:
    random = chance()
    files = [
        find(f"{EXAMPLES}/{name}") for name in ("alarm_clock.py:clock", "turnstile.py:turnstile")
    ]
    for machine in [*files, LONG, MANY_LOOPS, *(Machine(at_random(random)) for _ in range(8))]:
        for variant in variants(Diagram.of(machine)):
            assert_tidy(chrome, variant)


def loose(picture: Measured, near: float = NEAR, apart: float = APART) -> list[str]:
    """The labels that do not lie on or beside their edge, or are about as near to another one.

    An edge goes on through the gap for its label, beside which the label of a bent edge may be.
    The labels of edges that share a line are in one stack.
    """
    complaints = []
    for edge in picture.edges:
        stack = [other.id for other in picture.edges if other.course.points == edge.course.points]
        owners = {*stack, *(name.replace("edge", "badge") for name in stack)}
        boxes = [text.box for text in picture.texts if text.owner in owners]
        away = {other.id: min(map(other.course.from_box, boxes), default=0.0)
                for other in picture.edges if other.id not in stack}  # fmt: skip
        own = min(map(edge.course.without_gaps.from_box, boxes), default=0.0)
        other = min(away.values(), default=math.inf)
        if boxes and (own > near or other < max(apart * own, 3)):
            complaints.append(f"{picture.name}: {edge.title}: {own:.1f} away, others {other:.1f}")
    return complaints


@pytest.mark.sweep
@pytest.mark.browser
def test_every_label_in_the_committed_pictures_belongs_to_one_edge(chrome: Chrome) -> None:
    pictures = [measured(chrome, file.read_bytes(), file.stem) for file in FOLDER.glob("*.svg")]
    owners = {edge.id for picture in pictures for edge in picture.edges}
    assert sum(text.owner in owners for picture in pictures for text in picture.texts) > 200
    assert [line for picture in pictures for line in loose(picture)] == []


@pytest.mark.browser
def test_no_line_crosses_the_title_of_a_composite_state(chrome: Chrome) -> None:
    random = chance()
    for chart in [random_chart(random) for _ in range(8)]:
        crossed = clashes(measured(chrome, Diagram(chart).render()))
        assert [line for line in crossed if "(name-" in line] == [], chart.table


def test_no_edge_of_a_chart_runs_through_a_start_point() -> None:
    charts = [random_chart(Random(seed)) for seed in (7, 21)]  # where dot's own place is not free
    for chart in [*charts, random_chart(chance())]:
        placement = Diagram(chart).placed()
        starts = [start.begin for start in placement.starts.values()]
        for start, route in product(starts, placement.routes):
            curves = [curve for part in route.parts for curve in part]
            away = min(abs(start - point) for curve in curves for point in curve.points(100))
            assert away > DOT, (start, chart.table)


@pytest.mark.browser
def test_labels_stay_with_their_edges_whatever_is_shown(chrome: Chrome) -> None:
    wide = Machine(at_random(Random(1228485614)))  # its counts are wider than the lines above
    machines = [find(f"{EXAMPLES}/own_solver.py:turns"), find("two-storey"), find("shortest"), wide]
    for machine in [*machines, Machine(at_random(chance()))]:
        for diagram in variants(Diagram.of(machine)):
            shown = measured(chrome, diagram.render(), machine.name)
            assert loose(shown, near=30, apart=1) == []


# state tables

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


def tables() -> list[StateTable]:
    """The table of everything that has several events."""
    machines: list[Any] = [automata.get(name) for name in automata.names()]
    several = [machine for machine in machines if len(machine.automaton.events) > 1]
    return [
        StateTable(machine) for machine in (*several, find(f"{EXAMPLES}/alarm_clock.py:clock"), ODD)
    ]


def test_a_state_table_has_every_transition_as_text_and_as_a_picture() -> None:
    for table in tables():
        assert sorted(table.states) == sorted(table.automaton.states)
        printed = table.text()
        assert max(map(len, printed.splitlines())) <= 80
        texts = [words_of(text) for text in ET.fromstring(table.svg).iter(f"{SVG}text")]
        drawn = "\n".join(map(blanks_joined, texts))
        shown: set[Transition] = set()
        for state in table.states:
            row = [f"{state} *" if state in table.final else state]
            row += [table.entering[state]] if state in table.entering else []
            for event in table.events:
                enabled = table.automaton.transitions_for(state, event)
                assert all(transition.target in table.line(transition) for transition in enabled)
                row += map(table.line, enabled)
                shown.update(enabled)
            assert all(text in printed for text in [state, *row[1:]])
            assert "\n".join(row) in drawn
        assert shown == set(table.automaton.transitions)


def test_rows_are_in_groups_and_columns_in_blocks() -> None:
    table = StateTable(find("twice-reader"))
    headings = [(heading.split(":")[0], len(rows)) for heading, rows in table.grouped.items()]
    assert headings == [("balance +1", 6), ("balance 0", 6), ("balance -1", 6), ("decided", 2)]
    known = {"+1": "once", "0": "tie", "-1": "twice", "ONCE": "once", "TWICE": "twice"}
    assert table.entering == {state: known[state.split()[-1]] for state in table.states}
    clock = find(f"{EXAMPLES}/alarm_clock.py:clock")
    groups = {"on": "1", "setting": "1"}
    mixed = StateTable(Machine(clock.automaton, memory=clock.memory, groups=groups))
    assert mixed.grouped == {"1": ["on", "setting"], "other states": ["off"]}
    narrow = [len(line.split()) for line in table.text(40).splitlines() if line[:8] == "   state"]
    assert narrow == [4, 4, 4, 4, 3]


def test_what_is_too_large_for_a_picture_is_still_text_and_unknown_groups_are_refused() -> None:
    ring = "".join(f"s{n} -> s{(n + 1) % 700} : a, b, c\n" for n in range(700))
    large = StateTable(Automaton.from_table("ring", initial="s0", table=ring))
    assert len(large.text().splitlines()) == 701
    with pytest.raises(BadInput, match="as text"):
        _ = large.svg
    with pytest.raises(BadInput, match="did you mean 's1'"):
        Machine(large.automaton, groups={"s_1": "dark"})


# renderers

DOT_PROGRAM = b"#!/bin/sh\n"
NOT_GRAPHVIZ = {
    b"": "cannot be run",
    b"\x7fELF and no more": "cannot be run",
    b"#!/no/such/interpreter\n": "cannot be run",
    DOT_PROGRAM + b"exit 3\n": "ended with code 3",
    DOT_PROGRAM + b"kill -9 $$\n": "ended with code -9",
    DOT_PROGRAM + b"printf '\\377\\0' >&2\nexit 1\n": "could not draw",
    DOT_PROGRAM + b"echo 'Error: no\nsuch thing' >&2\nexit 1\n": "no such thing",
}


@pytest.fixture
def no_dot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The only folder on PATH, with nothing in it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def put(script: bytes, folder: Path) -> None:
    """Put a program called `dot` into a folder."""
    fake = folder / "dot"
    fake.write_bytes(script)
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)


def test_a_dot_that_is_not_graphviz_is_reported_in_one_line(no_dot: Path, tmp_path: Path) -> None:
    for format, (script, words) in zip(cycle(["png", "pdf"]), NOT_GRAPHVIZ.items(), strict=False):
        put(script, no_dot)
        assert_refused(run("draw", "monk", "--format", format, cwd=tmp_path), words)
    assert [file.name for file in tmp_path.iterdir()] == ["bin"]


def test_without_dot_there_is_svg_and_the_other_formats_ask_for_it(
    no_dot: Path, tmp_path: Path
) -> None:
    assert_shows(Diagram(TURNSTILE).render(), TURNSTILE)
    assert_shows(Machine(TURNSTILE)._repr_svg_(), TURNSTILE)
    for format in ("png", "pdf"):
        with pytest.raises(RenderError, match="PATH: install Graphviz"):
            Diagram(TURNSTILE).render(format)
    assert_refused(run("draw", "monk", "-o", "x.png", cwd=tmp_path), "install Graphviz")
    assert not list(no_dot.iterdir())


def test_what_takes_too_long_is_given_up_with_advice(
    no_dot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(DOT_PROGRAM + b"while :; do :; done\n", no_dot)
    monkeypatch.setattr("hanoi_fsm.fsm.diagrams.picture.SECONDS", 0.1)
    with pytest.raises(RenderError, match=r"draw fewer .*dot or mermaid"):
        render("digraph x {}", "png")


@pytest.mark.sweep
def test_the_embedded_renderer_is_compiled_once_where_that_can_be_kept(
    no_dot: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    for home in (tmp_path, tmp_path / "file"):  # a file cannot hold a folder
        env = {"HOME": str(home), "XDG_CACHE_HOME": "", "PATH": str(no_dot)}
        ran = process("draw", "monk", "-o", "x.svg", cwd=tmp_path, env=env)
        assert (ran.code, ran.err) == (0, "")
    assert [file for file in tmp_path.rglob("wasmtime*/*") if file.stat().st_size > 100_000]


@pytest.mark.sweep
def test_what_the_embedded_renderer_refuses_is_reported_and_it_goes_on() -> None:
    with pytest.raises(RenderError, match="the embedded renderer failed: "):
        render("digraph x {")
    assert shapes_of(render("digraph x { a }"))["node1"].title == "a"


def test_edges_that_differ_in_the_event_alone_share_a_label_with_a_path_and_counts_too() -> None:
    table = "a -> b : 0, 1 / x \n b -> b : 0, 1 \n b -> a : 2"
    automaton = Automaton.from_table("it", initial="a", table=table)
    counts = {transition: number for number, transition in enumerate(automaton.transitions, 1)}
    first, second, *_ = automaton.transitions
    shown = Diagram(automaton, counts=counts, order=[second, first])
    labels = [edge.texts for edge in shown.edges()]
    assert labels == [["0, 1", "/ x", "\xd7 3"], ["0, 1", "\xd7 7"], ["2", "\xd7 5"]]
    assert [edge.badge for edge in shown.edges()] == ["1 2", "", ""]
    assert read(shown.dot).automaton == automaton


def test_draw_writes_the_diagram_by_the_ending_of_the_file(tmp_path: Path) -> None:
    diagram = draw("monk", tmp_path / "a.SVG", lit=["pray"])
    assert (tmp_path / "a.SVG").read_bytes() == diagram.render()
    draw(automata.get("monk").automaton, tmp_path / "a.dot")
    assert draw(str(tmp_path / "a.dot")).automaton == automata.get("monk").automaton
    with pytest.raises(UnknownName, match="'gif'"):
        draw("monk", tmp_path / "a.gif")


def test_a_final_state_that_transitions_leave_looks_like_any_other() -> None:
    table = """
        even -> odd  : 1
        odd  -> even : 1
        odd  -> over : stop
    """
    parity = Automaton.from_table("parity", initial="even", final=["odd", "over"], table=table)
    signs = {
        name: inset.texts for name, inset in shapes(Diagram(parity)).items() if "inset" in name
    }
    assert list(signs.values()) == [["E"], ["O"], ["✓"]]
