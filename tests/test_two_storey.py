"""two-storey, the four-step machine: its moves, its trace, its counts, and where it takes up."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise

import pytest
from chance import chance
from oracle import TASKS, replay, textbook

from hanoi_fsm import solve
from hanoi_fsm.fsm.engines.pytransitions import run
from hanoi_fsm.fsm.errors import UnknownName, shortened
from hanoi_fsm.fsm.notation import Transition, parse_row
from hanoi_fsm.fsm.trace import Record, outputs
from hanoi_fsm.fsm.validation import faults
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON, SOLVER, STEPS, TwoStorey, closed_counts
from hanoi_fsm.hanoi.errors import BadDisks, BadPeg, BadStep, IllegalMove
from hanoi_fsm.hanoi.pegs import Configuration, Move
from hanoi_fsm.hanoi.solving import find_solver

each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task[0]}-to-{task[1]}")
towers = pytest.mark.parametrize("disks", range(11))


def memory_for(disks: int, source: int = 0, target: int = 2) -> TwoStorey:
    """The memory at the start of a task."""
    return TwoStorey(Configuration.tower(disks, source), source, target)


def trace(disks: int, source: int = 0, target: int = 2) -> list[Record]:
    """A whole run, with views."""
    return list(run(AUTOMATON, memory_for(disks, source, target), views=True))


# The moves


@towers
@each_task
def test_the_machine_makes_the_moves_of_the_recursion(task: tuple[int, int], disks: int) -> None:
    assert list(solve(disks, "two-storey", *task)) == list(textbook(disks, *task))


@towers
@each_task
def test_the_engine_alone_makes_the_same_moves(task: tuple[int, int], disks: int) -> None:
    memory = memory_for(disks, *task)
    assert list(outputs(run(AUTOMATON, memory))) == list(textbook(disks, *task))
    assert memory.pegs.configuration() == Configuration.tower(disks, task[1])
    assert memory.state == "done"


def test_the_four_step_machine_is_the_one_that_solves_unless_another_is_named() -> None:
    assert list(solve(4)) == list(textbook(4, 0, 2))
    assert automata.get("two-storey") is SOLVER
    assert find_solver("two-storey").solver is SOLVER


@pytest.mark.parametrize(
    ("disks", "told"),
    [
        (0, ["dismantle [built] -> done"]),
        (
            1,
            ["dismantle [!built] / carry: disk 1: 0 -> 2 -> base", "base [built] -> done"],
        ),
        (
            2,
            [
                "dismantle [!built] / carry: disk 1: 0 -> 1 -> base",
                "base [!built] / move_ahead: disk 2: 0 -> 2 -> crown",
                "crown / carry: disk 1: 1 -> 2 -> foundation",
                "foundation [built] -> done",
            ],
        ),
    ],
)
def test_the_smallest_towers_in_full(disks: int, told: list[str]) -> None:
    lines = []
    for record in trace(disks):
        row = record.transition
        guards = " [" + " & ".join(map(str, row.guards)) + "]" if row.guards else ""
        move = f" / {record.action}: {record.output}" if record.action else ""
        lines.append(f"{record.state}{guards}{move} -> {record.next_state}")
    assert lines == told


@pytest.mark.parametrize(
    ("count", "moves"), [(0, 0), (1, 1), (6, 6), (7, 7), (8, 7), (10**30, 7), (None, 7)]
)
def test_no_more_moves_are_made_than_are_asked_for(count: int | None, moves: int) -> None:
    assert list(solve(3, count=count)) == list(textbook(3, 0, 2))[:moves]


def test_a_huge_tower_begins_at_once() -> None:
    assert list(islice(solve(100_000), 3)) == [Move(1, 0, 1), Move(2, 0, 2), Move(1, 1, 2)]


def arguments(**given: object) -> dict[str, object]:
    return {"disks": 3, **given}


@pytest.mark.parametrize(
    ("given", "fault", "told"),
    [
        (arguments(disks=-1), BadDisks, "the number of disks is -1"),
        (arguments(disks=True), BadDisks, "the number of disks is True"),
        (arguments(disks=10**100), BadDisks, "do not fit into the memory"),
        (arguments(source=2), BadPeg, "source and target are both peg 2"),
        (arguments(target=3), BadPeg, "there is no peg 3"),
        (arguments(start=0), BadStep, "there is no step 0: 3 disks take 7 steps"),
        (arguments(start=8), BadStep, "there is no step 8"),
        (arguments(start=True), BadStep, "there is no step True"),
        (arguments(start=2.0), BadStep, r"there is no step 2\.0"),
        (arguments(disks=0, start=2), BadStep, "there is no step 2: 0 disks take 0 steps"),
        (arguments(count=-1), BadStep, "the count is -1: give a whole number from 0 on"),
        (arguments(count=1.5), BadStep, r"the count is 1\.5"),
        (arguments(by="two-story"), UnknownName, "no solver 'two-story': did you mean 'two-st"),
    ],
)
def test_bad_input_is_refused_at_the_call(
    given: dict[str, object], fault: type[Exception], told: str
) -> None:
    with pytest.raises(fault, match=told):
        solve(**given)  # type: ignore[arg-type]  # wrong types are the test


@pytest.mark.parametrize("step", [0, 8, -1, True, 1.0, 10**100])
def test_a_run_begins_with_a_step_of_the_solution_and_says_so_at_the_call(step: int) -> None:
    with pytest.raises(BadStep, match=r"there is no step .*: 3 disks take 7 steps") as caught:
        find_solver("two-storey").run(3, step=step)
    assert shortened(step) in str(caught.value)


# The trace


@pytest.mark.parametrize("disks", range(2, 9))
@each_task
def test_the_four_steps_come_round_and_round(task: tuple[int, int], disks: int) -> None:
    records = trace(disks, *task)
    assert [record.state for record in records] == [STEPS[i % 4] for i in range(2**disks)]
    for record, following in pairwise(records):
        assert record.next_state == following.state
    assert (records[-1].state, records[-1].next_state) == ("foundation", "done")
    assert (records[-1].action, records[-1].output) == (None, None)


@pytest.mark.parametrize("disks", range(9))
@each_task
def test_the_views_show_the_pegs_after_each_move(task: tuple[int, int], disks: int) -> None:
    source, target = task
    records = trace(disks, *task)
    start = str(source) * disks
    for record, digits in zip(
        records[:-1], list(replay(start, textbook(disks, *task)))[1:], strict=True
    ):
        stacks = Configuration(digits).pegs()
        assert record.view == " | ".join(" ".join(map(str, stack)) or "-" for stack in stacks)
    assert records[-1].view == TwoStorey(Configuration.tower(disks, target), 0, 1).show()


def test_records_are_numbered_from_1_and_name_the_event() -> None:
    records = trace(5)
    assert [record.number for record in records] == list(range(1, 33))
    assert {record.event for record in records} == {"step"}


def test_nothing_is_shown_unless_views_are_asked_for() -> None:
    assert {record.view for record in run(AUTOMATON, memory_for(3))} == {None}


@pytest.mark.parametrize("disks", range(2, 9))
def test_the_guards_answered_as_the_record_says(disks: int) -> None:
    memory = memory_for(disks)
    shadow = memory_for(disks)
    for record in run(AUTOMATON, memory):
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


# The definition


def test_the_definition_is_sound() -> None:
    assert faults(AUTOMATON, TwoStorey) == []


def test_the_table_is_the_four_step_cycle_with_three_ways_out() -> None:
    assert AUTOMATON.states == (*STEPS, "done")
    assert (AUTOMATON.initial, AUTOMATON.final) == ("dismantle", frozenset({"done"}))
    cycle = {(row.source, row.target) for row in AUTOMATON.transitions if row.action}
    assert cycle == set(zip(STEPS, (*STEPS[1:], STEPS[0]), strict=True))
    ways_out = [row.source for row in AUTOMATON.transitions if row.target == "done"]
    assert sorted(ways_out) == ["base", "dismantle", "foundation"]


def test_exactly_one_transition_is_enabled_wherever_a_run_comes() -> None:
    for disks in range(9):
        memory = memory_for(disks)
        state = AUTOMATON.initial
        for record in run(AUTOMATON, memory_for(disks)):
            assert AUTOMATON.enabled(state, "step", memory) == [record.transition]
            if record.action:
                getattr(memory, record.action)()
            state = record.next_state


def test_the_vocabulary_is_told_in_words() -> None:
    assert TwoStorey.guards() == {
        "built": "the target peg holds the whole tower",
        "ahead_smaller": "the top disk ahead of disk 1 is smaller than the one behind it",
    }
    assert TwoStorey.actions() == {
        "carry": "disk 1 goes on to the peg ahead",
        "move_ahead": "the top disk behind disk 1 goes to the peg ahead of it",
        "move_back": "the top disk ahead of disk 1 goes to the peg behind it",
    }


# The closed counts


@towers
@each_task
def test_the_closed_counts_are_those_of_the_run(task: tuple[int, int], disks: int) -> None:
    counted = Counter(record.transition for record in trace(disks, *task))
    assert closed_counts(disks) == {row: counted[row] for row in AUTOMATON.transitions}


@pytest.mark.parametrize("disks", [0, 1, 2, 3, 17, 64, 1_000])
def test_the_closed_counts_add_up_to_all_moves_and_one_way_out(disks: int) -> None:
    counts = closed_counts(disks)
    moves = sum(count for row, count in counts.items() if row.action)
    assert moves == 2**disks - 1
    assert sum(counts.values()) == 2**disks


def test_six_disks_pass_each_transition_so_often() -> None:
    assert closed_counts(6) == {
        parse_row(row): count
        for row, count in {
            "dismantle -> base : step [!built] / carry": 16,
            "base -> crown : step [!built] / move_ahead": 16,
            "crown -> foundation : step / carry": 16,
            "foundation -> dismantle : step [!built & ahead_smaller] / move_back": 10,
            "foundation -> dismantle : step [!built & !ahead_smaller] / move_ahead": 5,
            "dismantle -> done : step [built]": 0,
            "base -> done : step [built]": 0,
            "foundation -> done : step [built]": 1,
        }.items()
    }


# Taking up in the middle


@pytest.mark.parametrize("disks", range(1, 7))
@each_task
def test_any_step_can_be_the_first_of_a_new_shift(task: tuple[int, int], disks: int) -> None:
    moves = list(textbook(disks, *task))
    for step in range(1, 2**disks):
        assert list(solve(disks, "two-storey", *task, start=step)) == moves[step - 1 :]


@pytest.mark.parametrize("disks", range(3, 7))
def test_a_new_shift_finds_the_memory_as_the_old_one_left_it(disks: int) -> None:
    old = memory_for(disks)
    records = run(AUTOMATON, old)
    for step in range(1, 2**disks):
        state, new = find_solver("two-storey").set_up(disks, step=step)
        assert (state, new.key()) == (STEPS[(step - 1) % 4], old.key())
        next(records)


@pytest.mark.parametrize(
    ("most", "times"), [(64, 20), (65, 20), (1_000, 10), (10_000, 4), (100_000, 1)]
)
def test_a_new_shift_goes_on_as_the_formula_says_however_high_the_tower(
    most: int, times: int
) -> None:
    random = chance()
    for _ in range(times):
        disks, task = random.randint(most // 2, most), random.choice(TASKS)
        start = random.randint(1, 2**disks - 1)
        stop = min(start + 50, 2**disks)
        came = list(solve(disks, "two-storey", *task, start=start, count=50))
        for by in formulas.FAMILIES.values():
            assert came == list(formulas.moves(start, stop, disks, *task, by))


def test_the_last_shift_of_a_hundred_thousand_disks_sees_the_tower_stand() -> None:
    disks, last = 100_000, 2**100_000 - 1
    records = list(find_solver("two-storey").run(disks, 2, 1, step=last - 4))
    moves = list(formulas.moves(last - 4, last + 1, disks, 2, 1))
    assert [record.output for record in records] == [*moves, None]
    assert [record.next_state for record in records[-2:]] == ["foundation", "done"]


# The memory


def test_a_copy_of_the_memory_is_equal_and_goes_its_own_way() -> None:
    memory = memory_for(4)
    twin = memory.copy()
    assert twin is not memory
    assert twin.key() == memory.key()
    twin.carry()
    assert memory.key() == memory_for(4).key() != twin.key()
    assert (memory.show(), twin.show()) == ("4 3 2 1 | - | -", "4 3 2 | 1 | -")


@pytest.mark.parametrize("events", [0, 1, 4, 9])
def test_a_copy_of_a_running_memory_runs_in_a_machine_of_its_own(events: int) -> None:
    memory = memory_for(4)
    records = run(AUTOMATON, memory)
    before = list(outputs(islice(records, events)))
    twin = memory.copy()
    key = memory.key()
    after = list(outputs(run(AUTOMATON, twin, state=STEPS[events % 4])))
    assert before + after == list(textbook(4, 0, 2))
    assert memory.key() == key, "the original stands still meanwhile"
    assert list(outputs(records)) == after


def test_memories_with_the_same_key_have_the_same_future() -> None:
    seen: dict[object, Transition] = {}
    for disks in range(7):
        for task in TASKS:
            memory = memory_for(disks, *task)
            key: object = (AUTOMATON.initial, memory.key())
            for record in run(AUTOMATON, memory):
                assert seen.setdefault(key, record.transition) == record.transition
                key = (record.next_state, memory.key())
    assert len(seen) == sum(6 * 2**disks for disks in range(7)), "no two moments share a key"


def test_what_a_guard_looks_at_is_in_the_key() -> None:
    to_be_built = TwoStorey(Configuration("000"), source=0, target=2)
    standing = TwoStorey(Configuration("000"), source=1, target=0)
    assert (to_be_built.built(), standing.built()) == (False, True)
    assert to_be_built.key() != standing.key()


def test_an_action_out_of_place_is_refused_by_the_pegs() -> None:
    memory = memory_for(3)
    with pytest.raises(IllegalMove, match="cannot move from peg 1 to peg 2: peg 1 is empty"):
        memory.move_ahead()
    with pytest.raises(IllegalMove, match="cannot move from peg 2 to peg 1: peg 2 is empty"):
        memory.move_back()
    assert memory.show() == "3 2 1 | - | -"


@pytest.mark.parametrize(
    ("digits", "ahead", "behind", "answer"),
    [
        ("0000", [], [], False),
        ("0011", [], [4, 3], False),
        ("2211", [4, 3], [], True),
        ("2011", [4], [3], False),
        ("0211", [3], [4], True),
    ],
)
def test_an_empty_peg_counts_as_larger_than_any_disk(
    digits: str, ahead: list[int], behind: list[int], answer: bool
) -> None:
    memory = TwoStorey(Configuration(digits), 0, 2)
    assert memory.pegs.stack((memory.small + 1) % 3) == ahead
    assert memory.pegs.stack((memory.small + 2) % 3) == behind
    assert memory.ahead_smaller() is answer


@pytest.mark.parametrize(
    ("digits", "answer"), [("", True), ("2", True), ("0", False), ("222", True), ("221", False)]
)
def test_the_tower_is_built_when_all_disks_are_on_the_target(digits: str, answer: bool) -> None:
    assert TwoStorey(Configuration(digits), 0, 2).built() is answer
