"""State diagrams of Mermaid (`stateDiagram`, `stateDiagram-v2`), as Markdown pages show them.

A line is a statement. Arrows, states with their descriptions, composite states and the marks `[*]`
are read; decoration (notes, classes, directions, comments) is skipped. A line of a note such as
`it may refuse events`, `ordered`, `acceptor`, `exclusive a, b` or `claim: never a` has the same
meaning as below the title in DOT; a claim extends to the next such line, or to the end of its note.
Unsupported features that change the meaning are refused by name: forks, joins and history.

A state is in the innermost composite state that mentions it. Lines `--` separate regions: each is
its only composite state, or else a new state, such as `working 1` in `working`.
"""

import json
import re
from collections import Counter
from contextlib import suppress
from html import unescape
from pathlib import Path

from hanoi_fsm.fsm.chart import MOST_DEPTH
from hanoi_fsm.fsm.claims import CLAIM, parse_claim
from hanoi_fsm.fsm.diagrams.drawing import ACCEPTOR, ORDERED, PARTIAL
from hanoi_fsm.fsm.errors import BadInput, MermaidError, shortened
from hanoi_fsm.fsm.files import MOST_BYTES, read_text
from hanoi_fsm.fsm.inputs import RELATIONS
from hanoi_fsm.fsm.read.sketch import MARK, Arrow, Box, Place, Sketch, name_and_actions
from hanoi_fsm.fsm.search import grouped

_ID = r'(?:\[\*\]|\[H\*?\]|"[^"]*"|[^\s:{}"<>]+?)'
_CLASS = r"(?:\s*:::\s*[\w-]+)?"
_ARROW = re.compile(
    rf"(?P<source>{_ID}){_CLASS}\s*-->\s*(?P<target>{_ID}){_CLASS}\s*(?:%%.*|:(?P<label>.*))?"
)
_STATE = re.compile(
    rf"""(?:state\s+)?
    (?:"(?P<name>[^"]*)"\s+as\s+)?
    (?P<key>{_ID}){_CLASS}
    (?:\s*(?P<kind><<\w+>>|\[\[\w+\]\]))?
    (?:\s*:(?P<description>[^:].*))?
    \s*(?P<opens>\{{)?(?:\s*%%.*)?""",
    re.VERBOSE | re.IGNORECASE,
)
_HEADER = re.compile(r"stateDiagram(-v2)?\s*", re.IGNORECASE)
_NOTE = re.compile(r"note\s+(?:left|right)\s+of\s+[^:]+(?::(?P<text>.*))?", re.IGNORECASE)
_END_NOTE = re.compile(r"end ?note", re.IGNORECASE)
_DECORATION = re.compile(
    r"(?:direction|classDef|class|style|click|scale|hide)\s+(?!-->|:).*"
    r"|(?:accTitle|accDescr)\b.*|%%.*",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    rf"(?P<text>{PARTIAL}|{ORDERED}|{ACCEPTOR}|{CLAIM}.*|"
    rf"(?:{'|'.join(RELATIONS)})\s+\w+(?:\s*,\s*\w+)+)\.?"
)
"""Matches a line of a note about the whole machine, as below the title of our pictures."""
_BLOCKS = re.compile(r"%%\{(?:[^%]|%(?!%\{))*?\}%%|accDescr\s*\{[^{}]*\}")
_FRONT = re.compile(r"\A\s*---[ \t]*\n(?P<yaml>.*?\n)?[ \t]*---[ \t]*\n", re.DOTALL)
_TITLE = re.compile(r"^[ \t]*title:(?P<text>.*)$", re.MULTILINE)
_CODED = re.compile(r"#(\d+|[a-zA-Z]+);")
_BRACE_BELOW = re.compile(r"^([ \t]*state\b[^\n{]*)((?:\n[ \t]*)+)\{", re.MULTILINE)
_STATEMENT = re.compile(r'(?:[^;"]+|"[^"]*"|")+')
_BREAK = re.compile(r"<br\s*/?>|\\n", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:b|back|big|center|code|color|em|font|i|s|size|small|span|strong|sub|sup|u)\b[^<>]*>",
    re.IGNORECASE,
)
"""Matches tags that only change the look of their text."""
_NOT_SUPPORTED = "is not supported: draw its states and arrows"


def read(source: str | bytes | Path) -> Sketch:
    """The boxes and arrows of a diagram, with its faults."""
    text = read_text(source, MOST_BYTES, "`stateDiagram-v2` and below it its arrows", MermaidError)
    reader = Reader()
    reader.read(text)
    return reader.whole()


def is_diagram(text: str) -> bool:
    """Whether a text is a state diagram of Mermaid, by its first words."""
    text = without(_BLOCKS, _FRONT.sub("", text))
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("%%")), "")
    return _HEADER.match(first) is not None


def plain(text: str) -> tuple[str, ...]:
    """The lines of a text as Mermaid shows it: `#58;` is the character with this number.

    >>> plain(" a#58;b<br/><b>c</b> ")
    ('a:b', 'c')
    """
    return shown(_CODED.sub(lambda code: f"&{'#' * code[1].isdecimal()}{code[1]};", text))


def shown(text: str) -> tuple[str, ...]:
    """The lines of a text with HTML, of which only entities and line breaks are interpreted."""
    lines = map(unescape, _BREAK.split(_TAG.sub("", text)))
    return tuple(line.strip() for line in lines if line.strip())


def _unquoted(text: str) -> str:
    r"""A text in YAML, perhaps quoted, as plain text.

    >>> _unquoted('"caf\\u00e9"'), _unquoted("a lamp")
    ('café', 'a lamp')
    """
    if text.startswith('"'):
        with suppress(ValueError):
            return str(json.loads(text))
    return text.strip("\"'")


def without(pattern: re.Pattern[str], text: str) -> str:
    """Remove all matches from a text, except for their line ends."""
    return pattern.sub(lambda match: "\n" * match[0].count("\n"), text)


class Reader:
    """The statements read so far; `around` are the composite states that are open.

    The text after a state is shown instead of its key, or with `names_below` below it. A state
    `moves_in` to a state whose statements mention it.
    """

    names_below = False
    moves_in = True
    separators: tuple[str, ...] = ("--",)
    decoration = _DECORATION
    note_begins = _NOTE
    plain = staticmethod(plain)

    def __init__(self) -> None:
        self.sketch = Sketch(MermaidError)
        self.around = [""]
        self.regions: dict[str, str] = {}
        self.at = Place(1)
        self.in_note = False
        self.notes: list[tuple[Place, list[str]]] = []

    def read(self, text: str) -> None:
        if front := _FRONT.match(text):
            if title := _TITLE.search(front["yaml"] or ""):
                self.sketch.title = _unquoted(title["text"].strip())
            text = "\n" * front[0].count("\n") + text[front.end() :]
        text = _BRACE_BELOW.sub(r"\1 {\2", text)
        begun = False
        for number, line in enumerate(without(_BLOCKS, text).split("\n"), 1):
            self.at, rest = Place(number), line.strip()
            if not begun and rest and not rest.startswith("%%"):
                header = _HEADER.match(rest)
                if header is None:
                    self._fault(f"found {shortened(rest)}, expected `stateDiagram-v2`")
                    break
                begun, rest = True, rest[header.end() :]
            for statement in _STATEMENT.findall(_CODED.sub(r"#\1\0", rest)):
                self.statement(statement.replace("\0", ";").strip())

    def whole(self) -> Sketch:
        """The parts of all statements."""
        if len(self.around) > 1:
            state = shortened(self.regions[self.around[-1]])
            self._fault(f"the state {state} is never closed: write `}}`")
        self._settle()
        for at, lines in self.notes:
            text = " ".join(lines)
            if caption := _CAPTION.fullmatch(text):
                self.sketch.captions.append(caption["text"])
                try:
                    if text.startswith(CLAIM):
                        parse_claim(text.rstrip("."))
                except BadInput as error:
                    self.sketch.fault(at, str(error))
        return self.sketch

    def _fault(self, message: str) -> None:
        self.sketch.fault(self.at, message)

    def statement(self, text: str) -> None:
        if self.in_note:
            self.note(text)
        elif not text or self.decoration.fullmatch(text):
            pass
        elif note := self.note_begins.fullmatch(text):
            self.notes.append((self.at, [""]))
            self.note(note["text"] or "")
            self.in_note = note["text"] is None
        elif text.startswith(CLAIM):
            self._fault(f"a claim stands in a note: write `note right of STATE : {text}`")
        elif text in (*self.separators, "}"):
            self._end_region(text)
        elif not self.drawn(text):
            expected = "expected `A --> B : event`, or a state"
            self._fault(f"found {shortened(text)}, {expected}")

    def drawn(self, text: str) -> bool:
        """Read an arrow or a state; False if it is neither."""
        if arrow := _ARROW.fullmatch(text):
            self.arrow(arrow["source"], arrow["target"], arrow["label"] or "")
        elif state := _STATE.fullmatch(text):
            self.state(*state.group("key", "name", "kind", "description", "opens"))
        return bool(arrow or state)

    def note(self, text: str) -> None:
        """Read a line of a note, which may continue the claim or list before it."""
        self.in_note = not _END_NOTE.fullmatch(text)
        for line in self.plain(text) if self.in_note else ():
            before = self.notes[-1][1]
            goes_on = before[0].startswith(CLAIM) or before[-1].endswith(",")
            if goes_on and not _CAPTION.fullmatch(line):
                before.append(line)
            else:
                self.notes.append((self.at, [line]))

    def _end_region(self, text: str) -> None:
        if len(self.around) == 1:
            advice = "leave it out" if text == "}" else "draw `state NAME {` around the regions"
            self._fault(f"found `{text}` without a `{{` before it: {advice}")
            return
        region = self.around.pop()
        if text != "}":
            self.around.append(self._region(self.regions[region]))

    def arrow(self, source: str, target: str, label: str) -> None:
        for name in (source, target):
            if "[H" in name:
                self._fault(f"`{name}`, a history state, {_NOT_SUPPORTED}")
                return
            if name != MARK:
                self.box(name)
        arrow = Arrow(source, target, self.plain(label), self.at, inside=self.around[-1])
        self.sketch.arrows.append(arrow)

    def state(
        self, key: str, name: str | None, kind: str | None, below: str | None, opens: str | None
    ) -> None:
        """Read a state or choice, with the text `below` its name; `opens` is its brace, if any."""
        if kind in ("<<choice>>", "[[choice]]"):
            self.box(key).choice = True
            return
        if kind:
            self._fault(f"`{kind}` {_NOT_SUPPORTED}")
            return
        box = self.box(key)
        if name is not None:
            shown, actions = name_and_actions([*self.plain(name)])
            box.name = shown or box.name
            box.actions = (*box.actions, *actions)
        if below:
            text, actions = name_and_actions(["", *self.plain(below)])
            box.actions = (*box.actions, *actions)
            is_name = not self.names_below and box.name == " ".join(self.plain(key))
            if text.strip() and is_name:
                box.name = text.strip()  # shown instead of the key
            else:
                box.meaning = f"{box.meaning} {text}".strip()
        if opens:
            if len(self.around) > MOST_DEPTH:
                deep = f"more than {MOST_DEPTH} states in each other: draw a smaller diagram"
                raise MermaidError(deep, *self.at)
            if key not in self.around:
                box.inside = self.around[-1]  # even if it was named elsewhere before
            self.around.append(self._region(key))

    def box(self, key: str) -> Box:
        """The box of a state, created at its first mention."""
        text = " ".join(self.plain(key.strip('"')))
        box = self.sketch.boxes.setdefault(key, Box(text, self.at, self.around[-1]))
        is_open = any(self.regions.get(region) == key for region in self.around)
        if box.inside in self.around[:-1] and not is_open and self.moves_in:
            box.inside = self.around[-1]
        return box

    def _region(self, state: str) -> str:
        """The key of a new region of a state, which may remain its only region."""
        region = f"{state} {[*self.regions.values()].count(state) + 1}"
        self.regions[region] = state
        self.sketch.boxes[region] = Box(region, self.at, state)
        return region

    def _settle(self) -> None:
        """Drop a state's region if it is the only one, or contains just a composite state."""
        sketch, boxes = self.sketch, self.sketch.boxes
        inner = grouped(boxes, lambda key: boxes[key].inside)
        shared = Counter(self.regions.values())
        composite = {state for region, state in self.regions.items() if region in inner}
        gone = dict[str, str]()
        for region, state in self.regions.items():
            within = inner.get(region, ())
            boxes[state].parallel = is_shared = shared[state] > 1
            if is_shared and not (len(within) == 1 and composite.issuperset(within)):
                boxes[region].name = f"{boxes[state].name} {region.rpartition(' ')[2]}"
            else:
                gone[region] = state
                del boxes[region]
        for box in boxes.values():
            box.inside = gone.get(box.inside, box.inside)
        arrows, sketch.arrows = sketch.arrows, []
        for arrow in arrows:
            inside = gone.get(arrow.inside, arrow.inside)
            if arrow.source != MARK or inside == arrow.inside or not boxes[inside].parallel:
                sketch.arrows.append(arrow._replace(inside=inside))
