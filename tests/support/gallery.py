"""The gallery of the committed pictures: what there is to see in each, and how it is drawn.

An automaton says that in its own file. All other pictures are explained in `SEE`, by the arguments
of `hanoi-fsm draw`.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from hanoi_fsm import automata

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
    "graph": "Each vertex is a configuration, one peg digit per disk, and each edge is a legal "
    "move. The corners are the perfect towers; the three parts, one per peg of the largest disk, "
    "are connected by three single edges. The highlighted path is the optimal solution: it runs "
    "straight along one side.",
    "tree": "Each node is a call of the recursion, numbered in the order of the calls: move k "
    "disks from one peg to another. It makes the two calls below it, the first to clear the disks "
    "away and the second to fetch them. This is the tree that call-stack goes through.",
    "tree 4 moves": "The same tree with the moves in its nodes, numbered in the order of the "
    "moves: read from left to right, it is the solution. Each level belongs to one disk, and "
    "disk 1, at the leaves, makes half of all moves, rounded up. action-tree walks through it.",
    "disks 4": "A column, read downwards, is the configuration after that step, the largest disk "
    "on top. The strong cells are the disks that have just moved, spaced like the ticks of a "
    "ruler: disk 1 moves in every second step, disk 2 in every fourth, disk 3 in every eighth. "
    "Each row shows one disk, which goes round the pegs, always in the same direction.",
    "graph 001 200": "Two paths are equally short here, seven moves each, and each "
    "has its colour. One moves the largest disk once, straight to its goal; the other moves it "
    "twice, by way of the third peg. Which of the two is shorter is what twice-reader finds out.",
    "graph 00000 11222": "With five disks the self-similarity shows: every triangle "
    "is made of three smaller ones. The goal has no disk on peg 0, and so it is on the side "
    "opposite the start. All configurations on that side are 31 moves away, as the perfect towers "
    "are.",
    "run": "Three disks are moved by two-storey, one frame per event, and each row of four is one "
    "turn of its cycle. The chip names the state, beside it is the action, and a dashed outline is "
    "the place that the disk has left. The last event moves nothing: the tower is built.",
    "run --by call-stack --matrix": "Here the working memory is a stack: the current call, and "
    "below it the callers that wait for their first or their second call to return. It grows and "
    "shrinks between the moves, in events that move no disk.",
    "run --matrix": "The same run with its working memory below each frame: the registers, and the "
    "peg matrix. A peg is a column of cells, written here from the bottom up: first a sentinel, "
    "larger than any disk, so that an empty peg has a top disk as well. What is above the height "
    "of the peg is 0.",
    "twice-reader --as table": "The table has a cell for each of the 180 transitions, filled by "
    "what is known so far. While once is ahead nothing leads to `TWICE`, and while twice is ahead "
    "nothing leads to `ONCE`: the balance has to come back to 0 first. In the middle rows both "
    "are still possible. The program is twice-reader.dot; its 96 edges would be for a wall.",
    "twice-reader-small --as table": "On addresses the same question has three open states. A and "
    "C decide at six of the nine pairs of digits, and only one pair leads from each of them to "
    "the tie, B. From B only 11 and 20 decide immediately.",
}
"""The sights of a picture, by its arguments."""

SECTIONS = {
    "Solvers": "Each moves a tower from one peg to another. The smallest diagram comes first.",
    "Readers": "Each reads a word, one event per symbol, and writes an answer. An edge says what "
    "is read and, after the slash, what is written.",
    "Pathfinders": "Each leads from any configuration to any other.",
    "The puzzle": "The mazes of the automata.",
    "Runs": "The events of an automaton, frame by frame.",
    "State tables": "One row per state, one column per event, and in a cell the next state: they "
    "show what a diagram with too many edges hides.",
}

HEAD = """# Gallery

Every picture is drawn by the command above it. `.venv/bin/python tests/committed_diagrams.py`
draws them all again and writes this page. Beside an SVG there is mostly the same picture as DOT;
a state diagram in DOT can be read back, checked and run.
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
        """The sights of a picture; raises `LookupError` if none are listed."""
        if self.arguments in SEE:
            return SEE[self.arguments]
        if automata.knows(self.name) and automata.get(self.name).see:
            return automata.get(self.name).see
        raise LookupError(
            f"nothing says what to see in the picture {self.arguments!r}: give its automaton "
            "`see=...`, or add it to SEE in tests/support/gallery.py"
        )


def page(pictures: Iterable[Drawn]) -> str:
    """The gallery in Markdown."""
    ordered = sorted(
        pictures, key=lambda picture: (list(SECTIONS).index(picture.section), picture.rank)
    )
    parts = []
    for section, about in SECTIONS.items():
        here = [picture for picture in ordered if picture.section == section]
        if not here:
            continue
        parts += [
            f"## {section}\n\n{about}",
            *(_entry(picture, file) for picture in here for file in picture.files),
        ]
    return "\n\n".join([HEAD.strip(), *parts]) + "\n"


def _entry(picture: Drawn, file: Path) -> str:
    parts = [f"### {file.stem}"]
    if picture.arguments == f"{picture.name} --legend":
        parts.append(f"*{automata.get(picture.name).summary}*")
    parts += [picture.see, f"    hanoi-fsm draw {picture.arguments}"]
    return "\n\n".join([*parts, f"![{_title(file)}]({file.name})"])


def _title(svg: Path) -> str:
    """The title of a picture, for readers who cannot see it."""
    for element in ElementTree.parse(svg).iter():
        if element.tag.endswith("title") and element.text:
            return " ".join(element.text.split()).replace("[", "(").replace("]", ")")
    return svg.stem
