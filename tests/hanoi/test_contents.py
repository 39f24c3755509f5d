"""What the working memory of each machine holds, by name."""

from collections.abc import Iterator

import pytest

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.memory import Memory, contents_of
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.automata.memories import TowerMemory
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import PAIRS, Configuration, Task
from hanoi_fsm.hanoi.pictures.peg_matrix import COLUMNS

SOLVERS = automata.SOLVERS
each_solver = pytest.mark.parametrize("name", SOLVERS)


def numbers(value: object) -> int:
    return sum(map(numbers, value)) if isinstance(value, tuple) else 1


def moments(name: str, disks: int, source: int = 0, target: int = 2) -> Iterator[Memory]:
    """The memory before each event of a run, and at its end."""
    machine = automata.get(name)
    assert isinstance(machine, Solver)
    state, memory = machine.set_up(Task(disks, source, target))
    yield memory
    for _ in run(machine.automaton, memory, state=state):
        yield memory


@each_solver
@pytest.mark.parametrize("disks", [0, 1, 2, 5])
def test_it_holds_as_many_numbers_as_it_counts_cells(name: str, disks: int) -> None:
    for memory in moments(name, disks):
        contents = dict(contents_of(memory))
        if (path := contents.pop("path", None)) is not None:
            assert isinstance(path, tuple)
            contents["path"] = 0  # up to 64 bits are one cell
        assert numbers(tuple(contents.values())) == memory.cells()


@each_solver
@pytest.mark.parametrize(("source", "target"), PAIRS)
@pytest.mark.one_in(3)
def test_two_moments_with_the_same_contents_have_the_same_future(
    name: str, source: int, target: int
) -> None:
    keys: dict[object, object] = {}
    for memory in moments(name, 3, source, target):
        reads_pegs = "peg 0" in contents_of(memory)
        found = tuple(contents_of(memory).items())
        key = memory.key() if reads_pegs else memory.key()[3:]  # type: ignore[index]  # a tuple
        assert keys.setdefault(found, key) == key


CASES = [
    (
        "two-storey",
        1,
        {"peg 0": (4, 3, 2, 0), "peg 1": (4, 0, 0, 0), "peg 2": (4, 1, 0, 0)}
        | {"heights": (2, 0, 1), "target": 2, "small": 2, "stride": 2},
    ),
    ("three-state", 0, {"heights": (3, 0, 0), "target": 2, "near": 2, "far": 1}),
    ("call-stack", 1, {"k": 2, "i": 0, "j": 1, "stack": ((3, 0, 2, "first"),)}),
    (
        "call-stack",
        4,
        {"k": 1, "i": 2, "j": 1, "stack": ((3, 0, 2, "first"), (2, 0, 1, "second"))},
    ),
    ("action-tree", 0, {"k": 3, "path": ()}),
    ("action-tree", 2, {"k": 1, "i": 0, "j": 2, "disks": 3, "path": (0, 0)}),
]


@pytest.mark.parametrize(("name", "events", "expected"), CASES)
def test_contents_are_named(name: str, events: int, expected: dict[str, object]) -> None:
    memory = [dict(contents_of(memory)) for memory in moments(name, 3)][events]
    assert {name: memory[name] for name in expected} == expected


def test_a_memory_of_one_s_own_shows_its_registers_without_saying_so() -> None:
    class Counting(TowerMemory):
        def __init__(self, configuration: Configuration, task: Task) -> None:
            super().__init__(configuration, task)
            self.carried = 0
            self._secret = 1

    memory = Counting(Configuration("00"), Task(2))
    assert list(contents_of(memory)) == [*COLUMNS, "heights", "target", "carried"]


def test_a_pathfinder_holds_what_it_has_put_off() -> None:
    machine = automata.PATHFINDERS["shortest"]
    memory = machine.memory("100", "011")
    for _, _record in zip(range(1), run(machine.automaton, memory), strict=False):
        pass
    contents = contents_of(memory)
    assert contents["where"] == (0, 0, 1)
    assert contents["goal"] == (1, 1, 0)
    assert contents["verdict"] == "twice"
    assert contents["put off"] == ((3, 0, "goal"), (3, 2, 1))


def test_a_reader_holds_its_tape() -> None:
    machine = automata.READERS["configuration-reader"]
    memory = machine.memory()
    list(run(machine.automaton, memory, list("010")))
    assert contents_of(memory) == {"tape": ("0", "1", "2")}
