"""The diagram of a machine, its mutants and repairs, by a name, a file or a value."""

from pathlib import Path

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.files import write
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.repair.mutants import MOST as MOST_MUTANTS
from hanoi_fsm.fsm.repair.mutants import Mutants, mutants_of
from hanoi_fsm.fsm.repair.search import MOST, Repairs, repairs_of
from hanoi_fsm.hanoi.resolver import find, machine_of, runnable


@checked
def draw(subject: object, file: str | Path | None = None, **shown: object) -> Diagram:
    """Draw the state diagram of a machine, and write it to a `file`, if one is given.

    The extension is .svg, .png, .pdf or .dot; raises `UnknownName` for another, `FileError` for a
    file that cannot be written, and the errors of `find`. `shown` holds the options of a `Diagram`,
    such as `lit` or `counts`.

    >>> draw("monk", lit=["pray"])
    <Diagram monk: 2 states, 2 transitions>
    """
    diagram = Diagram.of(find(subject), **shown)
    if file is not None:
        format = Path(file).suffix.lower().removeprefix(".")
        content = diagram.dot if format == "dot" else diagram.render(format)
        write(content, file)
    return diagram


@checked
def mutants(
    subject: object,
    size: int = 6,
    *,
    most: int = MOST_MUTANTS,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> Mutants:
    """Make every single change to a machine, and find the check that notices it.

    Runs of up to `size` are tried: disks, or events of a word, at least 6.

    If there are more than `most` changes, that many are sampled, always the same ones.

    Raises `BadInput` for a machine that fails its own check, and what `find` raises.

    >>> print(mutants("monk"))
    monk: 12 of 12 mutants are killed
    """
    machine = find(subject)
    return mutants_of(
        machine, runnable(machine, size), most=most, workers=workers, progress=progress
    )


@checked
def repair(
    subject: object,
    size: int = 6,
    *,
    most: int = MOST,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> Repairs:
    r"""Find the single edits after which a machine passes its check, the likeliest first.

    Raises the errors of `resolve`; faults in a definition are repaired too.

    >>> from hanoi_fsm import Automaton, automata
    >>> table = "pray -> pray : step [built] / move_next \n pray -> done : step [built]"
    >>> wrong = Automaton.from_table("monk", initial="pray", final="done", table=table)
    >>> print(repair(wrong, most=1))
    `pray -> pray : step [built] / move_next` should have the guard `!built` instead of `built`
    """
    machine = machine_of(subject)
    return repairs_of(machine, runnable(machine, size), most, workers=workers, progress=progress)
