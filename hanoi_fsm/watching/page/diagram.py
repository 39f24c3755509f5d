"""The state diagram of a machine for the page: drawn once, then lit and counted on by the page.

It is the diagram that `draw` makes, flatter where a panel would not show it whole, and without
colours: those are rules of the page's style sheet, which knows light and dark. Below each label is
room for a count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hanoi_fsm.fsm.diagrams.geometry.placement import DOT, LABEL, Edge
from hanoi_fsm.fsm.diagrams.geometry.routes import Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point
from hanoi_fsm.fsm.diagrams.state_diagram import BORDER, STATE_SIZE, Diagram, shared_event
from hanoi_fsm.fsm.diagrams.svg import SVG, element, escaped, path, rect
from hanoi_fsm.fsm.diagrams.texts import FONT, LINE_HEIGHT, TIMES
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.watching.page.data import DiagramData, DrawingData

ROOM_FOR_COUNT = f"{TIMES} 9999"
"""The widest count for which every edge has room."""

RENDERER = "wasm"
"""The renderer that comes with the package: a page is the same wherever it is made."""

PANEL = 485
"""About how wide a panel is, and how much of its height is seen at once, in a small window."""

FLATTER = 0.7, 0.5
"""The parts of a diagram's height that are tried where it is higher than that."""

MARGIN, ROUNDING, HEAD = 12.0, 8.0, 3.2
"""Around the diagram; of a state's corners; half the width of an arrowhead."""

BASELINE = 0.35
"""How far the baseline of a line of text is below its middle, in sizes of its letters."""


def diagram_data(machine: Machine) -> DiagramData:
    """The drawing of a machine's diagram, or why there is none."""
    diagram = _Counted.of(machine)
    data: DiagramData = {
        "svg": "",
        "failed": "",
        "width": 0,
        "height": 0,
        "states": [],
        "edges": [],
        "event": shared_event(machine.automaton),
        "all_final": diagram.all_final,
    }
    if not diagram.closed_in_itself:
        failed = f"{machine.shown} has transitions to states that it does not have"
        return {**data, "failed": failed}
    try:
        return {**data, **_fitting(diagram).data()}
    except HanoiError as error:
        return {**data, "failed": str(error)}


def _fitting(diagram: Diagram) -> _Sheet:
    """The diagram in its usual places, or turned or flatter if only so a panel shows it whole."""
    sheet, layout = _Sheet(diagram), diagram.fixed()
    if layout is None:
        return sheet
    if sheet.width > PANEL:
        turned = _Sheet(replace(diagram, places=layout.transposed()))
        sheet = min(sheet, turned, key=lambda one: one.width)
    for part in FLATTER:
        if sheet.height <= PANEL:
            break
        flatter = sheet.flatter(part)
        if round(flatter.width) <= max(round(sheet.width), PANEL) and flatter.height <= PANEL:
            return flatter
    return sheet


class _Counted(Diagram):
    """A diagram in whose labels a line is left for the count."""

    def edges(self, *, short: bool = True) -> list[Edge]:
        edges = super().edges(short=short)
        return [edge._replace(lines=[*edge.lines, ROOM_FOR_COUNT]) for edge in edges]


class _Sheet:
    """A diagram whose parts have their places, with y downwards from the top left corner."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.placement = placement = diagram.placed(RENDERER)
        self.numbers = {one: at for at, one in enumerate(diagram.automaton.transitions)}
        self.labels = placement.labels
        low, high = placement.bounds.corners
        self.left, self.top = low.x - MARGIN, high.y + MARGIN
        self.width, self.height = high.x - low.x + 2 * MARGIN, high.y - low.y + 2 * MARGIN

    def flatter(self, part: float) -> _Sheet:
        """The same with its states as far from left to right, and less far from top to bottom."""
        layout = self.diagram.fixed()
        assert layout is not None  # what Graphviz's dot places is as high as that makes it
        places = {state: (x, y * part) for state, (x, y) in layout.places.items()}
        return _Sheet(replace(self.diagram, places=replace(layout, places=places)))

    def data(self) -> DrawingData:
        states = [self.placement.states[state] for state in self.diagram.automaton.states]
        edges = zip(self.diagram.edges(), self.labels, strict=True)
        return {
            "svg": self.svg(),
            "width": round(self.width),
            "height": round(self.height),
            "states": [self._corner_and_size(box) for box in states],
            "edges": [
                {"transitions": self._numbers_of(edge), "box": self._corner_and_size(box)}
                for edge, box in edges
            ],
        }

    def svg(self) -> str:
        size = {"width": round(self.width), "height": round(self.height)}
        box = f"0 0 {size['width']} {size['height']}"
        edges = element("g", *self._start(), *self._edges())
        labels = element("g", *self._labels(), font_size=LABEL)
        states = element("g", *self._states(), font_size=STATE_SIZE)
        looks = {"class_": "state-diagram", "font_family": FONT, "text_anchor": "middle"}
        return element("svg", edges, labels, states, xmlns=SVG, viewBox=box, **size, **looks)

    def _start(self) -> Iterator[str]:
        if start := self.placement.start:
            x, y = self._at(start.begin)
            point = element("circle", cx=x, cy=y, r=DOT)
            said = f"initial state: {self.diagram.automaton.initial}"
            yield element("g", _title(said), point, *self._arrow(start), class_="start")

    def _edges(self) -> Iterator[str]:
        for edge, route in zip(self.diagram.edges(), self.placement.routes, strict=True):
            yield self._group("edge", edge, self._arrow(route))

    def _labels(self) -> Iterator[str]:
        """The labels, which lie over all edges, so that no line crosses them out."""
        for edge, box in zip(self.diagram.edges(), self.labels, strict=True):
            yield self._group("label", edge, self._lines(edge, box))

    def _group(self, kind: str, edge: Edge, parts: Iterable[str]) -> str:
        title = _title(*map(str, edge.transitions))
        numbers = " ".join(map(str, self._numbers_of(edge)))
        return element("g", title, *parts, class_=kind, data_transitions=numbers)

    def _arrow(self, route: Route) -> Iterator[str]:
        """The line of an edge, and its head."""
        words: list[str | float] = ["M", *self._at(route.begin)]
        for curve in route.curves:
            words += ["C", *(part for point in curve[1:] for part in self._at(point))]
        yield path(*words, class_="line")
        base = route.curves[-1].end
        aside = route.tip.minus(base).left
        corners = (base.plus(aside, HEAD), route.tip, base.plus(aside, -HEAD))
        points = " ".join(f"{x:g},{y:g}" for x, y in map(self._at, corners))
        yield element("polygon", points=points, class_="head")

    def _lines(self, edge: Edge, box: Box) -> Iterator[str]:
        *lines, _ = edge.lines
        baselines = self._baselines(box, len(edge.lines), LABEL)
        waiting = list(edge.transitions) if len(edge.transitions) > 1 else []
        for line in lines:
            yield element("text", *self._words(line, waiting), **next(baselines))
        yield element("text", class_="count", **next(baselines))

    def _words(self, line: str, waiting: list[Transition]) -> Iterator[str]:
        """A line of a label, in which each event that stands for a transition is a part."""
        while waiting and line.startswith(waiting[0].event):
            one = waiting.pop(0)
            yield element("tspan", escaped(one.event), data_transition=self.numbers[one])
            rest = line.removeprefix(one.event)
            line = rest.lstrip(", ")
            yield escaped(rest[: len(rest) - len(line)])
        yield escaped(line)

    def _states(self) -> Iterator[str]:
        diagram, states = self.diagram, self.diagram.states()
        for state in diagram.automaton.states:
            box = self.placement.states[state]
            meaning = diagram.meanings.get(state, "")
            parts = [_title(f"{state}: {meaning}" if meaning else state), self._border(box)]
            if states[state].border:
                parts.append(self._border(box.grown(-BORDER), class_="inner"))
            baseline = next(self._baselines(box, 1, STATE_SIZE))
            parts.append(element("text", escaped(state), **baseline))
            kind = "state final" if state in diagram.automaton.final else "state"
            yield element("g", *parts, class_=kind, data_state=state)

    def _border(self, box: Box, **look: str) -> str:
        x, y, width, height = self._corner_and_size(box)
        return rect(x, y, width, height, rx=ROUNDING, **look)

    def _baselines(self, box: Box, lines: int, size: float) -> Iterator[dict[str, float]]:
        """Where lines of text begin that fill a box from its top down, or are in its middle."""
        x, y = self._at(box.middle)
        for number in range(lines):
            down = (number - (lines - 1) / 2) * LINE_HEIGHT + BASELINE
            yield {"x": x, "y": round(y + down * size, 1)}

    def _numbers_of(self, edge: Edge) -> list[int]:
        return [self.numbers[one] for one in edge.transitions]

    def _corner_and_size(self, box: Box) -> tuple[float, float, float, float]:
        low, high = box.corners
        return (*self._at(Point(low.x, high.y)), round(box.width, 1), round(box.height, 1))

    def _at(self, point: Point) -> tuple[float, float]:
        return round(point.x - self.left, 1), round(self.top - point.y, 1)


def _title(*lines: str) -> str:
    return element("title", "\n".join(map(escaped, lines)))
