"""Memories in Python that do what people write: each verdict about them is right, or refused.

The oracle runs the same text on bases of its own. It shares no code with the package, copies no
memory and knows no keys: it runs every word from the beginning.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain, product
from random import Random
from textwrap import indent
from typing import Any

import pytest
from support.chance import chance
from support.table_interpreter import rows

from hanoi_fsm import Automaton, Machine, Memory, action, equal, errors, explore, guard
from hanoi_fsm import minimize as minimized

NAMES = ["n", "trigger", "may_trigger", "_state", "CAP", "_log", "registers", "heights"]
PLACES = [
    # where a memory keeps a value
    "def __init__(self):\n    super().__init__()\n    self.{name} = {value}",
    "{name} = {value}",
    "__slots__ = ('{name}',)\ndef __init__(self):\n    self.{name} = {value}",
]
CHANGES = {
    # a value, and how an action changes it
    "0": [
        "{it} = ({it} + 1) % 3",
        "{it} = (1, True, 0)[({it} + 1) % 3]",
        "{it} = min({it} + 1, 4)",
    ],
    "True": ["{it} = 1 if {it} is True else True", "{it} = not {it}"],
    "0.0": ["{it} = -{it}"],
    "'a'": ["{it} = {it}[:3] + 'b'"],
    "[0]": ["{it}.append(len({it})); del {it}[3:]", "{it} = {it}[:1] if {it}[1:] else {it} * 2"],
    "{1: 2, 3: 4}": ["{it}[1] = {it}.pop(1)", "{it}[3] = {it}.pop(3)"],
    "[[0]] * 2": ["{it} = [{it}[0][:2], {it}[1]]", "{it}[0].append(1); del {it}[0][2:]"],
    "(0, [0])": ["{it}[1].append(1); del {it}[1][2:]"],
    "{8, 0}": ["{it} = {it} ^ {{16}}"],
}
WAYS = [
    # how a line is carried out
    "{line}",
    "[exec(line, dict(self=self)) for line in [{line!r}]]",
    "(lambda: exec({line!r}, dict(self=self)))()",
    "carry_out(self, {line!r})",
]
SEEN = [
    "repr({it})",
    "''.join([self.state for _ in '1'])",
    "str(self.output)",
    "str(len(vars(self)))",
]
ASKED = ["'1' in repr({it})", "self.state == 'a'", "self.output is None", "bool({it})"]
TEXT = """
def carry_out(self, line):
    exec(line, dict(self=self))
class Mixin:
{mixed}
class Own({bases}):
    SEES_STATE = {sees}
{own}
    @guard
    def low(self) -> bool:
        "low"
        return {asked}
    @action
    def change(self) -> None:
        "change"
        {change}
    @action
    def tell(self) -> None:
        "tell"
        self.output = {seen}
"""


class Undeclared(BaseException):
    """The state is read by a memory that does not declare it."""


class Plain:
    """The names that a memory may rely on."""

    __slots__ = ("__dict__", "at")
    SEES_STATE = False
    at: str
    output: object = None

    @property
    def state(self) -> str:
        if not self.SEES_STATE:
            raise Undeclared
        return self.at


def random_text(random: Random, which: int) -> tuple[str, bool]:
    """A memory by chance, with one of the changes, and whether there is a reason to refuse it."""
    name, value = random.choice(NAMES), random.choice([*CHANGES])
    place = random.choices(PLACES, [6, 6, 1])[0]
    lines = indent(place.format(name=name, value=value), "    ")
    is_mixed, it = random.random() < 0.4, f"self.{name}"
    sees, line = random.random() < 0.6, (CHANGES[value] * 2 + ["pass"])[which].format(it=it)
    text = TEXT.format(
        mixed=lines if is_mixed else "    pass",
        own="    pass" if is_mixed else lines,
        bases="Mixin, Base" if is_mixed else "Base",
        sees=sees,
        asked=random.choices(ASKED, [4, 2, 1, 1])[0].format(it=it),
        change=random.choice(WAYS).format(line=line),
        seen=random.choices(SEEN, [6, 3, 1, 1])[0].format(it=it),
    )
    is_shared = (place == PLACES[1] and value[0] in "[{(") or value == "{8, 0}"
    return text, is_shared or place == PLACES[2] or (not sees and "self.state" in text)


def class_of(text: str, base: type) -> Any:
    """The class of a text, with the words of the package only on its memory."""
    words = (
        {"guard": guard, "action": action} if base is Memory else {"guard": mark, "action": mark}
    )
    names: dict[str, Any] = {"__name__": "own", **words, "Base": base}
    exec(text, names)
    return names["Own"]


def mark(method: object) -> object:
    return method


EFFECTS = ["", " / change", " / tell", " / change, tell", " / tell, change"]


def random_table(random: Random) -> str:
    lines = []
    for state, event in product("abc", "xy"):
        cases = random.choice([[""], [""], [" [low]", " [!low]"], [" [low]", ""], [" [low]"]])
        if random.random() < 0.8:
            cases = [""] if len(cases) == 1 else [" [low]", " [!low]"]
        for case in cases:
            target, word = random.choice("abc"), random.choice(EFFECTS)
            lines.append(f"{state} -> {target} : {event}{case}{word}")
    return "\n".join(lines)


def first_of(table: str) -> str:
    return table.partition(" ")[0]


def answers(kind: Any, table: str, word: Iterable[str], first: str = "a") -> list[str]:
    """The outputs of a word, one by one, and why it stops."""
    memory, every, told = kind(), rows(table), list[str]()
    memory.at = first
    for event in word:
        memory.output = None
        leaving = [row for row in every if (row.source, row.event) == (memory.at, event)]
        try:
            asked = [
                [getattr(memory, name)() is it for name, it in row.asked.items()] for row in leaving
            ]
            enabled = [row for row, held in zip(leaving, asked, strict=True) if all(held)]
            if len(enabled) != 1:
                return [*told, "stops" if enabled else "refuses"]
            for name in enabled[0].actions:
                getattr(memory, name)()
        except Exception:
            return [*told, "stops"]
        memory.at = enabled[0].target
        told.append(repr(memory.output))
    return told


def judged(random: Random) -> str:
    """Judge a random memory in every way; what comes of it."""
    seed = random.random()
    texts = [random_text(Random(seed), which) for which in (0, 1)]
    random.shuffle(texts)
    text, has_reason = texts[0]
    table = random_table(random)
    renamed = re.sub(r"\b[abc]\b", lambda letter: f"s{letter[0]}", table)
    others = [(text, renamed), (text, random_table(random)), *[(texts[1][0], table)] * 3]
    other_text, other = random.choice(others)
    has_reason |= other_text != text and texts[1][1]
    try:
        one, two = (
            Machine(
                Automaton.from_table("own", initial=first_of(each), table=each),
                class_of(it, Memory),
            )
            for it, each in ((text, table), (other_text, other))
        )
        comparison, seen, small = equal(one, two), explore(one, 0), minimized(one).automaton
    except (errors.BadMemory, TypeError) as error:
        assert has_reason, (error, text, table)
        return "refused"
    kind, other_kind = class_of(text, Plain), class_of(other_text, Plain)
    shown = f"{text}\n{table}\n\n{other_text}\n{other}\n{comparison}"
    words = list(chain.from_iterable(product("xy", repeat=length) for length in range(7)))
    told = [answers(kind, table, word) for word in words]
    if comparison.holds:
        assert [answers(other_kind, other, word, first_of(other)) for word in words] == told, shown
    elif word := comparison.witness and comparison.witness.word:
        assert answers(kind, table, word) != answers(other_kind, other, word, first_of(other)), (
            shown
        )
    assert [answers(kind, str(small), word, small.initial) for word in words] == told, shown
    stops = [answer for answer in told if {"stops", "refuses"} & {*answer[-1:]}]
    if not (seen.findings or seen.bounded):
        assert not stops, shown
    for finding in seen.findings:
        way = [record.transition.event for record in finding.path]
        last = (answers(kind, table, [*way, event])[-1] for event in "xy")
        assert {"stops", "refuses"} & {*last}, (shown, finding)
    return comparison.verdict.value


@pytest.mark.parametrize(
    "number", [pytest.param(6, id="some"), pytest.param(120, id="many", marks=pytest.mark.sweep)]
)
def test_no_verdict_about_a_random_memory_is_wrong(number: int) -> None:
    random = chance()
    seen: Counter[str] = Counter(judged(random) for _ in range(number))
    print(seen)
    if number > 100:
        assert len(seen) > 2
        assert seen["refused"] < number * 0.8
