"""Closed formulas, the oracle of this package: they share no code with any machine.

`solution` holds the three families for the moves of the solution and the configuration after any
step; `distances` gives the step, the distance and the next move of any configuration; `paths` the
shortest paths between any two.
"""

from hanoi_fsm.hanoi.formulas.distances import (
    Lengths,
    check_same_disks,
    distance,
    distance_to_tower,
    next_move,
    path_lengths,
    step_of,
)
from hanoi_fsm.hanoi.formulas.paths import ShortestPath, shortest_paths
from hanoi_fsm.hanoi.formulas.solution import (
    FAMILIES,
    SOURCES,
    Family,
    check_step,
    configuration,
    family,
    hbits,
    itinerary,
    itinerary_of,
    legalov,
    move,
    moves,
)

__all__ = [
    "FAMILIES",
    "SOURCES",
    "Family",
    "Lengths",
    "ShortestPath",
    "check_same_disks",
    "check_step",
    "configuration",
    "distance",
    "distance_to_tower",
    "family",
    "hbits",
    "itinerary",
    "itinerary_of",
    "legalov",
    "move",
    "moves",
    "next_move",
    "path_lengths",
    "shortest_paths",
    "step_of",
]
