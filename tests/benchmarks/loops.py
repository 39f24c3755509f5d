"""Loops that a person would write for the four-step cycle, on the peg matrix of two-storey."""

from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.errors import IllegalMove


def by_calls(memory: TwoStorey) -> None:
    """The four steps in turn, with a method call per guard and action."""
    built, ahead_smaller = memory.built, memory.ahead_smaller
    carry, move_ahead, move_back = memory.carry, memory.move_ahead, memory.move_back
    while not built():
        carry()
        if built():
            break
        move_ahead()
        carry()
        if built():
            break
        if ahead_smaller():
            move_back()
        else:
            move_ahead()


def written_out(memory: TwoStorey) -> None:  # noqa: PLR0915  # it is written out
    """The same without a call: every move as `PegMatrix.move` makes it."""
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
