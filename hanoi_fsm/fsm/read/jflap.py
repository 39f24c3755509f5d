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

from hanoi_fsm.fsm.diagrams.drawing import ACCEPTOR
from hanoi_fsm.fsm.errors import TextFault, XmlError, counted, shortened
from hanoi_fsm.fsm.finding import Assumption
from hanoi_fsm.fsm.formats.xml import LEGEND
from hanoi_fsm.fsm.notation import ENTRY, EPSILON, quoted, word
from hanoi_fsm.fsm.read.sketch import Arrow, Box, Place, Reading, Sketch
from hanoi_fsm.fsm.read.xml import Element, parse

KINDS = ("fa", "mealy", "moore")


def sketch(source: str | bytes | Path, reading: Reading) -> Sketch:
    """The states and transitions of a file; raises `XmlError` with all faults and their lines."""
    root = parse(source, "a file of JFLAP")
    kind = root.text_of("type").strip()
    if root.tag != "structure" or kind not in KINDS:
        what = f"the type {shortened(kind)}" if root.tag == "structure" else f"`<{root.tag}>`"
        raise XmlError(f"found {what}, expected a file of JFLAP of the type {', '.join(KINDS)}")
    found = Sketch(XmlError, captions=[ACCEPTOR] if kind == "fa" else [], is_exact=True)
    parts = [part for canvas in root.all("automaton") or [root] for part in canvas.inside]
    faults = [_unsupported(part) for part in parts if part.tag not in SUPPORTED]
    for state in (part for part in parts if part.tag == "state"):
        key = state.attributes.get("id", "")
        found.boxes[key] = _box(state, kind)
        if state.all("initial"):
            found.starts.append(Arrow("", key, (), Place(state.line)))
    symbols: dict[str, str] = {}
    for note in (part for part in parts if part.tag == "note"):
        head, *lines = note.text_of("text").splitlines() or [""]
        if head == LEGEND:
            symbols |= dict(line.split(" = ", 1) for line in lines if " = " in line)
        else:
            found.captions += [head, *lines]
    several = Counter[str]()
    for element in (part for part in parts if part.tag == "transition"):
        source_key, target = (element.text_of(end).strip() for end in ("from", "to"))
        read = element.text_of("read")
        at = Place(element.line)
        for end in {source_key, target} - {*found.boxes}:
            faults.append(TextFault(f"no state has the id {shortened(end)}", *at))
        if not read and kind != "fa":
            faults.append(TextFault("the transition reads nothing: write a symbol", *at))
        several[read] += len(read) > 1
        label = word(symbols.get(read, read) or EPSILON)
        if kind == "mealy" and (output := element.text_of("transout")):
            label += f" / {quoted(output)}"
        found.arrows.append(Arrow(source_key, target, (label,), at))
    if faults:
        raise XmlError.of(sorted(faults, key=lambda fault: fault.line))
    if several.total() and reading.labels != "events":
        first = shortened(several.most_common(1)[0][0])
        labels = counted(several.total(), "label")
        text = f"{labels} of several characters as one symbol, such as {first}"
        found.assumptions.append(Assumption(text, "`labels=events`"))
    return found


SUPPORTED = ("state", "transition", "note", "type")


def _unsupported(element: Element) -> TextFault:
    return TextFault(f"`<{element.tag}>` is not supported: leave it out", element.line)


def _box(state: Element, kind: str) -> Box:
    """A state, with its place where it has one."""
    output = state.text_of("output") if kind == "moore" else ""
    place = None
    with suppress(ValueError):
        x, y = float(state.text_of("x")), -float(state.text_of("y"))
        place = (x, y) if isfinite(x) and isfinite(y) else None
    return Box(
        state.attributes.get("name") or state.attributes.get("id", ""),
        Place(state.line),
        final=bool(state.all("final")),
        meaning=" ".join(state.text_of("label").split()),
        actions=(f"{ENTRY} / {quoted(output)}",) if output else (),
        place=place,
    )
