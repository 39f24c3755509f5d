"""The solution as bytes in memory: one byte per move, 3 * source + target, in one ready buffer."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack

from hanoi_fsm.hanoi.benchmarks.measuring import Contender, Runner, clock
from hanoi_fsm.hanoi.formulas.blocks import Buffer, stream

Source = Callable[[], Iterable[Buffer]]


def streamed(disks: int) -> Source:
    """The blocks of `hanoi_fsm.stream`."""
    return lambda: stream(disks)


def ready_memory(disks: int) -> Source:
    """The same bytes, gathered before the clock runs."""
    ready = b"".join(stream(disks))
    return lambda: (ready,)


def copied(name: str, does: str, prepared: Callable[[int], Source]) -> Contender:
    """A contender that copies all blocks of a source into one buffer."""

    def prepare(disks: int, stack: ExitStack) -> Runner:
        source = prepared(disks)
        buffer = memoryview(bytearray([1]) * ((1 << disks) - 1))  # written once, so it is in memory

        def once() -> float:
            start = clock()
            fill(buffer, source())
            return clock() - start

        return once

    return Contender(name, does, prepare)


def fill(buffer: memoryview, source: Iterable[Buffer]) -> None:
    """Copy all blocks, one after the other."""
    at = 0
    for block in source:
        buffer[at : at + len(block)] = block
        at += len(block)
