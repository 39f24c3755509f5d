"""One moment of a run as lines of text: pegs, state, memory, and what can be taken next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from hanoi_fsm.fsm.errors import cut, printable
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Label, Transition, grouped
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.trace import spelt
from hanoi_fsm.hanoi.pegs import PegMatrix
from hanoi_fsm.hanoi.pictures.towers import text_towers
from hanoi_fsm.watching.courses import Course
from hanoi_fsm.watching.frames import Frame, Question

LEAST_WIDTH, LEAST_HEIGHT = 40, 12
"""In less room only a message says so."""
LEFT = 9
"""The columns of the headings."""
MOST_WRAPPED = 3
"""The most lines of one thing that the memory holds."""
MOST_TRANSITIONS = 4
"""The most transitions that are shown in their order; of more, the next one is the first."""
KEPT = "\N{NO-BREAK SPACE}"

PLAIN, HEADING, NOW, CHANGED, WRONG = "", "dim", "bold", "bold magenta", "bold red"
"""The styles, in the words of rich."""


class Piece(NamedTuple):
    """A text with its style."""

    text: str
    style: str = PLAIN


Line = tuple[Piece, ...]


class View(NamedTuple):
    """What stays the same while a run is shown."""

    machine: Machine
    course: Course
    width: int
    height: int | None = None

    @property
    def room(self) -> int:
        return self.width - LEFT


def scene(view: View, frame: Frame, upcoming: Frame | None, from_start: bool = True) -> list[Line]:
    """The lines of a frame, none wider than the view, and no more than its height.

    Where there is too little height, the towers become lists, and then what is long is cut.
    """
    head = [*_head(view, frame, from_start), *_fault(view, frame)]
    memory, coming = list(_memory(view, frame)), list(_next(view, frame, upcoming, from_start))
    apart = _joined(head, _towers(view, frame), memory, coming)
    most = len(apart) if view.height is None else view.height
    if len(apart) <= most:
        return apart
    for pegs in (_towers(view, frame), _lists(view, frame)):
        lines = [*head, *pegs, *memory, *coming]
        if len(lines) <= most:
            return lines
    left = most - len(head) - len(pegs)
    coming = _cut_to(coming, max(1, left - 1))
    memory = _cut_to(memory, max(1, left - len(coming)))
    return [*head, *pegs, *memory, *coming][:most]


def plain_text(line: Line) -> str:
    """A line without its styles."""
    return "".join(piece.text for piece in line).rstrip()


def _joined(*sections: Sequence[Line]) -> list[Line]:
    """The lines with an empty one between sections."""
    lines: list[Line] = []
    for section in filter(None, sections):
        lines += [(), *section] if lines else section
    return lines


def _cut_to(lines: list[Line], most: int) -> list[Line]:
    if len(lines) <= most:
        return lines
    more = len(lines) - most + 1
    return [*lines[: most - 1], (Piece(f"{'':{LEFT}}... {more} more lines", HEADING),)]


def _line(view: View, heading: str, *pieces: Piece) -> Line:
    """A line with its heading; where it is too long it is cut, and has no styles."""
    text = "".join(piece.text for piece in pieces)
    if len(text) > view.room:
        pieces = (Piece(cut(text, view.room), pieces[-1].style),)
    return Piece(f"{heading:{LEFT}}", HEADING), *pieces


def _below(view: View, heading: str, lines: Iterable[Sequence[Piece]]) -> Iterator[Line]:
    """Lines of which only the first has the heading."""
    for pieces in lines:
        yield _line(view, heading, *pieces)
        heading = ""


def _head(view: View, frame: Frame, from_start: bool) -> Iterator[Line]:
    subject = " ".join(filter(None, (printable(view.machine.shown), view.course.subject)))
    yield (Piece(cut(subject, view.width), NOW),)
    step = number_text(frame.step)
    if view.course.length is not None:
        step += f" of {number_text(view.course.length)}"
    event = f", event {frame.number}" if from_start and frame.configuration is not None else ""
    final = " (final)" if frame.state in view.machine.automaton.final else ""
    state = printable(frame.state) + final
    yield _line(view, "state", Piece(state, NOW), Piece("   step ", HEADING), Piece(step + event))
    if view.course.word is not None:
        yield _word(view, view.course.word, frame.number)
    output = "-" if frame.output is None else printable(str(frame.output))
    yield _line(view, "taken", Piece(printable(str(frame.transition or "-"))))
    yield _line(view, "output", Piece(output, PLAIN if frame.output is None else CHANGED))


def _word(view: View, word: Sequence[str], read: int) -> Line:
    """The word around the symbol that is read next."""
    before, here = word[:read], word[read : read + 1]
    left = " ".join([*map(printable, before), ""])
    now = "".join(f"[{printable(one)}]" for one in here) or "[end]"
    half = (view.room - len(now)) // 2
    left = left if len(left) <= half else "... " + left[len(left) - half + 4 :]
    right = " ".join(["", *map(printable, word[read + 1 : read + 1 + view.room])])
    room = view.room - len(left) - len(now)
    right = right if len(right) <= room else right[: max(0, room - 4)] + " ..."
    return _line(view, "word", Piece(left), Piece(now, NOW), Piece(right))


def _fault(view: View, frame: Frame) -> Iterator[Line]:
    from textwrap import wrap

    if frame.finding is not None:
        expected, got = frame.finding.expected, frame.finding.got
        texts = [f"expected {expected}", f"got {got}"] if expected else [str(frame.finding)]
        heading = "WRONG"
    elif frame.stopped:
        texts, heading = [frame.stopped], "STOPPED"
    else:
        return
    parts = (wrap(printable(text), view.room)[:MOST_WRAPPED] for text in texts)
    yield from _below(view, heading, ((Piece(part, WRONG),) for part in chain(*parts)))


def _towers(view: View, frame: Frame) -> list[Line]:
    """The towers as they are drawn, if they fit."""
    if frame.configuration is None:
        return []
    if 2 * len(frame.configuration) + 1 > view.width // 3 - 1:
        return _lists(view, frame)
    moved = frame.move
    token = f"[{str(moved.disk).center(2 * moved.disk - 1, '=')}]" if moved else None
    return [tuple(_marked(f" {row}", token)) for row in text_towers(frame.configuration)]


def _marked(row: str, token: str | None) -> Iterator[Piece]:
    before, found, after = row.partition(token) if token else (row, "", "")
    yield Piece(before)
    if found:
        yield Piece(found, CHANGED)
        yield Piece(after)


def _lists(view: View, frame: Frame) -> list[Line]:
    """The disks on each peg, from the bottom to the top."""
    if frame.configuration is None:
        return []
    pegs = str(PegMatrix.standing(frame.configuration)).split(" | ")
    return [_line(view, f"peg {peg}", Piece(disks)) for peg, disks in enumerate(pegs)]


def _memory(view: View, frame: Frame) -> Iterator[Line]:
    """What the memory holds; several short things are in one line, and what changed has a star."""
    lines: list[list[Piece]] = [[]]
    width = 0
    for name, value in frame.contents.items():
        entry = list(_entry(name, value, frame.changed.get(name)))
        length = sum(len(piece.text) for piece in entry)
        if length > view.room:
            lines += [[Piece(part)] for part in _wrapped("".join(p.text for p in entry), view.room)]
            lines.append([])
            width = 0
            continue
        if lines[-1] and width + 3 + length > view.room:
            lines.append([])
            width = 0
        gap = [Piece("   ")] if lines[-1] else []
        lines[-1] += [*gap, *entry]
        width += 3 * len(gap) + length
    yield from _below(view, "memory", filter(None, lines))


def _entry(name: str, value: object, changed: tuple[int, ...] | None) -> Iterator[Piece]:
    yield Piece(printable(name) + ("* " if changed is not None else " "), HEADING)
    if not isinstance(value, tuple) or not value:
        yield Piece(spelt(value), PLAIN if changed is None else CHANGED)
        return
    bars = any(isinstance(part, tuple) for part in value)
    for place, part in enumerate(value):
        if place:
            yield Piece(" | " if bars else " ")
        yield Piece(spelt(part), CHANGED if changed and place in changed else PLAIN)


def _wrapped(text: str, room: int) -> list[str]:
    """A long thing in few lines: the end of it, where what is on top of a stack is."""
    from textwrap import wrap

    if " | " in text:
        text = text.replace(" ", KEPT).replace(f"{KEPT}|{KEPT}", " | ")
    parts = [part.replace(KEPT, " ") for part in wrap(text, room, break_on_hyphens=False)]
    if len(parts) > MOST_WRAPPED:
        first = parts[0][: room - 4].rpartition(" ")[0]
        parts = [f"{first} ...", *parts[1 - MOST_WRAPPED :]]
    return parts


def _next(view: View, frame: Frame, upcoming: Frame | None, from_start: bool) -> Iterator[Line]:
    """The guards that are asked now, and the transitions from here; the one taken has a mark."""
    if frame.questions:
        asked = "   ".join(map(_answered, frame.questions))
        parts = _wrapped(asked.replace(" ", KEPT).replace(KEPT * 3, "   "), view.room)
        yield from _below(view, "guards", ((Piece(part.replace(KEPT, " ")),) for part in parts))
    marked = _marked_transitions(view.machine, frame, upcoming)
    counts = {one.transition: frame.counts[one.number] for one in frame.choices}
    lines = []
    for together, label in grouped(counts):
        times = sum(counts[one] for one in together)
        is_next = any(one in marked for one in together)
        lines.append((is_next, _choice(view, together[0], label, is_next, times, from_start)))
    if len(lines) > MOST_TRANSITIONS:  # not all of them may be shown
        lines.sort(key=lambda one: not one[0])
    marked_lines = ((Piece(text, NOW if is_next else PLAIN),) for is_next, text in lines)
    yield from _below(view, "next", marked_lines)
    if not lines:
        yield _line(view, "next", Piece("nothing: the run has ended", PLAIN))


def _choice(
    view: View, first: Transition, label: Label, is_next: bool, times: int, from_start: bool
) -> str:
    text = printable(f"{'>' if is_next else ' '} -> {first.target} : {label}")
    taken = f"  {times}x" if from_start else ""
    return cut(text, view.room - len(taken)).ljust(view.room - len(taken)) + taken


def _marked_transitions(
    machine: Machine, frame: Frame, upcoming: Frame | None
) -> set[Transition | None]:
    if upcoming is not None:
        return {upcoming.transition}
    if len(machine.automaton.events) > 1 or (frame.finding is not None and not frame.stopped):
        return set()
    return {one.transition for one in frame.choices if one.enabled}


def _answered(question: Question) -> str:
    answer = question.answer
    said = answer if isinstance(answer, str) else "yes" if answer else "no"
    pegs = " and ".join(map(str, question.compared))
    return printable(f"{question.guard}: {said}{f' (tops of pegs {pegs})' if pegs else ''}")
