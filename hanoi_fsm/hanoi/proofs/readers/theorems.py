"""What is proved of each reader: its claims, in the order in which they are checked."""

from typing import NamedTuple

from hanoi_fsm.hanoi.proofs.readers import any_two, distance, walk
from hanoi_fsm.hanoi.proofs.readers.reading import (
    Claim,
    never_has_two_transitions,
    reads_every_word,
    refuses_other_symbols,
)


class Theorem(NamedTuple):
    """What follows from the `claims` together, and from those of the readers that it `rests_on`."""

    conclusion: str
    claims: tuple[Claim, ...]
    rests_on: tuple[str, ...] = ()


SOUND = (never_has_two_transitions, refuses_other_symbols)
TOTAL = (*SOUND, reads_every_word)

THEOREMS = {
    "distance-reader": Theorem(
        "it is the distance in the Hanoi graph",
        (
            *TOTAL,
            distance.writes_a_number,
            distance.is_zero_at_the_goal,
            distance.is_zero_at_the_goal_only,
            distance.changes_by_at_most_1,
            distance.some_neighbour_is_nearer,
            distance.only_one_neighbour_is_nearer,
            distance.the_other_towers_are_farthest,
        ),
    ),
    "next-move-reader": Theorem(
        "its move is the only one that leads nearer to the goal",
        (
            *TOTAL,
            distance.names_no_move_at_the_goal,
            distance.names_the_move_to_the_nearer_neighbour,
        ),
        rests_on=("distance-reader",),
    ),
    "configuration-reader": Theorem(
        "it is the only shortest walk from tower to tower, 2^n - 1 legal moves",
        (
            *TOTAL,
            walk.writes_a_configuration,
            walk.starts_with_the_tower_on_the_source,
            walk.each_step_is_a_legal_move,
            walk.each_step_leads_nearer,
            walk.ends_with_the_tower_on_the_target,
        ),
        rests_on=("distance-reader",),
    ),
    "move-reader": Theorem(
        "it names the move of every step",
        (
            *TOTAL,
            walk.names_no_move_at_the_start,
            walk.names_the_move_of_each_step,
        ),
        rests_on=("configuration-reader",),
    ),
    "move-reader-small": Theorem(
        "it names the move of every step of an odd tower, whatever its height",
        (
            *TOTAL,
            walk.names_the_move_after_a_step_of_an_odd_tower,
            walk.leading_zeros_change_nothing,
        ),
        rests_on=("configuration-reader",),
    ),
    "rank-reader": Theorem(
        "it is the inverse of configuration-reader",
        (
            *SOUND,
            walk.takes_a_configuration_back_to_its_step,
            walk.reads_no_configuration_off_the_walk,
        ),
        rests_on=("configuration-reader",),
    ),
    "path-reader": Theorem(
        "it reads exactly the configurations of the walk",
        (*SOUND, walk.reads_what_has_a_step, walk.writes_nothing),
        rests_on=("rank-reader",),
    ),
    "sierpinski-reader": Theorem(
        "it draws the Hanoi graph as the Sierpinski triangle",
        (
            *TOTAL,
            distance.writes_an_address,
            distance.gives_each_configuration_its_own_address,
            distance.turns_moves_into_edges,
            distance.puts_towers_into_corners,
            distance.has_a_corner_where_its_distance_has_a_0,
        ),
        rests_on=("distance-reader",),
    ),
    "twice-reader": Theorem(
        "it says which of the two paths between two configurations is shorter",
        (*TOTAL, any_two.decides_on_pegs),
        rests_on=("distance-reader",),
    ),
    "twice-reader-small": Theorem(
        "it says which of the two paths between two addresses is shorter",
        (*TOTAL, any_two.decides_on_addresses),
        rests_on=("distance-reader", "sierpinski-reader"),
    ),
}
