"""Closed formulas: any step of the solution without the steps before it.

Three families give the same sequence of moves, each in its own way, so that they check each other:
`legalov` (trailing zeros of the step), `hbits` (two bit tricks and a remainder) and `itinerary`
(the round trip of each disk). They are the oracle that every machine is compared with, and share no
code with any of them. Steps count from 1 to 2**n - 1; configuration i is the one after i steps.
Steps are whole numbers of any size: 1,000 disks take no longer than 3.
"""

from collections.abc import Callable, Iterator

from hanoi_fsm.fsm.errors import counted, shortened
from hanoi_fsm.hanoi.errors import BadStep
from hanoi_fsm.hanoi.pegs import Configuration, Move, Task, whole

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
    source, spare, target = task.source, task.spare, task.target
    pegs = (source, spare, target) if task.disks % 2 else (source, target, spare)
    below = step - 1
    disk = (step ^ below).bit_length()
    return Move(disk, pegs[(step & below) % 3], pegs[((step | below) + 1) % 3])


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


FAMILIES: dict[str, Family] = {"formula": legalov, "hbits": hbits, "itinerary": itinerary}


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
    after_last = task.last_step + 1
    start = check_step(start, task, first=1, last=after_last)
    stop = check_step(stop, task, first=1, last=after_last)
    return (by(step, task) for step in range(start, stop))


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
    power = f"2**{task.disks}" + (" - 1" if last == task.last_step else "")
    shown = power if task.disks > 64 else last
    raise BadStep(f"invalid step {shortened(step)}: expected {first} .. {shown} for {disks}")
