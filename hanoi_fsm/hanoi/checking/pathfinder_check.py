"""Does a pathfinder arrive? Every pair of configurations is tried, up to some number of disks.

Every move must be legal, the goal reached, and the path as long as its specification says. For more
than three disks some pairs of four are tried: their largest disk is in place already while the next
one has to move twice, and three disks are too few for both.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product

from hanoi_fsm.fsm.errors import HanoiError, counted
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.bfs import length_of_shortest, length_with_one_move
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Configuration, check_disks
from hanoi_fsm.hanoi.specifications import path_length

ALL_PAIRS = 3
"""Up to this many disks all pairs of configurations are tried."""
EVENTS_PER_MOVE = 20
"""A path may take this many events per move, disk and state."""


def conform(machine: Machine, disks: int, progress: Progress) -> Outcome:
    """Try all pairs of configurations of up to `disks` disks, at most three, and some of four."""
    tried = 0
    for start, goal in pairs(disks):
        finding = difference(machine, start, goal)
        if finding:
            return Outcome("", (finding,))
        tried += 1
        progress(tried)
    some = f", and {len(twice_below())} of {ALL_PAIRS + 1}" if disks > ALL_PAIRS else ""
    said = f"for every pair of configurations of 0 .. {min(disks, ALL_PAIRS)} disks{some}: "
    if path_length(machine.reference_name, "", "") is None:
        text = f"nothing says how long its paths should be: {machine.how_to_specify}"
        remark = Finding("unspecified", text)
        return Outcome(f"{said}{tried} paths are legal and arrive", (), (remark,), compared=True)
    checked = f"{said}{tried} paths are legal, arrive, and are as long as they must be"
    return Outcome(checked, compared=True)


def pairs(disks: int) -> Iterator[tuple[str, str]]:
    """The pairs of configurations that are tried, smallest towers first."""
    for n in range(min(disks, ALL_PAIRS) + 1):
        yield from product(_words(n), repeat=2)
    if disks > ALL_PAIRS:
        yield from twice_below()


@cache
def twice_below() -> list[tuple[str, str]]:
    """The pairs of four disks whose largest stays on peg 0, while the next has to move twice."""
    return [
        ("0" + start, "0" + goal)
        for start, goal in product(_words(ALL_PAIRS), repeat=2)
        if length_of_shortest(start, goal) < length_with_one_move(start, goal)
    ]


def all_pairs(disks: int) -> Iterator[tuple[Configuration, Configuration]]:
    """Every pair of configurations; `BadDisks` for more than 3 disks, which have too many."""
    if check_disks(disks) > ALL_PAIRS:
        many = f"{9 ** min(disks, 9)} pairs or more"
        raise BadDisks(f"{disks} disks have {many}: give at most {ALL_PAIRS}")
    words = [Configuration(word) for word in _words(disks)]
    return product(words, words)


def _words(disks: int) -> list[str]:
    return ["".join(word) for word in product("012", repeat=disks)]


def difference(machine: Machine, start: str, goal: str) -> Finding | None:
    """The first thing wrong with one path, or None."""
    length = path_length(machine.reference_name, start, goal)
    now, step = Configuration(start), 0
    last: Transition | None = None
    moves = (1 << len(start) + 1) if length is None else length
    events = EVENTS_PER_MOVE * (moves + len(start) + len(machine.automaton.states))

    def finding(expected: str, got: str) -> Finding:
        context, size = f"from {start} to {goal}", len(start)
        found = Finding("output", context=context, size=size, step=step, memory=f"at {now}")
        found = replace(found, expected=expected, got=got, about=last)
        return found.placed(machine.lines)

    try:
        for record in islice(machine.run(start, goal), events):
            last = record.transition
            if record.output is not None:
                now = now.after(record.output)
                step += 1
            events -= 1
    except HanoiError as error:
        return finding("a legal move", str(error))
    if events == 0:
        return finding(counted(moves, "move"), "no end")
    if str(now) != goal:
        return finding(f"the goal {goal}", "the end")
    if length is not None and step != length:
        return finding(counted(length, "move"), counted(step, "move"))
    return None
