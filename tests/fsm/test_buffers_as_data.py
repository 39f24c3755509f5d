"""Compact data of a memory: arrays and views are copied, compared, counted and shown."""

from array import array
from typing import Any

import pytest

from hanoi_fsm.fsm.errors import BadMemory
from hanoi_fsm.fsm.memory import Memory, contents_of


class Holder(Memory):
    """A memory with one attribute, named `held`."""

    def __init__(self, held: Any) -> None:
        self.held = held


BUFFERS = [
    array("B", [1, 2, 3]),
    array("I", [1, 2, 3]),
    array("d", [0.5, -0.0]),
    array("Q"),
    bytearray(b"abc"),
    memoryview(bytearray(b"abc")),
    memoryview(bytearray(b"abcdefgh"))[2:6],
    memoryview(bytearray(b"abcdefgh"))[::2],
    memoryview(array("H", [1, 2, 3])),
    memoryview(b"abc"),
]


@pytest.mark.parametrize("held", BUFFERS)
def test_a_copy_is_equal_and_shares_nothing_that_changes(held: Any) -> None:
    memory = Holder(held)
    twin = memory.copy()
    assert (type(twin.held), twin.key()) == (type(held), memory.key())
    assert list(twin.held) == list(held)
    if len(held) and not getattr(held, "readonly", False):
        twin.held[0] = type(held[0])(7)
        assert list(twin.held) != list(held)
        assert twin.key() != memory.key()


def test_what_differs_in_type_or_value_has_another_key() -> None:
    different = [
        *(array(code, [1]) for code in "BHIQ"),
        array("B", [2]),
        array("B"),
        array("d", [0.0]),
        array("d", [-0.0]),
        bytearray(b"\1"),
        b"\1",
        memoryview(b"\1"),
        [1],
    ]
    assert len({Holder(one).key() for one in different}) == len(different)
    assert Holder(array("I", [5])).key() == Holder(array("I", [5])).key()


@pytest.mark.parametrize(
    ("held", "cells"),
    [
        (array("B", range(9)), 2),
        (array("I", range(10)), 5),
        (array("Q", range(10)), 10),
        (array("Q"), 1),
        (memoryview(bytearray(64)), 8),
    ],
)
def test_cells_are_words_of_64_bits(held: Any, cells: int) -> None:
    assert Holder(held).cells() == cells


def test_an_array_is_shown_as_its_numbers() -> None:
    assert contents_of(Holder(array("I", [3, 1]))) == {"held": (3, 1)}


def test_a_view_and_its_buffer_stay_together_in_a_copy() -> None:
    for order in (("buffer", "view"), ("view", "buffer")):
        memory, buffer = Holder(None), bytearray(b"abc")
        for name in order:
            setattr(memory, name, buffer if name == "buffer" else memoryview(buffer))
        twin: Any = memory.copy()
        twin.view[0] = 0
        assert (twin.buffer[0], buffer[0]) == (0, ord("a"))


def test_a_released_view_is_no_data() -> None:
    view = memoryview(b"abc")
    view.release()
    with pytest.raises(BadMemory, match="held"):
        Holder(view).key()
    with pytest.raises(BadMemory, match="held"):
        Holder(view).copy()


def test_an_array_that_all_memories_would_share_is_refused() -> None:
    with pytest.raises(TypeError, match="share"):
        type("Shared", (Memory,), {"numbers": array("I")})
