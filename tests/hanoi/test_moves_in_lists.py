"""Moves that the generated engine gathers in lists are those of a run by calls."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from checked_machines import CIRCLES, IDLES, SLOWLY_IDLE
from sampling import one_in

from hanoi_fsm import Automaton, automata, find
from hanoi_fsm.fsm.engines.generated import BLOCK, Engine
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.stepping import key_of
from hanoi_fsm.hanoi.automata.two_storey import MACHINE, TwoStorey
from hanoi_fsm.hanoi.machines import Solver, disk_machine
from hanoi_fsm.hanoi.pegs import Task

DISKS = disk_machine.LARGE
FEW = 2 * BLOCK + 5


def solver(automaton: Automaton) -> Solver:
    machine = find(automaton)
    assert isinstance(machine, Solver)
    return machine


class Listed:
    """The lists that were gathered."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        blocks = Engine.blocks

        def listed(engine: Engine, most: int) -> Iterator[list[Any]]:
            for block in blocks(engine, most):
                self.sizes.append(len(block))
                yield block

        monkeypatch.setattr(Engine, "blocks", listed)


def course(machine: Solver, most: int, *, spoil: Callable[[Any], object] = id) -> list[Any]:
    """The moves up to an error, where the memory is then, and the error."""
    state, memory = machine.set_up(Task(DISKS), 1)
    spoil(memory)
    seen: list[Any] = []
    try:
        seen.extend(islice(machine.moves_made(DISKS, state, memory, most), most + 1))
    except Exception as error:
        return [*seen, repr(error), memory.state, key_of(memory)]
    return [*seen, memory.state, key_of(memory)]


def same(monkeypatch: pytest.MonkeyPatch, *given: Any, **options: Any) -> list[Any]:
    """The same course in lists and by calls."""
    listed = Listed(monkeypatch)
    found = course(*given, **options)
    assert listed.sizes
    assert max(listed.sizes) < 2 * BLOCK
    monkeypatch.setattr(disk_machine, "LARGE", DISKS + 1)
    expected = course(*given, **options)
    assert expected == found
    return found


@pytest.mark.parametrize("name", one_in(3, ["two-storey", "call-stack", "action-tree"]))
def test_the_memory_is_never_ahead_of_the_last_move_asked_for(name: str) -> None:
    machine = automata.SOLVERS[name]
    for start, most in ((1, BLOCK - 1), (2, BLOCK), (2, BLOCK + 7), (1, FEW)):
        memories = []
        for engine in ("generated", "transitions"):
            state, memory = machine.set_up(Task(DISKS), start)
            moves = machine.moves_made(DISKS, state, memory, most, engine)
            assert len(list(islice(moves, most))) == most
            memories.append((memory.state, key_of(memory)))
        assert memories[0] == memories[1]


@pytest.mark.parametrize("automaton", [CIRCLES, SLOWLY_IDLE])
def test_one_move_too_many_is_reported_with_the_state(
    automaton: Automaton, monkeypatch: pytest.MonkeyPatch
) -> None:
    *moves, error, _, _ = same(monkeypatch, solver(automaton), FEW)
    assert f"in state 'a' one more move than the {FEW} that are enough" in error
    assert len(moves) == FEW


def test_a_run_that_makes_no_moves_is_stopped() -> None:
    with pytest.raises(MachineStopped, match="no move in 4000 events"):
        next(solver(IDLES).moves(Task(DISKS)))


def broken_at_disk_11(memory: TwoStorey) -> None:
    memory.pegs.cells[0][DISKS - 10] = DISKS + 2


def test_the_moves_before_an_error_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    *moves, error, _, _ = same(monkeypatch, MACHINE, 1 << DISKS, spoil=broken_at_disk_11)
    assert len(moves) > 2 * BLOCK
    assert "IllegalMove" in error


def test_what_would_end_a_generator_is_reported_as_by_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Ending(TwoStorey):
        def built(self) -> bool:
            if self.pegs.heights[0] < DISKS - 10:
                raise StopIteration
            return False

    machine = replace(MACHINE, memory=Ending)
    *moves, error, state, _ = same(monkeypatch, machine, 1 << DISKS)
    assert len(moves) > 2 * BLOCK
    assert "MachineStopped" in error
    assert f"in state {state!r} on event 'step' raised StopIteration" in error.replace("\\", "")


def test_whoever_stops_early_leaves_a_memory_that_goes_on() -> None:
    state, memory = MACHINE.set_up(Task(DISKS), 1)
    moves = MACHINE.moves_made(DISKS, state, memory)
    first = list(islice(moves, 3))
    del moves
    assert first == list(islice(MACHINE.moves(Task(DISKS), engine="transitions"), 3))
    assert next(Engine(MACHINE.automaton, memory).taken(state=memory.state)) in range(8)


def test_a_list_is_gathered_only_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = Listed(monkeypatch)
    moves = MACHINE.moves(Task(64))
    next(moves)
    assert len(listed.sizes) == 1
