"""A run as a film: its start, and each event with the state that it began in, in rows.

Where a machine goes round a cycle of states, each row is one turn of it, or some; otherwise the
rows are of four events.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from hanoi_fsm.fsm.diagrams.palette import CHIPS, FAINT, LINE, SHADE
from hanoi_fsm.fsm.diagrams.picture import ARROW
from hanoi_fsm.fsm.diagrams.svg import Panel, document, fitted, rect, text
from hanoi_fsm.fsm.diagrams.texts import cut_to, text_width
from hanoi_fsm.fsm.errors import counted, shortened
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration
from hanoi_fsm.hanoi.pictures.film_legend import legend
from hanoi_fsm.hanoi.pictures.frames import Frame, followed, in_steps
from hanoi_fsm.hanoi.pictures.peg_matrix import Event, memory_panel
from hanoi_fsm.hanoi.pictures.towers import towers

FRAME, GAP, EDGE = 218.0, 10.0, 9.0
"""The width of a frame, the distance between two, and that of what is in it from its border."""

MAX_FILMSTRIP_DISKS, ACROSS = 6, 4
HEADING, LINE_HEIGHT, PAD = 22.0, 20.0, 16.0
STATE, ACTION = 12.0, 12.0
"""The sizes of the texts in a frame."""


def filmstrip(start: AnyConfiguration, trace: Iterable[Record]) -> str:
    """The run as an SVG text, four frames per row; `BadDisks` for more than 6 disks."""
    start = Configuration.of(start)
    check_filmed(len(start))
    frames = in_steps(followed(start, trace), None, "this run")
    return Film(f"a run of {counted(len(start), 'disk')}", frames).svg


def check_filmed(disks: int, most: int = MAX_FILMSTRIP_DISKS, more: str = "") -> None:
    """Raise `BadDisks` for a tower whose film would be too long, or its disks too many to draw."""
    if disks > most:
        given = f"a filmstrip of {shortened(disks)} disks"
        raise BadDisks(f"{given} would be too long: draw at most {most}{more}")


@dataclass(frozen=True)
class Film:
    """Some `frames` of a run, the first of which shows its start.

    The colours of `states` follow their order; a run that goes round a `cycle` has a turn per row.
    """

    title: str
    frames: Sequence[Frame]
    states: Sequence[str] = ()
    cycle: Sequence[str] = ()

    @cached_property
    def svg(self) -> str:
        """The film as the text of an SVG document."""
        return document(self._sheet(), self.title, self._description)

    def _repr_svg_(self) -> str:
        return self.svg

    @property
    def _description(self) -> str:
        moves = (f"{one.step}: {one.move}" for one in self.frames if one.move is not None)
        return "; ".join(moves) or "no disk moves"

    @property
    def across(self) -> int:
        """The number of frames in a row: of the cycle's turns as many as are at most four."""
        return len(self.cycle) * (ACROSS // len(self.cycle)) if self.cycle else ACROSS

    def rows(self) -> Iterator[list[tuple[int, Frame]]]:
        """The frames after the start in rows, each with its column."""
        events = self.frames[1:]
        first = 1 if self.cycle or not events else events[0].number
        for _, row in groupby(events, key=lambda one: (one.number - first) // self.across):
            yield [((one.number - first) % self.across, one) for one in row]

    def heading(self, row: Sequence[Frame]) -> str:
        """What a row is: a turn of the cycle and its states, or the steps in it."""
        if self.cycle:
            turns = span("turn", *((one.number - 1) // len(self.cycle) + 1 for one in row))
            return f"{turns} of the cycle: {', '.join(_state(one) for one in row)}"
        steps = [one.step for one in row if one.move is not None]
        if steps:
            return span("step", *steps)
        last = self.frames[-1].step == row[0].step
        return f"after step {row[0].step}" if last else f"before step {row[0].step + 1}"

    def _sheet(self) -> Panel:
        size = self._size
        wide = self.across * (size[0] + GAP) - GAP
        first = self.frames[0]
        shapes = [self._card(first).at(0, 0, class_="frame start")]
        shapes.append(
            legend(self.title, self.frames, wide - FRAME - 2 * GAP).at(FRAME + 2 * GAP, 0)
        )
        y = size[1] + GAP
        for row in self.rows():
            words = self.heading([frame for _, frame in row])
            shapes.append(
                fitted(
                    2,
                    y + 14,
                    words,
                    wide - 4,
                    size=13,
                    fill=FAINT,
                    font_weight="bold",
                    class_="heading",
                )
            )
            y += HEADING
            shapes += [
                self._card(frame).at(at * (FRAME + GAP), y, class_="frame") for at, frame in row
            ]
            y += size[1] + GAP
        return Panel(wide, y - GAP, tuple(shapes))

    @cached_property
    def _size(self) -> tuple[float, float]:
        """The width and the height of every frame."""
        ends = (y + part.height for parts in self._bodies.values() for y, part in parts)
        return FRAME, max(ends) + EDGE

    @cached_property
    def _bodies(self) -> dict[int, list[tuple[float, Panel]]]:
        """What is below the words in each frame, by the number of its event."""
        return {frame.number: list(self._parts(frame)) for frame in self.frames}

    @cached_property
    def _head(self) -> float:
        """The height of the words in a frame: one line if all actions fit beside their states."""
        gap = 2 * EDGE + 6
        wide = (
            text_width(number(one), STATE, bold=True)
            + self._chip_width(one)
            + text_width(_action(one), ACTION)
            + gap
            for one in self.frames
        )
        return EDGE + LINE_HEIGHT * (1 if max(wide) <= FRAME else 2) + 4

    @cached_property
    def _tallest(self) -> float:
        """The height of the towers with an arc above them, if any disk moves."""
        moving = next((one for one in self.frames if one.move is not None), self.frames[0])
        return towers(moving.configuration, FRAME, moving.move).height

    def _parts(self, frame: Frame) -> Iterator[tuple[float, Panel]]:
        """The towers of a frame and its memory, each with its place from the top."""
        drawn, floor = towers(frame.configuration, FRAME, frame.move), self._head + self._tallest
        yield floor - drawn.height, drawn
        if frame.contents is not None:
            event = Event(frame.move, frame.compared)
            yield floor + 6, memory_panel(frame.contents, event, room=FRAME - 2 * EDGE)

    def _card(self, frame: Frame) -> Panel:
        width, height = self._size
        shapes = [
            rect(0, 0, width, height, rx=8, fill=SHADE, stroke=LINE, stroke_width=0.75),
            *self._words(frame),
        ]
        for place, (y, part) in zip((0, EDGE), self._bodies[frame.number], strict=False):
            shapes.append(part.at(place, y))
        return Panel(width, height, tuple(shapes))

    def _words(self, frame: Frame) -> Iterator[str]:
        """The number of the step, the state as a coloured chip, and the action."""
        x, base, bold = EDGE, EDGE + 14.5, {"size": STATE, "font_weight": "bold"}
        if label := number(frame):
            yield text(x, base, label, class_="step", **bold)
            x += text_width(label, STATE, bold=True) + 4
        state, wide = _state(frame), self._chip_width(frame)
        yield rect(x, EDGE, wide, LINE_HEIGHT, rx=10, fill=self._colour(state), class_="chip")
        yield fitted(
            x + wide / 2, base, state, wide - PAD, class_="state", text_anchor="middle", **bold
        )
        if self._head < EDGE + 2 * LINE_HEIGHT:
            yield text(
                FRAME - EDGE, base, _action(frame), size=ACTION, text_anchor="end", class_="action"
            )
        elif _action(frame):
            yield fitted(
                EDGE + 2,
                base + LINE_HEIGHT,
                _action(frame),
                FRAME - 2 * EDGE - 2,
                size=ACTION,
                class_="action",
            )

    def _chip_width(self, frame: Frame) -> float:
        room = FRAME - 2 * EDGE - 34 - PAD
        shown = cut_to(_state(frame), room, STATE, bold=True)
        return text_width(shown, STATE, bold=True) + PAD

    def _colour(self, state: str) -> str:
        known = self._known
        return CHIPS[known.index(state) % len(CHIPS)] if state in known else "none"

    @cached_property
    def _known(self) -> Sequence[str]:
        """The states in order: those of the automaton, or as the run meets them."""
        return self.states or [*dict.fromkeys(_state(one) for one in self.frames if one.record)]


def number(frame: Frame) -> str:
    """The number of the step in a frame; empty where no disk moves."""
    return "" if frame.move is None else str(frame.step)


def _state(frame: Frame) -> str:
    if frame.record is None:
        return f"after step {frame.step}" if frame.step else "start"
    return frame.record.state


def _action(frame: Frame) -> str:
    """The action of an event; for one without an action its guards and where it leads."""
    record = frame.record
    if record is None:
        return ""
    guards = record.transition.label.condition
    label = f"[{guards}] {ARROW} {record.next_state}" if guards else f"{ARROW} {record.next_state}"
    return record.action or ("" if record.state == record.next_state else label)


def span(what: str, *numbers: int) -> str:
    """The first and the last of some numbers.

    >>> span("turn", 3, 3), span("turn", 1, 1, 2, 2), span("step", 5, 6, 7)
    ('turn 3', 'turns 1 and 2', 'steps 5 .. 7')
    """
    first, last = numbers[0], numbers[-1]
    if first == last:
        return f"{what} {first}"
    return f"{what}s {first} and {last}" if last == first + 1 else f"{what}s {first} .. {last}"
