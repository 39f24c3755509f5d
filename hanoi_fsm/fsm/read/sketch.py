"""A diagram as drawn, with boxes, arrows and marks, and its interpretation as a definition.

The readers of all drawing languages fill a `Sketch`. Questions that a language leaves open (where a
run begins, what the text of an arrow means) are settled here, in the same way for all languages: as
a reported assumption, or as an error if a diagram is read strictly.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import NamedTuple

from hanoi_fsm.fsm import finding
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.chart import TOP, Tree
from hanoi_fsm.fsm.claims import CLAIM
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
from hanoi_fsm.fsm.inputs import RELATIONS
from hanoi_fsm.fsm.notation import (
    ENTRY,
    EXIT,
    LONGEST,
    UNLABELLED,
    Row,
    Transition,
    is_label,
    parse_inside,
    parse_row,
    parse_title,
    word,
    written,
)
from hanoi_fsm.fsm.read.labels import (
    DOUBTFUL,
    GUARDS,
    INTERNAL,
    PLAIN,
    branch,
    read_freely,
    rows_of,
    through,
)
from hanoi_fsm.fsm.search import grouped

MOST_TRANSITIONS = 100_000
MARK = "[*]"
"""The key of the marks from which runs begin, and at which they end."""
END = "end"
"""The final state for labelled arrows to an end mark."""
LABELS = ("notation", "events")
"""The ways to read labels: all in our notation, or each as one event."""
START = "`initial=STATE`"


class Reading(NamedTuple):
    """Options for reading a diagram.

    `initial` names the state where runs begin, `labels` is one of `LABELS` or empty, and the
    diagram may be declared an `acceptor`. A diagram over
    a `known` memory is read strictly: nothing is assumed, and open questions are errors.
    With `run`, the code of a machine of `transitions` runs; otherwise only its form is read.
    """

    initial: str = ""
    labels: str = ""
    known: Callable[[str], bool] | None = None
    acceptor: bool = False
    run: bool = False

    def is_strict(self, title: str) -> bool:
        """Whether a diagram with this title is read strictly."""
        return self.known is not None and self.known(parse_title(title)[1])


FREELY = Reading()
STRICTLY = Reading(known=lambda memory: True)


class Place(NamedTuple):
    """Line and column in a text, counted from 1."""

    line: int
    column: int = 1


@dataclass
class Box:
    """A state as drawn; `inside` is the key of the box around it.

    The boxes in a `parallel` box are its regions. A `choice` is not a state, but a point where
    an arrow splits into several, each with its condition. The `actions` are the lines below
    the name, from the first one like `entry /` on. The `place`, if
    the picture has it, is in points with y upwards.
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
    """An arrow between two boxes, named by their keys, with the lines of its label.

    One end may be a `MARK`, which is `inside` a box or, if that is empty, outside of all.
    """

    source: str
    target: str
    label: tuple[str, ...]
    at: Place
    label_at: Place | None = None
    inside: str = ""


_NUMBER = re.compile(r"([0-9]{1,9})\s*:\s*")
_COMPARED = re.compile(r"[^0-9]{4,40}")
"""Matches names that may be misspelt; numbered and short names often look alike."""
_ACTION = re.compile(rf"(?:{ENTRY}|{EXIT})\s*/")
_LISTS = {"- enter:": ENTRY, "- exit:": EXIT}


def name_and_actions(lines: list[str]) -> tuple[str, tuple[str, ...]]:
    """Split the lines of a state's box into its name and the actions below.

    >>> name_and_actions(["light", "on", "entry / glow"])
    ('light on', ('entry / glow',))
    >>> name_and_actions(["on", "- enter:", "+ glow"])  # as `transitions` draws it
    ('on', ('entry / glow',))
    """
    lines = [*_as_actions(lines)]
    first = next((i for i, line in enumerate(lines) if i and _ACTION.match(line)), len(lines))
    return " ".join(lines[:first]), tuple(lines[first:])


def _as_actions(lines: list[str]) -> Iterator[str]:
    """Write the lists of callbacks that `transitions` draws as actions; other lines stay."""
    kind = ""
    for line in lines:
        if line in _LISTS:
            kind = _LISTS[line]
        elif kind and line.startswith("+ "):
            yield f"{kind} / {line[2:]}"
        else:
            kind = ""
            yield line


def _variants(name: str) -> set[str]:
    """A name, and the name without each of its letters; similar names share a variant."""
    letters = name.casefold()
    if not _COMPARED.fullmatch(letters):
        return set()
    return {letters, *(letters[:place] + letters[place + 1 :] for place in range(len(letters)))}


def _parted(line: str) -> tuple[int, str]:
    """Split a line into the number before its row (0 if missing) and the row."""
    number = _NUMBER.match(line)
    return (int(number[1]), line[number.end() :]) if number else (0, line)


class Drawn(NamedTuple):
    """A row with its place and the number before its label (0 if missing)."""

    number: int
    row: Row
    at: Place


@dataclass
class Sketch:
    """The parts of a drawing: boxes by their keys, and arrows.

    If it `is_exact`, labels are in our notation. Readers add `faults` and `assumptions`.
    """

    error: type[TextError]
    title: str = ""
    captions: list[str] = field(default_factory=list)
    title_at: Place | None = None
    boxes: dict[str, Box] = field(default_factory=dict)
    arrows: list[Arrow] = field(default_factory=list)
    faults: list[TextFault] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    is_exact: bool = False

    def fault(self, at: Place, message: str) -> None:
        self.faults.append(TextFault(message, *at))

    def assume(self, text: str, settled_by: str = "", about: str = "") -> None:
        self.assumptions.append(Assumption(text, settled_by, about))

    def check(self) -> None:
        """Raise the error of its language with all faults, in the order of their lines."""
        if self.faults:
            raise self.error.of(sorted(self.faults, key=lambda fault: fault.line))


def definition(sketch: Sketch, reading: Reading) -> Drawing:
    """Interpret a sketch as a definition, with the necessary assumptions.

    Raises the error of its language with everything that cannot be read, and `UnknownName` if no
    state has the name in `reading.initial`.
    """
    for arrow in sketch.arrows:
        for key in dict.fromkeys((arrow.source, arrow.target)):
            is_mark = key == MARK and arrow.source != arrow.target
            if not (is_mark or key in sketch.boxes):
                sketch.fault(arrow.at, f"no state has the id {shortened(key)}: name one")
    sketch.check()
    return _Reader(sketch, reading).drawing()


class _Reader:
    """A reader of one sketch; each open question becomes an assumption or a fault."""

    def __init__(self, sketch: Sketch, reading: Reading) -> None:
        self.sketch, self.reading = sketch, reading
        self.is_strict = reading.is_strict(sketch.title)
        self.captions = [caption.rstrip(".") for caption in sketch.captions]
        self.is_ordered = self._says(ORDERED)
        self.names = self._names()
        named = [(self.names[key], box) for key, box in sketch.boxes.items()]
        self.lines: dict[Row | Transition | str, int] = {name: box.at.line for name, box in named}
        self.choices = {name: box for name, box in named if box.choice}
        self.states = {name: box for name, box in named if not box.choice}
        self.final = [name for name, box in named if box.final]
        self.arrows = [arrow for arrow in sketch.arrows if MARK not in arrow[:2]]
        self.starts = [arrow for arrow in sketch.arrows if arrow.source == MARK]
        self.ends = [arrow for arrow in sketch.arrows if arrow.target == MARK]
        inner = [(name, box.inside) for name, box in self.states.items() if box.inside]
        self.parent = {name: self.names[outer] for name, outer in inner}

    def _says(self, line: str) -> bool:
        return line in map(str.lower, self.captions)

    def drawing(self) -> Drawing:
        """The definition; raises an error with all faults."""
        sketch, states = self.sketch, self.states
        actions = self._actions()
        drawn = self._through_choices(self._in_order([*self._rows()]))
        if sum(len(part.row.events) for part in drawn) > MOST_TRANSITIONS:
            too_many = f"more than {MOST_TRANSITIONS} transitions: draw a smaller diagram"
            sketch.fault(drawn[-1].at, too_many)
        begins = self._begins()
        initial = begins.pop(TOP, "")
        sketch.check()
        self._suspect()
        name, memory = parse_title(sketch.title)
        parallel = frozenset(name for name, box in states.items() if box.parallel)
        tree = Tree(self.parent, begins, parallel)
        claims = [line for line in self.captions if line.startswith(CLAIM)]
        automaton = Automaton(
            name,
            tuple(dict.fromkeys((*states, *self.final))),
            initial,
            frozenset(leaf for state in self.final for leaf in tree.leaves(state)),
            tuple(part.row for part in drawn),
            memory,
            self.is_ordered,
            actions[ENTRY],
            actions[EXIT],
            self.reading.acceptor or self._says(ACCEPTOR),
            tuple(claim.removeprefix(CLAIM).strip() for claim in claims),
            tree,
        )
        parts = zip(drawn, automaton.numbers, automaton.flat, strict=True)
        for (number, row, at), competes, transitions in parts:
            if competes and not number:
                text = f"this edge competes with others: number it, `1: {row.label}`"
                raise sketch.error(text, *at)
            self.lines |= dict.fromkeys((row, *row.transitions, *transitions), at.line)
        places = {name: box.place for name, box in states.items() if box.place}
        is_whole = len({*places.values()}) == len(sketch.boxes)
        drawing = Drawing(
            automaton,
            self.lines,
            {name: cut(box.meaning, LONGEST) for name, box in states.items() if box.meaning},
            {name: key for key, name in self.names.items() if name != key},
            self._says(PARTIAL),
            tuple(line for line in self.captions if line.split(" ")[0] in RELATIONS),
            tuple(sketch.assumptions),
            Layout(places) if is_whole else None,
        )
        try:
            drawing.check()
        except BadInput as error:
            raise sketch.error(str(error), *(sketch.title_at or Place(1))) from None
        return drawing

    def _names(self) -> dict[str, str]:
        """The name of each box: its text, with its key if another box has the same text."""
        boxes = self.sketch.boxes
        shown = Counter(box.name for box in boxes.values())
        twice = [box for box in boxes.values() if shown[box.name] > 1]
        if twice and self.is_strict:
            what = f"two nodes show {shortened(twice[1].name)}"
            self.sketch.fault(twice[1].at, f"{what}: label them differently")
        elif twice:
            text = f"{len(twice)} states that show the same text by their identifiers"
            self.sketch.assume(text)
        names = {key: box.name if shown[box.name] == 1 else key for key, box in boxes.items()}
        for key, box in boxes.items():
            if shown[box.name] > 1 and key in shown and key != box.name:
                names[key] = f"{box.name} ({key})"
        return names

    def _suspect(self) -> None:
        """Report each state named by a single arrow that may be a misspelling of another."""
        keys = ((arrow.source, arrow.target, arrow.inside) for arrow in self.sketch.arrows)
        named = Counter(chain.from_iterable(keys))
        others = [name for key, name in self.names.items() if named[key] > 1]
        spelt = {variant: name for name in others for variant in _variants(name)}
        for arrow in self.arrows:
            name, box = self.names[arrow.target], self.sketch.boxes[arrow.target]
            alike = [spelt[variant] for variant in _variants(name) if variant in spelt]
            if alike and named[arrow.target] == 1 and box.at.line == arrow.at.line:
                text = f"{name!r}, which one arrow names, as a state"
                self.sketch.assume(f"{text}: did you mean {alike[0]!r}?")

    def _actions(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The actions of the states on entry and on exit; other lines among them are texts."""
        inside: dict[str, dict[str, tuple[str, ...]]] = {ENTRY: {}, EXIT: {}}
        texts = []
        for state, box in self.states.items():
            for line in box.actions:
                if not self.is_strict and not _ACTION.match(line):
                    box.meaning = f"{box.meaning} {line}".strip()
                    texts.append(line)
                    continue
                try:
                    kind, actions = parse_inside(line if self.is_strict else written(line))
                except NotationError as error:
                    self.sketch.fault(box.label_at or box.at, str(error))
                    continue
                inside[kind][state] = (*inside[kind].get(state, ()), *actions)
        if texts:
            lines = counted(len(texts), "line")
            self.sketch.assume(f"{lines} in states as plain text, such as {shortened(texts[0])}")
        return inside

    def _begins(self) -> dict[str, str]:
        """The initial state of each composite box, and that of all runs for `TOP`.

        The latter is named by an option, or else is the target of the start mark.
        """
        sketch, named, states = self.sketch, self.reading.initial, [*self.states]
        if named and named not in states:
            raise UnknownName.among("state", named, states)
        begins = {TOP: named} if named else {}
        boxes = self.names if named else {TOP: TOP, **self.names}
        marked = grouped(self.starts, lambda arrow: arrow.inside)
        if TOP not in {*begins, *marked} and states and not self.is_strict:
            outer = [state for state, box in self.states.items() if not box.inside] or states
            begins[TOP] = outer[0]
            if len(outer) > 1:
                sketch.assume(f"{outer[0]!r}, the first state, as the start", START, finding.START)
        for key, starts in marked.items():
            if key not in boxes:
                continue
            box, initial = boxes[key], self.names[starts[0].target]
            begins[box] = initial
            where = f" in {box!r}" if box else ""
            if len(starts) > 1 and self.is_strict:
                second = "a second edge leaves a start point, the first leads to"
                sketch.fault(starts[1].at, f"{second} {shortened(initial)}: keep one")
            elif len(starts) > 1:
                text = f"{initial!r}, the first of {len(starts)} starts{where}, as the start"
                sketch.assume(text, f"one start{where}" if box else START)
            if box == TOP and initial in self.choices:
                text = f"runs begin at the choice {initial!r}: name a state"
                sketch.fault(starts[0].at, text)
        return begins

    def _rows(self) -> Iterator[Drawn]:
        """Yield the rows of all arrows, including those to the end."""
        doubts: dict[str, list[Arrow]] = {"": [], PLAIN: [], GUARDS: [], DOUBTFUL: []}
        for arrow in (*self._arrows(), *self._endings()):
            try:
                number, rows, doubt = self._read(arrow)
            except NotationError as error:
                self.sketch.fault(arrow.label_at or arrow.at, str(error))
                continue
            doubts[doubt].append(arrow)
            for row in rows:
                yield Drawn(number, row, arrow.at)
        silent = Counter(arrow.source for arrow in self.arrows if not arrow.label)
        if silent:
            text = f"{counted(silent.total(), 'arrow')} without a label as the event {UNLABELLED!r}"
            interrupts = silent.keys() & {arrow.inside for arrow in self.ends}
            is_open = max(silent.values()) > 1 or interrupts  # or is taken when all within ended
            settled_by = "a label on each arrow" if is_open else ""
            self.sketch.assume(text, settled_by, finding.LABELS)
        loops = [arrow for arrow in self.arrows if arrow.source == arrow.target]
        inner = [arrow for arrow in loops if INTERNAL in " ".join(arrow.label)]
        boxes = self.sketch.boxes
        entered = {box.inside for box in boxes.values()} | {
            key for key in boxes if boxes[key].actions
        }
        if any(arrow.source in entered for arrow in inner):
            text = (
                f"{counted(len(inner), 'internal transition')} with the entry and exit of its state"
            )
            self.sketch.assume(text, "loops without `[internal]`", finding.LABELS)
        option = "`labels=events`, or commas between events"
        for doubt, arrows in doubts.items():
            if doubt and arrows:
                first = shortened(" ".join(arrows[0].label))
                text = f"{counted(len(arrows), 'label')} as {doubt}, such as {first}"
                settled_by = option if doubt == DOUBTFUL else ""
                self.sketch.assume(text, settled_by, finding.LABELS)

    def _read(self, arrow: Arrow) -> tuple[int, list[Row], str]:
        """The number before an arrow's label (0 if missing), its rows, and any doubt."""
        source, target, lines, number = arrow.source, arrow.target, arrow.label, 0
        if lines and (self.is_ordered or self.is_strict):
            number, first = _parted(lines[0])
            lines = (first, *lines[1:])
        text, way = " ".join(lines), self.reading.labels
        if source in self.choices:
            return number, [branch(source, target, text)], ""
        if self.is_strict and not text:
            ends = f"{shortened(source)} -> {shortened(target)}"
            advice = "write `event [guard] / action`, or at the start draw it from a start mark"
            raise NotationError(f"the edge {ends} has no label: {advice}")
        if way == "events" and not self.sketch.is_exact:
            return number, [parse_row(source, target, word(text or UNLABELLED))], ""
        if way == "notation" or self.sketch.is_exact or self.is_strict:
            return number, rows_of(source, target, lines), ""
        return number, *read_freely(source, target, lines)

    def _arrows(self) -> Iterator[Arrow]:
        """Yield the arrows between states, with their names.

        Where each line of a label is a row in their order, there is one for each.
        """
        for arrow in self.arrows:
            source, target = self.names[arrow.source], self.names[arrow.target]
            labels = [arrow.label]
            if self.is_ordered:
                lines = [_parted(line)[1] for line in arrow.label]
                if not is_label(" ".join(lines)) and all(map(is_label, lines)):
                    labels = [(line,) for line in arrow.label]
            for label in labels:
                yield arrow._replace(source=source, target=target, label=label)

    def _endings(self) -> Iterator[Arrow]:
        """Make states final from which unlabelled arrows lead to the end; yield labelled arrows.

        A labelled arrow is a transition to an additional final state in the same box.
        """
        ends: dict[str, str] = {}
        for arrow in self.ends:
            source, end = self.names[arrow.source], END
            if not arrow.label and source not in self.choices:
                self.final.append(source)
                continue
            while end in self.names.values() or (arrow.inside not in ends and end in self.final):
                end += "'"
            end = ends.setdefault(arrow.inside, end)
            self.final.append(end)
            if arrow.inside:
                self.parent[end] = self.names[arrow.inside]
            yield arrow._replace(source=source, target=end)

    def _through_choices(self, drawn: Sequence[Drawn]) -> Sequence[Drawn]:
        """Combine the rows through choices with the conditions on their way.

        A choice without arrows to it or from it is a fault, and so is one that leads to itself.
        """
        if not self.choices:
            return drawn
        self.ways = grouped(drawn, lambda part: part.row.source)
        starts = {self.names[arrow.target] for arrow in self.starts}
        self.reached = starts & self.choices.keys()
        entering = (part for part in drawn if part.row.source not in self.choices)
        rows = chain.from_iterable(map(self._through, entering))
        whole = [*islice(rows, MOST_TRANSITIONS + 1)]
        for choice, box in self.choices.items():
            if choice not in self.ways or choice not in self.reached:
                text = f"no arrow leads {'to' if choice in self.ways else 'on from'} this choice"
                advice = f"{shortened(choice)}: draw one, or leave the choice out"
                self.sketch.fault(box.at, f"{text}, {advice}")
        choices = counted(len(self.choices), "choice")
        self.sketch.assume(f"{choices} as guards of the arrows to them")
        return whole

    def _through(self, part: Drawn, passed: tuple[str, ...] = ()) -> Iterator[Drawn]:
        """Yield a row, or if it leads to a choice, the rows on all ways from there."""
        choice = part.row.target
        if choice not in self.choices:
            yield part
            return
        if choice in passed or len(passed) > LONGEST:
            self.sketch.fault(part.at, "its choices lead round in a circle: draw them as states")
            self.sketch.check()
        self.reached.add(choice)
        ways = self.ways.get(choice, [])
        for way in ways:
            for row in through(part.row, way.row, [other.row for other in ways]):
                combined = Drawn(part.number or way.number, row, way.at)
                yield from self._through(combined, (*passed, choice))

    def _in_order(self, drawn: list[Drawn]) -> list[Drawn]:
        """Sort the rows of each state by their numbers.

        A number is a fault if the diagram is not ordered, or if two rows of a state share it.
        """
        places: dict[str, dict[int, int]] = {}
        for place, (number, row, at) in enumerate(drawn):
            if number and not self.is_ordered:
                advice = f"write the line `{ORDERED}` below the title, or leave the number out"
                self.sketch.fault(at, f"this edge has the number {number}: {advice}")
            elif number and place != places.setdefault(row.source, {}).setdefault(number, place):
                other = f"another edge that leaves {shortened(row.source)} has the number {number}"
                self.sketch.fault(at, f"{other}: number them differently")
        ordered = [*drawn]
        for of_state in places.values():
            for place, number in zip(of_state.values(), sorted(of_state), strict=True):
                ordered[place] = drawn[of_state[number]]
        return ordered
