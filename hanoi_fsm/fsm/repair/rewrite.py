r"""A repaired automaton written into the text of its DOT or JSON file.

In DOT only statements that show something else than before are written anew, where the parser found
them; all others, comments and order stay as they are. JSON has no comments: it is written anew as a
whole, with its keys in their order.
"""

import json
import re
from collections import Counter

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_reader import DotEdge, DotGraph, Id, Statement, parse
from hanoi_fsm.fsm.diagrams.texts import escaped_label, node_id
from hanoi_fsm.fsm.formats.json_format import json_document, json_text, read_json
from hanoi_fsm.fsm.notation import Transition, join_transitions
from hanoi_fsm.fsm.validation import lines_of

_MARK = "\ufeff"  # of the order of bytes
_GONE = re.compile(r"^(?:[ \t]*\0\s*;?)+[ \t\r]*\n|\0\s*;?", re.MULTILINE)
"""Where a statement was, with its semicolon, and with its line if nothing else is on that."""


def rewritten_json(text: str, automaton: Automaton) -> str:
    """The JSON text of an automaton with another one in it; raises `JsonError` as `read_json` does.

    >>> from hanoi_fsm.fsm.formats import export
    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> done = Automaton.from_table("lamp", initial="off", final="off", table=str(lamp))
    >>> print(rewritten_json(export(lamp, "json"), done))
    {...
      "final": ["off"],
    ...
    """
    meanings = read_json(text).meanings
    given = json.loads(text.removeprefix(_MARK))
    after = json_document(automaton) | {"meanings": lines_of(automaton.states, meanings)}
    document = {key: after.get(key, value) for key, value in given.items()}
    return _like(text, json_text(document) + text[len(text.rstrip()) :])


def rewritten_dot(text: str, automaton: Automaton) -> str:
    """The DOT text of a state diagram with another automaton in it; raises `DotError` as `read`.

    >>> dot = 'digraph lamp { s [shape=point]; s -> off /* so */; on -> off [label="press"] }'
    >>> after = Automaton.from_table("lamp", initial="on", table="on -> on : press")
    >>> print(rewritten_dot(dot, after))
    digraph lamp { s [shape=point]; s -> on /* so */; on -> on [label="press"] }
    """
    return _like(text, _Diagram(text.removeprefix(_MARK), automaton).written())


def _like(text: str, written: str) -> str:
    """What is `written` with the mark and the line ends of a text."""
    lines = re.sub(r"\r?\n", "\r\n", written) if "\r\n" in text else written
    return _MARK * text.startswith(_MARK) + lines


class _Diagram:
    """A text, what of it is to be replaced, and by what."""

    def __init__(self, text: str, after: Automaton) -> None:
        digraph = parse(text)
        self.text, self.statements, self.graph = text, digraph.statements, DotGraph(digraph)
        before = self.graph.drawing().automaton
        self.gone = Counter(before.transitions) - Counter(after.transitions)
        new = Counter(after.transitions) - Counter(before.transitions)
        self.new = [*new.elements()]
        self.lost = {*before.states} - {*after.states}
        marks = sorted((before.final ^ after.final) - self.lost)
        self.borders = {state: "2" if state in after.final else "1" for state in marks}
        self.initial = after.initial if after.initial != before.initial else ""

    def written(self) -> str:
        """The text with the statements that are needed now; missing ones come before the last."""
        edges = iter(self.graph.edges)
        texts = [
            self._edges(one, next(edges)) if one.kind == "edge" else self._nodes(one)
            for one in self.statements
        ]
        texts[-1][:0] = self._missing()
        parts, at = [], 0
        for one, found in zip(self.statements, texts, strict=True):
            indent = self.text[self.text.rfind("\n", 0, one.start) + 1 : one.start]
            between = "; " if indent.strip() else f"\n{indent}"
            parts += [self.text[at : one.start], between.join(found) or "\0"]
            at = one.end
        return _GONE.sub("", "".join([*parts, self.text[at:]]))

    def _edges(self, statement: Statement, edge: DotEdge) -> list[str]:
        """What is in place of an edge; one that changes takes the place of one that goes."""
        if edge.source.is_start and self.initial:
            ends = f"{self._raw(statement.parts[0])} -> {self._node(self.initial)}"
            self.initial = ""
            return [self._statement(ends, statement)]
        old = [] if edge.source.is_start else edge.transitions
        left = [now for one in old for now in self._instead(one)]
        if left == old:
            return [self._raw(statement)]
        return [self._edge(*one, statement) for one in join_transitions(left)]

    def _instead(self, one: Transition) -> list[Transition]:
        if not self.gone[one]:
            return [one]
        self.gone[one] -= 1
        return [self.new.pop(0)] if self.new else []

    def _nodes(self, statement: Statement) -> list[str]:
        """What is in place of a node; defaults stay."""
        node = self.graph.nodes.get(statement.parts[0].text)
        if statement.kind == "node" and node is not None:
            if node.name in self.lost:
                return []
            if borders := self.borders.pop(node.name, ""):
                shown = self._raw(statement.parts[0])
                return [self._statement(shown, statement, peripheries=borders)]
        return [self._raw(statement)]

    def _missing(self) -> list[str]:
        found = [self._edge(*one) for one in join_transitions(self.new)]
        for state, borders in self.borders.items():
            found.append(self._statement(self._node(state), peripheries=borders))
        if self.initial:
            start = next(name for name in ("initial", "start", "_") if name not in self.graph.nodes)
            found += [f"{start} [shape=point]", f"{start} -> {self._node(self.initial)}"]
        return found

    def _edge(self, source: str, target: str, label: str, old: Statement | None = None) -> str:
        ends = f"{self._node(source)} -> {self._node(target)}"
        shown = escaped_label(label).replace('"', r"\"")
        return self._statement(ends, old, label=f'"{shown}"')

    def _statement(self, shown: str, old: Statement | None = None, **attributes: str) -> str:
        """A statement with the attributes of an old one and others."""
        given = {name: self._raw(one) for name, one in old.attributes.items()} if old else {}
        listed = " ".join(f"{name}={value}" for name, value in (given | attributes).items())
        return f"{shown} [{listed}]" if listed else shown

    def _raw(self, part: Id | Statement) -> str:
        return self.text[part.start : part.end]

    def _node(self, state: str) -> str:
        """How the text names a state."""
        quoted = '"' + node_id(state).replace('"', r"\"") + '"'
        nodes = (one for one in self.graph.nodes.values() if not one.is_start)
        return next((self._raw(one.at) for one in nodes if one.name == state), quoted)
