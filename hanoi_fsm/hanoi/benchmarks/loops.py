"""What you would write instead of an automaton: the four steps as a loop, on the same memory.

Every move is checked, as the automaton checks it.
"""

from collections.abc import Iterator

from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.errors import IllegalMove


def with_calls(memory: TwoStorey) -> Iterator[None]:
    """The four steps in turn, with a method call per guard and action.

    It yields after each move, which is then the memory's output.
    """
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


def inlined(memory: TwoStorey) -> None:  # noqa: PLR0915  # four steps in full are long
    """The same to the end, with the body of `PegMatrix.move` in place of every call."""
    pegs, target = memory.pegs, memory.target
    cells, heights, disks = pegs.cells, pegs.heights, pegs.disks
    small, stride = memory.small, memory.stride
    while heights[target] != disks:
        # dismantle
        ahead = (small + stride) % 3
        column, onto = cells[small], cells[ahead]
        height, above = heights[small], heights[ahead]
        disk = column[height]
        if disk >= onto[above]:
            raise IllegalMove(pegs._why_not(small, ahead))
        column[height] = 0
        onto[above + 1] = disk
        heights[small] = height - 1
        heights[ahead] = above + 1
        small = ahead
        if heights[target] == disks:
            break
        # base
        source, ahead = (small - stride) % 3, (small + stride) % 3
        column, onto = cells[source], cells[ahead]
        height, above = heights[source], heights[ahead]
        disk = column[height]
        if disk >= onto[above]:
            raise IllegalMove(pegs._why_not(source, ahead))
        column[height] = 0
        onto[above + 1] = disk
        heights[source] = height - 1
        heights[ahead] = above + 1
        # crown
        ahead = (small + stride) % 3
        column, onto = cells[small], cells[ahead]
        height, above = heights[small], heights[ahead]
        disk = column[height]
        if disk >= onto[above]:
            raise IllegalMove(pegs._why_not(small, ahead))
        column[height] = 0
        onto[above + 1] = disk
        heights[small] = height - 1
        heights[ahead] = above + 1
        small = ahead
        if heights[target] == disks:
            break
        # foundation
        source, ahead = (small - stride) % 3, (small + stride) % 3
        if cells[ahead][heights[ahead]] < cells[source][heights[source]]:
            source, ahead = ahead, source
        column, onto = cells[source], cells[ahead]
        height, above = heights[source], heights[ahead]
        disk = column[height]
        if disk >= onto[above]:
            raise IllegalMove(pegs._why_not(source, ahead))
        column[height] = 0
        onto[above + 1] = disk
        heights[source] = height - 1
        heights[ahead] = above + 1
    memory.small = small
