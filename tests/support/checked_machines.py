"""Small machines, most of them without any puzzle, that the tests of the checks share."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hanoi_fsm import Automaton, Diagram, Machine, Memory, action, automata, errors, guard
from support.commands import EXAMPLES


class Counter(Memory):
    """A number that is counted up and down."""

    def __init__(self, left: int = 3) -> None:
        self.left = left

    @guard
    def empty(self) -> bool:
        """nothing is left"""
        return self.left == 0

    @guard
    def odd(self) -> bool:
        """an odd number is left"""
        return self.left % 2 == 1

    @guard
    def full(self) -> bool:
        """three are left"""
        return self.left == 3

    @guard
    def huge(self) -> bool:
        """more than a thousand are left"""
        return self.left > 1000

    @guard
    def broken(self) -> bool:
        """a question that cannot be answered where one is left"""
        return 1 / (self.left - 1) < 2

    @action
    def take(self) -> None:
        """take one away"""
        self.left -= 1
        self.output = self.left

    @action
    def take_strictly(self) -> None:
        """take one away, where there is one"""
        if not self.left:
            raise errors.BadAction("nothing is left")
        self.left -= 1

    @action
    def put(self) -> None:
        """put one more in"""
        self.left += 1

    @action
    def divide(self) -> None:
        """do what cannot be done"""
        self.left //= 0

    def key(self) -> Hashable:
        return self.left

    def show(self) -> str:
        return str(self.left)


COUNTDOWN = "count -> count : step [!empty] / take \n count -> done : step [empty]"
GAP = COUNTDOWN.replace("!empty", "!empty & !odd")


def counting(table: str, left: int = 3, *more: int, **options: Any) -> Machine:
    """A machine on counters that begin with `left`, and with each number of `more`."""
    automaton = Automaton.from_table("countdown", initial="count", final="done", table=table)
    starts = {f"from {number}": partial(Counter, number) for number in (left, *more)}
    return Machine(automaton, partial(Counter, left), starts=starts, **options)


def reactive(name: str, table: str, memory: Callable[..., Memory] = Memory, **more: Any) -> Machine:
    """A machine that runs as long as events come; its first row leaves the initial state."""
    initial = table.split(maxsplit=1)[0]
    return Machine(Automaton.from_table(name, initial=initial, table=table), memory, **more)


VENDING = """
    idle  -> ready : coin [valid]
    idle  -> idle  : coin [!valid] / give_back
    idle  -> idle  : push
    ready -> ready : coin / give_back
    ready -> idle  : push / vend
"""


def vending(table: str = VENDING, *claims: str) -> Machine:
    """A machine without a memory that sells for a coin."""
    return Machine(Automaton.from_table("vending", initial="idle", table=table), claims=claims)


def changed(
    machine: Machine, *changes: tuple[str, str], most: int = -1, initial: str = ""
) -> Machine:
    """The machine with its table changed, as by a drawing of it.

    The text to change begins with `starts INITIAL` and `ends FINAL, FINAL`.
    """
    was = machine.automaton
    ends = ", ".join(sorted(was.final))
    text = "\n".join([f"starts {was.initial}", f"ends {ends}", *map(str, was.transitions)])
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, most)
    first, last, *rows = text.splitlines()
    final = [name for name in last.removeprefix("ends ").split(", ") if name]
    version = Automaton.from_table(
        was.name,
        initial=initial or first.removeprefix("starts "),
        final=final,
        table="\n".join(rows),
        memory=was.memory,
    )
    return machine.with_automaton(version)


def broken(name: str, old: str, new: str) -> Automaton:
    """The automaton of that name after one change of its text."""
    return changed(automata.get(name), (old, new), most=1).automaton


def over_two_storey(table: str) -> Automaton:
    """Somebody's own automaton on a memory of the package."""
    initial = table.split(maxsplit=1)[0]
    return Automaton.from_table(
        "mine", initial=initial, final="done", memory="two-storey", table=table
    )


CLOCK = f"{EXAMPLES}/alarm_clock.py:clock"

CIRCLES = over_two_storey("a -> a : step [!built] / carry \n a -> done : step [built]")
IDLES = over_two_storey("a -> a : step [!built] \n a -> done : step [built]")
SLOWLY_IDLE = over_two_storey(
    "a -> b : step [!built] / carry \n b -> c : step \n c -> a : step \n a -> done : step [built]"
)
"""They never build the tower: one only moves disk 1, one makes no moves, one rests after each."""


def drawn(automaton: Automaton, folder: Path, name: str = "my.dot") -> Path:
    """A DOT file of an automaton."""
    file = folder / name
    file.write_text(Diagram(automaton).dot, encoding="utf-8")
    return file


def cells(table: str) -> list[list[str]]:
    """A table of cases, cell by cell."""
    return [[cell.strip() for cell in row.split("|")] for row in table.strip().splitlines()]


class Digits(Memory):
    """The outputs."""

    @action
    def zero(self) -> None:
        """write 0"""
        self.output = "0"

    @action
    def one(self) -> None:
        """write 1"""
        self.output = "1"


def parities(events: Sequence[str]) -> list[str]:
    """After each event, whether an odd number of `a` was read."""
    return [str(events[:length].count("a") % 2) for length in range(1, len(events) + 1)]


def box(most: int) -> Callable[[Sequence[str]], list[int]]:
    """The things that `out` leaves in a box of at most `most` things; an empty box stays empty."""

    def specification(events: Sequence[str]) -> list[int]:
        left, outputs = 0, []
        for event in events:
            if event == "in":
                left = min(most, left + 1)
            elif left:
                left -= 1
                outputs.append(left)
        return outputs

    return specification


PARITY_TABLE = """
    even -> odd  : a / one
    even -> even : b / zero
    odd  -> even : a / zero
    odd  -> odd  : b / one
"""
BOX_TABLE = """
    open -> open : in  [!full]  / put
    open -> open : in  [full]
    open -> open : out [!empty] / take
    open -> open : out [empty]
"""
LAMP_TABLE = """
    off -> on  : press
    on  -> off : press
"""
LAMP = reactive("lamp", LAMP_TABLE, specification=lambda events: [])
PARITY = reactive("parity", PARITY_TABLE, Digits, specification=parities)
BOX = reactive("box", BOX_TABLE, partial(Counter, 0), specification=box(3))
