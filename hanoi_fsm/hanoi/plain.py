"""The solvers that are not automata: recursion, the four steps by hand, and three formulas."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, repeat
from typing import ClassVar, Self

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, counted
from hanoi_fsm.fsm.finding import (
    NOTHING_TO_PROVE,
    Finding,
    Outcome,
    Progress,
    Proof,
    Verdict,
    no_progress,
)
from hanoi_fsm.fsm.memory import NoMemory
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.stepping import Step
from hanoi_fsm.fsm.trace import Record, Row, Run, Views
from hanoi_fsm.hanoi import formulas, judge
from hanoi_fsm.hanoi.formulas.derivations import DERIVATIONS
from hanoi_fsm.hanoi.machines import DiskMover
from hanoi_fsm.hanoi.pegs import PAIRS, BadDisks, BadStep, Move, PegMatrix, Task, third

NO_MEMORY = NoMemory()


@dataclass(frozen=True)
class Source(DiskMover):
    """A source of a tower's moves that is not an automaton: a formula, or a caller's function.

    `make(task)` yields its moves; if it can begin `anywhere`, it takes the first step, too. `pairs`
    are the pegs between which it can move a tower; others are refused. `asks_for` lists what it has
    to know, in the words of `comparing.KNOWLEDGE`. `given(task)` is the result of a caller's
    function, before any of it is checked.
    """

    shown: str
    family: str
    idea: str
    summary: str
    make: Callable[..., Iterator[Move]]
    asks_for: tuple[str, ...] = ()
    pairs: Sequence[tuple[int, int]] = PAIRS
    given: Callable[[Task], Iterable[object]] | None = None
    anywhere: bool = False
    verdict: Verdict = Verdict.OPEN

    machine: ClassVar[None] = None

    def on(self, engine: str | None) -> Self:
        """Return itself; raise `BadInput` if an engine is named, as it has nothing to run."""
        if engine is not None:
            raise BadInput(f"{self.shown} is not an automaton: leave out `engine=`")
        return self

    def faults(self) -> list[Finding]:
        return []

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        """Compare its moves for 0 .. `size` disks with the formula."""
        return judge.conform_solver(self, size, progress)

    def prove(self, progress: Progress = no_progress) -> Proof:
        """Return the known verdict: the closed formula is right by definition."""
        return Proof(self.shown, self.verdict, NOTHING_TO_PROVE)

    def moves(self, task: Task, start: int = 1, engine: str | None = None) -> Iterator[Move]:
        """The moves from the step `start` on; impossible requests are refused at the call."""
        self.on(engine)
        first = formulas.check_step(start, task, first=1, last=task.last_step or 1)
        if (task.source, task.target) not in self.pairs:
            why = "it has no parameters `source` and `target`"
            raise BadInput(f"{self.shown} moves the tower from 0 to 2 only: {why}")
        if self.anywhere:
            return self.make(task, first)
        if first > 1:
            raise BadStep(f"{self.shown} begins at step 1: leave out `start=`, or use call-stack")
        return self.make(task)

    def steps(self, task: Task) -> Iterator[Step]:
        """Yield its moves as the steps of a run; the last one may have an error."""
        try:
            for move in self.moves(task):
                yield Step(None, NO_MEMORY, move)
        except MachineStopped as error:
            yield Step(None, NO_MEMORY, error=error)

    @checked
    def run(
        self,
        disks: int,
        *,
        source: int = 0,
        target: int = 2,
        start: int = 1,
        views: Views = False,
        engine: str | None = None,
    ) -> Run:
        """Trace its moves like an automaton with one state, one record per move."""
        task = Task(disks, source, target)
        moves = self.moves(task, start, engine)
        itself = Transition(self.shown, self.shown, Label("step"))
        pegs = PegMatrix(formulas.configuration(start - 1, task)) if views else None

        def shown(move: Move) -> str | None:
            return str(pegs) if pegs and pegs.move(move.source, move.target) else None

        records = (Record(n, itself, move, shown(move)) for n, move in enumerate(moves, 1))
        return Run(NO_MEMORY, records, task.last_step - start + 1)

    def rows(
        self, records: Iterator[Record], first_step: int = 1, *, full: bool = False
    ) -> Iterator[Row]:
        """Yield one row per move."""
        for step, record in enumerate(records, first_step):
            move = record.output._asdict() if full else {"move": record.output}
            yield {"step": step, **move, "pegs": record.view}

    def derivation(
        self, disks: int, *, source: int = 0, target: int = 2, start: int = 1
    ) -> Iterator[Row]:
        """The figures from which each move follows, from the step `start` on."""
        derive, task = DERIVATIONS.get(self.shown), Task(disks, source, target)
        return (derive(step, task) for step in count(start)) if derive else repeat({})


def recursion(task: Task) -> Iterator[Move]:
    """The moves by recursion; every call waits on Python's own stack, whose depth is limited.

    Raises `BadDisks` beyond that depth, when the first move is asked for.
    """
    try:
        yield from _recursion(task.disks, task.source, task.target)
    except RecursionError:
        raise BadDisks(
            f"the recursion for {counted(task.disks, 'disk')} is deeper than Python's stack: "
            "use call-stack, the same recursion with a stack of its own"
        ) from None


def _recursion(disk: int, source: int, target: int) -> Iterator[Move]:
    if disk:
        spare = third(source, target)
        yield from _recursion(disk - 1, source, spare)
        yield Move(disk, source, target)
        yield from _recursion(disk - 1, spare, target)


def _by_formula(family: formulas.Family, task: Task, start: int) -> Iterator[Move]:
    return formulas.moves(start, task.last_step + 1, task, by=family)


def four_step(task: Task) -> Iterator[Move]:
    """The moves by the four steps of Legalov (2002).

    This is the idea of two-storey as a person would write it: the state is the place in the code,
    and the memory is three lists. It shares no code with any machine. Each list is a peg from the
    bottom up; its first item is larger than any disk, so that the top of an empty peg can be
    compared too.

    >>> [move.disk for move in four_step(Task(3))]
    [1, 2, 1, 3, 1, 2, 1]
    """
    disks = task.disks
    if not disks:
        return
    pegs = [[disks + 1, *stack] for stack in task.start.pegs()]
    tower = pegs[task.target]
    stride = (task.target if disks % 2 else task.spare) - task.source
    a, b, c = task.source, (task.source + stride) % 3, (task.source - stride) % 3
    here, ahead, beyond = pegs[a], pegs[b], pegs[c]
    while True:
        ahead.append(here.pop())  # dismantle: disk 1 goes one peg on
        yield Move(1, a, b)
        if len(tower) > disks:
            return
        beyond.append(here.pop())  # base: the disk that it was on goes to the third peg
        yield Move(beyond[-1], a, c)
        beyond.append(ahead.pop())  # crown: disk 1 goes on, onto that base
        yield Move(1, b, c)
        if len(tower) > disks:
            return
        if here[-1] < ahead[-1]:  # foundation: the smaller of the other two tops onto the larger
            ahead.append(here.pop())
            yield Move(ahead[-1], a, b)
        else:
            here.append(ahead.pop())
            yield Move(here[-1], b, a)
        a, b, c = c, a, b
        here, ahead, beyond = beyond, here, ahead


PLAIN = {
    source.shown: source
    for source in (
        Source(
            "recursion",
            "recursion",
            "textbook",
            "the recursion itself, on Python's own stack",
            recursion,
            ("stack",),
        ),
        Source(
            "four-step",
            "program",
            "Legalov 2002",
            "the four steps of two-storey as a loop written by hand",
            four_step,
            ("sizes", "pegs"),
        ),
        Source(
            "formula",
            "formula",
            "Legalov 2002",
            "the closed formula: trailing zeros and a count of turns",
            partial(_by_formula, formulas.legalov),
            ("step",),
            anywhere=True,
            verdict=Verdict.PROVED,
        ),
        Source(
            "hbits",
            "formula",
            "hBits",
            "two bit tricks and a remainder",
            partial(_by_formula, formulas.hbits),
            ("step",),
            anywhere=True,
        ),
        Source(
            "itinerary",
            "formula",
            "Scheme 2007",
            "the round trip of each disk",
            partial(_by_formula, formulas.itinerary),
            ("step",),
            anywhere=True,
        ),
    )
}
"""The plain solvers of this package, by name."""
