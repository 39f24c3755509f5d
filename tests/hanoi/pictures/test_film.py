"""A film shows every event of a run: where the disks are, which one moved, and by what."""

from collections.abc import Iterator
from itertools import product

import pytest
from reading_films import Shot, headings, shots
from sampling import one_in

from hanoi_fsm import Automaton, find
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, UnknownName
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.errors import BadDisks, BadStep
from hanoi_fsm.hanoi.machines import Pathfinder
from hanoi_fsm.hanoi.pegs import PAIRS, Move, Task
from hanoi_fsm.hanoi.pictures.filming import film
from hanoi_fsm.hanoi.pictures.filmstrip import filmstrip
from hanoi_fsm.hanoi.resolver import resolve

ARROW = "\N{RIGHTWARDS ARROW}"
DOOR = Automaton.from_table("door", initial="a", final="b", table="a -> b : go")
MACHINES = [*automata.SOLVERS, *automata.PATHFINDERS]
TASKS = [
    *(Task(disks, *ends) for disks in range(4) for ends in PAIRS),
    *(Task(disks, *ends) for disks, ends in zip((4, 4, 5, 6), PAIRS[1:], strict=False)),
]


def records(name: str, task: Task) -> list[Record]:
    machine = find(name)
    if isinstance(machine, Pathfinder):
        return list(machine.run(task.start, task.goal))
    return list(machine.run(task.disks, source=task.source, target=task.target))


def replayed(task: Task, trace: list[Record]) -> Iterator[tuple[list[list[int]], Move | None]]:
    """The stacks after each event by moving numbers from list to list, and the move."""
    pegs: list[list[int]] = [[], [], []]
    pegs[task.source] = list(range(task.disks, 0, -1))
    yield [stack[:] for stack in pegs], None
    for record in trace:
        if (move := record.output) is not None:
            pegs[move.target].append(pegs[move.source].pop())
        yield [stack[:] for stack in pegs], move


@pytest.mark.parametrize("task", TASKS, ids=str)
@pytest.mark.parametrize("name", one_in(3, MACHINES))
@pytest.mark.one_in(4)
def test_every_event_is_a_frame_with_what_moved_and_by_what(name: str, task: Task) -> None:
    trace = records(name, task)
    seen = shots(film(find(name), task).svg)
    assert len(seen) == len(trace) + 1, "the start, and each event, also the last one"
    assert seen[0].words["state"] == "start"
    step = 0
    for shot, record, (pegs, move) in zip(seen, [None, *trace], replayed(task, trace), strict=True):
        assert shot.pegs == pegs
        step += move is not None
        assert shot.words.get("step", "") == (str(step) if move else "")
        if move is None:
            assert not (shot.arcs or shot.ghosts or shot.rims)
        else:
            source, target = move.source, move.target
            assert shot.arcs == [(source, target)]
            assert shot.ghosts == [(source, len(pegs[source]))]
            assert shot.rims == [(target, len(pegs[target]) - 1)]
        if record is not None:
            assert shot.words["state"] == record.state
            said = shot.words["action"]
            assert said == record.action or said.endswith(f"{ARROW} {record.next_state}")


def test_the_last_event_says_why_the_run_ends() -> None:
    last = shots(film(find("two-storey"), Task(3)).svg)[-1]
    assert last.words == {"state": "foundation", "action": f"[built] {ARROW} done"}


RENAMED = Automaton.from_table(
    "mine",
    initial="a",
    final="end",
    memory="two-storey",
    table="""
        a -> b   : step [!built] / carry
        b -> c   : step [!built] / move_ahead
        c -> d   : step          / carry
        d -> a   : step [!built & ahead_smaller]  / move_back
        d -> a   : step [!built & !ahead_smaller] / move_ahead
        a -> end : step [built]
        b -> end : step [built]
        d -> end : step [built]
    """,
)
TURNS = "of the cycle:"
HEADINGS = [
    ("two-storey", 3, [f"turn {n} {TURNS} dismantle, base, crown, foundation" for n in (1, 2)]),
    ("two-storey", 1, [f"turn 1 {TURNS} dismantle, base"]),
    ("two-storey", 0, [f"turn 1 {TURNS} dismantle"]),
    (RENAMED, 2, [f"turn 1 {TURNS} a, b, c, d"]),
    (
        "two-state",
        3,
        [
            f"turns 1 and 2 {TURNS} small, other, small, other",
            f"turns 3 and 4 {TURNS} small, other, small, other",
        ],
    ),
    ("three-state", 2, [f"turn 1 {TURNS} first, second, third", f"turn 2 {TURNS} first"]),
    ("monk", 3, ["steps 1 .. 4", "steps 5 .. 7"]),
    ("call-stack", 2, ["steps 1 .. 3", "after step 3"]),
    (
        "any-to-any",
        3,
        ["before step 1", "steps 1 and 2", "steps 3 and 4", "step 5", "step 6", "step 7"],
    ),
    ("hbits", 3, ["steps 1 .. 4", "steps 5 .. 7"]),
]


@pytest.mark.parametrize(("subject", "disks", "expected"), HEADINGS)
def test_a_row_is_a_turn_of_the_cycle_or_says_its_steps(
    subject: object, disks: int, expected: list[str]
) -> None:
    solver = resolve(subject)
    assert headings(film(solver, Task(disks)).svg) == expected


@pytest.mark.parametrize(
    ("name", "across"), [("two-storey", 4), ("two-state", 2), ("three-state", 3)]
)
def test_a_state_of_a_cycle_has_a_column_of_its_own(name: str, across: int) -> None:
    seen = shots(film(find(name), Task(5)).svg)[1:]
    columns = sorted({shot.x for shot in seen})
    assert len(columns) == across * (4 // across)
    assert len({(shot.words["state"], columns.index(shot.x) % across) for shot in seen}) == across


def test_steps_are_in_the_columns_of_the_whole_run() -> None:
    whole = shots(film(find("two-storey"), Task(4)).svg)
    some = shots(film(find("two-storey"), Task(4), range(6, 10)).svg)
    assert some[0].words["state"] == "after step 5"
    assert some[0].pegs == whole[5].pegs
    assert not some[0].arcs
    assert [(one.x, one.words, one.pegs) for one in some[1:]] == [
        (one.x, one.words, one.pegs) for one in whole[6:10]
    ]


@pytest.mark.parametrize("name", one_in(3, MACHINES))
@pytest.mark.parametrize("ends", [(1, 1), (2, 5), (15, 15), (1, 15)])
@pytest.mark.one_in(4)
def test_the_steps_of_a_run_are_those_of_the_whole_film(name: str, ends: tuple[int, int]) -> None:
    def seen(shots: list[Shot]) -> list[tuple[dict[str, str], list[list[int]]]]:
        return [(one.words, one.pegs) for one in shots]

    task = Task(4, 2, 1)
    whole = shots(film(find(name), task).svg)
    at = [0, *(n for n, one in enumerate(whole) if "step" in one.words), len(whole) - 1]
    first, last = ends
    end = at[last + (last == 15)]
    some = shots(film(find(name), task, range(first, last + 1)).svg)
    assert some[0].pegs == whole[at[first - 1]].pegs
    assert seen(some[1:]) == seen(whole[at[first - 1] + 1 : end + 1])


def test_disks_of_any_number_up_to_ten_are_told_apart_in_a_few_steps() -> None:
    [start, *_] = shots(film(find("monk"), Task(10), range(1, 65)).svg)
    assert start.pegs[0] == list(range(10, 0, -1))


REFUSED = [
    ("monk", Task(7), None, BadDisks, "7 .* 6, or with --steps 10"),
    ("monk", Task(11), range(1, 3), BadDisks, "11 .* 10"),
    ("monk", Task(8), range(1, 66), BadInput, "65.* 64"),
    ("monk", Task(3), range(7, 9), BadStep, "8"),
    ("monk", Task(3), range(0, 3), BadStep, "0"),
    ("rank-reader", Task(3), None, UnknownName, "reader"),
    (DOOR, Task(1), None, UnknownName, "machine"),
]


@pytest.mark.parametrize(("subject", "task", "steps", "error", "said"), REFUSED)
def test_what_cannot_be_drawn_is_refused(
    subject: object, task: Task, steps: range | None, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        film(resolve(subject), task, steps)


def test_a_plain_solver_has_no_memory_to_draw() -> None:
    with pytest.raises(BadInput, match=r"hbits .* --matrix"):
        film(resolve("hbits"), Task(3), matrix=True)


WRONG = [
    ("a -> a : step [!built] / carry\na -> b : step [built]", "stops"),
    ("a -> a : step [!built] / move_ahead\na -> b : step [built]", "illegal|cannot move"),
    ("a -> a : step [!built]\na -> b : step [built]", "256 frames"),
]


@pytest.mark.parametrize(("table", "said"), WRONG)
def test_a_wrong_machine_is_named_where_it_stops(table: str, said: str) -> None:
    wrong = Automaton.from_table("wrong", initial="a", final="b", memory="two-storey", table=table)
    with pytest.raises((MachineStopped, BadInput), match=f"wrong.*({said})"):
        film(resolve(wrong), Task(3))


def test_a_machine_that_ends_early_has_no_later_steps() -> None:
    early = Automaton.from_table(
        "early", initial="a", final="b", memory="two-storey", table="a -> b : step / carry"
    )
    assert len(shots(film(resolve(early), Task(3)).svg)) == 2
    with pytest.raises(BadInput, match="early ends after 1 move"):
        film(resolve(early), Task(3), range(2, 4))


def test_a_trace_alone_makes_a_filmstrip() -> None:
    trace = records("monk", Task(3))
    seen = shots(filmstrip("000", trace))
    assert [one.pegs for one in seen] == [pegs for pegs, _ in replayed(Task(3), trace)]
    with pytest.raises(BadDisks, match="6"):
        filmstrip("0" * 7, [])


@pytest.mark.sweep
def test_frames_do_not_overlap() -> None:
    for name, disks, matrix in product(MACHINES, (0, 2, 4), (False, True)):
        seen = shots(film(find(name), Task(disks), matrix=matrix).svg)
        assert len({(one.x, one.y) for one in seen}) == len(seen)
