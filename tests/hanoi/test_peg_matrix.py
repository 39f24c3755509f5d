"""The peg matrix: only legal moves change it, and it always shows where the disks are."""

from copy import deepcopy

import pytest
from chance import chance

from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move, PegMatrix


@pytest.mark.parametrize("source", PEGS)
@pytest.mark.parametrize("target", PEGS)
def test_the_sentinel_can_never_be_lifted(source: int, target: int) -> None:
    pegs = PegMatrix(0)
    for move in (pegs.move, pegs.move_between):
        with pytest.raises(IllegalMove, match="empty"):
            move(source, target)
    assert [pegs.top(peg) for peg in PEGS] == [1, 1, 1]


@pytest.mark.parametrize(
    ("source", "target", "named"),
    [
        (2, 0, "peg 2 .*peg 0.*empty"),
        (2, 2, "peg 2 .*peg 2.*empty"),
        (0, 1, "disk 3 .*peg 0 .*peg 1.*smaller disk 1"),
        (1, 1, "disk 1 .*peg 1 .*peg 1"),
    ],
)
def test_an_illegal_move_names_disk_and_pegs_and_moves_nothing(
    source: int, target: int, named: str
) -> None:
    pegs = PegMatrix.standing(Configuration("0011"))
    with pytest.raises(IllegalMove, match=named):
        pegs.move(source, target)
    assert str(pegs) == "4 3 | 2 1 | -"


@pytest.mark.parametrize("disks", [*range(9), 254, 255, 300])
def test_random_moves_change_the_matrix_as_they_change_three_lists(disks: int) -> None:
    random = chance()
    matrix = PegMatrix(disks, 1)
    stacks: list[list[int]] = [[], list(range(disks, 0, -1)), []]
    for _ in range(200 if disks < 9 else 20):
        source, target = random.choices(PEGS, k=2)
        before = deepcopy(matrix)
        lifted, below = stacks[source][-1:], stacks[target][-1:]
        if lifted and (not below or lifted < below):
            stacks[target].append(stacks[source].pop())
            assert matrix.move(source, target) == Move(lifted[0], source, target)
            assert before.move_between(target, source) == Move(lifted[0], source, target)
        else:
            with pytest.raises(IllegalMove, match=f"peg {source} .*peg {target}"):
                matrix.move(source, target)
            assert (matrix.cells, matrix.heights) == (before.cells, before.heights)
        assert [matrix.stack(peg) for peg in PEGS] == stacks
        assert [matrix.top(peg) for peg in PEGS] == [[disks + 1, *stack][-1] for stack in stacks]
        for column, stack in zip(matrix.cells, stacks, strict=True):
            assert list(column) == [disks + 1, *stack] + [0] * (disks - len(stack))
        twin = PegMatrix.standing(matrix.configuration())
        assert (twin.disks, twin.cells, twin.heights) == (disks, matrix.cells, matrix.heights)
        where = {disk: peg for peg, stack in enumerate(stacks) for disk in stack}
        assert str(matrix.configuration()) == "".join(str(where[d]) for d in range(disks, 0, -1))
