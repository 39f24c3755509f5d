"""call-stack: the textbook recursion as an automaton with a stack (Shalyto 2002, first method).

"Move k disks from i to j" is a call; what the recursion would keep on Python's stack is kept in a
list: the caller's k, i, j and whether it waits for its first or its second call to return. The
automaton is reconstructed from the description.
"""

from typing import ClassVar, NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import Shown, action, guard
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.automata.subtowers import levels
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, Task, third

FIRST, SECOND = 1, 2
"""The two calls that a caller may be waiting for."""


class Frame(NamedTuple):
    """A caller: its task, and the call that has not yet returned."""

    k: int
    i: int
    j: int
    call: str


class CallStack(PegMemory):
    """The registers k, i, j of the current call, and the `stack` of the frames of its callers."""

    SHOWS: ClassVar = {
        **{name: Shown(name) for name in ("k", "i", "j")},
        "stack": Shown("stack", frame=Frame, words={"call": {FIRST: "first", SECOND: "second"}}),
    }

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.k, self.i, self.j = task.disks, task.source, task.target
        self.stack: list[tuple[int, int, int, int]] = []

    @guard
    def nothing(self) -> bool:
        """the call has no disk to move: k is 0"""
        return self.k == 0

    @guard
    def single(self) -> bool:
        """the call has one disk to move: k is 1"""
        return self.k == 1

    @guard
    def empty(self) -> bool:
        """no caller waits on the stack"""
        return not self.stack

    @guard
    def first(self) -> bool:
        """a caller waits on the stack, and the one on top for its first call"""
        return bool(self.stack) and self.stack[-1][3] == FIRST

    @action
    def move_single(self) -> None:
        """disk k goes from i to j"""
        self.output = self.pegs.move(self.i, self.j)

    @action
    def call_first(self) -> None:
        """push k, i, j for a first call; then the task is k - 1 disks from i to the third peg"""
        self._descend(FIRST)

    @action
    def move_and_call_second(self) -> None:
        """pop k, i, j; disk k goes from i to j; push them; then k - 1 disks, third peg to j"""
        self.pop()
        self.move_single()
        self._descend(SECOND)

    @action
    def pop(self) -> None:
        """pop the caller on top: its k, i, j are the task again, and both its calls are done"""
        if not self.stack:
            raise BadAction("no caller to pop: the stack is empty")
        self.k, self.i, self.j, _ = self.stack.pop()

    def _descend(self, ret: int) -> None:
        if self.k < 1:
            raise BadAction("there is no disk to move, and so no call to make")
        i, j, via = self.i, self.j, third(self.i, self.j)
        self.stack.append((self.k, i, j, ret))
        self.k -= 1
        self.i, self.j = (i, via) if ret == FIRST else (via, j)

    def cells(self) -> int:
        """Three registers, and four numbers per frame; the pegs are written and never read."""
        return 3 + 4 * len(self.stack)


def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, CallStack]:
    """Resume at a step: its bits determine the frames, 0 for a first call, 1 for a second."""
    memory = CallStack(configuration, task)
    for second in levels(step, len(configuration)):
        memory._descend(SECOND if second else FIRST)
    if memory.k <= 1:
        return "call", memory
    memory._descend(FIRST)
    return "return", memory


MACHINE = Solver.from_table(
    "call-stack",
    CallStack,
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
    layout=Layout({
        "call": (-185, 0),                      "return": (185, 0),
                            "done": (0, -130),
    }, loops={"call": 90, "return": 90}),
    resume=resume,
    idea="Shalyto 2002, first method (reconstructed)",
    summary="the recursion with an explicit stack",
    asks_for=("stack",),
    see="This is the textbook recursion. `call` goes down to a single disk, and `return` hands "
    "back to the caller on top of the stack. The larger disk moves on the edge from `return` "
    "to `call`, between the first and the second recursive call.",
    does={
        "call": "a tower has to go",
        "return": "a tower has arrived",
    },
    meanings={
        "call": "a tower of k disks is on peg i and has to go to peg j",
        "return": "the k disks of this call are on peg j, and its caller goes on",
        "done": "no caller waits: the whole tower is on the target peg",
    },
)  # fmt: skip
