"""The table of disks by steps shows the solution, and which disk has just moved."""

from collections import defaultdict
from typing import NamedTuple

import oracle
import pytest
from reading_pictures import drawn

from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.pictures.disk_table import DiskTable


class Cell(NamedTuple):
    text: str
    fill: str
    is_dark: bool


def table(picture: Picture) -> dict[tuple[str, int], Cell]:
    """The cells by (name of the row, step), found by their places as a person finds them."""
    shown = drawn(picture)
    rows = defaultdict(list)
    for name, node in shown.nodes.items():
        x, y = shown.at(name)
        rows[-y].append((x, node))
    cells, steps = {}, {}
    for _, row in sorted(rows.items()):
        (_, title), *rest = sorted(row, key=lambda cell: cell[0])
        if title["label"] == "step":
            steps = {x: int(node["label"]) for x, node in rest}
        for x, node in rest:
            fill = node.get("fillcolor", "#ffffff")
            is_dark = sum(bytes.fromhex(fill[1:])) < 3 * 128
            assert is_dark == (node["fontcolor"] == "#ffffff"), "text is to be read"
            cells[title["label"], steps[x]] = Cell(node["label"], fill, is_dark)
    return cells


@pytest.mark.parametrize("task", oracle.TASKS)
@pytest.mark.parametrize("disks", range(7))
def test_the_table_is_the_solution_in_two_bands_at_most(disks: int, task: tuple[int, int]) -> None:
    picture = DiskTable(Task(disks, *task))
    labels = [node["label"] for node in drawn(picture).nodes.values()]
    assert labels.count("step") == (1 if disks <= 4 else 2)
    cells = table(picture)
    expected, moved = {}, set()
    for step, word in enumerate(oracle.solution(disks, *task)):
        expected["step", step] = str(step)
        expected |= {(f"disk {disks - place}", step): peg for place, peg in enumerate(word)}
    for step, (disk, source, target) in enumerate(oracle.textbook(disks, *task), 1):
        expected["move", step] = f"{source}→{target}"
        moved.add((f"disk {disk}", step))
    assert {place: cell.text for place, cell in cells.items()} == expected
    assert {place for place, cell in cells.items() if cell.is_dark} == moved


def test_a_colour_of_the_table_is_a_peg_pale_or_dark() -> None:
    cells = [
        cell for (name, _), cell in table(DiskTable(Task(4))).items() if name.startswith("disk")
    ]
    looks = {(cell.text, cell.is_dark): cell.fill for cell in cells}
    assert len(set(looks.values())) == len(looks) == 6
    assert all(looks[cell.text, cell.is_dark] == cell.fill for cell in cells)
