"""What a person writes in place of an automaton: the four steps as a loop, on the same memory.

Both loops do what the generated function does: every move is checked and left in the memory as its
output. A generator yields after each, so that whoever looks on can see it.
"""

from collections.abc import Iterator

from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import Move


def with_calls(memory: TwoStorey) -> Iterator[None]:
    """The loop that calls a method of the memory for each guard and action."""
    while not memory.built():
        memory.carry()
        yield
        if memory.built():
            return
        memory.move_ahead()
        yield
        memory.carry()
        yield
        if memory.built():
            return
        if memory.ahead_smaller():
            memory.move_back()
        else:
            memory.move_ahead()
        yield


def inlined(memory: TwoStorey) -> Iterator[None]:
    """The loop without any call: the text of every method is where it would be called."""
    pegs, target, stride = memory.pegs, memory.target, memory.stride
    cells, heights, disks = pegs.cells, pegs.heights, pegs.disks
    small, new = memory.small, tuple.__new__
    while heights[target] != disks:
        # dismantle
        ahead = (small + stride) % 3
        column, onto, height, above = cells[small], cells[ahead], heights[small], heights[ahead]
        if (disk := column[height]) >= onto[above]:
            raise IllegalMove
        column[height], onto[above + 1] = 0, disk
        heights[small], heights[ahead] = height - 1, above + 1
        memory.output = new(Move, (disk, small, ahead))
        behind, memory.small = small, ahead
        small = ahead
        yield
        if heights[target] == disks:
            return
        # base
        ahead = (small + stride) % 3
        column, onto, height, above = cells[behind], cells[ahead], heights[behind], heights[ahead]
        if (disk := column[height]) >= onto[above]:
            raise IllegalMove
        column[height], onto[above + 1] = 0, disk
        heights[behind], heights[ahead] = height - 1, above + 1
        memory.output = new(Move, (disk, behind, ahead))
        yield
        # crown
        column, onto, height, above = cells[small], cells[ahead], heights[small], heights[ahead]
        if (disk := column[height]) >= onto[above]:
            raise IllegalMove
        column[height], onto[above + 1] = 0, disk
        heights[small], heights[ahead] = height - 1, above + 1
        memory.output = new(Move, (disk, small, ahead))
        behind, memory.small = small, ahead
        small = ahead
        yield
        if heights[target] == disks:
            return
        # foundation
        ahead = (small + stride) % 3
        column, onto, height, above = cells[behind], cells[ahead], heights[behind], heights[ahead]
        if onto[above] < column[height]:
            behind, ahead, column, onto, height, above = ahead, behind, onto, column, above, height
        if (disk := column[height]) >= onto[above]:
            raise IllegalMove
        column[height], onto[above + 1] = 0, disk
        heights[behind], heights[ahead] = height - 1, above + 1
        memory.output = new(Move, (disk, behind, ahead))
        yield
