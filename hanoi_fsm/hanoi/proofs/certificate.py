"""Certificates: the tables of a solver's proof as JSON, to be checked again without the search.

Whoever does not trust the search need not: a certificate has the definition of the machine and all
lines of its tables, and each line is checked by itself (`subtowers.first_gap`). An object with

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

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from hanoi_fsm.fsm.errors import DefinitionError, HanoiError, JsonError, UnknownName
from hanoi_fsm.fsm.formats.json_format import json_document
from hanoi_fsm.fsm.formats.json_reader import Schema, check, drawing, fail, parse
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.theory.mealy import without_equivalent_states
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.pegs import PEGS
from hanoi_fsm.hanoi.proofs.abstract import (
    AbstractRuns,
    Control,
    NotProvable,
    Seen,
    all_runs,
    values_of,
)
from hanoi_fsm.hanoi.proofs.subtowers import Lines, Subtower, Table

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


def is_certifiable(machine: Machine) -> bool:
    """Whether a text can have all of a machine: its memory is one of this package's solvers."""
    published = automata.SOLVERS.get(machine.automaton.memory)
    return published is not None and published.memory is machine.memory


def is_for(certificate: Certificate, machine: Machine) -> bool:
    """Whether a certificate is for a machine with this definition, equivalent states merged."""
    small = without_equivalent_states(machine)
    return is_certifiable(machine) and small.automaton == certificate.machine.automaton


def written(certificate: Certificate) -> dict[str, Any]:
    """A certificate as plain values."""
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
            if one
        },
        "tables": tables,
    }


def _numbered(things: Iterable[_Thing]) -> dict[_Thing, int]:
    """Each thing once, with its number."""
    return {one: number for number, one in enumerate(dict.fromkeys(things))}


def read(text: str | bytes) -> Certificate:
    """A certificate from its text; whether it proves anything is for `verify` to say.

    Raises `JsonError`, with the position, for anything that is not a certificate at all,
    `DefinitionError` for a faulty automaton, and `NotAProof` where a line or a table is there
    twice, or nothing of this kind can be proved of the machine.
    """
    value = parse(text, MOST_BYTES, "a certificate as `prove --certificate FILE` does")
    check(value, _WHOLE)
    machine = _machine(value["automaton"])
    try:
        start = next(all_runs(machine)).start
    except NotProvable as error:
        raise NotAProof(f"{machine.shown}: not provable this way: {error}") from None
    seen = _numbered_values(value["seen"], "seen", _seen)
    check(value["controls"], _controls(machine, start), "controls")
    controls = _numbered_values(value["controls"], "controls", _control)
    check(value["tables"], _tables(seen, controls), "tables")
    tables: dict[Case, Table] = {}
    for number, one in enumerate(value["tables"]):
        case = (*_task(one["source"], one["target"], f"tables[{number}]"), one["disks"] == "odd")
        if case in tables:
            raise NotAProof("tables: two of them are for the same task and numbers of disks")
        levels = [
            _lines(level, seen, controls, f"tables[{number}].levels[{height}]")
            for height, level in enumerate(one["levels"])
        ]
        tables[case] = Table(tuple(levels), one["again"])
    return Certificate(machine, tables)


def _object_of(properties: Schema) -> Schema:
    """The schema of an object with all these keys and no others."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def _below(number: int) -> Schema:
    return {"type": "integer", "minimum": 0, "maximum": number - 1}


_PEG = _below(len(PEGS))
_ORDER = {"type": "array", "items": _PEG, "maxItems": len(PEGS), "uniqueItems": True}
_MOVE = {**_ORDER, "type": ["array", "null"], "minItems": 2, "maxItems": 2}
_SEEN = _object_of({"order": _ORDER, "wanted": _PEG, "pending": _MOVE})
_WHOLE = _object_of(
    {
        "format": {"enum": [FORMAT]},
        "says": {},
        "automaton": {},
        "seen": {"type": "object", "patternProperties": {"": _SEEN}},
        "controls": {"type": "object"},
        "tables": {"type": "array"},
    }
)


def _controls(machine: Solver, start: Control) -> Schema:
    """Controls have registers of the names and the types that they have at the start."""
    names = {bool: "boolean", int: "integer", str: "string"}
    registers = {
        name: {"type": names.get(type(value), "null")} for name, value in values_of(start).items()
    }
    state = {"enum": list(machine.automaton.states)}
    control = _object_of({"state": state, "registers": _object_of(registers)})
    return {"patternProperties": {"": control}}


def _tables(seen: Sequence[Seen], controls: Sequence[Control]) -> Schema:
    control = _below(len(controls))
    line = {
        "type": "array",
        "minItems": 5,
        "maxItems": 5,
        "prefixItems": [_PEG, _PEG, _below(len(seen)), control, control],
    }
    table = {
        "source": _PEG,
        "target": _PEG,
        "disks": {"enum": ["odd", "even"]},
        "again": {"type": "integer", "minimum": 0},
        "levels": {"type": "array", "items": {"type": "array", "items": line}},
    }
    return {"items": _object_of(table)}


def _machine(value: Any) -> Solver:
    automaton = drawing(value, "automaton").automaton
    if automaton.memory not in automata.SOLVERS:
        unknown = UnknownName.among("solver", automaton.memory, list(automata.SOLVERS))
        raise JsonError(f"automaton.memory: {unknown}")
    machine = automata.SOLVERS[automaton.memory].with_automaton(automaton)
    if found := machine.faults():
        raise DefinitionError(machine.shown, [str(fault) for fault in found])
    return machine


def _numbered_values(
    values: Mapping[str, Any], at: str, read: Callable[[Any], _Thing]
) -> list[_Thing]:
    """The values of an object whose keys are 0, 1, 2, ...; they are different."""
    found: dict[_Thing, int] = {}
    for number, (key, value) in enumerate(values.items()):
        if key != str(number):
            fail(at, key, f"the key {str(number)!r}")
        item = read(value)
        if item in found:
            raise JsonError(f"{at}.{key}: the same as {at}.{found[item]}, expected another")
        found[item] = number
    return list(found)


def _seen(value: Any) -> Seen:
    pending = value["pending"] and tuple(value["pending"])
    return Seen(tuple(value["order"]), value["wanted"], pending)


def _control(value: Any) -> Control:
    registers = ((name, repr(one)) for name, one in value["registers"].items())
    return Control(value["state"], tuple(sorted(registers)))


def _task(source: int, target: int, at: str) -> tuple[int, int]:
    if source == target:
        fail(at, (source, target), "different pegs")
    return source, target


def _lines(
    level: Sequence[Any], seen: Sequence[Seen], controls: Sequence[Control], at: str
) -> Lines:
    found: dict[Subtower, Control | None] = {}
    for number, (source, target, below, before, after) in enumerate(level):
        task = _task(source, target, f"{at}[{number}]")
        whole = Subtower(*task, seen[below], controls[before])
        if whole in found:
            raise NotAProof(f"{at}: two lines are for the same subtower")
        found[whole] = controls[after]
    return found
