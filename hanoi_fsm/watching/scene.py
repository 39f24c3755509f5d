"""One moment of a run as lines of text: pegs, state, memory, and what can be taken next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from hanoi_fsm.fsm.errors import cut, printable
from hanoi_fsm.fsm.notation import grouped
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.trace import spelt
from hanoi_fsm.hanoi.pegs import PegMatrix
from hanoi_fsm.hanoi.pictures.towers import text_towers
from hanoi_fsm.watching.playback import Playback

LEFT = 9
"""The columns of the headings."""
MOST_WRAPPED = 3
"""The most lines of one thing."""
MOST_TRANSITIONS = 4
"""The most transitions that are shown in their order; of more, the next one is the first."""

YES_NO: dict[bool | str, str] = {True: "yes", False: "no"}
HEADING, NOW, CHANGED, WRONG = "dim", "bold", "bold magenta", "bold red"
CONSOLE = Console(color_system=None)


def printed(playback: Playback, columns: int) -> Iterator[str]:
    """The moments from where a playback is as lines of text."""
    while True:
        for line in Scene(playback, columns).lines():
            yield line.plain.rstrip()
        if not playback.forward():
            return
        yield "-" * columns


class Scene:
    """The lines of the moment that a playback is at, none wider than `width`."""

    def __init__(self, playback: Playback, width: int) -> None:
        self.playback, self.frame = playback, playback.frame
        self.width, self.room = width, width - LEFT

    def lines(self, height: int | None = None) -> list[Text]:
        """As many as there is height for: where it is too little, towers and memory are shorter."""
        head, memory, coming = list(self._head()), list(self._memory()), list(self._next())
        sections = filter(None, (head, self._towers(), memory, coming))
        apart = [line for section in sections for line in (Text(), *section)][1:]
        if height is None or len(apart) <= height:
            return apart
        for pegs in (self._towers(), self._lists()):
            left = height - len(head) - len(pegs) - len(coming)
            if len(memory) <= left:
                break
        return [*head, *pegs, *memory[: max(1, left)], *coming][:height]

    def _below(self, heading: str, texts: Iterable[Text | str]) -> Iterator[Text]:
        """Lines of which only the first has the heading; of what is long, the end is kept."""
        for text in texts:
            lines = list((Text(text) if isinstance(text, str) else text).wrap(CONSOLE, self.room))
            if len(lines) > MOST_WRAPPED:
                lines[0].truncate(self.room - 4)
                lines = [lines[0].append(" ..."), *lines[1 - MOST_WRAPPED :]]
            for line in lines or [Text()]:
                yield Text.assemble((f"{heading:{LEFT}}", HEADING), line)
                heading = ""

    def _head(self) -> Iterator[Text]:
        frame, course, machine = self.frame, self.playback.course, self.playback.machine
        subject = " ".join(filter(None, (printable(machine.shown), course.subject)))
        yield Text(cut(subject, self.width), NOW)
        step = number_text(frame.step)
        if course.length is not None:
            step += f" of {number_text(course.length)}"
        if self.playback.from_start and frame.configuration is not None:
            step += f", event {frame.number}"
        final = " (final)" if frame.state in machine.automaton.final else ""
        state = (f"{printable(frame.state)}{final}", NOW)
        yield from self._below("state", [Text.assemble(state, ("   step ", HEADING), step)])
        if course.word is not None:
            yield from self._below("word", [self._word([*map(printable, course.word)])])
        yield from self._below("taken", [printable(str(frame.transition or "-"))])
        is_silent = frame.output is None
        output = Text("-") if is_silent else Text(printable(str(frame.output)), CHANGED)
        yield from self._below("output", [output])
        finding, texts = frame.finding, [frame.stopped] if frame.stopped else []
        if finding is not None:
            wrong = [f"expected {finding.expected}", f"got {finding.got}"]
            texts = wrong if finding.expected else [str(finding)]
        said = (Text(printable(text), WRONG) for text in texts)
        yield from self._below("WRONG" if finding else "STOPPED", said)

    def _word(self, word: list[str]) -> Text:
        """The word around the symbol that is read next."""
        read = self.frame.number
        now = f"[{word[read] if read < len(word) else 'end'}]"
        left = "".join(f"{one} " for one in word[:read])
        right = "".join(f" {one}" for one in word[read + 1 :][: self.room])
        half = (self.room - len(now)) // 2
        if len(left) > half:
            left = f"... {left[len(left) - half + 4 :]}"
        rest = self.room - len(left) - len(now)
        if len(right) > rest:
            right = f"{right[: max(0, rest - 4)]} ..."
        return Text.assemble(left, (now, NOW), right)

    def _towers(self) -> list[Text]:
        """The towers as they are drawn, if they fit."""
        pegs, move = self.frame.configuration, self.frame.move
        if pegs is None or 2 * len(pegs) + 1 > self.width // 3 - 1:
            return self._lists()
        rows = [Text(f" {row}") for row in text_towers(pegs)]
        if move:
            disk = f"[{str(move.disk).center(2 * move.disk - 1, '=')}]"
            for row in rows:
                row.highlight_words([disk], CHANGED)
        return rows

    def _lists(self) -> list[Text]:
        """The disks on each peg, from the bottom to the top."""
        if self.frame.configuration is None:
            return []
        pegs = enumerate(str(PegMatrix.standing(self.frame.configuration)).split(" | "))
        return [line for peg, disks in pegs for line in self._below(f"peg {peg}", [disks])]

    def _memory(self) -> Iterator[Text]:
        """What the memory holds, short things in one line; what changed has a star."""
        lines: list[Text] = []
        for name, value in self.frame.contents.items():
            entry = _entry(name, value, self.frame.changed.get(name))
            if lines and len(lines[-1]) + 3 + len(entry) <= self.room:
                lines[-1].append("   ").append_text(entry)
            else:
                lines.append(entry)
        return self._below("memory", lines)

    def _next(self) -> Iterator[Text]:
        """The guards that are asked now, and the transitions; the one taken next has a mark."""
        frame, marked = self.frame, self._marked()
        asked = "   ".join(
            f"{one.guard}: {YES_NO.get(one.answer, one.answer)}"
            + (f" (tops of pegs {' and '.join(map(str, one.compared))})" if one.compared else "")
            for one in frame.questions
        )
        yield from self._below("guards", [printable(asked)] if asked else [])
        counts = {one.transition: frame.counts[one.number] for one in frame.choices}
        lines = []
        for together, label in grouped(counts):
            is_next = not marked.isdisjoint(together)
            text = printable(f"{'>' if is_next else ' '} -> {together[0].target} : {label}")
            times = sum(counts[one] for one in together)
            count = f"  {times}x" if self.playback.from_start else ""
            text = cut(text, self.room - len(count)).ljust(self.room - len(count))
            lines.append(Text(text + count, NOW if is_next else ""))
        if len(lines) > MOST_TRANSITIONS:  # not all of them may be shown
            lines.sort(key=lambda line: line.style != NOW)
        yield from self._below("next", lines or ["nothing: the run has ended"])

    def _marked(self) -> set[object]:
        """The transition that is taken next, or those that could be."""
        frame, upcoming = self.frame, self.playback.upcoming
        if upcoming is not None:
            return {upcoming.transition}
        events = self.playback.machine.automaton.events
        if len(events) > 1 or (frame.finding and not frame.stopped):
            return set()
        return {one.transition for one in frame.choices if one.enabled}


def _entry(name: str, value: object, changed: tuple[int, ...] | None) -> Text:
    entry = Text.assemble((printable(name) + (" " if changed is None else "* "), HEADING))
    if not isinstance(value, tuple) or not value:
        return entry.append(spelt(value), None if changed is None else CHANGED)
    gap = Text(" | " if any(isinstance(part, tuple) for part in value) else " ")
    parts = (
        Text(spelt(part), CHANGED if changed and place in changed else "")
        for place, part in enumerate(value)
    )
    return entry.append_text(gap.join(parts))
