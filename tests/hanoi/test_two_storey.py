"""two-storey, the four-step machine: its moves, trace and counts, and how it takes over."""

from __future__ import annotations

from itertools import islice, pairwise

import oracle
import pytest

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record, outputs
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, STEPS, TwoStorey, closed_counts
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import Configuration
from hanoi_fsm.hanoi.solving import find_solver

Pair = tuple[int, int]

each_task = pytest.mark.parametrize("task", oracle.TASKS)


def memory_for(disks: int, source: int = 0, target: int = 2) -> TwoStorey:
    """The memory at the start of a task."""
    return TwoStorey(Configuration.tower(disks, source), source, target)


def trace(disks: int, source: int = 0, target: int = 2) -> list[Record]:
    """A whole run, with views."""
    return list(run(AUTOMATON, memory_for(disks, source, target), views=True))


def taken_over(disks: int, step: int) -> tuple[str, Memory]:
    """The state and the memory that a new shift begins with."""
    return find_solver("two-storey").set_up(disks, step=step)


# The moves


@pytest.mark.parametrize("disks", range(11))
@each_task
def test_the_moves_are_those_of_the_recursion(task: Pair, disks: int) -> None:
    memory = memory_for(disks, *task)
    assert list(outputs(run(AUTOMATON, memory))) == list(oracle.recursion(disks, *task))
    assert memory.pegs.configuration() == Configuration.tower(disks, task[1])
    assert memory.state == "done"


@pytest.mark.parametrize(
    ("disks", "rows"),
    [
        (0, ["dismantle -> done : step [built]"]),
        (1, ["dismantle -> base : step [!built] / carry", "base -> done : step [built]"]),
        (
            2,
            [
                "dismantle -> base : step [!built] / carry",
                "base -> crown : step [!built] / move_ahead",
                "crown -> foundation : step / carry",
                "foundation -> done : step [built]",
            ],
        ),
    ],
)
def test_the_smallest_towers_in_full(disks: int, rows: list[str]) -> None:
    assert [str(record.transition) for record in trace(disks)] == rows


# The trace


@pytest.mark.parametrize("disks", range(2, 9))
@each_task
def test_the_four_steps_come_round_and_round(task: Pair, disks: int) -> None:
    records = trace(disks, *task)
    assert [record.state for record in records] == [STEPS[i % 4] for i in range(2**disks)]
    for record, following in pairwise(records):
        assert record.next_state == following.state
    assert (records[-1].state, records[-1].next_state) == ("foundation", "done")
    assert (records[-1].action, records[-1].output) == (None, None)


@pytest.mark.parametrize("disks", range(9))
@each_task
def test_the_views_show_the_pegs_after_each_move(task: Pair, disks: int) -> None:
    records = trace(disks, *task)
    for record, digits in zip(records[:-1], oracle.solution(disks, *task)[1:], strict=True):
        stacks = Configuration(digits).pegs()
        assert record.view == " | ".join(" ".join(map(str, stack)) or "-" for stack in stacks)
    assert records[-1].view == TwoStorey(Configuration.tower(disks, task[1]), 0, 1).show()


def test_records_are_numbered_from_1_and_show_the_pegs_only_if_asked() -> None:
    records = trace(5)
    assert [(record.number, record.event) for record in records] == [
        (number, "step") for number in range(1, 33)
    ]
    assert {record.view for record in run(AUTOMATON, memory_for(3))} == {None}


@pytest.mark.parametrize("disks", range(9))
def test_one_transition_is_enabled_at_a_time_and_the_guards_answered_as_the_record_says(
    disks: int,
) -> None:
    memory, shadow = memory_for(disks), memory_for(disks)
    for record in run(AUTOMATON, memory):
        assert AUTOMATON.enabled(record.state, "step", shadow) == [record.transition]
        assert record.answers == {name: getattr(shadow, name)() for name in record.answers}
        if record.action:
            getattr(shadow, record.action)()
        assert shadow.key() == memory.key()


@pytest.mark.parametrize("disks", range(2, 9))
def test_disk_1_dismantles_and_crowns_and_every_new_foundation_is_a_third_disk_or_larger(
    disks: int,
) -> None:
    for record in trace(disks)[:-1]:
        disk = record.output.disk
        match record.state:
            case "dismantle" | "crown":
                assert (disk, record.action) == (1, "carry")
            case "base":
                assert (disk, record.action) == (2, "move_ahead")
            case "foundation":
                assert disk >= 3
                assert record.number % 4 == 0
                assert record.action == ("move_back" if disk % 2 else "move_ahead")


# The closed counts


@pytest.mark.parametrize("disks", [0, 1, 2, 3, 17, 64, 1_000])
def test_the_closed_counts_add_up_to_all_moves_and_one_way_out(disks: int) -> None:
    counts = closed_counts(disks)
    moves = sum(count for row, count in counts.items() if row.action)
    assert moves == 2**disks - 1
    assert sum(counts.values()) == 2**disks


# Taking over in the middle


@pytest.mark.parametrize("disks", range(3, 7))
def test_a_new_shift_finds_the_memory_as_the_old_one_left_it(disks: int) -> None:
    old = memory_for(disks)
    records = run(AUTOMATON, old)
    for step in range(1, 2**disks):
        state, new = taken_over(disks, step)
        assert (state, new.key()) == (STEPS[(step - 1) % 4], old.key())
        next(records)


# The memory


@pytest.mark.parametrize("events", [0, 1, 4, 9])
def test_a_copy_of_a_running_memory_runs_in_a_machine_of_its_own(events: int) -> None:
    memory = memory_for(4)
    records = run(AUTOMATON, memory)
    before = list(outputs(islice(records, events)))
    twin = memory.copy()
    key = memory.key()
    after = list(outputs(run(AUTOMATON, twin, state=STEPS[events % 4])))
    assert before + after == list(oracle.recursion(4))
    assert memory.key() == key, "the original stands still meanwhile"
    assert list(outputs(records)) == after


def test_memories_with_the_same_key_have_the_same_future() -> None:
    seen: dict[object, Transition] = {}
    for disks in range(7):
        for task in oracle.TASKS:
            memory = memory_for(disks, *task)
            key: object = (AUTOMATON.initial, memory.key())
            for record in run(AUTOMATON, memory):
                assert seen.setdefault(key, record.transition) == record.transition
                key = (record.next_state, memory.key())
    assert len(seen) == sum(6 * 2**disks for disks in range(7)), "no two moments share a key"


def test_what_a_guard_looks_at_is_in_the_key() -> None:
    to_be_built, built = (TwoStorey(Configuration("000"), *task) for task in ((0, 2), (1, 0)))
    assert (to_be_built.built(), built.built()) == (False, True)
    assert to_be_built.key() != built.key()


def test_an_action_out_of_place_is_refused_by_the_pegs() -> None:
    memory = memory_for(3)
    with pytest.raises(IllegalMove, match="peg 1 is empty"):
        memory.move_ahead()
    with pytest.raises(IllegalMove, match="peg 2 is empty"):
        memory.move_back()
    assert memory.show() == "3 2 1 | - | -"


@pytest.mark.parametrize(
    ("digits", "answer"),
    [("0000", False), ("0011", False), ("2211", True), ("2011", False), ("0211", True)],
)
def test_an_empty_peg_counts_as_larger_than_any_disk(digits: str, answer: bool) -> None:
    assert TwoStorey(Configuration(digits), 0, 2).ahead_smaller() is answer


@pytest.mark.parametrize(
    ("digits", "answer"), [("", True), ("2", True), ("0", False), ("222", True), ("221", False)]
)
def test_the_tower_is_built_when_all_disks_are_on_the_target(digits: str, answer: bool) -> None:
    assert TwoStorey(Configuration(digits), 0, 2).built() is answer
