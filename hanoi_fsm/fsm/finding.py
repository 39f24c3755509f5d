"""Verdicts of checks and proofs: findings, the outcomes that hold them, reports and proofs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from hanoi_fsm.fsm.errors import listed, shortened
from hanoi_fsm.fsm.notation import Row, Transition
from hanoi_fsm.fsm.trace import Record

Plain = dict[str, object]  # the fields of a finding as JSON
Lines = Mapping[Row | Transition | str, int]  # rows, their transitions, and states by name
Progress = Callable[[int], object]  # a callback that receives the amount of work done so far


def no_progress(done: int) -> None:
    """Ignore the progress."""


START, LABELS = "start", "labels"
"""The subjects of an assumption: where runs begin, or what labels mean."""


class Assumption(NamedTuple):
    """An assumption about how a diagram is read, and how to settle it, if it matters.

    A verdict that rests on an assumption that matters is undecided. It may be `about` the `START`
    or the `LABELS`, and does not matter if these are not compared.
    """

    text: str
    settled_by: str = ""
    about: str = ""

    def __str__(self) -> str:
        return f"{self.text} (settle it with {self.settled_by})" if self.settled_by else self.text


class Result:
    """The result of a function about a machine; the command line prints it as text."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))  # called by IPython, hence in notebooks


@dataclass(frozen=True)
class Finding:
    """One fault: what is wrong, where in the file, what was expected, and how to get there.

    `kind` is the question that it answers: `definition`, `output`, `complete`, `consistent`,
    `possible`, `ends`, `used`, `claim`, `unspecified`, `handover`, `reading`, `error`, or
    `undecided` for a run that was given up, which may be correct. `about` is the transition, state
    or claim concerned, `line` its line in the file. `context` says where the run began,
    `size` is its size, `step` counts from 1, and `path` holds the records that lead to the fault;
    for a run without records, `run` has the last transitions. If the run `is_stopped`, `got` says
    why, in a clause. A fault is only `possible` if it takes inputs that may never come together.

    >>> print(Finding("output", context="reading 0110", step=2, expected="1", got="0"))
    reading 0110, step 2: expected 1, got 0
    """

    kind: str
    text: str = ""
    about: Row | Transition | str | None = None
    line: int | None = None
    context: str = ""
    size: int | None = None
    step: int | None = None
    state: str = ""
    memory: str = ""
    expected: str = ""
    got: str = ""
    is_stopped: bool = False
    possible: bool = False
    path: tuple[Record, ...] = ()
    run: tuple[Transition, ...] = field(default=(), compare=False, repr=False)
    error: BaseException | None = field(default=None, compare=False, repr=False)

    @property
    def is_open(self) -> bool:
        """Whether it is undecided or only possible."""
        return self.kind == UNDECIDED or self.possible

    def placed(self, lines: Lines) -> Finding:
        line = lines.get(self.about) if self.about is not None else None
        return replace(self, line=line) if line else self

    def plain(self) -> Plain:
        """The fields as JSON, without records and exception, for `Finding(**...)`.

        >>> Finding("output", step=2).plain()
        {'kind': 'output', 'step': 2}
        """
        sent = replace(self, path=(), run=(), error=None)
        plain = vars(sent) | {"about": self.about and str(self.about)}
        return {
            name: value
            for name, value in plain.items()
            if value is not False and value not in ("", None, ())
        }

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else ""
        step = f"step {shortened(self.step, 100)}" if self.step is not None else ""
        state = f"state {self.state}" if self.state else ""
        where = ", ".join(filter(None, (self.context, step, state, self.memory)))
        instead = f"but {self.got}" if self.is_stopped else f"got {self.got}"
        outputs = f"expected {self.expected}, {instead}" if self.expected else ""
        return ": ".join(filter(None, (line, where, self.text, outputs)))


UNSPECIFIED = "unspecified"
"""The kind of a remark about a machine that was not compared with anything."""
END = "the end"
"""The end of a run that was not stopped."""
UNDECIDED = "undecided"
"""The kind of a finding that may not be a fault."""
STRICT = frozenset({"complete", "used", "ends"})
"""The kinds of remarks that `strict` makes faults: no run has shown such parts correct or wrong."""


@dataclass(frozen=True)
class Outcome:
    """The result of one check: its coverage, its findings, and remarks that are not faults.

    `compared` says whether runs were compared with a specification, and `taken` has the transitions
    that they took. `by` is the exploration or `proof` behind it, and `check` the check's name.
    """

    checked: str
    findings: tuple[Finding, ...] = ()
    remarks: tuple[Finding, ...] = ()
    compared: bool = False
    taken: frozenset[Transition] = frozenset()
    by: object = None
    proof: Proof | None = None
    check: str = ""

    @property
    def strict(self) -> tuple[Finding, ...]:
        """Its findings, and the remarks that are faults under `strict`."""
        return (*self.findings, *(remark for remark in self.remarks if remark.kind in STRICT))


@dataclass(frozen=True)
class Report(Result):
    """The outcomes of all checks of one machine; its text is one line.

    >>> print(Report("lamp", (Outcome("for every word", compared=True),)))
    lamp: holds for every word
    """

    name: str
    outcomes: tuple[Outcome, ...] = ()
    assumptions: tuple[Assumption, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for outcome in self.outcomes for finding in outcome.findings)

    @property
    def remarks(self) -> tuple[Finding, ...]:
        return tuple(remark for outcome in self.outcomes for remark in outcome.remarks)

    @property
    def finding(self) -> Finding | None:
        return next(iter(self.findings), None)

    @property
    def unsettled(self) -> tuple[Assumption, ...]:
        """The assumptions that the verdict rests on."""
        return tuple(assumption for assumption in self.assumptions if assumption.settled_by)

    @property
    def holds(self) -> bool:
        return self.verdict == "holds"

    @property
    def verdict(self) -> str:
        """Whether it "holds", "failed", or is "undecided"."""
        if self.unsettled:
            return UNDECIDED
        is_open = all(finding.is_open for finding in self.findings)
        return "holds" if not self.findings else UNDECIDED if is_open else "failed"

    def __str__(self) -> str:
        if self.unsettled:
            known = str(replace(self, assumptions=())).removeprefix(f"{self.name}: ")
            read = listed([*map(str, self.unsettled)], 400, "; ")
            return f"{self.name}: undecided, as it is read with {read}: {known}"
        if self.finding is not None:
            faults = [finding for finding in self.findings if finding.kind == "definition"]
            wrong = listed([*map(str, faults or [self.finding])], 600, "; ")
            said = "undecided" if self.verdict == UNDECIDED else "FAILED"
            return f"{self.name}: {said}: {wrong}"
        parts = [outcome.checked for outcome in self.outcomes if outcome.checked]
        said = listed([*parts, *map(str, self.remarks)], 600, "; ")
        if any(outcome.compared for outcome in self.outcomes):
            return f"{self.name}: holds {said}"
        return f"{self.name}: is sound, without a specification" + (f": {said}" if said else "")


NOTHING_TO_PROVE = "not provable: a proof needs a rule for inputs of any size"


class Verdict(Enum):
    """Proved for every size, refuted by a counterexample, or neither."""

    PROVED = "proved"
    REFUTED = "refuted"
    OPEN = "open"


@dataclass(frozen=True)
class Proof(Result):
    """The verdict on the machine of that `name`.

    `text` says what is proved, or why nothing is; the `finding` is the counterexample. `follows`
    says what else is proved by it.

    >>> print(Proof("lamp", Verdict.OPEN, "not provable: a proof needs a rule"))
    lamp: not provable: a proof needs a rule
    """

    name: str
    verdict: Verdict
    text: str = ""
    finding: Finding | None = None
    follows: str = ""

    @classmethod
    def unknown(cls, name: str) -> Proof:
        """The proof of a machine without a rule for inputs of any size."""
        return cls(name, Verdict.OPEN, NOTHING_TO_PROVE)

    @property
    def holds(self) -> bool:
        return self.verdict is Verdict.PROVED

    def __str__(self) -> str:
        said = "; ".join(filter(None, (self.text, self.follows)))
        return f"{self.name}: " + (f"FAILED: {self.finding}" if self.finding else said)
