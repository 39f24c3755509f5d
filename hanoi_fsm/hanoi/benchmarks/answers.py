"""What each further answer about a step costs, by the bit tricks of hBits.

The disk follows from the lowest set bit, the pegs from two remainders modulo 3. The configuration
is kept as three words, one per peg, with bit d - 1 set where disk d is: a move clears one bit and
sets one. The pegs are those of hBits' own numbering.
"""

from collections.abc import Iterator


def disk(disks: int) -> Iterator[int]:
    """The disk of each step.

    >>> list(disk(2))
    [1, 2, 1]
    """
    for step in range(1, 1 << disks):
        yield (step & -step).bit_length()


def disk_and_pegs(disks: int) -> Iterator[tuple[int, int, int]]:
    """The disk of each step, the peg it leaves, and the peg it goes to.

    >>> list(disk_and_pegs(2))
    [(1, 0, 2), (2, 0, 1), (1, 2, 1)]
    """
    for step in range(1, 1 << disks):
        below = step - 1
        yield (step & -step).bit_length(), (step & below) % 3, ((step | below) + 1) % 3


def configuration(disks: int) -> Iterator[tuple[int, int, int, list[int]]]:
    """The same, and the three pegs as words after the step, in one list that is updated in place.

    >>> [list(map(bin, words)) for *_, words in configuration(2)]
    [['0b10', '0b0', '0b1'], ['0b0', '0b10', '0b1'], ['0b0', '0b11', '0b0']]
    """
    words = [(1 << disks) - 1, 0, 0]
    for step in range(1, 1 << disks):
        below = step - 1
        bit = step & -step
        source, target = (step & below) % 3, ((step | below) + 1) % 3
        words[source] ^= bit
        words[target] ^= bit
        yield bit.bit_length(), source, target, words
