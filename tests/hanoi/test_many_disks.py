"""Towers of a million disks and more: compact, in time linear in the disks, and still right."""

import subprocess
import sys

import oracle
import pytest
from chance import chance

from hanoi_fsm import automata, solve
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import NotOnPath
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move, PegMatrix, Task, third
from hanoi_fsm.hanoi.pegs.rules import BYTES_PER_DISK

SIZES = [1, 7, 8, 9, 15, 16, 17, 29, 30, 31, 63, 64, 65, 255, 256, 1000, 5001]
each_task = pytest.mark.parametrize("ends", oracle.TASKS)
FIRST_MOVES = """
import resource, sys
from hanoi_fsm import solve
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Task
disks, count = map(int, sys.argv[1:])
base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
task, wrong = Task(disks), 0
for step, move in enumerate(solve(disks, count=count), 1):
    wrong += move != formulas.legalov(step, task)
print(step, wrong, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base) * 1024)
"""


def one_by_one(step: int, task: Task) -> str:
    """The configuration after a step by the round trip of each disk."""
    turns = [(step + (1 << disk - 1)) >> disk for disk in range(task.disks, 0, -1)]
    circles = (formulas.itinerary_of(disk, task) for disk in range(task.disks, 0, -1))
    return "".join(str(pegs[turn % 3]) for turn, pegs in zip(turns, circles, strict=True))


def downwards(word: str, target: int) -> tuple[int, Move | None]:
    """The distance to a tower and the next move, disk by disk."""
    distance, move = 0, None
    for disk, peg in zip(range(len(word), 0, -1), map(int, word), strict=True):
        distance *= 2
        if peg != target:
            distance, move = distance + 1, Move(disk, peg, target)
            target = third(peg, target)
    return distance, move


@each_task
@pytest.mark.parametrize("disks", SIZES)
@pytest.mark.one_in(3)
def test_a_step_and_its_configuration_belong_together(disks: int, ends: tuple[int, int]) -> None:
    random, task = chance(), Task(disks, *ends)
    for step in (0, 1, task.last_step, *(random.randrange(2**disks) for _ in range(3))):
        here = formulas.configuration(step, task)
        assert str(here) == one_by_one(step, task)
        assert formulas.step_of(here, source=ends[0], target=ends[1]) == step


@pytest.mark.parametrize("disks", SIZES)
@pytest.mark.parametrize("target", PEGS)
@pytest.mark.one_in(2)
def test_distance_and_next_move_are_those_found_disk_by_disk(disks: int, target: int) -> None:
    random = chance()
    for _ in range(3):
        word = "".join(random.choices("012", k=disks))
        distance, move = downwards(word, target)
        assert formulas.distance_to_tower(word, target=target) == distance
        assert formulas.next_move(word, target=target) == move


@pytest.mark.parametrize("disks", [1, 8, 1000, 5001])
def test_the_largest_disk_off_the_path_is_named(disks: int) -> None:
    random, task = chance(), Task(disks)
    here = str(formulas.configuration(random.randrange(2**disks), task))
    off = random.randint(1, disks)
    above, (source, via, target) = here[: disks - off], "012"
    for peg in above:
        ends = (source, target, via) if peg == source else (via, source, target)
        source, via, target = ends
    with pytest.raises(NotOnPath) as caught:
        formulas.step_of(above + via + "0" * (off - 1))
    assert caught.value.disk == off


@pytest.mark.parametrize("disks", [255, 300, 3000])
def test_pegs_masks_and_matrix_say_the_same(disks: int) -> None:
    here = Configuration("".join(chance().choices("012", k=disks)))
    stacks = tuple(tuple(d for d, peg in here.from_the_largest() if peg == one) for one in PEGS)
    assert here.pegs() == stacks
    assert here.masks() == tuple(sum(1 << disk - 1 for disk in stack) for stack in stacks)
    assert Configuration.from_masks(here.masks(), disks) == here
    assert Configuration.from_number(here.to_number(), disks) == here
    matrix = PegMatrix.standing(here)
    assert (tuple(map(tuple, map(matrix.stack, PEGS))), matrix.configuration()) == (stacks, here)


@pytest.mark.parametrize("name", automata.SOLVERS)
def test_a_tower_of_3000_disks_is_begun_and_resumed_in_the_middle(name: str) -> None:
    task = Task(3000)
    for start in (1, 2**2999 - 3):
        expected = list(formulas.moves(start, start + 8, task))
        assert list(solve(3000, by=name, start=start, count=8)) == expected


@pytest.mark.sweep
def test_a_large_tower_starts_in_the_memory_that_it_is_said_to_need() -> None:
    """`hanoi-fsm solve 100000000 --count 1000000` is the same with 100 times as many disks."""
    disks, count = 1_000_000, 20_000
    command = [sys.executable, "-c", FIRST_MOVES, str(disks), str(count)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    made, wrong, grown = map(int, ran.stdout.split())
    assert (made, wrong) == (count, 0)
    assert grown <= BYTES_PER_DISK * disks + (8 << 20)
