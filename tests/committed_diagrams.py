"""Draws the pictures in diagrams/ again: `.venv/bin/python tests/committed_diagrams.py`.

It uses the embedded renderer, so that they do not depend on the fonts of the machine, and writes
the gallery, diagrams/README.md, which explains each of them.
"""

import os
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from support.gallery import Drawn, page

from hanoi_fsm import automata
from hanoi_fsm.cli import main

FOLDER = Path(__file__).parent.parent / "diagrams"
PICTURES = [
    "",
    "storeys-3 --legend",
    "two-storey-nested",
    "storeys-3-nested",
    "two-storey --pegs 3 --legend",
    "two-storey --counts 6",
    "two-storey --path 3..7",
    "configuration-reader --path 0110",
    "graph",
    "graph 001 200",
    "graph 00000 11222",
    "tree",
    "tree 4 moves",
    "disks 4",
    "run",
    "run --matrix",
    "run --by call-stack --matrix",
    "twice-reader --as table",
    "twice-reader-small --as table",
]
"""The arguments of each picture; an empty entry stands for all automata, with their legends."""

SVG_ONLY, DOT_ONLY = ("run", "--as table"), ("twice-reader --legend",)
"""Pictures without DOT; and a program whose many edges make its picture a table."""


def draw(folder: Path) -> None:
    """Draw every picture into a folder, and write the gallery."""
    gallery = [Drawn(arguments, draw_one(arguments, folder)) for arguments in each()]
    (folder / "README.md").write_text(page(gallery), "utf-8")


def draw_one(arguments: str, folder: Path) -> tuple[Path, ...]:
    """Draw a picture as SVG and where possible as DOT; the new files of SVG."""
    plain, _, _ = arguments.partition(" --legend")
    words = ["draw", *arguments.split(), "-o"]
    with patch.dict(os.environ, PATH=""), TemporaryDirectory() as fresh:
        assert main([*words, f"{fresh}/"]) == 0
        [made] = Path(fresh).iterdir()
        file = folder / f"{made.stem.removesuffix('-legend')}.svg"
        if arguments not in DOT_ONLY:
            file.write_bytes(made.read_bytes())
        if not (plain.startswith(SVG_ONLY[0]) or plain.endswith(SVG_ONLY[1])):
            assert main([*words, str(file.with_suffix(".dot"))]) == 0
    return (file,) if file.exists() else ()


def each() -> list[str]:
    """The arguments of every single picture."""
    all_automata = [f"{name} --legend" for name in automata.names()]
    lists = ([arguments] if arguments else all_automata for arguments in PICTURES)
    return list(chain.from_iterable(lists))


if __name__ == "__main__":
    for file in [*FOLDER.glob("*.dot"), *FOLDER.glob("*.svg")]:
        file.unlink()
    draw(FOLDER)
