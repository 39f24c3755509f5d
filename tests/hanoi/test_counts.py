"""How often transitions are taken: the same by any engine, and of a run that never ends."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from checked_machines import CIRCLES, IDLES, SLOWLY_IDLE
from sampling import one_in

from hanoi_fsm import automata, find
from hanoi_fsm.fsm.engines import generated
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.trace import ENGINES
from hanoi_fsm.hanoi.contender import against_the_clock
from hanoi_fsm.hanoi.machines import disk_machine
from hanoi_fsm.hanoi.machines.disk_machine import DiskMachine
from hanoi_fsm.hanoi.pegs import Task

MOVERS = [*automata.SOLVERS, *automata.PATHFINDERS]


def mover(name: str) -> DiskMachine:
    machine = automata.get(name)
    assert isinstance(machine, DiskMachine)
    return machine


@pytest.mark.parametrize("name", one_in(4, MOVERS))
def test_every_way_counts_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By either engine, and by the careful way of a machine that is not known to end."""
    monkeypatch.setattr(disk_machine, "LARGE", 0)
    machine = mover(name)
    own = replace(machine, summary="my own")
    assert (machine.is_published, own.is_published) == (True, False)
    counts = machine.on("transitions").counts(3)
    assert list(counts) == list(machine.automaton.transitions)
    assert sum(counts.values()) > 7
    for one in (machine, machine.on("generated"), own):
        assert one.counts(3) == counts


@pytest.mark.parametrize("start", [1, 2, 8])
def test_a_run_from_the_middle_on_is_counted(start: int) -> None:
    solver = automata.SOLVERS["two-storey"]
    given: dict[str, Any] = {"source": 1, "target": 0, "start": start}
    counts = solver.counts(4, **given)
    assert counts == solver.on("transitions").counts(4, **given)
    assert sum(counts.values()) == 16 - start + 1


@pytest.mark.usefixtures("no_hang")
@pytest.mark.parametrize("engine", [None, *ENGINES])
@pytest.mark.parametrize(
    ("wrong", "said"), [(CIRCLES, "one more move than the 3"), (IDLES, "no move in 800 events")]
)
def test_a_run_without_an_end_is_refused(wrong: object, said: str, engine: str | None) -> None:
    with pytest.raises(MachineStopped, match=said):
        find(wrong).on(engine).counts(2)


@pytest.mark.parametrize("engine", [None, *ENGINES])
@pytest.mark.parametrize(
    ("limit", "said"), [(3, "in state 'a' one more move than the 3"), (2, "no move in 2 events")]
)
def test_events_without_a_move_count_in_a_row(
    limit: int, said: str, engine: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each move is followed by two of them."""
    monkeypatch.setattr(DiskMachine, "idle_limit", lambda machine, disks: limit)
    with pytest.raises(MachineStopped, match=said):
        find(SLOWLY_IDLE).on(engine).counts(2)


def test_only_a_long_run_of_a_published_machine_is_counted_without_a_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str | None] = []

    def counts(engine: generated.Engine, state: str | None = None) -> list[int]:
        asked.append(state)
        return [0] * len(engine.automaton.transitions)

    monkeypatch.setattr(generated.Engine, "counts", counts)
    solver = automata.SOLVERS["two-storey"]
    solver.counts(2)
    assert asked == []  # it is over before such a function is written
    monkeypatch.setattr(disk_machine, "LARGE", 0)
    solver.counts(2)
    assert asked == ["dismantle"]
    replace(solver, memory=partial(solver.memory)).counts(2)
    replace(solver, origin="mine.dot").counts(2)
    solver.counts(2, start=2)
    assert asked == ["dismantle"]


@pytest.mark.parametrize("wrong", [automata.get("two-storey").automaton, CIRCLES, IDLES])
def test_against_the_clock_every_engine_has_as_many_events_and_moves(wrong: object) -> None:
    """A wrong machine is cut off after the same event."""
    timed = [against_the_clock(find(wrong).on(engine), Task(2)) for engine in ENGINES]
    assert len({(one.events, one.moves) for one in timed}) == 1
    assert timed[0].events > 0
