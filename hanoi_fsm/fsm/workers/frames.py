"""What parent and worker write to each other: frames of a kind, a length, and that many bytes.

A worker's answer is unpickled with the values of this package only: named tuples, dataclasses and
enumerations that it defines. So no class of a user is ever made, compared or shown in the parent,
and nothing is called there that does more than to hold fields.
"""

import io
import pickle
from array import array
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from enum import Enum
from struct import Struct
from typing import Any

HEADER = Struct(">cI")
READY, NUMBERS, ANSWER, FAILURE, REQUEST, LEAVE = b"+", b"N", b"A", b"F", b"R", b"-"
KINDS = frozenset((READY, NUMBERS, ANSWER, FAILURE))
LONGEST = 64 << 20
NUMBER_SIZE = 8
OURS = "hanoi_fsm."


class BadFrame(Exception):
    """Bytes on the pipe that are not a frame of this package."""


def framed(kind: bytes, data: bytes) -> bytes:
    """The bytes of a frame."""
    return HEADER.pack(kind, len(data)) + data


def write_frame(write: Callable[[int, Any], int], file: int, kind: bytes, data: bytes) -> None:
    """Write a frame to a blocking file."""
    left = memoryview(framed(kind, data))
    while left:
        left = left[write(file, left) :]


def read_frame(read: Callable[[int, int], bytes], file: int) -> tuple[bytes, bytes]:
    """Read a frame from a blocking file; `EOFError` where it ends."""
    kind, size = HEADER.unpack(_exactly(read, file, HEADER.size))
    return kind, _exactly(read, file, size)


def _exactly(read: Callable[[int, int], bytes], file: int, size: int) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        part = read(file, size - len(parts))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)


class Inbox:
    """The frames in the bytes that have come so far."""

    def __init__(self) -> None:
        self.data = bytearray()

    def next(self) -> tuple[bytes, bytes] | None:
        """The next whole frame, or None; `BadFrame` for what is not one."""
        if len(self.data) < HEADER.size:
            return None
        kind, size = HEADER.unpack_from(self.data)
        if kind not in KINDS or size > LONGEST:
            raise BadFrame
        end = HEADER.size + size
        if len(self.data) < end:
            return None
        payload = bytes(self.data[HEADER.size : end])
        del self.data[:end]
        return kind, payload


def numbers_in(data: bytes, got: int) -> Sequence[int]:
    """Those behind the first `got` numbers; `BadFrame` where some before them are missing.

    The first number says how many were sent before the others.
    """
    if not data or len(data) % NUMBER_SIZE:
        raise BadFrame
    sent, *numbers = array("q", data)
    if not 0 <= sent <= got:
        raise BadFrame
    return numbers[got - sent :]


class _OwnValuesOnly(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (
            "builtins",
            "getattr",
        ):  # of an enum, in Python 3.11.2
            return _member
        if module.startswith(OURS) and "." not in name:
            found = super().find_class(module, name)
            is_own = isinstance(found, type) and found.__module__ == module
            if is_own and (is_dataclass(found) or issubclass(found, tuple | Enum)):
                return found
        raise BadFrame


def _member(kind: object, name: object) -> Enum:
    if isinstance(kind, type) and issubclass(kind, Enum) and isinstance(name, str):
        return kind[name]
    raise BadFrame


def unpickled(data: bytes) -> Any:
    """Plain data, or values of this package; `BadFrame` for anything else."""
    try:
        return _OwnValuesOnly(io.BytesIO(data)).load()
    except Exception as error:
        raise BadFrame from error
