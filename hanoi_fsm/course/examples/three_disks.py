"""Three disks as three regions, and the Hanoi graph, drawn by the rule of the puzzle alone.

hanoi-fsm equal three_disks.py:disks three_disks.py:graph
"""

from itertools import product

from hanoi_fsm import Automaton, Machine

PEGS = "abc"


def regions(many: int = 3) -> str:
    """A region for each disk, which may go where no smaller disk is on either of the two pegs."""
    lines = []
    for disk in range(1, many + 1):
        rows = []
        for source, target in product(PEGS, repeat=2):
            smaller = product(range(1, disk), source + target)
            guards = " & ".join(f"!in({less} on {peg})" for less, peg in smaller)
            label = f"{disk}{target} [{guards}]" if guards else f"{disk}{target}"
            if source != target:
                rows.append(f"{disk} on {source} -> {disk} on {target} : {label}")
        lines.append("\n".join([f"disk {disk} {{", *rows, "}"]))
    return "\n".join(["disks {", "\n--\n".join(lines), "}"])


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
    Automaton.from_table("disks", initial="disks", table=regions()),
    partial=True,
    summary="three disks as three regions",
)
graph = Machine(
    Automaton.from_table("graph", initial="aaa", table=arrows()),
    partial=True,
    summary="the Hanoi graph of three disks",
)
