"""State diagrams broken as students break them: one mistake in the text of a DOT file.

Each kind of break is a function from the lines of an exported diagram to every text with one such
mistake, given as (number of the line, its new text); an empty text stands for a deleted line.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from hanoi_fsm.fsm.notation import Label, joined, parse_label, parse_labels

_NODE = re.compile(r'\t("[^"]*"|\w+) \[label=("[^"]*"|\w+) id="state-\d+"( peripheries=2)?\]')
_EDGE = re.compile(r'\t("[^"]*"|\w+) -> ("[^"]*"|\w+)( \[(?:label="([^"]*)")?.*\])?')
TARGET, DOUBLE = 2, " peripheries=2"


class Words(NamedTuple):
    """The guards and actions of the memory, and the events that the machine knows."""

    guards: Sequence[str]
    actions: Sequence[str]
    events: Sequence[str]


class Edge(NamedTuple):
    """One statement of an edge, with all labels that it joins."""

    line: int
    source: str
    target: str
    labels: list[Label]

    def written(self, **changes: object) -> tuple[int, str]:
        edge = self._replace(**changes)  # type: ignore[arg-type]  # fields of an edge by name
        text = str(joined(edge.labels)) if edge.labels else ""
        return self.line, f'\t{edge.source} -> {edge.target} [label="{text}"]'

    def labelled(self, **changes: object) -> tuple[int, str]:
        """The edge with other guards or another action on all its labels."""
        return self.written(labels=[one._replace(**changes) for one in self.labels])  # type: ignore[arg-type]  # see above


class Diagram(NamedTuple):
    """The parts of an exported diagram, line by line."""

    lines: list[str]
    words: Words

    @property
    def nodes(self) -> dict[str, tuple[int, str]]:
        found = ((number, _NODE.fullmatch(line)) for number, line in enumerate(self.lines))
        return {node[1]: (number, node[3] or "") for number, node in found if node}

    @property
    def edges(self) -> Iterator[Edge]:
        for number, line in enumerate(self.lines):
            found = _EDGE.fullmatch(line)
            if found and found[4]:
                labels = parse_labels(found[4].replace(r"\l", " "))
                yield Edge(number, found[1], found[TARGET], labels)

    @property
    def start(self) -> tuple[int, str, str]:
        for number, line in enumerate(self.lines):
            found = _EDGE.fullmatch(line)
            if found and not found[4]:
                return number, found[1], found[TARGET]
        raise AssertionError("the diagram has no start")

    def with_line(self, number: int, text: str) -> str:
        return "\n".join([*self.lines[:number], text, *self.lines[number + 1 :]])


Change = tuple[int, str]
BREAKS: dict[str, Callable[[Diagram], Iterator[Change]]] = {}


def _kind(name: str) -> Callable[[Callable[[Diagram], Iterator[Change]]], None]:
    def register(breaks: Callable[[Diagram], Iterator[Change]]) -> None:
        BREAKS[name] = breaks

    return register


@_kind("action replaced")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        for action in diagram.words.actions:
            if edge.labels[0].action not in (None, action):
                yield edge.labelled(action=action)


@_kind("action dropped")
def _(diagram: Diagram) -> Iterator[Change]:
    yield from (edge.labelled(action=None) for edge in diagram.edges if edge.labels[0].action)


@_kind("action added")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        if edge.labels[0].action is None:
            yield from (edge.labelled(action=action) for action in diagram.words.actions)


@_kind("edge redirected")
def _(diagram: Diagram) -> Iterator[Change]:
    yield from _moved(diagram, "target")


@_kind("edge doubled")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        yield edge.line, diagram.lines[edge.line] + "\n" + edge.written()[1]


@_kind("edge dropped")
def _(diagram: Diagram) -> Iterator[Change]:
    yield from ((edge.line, "") for edge in diagram.edges)


@_kind("source moved")
def _(diagram: Diagram) -> Iterator[Change]:
    yield from _moved(diagram, "source")


@_kind("edge turned round")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        if edge.source != edge.target:
            yield edge.written(source=edge.target, target=edge.source)


@_kind("guard dropped")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        for guard in edge.labels[0].guards:
            yield edge.labelled(guards=tuple(one for one in edge.labels[0].guards if one != guard))


@_kind("guard negated")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        for guard in edge.labels[0].guards:
            turned = guard._replace(negated=not guard.negated)
            guards = (turned if one == guard else one for one in edge.labels[0].guards)
            yield edge.labelled(guards=tuple(guards))


@_kind("guard added")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        known = edge.labels[0].guards
        for name in diagram.words.guards:
            if name not in [guard.name for guard in known]:
                for text in (name, f"!{name}"):
                    yield edge.labelled(guards=(*known, *parse_label(f"x [{text}]").guards))


@_kind("guard replaced")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        known = edge.labels[0].guards
        for guard in known:
            for name in diagram.words.guards:
                if name not in [one.name for one in known]:
                    guards = (one._replace(name=name) if one == guard else one for one in known)
                    yield edge.labelled(guards=tuple(guards))


@_kind("event wrong")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        for at, label in enumerate(edge.labels):
            for event in [*diagram.words.events, f"{label.event}s", "go"]:
                if event not in [one.event for one in edge.labels]:
                    wrong = label._replace(event=event)
                    yield edge.written(labels=[*edge.labels[:at], wrong, *edge.labels[at + 1 :]])


@_kind("action misspelt")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        if action := edge.labels[0].action:
            yield from (edge.labelled(action=wrong) for wrong in _misspelt(action))


@_kind("guard misspelt")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        known = edge.labels[0].guards
        for guard in known:
            for wrong in _misspelt(guard.name):
                guards = (one._replace(name=wrong) if one == guard else one for one in known)
                yield edge.labelled(guards=tuple(guards))


@_kind("state misspelt")
def _(diagram: Diagram) -> Iterator[Change]:
    for edge in diagram.edges:
        for wrong in _misspelt(edge.target.strip('"')):
            yield edge.written(target=f'"{wrong}"')
        for wrong in _misspelt(edge.source.strip('"')):
            yield edge.written(source=f'"{wrong}"')
    number, point, initial = diagram.start
    for wrong in _misspelt(initial.strip('"')):
        yield number, f'\t{point} -> "{wrong}"'
    for state, (number, final) in diagram.nodes.items():
        for wrong in _misspelt(state.strip('"')):
            yield number, f'\t"{wrong}" [{final}]'


@_kind("final mark lost")
def _(diagram: Diagram) -> Iterator[Change]:
    for number, final in diagram.nodes.values():
        if final:
            yield number, diagram.lines[number].replace(DOUBLE, "")


@_kind("final mark added")
def _(diagram: Diagram) -> Iterator[Change]:
    for number, final in diagram.nodes.values():
        if not final:
            yield number, diagram.lines[number].replace("]", f"{DOUBLE}]")


@_kind("start moved")
def _(diagram: Diagram) -> Iterator[Change]:
    number, point, initial = diagram.start
    for state in diagram.nodes:
        if state != initial:
            yield number, f"\t{point} -> {state}"


def _moved(diagram: Diagram, end: Literal["source", "target"]) -> Iterator[Change]:
    """Every edge with another state at one of its ends."""
    for edge in diagram.edges:
        for state in diagram.nodes:
            if state != getattr(edge, end):
                yield edge.written(**{end: state})


def _misspelt(name: str) -> Iterator[str]:
    """The name with a letter left out, doubled or exchanged with the next, or another case."""
    for at in range(len(name)):
        if not name[at].isspace():
            yield name[:at] + name[at] + name[at:]
            if len(name) > 1:
                yield name[:at] + name[at + 1 :]
            if at + 1 < len(name) and name[at] != name[at + 1] and not name[at + 1].isspace():
                yield name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    if name.upper() != name:
        yield name.capitalize() if name[0].islower() else name.lower()
