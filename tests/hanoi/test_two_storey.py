"""two-storey, the four-step machine: its trace, its steps, and how it takes over."""

from itertools import islice, pairwise

import oracle
import pytest

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import outputs
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, MACHINE, TwoStorey
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import Configuration, Task

STEPS = ("dismantle", "base", "crown", "foundation")


def memory_for(disks: int, source: int = 0, target: int = 2) -> TwoStorey:
    task = Task(disks, source, target)
    return TwoStorey(task.start, task)


@pytest.mark.parametrize("disks", range(9))
@pytest.mark.parametrize("task", oracle.TASKS)
@pytest.mark.one_in(3)
def test_the_four_steps_repeat_and_the_views_show_the_pegs_after_each_move(
    task: tuple[int, int], disks: int
) -> None:
    """Disk 1 dismantles and crowns, disk 2 is the base, a larger one each new foundation."""
    records = list(MACHINE.solve(disks, source=task[0], target=task[1], views=True))
    assert [record.state for record in records] == [STEPS[i % 4] for i in range(2**disks)]
    assert [record.number for record in records] == list(range(1, 2**disks + 1))
    assert all(one.next_state == following.state for one, following in pairwise(records))
    words = [*oracle.solution(disks, *task)[1:], str(task[1]) * disks]
    for record, digits in zip(records, words, strict=True):
        stacks = Configuration(digits).pegs()
        assert record.view == " | ".join(" ".join(map(str, stack)) or "-" for stack in stacks)
    *moves, last = records
    assert (last.next_state, last.action, last.output) == ("done", None, None)
    for record in moves:
        disk, at = record.output.disk, STEPS.index(record.state)
        assert min(disk, 3) == (1, 2, 1, 3)[at]
        back = "move_back" if disk % 2 else "move_ahead"
        assert record.action == ("carry", "move_ahead", "carry", back)[at]


def test_nobody_gets_views_unasked() -> None:
    assert {record.view for record in MACHINE.solve(3)} == {None}


@pytest.mark.parametrize("disks", [0, 1, 2, 3, 17, 64, 1_000])
def test_the_closed_counts_add_up_to_all_moves_and_one_end(disks: int) -> None:
    counts = MACHINE.closed_counts(disks)
    assert sum(count for transition, count in counts.items() if transition.action) == 2**disks - 1
    assert sum(counts.values()) == 2**disks


@pytest.mark.parametrize("disks", range(3, 7))
def test_a_new_shift_finds_the_memory_as_the_old_one_left_it(disks: int) -> None:
    old = memory_for(disks)
    records = run(AUTOMATON, old)
    for step in range(1, 2**disks):
        state, new = MACHINE.set_up(Task(disks), step)
        assert (state, new.key()) == (STEPS[(step - 1) % 4], old.key())
        next(records)


@pytest.mark.parametrize("events", [0, 1, 4, 9])
def test_a_copy_of_a_running_memory_runs_in_a_machine_of_its_own(events: int) -> None:
    memory = memory_for(4)
    records = run(AUTOMATON, memory)
    before, key = list(outputs(islice(records, events))), memory.key()
    after = list(outputs(run(AUTOMATON, memory.copy(), state=STEPS[events % 4])))
    assert before + after == list(oracle.textbook(4))
    assert memory.key() == key, "the original is unchanged"
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


def test_an_action_out_of_place_is_refused_by_the_pegs() -> None:
    memory = memory_for(3)
    with pytest.raises(IllegalMove, match="peg 1 is empty"):
        memory.move_ahead()
    with pytest.raises(IllegalMove, match="peg 2 is empty"):
        memory.move_back()
    assert memory.show() == "3 2 1 | - | -"


@pytest.mark.parametrize(
    ("digits", "answers"),
    [("0000", "00"), ("0011", "00"), ("2211", "01"), ("0211", "01"), ("2222", "10"), ("", "10")],
)
def test_the_guards_take_an_empty_peg_for_larger_than_any_disk(digits: str, answers: str) -> None:
    memory = TwoStorey(Configuration(digits), Task(len(digits)))
    assert f"{memory.built():d}{memory.ahead_smaller():d}" == answers
