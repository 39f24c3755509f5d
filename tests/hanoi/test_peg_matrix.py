"""The peg matrix: only legal moves change it, and it always shows where the disks are."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise, product

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move, PegMatrix


@pytest.mark.parametrize("source", PEGS)
@pytest.mark.parametrize("target", PEGS)
def test_the_sentinel_can_never_be_lifted(source: int, target: int) -> None:
    pegs = PegMatrix(0)
    with pytest.raises(IllegalMove, match=rf"peg {source} .*empty"):
        pegs.move(source, target)
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


class Pegs(RuleBasedStateMachine):
    """Random moves on a matrix, beside three plain lists that are moved by the book."""

    @initialize(disks=st.integers(0, 8), peg=st.sampled_from(PEGS))
    def set_up(self, disks: int, peg: int) -> None:
        self.disks = disks
        self.matrix = PegMatrix(disks, peg)
        self.stacks: list[list[int]] = [[], [], []]
        self.stacks[peg] = list(range(disks, 0, -1))

    def allowed(self, source: int, target: int) -> bool:
        lifted, below = self.stacks[source][-1:], self.stacks[target][-1:]
        return bool(lifted) and (not below or lifted < below)

    @rule(pair=st.tuples(st.sampled_from(PEGS), st.sampled_from(PEGS)))
    def move(self, pair: tuple[int, int]) -> None:
        source, target = pair
        if self.allowed(source, target):
            disk = self.stacks[source].pop()
            self.stacks[target].append(disk)
            assert self.matrix.move(source, target) == Move(disk, source, target)
        else:
            cells, heights = deepcopy(self.matrix.cells), list(self.matrix.heights)
            with pytest.raises(IllegalMove, match=f"peg {source} .*peg {target}"):
                self.matrix.move(source, target)
            assert (self.matrix.cells, self.matrix.heights) == (cells, heights)

    @rule(pair=st.tuples(st.sampled_from(PEGS), st.sampled_from(PEGS)))
    def move_the_smaller_top_onto_the_larger(self, pair: tuple[int, int]) -> None:
        for source, target in (pair, pair[::-1]):
            if self.allowed(source, target):
                disk = self.stacks[source].pop()
                self.stacks[target].append(disk)
                assert self.matrix.move_between(*pair) == (disk, source, target)
                return
        with pytest.raises(IllegalMove):
            self.matrix.move_between(*pair)

    @precondition(lambda self: any(self.stacks))
    @rule(data=st.data())
    def move_legally(self, data: st.DataObject) -> None:
        legal = [pair for pair in product(PEGS, PEGS) if self.allowed(*pair)]
        self.move(data.draw(st.sampled_from(legal)))

    @rule()
    def go_on_with_a_copy(self) -> None:
        original, self.matrix = self.matrix, deepcopy(self.matrix)
        original.cells.clear()
        original.heights.clear()

    @rule()
    def set_up_again_from_the_configuration(self) -> None:
        twin = PegMatrix.standing(self.matrix.configuration())
        assert (twin.disks, twin.cells, twin.heights) == (
            self.disks,
            self.matrix.cells,
            self.matrix.heights,
        )
        self.matrix = twin

    @invariant()
    def both_show_the_same_stacks(self) -> None:
        assert [self.matrix.stack(peg) for peg in PEGS] == self.stacks
        tops = [stack[-1] if stack else self.disks + 1 for stack in self.stacks]
        assert [self.matrix.top(peg) for peg in PEGS] == tops

    @invariant()
    def disks_grow_smaller_from_the_sentinel_up(self) -> None:
        for peg in PEGS:
            standing = self.matrix.cells[peg][: self.matrix.heights[peg] + 1]
            assert standing[0] == self.disks + 1
            assert all(below > above for below, above in pairwise(standing))

    @invariant()
    def the_cells_above_are_empty(self) -> None:
        for column, height in zip(self.matrix.cells, self.matrix.heights, strict=True):
            assert column[height + 1 :] == [0] * (self.disks - height)

    @invariant()
    def the_configuration_is_where_the_disks_are(self) -> None:
        where = {disk: peg for peg, stack in enumerate(self.stacks) for disk in stack}
        assert list(str(self.matrix.configuration())) == [
            str(where[disk]) for disk in range(self.disks, 0, -1)
        ]


Pegs.TestCase.settings = settings(max_examples=60, stateful_step_count=30)
TestThePegsUnderRandomMoves = Pegs.TestCase
