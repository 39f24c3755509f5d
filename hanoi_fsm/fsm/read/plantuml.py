"""State diagrams of PlantUML (plantuml.com/state-diagram), each line put into Mermaid's words.

The two languages differ in the forms of arrows, in comments and in decorations. The text after a
state and a colon stands below its name. A line that is not known stays as it is and is refused.
"""

import re
from pathlib import Path

from hanoi_fsm.fsm.errors import MermaidError
from hanoi_fsm.fsm.files import MOST_BYTES, read_text
from hanoi_fsm.fsm.read import mermaid
from hanoi_fsm.fsm.read.sketch import Sketch

_ID = r'(?:\[\*\]|"[^"]*"|[\w.]+(?:\[H\*?\])?|\[H\*?\])'
_LOOKS = (
    r"(?:\s*(?:\#{1,2}[\w|;\[\]:.-]+|<<(?!choice|fork|join|entryPoint|exitPoint|history)[^<>]*>>))*"
)
_LINE = r"-+(?:(?:[a-z]+(?:\[[^\]]*\])?|\[[^\]]*\](?:[a-z]+)?)-+)?"
_ARROW = re.compile(
    rf"(?P<left>{_ID}){_LOOKS}\s*(?P<back><?){_LINE}(?P<on>>?)\s*(?P<right>{_ID}){_LOOKS}"
    r"\s*(?::(?P<label>.*))?"
)
_STATE = re.compile(
    rf"(?:state\s+)(?:(?P<name>\"[^\"]*\")\s+as\s+(?P<key>[\w.]+)"
    rf"|(?P<alias>[\w.]+)\s+as\s+(?P<text>\"[^\"]*\")|(?P<id>{_ID}))"
    rf"{_LOOKS}(?P<kind>\s*<<\w+>>)?{_LOOKS}(?:\s*:(?P<about>.*?))?(?P<opens>\s*\{{)?"
)
_ABOUT = re.compile(rf"(?P<key>{_ID})\s*:(?P<about>.*)")
_INSIDE = re.compile(r"\s*\**(entry|exit)\**\s*[:/]\s*(.+)", re.IGNORECASE)
_TITLE = re.compile(r"title\s+(.+)")
_DECORATION = re.compile(
    r"(?:@(?:start|end)uml|skin|skinparam|hide|show|scale|caption|header|footer|!theme|!pragma"
    r"|(?:left to right|top to bottom) direction|'|/'.*'/$)(?![\w]).*"
)
_BLOCK = re.compile(
    r"/'.*|<style>|note\b(?!.*\".*as)(?![^:]*:).*|(?:title|legend|header|footer)(?: \w+)*"
    r"|skinparam\b.*\{"
)
_END = re.compile(r".*'/|</style>|end ?(?:note|title|legend|header|footer)|\}")
_NUMBER = re.compile(r"<U\+([0-9A-Fa-f]{1,6})>")


def sketch(source: str | bytes | Path) -> Sketch:
    """The boxes and arrows of a diagram; raises `MermaidError` with all faults and their lines."""
    what = "`@startuml` and below it its arrows"
    text = read_text(source, MOST_BYTES, what, MermaidError)
    title, lines, until = "", [], False
    for line in map(str.strip, text.splitlines()):
        shown = ""
        if until:
            until = not _END.fullmatch(line)
        elif titled := _TITLE.fullmatch(line):
            title = " ".join(mermaid.plain(_coded(titled[1])))
        elif _BLOCK.fullmatch(line):
            until = not (line.startswith("/'") and "'/" in line)
        elif not _DECORATION.fullmatch(line):
            shown = _in_mermaid(line)
        lines.append(shown)
    picture = mermaid.read("stateDiagram-v2 " + "\n".join(lines), names_below=True)
    picture.title = title
    return picture


def _in_mermaid(line: str) -> str:
    """A line as Mermaid writes it, or as it is; two statements for an arrow with two heads."""
    if (arrow := _ARROW.fullmatch(line)) and (arrow["back"] or arrow["on"]):
        left, right = _key(arrow["left"]), _key(arrow["right"])
        label = f" : {_coded(arrow['label'])}" if arrow["label"] else ""
        ways = [f"{left} --> {right}{label}"] * bool(arrow["on"])
        return "; ".join(ways + [f"{right} --> {left}{label}"] * bool(arrow["back"]))
    if state := _STATE.fullmatch(line):
        key = _key(state["key"] or state["alias"] or state["id"])
        name = state["name"] or state["text"]
        about = _about(key, state["about"] or "")
        declared = f'state "{_coded(name[1:-1])}" as {key}' if name else f"state {key}"
        return f"{about}{declared}{state['kind'] or ''}{state['opens'] or ''}"
    if below := _ABOUT.fullmatch(line):
        return _about(_key(below["key"]), below["about"])
    return line


def _key(text: str) -> str:
    return text if re.fullmatch(r"[\w.\[\]*]+", text) else f'"{_coded(text.strip(chr(34)))}"'


def _about(key: str, text: str) -> str:
    """The statement for a line below a state's name; `Entry: x` is its action."""
    if inside := _INSIDE.fullmatch(text):
        text = f"{inside[1].lower()} / {inside[2]}"
    return f"{key} : {_coded(text)}; " if text.strip() else ""


def _coded(text: str) -> str:
    """A text in which characters that mean something to Mermaid are written by their numbers."""
    text = _NUMBER.sub(lambda code: f"\0{int(code[1], 16)}\1", text.strip())
    text = re.sub(r'[#;%"{}]', lambda sign: f"\0{ord(sign[0])}\1", text)
    return text.replace("\0", "#").replace("\1", ";")
