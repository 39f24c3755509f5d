"""Are two machines of anybody's equal? What is special to the puzzle about that question.

Readers are compared by their answers. Solvers by their proofs: two that are right for every number
of disks make the same moves. What no proof decides is run, and then nothing is known beyond the
towers that were tried. `hanoi_fsm.fsm.theory.compare` says how everything else is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product, zip_longest
from typing import TYPE_CHECKING, Any

from hanoi_fsm.fsm.errors import BadInput, HanoiError, counted
from hanoi_fsm.fsm.finding import Progress, Proof, Verdict, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.theory.compare import (
    AS_DRAWN,
    Comparison,
    Equivalence,
    Witness,
    compare_machines,
    compare_mealy_machines,
    equal_as_drawn,
    mealy_machine_of,
)
from hanoi_fsm.fsm.theory.mealy import MealyMachine
from hanoi_fsm.hanoi.checking.solver_check import END, SolverRun
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.machines.pathfinder import between
from hanoi_fsm.hanoi.machines.solver import tasks_of
from hanoi_fsm.hanoi.machines.tapes import Tape
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS, Configuration, Move, Task, check_disks
from hanoi_fsm.hanoi.plain import PlainSolver
from hanoi_fsm.hanoi.solving import find_any

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.checking.user_solvers import UserSolver

    Subject = Machine | PlainSolver | UserSolver
    Mover = Solver | PlainSolver | UserSolver

SOLVER, PATHFINDER, READER = "solver", "pathfinder", "machine that reads events"
"""The kinds of machines, as far as only two of one kind can be compared."""
DISKS = 10
"""The largest tower that is tried by default."""
MOST_DISKS = 16
"""The largest tower of a counterexample that is run: all six tasks of it are tried."""
ALL_PAIRS = 4
"""The most disks whose pairs of configurations are all tried."""


def equal(
    one: Any, other: Any, disks: int = DISKS, *, progress: Progress = no_progress
) -> Equivalence:
    """Whether two machines, formulas or functions, by name or as values, are equal.

    Solvers and pathfinders are equal if they make the same moves, other machines if they answer all
    words or events alike. What has to be run is run for 0 .. `disks` disks. Raises `BadInput` for
    two that are of different kinds, and what `find` raises.

    >>> print(equal("two-storey", "two-state"))
    two-storey equals two-state: both are proved right for every number of disks, all six tasks
    >>> print(equal("move-reader", "move-reader-small"))
    move-reader differs from move-reader-small: reading 0: move-reader answers none,
    move-reader-small answers 01
    """
    size = check_disks(disks)
    first, second = find_any(one), find_any(other)
    kinds = _kind(first), _kind(second)
    if kinds[0] != kinds[1]:
        shown = f"{first.shown} is a {kinds[0]}, {second.shown} a {kinds[1]}"
        raise BadInput(f"{shown}: name two of one kind to compare")
    if isinstance(first, Pathfinder) and isinstance(second, Pathfinder):
        return _pathfinders(first, second, size, progress)
    if isinstance(first, Machine) and isinstance(second, Machine) and kinds[0] != SOLVER:
        return _machines(first, second, progress)
    return _solvers(first, second, size, progress)  # type: ignore[arg-type]  # by their kind


def is_run(one: Subject, other: Subject) -> bool:
    """Whether what decides may be their runs with some disks."""
    return {_kind(one), _kind(other)} != {READER}


def _kind(subject: Subject) -> str:
    if isinstance(subject, Pathfinder):
        return PATHFINDER
    return READER if isinstance(subject, Machine) and not isinstance(subject, Solver) else SOLVER


def _names(one: Subject, other: Subject) -> tuple[str, str]:
    return one.shown, other.shown


def _machines(one: Machine, other: Machine, progress: Progress) -> Equivalence:
    first, second = mealy_machine(one), mealy_machine(other)
    if first is not None and second is not None:
        return compare_mealy_machines(_names(one, other), (first, second), one.kind.reading)
    return compare_machines(_names(one, other), (one, other), progress)


def mealy_machine(machine: Machine) -> MealyMachine | None:
    """The machine as one that only writes, of whatever kind."""
    memory = machine.memory
    if machine.starts or not (isinstance(memory, type) and issubclass(memory, Tape)):
        return mealy_machine_of(machine, machine.outputs)
    return mealy_machine_of(machine, memory.symbols())


def _solvers(one: Mover, other: Mover, disks: int, progress: Progress) -> Equivalence:
    names = _names(one, other)
    if one is other:
        return Equivalence(*names, Comparison.EQUAL, "they are the same")
    if isinstance(one, Machine) and isinstance(other, Machine) and equal_as_drawn(one, other):
        return Equivalence(*names, Comparison.EQUAL, AS_DRAWN)
    proofs = [_proof(one, progress), _proof(other, progress)]
    if all(proof.holds for proof in proofs):
        text = "both are proved right for every number of disks, all six tasks"
        return Equivalence(*names, Comparison.EQUAL, text)
    tried = _Tried(progress)
    refuted = [proof.finding for proof in proofs if proof.verdict is Verdict.REFUTED]
    sizes = {found.size for found in refuted if found is not None and found.size is not None}
    larger = [size for size in sorted(sizes) if disks < size <= MOST_DISKS]
    tasks = [*tasks_of(range(disks + 1), _pairs(one, other))]
    tasks += [Task(size, *pegs) for size in larger for pegs in _pairs(one, other)]
    witness = next(filter(None, (tried.task(one, other, task) for task in tasks)), None)
    if witness is None and any(proof.holds for proof in proofs):
        witness = _from_proofs(proofs)
    if witness is not None:
        return Equivalence(*names, Comparison.DIFFERENT, witness=witness)
    text = f"no difference for 0 .. {disks} disks ({tried})"
    return Equivalence(*names, Comparison.UNDECIDED, text)


def _proof(subject: Mover, progress: Progress) -> Proof:
    if isinstance(subject, Machine):
        return subject.prove(progress)
    return Proof.unknown(subject.shown)


def _pairs(*movers: Mover) -> list[tuple[int, int]]:
    """The tasks that all of them take: a user's function may know one only."""
    taken = [one.pairs for one in movers if hasattr(one, "pairs")]
    return [pair for pair in PAIRS if all(pair in pairs for pairs in taken)]


def _from_proofs(proofs: list[Proof]) -> Witness | None:
    """What refutes the one while the other is proved right: larger than what was run."""
    finding = next((proof.finding for proof in proofs if proof.finding), None)
    if finding is None:
        return None
    right, wrong = f"makes the right move {finding.expected}", f"fails: {finding}"
    answers = (right, wrong) if proofs[0].holds else (wrong, right)
    return Witness(finding.context, answers, (), finding.size, finding.step)


def _pathfinders(one: Pathfinder, other: Pathfinder, disks: int, progress: Progress) -> Equivalence:
    names = _names(one, other)
    if equal_as_drawn(one, other):
        return Equivalence(*names, Comparison.EQUAL, AS_DRAWN)
    tried, most = _Tried(progress), min(disks, ALL_PAIRS)
    for size in range(most + 1):
        words = ["".join(word) for word in product(map(str, PEGS), repeat=size)]
        for start, goal in product(words, repeat=2):
            witness = tried.path(one, other, start, goal)
            if witness is not None:
                return Equivalence(*names, Comparison.DIFFERENT, witness=witness)
    text = f"no difference for any two configurations of 0 .. {most} disks ({tried})"
    return Equivalence(*names, Comparison.UNDECIDED, text)


class _Stop(str):
    """Why there is no further move, in words."""


@dataclass
class _Tried:
    """The runs compared so far."""

    progress: Progress
    runs: int = 0
    moves: int = 0

    def __str__(self) -> str:
        return f"{counted(self.moves, 'move')} in {counted(self.runs, 'run')}"

    def task(self, one: Mover, other: Mover, task: Task) -> Witness | None:
        made = _made(one, task), _made(other, task)
        return self._first_difference(made, task.last_step + 1, f"with {task}", task.disks)

    def path(self, one: Pathfinder, other: Pathfinder, start: str, goal: str) -> Witness | None:
        ends, most = (Configuration(start), Configuration(goal)), 2 << len(start)
        made = (
            _stepwise(
                SolverRun(each, Task(len(start)), (each.automaton.initial, each.memory(*ends)))
            )
            for each in (one, other)
        )
        return self._first_difference((*made,), most, between(start, goal), len(start))

    def _first_difference(
        self, made: Iterable[Iterator[Move | _Stop]], most: int, context: str, size: int
    ) -> Witness | None:
        """The first step at which two runs differ, among the first `most`.

        Two that stop differ only if one of them has come to its end.
        """
        self.runs += 1
        steps = islice(zip_longest(*made, fillvalue=_Stop(END)), most)
        for step, (one, other) in enumerate(steps, 1):
            stop, stop_too = isinstance(one, _Stop), isinstance(other, _Stop)
            if stop != stop_too or (one != other and (not stop or END in (one, other))):
                answers = _in_words(one), _in_words(other)
                return Witness(f"{context}, step {step}", answers, (), size, step)
            if stop:
                break
            self.moves += 1
        self.progress(self.moves)
        return None


def _made(subject: Mover, task: Task) -> Iterator[Move | _Stop]:
    """The moves of one run, and why they stop before their end, if they do."""
    if isinstance(subject, Solver):
        yield from _stepwise(SolverRun(subject, task))
        return
    try:
        yield from getattr(subject, "moves_apart", subject.moves)(task)
    except HanoiError as error:
        yield _Stop(str(error).removeprefix(f"{subject.shown} stops: "))


def _stepwise(run: SolverRun) -> Iterator[Move | _Stop]:
    while isinstance(move := run.next_move(), Move):
        yield move
    yield _Stop(move)


def _in_words(made: Move | _Stop) -> str:
    if isinstance(made, _Stop):
        return "comes to its end" if made == END else f"stops: {made}"
    return f"moves {made}"
