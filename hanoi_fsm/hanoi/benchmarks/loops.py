"""What you would write instead of an automaton: the four steps as a loop, on the same memory.

Every move is checked, as the automaton checks it.
"""

from collections.abc import Iterator

from hanoi_fsm.hanoi.automata.two_storey import TwoStorey


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
