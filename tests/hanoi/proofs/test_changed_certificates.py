"""A certificate that cannot be rejected proves nothing: each change of each entry is noticed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from certificates import PROVABLE, Path, document, of_one_table, parent
from hypothesis import given, settings
from hypothesis import strategies as st

from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.errors import HanoiError, JsonError
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import PAIRS
from hanoi_fsm.hanoi.proofs.abstract_runs import all_runs
from hanoi_fsm.hanoi.proofs.certificate import (
    Case,
    Certificate,
    NotAProof,
    case_of,
    read,
)
from hanoi_fsm.hanoi.proofs.solvers import verify
from hanoi_fsm.hanoi.proofs.subtowers import first_gap

TABLES: list[Case] = [(*pegs, is_odd) for pegs in PAIRS for is_odd in (True, False)]


def entries(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths to all values that are not lists or objects."""
    if not isinstance(value, dict | list):
        yield path
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield from entries(item, (*path, key))


def others(path: Path, value: Any, states: list[str]) -> list[Any]:
    """Other values that an entry of a table, or of what it refers to, may have."""
    match path:
        case ("tables", _, "levels", _, _, 0 | 1) | ("tables", _, "source" | "target"):
            return [peg for peg in range(3) if peg != value]
        case ("seen", _, "order" | "pending", _) | ("seen", _, "wanted"):
            return [peg for peg in range(3) if peg != value]
        case ("seen", _, "pending"):
            return [[0, 1], [2, 1]]
        case ("tables", _, "disks"):
            return [{"odd": "even", "even": "odd"}[value]]
        case ("controls", _, "state"):
            return [state for state in states if state != value]
        case ("controls", _, "registers", _) | ("tables", _, "again"):
            return [value - 1, value + 1, 7]
        case ("tables", _, "levels", _, _, 2 | 3 | 4):
            return [value - 1 if value else 1]
    raise AssertionError(path)


def changes(given: dict[str, Any]) -> Iterator[Path]:
    """Make every single change to the tables of a certificate in turn, and say where it is."""
    states = given["automaton"]["states"]
    for part in ("seen", "controls", "tables"):
        for path in list(entries(given[part], (part,))):
            node, old = parent(given, path), parent(given, path)[path[-1]]
            for new in others(path, old, states):
                node[path[-1]] = new
                yield path
            node[path[-1]] = old
    for number, table in enumerate(given["tables"]):
        for level, lines in enumerate(table["levels"]):
            for items, at in [
                (table["levels"], level),
                *((lines, line) for line in range(len(lines))),
            ]:
                gone = items.pop(at)
                yield ("tables", number, "levels", level, at)
                items.insert(at, gone)


def every_change_is_rejected(name: str, of: Case, step: int) -> None:
    """Every change, or one in `step` of them, by the check of the table alone."""
    [runs] = [runs for runs in all_runs(automata.SOLVERS[name]) if case_of(runs) == of]
    given = of_one_table(name, of)
    [table] = read(json.dumps(given)).tables.values()
    assert first_gap(table, runs) is None
    tried = 0
    for number, path in enumerate(changes(given)):
        if number % step:
            continue
        tried += 1
        try:
            tables = read(json.dumps(given)).tables
        except (JsonError, NotAProof):
            continue
        assert list(tables) != [of] or first_gap(tables[of], runs), path
    assert given == of_one_table(name, of)
    assert tried > 400 // step


def test_a_certificate_with_a_changed_entry_is_rejected() -> None:
    every_change_is_rejected("two-state", (0, 2, True), step=41)


@pytest.mark.sweep
@pytest.mark.parametrize("of", TABLES)
@pytest.mark.parametrize("name", PROVABLE)
def test_a_certificate_with_any_one_entry_changed_is_rejected(name: str, of: Case) -> None:
    every_change_is_rejected(name, of, step=1 if of[:2] == PAIRS[0] else 7)


def proves(text: str) -> Solver | None:
    """The machine that a text proves right, None if it does not prove anything."""
    try:
        certificate = read(text)
        verify(certificate)
    except HanoiError as error:
        assert "\n" not in str(error)
        return None
    return certificate.machine


@pytest.mark.sweep
@pytest.mark.parametrize("name", PROVABLE)
def test_the_tables_of_a_machine_prove_no_mutant_that_is_wrong(name: str) -> None:
    """One that they do prove is proved by the search, too."""
    machine, given = automata.SOLVERS[name], document(name)
    tables = read(json.dumps(given)).tables
    rejected = 0
    for edit in mutations(machine.automaton, machine.vocabulary):
        mutant = machine.with_automaton(edit.changes.on(machine.automaton))
        if mutant.faults():
            continue
        try:
            verify(Certificate(mutant, tables))
        except NotAProof:
            rejected += 1
        else:
            assert mutant.prove().holds
    assert rejected > 5


VALUES: st.SearchStrategy[object] = (
    st.none() | st.booleans() | st.integers(-3, 60) | st.text(max_size=3) | st.just([])
)


def edit(value: Any, data: st.DataObject) -> None:
    """Change something somewhere, by a walk from the top that may end anywhere."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        if isinstance(value[key], dict | list) and data.draw(st.integers(0, 9)):
            value = value[key]
            continue
        how = data.draw(st.sampled_from(["put", "copy", "delete", "twice"]))
        if how == "put":
            value[key] = data.draw(VALUES)
        elif how == "copy":
            value[key] = value[data.draw(st.sampled_from(keys))]
        elif how == "delete":
            del value[key]
        elif isinstance(value, list):
            value.insert(data.draw(st.integers(0, len(value))), value[key])
        return


def whatever_is_accepted_is_right(data: st.DataObject) -> None:
    given = document("monk")
    for _ in range(data.draw(st.integers(1, 3))):
        edit(given, data)
    machine = proves(json.dumps(given))
    assert machine is None or machine.prove().holds


@pytest.mark.parametrize("examples", [3, pytest.param(200, marks=pytest.mark.sweep)])
def test_a_certificate_edited_at_random_proves_only_what_is_right(examples: int) -> None:
    settings(max_examples=examples, deadline=None, derandomize=True)(
        given(st.data())(whatever_is_accepted_is_right)
    )()
