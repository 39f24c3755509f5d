"""The three towers as lines of text: every disk with its numeral, every peg with its number."""

from hanoi_fsm.hanoi.pegs import Configuration

MOST_DISKS = 12
"""Of more disks the lines are longer than 80 characters."""


def text_towers(configuration: Configuration) -> list[str]:
    r"""The lines of a drawing; disk d is 2d + 1 characters wide.

    >>> print("\n".join(text_towers(Configuration("021"))))
       |        |        |
       |        |        |
       |        |        |
    [==3==]    [1]    [=2=]
    -------  -------  -------
       0        1        2
    """
    disks = len(configuration)
    room = max(2 * disks + 1, 3)
    columns = []
    for peg, stack in enumerate(configuration.pegs()):
        shaft = ["|"] * (disks + 1 - len(stack))
        rows = [*shaft, *map(_disk, reversed(stack)), "-" * room, str(peg)]
        columns.append([row.center(room) for row in rows])
    return ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]


def _disk(disk: int) -> str:
    return f"[{str(disk).center(2 * disk - 1, '=')}]"
