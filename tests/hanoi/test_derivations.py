"""How a formula comes to its move: every figure, judged by the moves of the recursion alone."""

import re
from itertools import islice

import oracle
import pytest
from commands import cells, jsonl, lines

from hanoi_fsm import automata
from hanoi_fsm.hanoi.formulas import DERIVATIONS, halvings
from hanoi_fsm.hanoi.pegs import Task

each_task = pytest.mark.parametrize("task", oracle.TASKS)


def solution(disks: int, task: tuple[int, int]) -> list[tuple[int, tuple[int, int, int]]]:
    return list(enumerate(oracle.textbook(disks, *task), 1))


@pytest.mark.parametrize("disks", range(1, 8))
@each_task
@pytest.mark.parametrize("name", ["formula", "hbits"])
@pytest.mark.one_in(4)
def test_the_pegs_modulo_3_are_the_move_once_they_are_renamed(
    name: str, task: tuple[int, int], disks: int
) -> None:
    for step, (_, source, target) in solution(disks, task):
        figures = DERIVATIONS[name](step, Task(disks, *task))
        pegs = [int(figures["renamed"][int(own)]) for own in figures["mod 3"].split(">")]
        assert pegs == [source, target]


@pytest.mark.parametrize("disks", range(1, 8))
@each_task
@pytest.mark.one_in(2)
def test_zeros_and_shifts_and_the_turn_count_the_moves_of_the_disk(
    task: tuple[int, int], disks: int
) -> None:
    made = dict.fromkeys(range(1, disks + 1), 0)
    for step, (disk, source, target) in solution(disks, task):
        legalov = DERIVATIONS["formula"](step, Task(disks, *task))
        circle = DERIVATIONS["itinerary"](step, Task(disks, *task))
        assert int(legalov["binary"], 2) == int(circle["binary"], 2) == step
        assert len(legalov["binary"]) == disks
        assert re.search("0*$", legalov["binary"])[0] == "0" * legalov["zeros"]  # type: ignore[index]  # it always matches
        assert (legalov["zeros"], circle["turn"]) == (disk - 1, made[disk])
        made[disk] += 1
        assert legalov["shifts"] == made[disk]
        stops = [int(peg) for peg in circle["circle"].split(">")]
        at = circle["position"]
        assert (stops[at], stops[(at + 1) % 3]) == (source, target)


def test_delta_is_how_far_the_disk_goes_each_time() -> None:
    for disks in range(1, 8):
        for step, (_, source, target) in solution(disks, (0, 2)):
            assert DERIVATIONS["formula"](step, Task(disks))["delta"] == (target - source) % 3


def test_the_words_of_hbits_lose_the_lowest_1_and_get_all_bits_below_it() -> None:
    for step in range(1, 64):
        figures = DERIVATIONS["hbits"](step, Task(6))
        binary = f"{step:06b}"
        head, zeros = re.fullmatch("(.*)1(0*)", binary).groups()  # type: ignore[union-attr]  # it has a 1
        assert figures["x&(x-1)"] == head + "0" + zeros
        assert figures["x|(x-1)"] == head + "1" + "1" * len(zeros)


def test_step_49_of_63_is_found_by_six_halvings() -> None:
    """The example of Fingers, worked out by hand."""
    found = list(halvings(f"{49:06b}"))
    assert [one["disk"] for one in found] == [6, 5, 4, 3, 2, 1]
    steps = " ".join(one["steps"] for one in found)
    assert steps == "0..63 32..63 48..63 48..55 48..51 48..49"
    assert [one["pivot"] for one in found] == [32, 48, 56, 52, 50, 49]
    assert [one["moved"] for one in found] == ["yes", "yes", "no", "no", "no", "yes"]


@pytest.mark.parametrize("disks", range(8))
def test_a_disk_has_moved_if_its_halving_says_so(disks: int) -> None:
    """In the middle of the steps that are still possible comes its one move among these."""
    steps = list(oracle.textbook(disks))
    for step in range(2**disks):
        for figures in halvings(f"{step:0{disks}b}" if disks else ""):
            first, last = map(int, figures["steps"].split(".."))
            moves = [at for at in range(first + 1, last + 1) if steps[at - 1][0] == figures["disk"]]
            assert moves == [figures["pivot"]]
            assert figures["moved"] == ("yes" if step >= moves[0] else "no")
            sign = ">=" if figures["moved"] == "yes" else "<"
            assert figures["compared"] == f"{step} {sign} {figures['pivot']}"


@pytest.mark.parametrize("name", DERIVATIONS)
def test_a_trace_of_a_thousand_disks_has_them_in_full_but_cuts_them_for_people(name: str) -> None:
    asked = ["trace", "1000", "--by", name, "--start", str(2**900 + 1), "--count", "2"]
    for row, step in zip(jsonl(*asked), (2**900 + 1, 2**900 + 2), strict=True):
        figures = DERIVATIONS[name](step, Task(1000))
        assert {key: row[key] for key in figures} == figures
    header, *table = lines(*asked)
    at = header.index("x&(x-1)" if name == "hbits" else "binary")
    for line in table:
        assert re.fullmatch(r"[01]+\.\.\.[01]+", line[at:].split()[0])


def test_the_figures_of_a_formula_begin_at_the_first_step_that_is_shown() -> None:
    whole = cells("trace", "5", "--by", "itinerary", "--from", "2", "--to", "1")
    part = cells("trace", "5", "--by", "itinerary", "--from", "2", "--to", "1", "--start", "7")
    assert part == whole[6:]


def test_a_drawing_of_a_reader_and_no_other_reader_has_them() -> None:
    reader = automata.READERS["configuration-reader"]
    twin = reader.with_automaton(reader.automaton)
    assert list(twin.derivation("101")) == list(halvings("101"))
    assert list(islice(automata.READERS["rank-reader"].derivation("002"), 2)) == [{}, {}]
