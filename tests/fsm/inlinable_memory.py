"""A memory whose guards and actions can all be inlined, though it takes some care."""

from __future__ import annotations

from typing import NamedTuple

from hanoi_fsm import Memory, action, guard

LIMIT, count = 7, 100  # the second is also the name of an attribute
NAMES = ["x", "y"]


class Step(NamedTuple):
    size: int
    kind: str = "plain"


class Box:
    """An object that the memory keeps."""

    factor = 2

    def __init__(self) -> None:
        self.items: list[int] = []
        self.total = 0

    def __repr__(self) -> str:
        return f"{type(self).__name__} {self.items} {self.total}"

    @property
    def size(self) -> int:
        return len(self.items)

    def put(self, item: int, times: int = 1, *, loud: bool = False) -> Step:
        if item > LIMIT * 100:
            raise OverflowError(self._why(item))
        for _ in range(times):
            self.items.append(item * self.factor)
        self.total += item
        return Step(len(self.items), "loud" if loud else "soft")

    def _why(self, item: int) -> str:
        return f"{item} is too much for {self.total}"


def doubled(number: int, by: int = 2) -> int:
    return number * by


def clipped(number: int) -> int:
    if number > LIMIT:  # noqa: PLR1730  # a parameter is assigned to
        number = LIMIT
    return number


class Inlinable(Memory):
    STEP = 3

    def __init__(self, count: int = 0) -> None:
        self.count = count
        self.box = Box()
        self.items = self.same = [1, 2, 3]
        self.__hidden = 1
        self._low = 2
        self.memory, self.state_, self.event, self.taken = 1, 2, 3, 4

    @property
    def ahead(self) -> int:
        return (self.count + self.STEP) % 5

    def bump(self) -> int:
        self.count += 1
        return self.count

    def early(self, number: int) -> str:
        if number < 2:
            return "low"
        if number < 4:
            number += 10
        else:
            return "high"
        return f"middle {number}"

    @staticmethod
    def halved(number: int) -> int:
        return number // 2

    @guard
    def even(self) -> bool:
        """plain"""
        return self.count % 2 == 0

    @guard
    def between(self) -> bool:
        """chained comparison"""
        return 1 < self.ahead <= self.count < 50

    @guard
    def lazy(self) -> bool:
        """and, or with a method that counts"""
        return (self.count > 2 and self.bump() > 4) or self.bump() % 3 == 0

    @guard
    def fragile(self) -> bool:
        """raises"""
        return 12 // (self.count - 4) > 0

    @guard
    def chosen(self) -> bool:
        """if, else with early returns"""
        if self.count == 1:
            return True
        if self.count % 4 == 2:
            self.bump()
        else:
            return False
        return self.count > 3

    @action
    def add(self) -> None:
        """plain"""
        self.count += 1
        self.output = self.count

    @action
    def nothing(self) -> None:
        """does nothing at all"""

    @action
    def order(self) -> None:
        """the order in which things are asked"""
        self.output = (self.count, self.bump(), self.count, [self.bump(), self.count])

    @action
    def parameter(self) -> None:
        """a parameter is assigned to; early returns"""
        self.output = self.early(self.count) + str(clipped(self.count))

    @action
    def defaults(self) -> None:
        """defaults and keywords"""
        self.output = (doubled(self.count), doubled(by=self.count, number=3))

    @action
    def put(self) -> None:
        """an object's method"""
        self.output = self.box.put(self.count, loud=True)

    @action
    def put_twice(self) -> None:
        """an object's method, with a keyword in another order"""
        made = self.box.put(times=2, item=self.bump())
        self.output = made

    @action
    def grow(self) -> None:
        """the list of two names grows"""
        self.items.append(len(self.same))
        self.same += [0]
        self.output = list(self.items)

    @action
    def walrus(self) -> None:
        """a walrus"""
        self.output = [doubled := self.count + 1, doubled]

    @action
    def gathered(self) -> None:
        """a comprehension whose variable is a local's name"""
        number = 5
        found = [number + self.count for number in range(3) if number]
        self.output = (number, found, sum(one for one in found))

    @action
    def same_names(self) -> None:
        """locals called like everything else"""
        memory, state, event, count, taken, box = 1, 2, 3, 4, 5, 6
        self.output = memory + state + event + count + taken + box + self.memory + self.count

    @action
    def world_of_data(self) -> None:
        """plain names of the module and of the class"""
        self.output = (LIMIT, count, self.STEP, tuple(NAMES))

    @action
    def hidden(self) -> None:
        """a private name"""
        self.__hidden += self.count
        self.output = self.__hidden

    @action
    def loop(self) -> None:
        """loops"""
        total = 0
        for one in self.items:
            if one > 20:
                break
            total += one
        while total > 10:
            total -= self.halved(total)
        self.output = total

    @action
    def shortens(self) -> None:
        """deletes a part of a list, under either of its names"""
        self.items.append(self.count)
        self.items.append(len(self.same))
        del self.same[:1]
        self.output = list(self.items)

    @action
    def raises(self) -> None:
        """raises with what only a method knows"""
        self.count += 1
        if self.count > 4:
            raise ArithmeticError(f"{self.early(self.count)} {self.count}")

    @action
    def twice(self) -> None:
        """arguments that change what the others are"""
        self.output = self.between_them(self.count, self.bump()) + self.shifted(self.count)

    def between_them(self, one: int, other: int) -> int:
        return other * 10 + one

    def shifted(self, start: int) -> int:
        self.count += 5
        return start + self.count
