"""The cost of work as its size grows: operations and bytes are counted, and never seconds.

A row is work of any size, which is given item by item: moves, records or lines. Of some rows `EACH`
item costs the same whatever the size is, such as the number of disks, the length of a word, or the
length of the run so far; the first items and all that precedes them are not counted. Of the others
`ALL` items together cost in proportion to the size.

Lines of Python alone do not show a number of many digits or a copy of a list, and bytes alone do
not show a search, so that both are limited. `PUZZLE` has the rows of disks and pegs, `FRAMEWORK`
the rows of any machine: a new function or machine has its row there.
"""

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, islice
from random import Random
from types import FrameType
from typing import Any, NamedTuple

import pytest
from support.cases import sweep_if

from hanoi_fsm import (
    PATHFINDERS,
    READERS,
    SOLVERS,
    Automaton,
    Machine,
    Memory,
    action,
    check,
    code,
    configuration,
    distance,
    equal,
    errors,
    export,
    find,
    guard,
    minimize,
    next_move,
    path,
    read,
    solve,
    step_of,
    stream,
    trace,
)
from hanoi_fsm.fsm.codegen import LANGUAGES
from hanoi_fsm.fsm.engines import FIRST
from hanoi_fsm.fsm.formats.json_format import read_json
from hanoi_fsm.fsm.trace import MOST_RECORDS
from hanoi_fsm.hanoi.automata import EXAMPLE
from hanoi_fsm.hanoi.plain import PLAIN
from hanoi_fsm.hanoi.resolver import resolve
from hanoi_fsm.watching.moments import Player
from hanoi_fsm.watching.scene import scene

EACH, ALL = "each", "all"
READY, COUNTED = 4, 16
"""The number of items before those that are counted, and of those."""
FACTOR = 4
"""The ratio of the two sizes."""
SLACK = 1.15
"""The factor that is allowed beyond proportion."""
TABLES = 1.3
"""The same of bytes: tables of dicts and sets double, each at a size of its own."""
LINES, BYTES = 40, 1_500
"""The difference that is allowed in any case: a list that has just been made longer, and a number
with a bit for each disk, which Python 3.13 may still have when the next one is made."""
MOST_LINES = 300_000
"""Work that runs more lines is ended."""

Work = Callable[[int], Iterable[object]]
"""The items of work of some size."""


class Row(NamedTuple):
    """Work of a size, the smaller of its two sizes, and which items are counted."""

    name: str
    work: Work
    size: int
    counted: str = EACH


class Cost(NamedTuple):
    """The lines of Python that are run, and the largest number of bytes in use."""

    lines: int
    bytes: int


class TooMuch(Exception):
    """Work runs more than `MOST_LINES`."""


def cost_of(row: Row, size: int) -> Cost:
    """The cost of some items of a row, or of all work."""
    if row.counted == ALL:
        return cost(lambda: list(row.work(size)))
    items = iter(row.work(size))
    assert len(list(islice(items, READY))) == READY
    return cost(lambda: list(islice(items, COUNTED)))


def cost(work: Callable[[], list[object]]) -> Cost:
    """The cost of work together with its result; raises `TooMuch`."""
    lines = 0

    def count(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines > MOST_LINES:
            raise TooMuch
        return count

    before = sys.gettrace()
    gc.disable()
    tracemalloc.start()
    try:
        start, _ = tracemalloc.get_traced_memory()
        sys.settrace(count)
        kept = work()
        sys.settrace(before)
        _, most = tracemalloc.get_traced_memory()
        assert kept
    finally:
        sys.settrace(before)
        tracemalloc.stop()
        gc.enable()
    return Cost(lines, most - start)


MANY = 1 << 11
"""Disks or symbols: enough to see a copy of them, or a number with a digit for each."""


def middle(disks: int) -> int:
    """A step that has nearly as many digits as there are disks."""
    return (1 << disks) * 5 // 11


def digits(disks: int, seed: int = 0) -> str:
    """A configuration without a pattern."""
    return "".join(Random(seed).choices("012", k=disks))


def ends(disks: int) -> tuple[str, str]:
    """A start and a goal."""
    return digits(disks), digits(disks, 1)


def solving(name: str) -> Iterator[Row]:
    """The moves of a solver, from the first step and from one in the middle, and its table."""
    engine = None if name in PLAIN else "generated"
    solver: Any = resolve(name)
    yield Row(f"solve {name}", lambda n: solve(n, by=name), MANY)
    if name != "four-step":
        yield Row(f"solve {name} later", lambda n: solve(n, by=name, start=middle(n)), MANY)
    yield Row(f"trace {name}", lambda n: table(solver, n, engine=engine), MANY)


def finding(name: str) -> Iterator[Row]:
    """The moves of a pathfinder, and its table."""
    finder: Any = PATHFINDERS[name]
    yield Row(f"path {name}", lambda n: path(*ends(n), by=name), MANY)
    yield Row(f"trace {name}", lambda n: table(finder, *ends(n)), MANY)


EVERYDAY = {"two-storey", "path-reader"}
"""The solver and the reader that run every day, as all of them run in the same way."""


def reading(name: str) -> Iterator[Row]:
    """The trace of a whole word, and the table of its last symbols."""
    reader: Any = READERS[name]

    def late(size: int) -> Iterator[object]:
        return islice(table(reader, accepted(name, size + READY + COUNTED)), size, None)

    yield Row(f"trace {name}", lambda n: trace(accepted(name, n), by=name), 32, ALL)
    yield Row(f"trace {name} later", late, MANY // 4)


def table(machine: Any, *inputs: object, engine: str | None = "generated") -> Iterator[object]:
    """The rows of a run with all that the memory holds."""
    run = machine.run(*inputs, views="contents", engine=engine)
    return iter(machine.rows(run, full=True))


@cache
def accepted(name: str, size: int) -> str:
    """A word of `size` symbols after which there is a way out of the state."""
    automaton, chance, word = READERS[name].automaton, Random(0), list[str]()
    ways = {state: automaton.leaving(state) for state in automaton.states}
    state = automaton.initial
    for _ in range(size):
        row = chance.choice([row for row in ways[state] if ways[row.target]])
        word.append(row.event)
        state = row.target
    return "".join(word)


def refused(*inputs: str | int, by: str) -> list[object]:
    """The error of a trace that is too long."""
    with pytest.raises(errors.BadInput, match=str(MOST_RECORDS)) as raised:
        trace(*inputs, by=by)
    return [raised.value]


def played(disks: int) -> Iterator[object]:
    """Some events in the player, which asks the guards of a copy of the memory."""
    player = Player(find("two-storey"), disks)
    return (player.forward() for _ in range(9))


READS_ALL = ("pegs",)
"""The questions of machines that read the whole configuration at each move, as monk does."""
SOLVING = [
    name
    for name in (*SOLVERS, EXAMPLE, *PLAIN)
    if name != "recursion" and resolve(name).asks_for != READS_ALL
]
"""The depth of Python's stack limits the recursion; monk has a row of its own."""
PUZZLE = [
    *chain.from_iterable(map(solving, SOLVING)),
    *chain.from_iterable(map(finding, PATHFINDERS)),
    *chain.from_iterable(map(reading, READERS)),
    Row("solve on transitions", lambda n: solve(n, engine="transitions"), MANY),
    Row("solve monk, which reads all pegs", lambda n: islice(solve(n, by="monk"), 9), 32, ALL),
    Row("solve, the first move", lambda n: islice(solve(n), 1), MANY, ALL),
    Row("trace a tower too long", lambda n: refused(n, by="two-storey"), 64, ALL),
    Row("trace a formula too long", lambda n: refused(n, by="formula"), 64, ALL),
    Row("trace a path too long", lambda n: refused(*ends(n), by="shortest"), 64, ALL),
    Row("trace a word too long", lambda n: refused("0" * n, by="path-reader"), 200_000, ALL),
    Row("play", played, MANY, ALL),
    Row("stream", stream, MANY),
    Row("stream later", lambda n: stream(n, start=middle(n)), MANY),
    Row("configuration", lambda n: [configuration(middle(n), n)], MANY, ALL),
    Row("step_of", lambda n: [step_of("1" * n, target=1)], MANY, ALL),
    Row("distance", lambda n: [distance(*ends(n))], MANY, ALL),
    Row("next_move", lambda n: [next_move(digits(n))], MANY, ALL),
]


BETWEEN = FIRST * 3 // 2
"""An event at which a memory is not compared: that is done for a few whenever a run has doubled."""


class Log(Memory):
    """A memory that grows at each event."""

    def __init__(self) -> None:
        self.lines: list[int] = []

    @guard
    def full(self) -> bool:
        """another line does not fit"""
        return False

    @action
    def write(self) -> None:
        """write a line"""
        self.lines.append(len(self.lines))


def logged(size: int, **options: Any) -> Iterator[object]:
    """The records of a run that has written some lines."""
    rows = "on -> on : tick [!full] / write \n on -> off : tick [full]"
    automaton = Automaton.from_table("log", initial="on", final="off", table=rows)
    return islice(Machine(automaton, Log).run(engine="generated", **options), size, None)


@cache
def ring(size: int, event: str = "{}") -> Machine:
    """A machine of `size` states in a ring, whose edges put out what is quoted."""
    rows = [f's{at} -> s{(at + 1) % size} : {event.format(at)} / "{at % 7}"' for at in range(size)]
    rows += [f's{at} -> s{at * 7 % size} : back / "back"' for at in range(size)]
    table = "\n".join(rows)
    return Machine(Automaton.from_table("ring", initial="s0", final=None, table=table))


def round_of(size: int) -> Automaton:
    """States in a circle, each of which refuses the events of all others."""
    table = "\n".join(f"s{at} -> s{(at + 1) % size} : e{at}" for at in range(size))
    return Automaton.from_table("round", initial="s0", final=None, table=table)


def runs(size: int, engine: str) -> Iterator[object]:
    """The records of a run whose states and events are among many."""
    return iter(ring(size).run(map(str, range(size)), engine=engine))


def drawn(size: int) -> str:
    """The drawing of a machine in a ring."""
    edges = (f"s{at} -> s{(at + 1) % size} [label=on];" for at in range(size))
    return f"digraph ring {{ i [shape=point]; i -> s0; {''.join(edges)} }}"


def program(size: int, language: str) -> list[str]:
    """A program in a language, or for another tool."""
    machine = ring(size, "on")
    return [code(machine, language) if language in LANGUAGES else export(machine, language)]


def seen(size: int) -> list[object]:
    """Some moments of a machine of many states on a terminal."""
    player = Player(ring(size, "on"), *["on"] * 9)
    return [scene(player, 80, 24) for _ in range(3) if player.forward()]


FRAMEWORK = [
    Row("play many states", seen, 64, ALL),
    Row("equal to itself", lambda n: [equal(ring(n, "on"), ring(n, "on"))], 64, ALL),
    Row("equal to another", lambda n: [equal(ring(n, "on"), ring(n + 1, "on"))], 64, ALL),
    Row("check", lambda n: [check(round_of(n))], 32, ALL),
    Row("minimize", lambda n: [minimize(ring(n, "on"))], 64, ALL),
    Row("read DOT", lambda n: [read(drawn(n))], 8, ALL),
    Row("read JSON", lambda n: [read_json(program(n, "json")[0])], 16, ALL),
    Row("run generated", lambda n: runs(n, "generated"), 256),
    Row("run on transitions", lambda n: runs(n, "transitions"), 256),
    Row("code in Python", lambda n: program(n, "python"), 64, ALL),
    Row("code in C", lambda n: program(n, "c"), 64, ALL),
    Row("code in JavaScript", lambda n: program(n, "javascript"), 64, ALL),
    Row("export to scxml", lambda n: program(n, "scxml"), 64, ALL),
    Row("run a memory that grows", logged, BETWEEN),
    Row("trace a memory that grows", lambda n: logged(n, views="contents"), MANY // 4),
]


def waits(row: Row) -> bool:
    """Whether it is a row of a machine that runs as another one does."""
    name = row.name.partition(" ")[2].removesuffix(" later")
    return name in {*SOLVING, *READERS} - EVERYDAY


@pytest.mark.parametrize(
    "row",
    [
        *(pytest.param(row, id=row.name, marks=sweep_if(waits(row))) for row in PUZZLE),
        *(
            pytest.param(
                row, id=row.name, marks=sweep_if(row.size == BETWEEN or row.counted == ALL)
            )
            for row in FRAMEWORK
        ),
    ],
)
def test_cost_does_not_grow_out_of_proportion(row: Row) -> None:
    list(islice(row.work(row.size), READY + COUNTED))  # this makes what is made once
    for size in (row.size, FACTOR * row.size):
        cost_of(row, size)  # Python itself makes its code faster, and tables for what is traced
    small, large = cost_of(row, row.size), cost_of(row, FACTOR * row.size)
    print(f"{small} for {row.size}, {large} for {FACTOR * row.size}")
    growth = FACTOR if row.counted == ALL else 1
    assert large.lines <= growth * SLACK * small.lines + LINES
    assert large.bytes <= growth * (TABLES if row.counted == ALL else SLACK) * small.bytes + BYTES
