"""Draws the pictures in diagrams/ again: `.venv/bin/python tests/committed_diagrams.py`.

It uses the embedded renderer, so that they do not depend on the fonts of the machine.
"""

from pathlib import Path

from hanoi_fsm.cli import main

FOLDER = Path(__file__).parent.parent / "diagrams"
PICTURES = [
    "",
    "two-storey --counts 6",
    "hanoi-graph",
    "hanoi-graph --path 001 200",
    "hanoi-graph --path 00000 11222",
    "recursion-tree",
    "move-tree --disks 4",
    "disk-table --disks 4",
]
"""The arguments of each picture; without a name all automata are drawn."""


def draw(folder: Path) -> None:
    """Draw every picture, as DOT and as SVG, into a folder."""
    asked = ["draw", "--out", str(folder), "--renderer", "wasm"]
    for picture in PICTURES:
        for format in ("dot", "svg"):
            assert main([*asked, "--format", format, *picture.split()]) == 0
    assert main(["draw", "--out", str(folder), "run"]) == 0


if __name__ == "__main__":
    for file in [*FOLDER.glob("*.dot"), *FOLDER.glob("*.svg")]:
        file.unlink()
    draw(FOLDER)
