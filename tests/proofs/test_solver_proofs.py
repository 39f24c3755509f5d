"""A proof says what runs say; its certificate is verified, and it knows all controls and counts."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import odd_memories
import oracle
import pytest
import random_solvers
from chance import chance
from commands import assert_refused, lines, run
from odd_memories import CASES, SLOW_CASES, every
from random_solvers import (
    END,
    HARMLESS,
    PROVABLE,
    changed,
    faults,
    fields,
    judge,
    run_of,
    unrolled,
    version,
    with_rows,
)

from hanoi_fsm import SOLVERS, Diagram, HanoiError, Label, Task, check, export, find
from hanoi_fsm.hanoi.proofs.certificate import Certificate, NotAProof, read
from hanoi_fsm.hanoi.proofs.control_machine import control_machine
from hanoi_fsm.hanoi.proofs.solvers import verify
from hanoi_fsm.hanoi.proofs.subtowers import counts

FILE = Path(odd_memories.__file__)


@pytest.mark.parametrize("number", [8, pytest.param(150, marks=pytest.mark.sweep)])
def test_solvers_changed_at_random_are_proved_or_refuted_as_they_run(number: int) -> None:
    random = chance()
    verdicts = Counter(judge(random_solvers.version(random)) for _ in range(number))
    assert verdicts["open"] == 0
    if number > 100:
        assert min(verdicts["proved"], verdicts["refuted"]) > number // 10


def test_a_fault_is_in_its_own_state_though_equivalent_states_are_merged() -> None:
    random = chance()
    for name in PROVABLE:
        for _ in range(5):
            machine = unrolled(changed(SOLVERS[name], random), random, [2, 5])
            if not machine.faults():
                judge(machine, 5)


def test_every_solver_is_proved_or_cannot_be() -> None:
    verdicts = {name: judge(solver, 5) for name, solver in SOLVERS.items()}
    assert {*verdicts.values()} == {"proved", "open"}
    assert not any(faults(solver, 7) for solver in SOLVERS.values())


def chain(moves: int) -> Any:
    """monk as a chain of states that ends after some moves, whether the tower is built or not."""
    go, end = SOLVERS["monk"].automaton.transitions
    rows = [replace(end, source="pray0")]
    for at in range(moves):
        rows.append(replace(go, source=f"pray{at}", target=f"pray{at + 1}"))
        rows.append(replace(end, source=f"pray{at + 1}"))
    rows[-1] = replace(rows[-1], label=Label("step"))
    return with_rows(SOLVERS["monk"], rows, "pray0")


@pytest.mark.parametrize("disks", [3, pytest.param(11, marks=pytest.mark.sweep)])
def test_what_is_right_up_to_some_disks_is_refuted_with_one_more(disks: int) -> None:
    machine = chain(2**disks - 1)
    assert judge(machine, disks + 1 if disks < 9 else 0) == "refuted"
    found = machine.prove().finding
    assert (found.size, found.step, found.got) == (disks + 1, 2**disks, "the end")
    assert fields(check(machine, 1).finding) == fields(found), "a check asks for the proof, too"


@pytest.mark.parametrize(
    ("cases", "number"),
    [
        pytest.param(CASES, 5, id="some"),
        pytest.param(CASES, len(CASES), marks=pytest.mark.sweep),
        pytest.param(SLOW_CASES, len(SLOW_CASES), marks=pytest.mark.sweep),
    ],
)
def test_of_a_memory_made_elsewhere_no_more_is_said_than_is_so(
    cases: dict[str, Any], number: int
) -> None:
    cases = dict(chance().sample([*cases.items()], number))
    numbers = {name: number for number, name in enumerate(CASES | SLOW_CASES)}
    files = [f"{FILE}:case{numbers[name]}" for name in cases]
    ran = run("prove", *files)
    assert len(ran.lines) == len(files), ran
    for (name, (said, _)), file, line in zip(cases.items(), files, ran.lines, strict=True):
        verdict, _, words = said.partition(": ")
        text, begins = line.removeprefix(f"{file}: "), {"refuted": "FAILED: ", "proved": "proved "}
        assert text.startswith(begins.get(verdict, "not ")), (name, text)
        assert words in text, (name, text)
        if verdict == "proved":
            assert check(every[numbers[name]], 5).holds
            assert "if its guards and actions use its attributes alone, " in text
        if verdict == "refuted" and name in CASES:
            disks = re.search(r"with (\d+) disk", text)
            assert disks is not None
            assert str(check(every[numbers[name]], int(disks[1])).finding) in text


At = tuple[str | int, ...]
"""Where a value is in a document: keys and places, from the top."""


@cache
def proved(name: str) -> str:
    return json.dumps(SOLVERS[name].prove().certificate)


@pytest.mark.parametrize("number", [1, pytest.param(len(PROVABLE), marks=pytest.mark.sweep)])
def test_what_is_written_is_verified_without_a_search(number: int, tmp_path: Path) -> None:
    """Also for a drawing with other names, whose equivalent states may be merged."""
    drawing, file = tmp_path / "my.dot", tmp_path / "my.json"
    for name in chance().sample(PROVABLE, number):
        text = Diagram.of(SOLVERS[name]).dot
        drawing.write_text(text.replace("done", "\u00e9tage"), "utf-8")
        for subject in (name, str(drawing)):
            [shown] = lines("prove", subject, "--certificate", file)
            assert f"certificate: {file}" in shown
            assert max(map(len, file.read_text("utf-8").splitlines())) <= 160
            with patch("hanoi_fsm.hanoi.proofs.solvers.Search", None):
                [verified] = lines("prove", "--verify", file, subject)
            assert shown.partition("(")[2].split()[0] == verified.partition("(")[2].split()[0]
        other = next(one for one in PROVABLE if one != name)
        refuted = run("prove", "--verify", file, other)
        assert (refuted.code, f"not of {other}" in refuted.out) == (1, True)


def leaves(value: Any, at: At = ()) -> Iterator[At]:
    """The places of all values that are not lists or objects."""
    if not isinstance(value, dict | list):
        yield at
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield from leaves(item, (*at, key))


def parent(value: Any, at: At) -> Any:
    """The list or object that has the value at a place."""
    for key in at[:-1]:
        value = value[key]
    return value


def edited(given: dict[str, Any], random: Random) -> At:
    """Change one entry of the tables, or of what they refer to, or take a line or a level out."""
    part = random.choice(["seen", "controls", "tables", "tables"])
    at = random.choice(list(leaves(given[part], (part,))))
    if "levels" in at and random.random() < 0.2:
        at = at[: random.choice([4, 5])]
        del parent(given, at)[at[-1]]
        return at
    node, key = parent(given, at), at[-1]
    match node[key]:
        case int(number):
            seven = 7 + (number == 7)
            node[key] = random.choice([number - 1, number + 1, seven, True, None, "0", 10**18])
        case None:
            node[key] = random.choice([[0, 1], [2, 1], 0])
        case text:
            others = {"odd", "even", *given["automaton"]["states"]} - {text}
            node[key] = random.choice(sorted(others))
    return at


@pytest.mark.parametrize("number", [8, pytest.param(200, marks=pytest.mark.sweep)])
def test_a_certificate_with_any_entry_changed_is_rejected(number: int) -> None:
    random = chance()
    for _ in range(number):
        given = json.loads(proved(random.choice(PROVABLE)))
        at = edited(given, random)
        with pytest.raises(HanoiError) as rejected:
            verify(read(json.dumps(given)))
        assert "\n" not in str(rejected.value), at


@pytest.mark.parametrize("number", [10, pytest.param(400, marks=pytest.mark.sweep)])
def test_the_tables_of_one_machine_prove_no_other_that_is_wrong(number: int) -> None:
    random, tables = chance(), {name: read(proved(name)).tables for name in PROVABLE}
    for _ in range(number):
        name = random.choice(PROVABLE)
        machine = changed(SOLVERS[name], random)
        try:
            verify(Certificate(machine, tables[name]))
        except NotAProof:
            continue
        assert machine.prove().holds, machine.automaton


LINE: At = ("tables", 1, "levels", 1, 4)
REJECTED: list[tuple[At, object, str]] = [
    ((*LINE, 4), 0, "two-state: 0 -> 2, even numbers of disks: level 1: line 5 "),
    (("tables", 1, "again"), 1, "even numbers of disks: level 4 cannot repeat level 1"),
    (("tables", 1, "levels"), [[]] * 4, "level 2: no line moves the whole tower"),
    (("tables", 1, "levels", 3), [], "level 4, a repetition of level 2: line 1 "),
    (("tables", 1, "disks"), "odd", "tables[1] is for the same task as one before"),
    (LINE, [2, 0, 3, 0, 10], "two-state: 0 -> 2, even numbers of disks: level 1: line 5 "),
    (LINE, [2, 0, 3, 11, 8], "tables[1] has two lines for the same subtower"),
    (("tables", 0, "source"), 2, "0 -> 2, odd numbers of disks: there is no table"),
    (("controls", "1", "state"), "smal", "0 -> 2, odd numbers of disks: level 1: "),
    (("controls", "1", "registers", "small"), True, "numbers of disks: level 1: "),
    (("tables",), [], "two-state: 0 -> 2, odd numbers of disks: there is no table"),
    (("automaton", "transitions", 2, "action"), "carry", "0 disks"),
]
REFUSED: list[tuple[At, object, str]] = [
    (("format",), "hanoi-fsm proof 2", 'format: found "hanoi-fsm proof 2"'),
    (("version",), 1, "the document: unknown key 'version'"),
    (("seen",), [], "seen: found [], expected an object"),
    (("seen", "1", "order"), [0, 0], "seen.1.order: 0 is given twice"),
    (("seen", "1", "wanted"), 3, "seen.1.wanted: found 3"),
    (("seen", "1", "pending"), [1], "seen.1.pending: 1 item, expected 2 .. 2"),
    (("controls", "1", "registers", "small"), [], "registers.small: found []"),
    ((*LINE, 4), 1000, "tables[1]: a line has '1000', which is not given"),
    (LINE, [0, 1, 2], "tables[1].levels[1][4]: 3 items, expected 5 .. 5"),
    (("automaton", "memory"), "call-stack", "has no action 'carry'"),
    (("automaton", "memory"), "os", "automaton.memory: unknown solver 'os'"),
    (("automaton", "transitions", 0, "action"), "__init__", "'two-state' has 1 fault"),
]


def test_what_is_wrong_in_a_certificate_is_said_with_its_place(tmp_path: Path) -> None:
    """What proves nothing is a verdict; what is not a certificate at all is bad input."""
    file = tmp_path / "x.json"
    for number, (at, to, words) in enumerate([*REJECTED, *REFUSED]):
        given = json.loads(proved("two-state"))
        parent(given, at)[at[-1]] = to
        file.write_text(json.dumps(given))
        ran = run("prove", "--verify", file)
        if number < len(REJECTED):
            assert (ran.code, len(ran.lines), words in ran.out) == (1, 1, True), ran
        else:
            assert_refused(ran, "not a certificate", words)
    automaton = export(SOLVERS["monk"].automaton, "json")
    for text in ("", " " * (5 << 20), "[" * 1000, "[]", '{"format": NaN}', automaton):
        file.write_text(text)
        assert_refused(run("prove", "--verify", file), "not a certificate")


def proved_versions(number: int) -> list[Any]:
    """Solvers that are changed at random and still proved, and the registered ones."""
    random, found = chance(), [SOLVERS[name] for name in PROVABLE]
    while len(found) < number:
        machine = version(random)
        found += [machine] * machine.prove().holds
    return found


SOME = pytest.mark.parametrize("number", [1, pytest.param(len(PROVABLE), marks=pytest.mark.sweep)])
SAMPLE = pytest.mark.parametrize("number", [6, pytest.param(30, marks=pytest.mark.sweep)])


@SAMPLE
def test_the_control_after_each_step_is_that_of_a_run(number: int) -> None:
    for machine in proved_versions(number):
        for ends in chance().sample(oracle.TASKS, 2):
            found = control_machine(machine, *ends)
            for disks in range(1, 5):
                run = run_of(machine, Task(disks, *ends))
                real = [(run.state, registers(run.memory))]
                for _, move in run.moves():
                    if move != END:
                        real.append((run.state, registers(run.memory)))
                said = [tuple(found.after(step, disks)) for step in range(2**disks)]
                assert said == real, (ends, disks, str(machine.automaton))


def registers(memory: Any) -> tuple[tuple[str, str], ...]:
    data = vars(memory).items()
    return tuple(sorted((name, repr(value)) for name, value in data if name not in HIDDEN))


HIDDEN = {"pegs", "output", "state", "trigger"}


@SOME
def test_its_drawing_is_read_back_and_has_no_state_too_many(number: int, tmp_path: Path) -> None:
    for name in chance().sample(PROVABLE, number):
        [file] = lines("draw", name, "--as", "control", "-o", tmp_path / "it.dot")
        automaton = find(Path(file)).automaton
        assert len(automaton.transitions) == 2 * len(automaton.states)
        said = control_machine(SOLVERS[name])
        words = [f"{step:0{bits}b}" for bits in range(1, 6) for step in range(2**bits)]
        for word in words:
            assert said.controls[automaton.after(word)] == said.after(int(word, 2), len(word))
        futures = {
            state: tuple(said.controls[automaton.after(before + after)] for after in ["", *words])
            for before in ["", *words]
            for state in [automaton.after(before)]
        }
        assert len({*futures.values()}) == len(futures) == len(automaton.states)


@SAMPLE
def test_counts_of_a_proof_are_those_of_a_run(number: int) -> None:
    for machine in proved_versions(number):
        for disks in range(1, 7):
            task = Task(disks, *chance().choice(oracle.TASKS))
            run = run_of(machine, task)
            assert [*run.moves()][-1][1] == END
            real = {row: run.taken[row] for row in machine.automaton.transitions}
            assert counts(machine, task) == real, (task, str(machine.automaton))


def test_any_number_of_disks_is_counted_as_the_formula_does() -> None:
    random = chance()
    for disks in (18, random.randrange(19, 500)):
        for name in PROVABLE:
            found = SOLVERS[name].counts(disks)
            assert found == dict(SOLVERS[name].kind.closed_counts(disks))
            assert sum(found.values()) == 2**disks
        for change in HARMLESS:
            machine = change(SOLVERS["monk"], random)
            moving = {row: n for row, n in machine.counts(disks).items() if row.action}
            assert sum(moving.values()) == 2**disks - 1, change


@SOME
def test_large_counts_are_drawn_with_three_digits_and_checked(number: int, tmp_path: Path) -> None:
    for name in chance().sample(PROVABLE, number):
        disks = chance().randint(50, 500)
        exact = SOLVERS[name].counts(disks)
        file = tmp_path / "drawn.dot"
        caption = f"counts for {disks} disks"
        drawn = Diagram.of(SOLVERS[name], counts=exact, caption=caption)
        text = drawn.dot.replace("done", "over")
        file.write_text(text, "utf-8")
        large = [count for count in exact.values() if count > 10**30]
        shown = {f"{Decimal(count):.2e}".replace("e+", "e") for count in large}
        assert shown <= set(re.findall(r"\d\.\d\de\d+", text))
        assert f"the counts in it are those of {disks} disks" in str(check(file, 1))
        count = re.compile(r"(?<=\N{MULTIPLICATION SIGN} )\d")
        wrong = count.sub(lambda digit: str(int(digit[0]) % 9 + 1), text, count=1)
        file.write_text(wrong, "utf-8")
        assert [finding.kind for finding in check(file, 1).findings] == ["counts"]
