"""SCXML: the W3C's state chart XML, recommendation of 1 September 2015, data model `ecmascript`.

What a reader writes stands in the document: after each event the data item `output` holds what the
event put out, and is empty where it put out nothing. Guards and actions that need a memory are
calls of its methods: bind an object called `memory` from outside, or define it in a `<script>`.

An interpreter passes over an event that no transition takes; the automaton stops there. So each
state ends with a transition on any other event to the final state `stopped`, which is none of the
automaton's own. What SCXML has no place for stands in attributes of a namespace of our own: names
that are no XML identifiers (`label`, `symbol`), and final states that something leaves
(`accepting`; a `<final>` of SCXML ends the run). They are called so because no attribute of SCXML
is: some interpreters do not look at namespaces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from xml.etree.ElementTree import Comment, Element, SubElement

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats.escaping import final_for_good, identifiers
from hanoi_fsm.fsm.formats.xml_text import xml_text
from hanoi_fsm.fsm.notation import Guard, Transition

NAMESPACE = "http://www.w3.org/2005/07/scxml"
OURS = "urn:hanoi-fsm:automaton"
STOPPED = "stopped"
"""The final state for events that no transition takes."""

NOTHING: Mapping[str, str] = MappingProxyType({})
_EVENT = re.compile(r"[A-Za-z0-9_-]+\Z")
_NO_NAME = re.compile(r"[^A-Za-z0-9_]|^(?=[0-9])")
"""What cannot stand in a name: interpreters call functions or classes of theirs by it."""

_PLATFORM = ("error", "done")
"""Events of the interpreter itself begin so."""


def to_scxml(automaton: Automaton, outputs: Mapping[str, str] = NOTHING) -> str:
    """The automaton as an SCXML document.

    `outputs` says of actions what they put out: these become assignments to `output`, all others
    calls of the memory.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> '<transition event="step" cond="memory.built() === true" target="done" />' in to_scxml(
    ...     get("monk").automaton)
    True
    """
    return _Document(automaton, outputs).text()


class _Document:
    """The document, with the identifiers that states and events have in it."""

    def __init__(self, automaton: Automaton, outputs: Mapping[str, str]) -> None:
        self.automaton = automaton
        self.outputs = {name: outputs[name] for name in automaton.actions if name in outputs}
        self.states = identifiers(automaton.states, "s", reserved=[STOPPED])
        self.events = identifiers(automaton.events, "event", _EVENT, reserved=_PLATFORM)
        self.ends = set(final_for_good(automaton))
        self.calls = [
            *automaton.guards,
            *(name for name in automaton.actions if name not in outputs),
        ]

    def text(self) -> str:
        automaton = self.automaton
        root = Element(
            "scxml",
            {
                "xmlns": NAMESPACE,
                "xmlns:fsm": OURS,
                "version": "1.0",
                "datamodel": "ecmascript",
                "name": _NO_NAME.sub("_", automaton.name),
                "initial": self.states[automaton.initial],
                "fsm:title": automaton.title,
            },
        )
        if self.calls:
            root.append(Comment(f" bind `memory`, an object with {', '.join(self.calls)} "))
        if self.outputs:
            SubElement(SubElement(root, "datamodel"), "data", {"id": "output", "expr": "''"})
        for state in automaton.states:
            self._add_state(root, state)
        root.append(Comment(" where no transition takes the event: "))
        SubElement(root, "final", {"id": STOPPED})
        return xml_text(root)

    def _add_state(self, root: Element, state: str) -> None:
        look = {"id": self.states[state]}
        if state != self.states[state]:
            look["fsm:label"] = state
        if state in self.ends:
            SubElement(root, "final", look)
            return
        if state in self.automaton.final:
            look["fsm:accepting"] = "true"
        element = SubElement(root, "state", look)
        for row in self.automaton.leaving(state):
            self._add_transition(element, row)
        SubElement(element, "transition", {"event": "*", "target": STOPPED})

    def _add_transition(self, state: Element, row: Transition) -> None:
        look = {"event": self.events[row.event]}
        if row.event != look["event"]:
            look["fsm:symbol"] = row.event
        if row.guards:
            look["cond"] = " && ".join(map(_asked, row.guards))
        look["target"] = self.states[row.target]
        element = SubElement(state, "transition", look)
        if row.action and row.action not in self.outputs:
            SubElement(element, "script").text = f"memory.{row.action}()"
        if self.outputs:
            put = self.outputs.get(row.action or "", "")
            SubElement(element, "assign", {"location": "output", "expr": _quoted(put)})


def _asked(guard: Guard) -> str:
    """A guard as a condition: the comparison says that a real truth value is expected."""
    return f"memory.{guard.name}() === {str(guard.answer).lower()}"


def _quoted(text: str) -> str:
    """A string of the data model."""
    return "'" + text.replace("\\", r"\\").replace("'", r"\'") + "'"
