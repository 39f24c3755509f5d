"""Closed formulas: the solution and all shortest paths, without running any machine.

**The solution.** Three families give the same sequence of moves, each in its own way, so that they
check each other: `legalov` (trailing zeros of the step), `hbits` (two bit tricks and a remainder)
and `itinerary` (the round trip of each disk). They are the oracle that every machine is compared
with, and share no code with any of them. Steps count from 1 to 2**n - 1; configuration i is the one
after i steps. Steps are whole numbers of any size: 1,000 disks take no longer than 3. `derivations`
gives every figure on the way to a move, `blocks` many moves at a time.

**Any configuration.** Its step, its distance, the next move, and shortest paths: all of them read
the digits once, from the largest disk down, and are linear in the disks. The distance to a perfect
tower is Hinz's; that a shortest path moves the largest differing disk once or twice, and the
lengths of both paths, are Hinz's and Romik's (2006).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hanoi_fsm.fsm.errors import counted, shortened
from hanoi_fsm.hanoi.pegs import (
    AnyConfiguration,
    BadConfiguration,
    BadStep,
    Configuration,
    Move,
    NotOnPath,
    Task,
    check_peg,
    third,
    whole,
)

LOW = (1 << 64) - 1
"""The low bits of a step, which determine its move unless all of them are 0."""

Family = Callable[[int, Task], Move]
"""A formula: the move made in a step of a task; both are valid."""


def legalov(step: int, task: Task) -> Move:
    """The move of a `step` by Legalov (2002): every disk goes round the pegs in one direction.

    The disk is the number of trailing zero bits plus 1; the bits above count its moves so far.

    >>> legalov(10**300, Task(1000))
    Move(disk=301, source=0, target=1)
    """
    disk = (step & -step).bit_length()
    shifts = (step >> disk) + 1
    delta = 2 if (disk - task.disks) % 2 == 0 else 1
    pegs = (task.source, task.spare, task.target)
    return Move(disk, pegs[delta * (shifts - 1) % 3], pegs[delta * shifts % 3])


def hbits(step: int, task: Task) -> Move:
    """The move of a `step` by hBits: from `i & (i-1)` modulo 3 to `(i | (i-1)) + 1` modulo 3.

    In its own numbering a tower starts on peg 0 and ends on peg 2 when it is odd, on peg 1 when it
    is even; here the pegs are renamed so that it ends on `target`.
    """
    pegs = hbits_pegs(task)
    below = step - 1
    disk = (step ^ below).bit_length()
    return Move(disk, pegs[(step & below) % 3], pegs[((step | below) + 1) % 3])


def hbits_pegs(task: Task) -> tuple[int, int, int]:
    """The pegs that 0, 1 and 2 of hBits stand for."""
    source, spare, target = task.source, task.spare, task.target
    return (source, spare, target) if task.disks % 2 else (source, target, spare)


def itinerary(step: int, task: Task) -> Move:
    """The move of a `step` from the itinerary of its disk (Scheme, Towers of Hanoi 3, 2007).

    Disk p moves at the steps 2**(p-1) modulo 2**p and repeats one round trip:
    source, target, spare if p and n are both odd or both even, else source, spare, target.
    """
    digits = f"{step:b}"
    disk = len(digits) - digits.rindex("1")
    pegs = itinerary_of(disk, task)
    turn = step >> disk
    return Move(disk, pegs[turn % 3], pegs[(turn + 1) % 3])


def itinerary_of(disk: int, task: Task) -> tuple[int, int, int]:
    """The three pegs that `disk` visits in turn, beginning at the source.

    >>> itinerary_of(1, Task(4)), itinerary_of(4, Task(4))
    ((0, 1, 2), (0, 2, 1))
    """
    source, spare, target = task.source, task.spare, task.target
    return (source, spare, target) if (disk - task.disks) % 2 else (source, target, spare)


def move(step: int, task: Task, *, by: Family = legalov) -> Move:
    """The move made in `step` (1 .. 2**disks - 1) of the solution; `BadStep` outside that range.

    >>> print(move(5, Task(3)))
    disk 1: 1 -> 0
    """
    return by(check_step(step, task, first=1), task)


def moves(start: int, stop: int, task: Task, *, by: Family = legalov) -> Iterator[Move]:
    """The moves of the steps `start`, ..., `stop` - 1, as `range` counts; made one at a time.

    The arguments are checked at the call, not when the first move is asked for.

    >>> [move.disk for move in moves(1, 4, Task(2))]
    [1, 2, 1]
    """
    start, stop = check_steps(start, stop, task)
    far = far_before(start)
    steps = range(start - far, stop - far)
    return (by(step if step & LOW else step + far, task) for step in steps)


def far_before(step: int) -> int:
    """Return how many steps may be left out before a step, as the moves repeat without them.

    A step has the same move as the step 3 * 2**64 earlier, unless the `LOW` bits of both are 0. So
    arithmetic on all bits is done once, and not for each move.

    >>> far_before(2**64), far_before(2**66) == 3 * 2**64
    (0, True)
    """
    return step // (3 << 64) * (3 << 64)


def configuration(step: int, task: Task) -> Configuration:
    """The configuration after `step` steps (0 .. 2**disks - 1), in time linear in the disks.

    Disk p has moved (step + 2**(p-1)) >> p times by then, and only this number modulo 3 matters. It
    is bit p of the step plus the number that the bits above form. Read the bits in base 16, where
    16 is 1 modulo 3, every second one doubled: the remainders that are carried from digit to digit
    in a long division by 3 are those numbers modulo 3. With the dividend multiplied by 4, each
    digit of the quotient determines both the remainder and the bit, so that a single division of
    large integers gives all the pegs.

    >>> print(configuration(15, Task(4)))
    2222
    """
    step, disks = check_step(step, task, first=0), task.disks
    word = int(f"{step:b}", 16)
    word += word & int.from_bytes(b"\x0f" * (disks // 2 + 1), "big") << 4 * (1 - disks % 2)
    # By way of bytes, since formatting with `x` would take five times as long.
    quotient = (4 * word // 3).to_bytes(disks // 2 + 1, "big").hex()[-disks:] if disks else ""
    pegs = f"{task.source}" * 3 + f"{task.spare}" * 3 + f"{task.target}" * 3
    return Configuration(quotient.translate(str.maketrans("06d18a25c", pegs)))


def check_step(step: object, task: Task, *, first: int, last: int | None = None) -> int:
    """The step as an `int`; `BadStep` unless it is `first` .. `last` (by default the last step)."""
    number, last = whole(step), task.last_step if last is None else last
    if number is not None and first <= number <= last:
        return number
    disks = counted(task.disks, "disk")
    if last < first:
        raise BadStep(f"invalid step {shortened(step)}: the solution for {disks} has none")
    shown = str(last)
    if task.disks > 64:  # where a power of two is easier to read
        shown = f"2**{task.disks} - 1" if last == task.last_step else f"2**{task.disks}"
    raise BadStep(f"invalid step {shortened(step)}: expected {first} .. {shown} for {disks}")


def check_steps(start: int, stop: int | None, task: Task) -> tuple[int, int]:
    """Check a range of steps; return its first, and the one after its last (by default all)."""
    after_last = task.last_step + 1
    start = check_step(start, task, first=1, last=after_last)
    return start, check_step(after_last if stop is None else stop, task, first=1, last=after_last)


def step_of(configuration: AnyConfiguration, *, source: int = 0, target: int = 2) -> int:
    """The step after which the solution reaches `configuration`: 0 .. 2**n - 1.

    Raises `NotOnPath` if it never does; the error's `disk` is the largest one off the path.

    >>> step_of("2222"), step_of("0021")
    (15, 2)
    """
    configuration = Configuration(configuration)
    task = Task(len(configuration), source, target)
    done = misplaced(configuration, task.source)[0]
    left = misplaced(configuration, task.target)[0]
    # On the path each disk is in place for exactly one of the two towers.
    if off := done ^ left ^ task.last_step:
        disk = off.bit_length()
        raise NotOnPath(
            f"not on the optimal path from {task.source} to {task.target}: "
            f"disk {disk} is on peg {configuration.peg(disk)}",
            disk,
        )
    return done


def distance_to_tower(configuration: AnyConfiguration, *, target: int = 2) -> int:
    """The least number of moves to the perfect tower on `target`: 0 .. 2**n - 1.

    >>> distance_to_tower("0101")
    11
    """
    return misplaced(Configuration(configuration), check_peg(target))[0]


def misplaced(configuration: Configuration, target: int) -> tuple[int, int]:
    """The disks that are not in place for a tower on `target`, as bits, and one more peg.

    The largest disk is in place on `target`. If the place of a disk is t, and it is on p, the place
    of the next smaller disk is the third peg, or t if p is t: -(p + t) modulo 3 either way. The peg
    that this gives after disk 1 is the second result. The bits as a number are the
    distance to the tower.
    """
    place, bits = target, ["0"]
    for peg in map(int, configuration):
        bits.append("0" if peg == place else "1")
        place = -(peg + place) % 3
    return int("".join(bits), 2), place


def next_move(configuration: AnyConfiguration, *, target: int = 2) -> Move | None:
    """The first move of the shortest path to the tower on `target`; None if it is there already.

    >>> print(next_move("0101"))
    disk 1: 1 -> 2
    """
    configuration = Configuration(configuration)
    bits, last = misplaced(configuration, check_peg(target))
    if not bits:
        return None
    disk = (bits & -bits).bit_length()
    peg = configuration.peg(disk)
    return Move(disk, peg, third(peg, last))  # where all smaller disks are


class Lengths(NamedTuple):
    """The lengths of the shortest paths that move the largest differing disk once, and twice."""

    once: int
    twice: int


def path_lengths(start: AnyConfiguration, goal: AnyConfiguration) -> Lengths:
    """The lengths of the shortest paths with one and with two moves of the largest differing disk.

    Both are 0 if `start` is `goal`. The smaller one is the distance; if they are equal but not 0,
    there are two shortest paths. Raises `BadConfiguration` for different numbers of disks.

    >>> path_lengths("000", "211")
    Lengths(once=4, twice=11)
    """
    if (differing := first_difference(start, goal)) is None:
        return Lengths(0, 0)
    disk, f, t, v, s, g = differing
    once = misplaced(s, v)[0] + 1 + misplaced(g, v)[0]
    across = 1 << (disk - 1)  # the tower of the smaller disks from t to f, and one move more
    twice = misplaced(s, t)[0] + 1 + across + misplaced(g, f)[0]
    return Lengths(once, twice)


def distance(start: AnyConfiguration, goal: AnyConfiguration) -> int:
    """The least number of moves from `start` to `goal`, in time linear in the disks.

    >>> distance("100", "011")
    5
    """
    return min(path_lengths(start, goal))


def check_same_disks(
    start: AnyConfiguration, goal: AnyConfiguration
) -> tuple[Configuration, Configuration]:
    """The two configurations; `BadConfiguration` if they have different numbers of disks."""
    start, goal = Configuration(start), Configuration(goal)
    if len(start) != len(goal):
        raise BadConfiguration(
            f"the start has {counted(len(start), 'disk')} and the goal {len(goal)}: "
            "expected as many digits in both"
        )
    return start, goal


def first_difference(
    start: AnyConfiguration, goal: AnyConfiguration
) -> tuple[int, int, int, int, Configuration, Configuration] | None:
    """The largest disk that is on different pegs, its peg in both, and the third peg.

    After these come both configurations of the smaller disks; None without such a disk.
    """
    start, goal = check_same_disks(start, goal)
    disk = ((int(f"0{start}", 4) ^ int(f"0{goal}", 4)).bit_length() + 1) // 2
    if not disk:
        return None
    f, t = start.peg(disk), goal.peg(disk)
    return disk, f, t, third(f, t), start.smaller(disk), goal.smaller(disk)


class ShortestPath(NamedTuple):
    """A shortest path: how often its largest disk moves (0, 1 or 2), and all its moves."""

    times: int
    moves: tuple[Move, ...]


def shortest_paths(start: AnyConfiguration, goal: AnyConfiguration) -> list[ShortestPath]:
    """The shortest path from `start` to `goal`, or both of them if there are two.

    All moves are kept, up to 2**n of them: this is for small towers. Between the moves of the
    largest disk the smaller ones go from, to or between perfect towers, where `next_move` finds the
    only shortest path. Raises `BadConfiguration` for different numbers of disks.

    >>> [path.times for path in shortest_paths("001", "200")]
    [1, 2]
    """
    if (differing := first_difference(start, goal)) is None:
        return [ShortestPath(0, ())]
    disk, f, t, v, s, g = differing
    once = *_to_tower(s, v), Move(disk, f, t), *_from_tower(v, g)
    across = _to_tower(Configuration.tower(disk - 1, t), f)
    twice = *_to_tower(s, t), Move(disk, f, v), *across, Move(disk, v, t), *_from_tower(f, g)
    paths = ShortestPath(1, once), ShortestPath(2, twice)
    return [path for path in paths if len(path.moves) == min(len(once), len(twice))]


def _to_tower(now: Configuration, peg: int) -> Iterator[Move]:
    while (move := next_move(now, target=peg)) is not None:
        yield move
        now = now.after(move)


def _from_tower(peg: int, goal: Configuration) -> Iterator[Move]:
    for disk, source, target in reversed(list(_to_tower(goal, peg))):
        yield Move(disk, target, source)
