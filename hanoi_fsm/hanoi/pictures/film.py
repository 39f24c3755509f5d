"""A run as a film: its start, and each event with the state that it began in, in rows.

Any solver, pathfinder or list of moves can be filmed, up to its end or up to its fault. `followed`
is what films and the page read: a run with the pegs and the memory after each event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from hanoi_fsm.fsm.diagrams.palette import CHIPS, FAINT, FAULT_LINE, INK, LINE, LIT_LINE, SHADE
from hanoi_fsm.fsm.diagrams.picture import ARROW
from hanoi_fsm.fsm.diagrams.svg import Panel, document, element, fitted, path, rect, stacked, text
from hanoi_fsm.fsm.diagrams.texts import cut_to, folded, text_width
from hanoi_fsm.fsm.errors import BadAction, BadInput, MachineStopped, UnknownName, counted
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory, contents_of
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.errors import BadStep, IllegalMove
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Move, Task
from hanoi_fsm.hanoi.pictures import check_few
from hanoi_fsm.hanoi.pictures.paper import Sheet
from hanoi_fsm.hanoi.pictures.peg_matrix import SENTINEL, has_matrix, memory_panel
from hanoi_fsm.hanoi.pictures.towers import ARC, GHOST, towers

MAX_DISKS, MOST_FRAMES = 10, 256
"""More disks would be told apart with difficulty; a longer film is refused."""

FRAME, GAP, EDGE, PAD = 216.0, 10.0, 9.0, 16.0
"""The width of a frame, the distance of two, and of what is in it and in a chip from the border."""

HEAD = EDGE + 43
"""The height of the words in a frame."""

COLUMNS, MOST_COLUMNS = 4, 16
BOLD = {"size": 12, "font_weight": "bold"}
ROW, SIGN = 21.0, 34.0
"""The height of a line of the legend, and the room for a sign before its words."""

SIGNS = (
    (
        rect(2, -11, 24, 14, rx=7, fill=CHIPS[0]),
        "the state in which an event begins, and below it the action",
    ),
    (
        rect(3, -10, 22, 12, rx=4, fill=LINE, stroke=INK, stroke_width=2),
        "the disk that has moved",
    ),
    (
        rect(2, -11, 24, 14, rx=5, **GHOST),
        "the place that it left",
    ),
    (
        path("M", 10, -4, "l", 7, -5, "v", 10, "z", fill=INK),
        "the top of a peg: the cell of its height",
    ),
    (
        rect(2, -11, 24, 14, fill=SENTINEL, stroke=LINE),
        "the sentinel, larger than every disk",
    ),
    (
        rect(2, -11, 24, 14, rx=6, fill="none", stroke=LIT_LINE, stroke_width=2.5),
        "the two tops that this event compared, before the move",
    ),
)
"""What the signs in a film mean: the first is in all, two in those with moves, three of pegs."""


class Frame(NamedTuple):
    """An event of a run, or its start, whose `record` is None, and the configuration after it.

    `number` counts the events of the whole run, `step` the moves up to this one. `compared` are
    the pegs whose tops the event compared, `contents` what the memory holds after it.
    """

    number: int
    step: int
    record: Record | None
    configuration: Configuration
    contents: Mapping[str, object] | None = None
    compared: tuple[int, ...] = ()

    @property
    def move(self) -> Move | None:
        output = None if self.record is None else self.record.output
        return output if isinstance(output, Move) else None

    @property
    def state(self) -> str:
        """The state in which the event began."""
        if self.record is None:
            return f"after step {self.step}" if self.step else "start"
        return self.record.state

    @property
    def action(self) -> str:
        """The action of an event; for one without an action its guards and where it leads."""
        record = self.record
        if record is None or record.action or record.state == record.next_state:
            return record.action or "" if record else ""
        guards = record.transition.label.condition
        return (
            f"[{guards}] {ARROW} {record.next_state}" if guards else f"{ARROW} {record.next_state}"
        )


def followed(
    start: Configuration | None, records: Iterable[Record], memory: Memory | None = None
) -> Iterator[Frame]:
    """The start, and each event of a run; `memory` is the one that the run changes.

    Without a start there are no pegs: then nothing is moved, and all frames are at step 0.
    """
    now, step = Configuration("") if start is None else start, 0
    yield Frame(0, 0, None, now, None if memory is None else contents_of(memory))
    number, coming = 0, iter(records)
    while True:
        compared = comparisons(memory)
        record = next(coming, None)
        if record is None:
            return
        number += 1
        if start is not None and isinstance(record.output, Move):
            now, step = now.after(record.output), step + 1
        words = [*record.answers, record.action or ""]
        pegs = tuple(dict.fromkeys(peg for word in words for peg in compared.get(word, ())))
        contents = None if memory is None else contents_of(memory)
        yield Frame(number, step, record, now, contents, pegs)


def comparisons(memory: Memory | None) -> dict[str, tuple[int, ...]]:
    """For each word of a memory the pegs whose tops it would compare now."""
    if not isinstance(memory, PegMemory):
        return {}
    return {word: memory.compared(word) for word in (*memory.guards(), *memory.actions())}


def film(
    subject: Any,
    task: Task | tuple[AnyConfiguration, AnyConfiguration],
    steps: range | None = None,
    *,
    matrix: bool = False,
    columns: int = COLUMNS,
) -> Sheet:
    """The film of a task, or of a path from one configuration to another, or of some `steps`.

    The `subject` is a machine, a formula or a function, as `find` knows them. With `matrix` the
    memory is in every frame. Where the run stops, or makes an illegal move, the film ends with what
    is wrong, its `fault`. Raises `UnknownName` for what moves no tower, `BadDisks`, `BadStep` and
    `BadInput` for what cannot be drawn, and for a memory that is not there, and `MachineStopped`
    for a run that loops.
    """
    kind = filmable(subject)
    if not 1 <= columns <= MOST_COLUMNS:
        raise BadInput(f"invalid number of columns {columns}: expected 1 .. {MOST_COLUMNS}")
    if steps and steps[0] < 1:
        raise BadStep(f"invalid step {steps[0]}: expected 1, 2, 3, ...")
    if isinstance(task, Task):
        check_few("a film", task.disks, MAX_DISKS)
        start, goal = task.start, task.goal
        way = f"from peg {task.source} to peg {task.target}"
    elif kind == "solver":
        raise BadInput(f"{subject.shown} moves towers from peg to peg: film a path by shortest")
    else:
        start, goal = formulas.check_same_disks(*task)
        check_few("a film", len(start), MAX_DISKS)
        way = f"from {start} to {goal}"
    if isinstance(task, Task) and kind == "solver":
        records = subject.run(task.disks, source=task.source, target=task.target)
    else:
        records = subject.run(start, goal)
    memory = getattr(records, "memory", None)
    if matrix and memory is None:
        raise BadInput(f"{subject.shown} keeps no memory that could be drawn: leave out --matrix")
    frames, fault = _chosen(followed(start, records, memory), steps, goal, subject.shown)
    if not matrix:
        frames = [frame._replace(contents=None) for frame in frames]
    machine = subject if isinstance(subject, Machine) else None
    title = (
        f"{machine.name if machine else subject.shown} moves {counted(len(start), 'disk')} {way}"
    )
    title += "" if steps is None else f": steps {steps[0]} .. {steps[-1]}"
    moves = [f"{one.step}: {one.move}" for one in frames if one.move is not None]
    said = [*(moves or ["no disk moves"]), *([fault] if fault else [])]
    states = machine.automaton.states if machine else (subject.shown,)
    panel = _sheet(title, frames, states, min(columns, max(3, len(frames) - 1)), fault)
    return Sheet(document(panel, title, "; ".join(said)), fault)


def filmable(subject: Any) -> str:
    """The kind of what moves towers; `UnknownName` for what does not."""
    kind: str = subject.kind.name
    if kind not in ("solver", "pathfinder"):
        raise UnknownName(
            f"{subject.shown} is a {kind}, which moves no tower: film a solver or a "
            "pathfinder of `hanoi-fsm list`, or a diagram of one"
        )
    return kind


def _chosen(
    moments: Iterator[Frame], steps: range | None, goal: Configuration, name: str
) -> tuple[list[Frame], str]:
    """The configuration before some steps, all events up to the last of them, and the fault.

    The events before a move lead to it; those after the last move are drawn with it. Raises
    `BadInput` where there are too many, or the run ends before these steps.
    """
    found: list[Frame] = []
    fault, (first, last) = "", (1, inf) if steps is None else (steps[0], steps[-1])
    try:
        for frame in moments:
            if frame.step > last:
                while len(found) <= MOST_FRAMES and found[-1].move is None:
                    found.pop()
                break
            if frame.step < first and frame.move is not None:
                found = [frame._replace(record=None, compared=())]
            elif len(found) <= MOST_FRAMES:
                found.append(frame)
        else:
            ended = f"ends after {counted(frame.step, 'move')}"
            if last not in (inf, frame.step):
                raise BadStep(f"the run of {name} {ended}: it has no step {last}")
            if frame.configuration != goal:
                fault = f"{name} {ended}, at {frame.configuration} and not at {goal}"
    except (MachineStopped, BadAction, IllegalMove) as error:
        fault = str(error) if str(error).startswith(name) else f"{name} stops: {error}"
    if len(found) > MOST_FRAMES:
        if fault:
            raise MachineStopped(fault)
        raise BadInput(
            f"the film of {name} would have more than {MOST_FRAMES} frames: "
            "draw fewer steps with --steps, or fewer disks"
        )
    return found, fault


def _sheet(
    title: str, frames: Sequence[Frame], states: Sequence[str], columns: int, fault: str
) -> Panel:
    """The frames in rows of some `columns`, the first one beside the legend; below them the fault.

    The colours of `states` follow their order.
    """
    wide = columns * (FRAME + GAP) - GAP
    beside = FRAME + 2 * GAP if columns > 2 else 0
    legend, bodies = _legend(title, frames, wide - beside), list(map(_body, frames))
    high = HEAD + max(one.height for one in bodies) + EDGE
    cards = []
    for frame, body in zip(frames, bodies, strict=True):
        colour = CHIPS[states.index(frame.state) % len(CHIPS)] if frame.record else "none"
        cards.append(_card(frame, body, high, colour))
    y = 0 if beside else legend.height
    shapes = [legend.at(beside, 0), cards[0].at(0, y, class_="frame start")]
    y = max(y + high, legend.height) + GAP
    for at, card in enumerate(cards[1:]):
        row, column = divmod(at, columns)
        place = column * (FRAME + GAP), y + row * (high + GAP)
        shapes.append(card.at(*place, class_="frame"))
    y += -(-len(cards[1:]) // columns) * (high + GAP)
    for line in folded(fault, wide - 4, 13, bold=True) if fault else []:
        shapes.append(text(2, y + 14, line, size=13, fill=FAULT_LINE, font_weight="bold"))
        y += ROW
    return Panel(wide, y, tuple(shapes))


def _legend(title: str, frames: Sequence[Frame], room: float) -> Panel:
    """The title of the film, how long it is, and the signs that its frames have."""
    events, moves = len(frames) - 1, sum(one.move is not None for one in frames)
    long = counted(events, "event") + (f", {counted(moves, 'move')}" if moves < events else "")
    y, shapes = 0.0, []
    for line in folded(title, room, 16, bold=True):
        y += ROW
        shapes.append(fitted(0, y, line, room, size=16, font_weight="bold", class_="title"))
    shapes.append(fitted(0, y + ROW, long, room, fill=FAINT))
    y += ROW + 4
    of_pegs, compared = has_matrix(frames[0].contents), any(one.compared for one in frames)
    shown = (True, moves, moves, of_pegs, of_pegs, of_pegs and compared)
    for sign, words in [one for one, seen in zip(SIGNS, shown, strict=True) if seen]:
        shapes.append(element("g", sign, transform=f"translate(0 {y + ROW:g})"))
        for line in folded(words, room - SIGN, 12):
            y += ROW
            shapes.append(text(SIGN, y, line))
    return Panel(room, y + GAP, tuple(shapes))


def _card(frame: Frame, body: Panel, high: float, colour: str) -> Panel:
    """A frame: the number of the step, the state as a coloured chip, the action, the body."""
    shapes = [rect(0, 0, FRAME, high, rx=8, fill=SHADE, stroke=LINE, stroke_width=0.75)]
    x, base, right = EDGE, EDGE + 14.5, FRAME - EDGE
    if frame.move is not None:
        shapes.append(text(x, base, str(frame.step), class_="step", **BOLD))
        x += text_width(str(frame.step), 12, bold=True) + 4
    shown = cut_to(frame.state, right - x - PAD, 12, bold=True)
    wide = text_width(shown, 12, bold=True) + PAD
    shapes.append(rect(x, EDGE, wide, 20, rx=10, fill=colour, class_="chip"))
    look = BOLD | {"class_": "state", "text_anchor": "middle"}
    shapes.append(fitted(x + wide / 2, base, frame.state, wide - PAD, **look))
    if frame.action:
        look = {"size": 12, "class_": "action"}
        shapes.append(fitted(EDGE + 2, base + 21, frame.action, FRAME - 2 * EDGE - 2, **look))
    return Panel(FRAME, high, (*shapes, body.at(EDGE, HEAD)))


def _body(frame: Frame) -> Panel:
    """The towers of a frame, with room for an arc above them, and its memory."""
    room = FRAME - 2 * EDGE
    drawn = [towers(frame.configuration, room, frame.move, ARC)]
    if frame.contents is not None:
        drawn.append(memory_panel(frame.contents, frame.move, frame.compared, room=room))
    return stacked(drawn)
