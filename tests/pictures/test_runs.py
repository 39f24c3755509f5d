"""Pictures of runs: films frame by frame and the memory beside them."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from selenium.webdriver import Chrome
from support import oracle
from support.chance import chance
from support.clashes import clashes, measured
from support.reading_svg import SVG, words_of

from hanoi_fsm import (
    PATHFINDERS,
    SOLVERS,
    Automaton,
    Configuration,
    Task,
    film,
    find,
)

ARROW = "\N{RIGHTWARDS ARROW}"
MACHINES = [*SOLVERS, *PATHFINDERS]


class Placed(NamedTuple):
    """An element, the point that its places count from, and the node or edge that it is in."""

    element: ET.Element
    x: float
    y: float
    owner: str

    def number(self, name: str) -> float:
        return float(self.element.get(name, "0"))


def placed(root: ET.Element, x: float = 0, y: float = 0, owner: str = "") -> Iterator[Placed]:
    """An element and all below it that is drawn."""
    moved = re.search(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", root.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if root.get("class") in ("node", "edge"):
        owner = root.attrib["id"]
    yield Placed(root, x, y, owner)
    for part in root:
        if part.tag != f"{SVG}defs":
            yield from placed(part, x, y, owner)


class Shot(NamedTuple):
    """A frame of a film: its place, and its parts by their class, each with its place."""

    x: float
    y: float
    parts: dict[str, list[Placed]]

    @property
    def words(self) -> dict[str, str]:
        kinds = [kind for kind in ("step", "state", "action") if kind in self.parts]
        return {kind: words_of(self.parts[kind][0].element) for kind in kinds}

    @property
    def middles(self) -> list[float]:
        pegs = [part for part in self.parts["peg"] if part.element.tag == f"{SVG}text"]
        return [peg.x + peg.number("x") for peg in pegs]

    def peg(self, x: float) -> int:
        """The peg nearest to a place."""
        return min(range(3), key=lambda peg: abs(self.middles[peg] - x))

    def pegs_of(self, kind: str) -> list[int]:
        """The pegs at which parts of a kind are."""
        parts = [part for part in self.parts.get(kind, []) if part.number("height") < 30]
        return [self.peg(part.x + part.number("x") + part.number("width") / 2) for part in parts]

    def columns(self, kind: str) -> list[list[int]]:
        """The numerals of a kind over each peg, from the bottom."""
        columns: list[list[tuple[float, int]]] = [[], [], []]
        for part in self.parts.get(kind, []):
            x, words = part.x + part.number("x"), words_of(part.element)
            if words.isdigit() and abs(self.middles[self.peg(x)] - x) < 1:
                columns[self.peg(x)].append((-part.y - part.number("y"), int(words)))
        return [[numeral for _, numeral in sorted(column)] for column in columns]

    @property
    def arcs(self) -> list[tuple[int, int]]:
        """From which peg to which an arrow leads."""
        arcs = self.parts.get("arc", [])
        places = [re.findall(r"-?[\d.]+", arc.element.attrib["d"]) for arc in arcs]
        pairs = zip(arcs, places, strict=True)
        ends = [(arc.x + float(at[0]), arc.x + float(at[-2])) for arc, at in pairs]
        return [(self.peg(source), self.peg(target)) for source, target in ends]


def shots(svg: str) -> list[Shot]:
    frames = []
    for frame in placed(ET.fromstring(svg)):
        if "frame" in frame.element.get("class", "").split():
            parts: dict[str, list[Placed]] = {}
            for child in frame.element:
                for part in placed(child, frame.x, frame.y):
                    kind = part.element.get("class", part.element.tag.removeprefix(SVG))
                    parts.setdefault(kind, []).append(part)
            frames.append(Shot(frame.x, frame.y, parts))
    return frames


def replayed(task: Task, name: str) -> Iterator[tuple[list[list[int]], Any]]:
    """The stacks after each event by moving numbers from list to list, and the event."""
    pegs: list[list[int]] = [[], [], []]
    pegs[task.source] = list(range(task.disks, 0, -1))
    yield pegs, None
    machine: Any = find(name)
    ends = {"source": task.source, "target": task.target}
    path = name in PATHFINDERS
    for record in machine.run(task.start, task.goal) if path else machine.run(task.disks, **ends):
        if record.output is not None:
            pegs[record.output.target].append(pegs[record.output.source].pop())
        yield pegs, record


def filmed(name: str, task: Task) -> str:
    """The film of a solver or a pathfinder at a task, with its memory."""
    ends = (task.start, task.goal) if name in PATHFINDERS else task
    return film(name, ends, matrix=True).svg


def assert_films(name: str, task: Task) -> None:
    """Every event is a frame, with the move, its action, and the pegs of the memory beside it."""
    seen = shots(filmed(name, task))
    assert seen[0].words["state"] == "start"
    assert len({(shot.x, shot.y) for shot in seen}) == len(seen)
    step = 0
    for shot, (pegs, record) in zip(seen, replayed(task, name), strict=True):
        assert shot.columns("disk") == pegs
        move = record and record.output
        step += move is not None
        assert shot.words.get("step", "") == (str(step) if move else "")
        assert shot.arcs == ([(move.source, move.target)] if move else [])
        assert set(shot.pegs_of("ghost")) == ({move.source} if move else set())
        assert shot.pegs_of("rim") == ([move.target] if move else [])
        if record:
            said = shot.words["action"]
            assert shot.words["state"] == record.state
            assert said == record.transition.label.effect or said.endswith(
                f"{ARROW} {record.next_state}"
            )
        if name in SOLVERS and "peg 0" in machine_memory(name).contents():
            filled = [
                [task.disks + 1, *stack, *[0] * task.disks][: task.disks + 1] for stack in pegs
            ]
            held = {f"peg {peg}: {' '.join(map(str, cells))}" for peg, cells in enumerate(filled)}
            held.add(f"heights: {' '.join(str(len(stack)) for stack in pegs)}")
            assert held <= {words_of(element.element) for element in shot.parts["text"]}


@pytest.mark.parametrize("most", [4, pytest.param(6, marks=pytest.mark.sweep)])
def test_every_event_is_a_frame_with_what_moved_and_by_what(most: int) -> None:
    random = chance()
    for name in random.sample(MACHINES, 6 if most < 6 else len(MACHINES)):
        for disks in {0, random.randint(1, most - 1), most - 1}:
            assert_films(name, Task(disks, *random.choice(oracle.TASKS)))


def machine_memory(name: str, disks: int = 2, step: int = 1) -> Any:
    machine: Any = find(name)
    return machine.set_up(disks, start=step).memory


def test_rows_have_four_frames_and_a_state_its_colour() -> None:
    assert len({shot.x for shot in shots(film(find("two-storey"), Task(3)).svg)}) == 4
    seen = shots(film(find("two-storey"), Task(5)).svg)[1:]
    homes = {
        (shot.words["state"], shot.x, shot.parts["chip"][0].element.get("fill")) for shot in seen
    }
    assert len(homes) == 4, "a state of the cycle has a column and a colour of its own"
    last = shots(film(find("two-storey"), Task(3)).svg)[-1]
    assert last.words == {"state": "foundation", "action": f"[built] {ARROW} done"}


def test_a_film_leads_from_any_configuration_to_any_other() -> None:
    for name in PATHFINDERS:
        start, goal = chance().choice(oracle.pairs(3))
        *_, last = seen = shots(film(find(name), (start, goal)).svg)
        for shot, word in ((seen[0], start), (last, goal)):
            assert shot.columns("disk") == [list(stack) for stack in Configuration(word).pegs()]


ODD = ["x" * 200, "W" * 60, "a <b> & \"c\" 'd'", "two words " * 9, "\u5854" * 40, "\U0001f5fc" * 40]


@pytest.mark.browser
def test_every_word_stays_in_its_frame_and_what_is_cut_is_a_tooltip(chrome: Chrome) -> None:
    for name in map(str.strip, ODD):
        table = f"{name} -> {name} : step [!built] / move_next\n{name} -> b : step [built]"
        odd = Automaton.from_table("odd", initial=name, final="b", memory="monk", table=table)
        svg = film(find(odd), Task(2)).svg
        assert clashes(measured(chrome, svg.encode())) == []
        assert name in ET.fromstring(svg).itertext()
    for name in MACHINES:
        assert clashes(measured(chrome, filmed(name, Task(2)).encode())) == []


# the memory


def test_a_film_shows_paths_and_stacks_from_the_top() -> None:
    for name, line in (("action-tree", "path: 0 1"), ("call-stack", "2, 0, 1, second")):
        shown = [words_of(text) for text in ET.fromstring(filmed(name, Task(3))).iter(f"{SVG}text")]
        assert line in shown
    assert "stack, top first: k, i, j, call" in shown
