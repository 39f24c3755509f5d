"""Memories of solvers that look right to whoever sees only the order of the tops, and are not.

Each is two-state with one thing changed, so that it goes wrong sooner or later on real pegs.
"""

from collections.abc import Callable
from copy import copy, deepcopy
from functools import cached_property
from itertools import count

from hanoi_fsm import Automaton, Move
from hanoi_fsm.fsm.memory import action, guard
from hanoi_fsm.hanoi.automata.memories import in_turn
from hanoi_fsm.hanoi.automata.two_state import AUTOMATON, TwoState
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, PegMatrix, Task

WRONG: dict[str, type[TwoState]] = {}
"""Memories with which two-state makes a wrong move, by what they do."""


def wrong(memory: type[TwoState]) -> type[TwoState]:
    WRONG[(memory.__doc__ or "").strip()] = memory
    return memory


def solver(memory: Callable[..., TwoState], automaton: Automaton = AUTOMATON) -> Solver:
    return Solver(automaton, memory, resume=in_turn(memory, "small", "other"))


@wrong
class CatchesAll(TwoState):
    """a guard answers whatever it likes where its question raises"""

    @guard
    def built(self) -> bool:
        """the tower is built, or a disk 3 has been seen on the target"""
        pegs = self.pegs
        try:
            if 3 in pegs.stack(self.target):
                return True
        except Exception:
            pass
        return pegs.heights[self.target] == pegs.disks


@wrong
class CatchesInAnAction(TwoState):
    """an action does something else where its question raises"""

    @action
    def move_other(self) -> None:
        """the other legal move, or any where disk 2 is on the target"""
        pegs = self.pegs
        try:
            is_second = pegs.stack(self.target)[-1] == 2
        except Exception:
            is_second = False
        if is_second:
            self.output = pegs.move_between(0, self.target)
        else:
            super().move_other()


@wrong
class CountsFromTheEnd(TwoState):
    """the pegs of a move are numbers from the end of the list"""

    @action
    def move_other(self) -> None:
        """the other legal move"""
        small = self.small
        self.output = self.pegs.move_between((small + 1) % 3 - 3, (small + 2) % 3 - 3)


@wrong
class MovesElsewhere(TwoState):
    """an action puts out a move that it makes on a copy of the pegs"""

    @action
    def carry(self) -> None:
        """disk 1 goes on, or so it says"""
        peg = self.small
        self.small = small = (peg + self.stride) % 3
        self.output = deepcopy(self.pegs).move(peg, small)


@wrong
class MovesAShallowCopy(TwoState):
    """an action makes a second move on a shallow copy of the pegs, which shares their cells"""

    @action
    def move_other(self) -> None:
        """the other legal move and another"""
        twin = copy(self.pegs)
        super().move_other()
        twin.move_between((self.small + 1) % 3, (self.small + 2) % 3)


@wrong
class LooksAtACopy(TwoState):
    """an action looks at a copy of the pegs after a move"""

    @action
    def move_other(self) -> None:
        """the other legal move; where that leaves no disk on the source, disk 1 turns round"""
        super().move_other()
        if deepcopy(self.pegs).heights[self.source] == 0:
            self.stride = 3 - self.stride


@wrong
class ReplacesItsPegs(TwoState):
    """an action puts the pegs back where they were for 3 disks"""

    @action
    def move_other(self) -> None:
        """the other legal move"""
        super().move_other()
        self.pegs = PegMatrix(3)


@wrong
class TakesBackItsMove(TwoState):
    """an action goes on with a copy of the pegs from before its move"""

    @action
    def move_other(self) -> None:
        """the other legal move"""
        before = deepcopy(self.pegs)
        super().move_other()
        self.pegs = before


@wrong
class KeepsAProperty(TwoState):
    """a cached property is a register that is not one of its data"""

    @cached_property
    def first_seen(self) -> int:
        return self.small

    @guard
    def built(self) -> bool:
        """the tower is built, or disk 1 has been elsewhere"""
        pegs = self.pegs
        return self.first_seen != self.small or pegs.heights[self.target] == pegs.disks


@wrong
class ReadsItsOutput(TwoState):
    """a guard looks at the last move"""

    @guard
    def built(self) -> bool:
        """the tower is built, or disk 2 was moved last"""
        pegs = self.pegs
        last: Move | None = self.output
        if last and last.disk == 2:
            return True
        return pegs.heights[self.target] == pegs.disks


@wrong
class ReadsThePegsOfItsOutput(TwoState):
    """a guard looks at the pegs of the last move"""

    @guard
    def built(self) -> bool:
        """the tower is built, or the last move was from the source"""
        pegs = self.pegs
        if self.output and self.output.source == self.source:
            return True
        return pegs.heights[self.target] == pegs.disks


@wrong
class AsksThePegsForTheTarget(TwoState):
    """an action asks real pegs for what only abstract ones have"""

    @action
    def carry(self) -> None:
        """disk 1 goes on if the pegs have a target"""
        if self.pegs.target in (0, 1, 2):  # type: ignore[attr-defined]  # this is the mistake
            super().carry()


@wrong
class CopiesBadly(TwoState):
    """copies of the memory are not equal to it"""

    def copy(self) -> "CopiesBadly":
        twin = super().copy()
        twin.stride = 1 if self.target == 2 else 2
        return twin

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.stride = 1


@wrong
class WritesHeights(TwoState):
    """an action puts the heights back as they were"""

    @action
    def carry(self) -> None:
        """disk 1 goes on, and the heights are those of the start"""
        heights = [self.pegs.heights[peg] for peg in (0, 1, 2)]
        super().carry()
        self.pegs.heights = heights


@wrong
class NamesPegsByTruth(TwoState):
    """the peg of a move is True"""

    @action
    def carry(self) -> None:
        """disk 1 goes on"""
        peg = self.small
        self.small = small = (peg + self.stride) % 3
        pegs = [False, True, 2]
        self.output = self.pegs.move(pegs[peg], pegs[small])


@wrong
class MakesMovesByHand(TwoState):
    """a move made by hand, of another disk"""

    @action
    def carry(self) -> None:
        """disk 1 goes on, and is said to be disk 2"""
        super().carry()
        self.output = Move(2, self.output.source, self.output.target)


def forgetful() -> type[TwoState]:
    """A memory with a guard that counts its calls in a global, and answers wrongly in the 40th."""
    calls = count()

    class HasAHiddenCounter(TwoState):
        @guard
        def built(self) -> bool:
            """the tower is built"""
            pegs = self.pegs
            return next(calls) == 40 or pegs.heights[self.target] == pegs.disks

    return HasAHiddenCounter


@wrong
class KnowsItsPegs(TwoState):
    """a guard answers otherwise where the number of disks is a number"""

    @guard
    def built(self) -> bool:
        """the tower is built, but with 3 disks never"""
        pegs = self.pegs
        is_wrong = isinstance(pegs.disks, int) and pegs.disks == 3
        return not is_wrong and pegs.heights[self.target] == pegs.disks
