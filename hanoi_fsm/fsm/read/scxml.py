"""SCXML, the state charts of the W3C (recommendation of 1 September 2015), without data or scripts.

The reader supports states, parallel, initial and final states, transitions, actions on entry and
exit (each the event of a `<send>`), and conditions made of names, `!`, `&&` and `In`. A state takes
its first enabled transition, and `a.*` matches the document's events with this prefix. Elements and
attributes of other namespaces are skipped; everything else is refused with its line. Our own
exports have the labels as attributes.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from hanoi_fsm.fsm.chart import MOST_DEPTH
from hanoi_fsm.fsm.diagrams.drawing import ORDERED
from hanoi_fsm.fsm.errors import NotationError, XmlError, counted, listed, shortened
from hanoi_fsm.fsm.formats.xml import NAMESPACE, OURS, STOPPED
from hanoi_fsm.fsm.notation import (
    ENTRY,
    EXIT,
    UNLABELLED,
    Guard,
    Row,
    conjunction,
    parse_row,
    quoted,
)
from hanoi_fsm.fsm.read.sketch import MARK, Arrow, Box, Sketch
from hanoi_fsm.fsm.read.xml import LINE, at, parse, unsupported

STATES = ("state", "parallel", "final")
KINDS = {"onentry": ENTRY, "onexit": EXIT}
_OWN = ("done.", "error.")
"""How the events begin that an interpreter of SCXML sends."""
_NUMBER = re.compile(r"^[0-9]+: ")
_ASKED = re.compile(r"memory\.(\w+)\(\) === (true|false)")
_ACTIVE = re.compile(r"""In\((?:'([^']+)'|"([^"]+)")\)""")
_CALL = re.compile(r"(\w)\(\)")


def sketch(source: str | bytes | Path) -> Sketch:
    """The boxes and arrows of a chart, with all faults; `XmlError` for another document."""
    root = parse(source, "a chart in SCXML")
    if _tag(root) != "scxml":
        raise XmlError(f"found `<{root.tag}>`, expected `<scxml>`", *at(root))
    return _Reader(root).sketch


class _Reader:
    """A reader of the elements of a document, which `is_ours` if it is our export."""

    def __init__(self, root: Element) -> None:
        title = root.get(f"{OURS} title")
        self.is_ours = title is not None
        captions = root.get(f"{OURS} captions", "" if self.is_ours else ORDERED).split("; ")
        self.sketch = Sketch(XmlError, title or root.get("name") or "", captions, is_exact=True)
        self.silent = self.never = 0
        states = dict(self._states(root, "", 0))
        every = [part.get("event", "").split() for state in states.values() for part in state]
        self.events = [*dict.fromkeys(name for names in every for name in names if "*" not in name)]
        for key, state in states.items():
            self._read(key, state)
        if own := sorted(name for name in self.events if name.startswith(_OWN)):
            text = f"{listed(own)}, which a chart sends to itself, as from outside"
            self.sketch.assume(text, "events of other names")
        silent = f"without an event as {UNLABELLED!r}", "an event on each transition"
        never = "left out that no event takes", ""
        for number, (text, settled_by) in ((self.silent, silent), (self.never, never)):
            if number:
                self.sketch.assume(f"{counted(number, 'transition')} {text}", settled_by)

    def _states(self, root: Element, key: str, depth: int) -> Iterator[tuple[str, Element]]:
        """Add the states in a state, with their boxes and start; yield them with their elements."""
        if depth > MOST_DEPTH:
            too_deep = f"more than {MOST_DEPTH} states in each other: draw a smaller chart"
            raise XmlError(too_deep, *at(root))
        sketch, boxes = self.sketch, self.sketch.boxes
        is_parallel = _tag(root) == "parallel" and sum(_tag(part) in STATES for part in root) > 1
        passed_over = (*KINDS, "transition", "datamodel" * self.is_ours, "")
        named = root.get("initial", "")
        for number, part in enumerate(root, 1):
            tag, name = _tag(part), part.get("id") or f"{key or 'state'} {number}"
            if tag == "initial":
                named = "".join(arrow.get("target", "") for arrow in part)
            elif tag in STATES and not (name == STOPPED and self.is_ours):
                if name in boxes:
                    text = f"two states have the id {shortened(name)}: rename one"
                    sketch.fault(at(part), text)
                is_final = tag == "final" or f"{OURS} accepting" in part.attrib
                label = part.get(f"{OURS} label", name)
                boxes[name] = Box(label, at(part), key, final=is_final)
                yield name, part
                yield from self._states(part, name, depth + 1)
                if is_parallel and not any(box.inside == name for box in boxes.values()):
                    region = boxes[name].inside = f"region of {name}"  # regions have states in them
                    boxes[region] = Box(region, at(part), key)
            elif tag not in (*STATES, *passed_over):
                sketch.fault(*unsupported(part))
        if key:
            boxes[key].parallel = is_parallel
        elif not named:
            named = next(iter(boxes), "")
        sketch.arrows += [Arrow(MARK, named, (), at(root), inside=key)] * bool(named)

    def _read(self, key: str, state: Element) -> None:
        """Read the actions and arrows of a state."""
        is_atomic = not any(_tag(part) in (*STATES, *KINDS) for part in state)
        box, taken = self.sketch.boxes[key], set[str]()
        for number, part in enumerate(state, 1):
            kind, target = KINDS.get(_tag(part)), part.get("target", "")
            label = part.get(f"{OURS} label", "")
            if kind and (label or len(part)):
                box.actions += (label or f"{kind} / {', '.join(self._actions(part))}",)
            if _tag(part) != "transition" or (self.is_ours and target == STOPPED):
                continue
            if not is_atomic and (not target or part.get("type") == "internal"):
                text = "a transition that leaves no state is not supported: name its target"
                self.sketch.fault(at(part), text)
            if len(target.split()) > 1:
                text = "several targets are not supported: name the state around them"
                self.sketch.fault(at(part), text)
                continue
            if label and not _agrees(part, label):
                text = f"`event` and `cond` say something else than `fsm:label`, `{label}`"
                self.sketch.fault(at(part), f"{text}: change both")
            if label := label or self._label(part, number, taken):
                self.sketch.arrows.append(Arrow(key, target or key, (label,), at(part)))
            else:
                self.never += 1

    def _label(self, part: Element, number: int, taken: set[str]) -> str:
        """The label of a transition, with its number; empty if it is never taken.

        Events already `taken` unconditionally are not available to later transitions.
        """
        meant = part.get("event", "").split()
        self.silent += not meant
        events = [event for event in self.events if any(_is_meant(event, by) for by in meant)]
        events = [event for event in (events if meant else [UNLABELLED]) if event not in taken]
        guards = self._guards(part)
        if not events or guards is None:
            return ""
        if not guards:
            taken.update(events)
        row = Row("", "", tuple(events), guards, tuple(self._actions(part)))
        return f"{number}: {row.label}"

    def _guards(self, part: Element) -> tuple[Guard, ...] | None:
        """The guards of a condition; None if it is never true, or does not consist of names."""
        text = part.get("cond", "")
        names = _CALL.sub(r"\1", _ACTIVE.sub(r"in(\1\2)", text))
        guards = conjunction(names)
        if text and not guards:
            expected = "expected names with `!`, `&&` and `In('state')`"
            fault = f"found the condition {shortened(text.strip())}, {expected}"
            self.sketch.fault(at(part), fault)
            return None
        if {Guard("false"), Guard("true", negated=True)} & {*guards}:
            return None
        return tuple(guard for guard in guards if guard.name not in ("true", "false"))

    def _actions(self, part: Element) -> list[str]:
        """The names of the events sent in an element."""
        sends = [action for action in part if _tag(action)]
        for action in sends:
            if _tag(action) != "send" or action.attrib.keys() - {"event"} != {LINE}:
                self.sketch.fault(*unsupported(action))
        names = [action.get("event", "") for action in sends]
        return [name if name.isidentifier() else quoted(name) for name in names]


def _agrees(part: Element, label: str) -> bool:
    """Whether the attributes of an exported transition agree with its label."""
    try:
        row = parse_row("", "", _NUMBER.sub("", label))
    except NotationError:
        return False
    asked = _ASKED.findall(part.get("cond", ""))
    written = [(guard.name, str(guard.answer).lower()) for guard in row.guards if not guard.state]
    are_guards = len(asked) == len(written) and all(
        answer == wanted and (name == guard or not guard.isidentifier())
        for (name, answer), (guard, wanted) in zip(asked, written, strict=True)
    )
    return are_guards and row.events == (part.get(f"{OURS} symbol") or part.get("event"),)


def _tag(element: Element) -> str:
    """The tag of an SCXML element; empty for other namespaces."""
    namespace, _, tag = element.tag.rpartition(" ")
    return tag if namespace in ("", NAMESPACE) else ""


def _is_meant(event: str, by: str) -> bool:
    """Whether an event descriptor matches an event."""
    prefix = by.removesuffix("*").removesuffix(".")
    return not prefix or event == prefix or event.startswith(f"{prefix}.")
