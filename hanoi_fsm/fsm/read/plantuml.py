"""State diagrams of PlantUML (plantuml.com/state-diagram): the differences from Mermaid.

The two languages differ in arrows, comments and decorations. The text after a state and a colon is
shown below its name. A state is where it is first named, or where its brace opens.
"""

import re
from pathlib import Path

from hanoi_fsm.fsm.errors import MermaidError
from hanoi_fsm.fsm.files import MOST_BYTES, read_text
from hanoi_fsm.fsm.read.mermaid import Reader, shown, without
from hanoi_fsm.fsm.read.sketch import MARK, Place, Sketch

_LINK = r"\[\[(?P<address>[^\s{}\[\]]*)\s*(?:\{[^{}]*\})?\s*(?P<text>[^\[\]]*)\]\]"
_ID = r'(?:\[\*\]|"[^"]*"|[\w.]+(?:\[H\*?\])?|\[H\*?\])'
_COLOUR = r"\#{1,2}[\w|;\[\]:.-]+"
_KINDS = "choice|fork|join|entryPoint|exitPoint|history|start>|end>"
_LOOKS = rf"(?:\s*(?:{_COLOUR}|<<(?!{_KINDS})[^<>]*>>|\[\[[^\[\]]*\]\]))*"
_LINE = r"-+(?:(?:[a-z]+(?:\[[^\]]*\])?|\[[^\]]*\](?:[a-z]+)?)-+)?"
_ARROW = re.compile(
    rf"(?P<left>{_ID}){_LOOKS}\s*(?P<back><?){_LINE}(?P<on>>?)\s*(?P<right>{_ID}){_LOOKS}"
    r"\s*(?::(?P<label>.*))?"
)
_STATE = re.compile(
    rf"(?:(?i:state)\s+)(?:(?P<name>\"[^\"]*\")\s+as\s+(?P<key>[\w.]+)"
    rf"|(?P<alias>[\w.]+)\s+as\s+(?P<text>\"[^\"]*\")|(?P<id>{_ID}))"
    rf"{_LOOKS}(?P<kind>\s*<<\w+>>)?{_LOOKS}(?:\s*:(?P<about>.*?))?(?P<opens>\s*\{{)?"
)
_ABOUT = re.compile(rf"(?P<key>{_ID})\s*:(?P<about>.*)")
_INSIDE = re.compile(r"\s*\**(entry|exit)\**\s*[:/]\s*(.+)", re.IGNORECASE)
_TITLE = re.compile(r"title\s+(.+)")
_DECORATION = re.compile(
    r"(?:@(?:start|end)uml|skin|skinparam|hide|show|scale|caption|header|footer|!theme|!pragma"
    r"|set separator|(?:left|center|right) (?:header|footer)"
    r"|(?:left to right|top to bottom) direction)(?![\w]).*|'.*"
    rf"|{_ID}\s*-+\w*\[hidden\]\w*-+>?\s*{_ID}.*|note\s+\"[^\"]*\"\s+as\s+\w+.*|\w+\s+\.+\s+\w+"
)
_BLOCKS = re.compile(
    r"""/'.*?(?:'/|\Z) | ^[ \t]*(?:
        <style>.*?(?:</style>|\Z)
        | (?:title|header|footer|legend(?:[ ]\w+)*)[ \t]*$.*?(?:^[ \t]*end[ ]?\w+[ \t]*$|\Z)
        | skinparam\b[^\n]*\{[ \t]*$.*?(?:^[ \t]*\}[ \t]*$|\Z)
    )""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
"""Matches comments, styles and texts that span several lines."""
_MARKS = ("<<start>>", "<<end>>")
_NUMBER = re.compile(r"<U\+([0-9A-Fa-f]{1,6})>")


def sketch(source: str | bytes | Path) -> Sketch:
    """The boxes and arrows of a diagram, with its faults."""
    what = "`@startuml` and below it its arrows"
    text = read_text(source, MOST_BYTES, what, MermaidError)
    reader = _Reader()
    begun: list[str] = []
    for number, line in enumerate(without(_BLOCKS, text).splitlines(), 1):
        reader.at = Place(number)
        begun.append(line.strip().removesuffix("\\"))
        if not line.rstrip().endswith("\\"):  # which continues a statement on the next line
            reader.statement("".join(begun))
            begun.clear()
    return reader.whole()


def plain(text: str) -> tuple[str, ...]:
    """The lines of a text as PlantUML shows it: `<U+003A>` is the character with this number.

    A link is shown as its text, or as its address if it has none.

    >>> plain("a<U+003A>b <b>c</b> [[https://x.org d]]")
    ('a:b c d',)
    """
    shorter = re.sub(_LINK, lambda link: link["text"] or link["address"], text)
    return shown(_NUMBER.sub(lambda code: f"&#{int(code[1], 16)};", shorter))


class _Reader(Reader):
    """A reader of arrows with one or two heads, and of states; all else is as in Mermaid."""

    names_below = True
    moves_in = False
    separators = ("--", "||")
    decoration = _DECORATION
    note_begins = re.compile(r"note\b(?!.*\".*as)[^:]*(?::(?P<text>.*))?")
    plain = staticmethod(plain)

    def drawn(self, text: str) -> bool:
        """Read an arrow, a state, or the title; False if it is none of these."""
        if title := _TITLE.fullmatch(text):
            self.sketch.title = " ".join(plain(title[1]))
        elif (arrow := _ARROW.fullmatch(text)) and (arrow["back"] or arrow["on"]):
            left, right, label = arrow["left"], arrow["right"], arrow["label"] or ""
            if arrow["on"]:
                self.arrow(left, right, label)
            if arrow["back"]:
                self.arrow(right, left, label)
        elif state := _STATE.fullmatch(text):
            key = state["key"] or state["alias"] or state["id"]
            name = (state["name"] or state["text"] or '""')[1:-1] or None
            kind = (state["kind"] or "").strip()
            if kind == "<<start>>":
                self.arrow(MARK, key, "")
            elif kind == "<<end>>":
                self.box(key).final = True
            kind = kind if kind not in _MARKS else ""
            self.state(key, name, kind, _below(state["about"] or ""), state["opens"])
        elif below := _ABOUT.fullmatch(text):
            self.state(below["key"], None, None, _below(below["about"]), None)
        else:
            return super().drawn(text)
        return True


def _below(text: str) -> str:
    """The text below a state's name; `Entry: x` is its action."""
    inside = _INSIDE.fullmatch(text)
    return f"{inside[1].lower()} / {inside[2]}" if inside else text
