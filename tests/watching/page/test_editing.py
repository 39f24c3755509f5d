"""A machine that is edited in the page is the machine that Python makes of the same edit."""

import re
from collections.abc import Sequence
from functools import partial
from json import dumps
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from support.browser_page import BrowserPage, Pages
from support.chance import chance

from hanoi_fsm import PATHFINDERS, Machine, Task, find
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.conformance import difference_on
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.notation import Guard, Label, Transition, in_rows
from hanoi_fsm.hanoi import judge

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SOLVERS = ["two-storey", "call-stack", "three-state"]
READERS = ["rank-reader", "configuration-reader"]
MANY = 40
"""The edits of each machine that are tried."""
VERDICT = re.compile(
    r"Edited: (right|wrong at step (\d+): expected (.*?), (?:got|but) (.*?)\.( |$))"
)
Rows = Sequence[Transition | None]


def changed(machine: Machine, random: Random) -> list[Transition | None]:
    """The transitions, of which one is another or removed; or one more of them."""
    automaton, words = machine.automaton, machine.vocabulary
    rows: list[Transition | None] = list(automaton.transitions)
    at = random.randrange(len(rows) + 1)
    old = automaton.transitions[at % len(rows)]
    if at < len(rows) and random.random() < 0.2:
        rows[at] = None
        return rows
    asked = {guard.name: guard for guard in old.guards}
    if words.guards() and random.random() < 0.5:
        name = random.choice(list(words.guards()))
        asked |= {name: Guard(name, random.random() < 0.5)}
    acts = random.choice([old.actions, (), *((word,) for word in words.actions())])
    target = random.choice([old.target, *automaton.states])
    rows[at:at] = [None]
    rows[at] = Transition(old.source, target, Label(old.event, tuple(asked.values()), acts))
    if at < len(rows) - 1:
        del rows[at + 1]
    return rows


def edit_text(automaton: Automaton, rows: Rows) -> str:
    """As a link has it."""
    was = automaton.transitions
    changes = [
        [at, row and [row.source, row.target, row.event, [*map(str, row.guards)], row.actions]]
        for at, row in enumerate(rows)
        if at >= len(was) or row != was[at]
    ]
    return dumps(changes, separators=(",", ":"), ensure_ascii=False) if changes else ""


def edited(machine: Machine, rows: Rows) -> Any:
    was = machine.automaton
    transitions = tuple(row for row in rows if row is not None)
    return machine.with_automaton(
        Automaton(was.name, was.states, was.initial, was.final, in_rows(transitions), was.memory)
    )


def verdict(page: BrowserPage) -> tuple[str, ...] | None:
    """The step, what was expected and what happened; None where all is right."""
    text = page.run("return document.querySelector('#verdict .edited').textContent")
    match = VERDICT.search(" ".join(text.split()))
    assert match, text
    return None if match[1] == "right" else match.groups()[1:4]


def compare(page: BrowserPage, link: dict[str, Any], edit: str, finding: Finding | None) -> None:
    page.follow(urlencode(link | {"edit": edit}))
    assert page.fragment.get("edit", "") == edit, page.texts("#problem")
    said = verdict(page) if edit else None
    assert (said is None) is (finding is None), (link, edit, finding, said)
    if finding is not None and said is not None:
        assert said[0] == str(finding.step), (link, edit, finding)
        if finding.got.startswith("disk") and not finding.is_stopped:
            told = (finding.expected, finding.got)
            assert said[1:] == tuple(one.replace("->", "→") for one in told), (link, edit)


@pytest.mark.parametrize("name", SOLVERS)
def test_an_edited_solver_is_judged_as_in_python(name: str, page_of: Pages) -> None:
    page, random, machine = page_of(SOLVERS), chance(), find(name)
    page.open()
    for _ in range(MANY):
        rows = changed(machine, random)
        task = Task(random.randrange(4), *random.sample(range(3), 2))
        link = {"by": name, "disks": task.disks, "from": task.source, "to": task.target}
        finding = judge.judged_tower(edited(machine, rows), task)[1]
        compare(page, link, edit_text(machine.automaton, rows), finding)


@pytest.mark.parametrize("name", READERS)
def test_an_edited_reader_is_judged_as_in_python(name: str, page_of: Pages) -> None:
    page, random, machine = page_of(READERS), chance(), find(name)
    page.open()
    start = next(machine.starts_up_to(0))
    for _ in range(MANY):
        rows = changed(machine, random)
        word = random.choices(machine.alphabet, k=4)
        other = edited(machine, rows)
        begins = (tuple(word[:length]) for length in range(len(word) + 1))
        differences = (difference_on(other, start, begin) for begin in begins)
        link = {"by": name, "word": " ".join(word), "begin": start.name}
        finding = next((difference for difference in differences if difference is not None), None)
        compare(page, link, edit_text(machine.automaton, rows), finding)


@pytest.mark.parametrize("name", PATHFINDERS)
def test_an_edited_pathfinder_is_judged_as_in_python(name: str, page_of: Pages) -> None:
    """It may take another path of the right length."""
    page, random, machine = page_of([*PATHFINDERS]), chance(), find(name)
    page.open()
    for _ in range(MANY):
        rows = changed(machine, random)
        disks = random.randrange(4)
        start, goal = ("".join(random.choices("012", k=disks)) for _ in range(2))
        other: Any = edited(machine, rows)
        _, finding = judge.judged(other, partial(judge.Path, start, goal, other), start, goal)
        link = {"by": name, "disks": disks, "start": start, "goal": goal}
        edit = edit_text(machine.automaton, rows)
        page.follow(urlencode(link | {"edit": edit}))
        said = verdict(page) if edit else None
        assert (said is None) is (finding is None), (link, edit, finding, said)
