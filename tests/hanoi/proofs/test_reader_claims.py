"""Each claim is true of the published reader, and false of one that is broken just there."""

from collections.abc import Callable

import pytest
from checked_machines import cells

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.first_order import Formula, Output, Term, decide
from hanoi_fsm.hanoi.automata import READERS
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.pegs import PAIRS
from hanoi_fsm.hanoi.proofs.readers import any_two
from hanoi_fsm.hanoi.proofs.readers.any_two import Lengths, PathLength
from hanoi_fsm.hanoi.proofs.readers.reading import Reading
from hanoi_fsm.hanoi.proofs.readers.theorems import THEOREMS

BROKEN = {
    "distance-reader": """
never_has_two_transitions     |                      | 2 -> 1 : 2 / write_0
refuses_other_symbols         |                      | 2 -> 1 : 3 / write_0
reads_every_word              | 0 -> 0 : 0 / write_0 |
writes_a_number               | 0 -> 0 : 0 / write_0 | 0 -> 0 : 0 / write_2
is_zero_at_the_goal           | 2 -> 2 : 2 / write_0 | 2 -> 2 : 2 / write_1
is_zero_at_the_goal_only      | 2 -> 1 : 0 / write_1 | 2 -> 2 : 0 / write_0
changes_by_at_most_1          | 0 -> 2 : 1 / write_1 | 0 -> 1 : 1 / write_1
some_neighbour_is_nearer      | 0 -> 2 : 1 / write_1 | 0 -> 2 : 1 / write_0
only_one_neighbour_is_nearer  | 0 -> 2 : 1 / write_1 | 0 -> 2 : 1 / write_0
the_other_towers_are_farthest | 2 -> 1 : 0 / write_1 | 2 -> 0 : 0 / write_1
    """,
    "next-move-reader": """
names_no_move_at_the_goal              | none -> none : 2 / no_move | none -> none : 2 / move_02
names_the_move_to_the_nearer_neighbour | 01 -> 12 : 1 / move_12     | 01 -> 12 : 1 / move_21
    """,
    "configuration-reader": """
writes_a_configuration              | 012 -> 021 : 0 / write_0 | 012 -> 021 : 0
starts_with_the_tower_on_the_source | 012 -> 021 : 0 / write_0 | 012 -> 021 : 0 / write_1
each_step_is_a_legal_move           | 021 -> 201 : 1 / write_1 | 021 -> 021 : 1 / write_1
each_step_leads_nearer              | 021 -> 201 : 1 / write_1 | 021 -> 201 : 1 / write_2
ends_with_the_tower_on_the_target   | 102 -> 012 : 1 / write_2 | 102 -> 012 : 1 / write_0
    """,
    "move-reader": """
names_no_move_at_the_start  | 021 -> 012 : 0 / no_move       | 021 -> 012 12 : 0 / move_12
names_the_move_of_each_step | 201 10 -> 210 10 : 0 / move_10 | 201 10 -> 210 10 : 0 / move_01
    """,
    "move-reader-small": """
names_the_move_after_a_step_of_an_odd_tower | a -> C : 1 / move_02 | a -> b : 1 / move_02
leading_zeros_change_nothing                | a -> a : 0 / move_01 | a -> A : 0 / move_01
    """,
    "rank-reader": """
takes_a_configuration_back_to_its_step | 012 -> 021 : 0 / write_0 |
reads_no_configuration_off_the_walk    |                          | 012 -> 021 : 1 / write_0
    """,
    "path-reader": """
reads_what_has_a_step | 0 -> 2 : 1 | 0 -> 0 : 1
writes_nothing        | 0 -> 2 : 1 | 0 -> 2 : 1 / write_0
    """,
    "sierpinski-reader": """
writes_an_address                        | 021 -> 012 : 0 / write_0 | 021 -> 012 : 0
gives_each_configuration_its_own_address | 021 -> 120 : 1 / write_2 | 021 -> 120 : 1 / write_1
turns_moves_into_edges                   | 021 -> 120 : 1 / write_2 | 021 -> 102 : 1 / write_2
puts_towers_into_corners                 | 021 -> 012 : 0 / write_0 | 021 -> 102 : 0 / write_0
has_a_corner_where_its_distance_has_a_0  | 210 -> 120 : 2 / write_0 | 210 -> 021 : 2 / write_0
    """,
    "twice-reader": """
decides_on_pegs | 12 10 +1 -> ONCE : 01 / once | 12 10 +1 -> TWICE : 01 / twice
    """,
    "twice-reader-small": """
decides_on_addresses | B -> ONCE : 20 / once | B -> B : 20 / tie
    """,
}
"""For each reader and each claim: the line of its table that breaks the claim when exchanged."""

CLAIMS = {(name, claim.__name__): claim for name in THEOREMS for claim in THEOREMS[name].claims}
CASES = [(name, *case) for name, table in BROKEN.items() for case in cells(table)]


def exchanged(reader: Reader, old: str, new: str) -> Reader:
    """The reader with one line of its table exchanged, or without it if the new one is empty."""
    lines = [" ".join(line.split()) for line in str(reader.automaton).splitlines()]
    assert not old or old in lines, (old, lines)
    table = "\n".join([*(line for line in lines if line != old), new])
    automaton = reader.automaton
    version = Automaton.from_table(
        automaton.name, initial=automaton.initial, final=None, table=table, memory=automaton.memory
    )
    return reader.with_automaton(version)


@pytest.mark.parametrize(("name", "said", "old", "new"), CASES)
def test_each_claim_is_false_of_a_reader_that_is_broken_there(
    name: str, said: str, old: str, new: str
) -> None:
    claim = CLAIMS[name, said]
    tasks = PAIRS if READERS[name].state_of else PAIRS[:1]
    for task in tasks:
        assert decide(claim(Reading(READERS[name], *task))).holds
    formula = claim(Reading(exchanged(READERS[name], old, new), 0, 2))
    word = decide(formula).word
    assert word is not None
    read = {one: [letters[at] for letters in word] for at, one in enumerate(formula.variables)}
    assert not formula.is_true_of(read)


def test_every_claim_is_broken_once_and_says_what_it_claims() -> None:
    assert {claim.__name__ for claim in CLAIMS.values()} == {said for _, said, _, _ in CASES}
    assert all(claim.__doc__ for claim in CLAIMS.values())


@pytest.mark.parametrize("name", THEOREMS)
def test_a_claim_rests_on_readers_that_come_before(name: str) -> None:
    """So no proof goes round in a circle."""
    names = list(THEOREMS)
    for lemma in THEOREMS[name].rests_on:
        assert names.index(lemma) < names.index(name)


def of(once: int, twice: int) -> Lengths:
    """The lengths of two paths on which the disk moves that often."""

    def lengths(start: Term, goal: Term) -> tuple[Term, Term]:
        one, other = (Output(PathLength(moves), start, goal) for moves in (once, twice))
        return one, other

    return lengths


class Nothing:
    """A transducer that takes every path to be a single move."""

    start = None

    def step(self, state: None, letter: object) -> tuple[int, None]:
        return 0, None


BROKEN_LENGTHS: list[tuple[Callable[[Lengths], object], Lengths]] = [
    (any_two.neighbours_of_the_goal_are_one_move_away, of(2, 2)),
    (any_two.a_move_changes_the_shorter_by_at_most_1, of(1, 1)),
    (any_two.some_move_makes_the_shorter_shorter, lambda *ends: (Output(Nothing(), *ends),) * 2),
]


@pytest.mark.parametrize(("claim", "broken"), BROKEN_LENGTHS)
def test_the_distance_of_any_two_is_neither_path_alone(
    claim: Callable[[Lengths], Formula], broken: Lengths
) -> None:
    assert not decide(claim(broken)).holds
