"""One moment of a run as lines of text: pegs, state, memory, and what can be taken next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from hanoi_fsm.fsm.errors import cut, printable
from hanoi_fsm.fsm.notation import grouped
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.trace import spelt
from hanoi_fsm.hanoi.pegs import PegMatrix
from hanoi_fsm.hanoi.pictures.towers import text_towers
from hanoi_fsm.watching.frames import Question
from hanoi_fsm.watching.playback import Playback

LEAST_WIDTH, LEAST_HEIGHT = 40, 12
"""In less room only a message says so."""
LEFT = 9
"""The columns of the headings."""
MOST_WRAPPED = 3
"""The most lines of one thing that the memory holds."""
MOST_TRANSITIONS = 4
"""The most transitions that are shown in their order; of more, the next one is the first."""

PLAIN, HEADING, NOW, CHANGED, WRONG = "", "dim", "bold", "bold magenta", "bold red"
"""The styles, in the words of rich."""

Piece = tuple[str, str]
"""A text with its style."""
Line = list[Piece]


def printed(playback: Playback, columns: int) -> Iterator[str]:
    """The moments from where a playback is as lines of text."""
    while True:
        for line in Scene(playback, columns).lines():
            yield plain_text(line).rstrip()
        if not playback.forward():
            return
        yield "-" * columns


def plain_text(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for text, _ in line)


class Scene:
    """The lines of the moment that a playback is at, none wider than `width`."""

    def __init__(self, playback: Playback, width: int) -> None:
        self.machine, self.course = playback.machine, playback.course
        self.frame, self.upcoming = playback.frame, playback.upcoming
        self.from_start, self.width = playback.from_start, width

    def lines(self, height: int | None = None) -> list[Line]:
        """As many lines as there is height for.

        Where it is too little, the towers become lists, and then what is long is cut.
        """
        head = [*self._head(), *self._fault()]
        memory, coming = list(self._memory()), list(self._next())
        apart = _joined(head, self._towers(), memory, coming)
        if height is None or len(apart) <= height:
            return apart
        for pegs in (self._towers(), self._lists()):
            if len(head) + len(pegs) + len(memory) + len(coming) <= height:
                return [*head, *pegs, *memory, *coming]
        left = height - len(head) - len(pegs)
        coming = _cut_to(coming, max(1, left - 1))
        memory = _cut_to(memory, max(1, left - len(coming)))
        return [*head, *pegs, *memory, *coming][:height]

    def _below(self, heading: str, lines: Iterable[Line]) -> Iterator[Line]:
        """Lines of which only the first has the heading; what is too long is cut, in one style."""
        room = self.width - LEFT
        for line in lines:
            text = plain_text(line)
            shown = line if len(text) <= room else [(cut(text, room), line[-1][1])]
            yield [(f"{heading:{LEFT}}", HEADING), *shown]
            heading = ""

    def _head(self) -> Iterator[Line]:
        frame, course = self.frame, self.course
        subject = " ".join(filter(None, (printable(self.machine.shown), course.subject)))
        yield [(cut(subject, self.width), NOW)]
        step = number_text(frame.step)
        if course.length is not None:
            step += f" of {number_text(course.length)}"
        if self.from_start and frame.configuration is not None:
            step += f", event {frame.number}"
        final = " (final)" if frame.state in self.machine.automaton.final else ""
        state = (f"{printable(frame.state)}{final}", NOW)
        yield from self._below("state", [[state, ("   step ", HEADING), (step, PLAIN)]])
        if course.word is not None:
            yield from self._below("word", [self._word([*map(printable, course.word)])])
        taken = printable(str(frame.transition or "-"))
        yield from self._below("taken", [[(taken, PLAIN)]])
        output = "-" if frame.output is None else printable(str(frame.output))
        yield from self._below("output", [[(output, PLAIN if frame.output is None else CHANGED)]])

    def _word(self, word: list[str]) -> Line:
        """The word around the symbol that is read next."""
        read, room = self.frame.number, self.width - LEFT
        now = f"[{word[read] if read < len(word) else 'end'}]"
        left = "".join(f"{one} " for one in word[:read])
        right = "".join(f" {one}" for one in word[read + 1 :][:room])
        half = (room - len(now)) // 2
        if len(left) > half:
            left = f"... {left[len(left) - half + 4 :]}"
        room -= len(left) + len(now)
        if len(right) > room:
            right = f"{right[: max(0, room - 4)]} ..."
        return [(left, PLAIN), (now, NOW), (right, PLAIN)]

    def _fault(self) -> Iterator[Line]:
        finding, stopped = self.frame.finding, self.frame.stopped
        texts = [stopped] if stopped else []
        if finding is not None:
            texts = [f"expected {finding.expected}", f"got {finding.got}"]
            texts = texts if finding.expected else [str(finding)]
        for heading, text in zip(("WRONG" if finding else "STOPPED", ""), texts, strict=False):
            rows = wrap(printable(text), self.width - LEFT)[:MOST_WRAPPED]
            yield from self._below(heading, ([(row, WRONG)] for row in rows))

    def _towers(self) -> list[Line]:
        """The towers as they are drawn, if they fit."""
        pegs, move = self.frame.configuration, self.frame.move
        if pegs is None or 2 * len(pegs) + 1 > self.width // 3 - 1:
            return self._lists()
        disk = f"[{str(move.disk).center(2 * move.disk - 1, '=')}]" if move else "\n"
        parts = (f" {row}".partition(disk) for row in text_towers(pegs))
        return [[(before, PLAIN), (one, CHANGED), (after, PLAIN)] for before, one, after in parts]

    def _lists(self) -> list[Line]:
        """The disks on each peg, from the bottom to the top."""
        if self.frame.configuration is None:
            return []
        pegs = str(PegMatrix.standing(self.frame.configuration)).split(" | ")
        rows = (self._below(f"peg {peg}", [[(disks, PLAIN)]]) for peg, disks in enumerate(pegs))
        return [line for row in rows for line in row]

    def _memory(self) -> Iterator[Line]:
        """What the memory holds, short things in one line; what changed has a star."""
        lines: list[Line] = [[]]
        for name, value in self.frame.contents.items():
            entry = list(_entry(name, value, self.frame.changed.get(name)))
            text = plain_text(entry)
            if len(text) > self.width - LEFT:
                lines += [[(part, PLAIN)] for part in _wrapped(text, self.width - LEFT)]
                lines.append([])
            elif not lines[-1]:
                lines[-1] = entry
            elif len(plain_text(lines[-1])) + 3 + len(text) > self.width - LEFT:
                lines.append(entry)
            else:
                lines[-1] += [("   ", PLAIN), *entry]
        yield from self._below("memory", filter(None, lines))

    def _next(self) -> Iterator[Line]:
        """The guards that are asked now, and the transitions; the one taken next has a mark."""
        frame, room = self.frame, self.width - LEFT
        if frame.questions:
            asked = _wrapped("   ".join(map(_answered, frame.questions)), room, "   ")
            yield from self._below("guards", ([(part, PLAIN)] for part in asked))
        marked = self._marked()
        counts = {one.transition: frame.counts[one.number] for one in frame.choices}
        lines: list[Line] = []
        for together, label in grouped(counts):
            is_next = any(one in marked for one in together)
            text = printable(f"{'>' if is_next else ' '} -> {together[0].target} : {label}")
            times = f"  {sum(counts[one] for one in together)}x" if self.from_start else ""
            text = cut(text, room - len(times)).ljust(room - len(times))
            lines.append([(text + times, NOW if is_next else PLAIN)])
        if len(lines) > MOST_TRANSITIONS:  # not all of them may be shown
            lines.sort(key=lambda line: line[0][1] != NOW)
        yield from self._below("next", lines or [[("nothing: the run has ended", PLAIN)]])

    def _marked(self) -> set[object]:
        """The transition that is taken next, or those that could be."""
        frame = self.frame
        if self.upcoming is not None:
            return {self.upcoming.transition}
        if len(self.machine.automaton.events) > 1 or (frame.finding and not frame.stopped):
            return set()
        return {one.transition for one in frame.choices if one.enabled}


def _joined(*sections: list[Line]) -> list[Line]:
    """The lines with an empty one between sections."""
    return [line for section in sections if section for line in ([], *section)][1:]


def _cut_to(lines: list[Line], most: int) -> list[Line]:
    if len(lines) <= most:
        return lines
    more = len(lines) - most + 1
    return [*lines[: most - 1], [(f"{'':{LEFT}}... {more} more lines", HEADING)]]


def _entry(name: str, value: object, changed: tuple[int, ...] | None) -> Iterator[Piece]:
    yield printable(name) + (" " if changed is None else "* "), HEADING
    if not isinstance(value, tuple) or not value:
        yield spelt(value), PLAIN if changed is None else CHANGED
        return
    gap = " | " if any(isinstance(part, tuple) for part in value) else " "
    for place, part in enumerate(value):
        yield gap * (place > 0), PLAIN
        yield spelt(part), CHANGED if changed and place in changed else PLAIN


def _wrapped(text: str, room: int, gap: str = " | ") -> list[str]:
    """A long thing in few lines, broken at its gaps: its end is where the top of a stack is."""
    kept = "\N{NO-BREAK SPACE}"
    if gap in text:
        text = text.replace(" ", kept).replace(gap.replace(" ", kept), gap)
    parts = [part.replace(kept, " ") for part in wrap(text, room, break_on_hyphens=False)]
    if len(parts) > MOST_WRAPPED:
        first = parts[0][: room - 4].rpartition(" ")[0]
        parts = [f"{first} ...", *parts[1 - MOST_WRAPPED :]]
    return parts


def _answered(question: Question) -> str:
    answer = question.answer
    said = answer if isinstance(answer, str) else "yes" if answer else "no"
    pegs = " and ".join(map(str, question.compared))
    return printable(f"{question.guard}: {said}{f' (tops of pegs {pegs})' if pegs else ''}")
