"""A memory whose methods have everything in them that is hard to inline, or cannot be."""

# ruff: noqa: RET503  # a guard that falls off its end is one of the cases

from __future__ import annotations

from typing import Any

from inlinable_memory import LIMIT, NAMES, Box, Inlinable, Step, count

from hanoi_fsm import action, guard


class OtherBox(Box):
    factor = 3

    def put(self, item: int, times: int = 1, *, loud: bool = False) -> Step:
        self.total -= 1
        return super().put(item, times, loud=loud)


def looked_at(memory: Any) -> int:
    memory.count += 1
    return int(memory.count)


def less() -> int:
    return -1


def yes() -> bool:
    return True


class Nasty(Inlinable):
    @property
    def settable(self) -> int:
        return self._low

    @settable.setter
    def settable(self, value: int) -> None:
        self._low = value

    @classmethod
    def named(cls) -> str:
        return cls.__name__

    @guard
    def numeric(self) -> bool:
        """no bool"""
        return self.count % 3  # type: ignore[return-value]  # the test

    @guard
    def without(self) -> bool:  # type: ignore[return]  # the test
        """falls off the end"""
        if self.count % 3:  # the test
            return True

    @action
    def added_to(self) -> None:
        """what is added to is looked up first"""
        self.count += self.bump()
        self.items[-1] += self.count
        self.output = tuple(self.items)

    @action
    def other_box(self) -> None:
        """replaces the object"""
        self.box = OtherBox() if self.count % 2 else Box()

    @action
    def swap(self) -> None:
        """replaces a list that has two names"""
        self.items = [*self.items, self.count] if False else self.items + [self.count]  # noqa: RUF005  # the test
        self.output = self.same is self.items

    @action
    def world(self) -> None:
        """names of the module and of the class"""
        self.output = (LIMIT, count, NAMES, self.STEP, Nasty.__name__)

    @action
    def handed_on(self) -> None:
        """the memory itself"""
        self.output = looked_at(self)

    @action
    def set_property(self) -> None:
        """a property that can be set"""
        self.settable = self.settable + 1
        self.output = self.settable

    @action
    def loop_returns(self) -> None:
        """a return in a loop"""
        for one in self.items:
            if one == self.count:
                self.output = one
                return
        self.output = "none"

    @action
    def tries(self) -> None:
        """try"""
        try:
            self.output = 1 // (self.count % 2)
        except ZeroDivisionError:
            self.output = "none"

    @action
    def closure(self) -> None:
        """a nested function"""

        def inner() -> int:
            return self.count

        self.output = inner()

    @action
    def of_the_class(self) -> None:
        """a method of the class"""
        self.output = self.named()

    @action
    def overrides(self) -> None:
        """overrides a method of its own"""
        self.output = self.bump()
        if self.count > 5:
            vars(self)["bump"], vars(self)["even"] = less, yes

    @action
    def unassigned(self) -> None:
        """a local that may have no value"""
        if self.count > 3:
            found = 1
        self.output = found

    @action
    def deletes(self) -> None:
        """deletes an attribute"""
        if self.count > 6:
            del self.same

    @action
    def names_a_state(self) -> None:
        """another state, which does not count"""
        self.output = self.state
        self.state = "nowhere"

    @action
    def stops(self) -> None:
        """ends generators"""
        if self.count > 3:
            raise StopIteration

    @action
    def counts_itself(self) -> None:
        """recursion"""
        self.output = self.down(3)

    def down(self, number: int) -> int:
        return 0 if number == 0 else 1 + self.down(number - 1)


EITHER = {"numeric", "without", "added_to", "swap", "names_a_state", "stops"}
"""Those that may be inlined or called."""
EVERY: dict[str, bool | None] = {
    word: None if word in EITHER else hasattr(Inlinable, word)
    for word in [*Nasty.guards(), *Nasty.actions()]
}
"""Whether the method of a word must be inlined, or must not; None where it may be either."""
