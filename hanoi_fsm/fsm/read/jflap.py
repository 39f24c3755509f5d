"""Files of JFLAP 7 (jflap.org): finite automata, Mealy and Moore machines, with their layout.

A finite automaton is an acceptor; its transitions without a symbol have the event ε. The output of
a Moore machine's state becomes its entry action. A note that begins with a line `symbols:` defines
letters in the lines below it, as in `a = 00`; any other note has the lines below a title. A run
begins in the initial state without entering it, so the output of a Moore machine before the first
symbol is lost.
"""

from contextlib import suppress
from math import isfinite
from pathlib import Path
from xml.etree.ElementTree import Element

from hanoi_fsm.fsm.diagrams.drawing import ACCEPTOR
from hanoi_fsm.fsm.errors import BadInput, XmlError, counted, shortened
from hanoi_fsm.fsm.formats.xml import LEGEND
from hanoi_fsm.fsm.notation import ENTRY, EPSILON, quoted, word
from hanoi_fsm.fsm.read.sketch import MARK, Arrow, Box, Reading, Sketch
from hanoi_fsm.fsm.read.xml import at, parse, unsupported

KINDS = ("fa", "mealy", "moore")
SUPPORTED = ("state", "transition", "note", "type")


def sketch(source: str | bytes | Path, reading: Reading) -> Sketch:
    """The states and transitions of a file; raises `XmlError` with all faults and their lines."""
    root = parse(source, "a file of JFLAP")
    kind = root.findtext("type", "").strip()
    if root.tag != "structure" or kind not in KINDS:
        what = f"the type {shortened(kind)}" if root.tag == "structure" else f"`<{root.tag}>`"
        raise XmlError(f"found {what}, expected a file of JFLAP of the type {', '.join(KINDS)}")
    if reading.acceptor and kind != "fa":
        why = f"a machine of JFLAP of the type {kind} writes outputs, and accepts no words"
        raise BadInput(f"{why}: leave out `acceptor`")
    machine = Sketch(XmlError, captions=[ACCEPTOR] if kind == "fa" else [], is_exact=True)
    canvas = next(iter(root.findall("automaton")), root)
    for part in canvas:
        if part.tag not in SUPPORTED:
            machine.fault(*unsupported(part))
    symbols: dict[str, str] = {}
    for note in canvas.findall("note"):
        head, *lines = note.findtext("text", "").strip().splitlines() or [""]
        if head == LEGEND:
            symbols |= dict(line.split(" = ", 1) for line in lines if " = " in line)
        else:
            machine.captions += [head, *lines]
    for state in canvas.findall("state"):
        key = state.get("id", "")
        machine.boxes[key] = _box(state, kind)
        machine.arrows += [Arrow(MARK, key, (), at(state))] * len(state.findall("initial"))
    several = []
    for element in canvas.findall("transition"):
        start, target = (element.findtext(end, "").strip() for end in ("from", "to"))
        read = element.findtext("read", "").strip("\n\r\t")
        read = read.strip() or read  # a blank alone is no ε
        if not read and kind != "fa":
            machine.fault(at(element), "the transition reads nothing: write a symbol")
        several += [read] * (len(read) > 1)
        label = word(symbols.get(read, read) or EPSILON)
        if kind == "mealy" and (output := element.findtext("transout", "")):
            label += f" / {quoted(output)}"
        machine.arrows.append(Arrow(start, target, (label,), at(element)))
    if several and reading.labels != "events":
        text = f"{counted(len(several), 'label')} of several characters as one symbol"
        machine.assume(f"{text}, such as {shortened(several[0])}", "`labels=events`")
    return machine


def _box(state: Element, kind: str) -> Box:
    """The box of a state, with its place if it has one."""
    output, place = state.findtext("output", "") if kind == "moore" else "", None
    with suppress(ValueError):
        x, y = (float(state.findtext(axis, "")) for axis in "xy")
        place = (x, -y) if isfinite(x) and isfinite(y) else None
    return Box(
        state.get("name") or state.get("id") or "",
        at(state),
        final=state.find("final") is not None,
        meaning=" ".join(state.findtext("label", "").split()),
        actions=(f"{ENTRY} / {quoted(output)}",) if output else (),
        place=place,
    )
