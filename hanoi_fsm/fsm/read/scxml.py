"""SCXML, the state charts of the W3C (recommendation of 1 September 2015), as far as names go.

Read are states, parallel states, initial and final ones, transitions, actions on entry and exit,
each the event of a `<send>`, and conditions of names with `!`, `&&` and `In`. Of the transitions of
a state the first is taken, and `a.*` stands for the events in the document that begin so. Elements
and attributes of other namespaces are passed over; everything else is refused with its line.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from hanoi_fsm.fsm.diagrams.drawing import ORDERED
from hanoi_fsm.fsm.errors import TextFault, XmlError, counted, shortened
from hanoi_fsm.fsm.finding import Assumption
from hanoi_fsm.fsm.formats.xml import NAMESPACE, OURS, STOPPED
from hanoi_fsm.fsm.notation import ENTRY, EXIT, UNLABELLED, Guard, joined_guards, quoted, word
from hanoi_fsm.fsm.read.sketch import Arrow, Box, Place, Sketch
from hanoi_fsm.fsm.read.xml import Element, parse

STATES = ("state", "parallel", "final")
_TEST = re.compile(
    r"(?P<no>!?)(?:In\((?P<q>['\"])(?P<state>[^'\"]+)(?P=q)\)"
    r"|(?:memory\.)?(?P<name>\w+)(?:\(\))?(?: === (?P<is>true|false))?)"
)
_CALL = re.compile(r"memory\.(\w+)\(\)")


def sketch(source: str | bytes | Path) -> Sketch:
    """The boxes and arrows of a chart; raises `XmlError` with all faults and their lines."""
    return _Reader(parse(source, "a chart in SCXML")).sketch


class _Reader:
    """Reads the elements of a document; its own exports have what SCXML cannot say, too."""

    def __init__(self, root: Element) -> None:
        self.faults: list[TextFault] = []
        self.sketch = Sketch(XmlError, is_exact=True)
        if _tag(root) != "scxml":
            raise XmlError(f"found `<{root.tag}>`, expected `<scxml>`", root.line, 1)
        title = root.attributes.get(f"{OURS} title")
        self.is_ours = title is not None
        self.sketch.title = title or root.attributes.get("name", "")
        captions = root.attributes.get(f"{OURS} captions", "").split("; ")
        self.sketch.captions = [*filter(None, captions)] if self.is_ours else [ORDERED]
        self.states = dict(self._states(root, ""))
        transitions = [part for state in self.states.values() for part in state.inside]
        named = [part.attributes.get("event", "").split() for part in transitions]
        self.events = dict.fromkeys(
            event for events in named for event in events if "*" not in event
        )
        self.silent = 0
        for part in root.inside:
            if _tag(part) not in (*STATES, "initial", "datamodel" * self.is_ours, ""):
                self._unsupported(part)
        for key, state in self.states.items():
            self.taken: set[str] = set()  # by a transition without guards: none after it is
            for number, part in enumerate(state.inside, 1):
                self._part(key, part, number)
        for arrow in (*self.sketch.starts, *self.sketch.arrows):
            if arrow.target not in self.states:
                text = f"no state has the id {shortened(arrow.target)}: name one"
                self.faults.append(TextFault(text, arrow.at.line))
        if self.silent:
            text = f"{counted(self.silent, 'transition')} without an event as the event"
            self.sketch.assumptions.append(
                Assumption(f"{text} {UNLABELLED!r}", "an event on each transition")
            )
        if self.faults:
            raise XmlError.of(sorted(self.faults, key=lambda fault: fault.line))

    def _fault(self, part: Element, message: str) -> None:
        self.faults.append(TextFault(message, part.line))

    def _states(self, root: Element, key: str) -> Iterator[tuple[str, Element]]:
        """The states in one, each with its box, and where a run of it begins."""
        boxes = self.sketch.boxes
        inner = [part for part in root.inside if _tag(part) in STATES]
        is_parallel = _tag(root) == "parallel" and len(inner) > 1
        for number, part in enumerate(inner, 1):
            name = part.attributes.get("id") or f"{key or 'state'} {number}"
            if name == STOPPED and self.is_ours:
                continue
            label = part.attributes.get(f"{OURS} label", name)
            final = _tag(part) == "final" or f"{OURS} accepting" in part.attributes
            if name in boxes:
                self._fault(part, f"two states have the id {shortened(name)}")
            boxes[name] = Box(label, Place(part.line), key, final=final)
            yield name, part
            yield from self._states(part, name)
            if is_parallel and not any(box.inside == name for box in boxes.values()):
                region = f"region of {name}"  # a region has states in it
                boxes[region] = Box(region, Place(part.line), key)
                boxes[name].inside = region
        initial = [part for part in root.inside if _tag(part) == "initial"]
        within = [part.attributes.get("target", "") for mark in initial for part in mark.inside]
        named = [target for target in (root.attributes.get("initial", ""), *within) if target]
        if key:
            boxes[key].parallel = is_parallel
        elif not named:
            named = [*boxes][:1]
        self.sketch.starts += [Arrow(key, target, (), Place(root.line)) for target in named]

    def _part(self, key: str, part: Element, number: int) -> None:
        """What an element in a state says."""
        tag, box = _tag(part), self.sketch.boxes[key]
        if tag == "transition":
            self._transition(key, part, number)
        elif tag in ("onentry", "onexit"):
            kind = ENTRY if tag == "onentry" else EXIT
            if actions := self._actions(part):
                box.actions = (*box.actions, f"{kind} / {', '.join(actions)}")
        elif tag not in (*STATES, "initial", ""):
            self._unsupported(part)

    def _unsupported(self, part: Element) -> None:
        self._fault(part, f"`<{_tag(part)}>` is not supported: leave it out")

    def _transition(self, key: str, part: Element, number: int) -> None:
        said = part.attributes
        target, at = said.get("target", ""), Place(part.line)
        if self.is_ours and target == STOPPED:
            return
        has_effects = self.sketch.boxes[key].actions or any(
            box.inside == key for box in self.sketch.boxes.values()
        )
        if (not target or said.get("type") == "internal") and has_effects:
            self._fault(part, "a transition that leaves no state is not supported: name its target")
            return
        guards = self._guards(part)
        if guards is None:
            return
        events = self._events(said.get("event", "").split())
        if not guards:
            self.taken.update(events)
        if not events:
            return  # none in the document is meant, or others are taken before
        symbols = [said.get(f"{OURS} symbol", event) for event in events]
        condition = said.get(f"{OURS} cond") or joined_guards(guards)
        label = ", ".join(map(word, symbols)) + (f" [{condition}]" if condition else "")
        if actions := said.get(f"{OURS} actions") or ", ".join(self._actions(part)):
            label += f" / {actions}"
        if not self.is_ours:
            label = f"{number}: {label}"
        self.sketch.arrows.append(Arrow(key, target or key, (label,), at))

    def _events(self, descriptors: list[str]) -> list[str]:
        """The events that a transition is taken on, if none before it is."""
        self.silent += not descriptors
        meant = [event for event in self.events if any(_is_meant(event, by) for by in descriptors)]
        events = meant if descriptors else [UNLABELLED]
        return [event for event in events if self.is_ours or event not in self.taken]

    def _guards(self, part: Element) -> tuple[Guard, ...] | None:
        """The guards of a condition; None where one is never true, or a fault."""
        guards = []
        for text in filter(None, re.split(r"&&", part.attributes.get("cond", ""))):
            bare = text.strip().lstrip("( ")
            while bare.count(")") > bare.count("("):
                bare = bare.removesuffix(")").rstrip()
            test = _TEST.fullmatch(bare)
            if test is None:
                expected = "expected names with `!`, `&&` and `In('state')`"
                self._fault(part, f"found the condition {shortened(text.strip())}, {expected}")
                return None
            negated = bool(test["no"]) != (test["is"] == "false")
            if test["name"] in ("true", "false"):
                if negated == (test["name"] == "true"):
                    return None
                continue
            guards.append(Guard(test["name"] or f"in({test['state']})", negated))
        return tuple(guards)

    def _actions(self, part: Element) -> list[str]:
        """The names of actions in an element: events that are sent; in own exports calls, too."""
        actions = []
        for action in part.inside:
            tag, said = _tag(action), action.attributes
            call = _CALL.fullmatch(action.text.strip())
            if tag == "send" and said.keys() == {"event"}:
                name = said["event"]
                actions.append(name if name.isidentifier() else quoted(name))
            elif tag == "script" and self.is_ours and call:
                actions.append(call[1])
            elif tag and not (tag == "assign" and self.is_ours):
                self._fault(action, f'`<{tag}>` is not supported: `<send event="name"/>` is')
        return actions


def _tag(element: Element) -> str:
    """The tag of an element of SCXML, empty for one of another namespace."""
    namespace, _, tag = element.tag.rpartition(" ")
    return tag if namespace in ("", NAMESPACE) else ""


def _is_meant(event: str, by: str) -> bool:
    """Whether a descriptor of events stands for one."""
    prefix = by.removesuffix("*").removesuffix(".")
    return not prefix or event == prefix or event.startswith(f"{prefix}.")
