"""The command `solve`: the moves of the solution."""

from hanoi_fsm.cli.command import Arguments, Lines, Options, given
from hanoi_fsm.cli.tables import move_text, solution_text
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.resolver import solver_of, sound
from hanoi_fsm.hanoi.solving import solve, window

EXAMPLES = (
    "solve 64 --start 1000000000000000000 --count 5",
    "solve 3 --by monk --format csv",
)
ARGUMENTS: Arguments = {
    "disks": {},
    "--by": {},
    "--from": {},
    "--to": {},
    "--start": {},
    "--count": {"help": "stop after K moves"},
    "--format": {},
}


def run(options: Options) -> Lines:
    pegs = given(options)
    start = pegs.pop("start", 1)
    solver = sound(solver_of(options.by))
    task = Task(options.disks, **pegs)
    if solver.family == "formula":  # any formula is printed in blocks
        steps = window(task, start, options.count)
        return solution_text(steps, task, options.format)
    moves = solve(options.disks, by=solver, start=start, count=options.count, **pegs)
    return move_text(moves, options.format, start)
