"""The peg matrix in a picture: its cells, sentinels and heights, and the tops that are compared."""

from collections.abc import Iterator
from itertools import islice
from xml.etree.ElementTree import fromstring

import pytest
from reading_films import SVG, Shot, shots, words_of
from watched_pegs import WatchedPegs

from hanoi_fsm import find
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import PAIRS, PegMatrix, Task
from hanoi_fsm.hanoi.pictures.filming import film
from hanoi_fsm.hanoi.pictures.frames import Frame, followed
from hanoi_fsm.hanoi.pictures.peg_matrix import has_matrix, memory_picture

WITH_PEGS = ("two-storey", "two-state", "three-state", "monk")


def frames(
    name: str, task: Task, asked: set[int] | None = None
) -> Iterator[tuple[Frame, PegMemory]]:
    """The frames of a run, each with the memory as it is then; `asked` gets the pegs compared."""
    machine = find(name)
    assert isinstance(machine, Solver)
    state, memory = machine.set_up(task)
    assert isinstance(memory, PegMemory)
    if asked is not None:
        memory.pegs = WatchedPegs(memory.pegs, set(), asked)
    records = machine.records(task.disks, state, memory, views=False)
    for frame in followed(task.start, records, memory):
        yield frame, memory


@pytest.mark.parametrize("ends", PAIRS)
@pytest.mark.parametrize("name", automata.SOLVERS)
@pytest.mark.parametrize("disks", [1, 2, 4])
@pytest.mark.one_in(4)
def test_an_event_compared_the_tops_that_it_asked_for(
    name: str, disks: int, ends: tuple[int, int]
) -> None:
    asked: set[int] = set()
    for frame, _ in frames(name, Task(disks, *ends), asked):
        if frame.move is not None:  # the last guards of a run may be asked in any order
            assert set(frame.compared) == asked
        asked.clear()


@pytest.mark.parametrize("name", WITH_PEGS)
@pytest.mark.parametrize("disks", [0, 1, 3, 5])
@pytest.mark.one_in(3)
def test_beside_each_frame_are_the_cells_and_heights_after_its_event(name: str, disks: int) -> None:
    task = Task(disks, 2, 0)
    seen = shots(film(find(name), task, matrix=True).svg)
    for shot, (frame, memory) in zip(seen, frames(name, task), strict=True):
        assert shot.cells == [list(column) for column in memory.pegs.cells]
        assert shot.heights == memory.pegs.heights
        assert len(shot.rings) == len(frame.compared)
        for peg, level in shot.rings:
            assert peg in frame.compared
            assert level == top_before(frame, memory.pegs.heights[peg], peg)


def top_before(frame: Frame, height: int, peg: int) -> int:
    move = frame.move
    return height if move is None else height + (move.source == peg) - (move.target == peg)


def test_two_storey_compares_in_its_foundation_only() -> None:
    seen = shots(film(find("two-storey"), Task(4), matrix=True).svg)
    ringed = [shot for shot in seen if shot.rings]
    assert {shot.words["state"] for shot in ringed} == {"foundation"}
    assert len(ringed) == 3, "and not where the tower is built"
    assert ringed[0].rings == [(0, 2), (1, 0)]


@pytest.mark.parametrize("name", [*automata.SOLVERS, *automata.PATHFINDERS])
def test_only_a_memory_that_reads_pegs_shows_a_matrix(name: str) -> None:
    seen: list[Shot] = shots(film(find(name), Task(2), matrix=True).svg)
    assert all(bool(shot.heights) == (name in WITH_PEGS) for shot in seen)


def test_the_sentinels_are_hatched() -> None:
    root = fromstring(PegMatrix(3)._repr_svg_() or "")
    assert sum(1 for one in root.iter() if one.get("class") == "sentinel") == 3
    assert sum(1 for one in root.iter() if one.get("class") == "top") == 3


def test_a_notebook_shows_a_matrix_that_fits_on_a_page() -> None:
    svg = PegMatrix.standing("0021")._repr_svg_()
    assert svg is not None
    said = [words_of(one) for one in fromstring(svg).iter(f"{SVG}text")]
    assert said.count("5") == 3
    assert {"peg 0", "height 2", "height 1"} <= set(said)
    assert "peg 0: 4 3, peg 1: 1, peg 2: 2" in svg
    assert PegMatrix(41)._repr_svg_() is None
    assert "<svg" in (PegMatrix(0)._repr_svg_() or "")


def test_the_picture_of_a_memory_rings_what_its_guard_would_compare_now() -> None:
    machine = find("two-storey")
    memory = machine.memory(Task(3).start, Task(3))
    assert isinstance(memory, Memory)
    rings = [one for one in fromstring(memory.picture()).iter() if one.get("class") == "compared"]
    assert len(rings) == 2
    for _, after in islice(frames("monk", Task(3)), 3):
        assert 'class="compared"' not in after.picture()


@pytest.mark.parametrize("name", automata.SOLVERS)
def test_a_memory_of_very_many_disks_is_drawn_in_little(name: str) -> None:
    machine = find(name)
    assert isinstance(machine, Solver)
    _, memory = machine.set_up(Task(1000), 2**999)
    assert len(memory.picture()) < 40_000


PEG = (2, 1)
A_MATRIX = {"peg 0": PEG, "peg 1": (2, 0), "peg 2": (2, 0), "heights": (1, 0, 0)}


@pytest.mark.parametrize(
    "other",
    [
        {"peg 0": "abc"},
        {"peg 1": None},
        {"peg 2": (2,)},
        {"peg 0": ("2", "1")},
        {"heights": (1, 0)},
        {"heights": (2, 0, 0)},
        {"heights": (-1, 0, 0)},
        {"heights": 3},
    ],
)
def test_what_only_bears_the_names_of_a_matrix_is_drawn_as_any_memory(
    other: dict[str, object],
) -> None:
    assert has_matrix(A_MATRIX)
    assert not has_matrix(A_MATRIX | other)
    svg = memory_picture(A_MATRIX | other, "odd", ())
    assert 'class="top"' not in svg
    assert "heights" in svg
