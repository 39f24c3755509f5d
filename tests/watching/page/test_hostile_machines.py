"""A page shows a machine right, or says why not, whatever its names, values and inputs are."""

from collections import namedtuple
from collections.abc import Callable
from math import inf, nan
from typing import Any
from urllib.parse import urlencode

import pytest
from explorer_page import ExplorerPage, script_of
from test_every_frame import check

from hanoi_fsm import Automaton, Machine, Memory, action, guard

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

Pages = Callable[..., ExplorerPage]

HOSTILE = "</script><b onclick=alert(1)>\"'&\u2028\u202e\N{GRINNING FACE}"
"""What ends an element, a text or a line elsewhere."""

OF_EVERY_OBJECT = ("constructor", "toString", "valueOf", "__proto__", "hasOwnProperty")
"""Names that every object of JavaScript has anyway."""

One = namedtuple("One", "constructor value")  # as a user writes it
Other = namedtuple("Other", "value kind more")  # as a user writes it


class Named(Memory):
    """Its data and its guards are named as what every object has."""

    def __init__(self) -> None:
        self.constructor: tuple[int, ...] = (1, 2)
        self.toString = 3
        self.valueOf = HOSTILE
        self.hasOwnProperty: tuple[int, ...] = ()
        vars(self)["__proto__"] = (7,)
        vars(self)["0"] = 5
        self.turns = 0

    @guard
    def isPrototypeOf(self) -> bool:  # noqa: N802  # the test
        "</script><b onclick=alert(1)>is it?</b>"
        return self.turns % 2 == 0

    @action
    def turn(self) -> None:
        "<img src=x onerror=alert(1)>"
        self.turns = (self.turns + 1) % 6
        self.constructor = (1, 2, 3)[: 2 + (self.turns == 2)]
        vars(self)["__proto__"] = (7, 8)[: 1 + (self.turns == 2)]
        self.output = HOSTILE


class Numbers(Memory):
    """Numbers that are not what JavaScript takes them to be."""

    above, below, nothing, whole, tiny, least = inf, -inf, nan, 1.0, 1e-7, -0.0
    large = 2**53

    @action
    def turn(self) -> None:
        "go on"
        self.large = 2**53 + (self.large + 1) % 6
        self.output = self.nothing if self.large % 2 else (self.large, 1e22)


class Frames(Memory):
    """Lists whose items are not all of one kind, or become something else."""

    def __init__(self) -> None:
        self.mixed: tuple[Any, ...] = (One(1, 2),)
        self.changing: Any = (One(1, 2),)
        self.turns = 0

    @action
    def turn(self) -> None:
        "go on"
        self.turns = (self.turns + 1) % 8
        self.mixed = (*self.mixed, Other(self.turns, "b", "c"))[:4]
        self.changing = [(One(3, 4),), 7, (), (One(1, 1), 8)][self.turns % 4]


class NotAlways(Memory):
    """It says that it holds a peg matrix, but only at times."""

    turns = 0

    def contents(self) -> dict[str, object]:
        column = (0, 1, 2)[: 3 - self.turns]
        return {
            **{f"peg {peg}": column for peg in range(3)},
            "heights": (0, 0, 0)[: 3 - self.turns],
        }

    @action
    def turn(self) -> None:
        "go on"
        self.turns = (self.turns + 1) % 4


class Secret(Memory):
    """It cannot be compared, so each of its words is a moment of its own."""

    def __init__(self) -> None:
        self.secret, self.turns = object(), 0

    @action
    def turn(self) -> None:
        "go on"
        self.turns += 1


def machine(memory: type[Memory], *lines: str) -> Machine:
    name, table = memory.__name__, "\n".join(lines)
    initial = table.split(maxsplit=1)[0]
    return Machine(Automaton.from_table(name, initial=initial, final=(), table=table), memory)


LETTERS = [f"e{number}" for number in range(30)]
MACHINES = {
    "names": machine(
        Named,
        *(
            f"{one} -> {other} : {event} [{answer}isPrototypeOf] / turn"
            for one, other in zip(
                OF_EVERY_OBJECT, (*OF_EVERY_OBJECT[1:], "constructor"), strict=True
            )
            for event in ("propertyIsEnumerable", "01")
            for answer in ("", "!")
        ),
    ),
    "numbers": machine(Numbers, "a -> a : e / turn"),
    "frames": machine(Frames, "a -> a : e / turn"),
    "a matrix at times": machine(NotAlways, "a -> a : e / turn"),
    "not comparable": machine(Secret, *(f"a -> a : {letter} / turn" for letter in LETTERS)),
}


def opened(page: ExplorerPage, **wishes: object) -> ExplorerPage:
    page.emulate(still=True)
    page.open(urlencode(wishes))
    return page


@pytest.mark.parametrize("name", ["names", "numbers"])
def test_what_is_shown_is_what_python_has(name: str, page_of: Pages) -> None:
    subject = MACHINES[name]
    page = opened(page_of(0, by=subject))
    alphabet = subject.alphabet
    word = [alphabet[number % len(alphabet)] for number in (0, 1, 0, 0, 1)]
    fragment = f"{urlencode({'word': ' '.join(word)})}&closed=formula,guards,trace,code"
    (rows,) = page.run(script_of("walk.js"), [fragment], False)
    assert check(subject, (fragment, (word,), {}), rows) == len(word) + 1
    page.press("home")
    assert page.complaints() == []


def test_only_what_changed_is_marked(page_of: Pages) -> None:
    page = opened(page_of(0, by=MACHINES["names"]), word="01 01 01", step=1)
    assert page.texts(".memory-register.memory-changed .memory-name") == ["turns"]
    page.press("right")
    changed = page.texts(".memory-register.memory-changed .memory-name")
    assert changed == ["turns"]
    assert page.texts(".memory-cell.memory-changed") == ["3"]


@pytest.mark.parametrize("name", MACHINES)
def test_it_can_be_watched_to_its_end(name: str, page_of: Pages) -> None:
    page = opened(page_of(0, by=MACHINES[name]))
    assert page.shown["automaton"]
    page.press("end")
    last = page.shown["step"]
    page.press("home", "right", "right", "right", "right", "right", "right")
    assert page.shown["step"] == last != "0"
    assert page.complaints() == []


def test_frames_with_other_fields_are_shown_whole(page_of: Pages) -> None:
    page = opened(page_of(0, by=MACHINES["frames"]), word="e", step=1)
    (shown,) = page.texts(".panel-memory")
    assert "kind: b, more: c" in shown


MANY = 10**5


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ({"by": "shortest", "disks": 99}, ""),
        ({"by": "shortest", "disks": 999_999_999}, ""),
        ({"by": "shortest", "start": "0" * 50, "goal": "1" * 50}, "does not hold the path"),
        ({"by": "rank-reader", "word": "0" * MANY}, f"this one has {MANY}"),
        ({"by": "rank-reader", "word": "constructor"}, "does not read"),
        ({"by": "__proto__"}, "no automaton with the name __proto__"),
        ({"and": "constructor", "mode": "toString", "closed": "valueOf"}, "the name constructor"),
        ({"by": "two-storey", "step": 10**9, "event": 10**9, "disks": 10**9}, ""),
    ],
)
def test_a_hostile_link_shows_something(wishes: dict[str, Any], why: str, page_of: Pages) -> None:
    page = opened(page_of(2, by=["two-storey", "rank-reader", "shortest"]), **wishes)
    assert page.shown["state"]
    assert why in "".join(page.texts("#problem"))
    assert bool(why) == bool(page.texts("#problem"))
    assert page.complaints() == []


def test_a_choice_that_cannot_be_shown_is_not_left_standing(page_of: Pages) -> None:
    page = opened(page_of(0, by=[MACHINES["not comparable"], MACHINES["not comparable"]]))
    first, second = page.run("return [...document.querySelector('#automaton')].map((o) => o.value)")
    page.set("#word", "e1 e1 e1 e1 e1")
    assert "does not know" in page.texts("#problem")[0]
    page.set("#automaton", second)
    assert page.shown["automaton"] == second != first
