"""The state diagram of a machine that is named, by a name, a file or a value."""

from pathlib import Path
from typing import Any

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.files import write
from hanoi_fsm.hanoi.resolver import find


@checked
def draw(subject: Any, file: str | Path | None = None, **shown: Any) -> Diagram:
    """The state diagram of a machine, which is also written to a `file`, by its extension.

    That is .svg, .png, .pdf or .dot; `UnknownName` is raised for another, and `FileError` for a
    file that cannot be written. What is `shown` are the options of a `Diagram`, such as `lit` or
    `counts`. Raises as `find` does, too.

    >>> draw("monk", lit=["pray"])
    <Diagram monk: 2 states, 2 transitions>
    """
    diagram = Diagram.of(find(subject), **shown)
    if file is not None:
        format = Path(file).suffix.lower().removeprefix(".")
        content = diagram.dot if format == "dot" else diagram.render(format)
        write(content, file)
    return diagram
