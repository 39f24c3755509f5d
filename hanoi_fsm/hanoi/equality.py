"""Compare two machines by the rules of the puzzle.

Readers are compared by their answers, solvers by their proofs: two that are right for every number
of disks make the same moves. If no proof decides, both are run, and nothing is known beyond the
towers that were tried. `hanoi_fsm.fsm.theory.compare` compares all other machines. Merging the
equivalent states of a machine gives the smallest one that is equal to it.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, zip_longest
from typing import cast

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.errors import BadInput, Undecided, counted
from hanoi_fsm.fsm.finding import Progress, Verdict, no_progress
from hanoi_fsm.fsm.machine import RunArguments, Subject
from hanoi_fsm.fsm.memory import Firing, Uncalled
from hanoi_fsm.fsm.theory.compare import (
    Equivalence,
    Judged,
    Witness,
    compare,
    equal_as_drawn,
)
from hanoi_fsm.fsm.theory.determinize import Determinized
from hanoi_fsm.fsm.theory.determinize import determinize as determinized
from hanoi_fsm.fsm.theory.drift import Drift
from hanoi_fsm.fsm.theory.drift import drift as compare_drawn
from hanoi_fsm.fsm.theory.mealy import Minimal, minimal_of
from hanoi_fsm.hanoi.machines import DiskMachine
from hanoi_fsm.hanoi.pegs import PAIRS, Task, check_runnable
from hanoi_fsm.hanoi.plain import Source
from hanoi_fsm.hanoi.resolver import machine_of, resolve, sound
from hanoi_fsm.hanoi.rules import between, tasks_of, tried_pairs

Mover = DiskMachine | Source

SOLVER, PATHFINDER, READER = "solver", "pathfinder", "machine that reads events"
"""The kinds of machines: two of one kind can be compared."""
DISKS = 10
"""The largest tower that is tried by default."""


@checked
def equal(
    one: object, other: object, size: int = DISKS, *, progress: Progress = no_progress
) -> Equivalence:
    """Decide whether two machines, formulas or functions, by name or as values, are equal.

    Solvers and pathfinders are equal if they make the same moves, other machines if they answer all
    words or events alike. Names of states are not compared, see `drift`. Without a proof, towers of
    up to `size` disks are run. Raises `BadInput` for two of different kinds, and what `find`
    raises.

    >>> print(equal("two-storey", "two-state"))
    two-storey equals two-state: both are proved right for every number of disks, all six tasks
    >>> print(equal("move-reader", "move-reader-small"))
    move-reader differs from move-reader-small: reading 0: move-reader answers none,
    move-reader-small answers 01
    """
    first, second = sound(resolve(one)), sound(resolve(other))
    kinds = _kind(first), _kind(second)
    if kinds[0] != kinds[1]:
        shown = f"{first.shown} is a {kinds[0]}, {second.shown} a {kinds[1]}"
        raise BadInput(f"{shown}: name two of one kind to compare")
    if kinds[0] == READER:
        assert first.machine and second.machine  # all that reads events is an automaton
        judged = compare(first.machine, second.machine, progress)
    else:
        movers = cast("Mover", first), cast("Mover", second)
        judged = _movers(*movers, check_runnable(size), progress)
    machines = [subject.machine for subject in (first, second) if subject.machine]
    every = [made for machine in machines for made in machine.assumptions if made.settled_by]
    return Equivalence(first.shown, second.shown, *judged, tuple(every))


@checked
def drift(
    drawing: object,
    code: object,
    level: str = "",
    *,
    names: Mapping[str, str] | None = None,
    within: bool = False,
) -> Drift:
    """Check that a diagram still shows the machine in the code, or find how they differ.

    It compares states and arrows (`level="states"`), also events (`"events"`), or also guards and
    actions (`"labels"`): by default all that the code has. `names` maps names of the diagram to
    names in the code. A diagram `within` the code may show a part of it. Raises `BadInput` and what
    `find` raises.

    >>> print(drift("monk", "monk"))
    monk shows monk: the same labels
    """
    drawn, machine = machine_of(drawing), sound(machine_of(code))
    if not drawn.is_alone:  # a picture may leave out the guards that tell its arrows apart
        sound(drawn)
    return compare_drawn(drawn, machine, level, names=names, within=within)


def is_form_alone(one: Subject, other: Subject) -> bool:
    """Return whether one of two machines is a bare diagram, of which only the form is compared.

    Its guards are only names, or the other machine is one of the library, or of another kind.
    """
    first, second = one.machine, other.machine
    if first is None or second is None or first.is_drawn == second.is_drawn:
        return False
    guards = first.automaton.guards or second.automaton.guards
    is_of_library = any(issubclass(each.vocabulary, Firing | Uncalled) for each in (first, second))
    return bool(guards) or is_of_library or _kind(first) != _kind(second)


def minimize(subject: object) -> Minimal:
    """Merge the equivalent states of a machine's automaton.

    Dead states are dropped. Raises the errors of `resolve`, and `DefinitionError` for any
    fault other than states that are left out.

    >>> print(minimize("path-reader"))
    path-reader: already minimal: 3 states, 6 transitions; partial
    """
    return minimal_of(machine_of(subject))


def determinize(
    subject: object,
    *,
    intersect: object = None,
    unite: object = None,
    complement: bool = False,
) -> Determinized:
    """Make an acceptor deterministic: its states become the sets of states it may be in.

    To `intersect` it with another accepts the words that both accept, to `unite` them those that at
    least one accepts; the `complement` then accepts all other words over the same symbols. Raises
    the errors of `find`, and `BadInput` for anything but an acceptor of symbols alone.

    >>> print(determinize("path-reader"))
    path-reader: 3 states, 6 transitions become 4 states, 12 transitions: it was deterministic
    >>> determinize("path-reader", complement=True).automaton.final
    frozenset({'∅'})
    """
    if intersect is not None and unite is not None:
        raise BadInput("two acceptors are combined at a time: leave out `intersect=` or `unite=`")
    others = [other for other in (intersect, unite) if other is not None]
    acceptors = [sound(machine_of(each)).automaton for each in (subject, *others)]
    word, holds = ("and", all) if unite is None else ("or", any)
    name = f" {word} ".join(acceptor.name for acceptor in acceptors)
    if complement:
        name = f"not ({name})" if len(acceptors) > 1 else f"not {name}"
        return determinized(*acceptors, accepts=lambda ends: not holds(ends), name=name)
    return determinized(*acceptors, accepts=holds, name=name if len(acceptors) > 1 else "")


def _kind(subject: Subject) -> str:
    return subject.kind if subject.kind in (SOLVER, PATHFINDER) else READER


def _movers(one: Mover, other: Mover, disks: int, progress: Progress) -> Judged:
    reason = "they are the same" if one is other else ""
    if not reason and one.machine and other.machine:
        reason = equal_as_drawn(one.machine, other.machine)
    if reason:
        return Verdict.PROVED, reason, None
    proofs = [mover.prove(progress) for mover in (one, other)]
    if all(proof.holds for proof in proofs):
        text = "both are proved right for every number of disks, all six tasks"
        return Verdict.PROVED, text, None
    if one.kind == PATHFINDER:
        cases: list[_Case] = [(pair, between(*pair), len(pair[0])) for pair in tried_pairs(disks)]
        said = f"any two configurations of 0 .. {cases[-1][2]}"
    else:
        pairs = [pair for pair in one.pairs if pair in other.pairs]  # of a function one
        tasks = tasks_of(range(disks + 1), pairs)
        wrong = [proof.finding.size or 0 for proof in proofs if proof.finding]
        if wrong and any(proof.holds for proof in proofs):  # they differ at this size
            tasks = (Task(wrong[0], *pair) for pair in PAIRS)
        cases, said = [((task,), f"with {task}", task.disks) for task in tasks], f"0 .. {disks}"
    try:
        witness, tried = _first_difference(one, other, cases, progress)
    except Undecided as error:
        return Verdict.OPEN, f"undecided: {error}", None
    if witness is not None:
        return Verdict.REFUTED, "", witness
    return Verdict.OPEN, f"no difference for {said} disks ({tried})", None


_Case = tuple[RunArguments, str, int]
"""The inputs of both, a task or two configurations; the same in words; the number of disks."""

MOVES, ENDED = "moves ", "comes to its end"


def _first_difference(
    one: Mover, other: Mover, cases: Iterable[_Case], progress: Progress
) -> tuple[Witness | None, str]:
    """The first step at which two runs differ, or else how many were compared."""
    runs = moves = 0
    for inputs, context, size in cases:
        runs += 1
        made = zip_longest(_done(one, inputs), _done(other, inputs), fillvalue=ENDED)
        for step, texts in enumerate(islice(made, 2 << size), 1):
            mine, theirs = (
                text if text.startswith(MOVES) else text.partition(":")[0] for text in texts
            )
            if mine != theirs:
                return Witness(f"{context}, step {step}", texts, (), size, step), ""
            moves += mine.startswith(MOVES)
        progress(moves)
    return None, f"{counted(moves, 'move')} in {counted(runs, 'run')}"


def _done(mover: Subject, inputs: RunArguments) -> Iterator[str]:
    """Yield the steps of a run in words; two runs that stop may give different reasons."""
    for step in mover.steps(*inputs):
        if isinstance(step.error, Undecided):
            raise step.error
        if step.error is not None:
            yield f"stops: {step.placed_failure}"
            return
        if step.output is not None:
            yield f"{MOVES}{step.output}"
    yield ENDED
