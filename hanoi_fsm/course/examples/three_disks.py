"""Three disks as three regions, and the Hanoi graph, drawn by the rule of the puzzle alone.

hanoi-fsm equal three_disks.py:disks three_disks.py:graph
"""

from itertools import product

from hanoi_fsm import Automaton, Machine

PEGS = "abc"


REGIONS = """
    disks {
        disk 1 {
            1 on a -> 1 on b : 1b
            1 on a -> 1 on c : 1c
            1 on b -> 1 on a : 1a
            1 on b -> 1 on c : 1c
            1 on c -> 1 on a : 1a
            1 on c -> 1 on b : 1b
        }
        --
        disk 2 {
            2 on a -> 2 on b : 2b [!in(1 on a) & !in(1 on b)]
            2 on a -> 2 on c : 2c [!in(1 on a) & !in(1 on c)]
            2 on b -> 2 on a : 2a [!in(1 on b) & !in(1 on a)]
            2 on b -> 2 on c : 2c [!in(1 on b) & !in(1 on c)]
            2 on c -> 2 on a : 2a [!in(1 on c) & !in(1 on a)]
            2 on c -> 2 on b : 2b [!in(1 on c) & !in(1 on b)]
        }
        --
        disk 3 {
            3 on a -> 3 on b : 3b [!in(1 on a) & !in(1 on b) & !in(2 on a) & !in(2 on b)]
            3 on a -> 3 on c : 3c [!in(1 on a) & !in(1 on c) & !in(2 on a) & !in(2 on c)]
            3 on b -> 3 on a : 3a [!in(1 on b) & !in(1 on a) & !in(2 on b) & !in(2 on a)]
            3 on b -> 3 on c : 3c [!in(1 on b) & !in(1 on c) & !in(2 on b) & !in(2 on c)]
            3 on c -> 3 on a : 3a [!in(1 on c) & !in(1 on a) & !in(2 on c) & !in(2 on a)]
            3 on c -> 3 on b : 3b [!in(1 on c) & !in(1 on b) & !in(2 on c) & !in(2 on b)]
        }
    }
"""
"""A region for each disk, which may go where no smaller disk is on either of the two pegs."""


def arrows(many: int = 3) -> str:
    """An arrow for each legal move, between configurations such as `abc`."""
    rows = []
    for pegs in product(PEGS, repeat=many):
        for at, target in product(range(many), PEGS):
            if pegs[at] != target and not {pegs[at], target} & {*pegs[:at]}:
                after = "".join((*pegs[:at], target, *pegs[at + 1 :]))
                rows.append(f"{''.join(pegs)} -> {after} : {at + 1}{target}")
    return "\n".join(rows)


disks = Machine(
    Automaton.from_table("disks", initial="disks", table=REGIONS),
    partial=True,
    summary="three disks as three regions",
)
graph = Machine(
    Automaton.from_table("graph", initial="aaa", table=arrows()),
    partial=True,
    summary="the Hanoi graph of three disks",
)
