"""Solvers that are right for small towers only, and what running them says."""

from hanoi_fsm import Automaton, automata
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.proof import Proof, Verdict
from hanoi_fsm.hanoi.checking.solver_check import difference
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import PAIRS, Task


def solver(name: str) -> Solver:
    machine = automata.get(name)
    assert isinstance(machine, Solver)
    return machine


def over(name: str, table: str, initial: str, final: str = "done") -> Solver:
    """A solver over the memory of another, with a table of its own."""
    version = Automaton.from_table(name, initial=initial, final=final, table=table)
    machine = solver(name).with_automaton(version)
    assert isinstance(machine, Solver)
    return machine


def first_fault(machine: Solver, towers: range, pairs: int = 6) -> Finding | None:
    """The first fault of runs from step 1 on, with the fewest disks."""
    tasks = (Task(disks, *pair) for disks in towers for pair in PAIRS[:pairs])
    return next(filter(None, (difference(machine, task) for task in tasks)), None)


def assert_true(proof: Proof, machine: Solver, disks: int) -> None:
    """Raise unless runs with up to `disks` disks agree, beyond 6 disks those of 0 -> 2 alone."""
    found = proof.finding
    assert proof.verdict is (Verdict.REFUTED if found else Verdict.PROVED), str(proof)
    if found is None:
        assert first_fault(machine, range(7)) is None
        assert first_fault(machine, range(7, disks + 1), pairs=1) is None
        return
    assert found.size is not None
    begin = 0 if found.size <= 7 else found.size
    assert found == first_fault(machine, range(begin, found.size + 1))


def unrolled(name: str, times: int, last: str = "", instead: str = "") -> Solver:
    """The cycle of a solver repeated, with one label of the last round replaced."""
    machine = solver(name)
    rows = []
    for turn in range(times):
        for one in machine.automaton.transitions:
            after = turn + (one.target == machine.automaton.initial)
            target = one.target if one.target == "done" else f"{one.target}{after % times}"
            label = str(one.label)
            if turn == times - 1 and str(one) == last:
                label = instead
            rows.append(f"{one.source}{turn} -> {target} : {label}")
    return over(name, "\n".join(rows), f"{machine.automaton.initial}0")


def counting(moves: int) -> Solver:
    """monk as a chain of states that ends after some moves."""
    rows = ["pray0 -> done : step [built]"]
    for at in range(moves):
        rows.append(f"pray{at} -> pray{at + 1} : step [!built] / move_next")
        rows.append(f"pray{at + 1} -> done : step{' [built]' if at + 1 < moves else ''}")
    return over("monk", "\n".join(rows), "pray0")
