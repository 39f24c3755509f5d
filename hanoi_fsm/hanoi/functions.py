"""Callers' solvers: functions of the number of disks that return or yield moves.

Each move is a `Move`, (disk, source, target), or a pair (source, target). A function goes from peg
0 to peg 2; one with parameters `source` and `target` moves the tower between any two pegs, and is
given the third one too if it has a parameter for it. It runs in this process, which is a child
process if a command loaded the function from a file.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import cast

from hanoi_fsm.fsm.errors import MachineStopped, one_line, printable, shortened
from hanoi_fsm.fsm.isolate import beat, place
from hanoi_fsm.fsm.load import settle
from hanoi_fsm.hanoi.pegs import PAIRS, IllegalMove, Move, PegMatrix, Task
from hanoi_fsm.hanoi.plain import Source

SPARE = ("spare", "auxiliary", "aux", "via", "helper", "middle", "temp", "other", "third")
"""The accepted names of a parameter for the third peg."""


def source_of(function: Callable[..., object], name: str = "") -> Source:
    """Wrap a caller's function as a source of moves; `name` is its origin."""
    parameters = parameters_of(function)
    is_general = {"source", "target"} <= parameters.keys()
    shown = name or printable(getattr(function, "__qualname__", shortened(function)))
    given = partial(call, function, parameters if is_general else {}, name.rpartition(":")[0])
    return Source(
        shown,
        "function",
        "your own",
        "a function of your own",
        partial(legal_moves, given),
        pairs=PAIRS if is_general else PAIRS[:1],
        given=given,
    )


def parameters_of(function: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    """The parameters of a function, or none if Python does not know them."""
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):  # such as a builtin
        return {}


def call(
    function: Callable[..., object], parameters: Iterable[str], file: str, task: Task
) -> Iterable[object]:
    """Call a function from a `file` for a task; raises whatever the function raises."""
    if file:
        settle(file)
    pegs = {"source": task.source, "target": task.target}
    pegs |= dict.fromkeys(SPARE, task.spare)
    given = {name: pegs[name] for name in parameters if name in pegs}
    return cast("Iterable[object]", function(task.disks, **given))  # `legal_moves` checks it


def legal_moves(given: Callable[[Task], Iterable[object]], task: Task) -> Iterator[Move]:
    """Yield the moves that a function gives for a task, as long as they are legal.

    Raises `MachineStopped` for anything else that it gives, and if it raises.

    >>> list(legal_moves(lambda task: [(0, 2)], Task(1)))
    [Move(disk=1, source=0, target=2)]
    """
    pegs = PegMatrix(task.start)
    try:
        items = given(task)
        if not isinstance(items, Iterable):
            expected = "which is not an iterable of moves: yield them, or return a list"
            raise MachineStopped(f"{printable(shortened(items))}, {expected}")
        for number, item in enumerate(items, 1):
            beat()
            try:
                move = pegs.made(item)
            except IllegalMove as error:
                raise MachineStopped(str(error)) from None
            if number > task.last_step:
                raise MachineStopped(f"one more move, {move.source} -> {move.target}")
            yield move
    except MachineStopped:
        raise
    except (Exception, SystemExit) as error:
        raise MachineStopped(printable(f"{one_line(error)}{place(error)}")) from error
