"""call-stack: the textbook recursion as an automaton with a stack (Shalyto 2002, first method).

"Move k disks from i to j" is a call; what the recursion would keep on Python's stack is kept on a
list: the caller's k, i, j and whether it waits for its first or its second call to return.
"""

from __future__ import annotations

from collections.abc import Hashable

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import action, guard
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.automata.subtowers import levels
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, Task, third

AUTOMATON = Automaton.from_table(
    "call-stack",
    initial="call",
    final="done",
    table="""
        call   -> return : step [single]              / move_single
        call   -> call   : step [!single & !nothing]  / call_first
        return -> call   : step [!empty & first]      / move_and_call_second
        return -> return : step [!empty & !first]     / pop
        return -> done   : step [empty]
        call   -> done   : step [nothing]
    """,
)
FIRST, SECOND = 1, 2


class CallStack(PegMemory):
    """The registers k, i, j of the present call, and the frames (k, i, j, ret) of its callers."""

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.k, self.i, self.j = task.disks, task.source, task.target
        self.stack: list[tuple[int, int, int, int]] = []

    @guard
    def nothing(self) -> bool:
        """there is no disk to move"""
        return self.k == 0

    @guard
    def single(self) -> bool:
        """there is one disk to move"""
        return self.k == 1

    @guard
    def empty(self) -> bool:
        """no caller waits on the stack"""
        return not self.stack

    @guard
    def first(self) -> bool:
        """the caller on top waits for its first call"""
        return bool(self.stack) and self.stack[-1][3] == FIRST

    @action
    def move_single(self) -> None:
        """disk k goes from i to j"""
        self._move()

    @action
    def call_first(self) -> None:
        """push the call; then move k - 1 disks from i out of the way"""
        self._descend(FIRST)

    @action
    def move_and_call_second(self) -> None:
        """pop the caller; disk k goes from i to j; push it again; then k - 1 disks on top of it"""
        self._pop()
        self._move()
        self._descend(SECOND)

    @action
    def pop(self) -> None:
        """drop the caller on top: both its calls are done"""
        self._pop()

    def _move(self) -> None:
        self.output = self.pegs.move(self.i, self.j)

    def _descend(self, ret: int) -> None:
        k, i, j = self.k, self.i, self.j
        self.stack.append((k, i, j, ret))
        self.k = k - 1
        self.i, self.j = (i, third(i, j)) if ret == FIRST else (third(i, j), j)

    def _pop(self) -> None:
        if not self.stack:
            raise BadAction("no caller can be popped: the stack is empty")
        self.k, self.i, self.j, _ = self.stack.pop()

    def registers(self) -> tuple[Hashable, ...]:
        """k, i, j and the frames."""
        return (self.k, self.i, self.j, *self.stack)

    def cells(self) -> int:
        """Three registers, and four numbers a frame; the pegs are not looked at."""
        return 3 + 4 * len(self.stack)


def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, CallStack]:
    """The frames follow from the binary digits of the step: 0 a first call, 1 a second one."""
    memory = CallStack(configuration, task)
    for second in levels(step, len(configuration)):
        memory._descend(SECOND if second else FIRST)
    if memory.k <= 1:
        return "call", memory
    memory._descend(FIRST)
    return "return", memory


def closed_counts(disks: int) -> dict[Transition, int]:
    """Each half of the moves is made at the leaves and at the inner nodes of the recursion.

    >>> list(closed_counts(6).values())
    [32, 31, 31, 31, 1, 0]
    """
    leaves = (1 << disks) // 2
    inner = max(0, leaves - 1)
    counts = (leaves, inner, inner, inner, int(disks > 0), int(disks == 0))
    return dict(zip(AUTOMATON.transitions, counts, strict=True))


MACHINE = Solver(
    AUTOMATON,
    CallStack,
    resume=resume,
    idea="Shalyto 2002, first method",
    summary="the recursion with its stack in the open",
    closed=closed_counts,
)
