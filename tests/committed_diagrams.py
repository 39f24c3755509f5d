"""Draws the pictures in diagrams/ again: `.venv/bin/python tests/committed_diagrams.py`.

It uses the embedded renderer, so that they do not depend on the fonts of the machine, and writes
the gallery, diagrams/README.md, which explains each of them.
"""

from itertools import chain
from pathlib import Path

from gallery import Drawn, page

from hanoi_fsm import automata
from hanoi_fsm.cli import main

FOLDER = Path(__file__).parent.parent / "diagrams"
PICTURES = [
    "",
    "two-storey --pegs 3 --legend",
    "two-storey --counts 6",
    "two-storey --path 3..7",
    "configuration-reader --path 0110",
    "graph",
    "graph --path 001 200",
    "graph --path 00000 11222",
    "tree",
    "tree moves --disks 4",
    "disks --disks 4",
    "run",
    "run --matrix",
    "run --by call-stack --matrix",
    "twice-reader --as table",
    "twice-reader-small --as table",
    "three-state --as control",
]
"""The arguments of each picture; an empty entry stands for all automata, with their legends."""

SVG_ONLY, DOT_ONLY = ("run", "--as table"), ("twice-reader --legend",)
"""What has no DOT; and a program with so many edges that its picture is a table."""


def draw(folder: Path) -> None:
    """Draw every picture into a folder, and write the gallery."""
    gallery = [Drawn(arguments, draw_one(arguments, folder)) for arguments in each()]
    (folder / "README.md").write_text(page(gallery), "utf-8")


def draw_one(arguments: str, folder: Path) -> tuple[Path, ...]:
    """Draw a picture as SVG and where possible as DOT; the new files of SVG."""
    words, before = ["draw", *arguments.split(), "--renderer", "wasm"], set(folder.glob("*.svg"))
    svg_only = arguments.startswith(SVG_ONLY[0]) or arguments.endswith(SVG_ONLY[1])
    for format in ("svg",) if svg_only else ("dot",) if arguments in DOT_ONLY else ("dot", "svg"):
        stem = arguments.removesuffix(" --legend").replace(" --", "-").replace(" ", "-")
        file = ["-o", str(folder / f"{stem}.{format}")]
        named = (
            file if arguments.endswith("--legend") else ["--out", str(folder), "--format", format]
        )
        assert main([*words, *named]) == 0
    return tuple(sorted(set(folder.glob("*.svg")) - before))


def each() -> list[str]:
    """The arguments of every single picture."""
    all_automata = [f"{name} --legend" for name in automata.names()]
    lists = ([arguments] if arguments else all_automata for arguments in PICTURES)
    return list(chain.from_iterable(lists))


if __name__ == "__main__":
    for file in [*FOLDER.glob("*.dot"), *FOLDER.glob("*.svg")]:
        file.unlink()
    draw(FOLDER)
