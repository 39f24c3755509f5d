"""A diagram as it is drawn, boxes, arrows and marks, and the definition that it is read as.

The readers of all drawing languages fill a `Sketch`. Whatever such a language leaves open (where a
run begins, what the text of an arrow means) is settled here, in one way for all of them: as an
assumption that is reported, or as an error where a diagram is read strictly.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hanoi_fsm.fsm import finding
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.chart import Tree
from hanoi_fsm.fsm.claims import CLAIM, parse_claim
from hanoi_fsm.fsm.diagrams.drawing import ACCEPTOR, ORDERED, PARTIAL, Drawing
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.errors import (
    BadInput,
    NotationError,
    TextError,
    TextFault,
    UnknownName,
    counted,
    cut,
    shortened,
)
from hanoi_fsm.fsm.finding import Assumption
from hanoi_fsm.fsm.inputs import RELATIONS, related
from hanoi_fsm.fsm.notation import (
    ENTRY,
    EXIT,
    LONGEST,
    UNLABELLED,
    Row,
    Transition,
    is_label,
    parse_inside,
    parse_title,
    written,
)
from hanoi_fsm.fsm.read.labels import (
    FreeLabel,
    branch,
    one_event,
    read_freely,
    rows_of,
    through,
)

MOST_TRANSITIONS = 100_000
END = "end"
"""The final state that a labelled arrow to an end mark leads to."""
LABELS = ("notation", "events")
"""How labels may be read: all in our notation, or each as one event."""
START = "`initial=STATE`"
LABEL_OPTION = "`labels=events`, or commas between events"
LABEL_THEM = "a label on each arrow"


class Reading(NamedTuple):
    """How a diagram is to be read.

    `initial` names the state where runs begin, `labels` is one of `LABELS` or empty, and it may be
    declared to be an `acceptor`. A diagram over
    a memory that is `known` is read strictly: nothing is assumed, what the picture leaves open is
    an error. A machine of `transitions` is `run`, or taken as form.
    """

    initial: str = ""
    labels: str = ""
    known: Callable[[str], bool] | None = None
    acceptor: bool = False
    run: bool = False

    def is_strict(self, title: str) -> bool:
        """Whether a diagram of that title is read strictly."""
        return self.known is not None and self.known(parse_title(title)[1])


FREELY = Reading()
STRICTLY = Reading(known=lambda memory: True)


class Place(NamedTuple):
    """Line and column in a text, from 1 on."""

    line: int
    column: int = 1


@dataclass
class Box:
    """A state as it is drawn; `inside` is the key of the box around it.

    A `parallel` one has regions side by side, which are the boxes in it. A `choice` is no state,
    but a point where an arrow parts into several, each with its condition. Its `actions` are the
    lines below its name, from the first that begins as `entry /` does. Where
    the picture has it, it is at a `place`, in points with y upwards.
    """

    name: str
    at: Place
    inside: str = ""
    parallel: bool = False
    final: bool = False
    choice: bool = False
    meaning: str = ""
    actions: tuple[str, ...] = ()
    label_at: Place | None = None
    place: tuple[float, float] | None = None


class Arrow(NamedTuple):
    """An arrow between two boxes, named by their keys, with the lines of its label."""

    source: str
    target: str
    label: tuple[str, ...]
    at: Place
    label_at: Place | None = None


_NUMBER = re.compile(r"([0-9]{1,9})\s*:\s*")
_ACTION = re.compile(rf"(?:{ENTRY}|{EXIT})\s*/")


def name_and_actions(lines: list[str]) -> tuple[str, tuple[str, ...]]:
    """The name of a state in the lines of its box, and its actions below it.

    >>> name_and_actions(["light", "on", "entry / glow"])
    ('light on', ('entry / glow',))
    """
    first = next((i for i, line in enumerate(lines) if i and _ACTION.match(line)), len(lines))
    return " ".join(lines[:first]), tuple(lines[first:])


def _parted(line: str) -> tuple[int, str]:
    """The number before the row in a line, 0 without one, and the row."""
    number = _NUMBER.match(line)
    return (int(number[1]), line[number.end() :]) if number else (0, line)


class Drawn(NamedTuple):
    """A row with the number before its label, 0 without one, and its place."""

    number: int
    row: Row
    at: Place


@dataclass
class Sketch:
    """The parts of a drawing: boxes by their keys, arrows, and arrows from and to the marks.

    Where it `is_exact`, labels are in our notation. A reader may have made `assumptions`.
    """

    error: type[TextError]
    title: str = ""
    captions: list[str] = field(default_factory=list)
    title_at: Place | None = None
    boxes: dict[str, Box] = field(default_factory=dict)
    arrows: list[Arrow] = field(default_factory=list)
    starts: list[Arrow] = field(default_factory=list)
    ends: list[Arrow] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    is_exact: bool = False


def definition(sketch: Sketch, reading: Reading) -> Drawing:
    """The definition that a sketch is read as, with the assumptions that this took.

    Raises the error of its language with everything that cannot be read, and `UnknownName` if no
    state has the name in `reading.initial`.
    """
    return _Reader(sketch, reading).drawing()


class _Reader:
    """Reads one sketch; each question that it leaves open is an assumption, or else a fault."""

    def __init__(self, sketch: Sketch, reading: Reading) -> None:
        self.sketch, self.reading = sketch, reading
        self.is_strict = reading.is_strict(sketch.title)
        self.assumptions = sketch.assumptions
        self.faults: list[TextFault] = []
        self.names = self._names()
        self.lines: dict[Row | Transition | str, int] = {
            self.names[key]: box.at.line for key, box in sketch.boxes.items()
        }
        boxes = sketch.boxes.items()
        self.final = {self.names[key] for key, box in boxes if box.final}
        self.choices = {self.names[key]: box.at for key, box in boxes if box.choice}
        self.actions = self._actions()
        self.parent: dict[str, str] = {}

    def drawing(self) -> Drawing:
        """The definition; raises its faults."""
        sketch = self.sketch
        captions = [caption.rstrip(".") for caption in sketch.captions]
        lower = [caption.lower() for caption in captions]
        self.is_ordered = ORDERED in lower
        drawn = self._through_choices([*self._in_order([*self._rows()]), *self._endings()])
        initial = self._initial()
        if self.faults:
            raise sketch.error.of(self.faults)
        name, memory = parse_title(sketch.title)
        states = dict.fromkeys((*self.names.values(), *self.final))
        for choice in self.choices:
            del states[choice]
        tree = self._tree()
        final = frozenset(leaf for state in self.final for leaf in tree.leaves(state))
        rows = tuple(drawing.row for drawing in drawn)
        ordered, entry, exit = self.is_ordered, self.actions[ENTRY], self.actions[EXIT]
        acceptor = self.reading.acceptor or ACCEPTOR in lower
        try:
            claims = [parse_claim(line).text for line in captions if line.startswith(CLAIM)]
        except BadInput as error:
            raise sketch.error(str(error), *(sketch.title_at or Place(1))) from None
        said = ordered, entry, exit, acceptor, tuple(claims), tree
        automaton = Automaton(name, tuple(states), initial, final, rows, memory, *said)
        parts = zip(drawn, automaton.numbers, automaton.flat, strict=True)
        for (number, row, at), competes, transitions in parts:
            if competes and not number:
                text = f"this edge competes with others: number it, `1: {row.label}`"
                raise sketch.error(text, *at)
            self.lines |= dict.fromkeys((row, *row.transitions, *transitions), at.line)
        meanings = {
            self.names[key]: cut(box.meaning, LONGEST)
            for key, box in sketch.boxes.items()
            if box.meaning
        }
        together = tuple(line for line in captions if line.split(" ")[0] in RELATIONS)
        for line in together:
            try:
                related(line, automaton.guards)
            except BadInput as error:
                at = sketch.title_at or Place(1)
                raise sketch.error(str(error), *at) from None
        return Drawing(
            automaton,
            self.lines,
            meanings,
            partial=PARTIAL in lower,
            together=together,
            keys={name: key for key, name in self.names.items() if name != key},
            assumptions=tuple(self.assumptions),
            layout=self._layout(),
        )

    def _tree(self) -> Tree:
        """Which boxes are in which; of several starts in a box the first counts."""
        boxes, names = self.sketch.boxes, self.names
        inner = {key: box for key, box in boxes.items() if box.inside and not box.choice}
        parent = {names[key]: names[box.inside] for key, box in inner.items()}
        starts = [arrow for arrow in reversed(self.sketch.starts) if arrow.source in names]
        initial = {names[arrow.source]: names[arrow.target] for arrow in starts}
        parallel = frozenset(names[key] for key, box in boxes.items() if box.parallel)
        return Tree(parent | self.parent, initial, parallel)

    def _layout(self) -> Layout | None:
        """The places of the states, if each has its own."""
        places = {self.names[key]: box.place for key, box in self.sketch.boxes.items() if box.place}
        is_whole = len({*places.values()}) == len(self.sketch.boxes)
        return Layout(places) if is_whole else None

    def _fault(self, at: Place, message: str) -> None:
        self.faults.append(TextFault(message, *at))

    def _names(self) -> dict[str, str]:
        """The name of each box: what it shows, with its key where another box shows the same."""
        shown = Counter(box.name for box in self.sketch.boxes.values())
        twice = [box for box in self.sketch.boxes.values() if shown[box.name] > 1]
        if self.is_strict:
            for box in twice[1:2]:
                what = f"two nodes show {shortened(box.name)}"
                self._fault(box.at, f"{what}: label them differently")
        elif twice:
            self._assume(f"{len(twice)} states that show the same text by their identifiers")
        names: dict[str, str] = {}
        for key, box in self.sketch.boxes.items():
            names[key] = box.name if shown[box.name] == 1 else key
            if shown[box.name] > 1 and key in shown and key != box.name:
                names[key] = f"{box.name} ({key})"
        return names

    def _actions(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The actions of the states on entry and on exit."""
        found: dict[str, dict[str, tuple[str, ...]]] = {ENTRY: {}, EXIT: {}}
        for key, box in self.sketch.boxes.items():
            for line in box.actions:
                try:
                    kind, actions = parse_inside(line if self.is_strict else written(line))
                except NotationError as error:
                    self._fault(box.label_at or box.at, str(error))
                    continue
                state = self.names[key]
                found[kind][state] = (*found[kind].get(state, ()), *actions)
        return found

    def _assume(self, text: str, settled_by: str = "", about: str = "") -> None:
        self.assumptions.append(Assumption(text, settled_by, about))

    def _initial(self) -> str:
        """The state that an option names, or else the target of the start mark."""
        starts = [arrow for arrow in self.sketch.starts if not arrow.source]
        named = self.reading.initial
        states = [name for name in self.names.values() if name not in self.choices]
        if named:
            if named not in states:
                raise UnknownName.among("state", named, states)
            return named
        if len(starts) > 1 and self.is_strict:
            first = f"the first leads to {shortened(self.names[starts[0].target])}"
            self._fault(starts[1].at, f"a second edge leaves a start point, {first}: keep one")
        if starts:
            initial = self.names[starts[0].target]
            if initial in self.choices:
                self._fault(starts[0].at, f"runs begin at the choice {initial!r}: name a state")
            if len(starts) > 1:
                self._assume(f"{initial!r}, the first of {len(starts)} starts, as the start", START)
            return initial
        if self.is_strict or not states:
            return ""
        self._assume(f"{states[0]!r}, the first state, as the start", START, finding.START)
        return states[0]

    def _rows(self) -> Iterator[Drawn]:
        """The rows of all arrows between states."""
        free: list[Arrow] = []
        doubtful: list[Arrow] = []
        silent: Counter[str] = Counter()
        count = 0
        for arrow in self._arrows():
            if not arrow.label:
                silent[arrow.source] += 1
            try:
                number, unnumbered = self._number(arrow)
                label = self._read(unnumbered, self.names[arrow.target])
            except NotationError as error:
                self._fault(arrow.label_at or arrow.at, str(error))
                continue
            if label.is_doubtful:
                doubtful.append(arrow)
            elif label.is_free:
                free.append(arrow)
            for row in label.rows:
                count += len(row.events)
                yield Drawn(number, row, arrow.at)
            if count > MOST_TRANSITIONS:
                too_many = f"more than {MOST_TRANSITIONS} transitions"
                self._fault(arrow.at, f"{too_many}: draw a smaller diagram")
                return
        if silent:
            arrows = counted(silent.total(), "arrow")
            both = max(silent.values()) > 1
            text = f"{arrows} without a label as the event {UNLABELLED!r}"
            self._assume(text, LABEL_THEM if both else "", finding.LABELS)
        self._assume_labels(free, "plain text")
        self._assume_labels(doubtful, "one event or several", LABEL_OPTION)

    def _assume_labels(self, arrows: Sequence[Arrow], how: str, settled_by: str = "") -> None:
        if arrows:
            first = shortened(" ".join(arrows[0].label))
            text = f"{counted(len(arrows), 'label')} as {how}, such as {first}"
            self._assume(text, settled_by, finding.LABELS)

    def _read(self, arrow: Arrow, target: str) -> FreeLabel:
        """The label of an arrow to a target."""
        source, text = self.names[arrow.source], " ".join(arrow.label)
        if source in self.choices:
            return FreeLabel([branch(source, target, text)])
        if self.sketch.is_exact:
            return FreeLabel(rows_of(source, target, arrow.label))
        if self.reading.labels == "events":
            return FreeLabel([one_event(source, target, text)])
        if self.reading.labels == "notation" or self.is_strict:
            return FreeLabel(rows_of(source, target, arrow.label))
        return read_freely(source, target, arrow.label)

    def _arrows(self) -> Iterator[Arrow]:
        """The arrows; where each line of a label is a row in their order, one arrow for each."""
        for arrow in self.sketch.arrows:
            lines = [_parted(line)[1] for line in arrow.label]
            if self.is_ordered and not is_label(" ".join(lines)) and all(map(is_label, lines)):
                yield from (arrow._replace(label=(line,)) for line in arrow.label)
            else:
                yield arrow

    def _number(self, arrow: Arrow) -> tuple[int, Arrow]:
        """The number before the label of an arrow, 0 without one, and the arrow without it."""
        if not (self.is_ordered or self.is_strict) or not arrow.label:
            return 0, arrow
        number, rest = _parted(arrow.label[0])
        return number, arrow._replace(label=(rest, *arrow.label[1:]))

    def _through_choices(self, drawn: Sequence[Drawn]) -> list[Drawn]:
        """The rows, of which those through choices have the conditions on their ways.

        A choice without an arrow to it or from it is a fault, and so is one that leads to itself.
        """
        branches: dict[str, list[Drawn]] = {choice: [] for choice in self.choices}
        waiting: list[Drawn] = []
        for part in reversed(drawn):
            branches.get(part.row.source, waiting).append(part)
        whole, passed = [], set[str]()
        while waiting:
            part = waiting.pop()
            choice = part.row.target
            if choice not in branches:
                whole.append(part)
                continue
            passed.add(choice)
            for way in branches[choice]:
                rows = through(part.row, way.row, [other.row for other in branches[choice]])
                waiting += (Drawn(part.number or way.number, row, way.at) for row in rows)
            if len(waiting) > MOST_TRANSITIONS or len(part.row.guards) > LONGEST:
                self._fault(part.at, "its choices lead round in a circle: draw them as states")
                break
        for choice, at in self.choices.items():
            if not branches[choice] or choice not in passed:
                text = f"no arrow leads {'to' if branches[choice] else 'on from'} this choice"
                self._fault(at, f"{text}, {shortened(choice)}: draw one, or leave the choice out")
        if self.choices:
            self._assume(f"{counted(len(self.choices), 'choice')} as guards of the arrows to them")
        return whole

    def _in_order(self, drawn: Sequence[Drawn]) -> list[Drawn]:
        """The rows, of which those that leave a state are in the order of their numbers.

        A number is a fault if the diagram is not ordered, or two rows of a state have it.
        """
        places: dict[str, dict[int, int]] = {}
        for place, (number, row, at) in enumerate(drawn):
            if number and not self.is_ordered:
                advice = f"write the line `{ORDERED}` below the title, or leave the number out"
                self._fault(at, f"this edge has the number {number}: {advice}")
            elif number and place != places.setdefault(row.source, {}).setdefault(number, place):
                other = f"another edge that leaves {shortened(row.source)} has the number {number}"
                self._fault(at, f"{other}: number them differently")
        found = [*drawn]
        for of_state in places.values():
            for place, number in zip(of_state.values(), sorted(of_state), strict=True):
                found[place] = drawn[of_state[number]]
        return found

    def _endings(self) -> Iterator[Drawn]:
        """Make states final that arrows without a label lead to the end from.

        An arrow with a label is a transition, to a final state of its own.
        """
        for arrow in self.sketch.ends:
            if not arrow.label and self.names[arrow.source] not in self.choices:
                self.final.add(self.names[arrow.source])
                continue
            end = END
            while end in self.names.values():
                end += "'"
            self.final.add(end)
            self.parent |= {end: self.names[arrow.target]} if arrow.target else {}
            try:
                rows = self._read(arrow, end).rows
            except NotationError as error:
                self._fault(arrow.label_at or arrow.at, str(error))
                continue
            yield from (Drawn(0, row, arrow.at) for row in rows)
