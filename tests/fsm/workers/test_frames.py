"""What a worker writes is read as a frame of this package, or not at all."""

import pickle
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.workers import Failure, How
from hanoi_fsm.fsm.workers.frames import HEADER, NUMBERS, BadFrame, Inbox, numbers_in, unpickled

VALUES = [
    7,
    [None, {"a": (1.5, b"bytes", {True})}],
    Transition("on", "off", Label("press")),
    Failure(How.TIME, "no answer"),
    Finding("expected", "got"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_plain_data_and_values_of_this_package_come_back_equal(value: object) -> None:
    assert unpickled(pickle.dumps(value)) == value


class Attribute:
    """What is pickled as an attribute of a class, as Python 3.11.2 does with members of enums."""

    def __init__(self, *given: object) -> None:
        self.given = given

    def __reduce__(self) -> tuple[object, ...]:
        return getattr, self.given


def test_a_member_of_an_enum_comes_back_from_every_python() -> None:
    assert unpickled(pickle.dumps(Attribute(How, "TIME"))) is How.TIME


class Theirs:
    """A class of somebody else."""


def named(module: str, name: str) -> bytes:
    """A pickle of whatever a module calls by a name, dotted or not."""
    texts = [b"\x8c" + bytes([len(text)]) + text.encode() for text in (module, name)]
    return b"\x80\x04" + b"".join(texts) + b"\x93."


FOREIGN = {
    "a user's class": pickle.dumps(Theirs()),
    "a class of the standard library": pickle.dumps(SimpleNamespace()),
    "a path": pickle.dumps(Path()),
    "a function of the standard library": named("os", "mkdir"),
    "a function of this package": named("hanoi_fsm.fsm.diagrams.render", "render"),
    "a module that a module imports": named("hanoi_fsm.fsm.diagrams.render", "subprocess"),
    "a class in such a module": named("hanoi_fsm.fsm.diagrams.render", "subprocess.Popen"),
    "a class that a module imports": named("hanoi_fsm.fsm.workers.worker", "Any"),
    "a path that a module imports": named("hanoi_fsm.fsm.loading", "Path"),
    "a class that is not a value": named("hanoi_fsm.fsm.diagrams.wasm", "_Program"),
    "a worker": named("hanoi_fsm.fsm.workers.worker", "Worker"),
    "a module that does not exist": named("hanoi_fsm.nowhere", "Thing"),
    "an attribute of a class": pickle.dumps(Attribute(How, "__init_subclass__")),
    "an attribute of another": pickle.dumps(Attribute(Finding, "__init__")),
    "half of a pickle": pickle.dumps([1, 2, 3])[:-2],
    "no pickle": b"garbage",
}


@pytest.mark.parametrize("data", FOREIGN.values(), ids=FOREIGN)
def test_anything_else_is_a_bad_frame(data: bytes) -> None:
    with pytest.raises(BadFrame):
        unpickled(data)


def test_an_inbox_gives_whole_frames_only() -> None:
    inbox, data = Inbox(), HEADER.pack(NUMBERS, 2) + b"ab"
    found = []
    for at in range(len(data)):
        inbox.data += data[at : at + 1]
        found.append(inbox.next())
    assert found == [None] * (len(data) - 1) + [(NUMBERS, b"ab")]


@pytest.mark.parametrize("data", [b"x\0\0\0\0", HEADER.pack(NUMBERS, 1 << 31), b"garbage"])
def test_an_inbox_refuses_what_is_not_a_frame(data: bytes) -> None:
    inbox = Inbox()
    inbox.data += data
    with pytest.raises(BadFrame):
        inbox.next()


@pytest.mark.parametrize("length", [0, 1, 7, 9, 15])
def test_numbers_of_another_length_than_numbers_have_are_a_bad_frame(length: int) -> None:
    with pytest.raises(BadFrame):
        numbers_in(bytes(length), 0)


@pytest.mark.parametrize(
    ("sent", "got", "fresh"),
    [(0, 0, [5, 6]), (0, 1, [6]), (3, 3, [5, 6]), (3, 5, []), (3, 9, [])],
)
def test_of_the_numbers_that_come_those_are_new_that_were_not_read_before(
    sent: int, got: int, fresh: list[int]
) -> None:
    assert [*numbers_in(packed(sent, 5, 6), got)] == fresh


@pytest.mark.parametrize("sent", [-1, 4, 1 << 40])
def test_numbers_with_a_gap_before_them_are_a_bad_frame(sent: int) -> None:
    with pytest.raises(BadFrame):
        numbers_in(packed(sent, 5, 6), 3)


def packed(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(8, sys.byteorder, signed=True) for number in numbers)
