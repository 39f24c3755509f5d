"""All values of the free inputs on an event, in plain data that shares no code with the package."""

from collections.abc import Callable, Collection, Sequence
from itertools import product
from typing import NamedTuple

Values = dict[str, bool]


class Edge(NamedTuple):
    """A transition in plain data: which value it wants of each of its guards, and what it adds."""

    source: str
    target: str
    event: str
    wants: Values
    adds: int = 0


def line_of(edge: Edge, action: str = "") -> str:
    """The edge as a row of a table."""
    guards = [name if wanted else f"!{name}" for name, wanted in edge.wants.items()]
    condition = f" [{' & '.join(guards)}]" if guards else ""
    return f"{edge.source} -> {edge.target} : {edge.event}{condition}{action}"


class Case(NamedTuple):
    """One event in one state: its edges, the valuations of their guards, and the known groups."""

    edges: list[Edge]
    allowed: list[Values]
    known: list[list[str]]

    def enabled(self, values: Values) -> list[Edge]:
        return [edge for edge in self.edges if edge.wants.items() <= values.items()]

    def where(self, is_bad: Callable[[list[Edge]], bool]) -> list[Values]:
        return [values for values in self.allowed if is_bad(self.enabled(values))]

    def is_enough(self, bad: list[Values]) -> bool:
        """Whether one value of a known group of inputs, with whatever others, is always bad."""
        for names in self.known:
            for witness in bad:
                fixed = {name: witness[name] for name in names if name in witness}.items()
                if all(values in bad for values in self.allowed if fixed <= values.items()):
                    return True
        return False


def case_of(
    edges: list[Edge],
    state: str,
    event: str,
    also: Collection[str] = (),
    groups: Sequence[tuple[str, list[str]]] = (),
) -> Case:
    """The case of an event in a state, where inputs are asked `also`, and some are in `groups`."""
    leaving = [edge for edge in edges if (edge.source, edge.event) == (state, event)]
    names = sorted({name for edge in leaving for name in edge.wants} | {*also})
    exclusive = [names for word, names in groups if word == "exclusive"]
    every = [
        dict(zip(names, row, strict=True)) for row in product((False, True), repeat=len(names))
    ]
    allowed = [
        values
        for values in every
        if all(sum(values.get(name, False) for name in group) < 2 for group in exclusive)
    ]
    return Case(
        leaving, allowed, [[], *([name] for name in names), *(names for _, names in groups)]
    )
