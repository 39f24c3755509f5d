"""The table of disks by steps shows the solution, and which disk has just moved."""

from collections import defaultdict
from typing import NamedTuple

import oracle
import pytest
from reading_pictures import drawn
from sampling import one_in

from hanoi_fsm.fsm.diagrams.palette import DISKS, INK, PAPER, SHADE
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.pictures.disk_table import DiskTable


class Cell(NamedTuple):
    text: str
    fill: str
    numeral: str


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
            cells[title["label"], steps[x]] = Cell(
                node["label"], node.get("fillcolor", PAPER), node["fontcolor"]
            )
    return cells


@pytest.mark.parametrize("task", oracle.TASKS)
@pytest.mark.parametrize("disks", one_in(2, range(7)))
@pytest.mark.one_in(4)
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
    hues = {fill for fill, _ in DISKS}
    assert {place for place, cell in cells.items() if cell.fill in hues} == moved


def test_a_cell_has_a_hue_if_its_disk_has_just_moved_and_that_of_the_disk() -> None:
    looks = defaultdict(set)
    for (name, _), cell in table(DiskTable(Task(6))).items():
        if name.startswith("disk"):
            looks[name].add((cell.fill, cell.numeral))
    assert looks == {f"disk {disk}": {DISKS[disk - 1], (SHADE, INK)} for disk in range(1, 7)}


def test_the_description_is_the_table_column_by_column() -> None:
    assert DiskTable(Task(2)).description.split("\n") == [
        "step 0: 00",
        "step 1: 01, disk 1: 0 -> 1",
        "step 2: 21, disk 2: 0 -> 2",
        "step 3: 22, disk 1: 1 -> 2",
    ]
