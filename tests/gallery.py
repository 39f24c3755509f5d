"""The gallery of the committed pictures: what there is to see in each, and how it is drawn.

An automaton says that in its own file, and a picture of the puzzle in its class. Pictures with
options are explained in `SEE`, by the arguments of `hanoi-fsm draw`.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from hanoi_fsm import automata
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph
from hanoi_fsm.hanoi.pictures.solution import DiskTable, MoveTree, Tree

SEE = {
    "two-storey --pegs 3 --legend": "The four steps go round the square, and each box shows the "
    "pegs as three disks first enter its state: `dismantle` finds the tower, `base` disk 1 apart "
    "from it, `crown` disk 2 ready to be its base, and `foundation` a new two-storey tower. "
    "Below, the words on the edges are explained.",
    "two-storey --path 3..7": "What two-storey does from the third move to the end with three "
    "disks. The numbers say in which order the edges are taken: `crown` makes the first of these "
    "moves and, once round the cycle, the last.",
    "configuration-reader --path 0110": "Step 6 of four disks, 0110 in binary, read from its "
    "highest bit on. The numbers show the way: the same two edges, there and back. The answers "
    "along it, 0 1 1 0, are the pegs of the disks, the largest first.",
    "two-storey --counts 6": "How often each edge is taken in the 63 moves of six disks: the more "
    "often, the wider. The cycle is begun sixteen times. Every fourth move is made by "
    "`foundation`: ten times a disk goes back, five times one goes ahead.",
    "graph 001 200": "Two paths are equally short here, seven moves each, and each "
    "has its colour. One moves the largest disk once, straight to its goal; the other moves it "
    "twice, by way of the third peg. Which of the two is shorter is what twice-reader finds out.",
    "graph 00000 11222": "With five disks the self-similarity shows: every triangle "
    "is made of three smaller ones. The goal has no disk on peg 0, and so it is on the side "
    "opposite the start. Everything on that side is 31 moves away, as far as the perfect towers.",
    "run": "Three disks are moved by two-storey, one frame per event, and each row of four is one "
    "turn of its cycle. The chip names the state, beside it is the action, and a dashed outline is "
    "the place that the disk has left. The last event moves nothing: the tower is built.",
    "run --by call-stack --matrix": "Here the working memory is a stack: the current call, and "
    "below it the callers that wait for their first or their second call to return. It grows and "
    "shrinks between the moves, in events that move no disk.",
    "run --matrix": "The same run with its working memory beside each frame. A peg is a column of "
    "cells with a sentinel, larger than any disk, at the bottom; so an empty peg has a top disk "
    "as well. Where a guard compares two top disks, these are ringed.",
    "twice-reader --as table": "The table has a cell for each of the 180 transitions, filled by "
    "what is known so far. While once is ahead nothing leads to `TWICE`, and while twice is ahead "
    "nothing leads to `ONCE`: the balance has to come back to 0 first. In the middle rows both "
    "are still possible. The program is twice-reader.dot; its 96 edges would be for a wall.",
    "twice-reader-small --as table": "On addresses the same question has three open states. A and "
    "C decide at six of the nine pairs of digits, and only one pair leads from each of them to "
    "the tie, B. From B only 11 and 20 decide at once.",
}
"""What there is to see in a picture, by its arguments."""

KINDS: dict[str, type[Picture]] = {
    "graph": HanoiGraph,
    "tree": Tree,
    "tree moves": MoveTree,
    "disks": DiskTable,
}

SECTIONS = {
    "Solvers": "Each moves a tower from one peg to another. The smallest diagram comes first.",
    "Readers": "Each reads a word, one event per symbol, and writes an answer. An edge says what "
    "is read and, after the slash, what is written.",
    "Pathfinders": "Each leads from any configuration to any other.",
    "The puzzle": "What the automata find their way through.",
    "Runs": "What an automaton does, event by event.",
    "State tables": "One row per state, one column per event, and in a cell the next state: they "
    "show what a diagram with too many edges hides.",
}

HEAD = """# Gallery

Every picture is drawn by the command above it. `.venv/bin/python tests/committed_diagrams.py`
draws them all again and writes this page. Beside an SVG there is mostly the same picture as DOT;
that of a state diagram can be read back, checked and run.
"""


class Drawn(NamedTuple):
    """The `arguments` of `hanoi-fsm draw` for a picture, and the SVG files that it has written."""

    arguments: str
    files: tuple[Path, ...]

    @property
    def name(self) -> str:
        return self.arguments.split()[0]

    @property
    def section(self) -> str:
        if " --as table" in self.arguments:
            return "State tables"
        if self.name in automata.SOLVERS:
            return "Solvers"
        if self.name in automata.READERS:
            return "Readers"
        if self.name in automata.PATHFINDERS:
            return "Pathfinders"
        return "Runs" if self.name == "run" else "The puzzle"

    @property
    def rank(self) -> int:
        """Its place in its section: automata with few transitions come first."""
        known = automata.knows(self.name) and self.section != "State tables"
        return len(automata.get(self.name).automaton.transitions) if known else 0

    @property
    def see(self) -> str:
        """What there is to see; `LookupError` if nothing says it."""
        plain = re.sub(r" (\d+|--legend)\b", "", self.arguments)
        if self.arguments in SEE:
            return SEE[self.arguments]
        if plain in KINDS:
            return KINDS[plain].see
        if automata.knows(plain) and automata.get(plain).see:
            return automata.get(plain).see
        raise LookupError(
            f"nothing says what to see in the picture {self.arguments!r}: give its automaton "
            "`see=...`, or add it to SEE in tests/gallery.py"
        )


def page(pictures: Iterable[Drawn]) -> str:
    """The gallery in Markdown."""
    ordered = sorted(pictures, key=lambda one: (list(SECTIONS).index(one.section), one.rank))
    contents, parts = [], []
    for section, about in SECTIONS.items():
        here = [one for one in ordered if one.section == section]
        if not here:
            continue
        files = [file for one in here for file in one.files]
        names = ", ".join(f"[{file.stem}](#{_anchor(file.stem)})" for file in files)
        contents.append(f"- [{section}](#{_anchor(section)}): {names}")
        parts += [
            f"## {section}\n\n{about}",
            *(_entry(one, file) for one in here for file in one.files),
        ]
    return "\n\n".join([HEAD.strip(), "\n".join(contents), *parts]) + "\n"


def _entry(picture: Drawn, file: Path) -> str:
    parts = [f"### {file.stem}"]
    if picture.arguments == f"{picture.name} --legend":
        parts.append(f"*{automata.get(picture.name).summary}*")
    parts += [picture.see, f"    hanoi-fsm draw {picture.arguments}"]
    return "\n\n".join([*parts, f"![{_title(file)}]({file.name})"])


def _anchor(heading: str) -> str:
    """The link to a heading, as GitHub makes it."""
    kept = (one for one in heading.lower() if one.isalnum() or one in " -_")
    return "".join(kept).replace(" ", "-")


def _title(svg: Path) -> str:
    """The title of a picture, for readers who cannot see it."""
    for element in ElementTree.parse(svg).iter():
        if element.tag.endswith("title") and element.text:
            return " ".join(element.text.split()).replace("[", "(").replace("]", ")")
    return svg.stem
