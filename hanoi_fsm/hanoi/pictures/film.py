"""A run as a film: its start, and each event with the state that it began in, in rows.

Any solver, pathfinder or list of moves can be filmed, up to its end or up to its fault.
"""

from collections.abc import Iterable, Mapping, Sequence

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.diagrams.palette import FAINT, FAULT_LINE, INK, LINE, SHADE, STATES
from hanoi_fsm.fsm.diagrams.state_diagram import Inset
from hanoi_fsm.fsm.diagrams.svg import (
    Panel,
    Sheet,
    document,
    element,
    fitted,
    rect,
    stacked,
    text,
)
from hanoi_fsm.fsm.diagrams.texts import folded, text_width
from hanoi_fsm.fsm.errors import BadAction, BadInput, MachineStopped, counted
from hanoi_fsm.fsm.machine import Subject
from hanoi_fsm.fsm.memory import NoMemory
from hanoi_fsm.fsm.trace import spelt
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.frames import Frame, followed
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Task
from hanoi_fsm.hanoi.pictures import check_few
from hanoi_fsm.hanoi.pictures.towers import ARC, GHOST, inset, towers
from hanoi_fsm.hanoi.resolver import find, pathfinder_of, solver_of, sound

MAX_DISKS, MAX_DISKS_IN_STATE, MOST_FRAMES = 10, 5, 256
"""More disks would be hard to distinguish; a longer film is refused."""

FRAME, GAP, EDGE, PAD = 216.0, 10.0, 9.0, 16.0
"""The width of a frame, the gap between two, and the padding in a frame and in a chip."""

HEAD = EDGE + 43
"""The height of the words in a frame."""

COLUMNS, LEAST_COLUMNS = 4, 3
"""The frames of a row, and how many of them the legend needs."""

LETTERS, LINE_HEIGHT, MOST_ON_STACK = 11.5, 15.0, 16
"""The size of the letters of a memory, its lines, and the most frames of a stack that are shown."""

NO_CHIP = ("none", INK)
BOLD = {"size": 12, "font_weight": "bold"}
ROW, SIGN = 21.0, 34.0
"""The height of a line of the legend, and the room for a sign before its words."""

SIGNS = (
    (
        rect(2, -11, 24, 14, rx=7, fill=STATES[0][0]),
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
)
"""The meanings of the signs in a film."""


def insets(subject: object, disks: int) -> dict[str, Inset]:
    """Draw for each state of a solver the towers when a run first enters it.

    Raises `UnknownName` for anything but a solver, and `BadDisks` for more than 5 disks.
    """
    check_few("the pegs in a state", disks, MAX_DISKS_IN_STATE)
    solver = find(solver_of(subject))
    entered: dict[str, Inset] = {}
    for frame in followed(Task(disks).start, solver.run(disks)):
        state = frame.record.next_state if frame.record else solver.automaton.initial
        entered.setdefault(state, inset(frame.configuration))
    return entered


@checked
def film(
    subject: object,
    task: Task | tuple[AnyConfiguration, AnyConfiguration],
    *,
    matrix: bool = False,
) -> Sheet:
    """Make the film of a task, or of a path from one configuration to another.

    The `subject` is a solver or a pathfinder: a machine, a formula or a function, or the name of
    one. With `matrix` the memory is in every frame.
    If the run stops, or makes an illegal move, the film ends with its `fault`. Raises
    `UnknownName` for a subject that moves no tower, `BadDisks` and `BadInput` for a film that
    cannot be drawn, and `BadInput` for a memory that is missing.
    """
    if isinstance(task, Task):
        mover: Subject = sound(solver_of(subject))
        start, goal = task.start, task.goal
        records = mover.run(task.disks, source=task.source, target=task.target)
        way = f"from peg {task.source} to peg {task.target}"
    else:
        mover = sound(pathfinder_of(subject))
        start, goal = formulas.check_same_disks(*task)
        records = mover.run(start, goal)
        way = f"from {start} to {goal}"
    check_few("a film", len(start), MAX_DISKS)
    memory = records.memory if matrix else None
    if isinstance(memory, NoMemory):
        raise BadInput(f"{mover.shown} keeps no memory that could be drawn: leave out `matrix=`")
    many = f"the film of {mover.shown} would have more than {MOST_FRAMES} frames: draw fewer disks"
    events = records.at_most(MOST_FRAMES - 1, many)
    frames, fault = _frames(followed(start, events, memory), goal, mover.shown)
    name = mover.machine.name if mover.machine else mover.shown
    title = f"{name} moves {counted(len(start), 'disk')} {way}"
    moves = [f"{frame.step}: {frame.move}" for frame in frames if frame.move is not None]
    said = [*(moves or ["no disk moves"]), *([fault] if fault else [])]
    across = max(LEAST_COLUMNS, min(COLUMNS, len(frames) - 1))
    return Sheet(document(_sheet(title, frames, across, fault), title, "; ".join(said)), fault)


def _frames(moments: Iterable[Frame], goal: Configuration, name: str) -> tuple[list[Frame], str]:
    """The frames of a run, and its fault in words, if any."""
    frames: list[Frame] = []
    fault = ""
    try:
        frames.extend(moments)  # up to a move that cannot be made
        if frames[-1].configuration != goal:
            ended = f"ends after {counted(frames[-1].step, 'move')}"
            fault = f"{name} {ended}, at {frames[-1].configuration} and not at {goal}"
    except (MachineStopped, BadAction) as error:
        fault = str(error) if str(error).startswith(name) else f"{name} stops: {error}"
    return frames, fault


def _sheet(title: str, frames: Sequence[Frame], columns: int, fault: str) -> Panel:
    """The start beside the legend, the other frames in rows of some `columns`, and the fault."""
    wide, bodies = columns * (FRAME + GAP) - GAP, list(map(_body, frames))
    high = HEAD + max(body.height for body in bodies) + EDGE
    states = list(dict.fromkeys(frame.state for frame in frames[1:]))
    cards = []
    for frame, body in zip(frames, bodies, strict=True):
        colours = STATES[states.index(frame.state) % len(STATES)] if frame.record else NO_CHIP
        cards.append(_card(frame, body, high, *colours[:2]))
    legend = _legend(title, frames, wide - FRAME - 2 * GAP)
    first = cards[0].at(0, 0, class_="frame"), legend.at(FRAME + 2 * GAP, 0)
    rows = [Panel(wide, max(high, legend.height), first)]
    for at in range(1, len(cards), columns):
        row = enumerate(cards[at : at + columns])
        shapes = (card.at(place * (FRAME + GAP), 0, class_="frame") for place, card in row)
        rows.append(Panel(wide, high, tuple(shapes)))
    look = {"size": 13, "fill": FAULT_LINE, "font_weight": "bold"}
    if fault:
        for line in folded(fault, wide - 4, 13, bold=True):
            rows.append(Panel(wide, 15, (text(2, 14, line, **look),)))
    return stacked(rows, GAP)


def _legend(title: str, frames: Sequence[Frame], room: float) -> Panel:
    """The title of the film, its length, and the signs that its frames have."""
    events, moves = len(frames) - 1, sum(frame.move is not None for frame in frames)
    long = counted(events, "event") + (f", {counted(moves, 'move')}" if moves < events else "")
    heading = {"size": 16, "font_weight": "bold", "class_": "title"}
    shapes = [
        fitted(0, ROW, title, room, **heading),
        fitted(0, 2 * ROW, long, room, fill=FAINT),
    ]
    for number, (sign, words) in enumerate(SIGNS, 3):
        place = f"translate(0 {ROW * number + 4:g})"
        shapes.append(element("g", sign, text(SIGN, 0, words), transform=place))
    return Panel(room, ROW * (len(SIGNS) + 3), tuple(shapes))


def _card(frame: Frame, body: Panel, high: float, colour: str, on: str) -> Panel:
    """A frame: the number of the step, the state in its colour, the action, the body."""
    shapes = [rect(0, 0, FRAME, high, rx=8, fill=SHADE, stroke=LINE, stroke_width=0.75)]
    x, base, right = EDGE, EDGE + 14.5, FRAME - EDGE
    if frame.move is not None:
        shapes.append(text(x, base, str(frame.step), class_="step", **BOLD))
        x += text_width(str(frame.step), 12, bold=True) + 4
    shapes.append(rect(x, EDGE, right - x, 20, rx=10, fill=colour, class_="chip"))
    look = BOLD | {"class_": "state", "text_anchor": "middle", "fill": on}
    shapes.append(fitted((x + right) / 2, base, frame.state, right - x - PAD, **look))
    if frame.effect:
        look = {"size": 12, "class_": "action"}
        shapes.append(fitted(EDGE + 2, base + 21, frame.effect, right - EDGE - 2, **look))
    return Panel(FRAME, high, (*shapes, body.at(EDGE, HEAD)))


def _body(frame: Frame) -> Panel:
    """The towers of a frame, with room for an arc above them, and its memory."""
    room = FRAME - 2 * EDGE
    drawn = [towers(frame.configuration, room, frame.move, ARC)]
    if frame.contents is not None:
        drawn.append(_memory(frame.contents, room))
    return stacked(drawn)


def _memory(contents: Mapping[str, object], room: float) -> Panel:
    """The contents of a memory; a stack of named tuples begins with its top, the last of them."""
    registers = {name: value for name, value in contents.items() if not isinstance(value, tuple)}
    said = ", ".join(f"{name}: {spelt(value)}" for name, value in registers.items())
    lines = folded(said, room, LETTERS) if said else []
    for name, value in contents.items():
        if not isinstance(value, tuple):
            continue
        fields = getattr(value[-1], "_fields", ()) if value else ()
        if not fields:
            lines.append(f"{name}: {spelt(value) if value else 'empty'}")
            continue
        lines.append(f"{name}, top first: {', '.join(fields)}")
        lines += [", ".join(map(spelt, frame)) for frame in value[: -MOST_ON_STACK - 1 : -1]]
        if len(value) > MOST_ON_STACK:
            lines.append(f"and {len(value) - MOST_ON_STACK} more")
    shown = [
        fitted(0, LINE_HEIGHT * at - 4, line, room, size=LETTERS)
        for at, line in enumerate(lines, 1)
    ]
    return Panel(room, LINE_HEIGHT * len(lines), tuple(shown))
