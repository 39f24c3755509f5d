"""What a memory that defines nothing but its data, guards and actions can do."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any

import pytest
import transitions
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadMemory
from hanoi_fsm.fsm.memory import Memory, action, guard


class Purse(Memory):
    LARGEST = 3
    coins = 0

    @guard
    def enough(self) -> bool:
        """three coins are in"""
        return self.coins == self.LARGEST

    @action
    def on_enter_locked(self) -> None:
        """take another coin"""
        self.coins += 1

    @property
    def missing(self) -> int:
        return self.LARGEST - self.coins

    @cached_property
    def label(self) -> str:
        return "purse"


@dataclass
class Coin:
    value: int
    marks: list[str] = field(default_factory=list)


class Colour(Enum):
    RED = 1
    BLUE = 2


class Holding(Memory):
    """A memory with the attributes that a test gives it."""

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)

    def __getattr__(self, name: str) -> Any:  # for the type checker's sake
        raise AttributeError(name)


TURNSTILE = Automaton.from_table(
    "turnstile",
    initial="locked",
    final="open",
    table="""
        locked -> locked : coin [!enough] / on_enter_locked
        locked -> open   : coin [enough]
    """,
)


def test_data_of_the_class_count_methods_properties_and_constants_do_not() -> None:
    purse = Purse()
    assert purse.label == "purse"
    assert (purse.key(), purse.show(), purse.cells()) == ((("coins", 0),), "coins=0", 1)
    purse.on_enter_locked()
    assert (purse.key(), purse.show(), purse.copy().coins) == ((("coins", 1),), "coins=1", 1)


def test_what_an_engine_leaves_in_a_memory_is_no_data() -> None:
    purse = Purse()
    states = [record.next_state for record in run(TURNSTILE, purse, ["coin"] * 4)]
    assert states == ["locked", "locked", "locked", "open"]  # no action runs twice
    assert (purse.key(), purse.show()) == ((("coins", 3),), "coins=3")
    twin = purse.copy()
    assert vars(twin) == {"coins": 3, "output": None}
    assert len(list(run(TURNSTILE, twin, ["coin"]))) == 1


def test_a_private_attribute_is_in_the_key_and_not_shown() -> None:
    memory = Holding(_secret=7, name="x", output="moved", state="off")
    assert memory.key() == (("_secret", 7), ("name", "x"))
    assert memory.show() == "name=x"


FROZEN = [
    [1, [2, {"three": {4}}]],
    {"a": [1], 2: ()},
    deque([1, 2]),
    {1, 2},
    bytearray(b"ab"),
    OrderedDict(a=[1]),
    Coin(5, ["worn"]),
    Colour.RED,
    (1, [2]),
    len,
]


@pytest.mark.parametrize("value", FROZEN, ids=repr)
def test_equal_data_have_equal_keys(value: Any) -> None:
    memory = Holding(value=value)
    twin = memory.copy()
    assert hash(memory.key()) == hash(twin.key())
    assert memory.key() == twin.key()


DIFFERENT = [[1], (1,), {1}, {1: 1}, [2], deque([1]), Coin(1), Coin(1, ["x"]), Colour.RED, 1, "1"]


def test_different_data_have_different_keys() -> None:
    assert len({Holding(value=value).key() for value in DIFFERENT}) == len(DIFFERENT)
    changed = Holding(value=[[1], {"a": [2]}])
    before = changed.key()
    changed.value[1]["a"].append(3)
    assert changed.key() != before


PLAIN = st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False)
DATA = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(), inner)
        | st.builds(Coin, st.integers(), st.lists(st.text()))
        | st.sets(PLAIN)
        | st.lists(inner).map(deque)
    ),
)


def mutable_parts(value: Any) -> set[int]:
    """The identities of all that can change in a value."""
    inner = vars(value) if isinstance(value, Coin) else value
    inner = list(inner.values()) if isinstance(inner, dict) else inner
    if not isinstance(inner, list | deque | set | tuple):
        return set()
    own = set() if isinstance(value, tuple) else {id(value)}
    return own.union(*map(mutable_parts, inner))


@given(DATA)
def test_a_copy_is_equal_and_shares_nothing_that_changes(value: Any) -> None:
    memory = Holding(value=value)
    twin = memory.copy()
    assert (twin.value, twin.key()) == (value, memory.key())
    assert not mutable_parts(value) & mutable_parts(twin.value)


def test_a_copy_keeps_what_is_one_object_one() -> None:
    row = [1]
    rows = [[row], row]
    memory = Holding(rows=[row, row], again=row, deep=[[row]], nested=rows, same=rows)
    vars(memory)["me"] = memory
    twin = memory.copy()
    assert twin.rows[0] is twin.rows[1] is twin.again is twin.deep[0][0]
    assert twin.nested is twin.same
    assert twin.again is not row
    assert twin.me is twin


class Identity:
    pass


CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)


@pytest.mark.parametrize(
    "value",
    [[Identity()], {"a": threading.Lock()}, (Coin(1, [Identity()]),), CIRCLE],  # type: ignore[list-item]
)
def test_what_has_no_value_asks_for_a_key(value: Any) -> None:
    with pytest.raises(BadMemory, match=r"^Holding\.thing .*: define Holding\.key$"):
        Holding(thing=value).key()


def test_what_cannot_be_copied_asks_for_a_copy() -> None:
    with pytest.raises(BadMemory, match=r"^Holding\.lock .*: define Holding\.copy$"):
        Holding(lock=threading.Lock()).copy()


def test_show_is_one_short_line() -> None:
    memory = Holding(hours=7, bell=True, lit=False, mode="day", note="a\nb\x1b", many=[0] * 100)
    shown = memory.show()
    assert shown.startswith(r"hours=7 bell !lit mode=day note='a\nb\x1b' many=[0, 0")
    assert shown.isprintable()
    assert len(shown) < 120


def test_cells_are_numbers_of_64_bits() -> None:
    memory = Holding(a=1, b=True, c=-(2**64), d=[1, (2, 3)], _e={4: 5}, f="twelve bytes", g=0.5)
    assert memory.cells() == 1 + 1 + 2 + 3 + 2 + 2 + 1


@pytest.mark.parametrize("value", [[], {}, set(), deque(), bytearray()], ids=repr)
def test_data_that_all_memories_would_share_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r"^Bad\.things is a .*set it in __init__"):
        type("Bad", (Memory,), {"things": value})
    assert type("Good", (Memory,), {"THINGS": value})().key() == ()


def test_slots_are_refused() -> None:
    with pytest.raises(TypeError, match="Bad has __slots__"):
        type("Bad", (Memory,), {"__slots__": ("coins",)})


def test_a_dataclass_may_be_a_memory() -> None:
    @dataclass(eq=False)
    class Till(Memory):
        coins: list[int] = field(default_factory=list)
        drawer: bool = False

    till = Till([1])
    assert (till.key(), till.show()) == (
        (("coins", (list, 1)), ("drawer", False)),
        "!drawer coins=[1]",
    )


def test_a_model_of_the_library_may_be_a_memory() -> None:
    purse = Purse()
    transitions.Machine(purse, states=["a", "b"], initial="a").add_transition("go", "a", "b")
    assert purse.key() == (("coins", 0),)
    assert vars(purse.copy()) == {}


def test_words_need_no_docstrings_where_python_takes_them_away() -> None:
    code = (
        "from hanoi_fsm.fsm.memory import Memory, action\n"
        "class Till(Memory):\n"
        "    @action\n"
        "    def take_coin(self) -> None:\n"
        "        'take a coin'\n"
        "print(Till.actions())\n"
    )
    for option, told in (("-O", "take a coin"), ("-OO", "take coin")):
        ran = subprocess.run(
            [sys.executable, option, "-c", code], capture_output=True, text=True, check=True
        )
        assert ran.stdout == f"{{'take_coin': '{told}'}}\n"
