"""A solver with its own vocabulary, which is proved, drawn, mutated and explored like ours.

Disk 1 makes every other move, and goes round the pegs in one direction; the move between is the
only legal one of another disk. All commands take it as `own_solver.py:turns`.
"""

from hanoi_fsm import Automaton, Configuration, Layout, Solver, Task, TowerMemory, action, guard


class Turns(TowerMemory):
    """The pegs, and whose turn it is; every TowerMemory has the guard `built`."""

    def __init__(self, configuration: Configuration, task: Task, step: int = 1) -> None:
        super().__init__(configuration, task)
        self.small = configuration.peg(1) if task.disks else task.source
        self.stride = (task.target if task.disks % 2 else task.spare) - task.source
        self.turn = step % 2

    @guard
    def small_next(self) -> bool:
        """it is the turn of disk 1"""
        return self.turn == 1

    @action
    def go_round(self) -> None:
        """disk 1 goes one peg on, and then it is the turn of another disk"""
        onward = (self.small + self.stride) % 3
        self.output = self.pegs.move(self.small, onward)
        self.small, self.turn = onward, 0

    @action
    def move_other(self) -> None:
        """the smaller top disk on the pegs without disk 1 goes to the other of them"""
        self.output = self.pegs.move_between((self.small + 1) % 3, (self.small + 2) % 3)
        self.turn = 1


def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, Turns]:
    """Return the state and the memory before a step, from the pegs before it."""
    return "walk", Turns(configuration, task, step)


TABLE = """
    walk -> walk : step [!built & small_next]  / go_round
    walk -> walk : step [!built & !small_next] / move_other
    walk -> done : step [built]
"""
turns = Solver(
    Automaton.from_table("turns", initial="walk", final="done", table=TABLE),
    Turns,
    resume=resume,
    layout=Layout({"walk": (0, 0), "done": (170, 0)}, loops={"walk": 90}),
)
