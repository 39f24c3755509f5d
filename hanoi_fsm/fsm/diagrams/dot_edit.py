"""Changes of a state diagram written into its DOT text; all else in the text stays as it is.

Comments, attributes, layout and order are kept: only the words that change are replaced, and only
statements that are too many or missing are taken out or put in.
"""

import re
from collections.abc import Iterable, Sequence

from hanoi_fsm.fsm.changes import Changes
from hanoi_fsm.fsm.diagrams.dot_reader import COUNT, DotEdge, DotGraph, displayed_lines, read_edge
from hanoi_fsm.fsm.diagrams.dot_syntax import Id, Statement, parse
from hanoi_fsm.fsm.diagrams.texts import escaped_label, node_id
from hanoi_fsm.fsm.errors import NotationError
from hanoi_fsm.fsm.notation import Label, Transition, join_transitions, joined, parse_labels
from hanoi_fsm.fsm.splicing import Piece, spliced

_SKIPPED = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|#[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_BRACKETS = re.compile(r'\[(?:"(?:[^"\\]|\\.)*"|//[^\n]*|#[^\n]*|/\*(?:[^*]|\*(?!/))*\*/|[^]"])*\]')
_REST = re.compile(r"[ \t]*(?:/\*[^*\n]*\*/[ \t]*)?(?://[^\r\n]*|#[^\r\n]*)?(?=\r?\n)")
_LINE_END = re.compile(r"[ \t]*(?=\r?\n)")
_WORDS = r"(?<!\w){}(?!\w)"


def rewritten(text: str, changes: Changes) -> str:
    """The DOT text of a state diagram with some `changes` of the automaton that it shows.

    >>> dot = 'digraph lamp { s [shape=point]; s -> off /* so */; off -> on [label="press"] }'
    >>> print(rewritten(dot, Changes(initial="on")))
    digraph lamp { s [shape=point]; s -> on /* so */; off -> on [label="press"] }
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    return mark + _Text(text.removeprefix("\ufeff")).rewritten(changes)


class _Text:
    """A text with what it says, and the pieces of it that are to be replaced."""

    def __init__(self, text: str) -> None:
        self.text = text
        digraph = parse(text)
        self.picture = DotGraph(digraph)
        self.statements = digraph.statements
        drawn = [one for one in self.statements if one.kind == "edge"]
        self.edges = list(zip(drawn, self.picture.edges, strict=True))
        self.pieces: list[Piece] = []

    def rewritten(self, changes: Changes) -> str:
        index = 0
        for statement, edge in self.edges:
            if edge.source.is_start:
                if changes.initial is not None:
                    self._replace(statement.parts[1], self._node(changes.initial))
                continue
            old = [one.transition for one in read_edge(edge)]
            new = [changes.replaced.get(index + at, one) for at, one in enumerate(old)]
            index += len(old)
            if new != old:
                self._rewrite_edge(statement, edge, old, [one for one in new if one])
        for state in changes.removed:
            for statement in self._nodes_of(state):
                self._cut(statement)
        for old_name, new_name in changes.renamed.items():
            for statement in self._nodes_of(old_name):
                self._replace(statement.parts[0], self._node(new_name))
                if "label" in statement.attributes:
                    self._replace(statement.attributes["label"], _quoted(escaped_label(new_name)))
        for state in sorted(changes.marks - changes.removed):
            self._turn_mark(state)
        self._insert(changes.added)
        if changes.initial is not None and not any(one.source.is_start for _, one in self.edges):
            start = "initial"
            while start in self.picture.nodes:
                start += "_"
            lines = f"{start} [shape=point]", f"{start} -> {self._node(changes.initial)}"
            self._append(self.statements[-1] if self.statements else None, lines)
        return spliced(self.text, self.pieces)

    def _rewrite_edge(
        self, statement: Statement, edge: DotEdge, old: Sequence[Transition], new: list[Transition]
    ) -> None:
        """Write what is left of an edge into its statement, and what has changed after it."""
        if not new:
            self._cut(statement)
            return
        groups = [(*one[:2], parse_labels(one[2])) for one in join_transitions(new)]
        same = (old[0].source, old[0].target, old[0].label[1:])
        groups.sort(key=lambda one: (one[0], one[1], one[2][0][1:]) != same)
        (source, target, labels), *others = groups
        for part, before, after in zip(
            statement.parts, (old[0].source, old[0].target), (source, target), strict=True
        ):
            if before != after:
                self._replace(part, self._node(after))
        if labels != [one.label for one in old]:
            self._relabel(statement, edge, [one.label for one in old], labels)
        more = [self._edge(start, end, str(joined(found))) for start, end, found in others]
        self._append(statement, more)

    def _relabel(
        self, statement: Statement, edge: DotEdge, old: Sequence[Label], new: Sequence[Label]
    ) -> None:
        own = statement.attributes.get("label")
        if own is None:
            self._attribute(statement, f"label={_quoted(str(joined(new)))}")
            return
        raw = self.text[own.start : own.end]
        if not own.quoted:
            self._replace(own, _quoted(str(joined(new))))
            return
        for was, now in _different_words(old, new):
            found = re.search(_WORDS.format(re.escape(was)), raw)
            edited = raw[: found.start()] + now + raw[found.end() :] if found else raw
            if _labels(own, edited[1:-1]) == list(new):
                self._replace(own, edited)
                return
        lines = displayed_lines(own, "")
        counts = lines[-1:] if len(lines) > 1 and COUNT.fullmatch(lines[-1]) else []
        text = str(joined(new))
        if r"\l" in raw:
            written = "".join(f"  {escaped_label(line)} \\l" for line in [text, *counts])
        else:
            written = r"\n".join(escaped_label(line) for line in [text, *counts])
        self._replace(own, _quoted(written))

    def _turn_mark(self, state: str) -> None:
        """Make a state final, or no longer final."""
        named = (one for one in self.picture.nodes.values() if one.name == state)
        node = next(named, None)
        statements = self._nodes_of(state)
        if node is None or not statements:
            last = self.statements[-1] if self.statements else None
            self._append(last, [f"{self._node(state)} [peripheries=2]"])
            return
        wanted = "1" if node.is_final else "2"
        given = [one.attributes for one in statements]
        shapes = [one["shape"] for one in given if one.get("shape", node.at).text[:6] == "double"]
        for shape in shapes if node.is_final else ():
            self._replace(shape, _quoted(shape.text.removeprefix("double")))
        borders = [one["peripheries"] for one in given if "peripheries" in one]
        for border in borders:
            self._replace(border, wanted)
        if not borders and not (node.is_final and shapes):
            self._attribute(statements[-1], f"peripheries={wanted}")

    def _insert(self, added: Iterable[Transition]) -> None:
        """New edges, each after the last statement of an edge from the same state."""
        for source, target, label in join_transitions(added):
            found = [one for one, edge in self.edges if edge.source.name == source]
            after = found or self.statements
            self._append(after[-1] if after else None, [self._edge(source, target, label)])

    def _edge(self, source: str, target: str, label: str) -> str:
        shown = _quoted(escaped_label(label))
        return f"{self._node(source)} -> {self._node(target)} [label={shown}]"

    def _node(self, state: str) -> str:
        """How the text names a state."""
        for node in self.picture.nodes.values():
            if node.name == state and not node.is_start:
                return self.text[node.at.start : node.at.end]
        return _quoted(node_id(state).replace('"', r"\""))

    def _nodes_of(self, state: str) -> list[Statement]:
        names = {key for key, node in self.picture.nodes.items() if node.name == state}
        known = (one for one in self.statements if one.kind == "node")
        return [one for one in known if one.parts[0].text in names]

    # pieces of the text

    def _replace(self, part: Id, text: str) -> None:
        self.pieces.append(Piece(part.start, part.end, text))

    def _attribute(self, statement: Statement, text: str) -> None:
        """Put an attribute at the end of a statement."""
        start, end = statement.parts[-1].end, self._end(statement)
        closed = self.text.rfind("]", start, end)
        if closed < 0:
            self.pieces.append(Piece(start, start, f" [{text}]"))
        else:
            self.pieces.append(Piece(closed, closed, f" {text}"))

    def _append(self, statement: Statement | None, lines: Sequence[str]) -> None:
        """Put statements after another one, each on a line with the same indentation."""
        at = self._end(statement) if statement else self.text.rindex("}")
        begin = self.text.rfind("\n", 0, statement.parts[0].start if statement else at) + 1
        margin = re.match(r"[ \t]*", self.text[begin:])
        newline = "\r\n" if "\r\n" in self.text else "\n"
        rest = _REST.match(self.text, at)
        at = rest.end() if rest and statement else at  # a comment stays with its statement
        indent = newline + (margin[0] if margin and begin else " ")
        if lines:
            self.pieces.append(Piece(at, at, "".join(indent + line for line in lines)))

    def _cut(self, statement: Statement) -> None:
        """Take out a statement, with its line if nothing else is on it."""
        start, end = statement.parts[0].start, self._end(statement)
        begin = self.text.rfind("\n", 0, start)
        after = _LINE_END.match(self.text, end)
        if after and begin >= 0 and not self.text[begin:start].strip():
            # The line end before it, as what is put after it brings its own.
            start, end = begin - (self.text[begin - 1] == "\r"), after.end()
        self.pieces.append(Piece(start, end, ""))

    def _end(self, statement: Statement) -> int:
        """Where a statement ends, with its attributes and its semicolon."""
        end = statement.parts[-1].end
        while True:
            after = _skipped(self.text, end)
            if found := _BRACKETS.match(self.text, after):
                end = found.end()
            else:
                return after + 1 if self.text[after : after + 1] == ";" else end


def _skipped(text: str, at: int) -> int:
    """Where blanks and comments end."""
    found = _SKIPPED.match(text, at)
    return found.end() if found else at


def _quoted(text: str) -> str:
    return f'"{text}"'


def _labels(label: Id, raw: str) -> list[Label]:
    """What a label would say with another text; nothing if it would not be one."""
    try:
        return parse_labels(" ".join(displayed_lines(label._replace(text=raw), "")))
    except (NotationError, ValueError):
        return []


def _different_words(old: Sequence[Label], new: Sequence[Label]) -> Iterable[tuple[str, str]]:
    """The words that are replaced, if labels differ in a word here and there."""
    for before, after in zip(old, new, strict=False):
        words = [(before.event, after.event), (before.action or "", after.action or "")]
        words += zip(map(str, before.guards), map(str, after.guards), strict=False)
        for was, now in words:
            if was != now and was and now:
                yield was, now
