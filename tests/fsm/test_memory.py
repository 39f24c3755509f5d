"""The vocabulary that a memory declares, and what it can do without defining more."""

import subprocess
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any

import pytest
import transitions
from hypothesis import given, settings
from hypothesis import strategies as st
from small_machine import Gate

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadMemory
from hanoi_fsm.fsm.memory import RESERVED, Memory, action, guard


def test_a_memory_inherits_a_vocabulary_and_adds_to_it_without_changing_it() -> None:
    class Loud(Gate):
        @action
        def ring(self) -> None:
            """a bell rings"""

        @guard
        def full(self) -> bool:
            """it is never full"""
            return False

        def undeclared(self) -> bool:
            """nobody asks"""
            return True

    Loud.guards().clear()
    Loud.actions().clear()
    told = {"last_coin": "this coin makes up the fare", "full": "three people are inside"}
    assert Gate.guards() == told
    assert Loud.guards() == told | {"full": "it is never full"}
    assert list(Gate.actions()) == ["take", "give_back", "let_in", "jam"]
    assert Loud.actions() == Gate.actions() | {"ring": "a bell rings"}


def method(doc: str | None, returns: object = bool) -> Callable[..., Any]:
    def word(self: Memory) -> bool:
        return True

    word.__doc__ = doc
    word.__annotations__["return"] = returns
    if returns is Any:
        del word.__annotations__["return"]
    return word


@pytest.mark.parametrize(
    ("declared", "word", "needed"),
    [
        *((guard, method(doc), "docstring") for doc in (None, " ", "a question\n\nand its use")),
        (action, method(None, None), "docstring"),
        *((guard, method("how many?", kind), "bool") for kind in (int, Any)),
    ],
)
def test_a_word_needs_a_docstring_and_a_guard_a_bool(declared: Any, word: Any, needed: str) -> None:
    with pytest.raises(TypeError, match=rf"the {declared.__name__} Bad\.word .*{needed}"):
        type("Bad", (Memory,), {"word": declared(word)})


@pytest.mark.parametrize("name", [*sorted(RESERVED), "copy", "key", "show", "guards", "actions"])
@pytest.mark.parametrize("declared", [guard, action])
def test_a_word_must_not_be_called_like_what_the_machine_uses(declared: Any, name: str) -> None:
    with pytest.raises(TypeError, match=rf"Bad\.{name} cannot be an? {declared.__name__}"):
        type("Bad", (Memory,), {name: declared(method("a question"))})


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


Colour = Enum("Colour", "RED BLUE")


class Holding(Memory):
    """A memory with the attributes that a test gives it."""

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)

    def __getattr__(self, name: str) -> Any:  # for the type checker's sake
        raise AttributeError(name)


TABLE = """
    locked -> locked : coin [!enough] / on_enter_locked
    locked -> open   : coin [enough]
"""
TURNSTILE = Automaton.from_table("turnstile", initial="locked", final="open", table=TABLE)


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


FROZEN: list[Any] = [
    [1, [2, {"three": {4}}]],
    {"a": [1], 2: ()},
    deque([1, 2]),
    {1, 2},
    bytearray(b"ab"),
]
FROZEN += [OrderedDict(a=[1]), Coin(5, ["worn"]), Colour.RED, (1, [2]), len]


@pytest.mark.parametrize("value", FROZEN, ids=repr)
def test_equal_data_have_equal_keys(value: Any) -> None:
    memory = Holding(value=value)
    assert {memory.key()} == {memory.copy().key()}


DIFFERENT = [[1], (1,), {1}, {1: 1}, [2], deque([1]), Coin(1), Coin(1, ["x"]), Colour.RED, 1, "1"]


def test_different_data_have_different_keys() -> None:
    assert len({Holding(value=value).key() for value in DIFFERENT}) == len(DIFFERENT)
    changed = Holding(value=[[1], {"a": [2]}])
    before = changed.key()
    changed.value[1]["a"].append(3)
    assert changed.key() != before


PLAIN = st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False)
FLAT = PLAIN | st.sets(PLAIN) | st.builds(Coin, st.integers(), st.lists(st.text()))


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(inner)
    return lists | lists.map(deque) | lists.map(tuple) | st.dictionaries(st.text(), inner)


def mutable_parts(value: Any) -> set[int]:
    """The identities of all that can change in a value."""
    inner = vars(value) if isinstance(value, Coin) else value
    inner = list(inner.values()) if isinstance(inner, dict) else inner
    if not isinstance(inner, list | deque | set | tuple):
        return set()
    own = set() if isinstance(value, tuple) else {id(value)}
    return own.union(*map(mutable_parts, inner))


@settings(max_examples=20)
@given(st.recursive(FLAT, nested))
def test_a_copy_is_equal_and_shares_nothing_that_changes(value: Any) -> None:
    twin = (memory := Holding(value=value)).copy()
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


LOCK: Any = threading.Lock()
CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)


@pytest.mark.parametrize("value", [[object()], {"a": LOCK}, (Coin(LOCK),), CIRCLE])
def test_what_has_no_value_asks_for_a_key(value: Any) -> None:
    with pytest.raises(BadMemory, match=r"^Holding\.thing .*: define Holding\.key$"):
        Holding(thing=value).key()


def test_what_cannot_be_copied_asks_for_a_copy() -> None:
    with pytest.raises(BadMemory, match=r"^Holding\.lock .*: define Holding\.copy$"):
        Holding(lock=LOCK).copy()


def test_show_is_one_short_line_without_private_data_which_count() -> None:
    memory = Holding(_secret=7, name="x", output="moved", state="off")
    assert (memory.key(), memory.show()) == ((("_secret", 7), ("name", "x")), "name=x")
    assert memory.cells() == 2, "doctests show those of other data"
    memory = Holding(hours=7, bell=True, lit=False, mode="day", note="a\nb\x1b", many=[0] * 100)
    shown = memory.show()
    assert shown.startswith(r"hours=7 bell !lit mode=day note='a\nb\x1b' many=[0, 0")
    assert shown.isprintable()
    assert len(shown) < 120


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

    assert Till([1]).key() == (("coins", (list, 1)), ("drawer", (bool, False)))
    assert Till([1]).show() == "!drawer coins=[1]"


def test_a_model_of_the_library_may_be_a_memory() -> None:
    purse = Purse()
    transitions.Machine(purse, states=["a", "b"], initial="a").add_transition("go", "a", "b")
    assert purse.key() == (("coins", 0),)
    assert vars(purse.copy()) == {}


def test_words_need_no_docstrings_where_python_takes_them_away() -> None:
    code = """
from hanoi_fsm.fsm.memory import Memory, action
class Till(Memory):
    @action
    def take_coin(self) -> None: 'take a coin'
print(Till.actions())
"""
    for option, told in (("-O", "take a coin"), ("-OO", "take coin")):
        printed = subprocess.check_output([sys.executable, option, "-c", code], text=True)
        assert printed == f"{{'take_coin': '{told}'}}\n"
