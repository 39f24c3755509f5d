"""Files of JFLAP 7 (jflap.org): finite automata, Mealy and Moore machines, in their places.

A finite automaton is an acceptor, and a transition of it that reads nothing has the event ε. The
output of a Moore machine's state is an action on the way into it. A note that begins with a line
`symbols:` says in the lines below it what letters stand for, as in `a = 00`; the lines of any other
are those below a title. A run begins in the initial state, which it does not enter: the output that
a Moore machine has there before the first symbol is left out.
"""

from collections import Counter
from contextlib import suppress
from math import isfinite
from pathlib import Path
from xml.etree.ElementTree import Element

from hanoi_fsm.fsm.diagrams.drawing import ACCEPTOR
from hanoi_fsm.fsm.errors import TextFault, XmlError, counted, shortened
from hanoi_fsm.fsm.finding import Assumption
from hanoi_fsm.fsm.formats.xml import LEGEND
from hanoi_fsm.fsm.notation import ENTRY, EPSILON, quoted, word
from hanoi_fsm.fsm.read.sketch import Arrow, Box, Place, Reading, Sketch
from hanoi_fsm.fsm.read.xml import line_of, parse, unsupported

KINDS = ("fa", "mealy", "moore")
SUPPORTED = ("state", "transition", "note", "type")


def sketch(source: str | bytes | Path, reading: Reading) -> Sketch:
    """The states and transitions of a file; raises `XmlError` with all faults and their lines."""
    root = parse(source, "a file of JFLAP")
    kind = root.findtext("type", "").strip()
    if root.tag != "structure" or kind not in KINDS:
        what = f"the type {shortened(kind)}" if root.tag == "structure" else f"`<{root.tag}>`"
        raise XmlError(f"found {what}, expected a file of JFLAP of the type {', '.join(KINDS)}")
    found = Sketch(XmlError, captions=[ACCEPTOR] if kind == "fa" else [], is_exact=True)
    canvas = next(iter(root.findall("automaton")), root)
    faults = [unsupported(part) for part in canvas if part.tag not in SUPPORTED]
    symbols: dict[str, str] = {}
    for note in canvas.findall("note"):
        head, *lines = note.findtext("text", "").strip().splitlines() or [""]
        if head == LEGEND:
            symbols |= dict(line.split(" = ", 1) for line in lines if " = " in line)
        else:
            found.captions += [head, *lines]
    for state in canvas.findall("state"):
        key = state.get("id", "")
        found.boxes[key] = _box(state, kind)
        found.starts += [Arrow("", key, (), Place(line_of(state)))] * len(state.findall("initial"))
    several = Counter[str]()
    for element in canvas.findall("transition"):
        start, target = (element.findtext(end, "").strip() for end in ("from", "to"))
        read, at = element.findtext("read", "").strip("\n\r\t"), Place(line_of(element))
        for end in {start, target} - {*found.boxes}:
            faults.append(TextFault(f"no state has the id {shortened(end)}", *at))
        if not read and kind != "fa":
            faults.append(TextFault("the transition reads nothing: write a symbol", *at))
        several[read] += len(read) > 1
        label = word(symbols.get(read, read) or EPSILON)
        if kind == "mealy" and (output := element.findtext("transout", "")):
            label += f" / {quoted(output)}"
        found.arrows.append(Arrow(start, target, (label,), at))
    if faults:
        raise XmlError.of(sorted(faults, key=lambda fault: fault.line))
    if several.total() and reading.labels != "events":
        first = shortened(several.most_common(1)[0][0])
        text = f"{counted(several.total(), 'label')} of several characters as one symbol"
        found.assumptions.append(Assumption(f"{text}, such as {first}", "`labels=events`"))
    return found


def _box(state: Element, kind: str) -> Box:
    """A state, with its place where it has one."""
    output, place = state.findtext("output", "") if kind == "moore" else "", None
    with suppress(ValueError):
        x, y = (float(state.findtext(axis, "")) for axis in "xy")
        place = (x, -y) if isfinite(x) and isfinite(y) else None
    return Box(
        state.get("name") or state.get("id") or "",
        Place(line_of(state)),
        final=state.find("final") is not None,
        meaning=" ".join(state.findtext("label", "").split()),
        actions=(f"{ENTRY} / {quoted(output)}",) if output else (),
        place=place,
    )
