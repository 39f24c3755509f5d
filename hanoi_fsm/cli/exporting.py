"""The format of a file, which its ending names."""

from pathlib import Path

from hanoi_fsm.cli.output import STANDARD
from hanoi_fsm.fsm.errors import BadInput, shortened

ENDINGS = {
    ".dot": "dot",
    ".gv": "dot",
    ".json": "json",
    ".mmd": "mermaid",
    ".puml": "plantuml",
    ".scxml": "scxml",
    ".jff": "jflap",
}


def format_of(file: str, more: tuple[str, ...] = ()) -> str:
    """The format of a file by its ending, which may be one `more`; DOT for standard output."""
    ending = Path(file).suffix.lower()
    if file == STANDARD:
        return "dot"
    if ending not in (*ENDINGS, *more):
        known = ", ".join((*ENDINGS, *more))
        raise BadInput(f"the ending of {shortened(file)} names no format: choose from {known}")
    return ENDINGS.get(ending, ending)
