"""What `bench` compares does the same work: it makes the same moves, states or bits."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import oracle
import pytest
from tools_at_hand import missing

from hanoi_fsm.fsm.engines.generated import Engine
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, closed
from hanoi_fsm.hanoi.benchmarks import (
    PARTS,
    Contender,
    Part,
    answers,
    blocks,
    c_programs,
    loops,
    machines,
    measure,
    measuring,
    readers,
)
from hanoi_fsm.hanoi.benchmarks.measuring import CannotRun, Runner, python, turns
from hanoi_fsm.hanoi.pegs import Configuration, Move, Task


def outputs(disks: int, run: Callable[[Any], Iterator[object]]) -> list[Move | None]:
    """The output of the memory after each event of a run on it."""
    memory = machines.memory_for(disks)
    return [memory.output for _ in run(memory)]


def test_the_loop_with_calls_makes_the_moves_of_the_textbook() -> None:
    for disks in range(8):
        assert outputs(disks, loops.with_calls) == list(oracle.textbook(disks)), disks


def test_the_loops_leave_the_memory_as_the_automaton_does() -> None:
    for disks in range(8):
        called, inlined, its = (machines.memory_for(disks) for _ in range(3))
        for _ in zip(loops.with_calls(called), Engine(AUTOMATON, its).taken(), strict=False):
            assert called.contents() == its.contents()
        loops.inlined(inlined)
        assert inlined.contents() == called.contents()


def test_what_is_inlined_runs_to_the_end() -> None:
    for run in (machines.generated_inlined, machines.loop_inlined):
        assert list(run(6)) == []
    assert Engine(AUTOMATON, machines.memory_for(6)).counts() == list(closed(6))


@pytest.mark.parametrize("name", ["bare_transitions", "python_statemachine"])
def test_the_other_libraries_make_the_same_moves(name: str) -> None:
    if name == "python_statemachine":
        pytest.importorskip("statemachine")
    for disks in range(6):
        *moves, _ = getattr(machines, name)(disks)  # the last event ends it
        assert moves == list(oracle.textbook(disks))


@pytest.mark.parametrize("name", ["four-step", "recursion", "formula"])
def test_a_plain_solver_gives_the_moves_of_the_textbook(name: str) -> None:
    assert list(machines.moves_by(name)(5)) == list(oracle.textbook(5))


@pytest.mark.parametrize("engine", ["generated", "transitions"])
def test_both_engines_give_the_same_moves(engine: str) -> None:
    assert list(machines.moves_by("two-storey", engine)(5)) == list(oracle.textbook(5))


def test_the_readers_pass_the_same_states() -> None:
    states = [*readers.by_hand(40)]
    assert [*readers.bare_transitions(40)] == states
    transitions = readers.READER.automaton.transitions
    assert [transitions[int(str(one))].target for one in readers.generated(40)] == states
    assert {one.event for one in transitions} == set(readers.word(40))


def test_automata_lib_passes_the_same_states() -> None:
    pytest.importorskip("automata.fa.dfa")
    _, *states = readers.automata_lib(40)
    assert states == [*readers.by_hand(40)]


def test_each_answer_of_the_bit_tricks_is_that_of_the_formula() -> None:
    """In its own numbering an odd tower goes to peg 2, an even one to peg 1."""
    for disks in range(1, 7):
        task = Task(disks, target=2 if disks % 2 else 1)
        moves = list(formulas.moves(1, task.last_step + 1, task))
        assert list(answers.disk(disks)) == [move.disk for move in moves]
        assert list(answers.disk_and_pegs(disks)) == [tuple(move) for move in moves]
        for step, (*move, words) in enumerate(answers.configuration(disks), 1):
            assert tuple(move) == moves[step - 1]
            where = {
                d: peg for peg, word in enumerate(words) for d in range(disks) if word >> d & 1
            }
            digits = "".join(str(where[d]) for d in reversed(range(disks)))
            assert Configuration(digits) == formulas.configuration(step, task)


def fake(seconds: float, log: list[str], name: str) -> Contender:
    def once() -> float:
        log.append(name)
        return seconds

    return Contender(name, "", lambda size, stack: once)


def test_contenders_run_in_turn_and_a_ratio_is_one_of_their_best_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(measuring, "LEAST_SECONDS", 0.0)
    log: list[str] = []
    contenders = (fake(2.0, log, "slow"), fake(0.5, log, "fast"))
    part = Part("p", "", "moves", 3, 3, contenders, [("fast", "slow")])
    seen: list[int] = []
    [row] = measure([part], progress=seen.append).rows
    assert log == ["slow", "fast"] * measuring.ROUNDS
    assert (row.ratio, row.per_second, row.against_per_second) == (4.0, 14.0, 3.5)
    assert seen[-1] == turns([part], quick=False)
    cost = Part("p", "", "moves", 3, 3, contenders, [("fast", "slow")], cost=True)
    assert measure([cost]).rows[0].ratio == 0.25


def test_what_cannot_be_run_is_left_out_with_all_its_rows_and_the_reason() -> None:
    def absent(size: int, stack: ExitStack) -> Runner:
        raise CannotRun("no compiler")

    def uninstalled(size: int) -> Iterator[object]:
        raise ModuleNotFoundError

    def changed(size: int) -> Iterator[object]:
        raise TypeError("unexpected argument 'model'")

    log: list[str] = []
    contenders = (
        fake(1.0, log, "here"),
        Contender("absent", "", absent),
        python("uninstalled", "", uninstalled, "somelib"),
        python("changed", "", changed, "somelib"),
    )
    pairs = [("here", one.name) for one in contenders]
    result = measure([Part("p", "", "moves", 3, 3, contenders, pairs)], quick=True)
    assert [row.against for row in result.rows] == ["here"]
    assert {one.name: one.why for one in result.left_out} == {
        "absent": "no compiler",
        "uninstalled": "not installed (pip install somelib)",
        "changed": "TypeError: unexpected argument 'model'",
    }


def test_every_pair_names_contenders_and_every_contender_is_in_a_pair() -> None:
    for part in PARTS.values():
        names = [one.name for one in part.contenders]
        assert len(set(names)) == len(names)
        assert {name for pair in part.pairs for name in pair} == set(names)
        assert all(one.does for one in part.contenders)


def test_the_blocks_are_all_moves_one_byte_each_in_the_buffer() -> None:
    buffer = memoryview(bytearray(b"\xff") * 31)
    blocks.fill(buffer, blocks.streamed(5)())
    assert list(buffer) == [3 * source + target for _, source, target in oracle.textbook(5)]
    ready = blocks.ready_memory(5)()
    assert sum(map(len, ready)) == len(buffer)


def test_without_a_compiler_a_c_program_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with ExitStack() as stack, pytest.raises(CannotRun, match="no compiler cc"):
        c_programs.program("c", "", c_programs.source_file("hbits")).prepare(3, stack)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("int main(void) { return }", "does not compile it: "),
        ("int main(void) { return 3; }", "it cannot be run: it ends with 3"),
    ],
)
def test_a_c_program_that_fails_is_left_out_with_the_reason(text: str, said: str) -> None:
    if shutil.which("cc") is None:
        missing("cc", "install a C compiler")
    with ExitStack() as stack, pytest.raises(CannotRun, match=said):
        c_programs.program("c", "", lambda: text).prepare(3, stack)
