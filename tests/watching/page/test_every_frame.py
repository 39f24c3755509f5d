"""Every moment that the page shows is that of the run: pegs, memory, state, edge, counts, fault.

What the page shows is read in a browser from the pictures and texts of its panels. It must be what
the frames of the same run say, which are the trace's; for solvers it must be the formula's as well.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, product
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from explorer_page import ExplorerPage, Pages, script_of, spelt

from hanoi_fsm import Machine, automata
from hanoi_fsm.fsm.diagrams.texts import TIMES
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import PAIRS, Task
from hanoi_fsm.watching.frames import Frame, frames

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

SEED = 12
AT_ONCE = 20
"""Runs that are asked of the browser in one call."""

ELSE = "closed=graph,formula,guards,trace,code"
"""Panels that are tested elsewhere, and would take time here."""

Row = dict[str, Any]
Run = tuple[str, tuple[Any, ...], dict[str, Any]]
"""The fragment of a run, and the inputs and options of `machine.run`."""


def shown(page: ExplorerPage, runs: Iterable[Run], backwards: bool = False) -> Iterator[Any]:
    """Of each run its name, the frames that Python makes, and what the page shows of them."""
    waiting = iter(runs)
    while some := list(islice(waiting, AT_ONCE)):
        fragments = [f"{fragment}&{ELSE}" for fragment, _, _ in some]
        found = page.run(script_of("walk.js"), fragments, backwards)
        yield from zip(some, found, strict=True)


def cells(name: str, contents: dict[str, Any]) -> Any:
    """What the panel shows of a part of a memory: there is no 0 above the disks of a peg."""
    if name.startswith("peg ") and "heights" in contents:
        sentinel, *disks = contents[name]
        return [spelt(sentinel), *(spelt(disk) if disk else "" for disk in disks)]
    return spelt(contents[name])


def expected(machine: Machine, frame: Frame) -> Row:
    plain = frame.plain()
    transition, move = frame.transition, frame.move
    fault = ""
    if frame.finding is not None:
        fault = f"Wrong: expected {frame.finding.expected}, got {frame.finding.got}"
    elif frame.stopped:
        fault = f"Stopped: {frame.stopped}"
    return {
        "automaton": machine.name,
        "step": str(frame.step),
        "state": frame.state,
        "configuration": plain["configuration"] or "",
        "move": f"{move.disk}:{move.source}:{move.target}" if move else "",
        "pegs": plain["configuration"],
        "memory": {
            "output" if name == "tape" else name: cells(name, plain["contents"])
            for name in plain["contents"]
        },
        "lit": [frame.state] + ([] if transition is None else [frame.taken]),
        "counts": list(frame.counts),
        "fault": fault,
    }


def seen(machine: Machine, row: Row) -> Row:
    """A row in the same form; an edge may stand for several transitions."""
    diagram = row.pop("diagram")
    edges = {edge: list(map(int, edge.split())) for edge in diagram["counts"]}
    lit = [number for edge in diagram["edges"] for number in edges[edge]]
    if len(lit) > 1:
        lit = list(map(int, diagram["transitions"]))
    texts = diagram["counts"].items()
    counts = {edge: int(text.removeprefix(f"{TIMES} ") or 0) for edge, text in texts}
    row |= {"lit": diagram["states"] + lit, "counts": [edges, counts]}
    return {name: row[name] for name in (*ROWS, *SHOWN)}


ROWS = ("automaton", "step", "state", "configuration", "move")
SHOWN = ("pegs", "memory", "lit", "counts", "fault")


def check(machine: Machine, run: Run, rows: list[Row]) -> int:
    """Compare all rows of a run; how many there were."""
    fragment, inputs, options = run
    film = list(frames(machine, *inputs, **options))
    assert len(rows) == len(film), fragment
    for frame, row in zip(film, rows, strict=True):
        right, found = expected(machine, frame), seen(machine, row)
        edges, counts = found["counts"]
        numbers = sorted(number for many in edges.values() for number in many)
        assert numbers == list(range(len(machine.automaton.transitions)))
        found["counts"] = right.pop("counts")
        right["counts"] = found["counts"]
        assert found == right, f"{fragment}, event {frame.number}"
        for edge, many in edges.items():
            count = sum(frame.counts[number] for number in many)
            assert counts[edge] == count, f"{fragment}, event {frame.number}, edge {edge}"
        if "target" in options and "disks" in fragment:
            task = Task(*inputs, **options)
            assert row["configuration"] == str(formulas.configuration(frame.step, task))
            if frame.move is not None:
                move = formulas.move(frame.step, task)
                assert row["move"] == f"{move.disk}:{move.source}:{move.target}"
    return len(rows)


def tower_runs() -> Iterator[Run]:
    for disks in range(6):
        for source, target in PAIRS if disks <= 3 else [(0, 2), (2, 1)]:
            fragment = {"disks": disks, "from": source, "to": target}
            yield urlencode(fragment), (disks,), {"source": source, "target": target}


def words_of(reader: Any) -> list[tuple[str, ...]]:
    """All short words, and for many letters a sample of longer ones."""
    letters = sorted(reader.alphabet)
    lengths = (0, 1, 2, 5) if len(letters) < 4 else (0, 1, 2)  # those of 5 begin with those of 4
    words = [word for length in lengths for word in product(letters, repeat=length)]
    random = Random(f"{SEED} {reader.name}")
    return words + [tuple(random.choices(letters, k=length)) for length in (6, 9, 17)]


def word_runs(reader: Any) -> Iterator[Run]:
    usual, *others = reader.starts_up_to(0)
    for word in words_of(reader):
        yield urlencode({"begin": usual.name, "word": " ".join(word)}), (" ".join(word),), {}
    for start, word in product(others, words_of(reader)[:13]):
        _, source, _, target = start.name.split()
        options = {"source": int(source), "target": int(target)}
        yield urlencode({"begin": start.name, "word": " ".join(word)}), (" ".join(word),), options


def places(disks: int) -> list[str]:
    return ["".join(digits) for digits in product("012", repeat=disks)]


PATHS = Random(SEED).sample(list(product(places(3), repeat=2)), 20)


def path_runs() -> Iterator[Run]:
    short = [pair for disks in range(3) for pair in product(places(disks), repeat=2)]
    for start, goal in short + PATHS:
        fragment = {"disks": len(start), "start": start, "goal": goal}
        yield urlencode(fragment), (start, goal), {}


@pytest.mark.parametrize("name", automata.SOLVERS)
def test_every_frame_of_a_tower(name: str, page_of: Pages) -> None:
    page, machine = page_of(5, by=name), automata.get(name)
    page.open()
    runs = list(tower_runs())
    count = sum(check(machine, run, rows) for run, rows in shown(page, runs))
    assert count > sum(2 ** run[1][0] for run in runs) - 1
    assert page.complaints() == []


@pytest.mark.parametrize("name", automata.READERS)
def test_every_frame_of_a_word(name: str, page_of: Pages) -> None:
    page, machine = page_of(5, by=name), automata.get(name)
    page.open()
    assert sum(check(machine, run, rows) for run, rows in shown(page, word_runs(machine)))
    assert page.complaints() == []


@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_every_frame_of_a_path(name: str, page_of: Pages) -> None:
    page, machine = page_of(2, by=name, paths=PATHS), automata.get(name)
    page.open()
    assert sum(check(machine, run, rows) for run, rows in shown(page, path_runs()))
    assert page.complaints() == []


@pytest.mark.parametrize("name", [*automata.SOLVERS, "rank-reader", "shortest"])
def test_backwards_are_the_same_frames(name: str, page_of: Pages) -> None:
    machine = automata.get(name)
    if name in automata.PATHFINDERS:
        page, runs = page_of(2, by=name, paths=PATHS), list(path_runs())[-5:]
    else:
        page, runs = page_of(5, by=name), list(tower_runs())[-2:]
    if name in automata.READERS:
        runs = [("word=00110", ("00110",), {})]
    page.open()
    for run, rows in shown(page, runs, backwards=True):
        assert check(machine, run, rows[::-1]) > 1
