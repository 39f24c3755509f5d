"""What the page says of a step is what the formulas and the configuration-reader say of it."""

import json
import re
from functools import cache
from typing import Any

import oracle
import pytest
from sampling import one_in

from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.automata import READERS
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.watching.page.formula import formula_data

DISKS = one_in(7, (4, 0, 1, 2, 3, 5, 6))
TASKS = one_in(5, [(disks, *task) for disks in (3, 0, 1, 2, 4, 5, 6) for task in oracle.TASKS])

CLEARED = re.compile(r"\((\d+) & (\d+)\) mod 3 = (\d+) mod 3 = (\d+) mod 3")
FILLED = re.compile(r"\(\((\d+) \| (\d+)\) \+ 1\) mod 3 = \((\d+) \+ 1\) mod 3 = (\d+) mod 3")


@cache
def data_of(disks: int) -> Any:
    return formula_data(disks)


def size_of(disks: int) -> Any:
    return data_of(disks)["sizes"][disks]


def steps(disks: int) -> range:
    return range(1, 2**disks)


def moved(step: int) -> int:
    """The disk of a step, by counting how often the step can be halved."""
    return 1 if step % 2 else 1 + moved(step // 2)


@pytest.mark.parametrize("disks", DISKS)
def test_the_bits_are_the_step_with_one_bit_per_disk(disks: int) -> None:
    bits = size_of(disks)["bits"]
    assert [int(one or "0", 2) for one in bits] == [0, *steps(disks)]
    assert {len(one) for one in bits} == {disks}


@pytest.mark.parametrize("disks", DISKS)
def test_each_line_of_the_closed_formula_is_right_with_the_figures_put_in(disks: int) -> None:
    names = [name for name, _ in data_of(disks)["rules"]["formula"]]
    lines = size_of(disks)["formula"]
    assert len(lines) == 2**disks
    assert lines[0] is None
    for step in steps(disks):
        known = {"zeros": moved(step) - 1, "step": step, "n": disks}
        for name, (_, rule), (figures, result) in zip(
            names, data_of(disks)["rules"]["formula"], lines[step], strict=True
        ):
            known[name] = value = eval(rule.replace("mod", "%"), {}, known)
            assert result == str(value) == str(eval(figures.replace("mod", "%")))


@pytest.mark.parametrize("disks", DISKS)
def test_each_line_of_hbits_is_right_with_the_figures_put_in(disks: int) -> None:
    lines = size_of(disks)["hbits"]
    assert lines[0] is None
    for step in steps(disks):
        (source, source_peg), (target, target_peg) = lines[step]
        cleared, filled = CLEARED.fullmatch(source), FILLED.fullmatch(target)
        assert cleared
        assert filled
        for found in (cleared, filled):
            assert [int(found[1], 2), int(found[2], 2)] == [step, step - 1]
            assert {len(found[number]) for number in (1, 2, 3)} == {disks}
        assert int(cleared[3], 2) == int(cleared[4]) == step & (step - 1)
        assert int(filled[3], 2) + 1 == int(filled[4]) == (step | (step - 1)) + 1
        assert (source_peg, target_peg) == (str(int(cleared[4]) % 3), str(int(filled[4]) % 3))


@pytest.mark.parametrize(("disks", "source", "target"), TASKS)
@pytest.mark.one_in(3)
def test_both_formulas_give_the_moves_of_the_textbook(disks: int, source: int, target: int) -> None:
    size = size_of(disks)
    task = size["tasks"][f"{source}{target}"]
    assert task["moves"][0] is None
    for step, (disk, *ends) in enumerate(oracle.textbook(disks, source, target), 1):
        assert task["moves"][step] == f"disk {disk}: {ends[0]} -> {ends[1]}"
        assert size["formula"][step][0][1] == str(disk)
        for name in ("formula", "hbits"):
            pegs = [int(task["pegs"][name][int(peg)]) for _, peg in size[name][step][-2:]]
            assert pegs == ends, f"{name}, step {step}"


@pytest.mark.parametrize(("disks", "source", "target"), TASKS)
def test_the_reader_writes_the_configuration_after_each_step_from_state_to_state(
    disks: int, source: int, target: int
) -> None:
    task = size_of(disks)["tasks"][f"{source}{target}"]
    assert task["written"] == oracle.solution(disks, source, target)
    automaton = READERS["configuration-reader"].automaton
    for bits, states, written in zip(
        size_of(disks)["bits"], task["states"], task["written"], strict=True
    ):
        state = f"{source}{3 - source - target}{target}"
        for bit, place, peg in zip(bits, states, written, strict=True):
            assert data_of(disks)["states"][int(place)] == state
            taken = automaton.transitions_for(state, bit)[0]
            assert taken.action == f"write_{peg}"
            state = taken.target


@pytest.mark.parametrize("disks", DISKS)
def test_the_halvings_leave_the_step_alone_and_their_answers_are_its_bits(disks: int) -> None:
    size = size_of(disks)
    for step, (bits, rows) in enumerate(zip(size["bits"], size["halvings"], strict=True)):
        left = range(2**disks)
        for bit, (shown, compared) in zip(bits, rows, strict=True):
            assert shown == f"{left[0]}..{left[-1]}"
            middle = left[len(left) // 2]
            assert compared == f"{step} {'>=' if bit == '1' else '<'} {middle}"
            assert (step >= middle) == (bit == "1")
            left = left[len(left) // 2 :] if bit == "1" else left[: len(left) // 2]
        assert list(left) == [step]


@pytest.mark.parametrize("disks", DISKS)
def test_the_moves_are_also_those_of_every_family(disks: int) -> None:
    for (source, target), by in zip(
        oracle.TASKS, 2 * list(formulas.FAMILIES.values()), strict=True
    ):
        task = Task(disks, source, target)
        found: Any = size_of(disks)["tasks"][f"{source}{target}"]["moves"][1:]
        assert found == [str(by(step, task)) for step in steps(disks)]


@pytest.mark.parametrize(
    ("disks", "most"), [(5, 40_000), pytest.param(8, 400_000, marks=pytest.mark.sweep)]
)
def test_the_steps_of_all_tasks_are_small(disks: int, most: int) -> None:
    assert len(json.dumps(formula_data(disks), separators=(",", ":"))) < most
