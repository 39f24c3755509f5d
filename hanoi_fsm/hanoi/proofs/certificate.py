"""Certificates: the tables of a solver's proof as JSON, to be checked again without the search.

Whoever does not trust the search need not: a certificate has the definition of the machine and all
lines of its tables, and each line is checked by itself (`first_gap`, which shares no code with the
search). An object with

    format      "hanoi-fsm proof 1"
    says        what this is, in lines for people; it is not read
    automaton   the definition, as `export --to json` writes it; its memory must be one of the
                solvers of this package, so that no file brings code along
    seen        by number, what can be seen of the larger disks: the `order` of the pegs that hold
                one, that with the smallest top first, the peg that is `wanted` for the next disk,
                and the `pending` move
    controls    by number, the `state` of the machine and its `registers`
    tables      for each task (`source`, `target`) and for `odd` and `even` numbers of `disks` the
                `levels` 0, 1, 2, ..., of which all further ones repeat those from `again` on

A line of level m is [source, target, seen, before, after]: if the m smallest disks go as a tower
from one peg to the other, this is seen of the larger disks, and that is the control of the machine
before, then the last number is its control after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hanoi_fsm.fsm.errors import DefinitionError, HanoiError, JsonError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.theory.mealy import without_equivalent_states
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import PEGS, third
from hanoi_fsm.hanoi.proofs import ours
from hanoi_fsm.hanoi.proofs.abstract import AbstractRuns, Control, Seen, values_of
from hanoi_fsm.hanoi.proofs.subtowers import Subtower, Table

if TYPE_CHECKING:
    from hanoi_fsm.fsm.automaton import Automaton
    from hanoi_fsm.fsm.formats.json_format import Schema

_Thing = TypeVar("_Thing")

FORMAT = "hanoi-fsm proof 1"
SAYS = [
    "This automaton solves the Towers of Hanoi with any number of disks: the tables prove it.",
    "A line of level m is [source, target, seen, before, after]. It says of the m smallest disks:",
    "if they go as a tower from source to target, `seen` is what is seen of the larger disks, and",
    "`before` is the control of the machine at their first move, then `after` is that at the end.",
    "Each line follows from two lines of the level below and the move between them.",
]
MOST_BYTES = 1 << 20

Case = tuple[int, int, bool]
"""What a table is for: the source, the target, and whether the numbers of disks are odd."""


class NotAProof(HanoiError):
    """A certificate that does not prove what it says, and where it fails."""


class Certificate(NamedTuple):
    """A machine, and the tables that should prove it right."""

    machine: Solver
    tables: Mapping[Case, Table]


def case_of(runs: AbstractRuns) -> Case:
    """What the table of these runs is for."""
    return runs.task.source, runs.task.target, runs.is_odd


def first_gap(table: Table, runs: AbstractRuns) -> str | None:
    """The first place where a table is not a proof, None if it is one.

    It is a proof if each line follows from the lines below it, and all towers are in it. Then the
    machine is right for each number of disks, odd or even, that the `runs` are for. By induction
    over the level m the lines of F(m) are those of the table. The level above the last is a
    repetition if the lines of the level `again` follow from it as well.
    """
    levels, again = table
    top, task = len(levels), runs.task
    if not 1 <= again < top or (top - again) % 2:
        return f"level {top} cannot repeat level {again}"
    for level, lines in enumerate([*levels, levels[again]]):
        for number, (whole, after) in enumerate(lines.items(), 1):
            if not _follows(runs, level, whole, after, levels[level - 1]):
                repeats = f", a repetition of level {again}" if level == top else ""
                return f"level {level}{repeats}: line {number} does not follow from the lines below"
    whole = Subtower(task.source, task.target, Seen((), task.target), runs.start)
    for disks in range(1 if runs.is_odd else 2, top, 2):
        control = levels[disks].get(whole)
        end = control and runs.next_move(Seen((), task.target).after(task.target), control)
        if end is None or end.pegs:
            return f"level {disks}: no line moves the whole tower to the end of the run"
    return None


def _follows(
    runs: AbstractRuns,
    level: int,
    whole: Subtower,
    after: Control,
    below: Mapping[Subtower, Control],
) -> bool:
    """Whether a line follows from those of the level `below`, of which level 0 asks nothing."""
    source, target, seen, before = whole
    if level == 0:
        return after == before
    via, on_source = third(source, target), seen.after(source)
    middle = below.get(Subtower(source, via, on_source, before))
    made = middle and runs.next_move(on_source.after(via) if level > 1 else on_source, middle)
    if made is None or made.pegs != (source, target):
        return False
    return below.get(Subtower(via, target, seen.after(target), made.control)) == after


def is_for(certificate: Certificate, machine: Machine) -> bool:
    """Whether a certificate is for a machine with this definition, equivalent states merged."""
    small = without_equivalent_states(machine)
    return ours(machine) is not None and small.automaton == certificate.machine.automaton


def written(certificate: Certificate) -> dict[str, Any]:
    """A certificate as plain values."""
    from hanoi_fsm.fsm.formats.json_format import json_document

    levels = chain.from_iterable(table.levels for table in certificate.tables.values())
    lines = list(chain.from_iterable(lines.items() for lines in levels))
    seen = _numbered(whole.below for whole, _ in lines)
    controls = _numbered(chain.from_iterable((whole.control, after) for whole, after in lines))
    tables = [
        {
            "source": source,
            "target": target,
            "disks": "odd" if is_odd else "even",
            "again": table.again,
            "levels": [
                [
                    [one.source, one.target, seen[one.below], controls[one.control], controls[end]]
                    for one, end in lines.items()
                ]
                for lines in table.levels
            ],
        }
        for (source, target, is_odd), table in certificate.tables.items()
    ]
    return {
        "format": FORMAT,
        "says": SAYS,
        "automaton": json_document(certificate.machine.automaton),
        "seen": {str(number): one._asdict() for one, number in seen.items()},
        "controls": {
            str(number): {"state": one.state, "registers": values_of(one)}
            for one, number in controls.items()
        },
        "tables": tables,
    }


def _numbered(things: Iterable[_Thing]) -> dict[_Thing, int]:
    """Each thing once, with its number."""
    return {one: number for number, one in enumerate(dict.fromkeys(things))}


def _object_of(**properties: Schema) -> Schema:
    """The schema of an object with all these keys and no others."""
    only = {"additionalProperties": False, "required": list(properties)}
    return {"type": "object", **only, "properties": properties}


def _dict_of(values: Schema) -> Schema:
    return {"type": "object", "patternProperties": {"": values}}


def _list_of(items: Schema, **limits: object) -> Schema:
    return {"type": "array", "items": items, **limits}


_NUMBER = {"type": "integer", "minimum": 0}
_PEG = {**_NUMBER, "maximum": len(PEGS) - 1}
_MOVE = {"type": ["array", "null"], "items": _PEG, "minItems": 2, "maxItems": 2}
_SEEN = _object_of(order=_list_of(_PEG, uniqueItems=True), wanted=_PEG, pending=_MOVE)
_REGISTERS = _dict_of({"type": ["integer", "string", "boolean", "null"]})
_LINE = _list_of(_NUMBER, minItems=5, maxItems=5)
_TABLE = _object_of(
    source=_PEG,
    target=_PEG,
    disks={"enum": ["odd", "even"]},
    again=_NUMBER,
    levels=_list_of(_list_of(_LINE)),
)
_SCHEMA = _object_of(
    format={"enum": [FORMAT]},
    says={},
    automaton={},
    seen=_dict_of(_SEEN),
    controls=_dict_of(_object_of(state={"type": "string"}, registers=_REGISTERS)),
    tables=_list_of(_TABLE),
)


def read(text: str | bytes) -> Certificate:
    """A certificate from its text; whether it proves anything is for `verify` to say.

    Raises `JsonError`, with the position, for anything that is not a certificate at all,
    `NotAProof` for lines or tables that are given twice, and `DefinitionError` for a faulty
    automaton.
    """
    from hanoi_fsm.fsm.formats.json_format import check, drawing, parse

    value = parse(text, MOST_BYTES, "a certificate as `prove --certificate FILE` does")
    check(value, _SCHEMA)
    machine = _machine(drawing(value["automaton"], "automaton").automaton)
    seen, controls = {}, {}
    for key, one in value["seen"].items():
        pending = one["pending"] and tuple(one["pending"])
        seen[key] = Seen(tuple(one["order"]), one["wanted"], pending)
    for key, one in value["controls"].items():
        registers = sorted((name, repr(item)) for name, item in one["registers"].items())
        controls[key] = Control(one["state"], tuple(registers))
    tables = {}
    for number, table in enumerate(value["tables"]):
        try:
            levels = [
                {
                    Subtower(a, b, seen[str(below)], controls[str(before)]): controls[str(after)]
                    for a, b, below, before, after in level
                }
                for level in table["levels"]
            ]
        except KeyError as missing:
            raise JsonError(f"tables[{number}]: a line has {missing}, which is not given") from None
        case = table["source"], table["target"], table["disks"] == "odd"
        if case in tables:
            raise NotAProof(f"tables[{number}] is for the same task as one before: leave one out")
        if sum(map(len, levels)) < sum(map(len, table["levels"])):
            raise NotAProof(f"tables[{number}] has two lines for the same subtower: leave one out")
        tables[case] = Table(levels, table["again"])
    return Certificate(machine, tables)


def _machine(automaton: Automaton) -> Solver:
    if automaton.memory not in automata.SOLVERS:
        unknown = automata.unknown("solver", automaton.memory, list(automata.SOLVERS))
        raise JsonError(f"automaton.memory: {unknown}")
    machine = automata.SOLVERS[automaton.memory].with_automaton(automaton)
    if found := machine.faults():
        raise DefinitionError(machine.shown, [str(fault) for fault in found])
    return machine
