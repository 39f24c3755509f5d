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

from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from hanoi_fsm.fsm.checking.minimization import without_equivalent_states
from hanoi_fsm.fsm.errors import DefinitionError, HanoiError, JsonError, UnknownName
from hanoi_fsm.fsm.formats import strict_json
from hanoi_fsm.fsm.formats.json_format import json_document
from hanoi_fsm.fsm.formats.json_reader import drawing
from hanoi_fsm.fsm.formats.strict_json import Kind, ValueReader, fail
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.pegs import PEGS
from hanoi_fsm.hanoi.proofs.abstract_pegs import Seen
from hanoi_fsm.hanoi.proofs.abstract_runs import AbstractRuns, Control, all_runs
from hanoi_fsm.hanoi.proofs.subtowers import Lines, Subtower, Table
from hanoi_fsm.hanoi.proofs.unanswerable import NotProvable

_Thing = TypeVar("_Thing")

FORMAT = "hanoi-fsm proof 1"
SAYS = [
    "This automaton solves the Towers of Hanoi with any number of disks: the tables prove it.",
    "A line of level m is [source, target, seen, before, after]. It says of the m smallest disks:",
    "if they go as a tower from source to target, `seen` is what is seen of the larger disks, and",
    "`before` is the control of the machine at their first move, then `after` is that at the end.",
    "Each line follows from two lines of the level below and the move between them.",
]
MOST_BYTES = 4 << 20
DEEPEST = 6  # certificate, tables, table, levels, level, line
KIND = Kind("a certificate", MOST_BYTES, DEEPEST, "prove --certificate FILE")
MOST = 1_000_000
"""More of anything than such a text has room for."""

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
        "seen": {str(number): _plain(one) for one, number in seen.items()},
        "controls": {str(number): _object(one) for one, number in controls.items() if one},
        "tables": tables,
    }


def _numbered(things: Iterable[_Thing]) -> dict[_Thing, int]:
    """Each thing once, with its number."""
    return {one: number for number, one in enumerate(dict.fromkeys(things))}


def _plain(seen: Seen) -> dict[str, Any]:
    pending = seen.pending and list(seen.pending)
    return {"order": list(seen.order), "wanted": seen.wanted, "pending": pending}


def _object(control: Control) -> dict[str, Any]:
    registers = {name: literal_eval(value) for name, value in control.registers}
    return {"state": control.state, "registers": registers}


def read(text: str | bytes) -> Certificate:
    """A certificate from its text; whether it proves anything is for `verify` to say.

    Raises `JsonError`, with the position, for anything that is not a certificate at all,
    `DefinitionError` for a faulty automaton, and `NotAProof` where a line or a table is there
    twice, or nothing of this kind can be proved of the machine.
    """
    keys: dict[str, ValueReader] = {"format": _format, "says": _unread, "automaton": _machine}
    keys |= {"seen": partial(_list, _seen), "controls": _unread, "tables": _unread}
    value = strict_json.parse(text, KIND)
    parts = strict_json.parts(value, "", keys, whole="the certificate")
    machine = parts["automaton"]
    try:
        start = next(all_runs(machine)).start
    except NotProvable as error:
        raise NotAProof(f"{machine.shown}: not provable this way: {error}") from None
    controls = _list(partial(_control, machine, start), parts["controls"], "controls")
    read_table = partial(_table, parts["seen"], controls)
    tables = strict_json.items(parts["tables"], "tables", MOST, read_table)
    if len(dict(tables)) < len(tables):
        raise NotAProof("tables: two of them are for the same task and numbers of disks")
    return Certificate(machine, dict(tables))


def _unread(value: Any, at: str) -> Any:
    return value


def _format(value: Any, at: str) -> str:
    return strict_json.one_of(value, at, [FORMAT])


def _machine(value: Any, at: str) -> Solver:
    automaton = drawing(value, at).automaton
    if automaton.memory not in automata.SOLVERS:
        unknown = UnknownName.among("solver", automaton.memory, list(automata.SOLVERS))
        raise JsonError(f"{at}.memory: {unknown}")
    machine = automata.SOLVERS[automaton.memory].with_automaton(automaton)
    if found := machine.faults():
        raise DefinitionError(machine.shown, [str(fault) for fault in found])
    return machine


def _list(read: ValueReader, value: Any, at: str) -> list[Any]:
    """The values of an object whose keys are 0, 1, 2, ...; they are different."""
    found: dict[Any, int] = {}
    for number, (key, one) in enumerate(strict_json.mapping(value, at).items()):
        if key != str(number):
            fail(at, key, f"the key {str(number)!r}")
        item = read(one, f"{at}.{key}")
        if item in found:
            raise JsonError(f"{at}.{key}: the same as {at}.{found[item]}, expected another")
        found[item] = number
    return list(found)


def _seen(value: Any, at: str) -> Seen:
    pair = partial(_pegs, exactly=2)
    keys: dict[str, ValueReader] = {"order": _pegs, "wanted": _peg}
    keys["pending"] = lambda move, at: None if move is None else pair(move, at)
    return Seen(**strict_json.parts(value, at, keys))


def _peg(value: Any, at: str) -> int:
    return strict_json.whole(value, at, max(PEGS))


def _pegs(value: Any, at: str, exactly: int | None = None) -> tuple[int, ...]:
    pegs = strict_json.items(value, at, len(PEGS), _peg)
    if len(set(pegs)) < len(pegs) or exactly not in (None, len(pegs)):
        fail(at, pegs, "different pegs")
    return pegs


def _control(machine: Solver, start: Control, value: Any, at: str) -> Control:
    """A control with registers of the names and the types that they have at the start."""
    states = partial(strict_json.one_of, choices=machine.automaton.states)
    keys = {name: partial(_register, type(literal_eval(text))) for name, text in start.registers}
    registers = partial(strict_json.parts, required=keys)
    parts = strict_json.parts(value, at, {"state": states, "registers": registers})
    return Control(parts["state"], tuple(sorted(parts["registers"].items())))


def _register(kind: type, value: Any, at: str) -> str:
    if type(value) is not kind:
        fail(at, value, f"a value of the type {kind.__name__}")
    return repr(value)


def _table(
    seen: Sequence[Seen], controls: Sequence[Control], value: Any, at: str
) -> tuple[Case, Table]:
    line = partial(_line, seen, controls)
    levels = partial(strict_json.items, most=MOST, read=partial(_lines, line))
    keys: dict[str, ValueReader] = {"source": _peg, "target": _peg}
    keys["disks"] = partial(strict_json.one_of, choices=["odd", "even"])
    keys |= {"again": partial(strict_json.whole, most=MOST), "levels": levels}
    parts = strict_json.parts(value, at, keys)
    pegs = _pegs([parts["source"], parts["target"]], at)
    return (*pegs, parts["disks"] == "odd"), Table(parts["levels"], parts["again"])


def _lines(read: Callable[[Any, str], tuple[Subtower, Control]], value: Any, at: str) -> Lines:
    lines = strict_json.items(value, at, MOST, read)
    if len(dict(lines)) < len(lines):
        raise NotAProof(f"{at}: two lines are for the same subtower")
    return dict(lines)


def _line(
    seen: Sequence[Seen], controls: Sequence[Control], value: Any, at: str
) -> tuple[Subtower, Control]:
    if not isinstance(value, list) or len(value) != 5:
        fail(at, value, "[source, target, seen, before, after]")
    source, target = _pegs(value[:2], at)
    below, before, after = (
        strict_json.whole(value[place], f"{at}[{place}]", len(known) - 1)
        for place, known in enumerate((seen, controls, controls), 2)
    )
    return Subtower(source, target, seen[below], controls[before]), controls[after]
