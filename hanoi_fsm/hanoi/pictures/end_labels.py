"""The names at the ends of the lines of a plot, which need no legend to look them up in.

Lines may end close to one another, or at the same point. Then their names are moved apart, as
little as will do, and a thin leader goes from each end to its name.
"""

from collections.abc import Sequence


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near as possible to those `wanted`, in their order, and at least `gap` apart.

    All are within `low` .. `high`, if there is room; of equal ones the first is the highest. The
    sum of the squares of all shifts is the least one.

    >>> spread([10, 11, 30], gap=4, low=0, high=40)
    [8.5, 12.5, 30.0]
    >>> spread([5, 5], gap=4, low=5, high=40)
    [9, 5]
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], -index))
    blocks: list[tuple[float, int]] = []  # neighbours that touch: the sum of their places, how many
    for rank, index in enumerate(order):
        total, many = wanted[index] - rank * gap, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / many:
            before = blocks.pop()
            total, many = total + before[0], many + before[1]
        blocks.append((total, many))
    highest = high - (len(wanted) - 1) * gap
    packed = [max(low, min(total / many, highest)) for total, many in blocks for _ in range(many)]
    places = dict(zip(order, packed, strict=True))
    return [places[index] + order.index(index) * gap for index in range(len(wanted))]
