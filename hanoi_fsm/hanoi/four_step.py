"""The four steps of Legalov (2002) as a program written by hand, without an automaton.

This is the idea of two-storey as a person would write it: the state is the place in the code, and
the memory is three lists. It shares no code with any machine, so that each can check the other.
"""

from collections.abc import Iterator

from hanoi_fsm.hanoi.pegs import Configuration, Move, Task


def four_step(task: Task, before: Configuration) -> Iterator[Move]:
    """The moves from a configuration in which a round of the four steps begins.

    Each peg is a list from the bottom up. Its first item is larger than any disk, so that the top
    of an empty peg can be compared too.

    >>> [move.disk for move in four_step(Task(3), Task(3).start)]
    [1, 2, 1, 3, 1, 2, 1]
    """
    disks = task.disks
    if not disks:
        return
    pegs = [[disks + 1, *before.stack(peg)] for peg in range(3)]
    tower = pegs[task.target]
    stride = (task.target if disks % 2 else task.spare) - task.source
    a = before.peg(1)
    b, c = (a + stride) % 3, (a - stride) % 3
    here, ahead, beyond = pegs[a], pegs[b], pegs[c]
    while True:
        ahead.append(here.pop())  # dismantle: disk 1 goes one peg on
        yield Move(1, a, b)
        if len(tower) > disks:
            return
        beyond.append(here.pop())  # base: the disk that it was on goes to the third peg
        yield Move(beyond[-1], a, c)
        beyond.append(ahead.pop())  # crown: disk 1 goes on, onto that base
        yield Move(1, b, c)
        if len(tower) > disks:
            return
        if here[-1] < ahead[-1]:  # foundation: the smaller of the other two tops onto the larger
            ahead.append(here.pop())
            yield Move(ahead[-1], a, b)
        else:
            here.append(ahead.pop())
            yield Move(here[-1], b, a)
        a, b, c = c, a, b
        here, ahead, beyond = beyond, here, ahead
