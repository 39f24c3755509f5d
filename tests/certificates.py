"""Certificates as the tests change them."""

import json
from functools import cache
from typing import Any

from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.proofs.certificate import Case, Certificate, read, written

PROVABLE = ["two-storey", "two-state", "three-state", "monk"]
Path = tuple[str | int, ...]
"""Where a value is in a document: keys and places, from the top."""


@cache
def proved(name: str) -> str:
    """The text of the certificate of a solver."""
    return json.dumps(automata.SOLVERS[name].prove().certificate)


def document(name: str) -> dict[str, Any]:
    """The same as plain values, to be changed."""
    found: dict[str, Any] = json.loads(proved(name))
    return found


def of_one_table(name: str, of: Case) -> dict[str, Any]:
    """The same with one of its tables, and what this refers to: it is read sooner."""
    whole = read(proved(name))
    small = written(Certificate(whole.machine, {of: whole.tables[of]}))
    found: dict[str, Any] = json.loads(json.dumps(small))
    return found


def parent(value: Any, path: Path) -> Any:
    """The list or object that has the value at the end of a path."""
    for key in path[:-1]:
        value = value[key]
    return value
