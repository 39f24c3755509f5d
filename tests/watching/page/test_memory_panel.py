"""The memory panel shows what the memory of each machine holds, and marks what an event changed."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from explorer_page import Pages, script_of, spelt
from walking import MACHINES, opened, walk

from hanoi_fsm import Automaton, Machine, Memory, action
from hanoi_fsm.watching.frames import Frame

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

LOOK = script_of("look_at_memory.js")
COLUMNS = ("peg 0", "peg 1", "peg 2")
Plain = dict[str, Any]


def is_stack(found: Sequence[Frame], name: str) -> bool:
    values = [frame.contents[name] for frame in found]
    return any(
        isinstance(value, tuple) and value and hasattr(value[0], "_fields") for value in values
    )


def matrix(frame: Frame, before: Frame | None) -> list[list[list[Any]]]:
    """The rows of the matrix from the highest level down to the sentinels, then the heights."""
    plain = frame.plain()
    contents, changed = plain["contents"], plain["changed"]
    if "heights" not in contents:
        return []
    asked = {peg for question in frame.questions for peg in question.compared}

    def cell(peg: int, level: int) -> list[Any]:
        disk, height = contents[f"peg {peg}"][level], contents["heights"][peg]
        then = before.plain()["contents"]["heights"][peg] if before else None
        found = {
            "memory-top": level == height,
            "memory-asked": level == height and peg in asked,
            "memory-compared": peg in frame.compared and level == then,
            "memory-changed": level in changed.get(f"peg {peg}", ()),
        }
        return [str(disk) if disk else "", sorted(name for name, holds in found.items() if holds)]

    levels = reversed(range(len(contents["peg 0"])))
    rows = [[cell(peg, level) for peg in range(3)] for level in levels]
    heights = [
        [str(height), ["memory-changed"] * (peg in changed.get("heights", ()))]
        for peg, height in enumerate(contents["heights"])
    ]
    return [*rows, heights]


def registers(frame: Frame, before: Frame | None, named: Sequence[str]) -> list[list[Any]]:
    rows = []
    for name in named:
        changed = name in frame.changed
        was = f"was {spelt(before.contents[name])}" if changed and before else ""
        marks = ["memory-changed"] * changed
        rows.append([name, spelt(frame.contents[name]), was, marks])
    return rows


def cells(frame: Frame, name: str, title: str) -> list[Any]:
    value, changed = frame.contents[name], frame.changed.get(name)
    assert isinstance(value, tuple)
    marked = [
        [spelt(one), ["memory-changed"] * (at in (changed or ()))] for at, one in enumerate(value)
    ]
    return [title, marked, ["memory-changed"] * (changed == ())]


@pytest.mark.parametrize("name", MACHINES)
def test_each_moment_shows_what_the_frame_holds(page_of: Pages, name: str) -> None:
    machine = MACHINES[name]
    page, found = opened(page_of, machine)
    shown = walk(page, LOOK)
    assert len(shown) == len(found)
    tape = machine.kind == "reader"
    names = [one for one in found[0].contents if one not in {*COLUMNS, "heights"}]
    stacks = [one for one in names if is_stack(found, one)]
    lists = [
        one for one in names if isinstance(found[0].contents[one], tuple) and one not in stacks
    ]
    for before, frame, seen in zip([None, *found], found, shown, strict=False):
        assert seen["matrix"] == matrix(frame, before)
        single = [one for one in names if one not in stacks and one not in lists]
        assert seen["registers"] == registers(frame, before, single)
        words = [one for one in seen["lists"] if one[0] == "word"]
        titles = {one: "output" if tape else one for one in lists}
        rest = [one for one in seen["lists"] if one[0] != "word"]
        wanted = [cells(frame, one, titles[one]) for one in lists]
        assert sorted(rest) == sorted(wanted)
        assert [heading for heading, _, _ in seen["stacks"]] == stacks
        for (_, fields, rows), stack in zip(seen["stacks"], stacks, strict=True):
            assert_stack(frame, stack, fields, rows)
        assert bool(words) is (not machine.autonomous)
        for _, word, _ in words:
            heads = [at for at, (_, marks) in enumerate(word) if "memory-head" in marks]
            assert heads == [frame.number]
            assert word[-1][0] == "\u22a3"
    for frame, following in pairwise(shown):
        if not machine.autonomous:
            (word,) = [one for one in frame["lists"] if one[0] == "word"]
            event = found[shown.index(following)].transition
            assert event is not None
            assert word[1][shown.index(frame)][0] == event.event
    assert page.complaints() == []


def assert_stack(frame: Frame, name: str, fields: list[str], rows: list[Any]) -> None:
    """The latest frame is above all others; rows are kept free for the most that there will be."""
    value, changed = frame.contents[name], frame.changed.get(name)
    assert isinstance(value, tuple)
    if value:
        assert fields == [*value[0]._fields]
    filled = [row for row, _ in rows if row is not None]
    assert filled == [
        ["top \u25b8" if at == len(value) - 1 else "", *map(spelt, one)]
        for at, one in reversed(list(enumerate(value)))
    ]
    assert [row is None for row, _ in rows] == sorted(
        (row is None for row, _ in rows), reverse=True
    )
    marked = {len(rows) - 1 - at for at, (_, marks) in enumerate(rows) if marks}
    taken_away = {len(value)} if changed == () else set()
    assert marked == (set(changed or ()) | taken_away)


class Odd(NamedTuple):
    """A frame of a stack."""

    where: str
    depth: int


class Anything(Memory):
    """What a person may keep in a memory."""

    def __init__(self) -> None:
        self.text = "</b><script>alert('&')</script>" + "long " * 40
        self.nested = [[1, 2], [3, [4, 5]]]
        self.none = None
        self.flag = False
        self.many = list(range(100))
        self.empty: list[int] = []
        self.deep: list[Odd] = []

    @action
    def turn(self) -> None:
        """the flag is turned"""
        self.flag = not self.flag
        self.many[99] = len(self.deep)
        self.deep = [] if len(self.deep) > 24 else self.deep + 12 * [Odd("deep", len(self.deep))]


ODD = Machine(
    Automaton.from_table(
        "odd",
        initial="a",
        final=(),
        table="a -> b : go / turn \n b -> a : go / turn \n a -> a : stop",
    ),
    Anything,
    partial=True,
)


def test_any_value_is_shown_and_what_is_long_is_cut(page_of: Pages) -> None:
    page, _ = opened(page_of, ODD, word="go go go")
    shown = walk(page, LOOK)
    rows = {name: (text, was) for name, text, was, _ in shown[1]["registers"]}
    assert rows["flag"] == ("yes", "was no")
    assert rows["none"][0] == "-"
    assert rows["text"][0].startswith("</b><script>") and len(rows["text"][0]) == 60
    titles = page.run(
        "return Array.from(document.querySelectorAll('.memory-value'), (one) => one.title)"
    )
    assert any("long long long" in title and "\u2026" not in title for title in titles)
    lists = {name: cells for name, cells, _ in shown[3]["lists"]}
    assert lists["many"][-1] == ["24", ["memory-changed"]]
    assert len(lists["many"]) == 64
    (_, fields, frames), *_ = shown[3]["stacks"]
    assert fields == ["where", "depth"]
    assert frames[0][0] == ["top \u25b8", "deep", "24"]
    assert page.complaints() == []


def test_nothing_moves_when_a_stack_grows(page_of: Pages) -> None:
    for name in ("call-stack", "shortest", "action-tree", "two-storey", "configuration-reader"):
        page, _ = opened(page_of, MACHINES[name])
        height = "return document.querySelector('.panel-memory').getBoundingClientRect().height"
        assert len(set(walk(page, height))) == 1, name
