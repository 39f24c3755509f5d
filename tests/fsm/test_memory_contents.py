"""What a memory says that it holds, and that data may be called as its methods are."""

from json import dumps
from typing import NamedTuple

from hanoi_fsm.fsm.memory import Memory, action, contents_of


class Basket(Memory):
    """A memory whose data and words have the names of what shows a memory."""

    def __init__(self) -> None:
        self.contents = ["apple"]  # type: ignore[assignment,method-assign]  # as a user may
        self.ripe = {"pears": {3, 1}}
        self._weight = 2.5

    @action
    def picture(self) -> None:  # type: ignore[override]  # as a user may
        """draw the basket"""


def test_data_may_be_called_as_a_method_of_every_memory_and_is_data_all_the_same() -> None:
    basket, other = Basket(), Basket()
    other.contents.append("pear")  # type: ignore[attr-defined]  # a list here
    assert basket.key() != other.key()
    assert other.copy().key() == other.key()
    assert contents_of(basket) == {"contents": ("apple",), "ripe": (("pears", (1, 3)),)}
    assert Basket.actions() == {"picture": "draw the basket"}


def test_contents_that_are_no_mapping_are_not_those_of_the_memory() -> None:
    class Jar(Memory):
        lid = True

        def contents(self) -> list[str]:  # type: ignore[override]  # as a user may
            return ["jam"]

    assert contents_of(Jar()) == {"lid": True}


class Frame(NamedTuple):
    peg: object


def test_contents_of_any_kind_are_numbers_texts_and_tuples_under_texts() -> None:
    endless: list[object] = []
    endless.append(endless)

    class Box(Memory):
        def contents(self) -> dict[str, object]:
            return {1: [2, {3}], None: float("nan"), "stack": (Frame([0]),), "endless": endless}  # type: ignore[dict-item]  # as a user may

    found = contents_of(Box())
    assert {name: found[name] for name in ("1", "None", "stack")} == {
        "1": (2, (3,)),
        "None": "nan",
        "stack": (Frame((0,)),),
    }
    assert isinstance(found["stack"][0], Frame)  # type: ignore[index]  # a tuple, as seen
    assert dumps(found["endless"])
    assert Box().picture().startswith("<svg")


def test_contents_that_do_not_ask_the_memory_are_not_its_own() -> None:
    class Shelf(Memory):
        books = 3

        @staticmethod
        def contents() -> dict[str, object]:
            return {"x": 1}

    assert contents_of(Shelf()) == {"books": 3}
