"""Certificates: read back as written, and refused with the place that is wrong."""

import json
from dataclasses import replace
from typing import Any

import pytest
from certificates import PROVABLE, Path, document, of_one_table, parent
from commands import DOT
from sampling import one_in

from hanoi_fsm.fsm.errors import DefinitionError, JsonError
from hanoi_fsm.fsm.formats.json_format import json_document, json_text
from hanoi_fsm.fsm.formats.json_reader import read_json
from hanoi_fsm.hanoi import automata, resolver
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import PAIRS
from hanoi_fsm.hanoi.proofs.certificate import MOST_BYTES, NotAProof, read
from hanoi_fsm.hanoi.proofs.solvers import verify

TABLES = [(*pegs, is_odd) for pegs in PAIRS for is_odd in (True, False)]


def renamed() -> Solver:
    """two-storey as a student draws it, with states of other names."""
    text = json.dumps(json_document(automata.SOLVERS["two-storey"].automaton))
    text = text.replace('"dismantle"', '"a step"').replace('"crown"', '"\u00e9tage"')
    machine = resolver.machine_over(read_json(text).automaton)
    assert isinstance(machine, Solver)
    return machine


@pytest.mark.parametrize("name", one_in(5, ["a drawing", *PROVABLE]))
def test_what_is_written_is_read_back_and_proves_the_same_without_a_search(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = automata.SOLVERS[name] if name in PROVABLE else renamed()
    proof = machine.prove()
    text = json_text(proof.certificate)
    monkeypatch.setattr("hanoi_fsm.hanoi.proofs.solvers.Search", None)
    certificate = read(text.encode())
    again = verify(certificate)
    assert certificate.machine.automaton == machine.automaton
    assert list(certificate.tables) == TABLES
    assert (again.holds, again.size, again.certificate) == (True, proof.size, proof.certificate)
    assert json.loads(text) == proof.certificate
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("name", automata.SOLVERS)
def test_a_certificate_is_there_where_a_solver_is_proved(name: str) -> None:
    proof = automata.SOLVERS[name].prove()
    assert (proof.certificate is not None) == proof.holds == (name in PROVABLE)


def test_a_memory_of_ones_own_has_no_certificate() -> None:
    machine = automata.SOLVERS["two-state"]
    own = replace(machine, memory=type("Own", (machine.vocabulary,), {}))
    proof = own.prove()
    assert (proof.holds, proof.certificate) == (True, None)


def put(*path: str | int, to: object) -> tuple[Path, object]:
    return path, to


LINE = ("tables", 1, "levels", 1, 4)
FAILS = [
    (put(*LINE, 4, to=0), "two-state: 0 -> 2, even numbers of disks: level 1: line 5 "),
    (
        put("tables", 1, "again", to=1),
        "0 -> 2, even numbers of disks: level 4 cannot repeat level 1",
    ),
    (put("tables", 1, "again", to=0), "level 4 cannot repeat level 0"),
    (put("tables", 1, "again", to=4), "level 4 cannot repeat level 4"),
    (put("tables", 1, "levels", to=[]), "level 0 cannot repeat level 2"),
    (put("tables", 1, "levels", to=[[]] * 4), "level 2: no line moves the whole tower"),
    (put("tables", 1, "levels", 3, to=[]), "level 4, a repetition of level 2: line 1 "),
    (put("tables", 1, "disks", to="odd"), "two of them are for the same task"),
    (put("tables", to=[]), "two-state: 0 -> 2, odd numbers of disks: there is no table"),
    (put("automaton", "transitions", 2, "action", to="carry"), "0 disks"),
]
NO_NUMBERS: list[object] = [True, None, "0", "%99999999d", 0.5, [0], {}, 10**18]
WRONG: list[tuple[tuple[Path, object], str]] = [
    (put("format", to="hanoi-fsm proof 2"), "format: found 'hanoi-fsm proof 2'"),
    (put("format", to=["hanoi-fsm proof 1"]), "format: found a list"),
    (put("version", to=1), "the certificate: unknown key 'version'"),
    (put("seen", to=[]), "seen: found a list, expected an object"),
    (put("seen", "1", to=None), "seen.1: found null"),
    (put("seen", "1", "order", to=[0, 0]), "seen.1.order: found (0, 0), expected different pegs"),
    (put("seen", "1", "order", to=[0, 1, 2, 0]), "seen.1.order: 4 items"),
    (put("seen", "1", "order", 0, to=3), "seen.1.order[0]: found 3"),
    (put("seen", "1", "wanted", to=-1), "seen.1.wanted: found -1"),
    (put("seen", "1", "wanted", to=True), "seen.1.wanted: found true"),
    (put("seen", "1", "wanted", to=1.0), "seen.1.wanted: found 1.0"),
    (put("seen", "1", "wanted", to=10**30), "seen.1.wanted: found 10000000000000000000"),
    (put("seen", "1", "pending", to=[1]), "seen.1.pending: found (1,)"),
    (put("seen", "1", "pending", to=[1, 1]), "seen.1.pending: found (1, 1)"),
    (put("seen", "99", to={"order": [], "wanted": 0, "pending": None}), "seen: found '99'"),
    (
        put("seen", "1", to={"order": [2], "wanted": 2, "pending": None}),
        "seen.1: the same as seen.0",
    ),
    (
        put("controls", "1", "state", to="smal"),
        "controls.1.state: found 'smal', expected 'small' or",
    ),
    (put("controls", "1", "registers", to=[]), "controls.1.registers: found a list"),
    *(
        (put("controls", "1", "registers", name, to=0), f"unknown key '{name}'")
        for name in ("pegs", "output", "state", "trigger", "__class__", "__dict__", "carry", "x")
    ),
    *(
        (put("controls", "1", "registers", "small", to=one), "registers.small: found")
        for one in NO_NUMBERS
    ),
    (put("tables", to={}), "tables: found an object"),
    (put("tables", 0, "source", to=2), "tables[0]: found (2, 2), expected different pegs"),
    (put("tables", 0, "disks", to="any"), "tables[0].disks: found 'any'"),
    (put("tables", 0, "disks", to=[]), "tables[0].disks: found a list"),
    (put("tables", 0, "again", to=-1), "tables[0].again: found -1"),
    (put("tables", 0, "levels", 1, to={}), "tables[0].levels[1]: found an object"),
    (put("tables", 0, "levels", 1, 4, to=[0, 1, 2]), "tables[0].levels[1][4]: found a list"),
    (put("tables", 0, "levels", 1, 4, 1, to=3), "tables[0].levels[1][4][1]: found 3"),
    (put("tables", 0, "levels", 1, 4, 2, to=1000), "tables[0].levels[1][4][2]: found 1000"),
    (put("tables", 0, "levels", 1, 4, 4, to=-1), "tables[0].levels[1][4][4]: found -1"),
    (put("tables", 0, "levels", 1, 4, 4, to=None), "tables[0].levels[1][4][4]: found null"),
    (put("automaton", "memory", to="call-stack"), "has no guard 'built'"),
    (put("automaton", "memory", to="os"), "automaton.memory: unknown solver 'os'"),
    (put("automaton", "memory", to="rank-reader"), "automaton.memory: unknown solver"),
    (put("automaton", "states", 0, to=7), "automaton.states[0]: found 7"),
    (
        put("automaton", "transitions", 0, "action", to="__init__"),
        "automaton 'two-state' has 1 fault",
    ),
]


def test_a_line_that_is_there_twice_is_rejected() -> None:
    given = of_one_table("monk", (0, 2, False))
    lines = given["tables"][0]["levels"][1]
    lines.append(lines[0])
    with pytest.raises(NotAProof, match=r"tables\[0\]\.levels\[1\]: two lines"):
        read(json.dumps(given))


def after(change: tuple[Path, object], given: dict[str, Any]) -> str:
    path, to = change
    parent(given, path)[path[-1]] = to
    return json.dumps(given)


@pytest.mark.parametrize(("change", "words"), FAILS)
def test_what_proves_nothing_is_rejected_with_its_place(
    change: tuple[Path, object], words: str
) -> None:
    with pytest.raises(NotAProof) as rejected:
        verify(read(after(change, document("two-state"))))
    assert words in str(rejected.value)
    assert "\n" not in str(rejected.value)


@pytest.mark.parametrize(("change", "words"), WRONG)
def test_what_is_not_a_certificate_is_refused_with_its_place(
    change: tuple[Path, object], words: str
) -> None:
    with pytest.raises((JsonError, DefinitionError)) as refused:
        read(after(change, of_one_table("two-state", (0, 2, False))))
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "the text is empty: write a certificate as `prove --certificate FILE` does"),
        (b" " * (MOST_BYTES + 1), f"longer than {MOST_BYTES} bytes"),
        (b"[" * 1000, "line 1: nested deeper than 6"),
        (b"[]", "the certificate: found a list"),
        (b'{"format": NaN}', "the key 'says' is missing"),
        (b'{"format": 1, "format": 1}', "'format' is given twice"),
        (DOT.encode(), "this is not JSON"),
    ],
)
def test_what_is_not_such_a_text_is_refused(text: bytes, words: str) -> None:
    with pytest.raises(JsonError, match=words):
        read(text)
