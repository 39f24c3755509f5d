"""SCXML: the W3C's state chart XML, recommendation of 1 September 2015, data model `ecmascript`.

The outputs of a reader are part of the document: after each event the data item `output` holds the
event's output, or is empty. Guards and actions that need a memory are calls of its methods: bind an
object `memory` from outside, or define it in a `<script>`.

An interpreter ignores an event without a transition, but the automaton stops there. So each state
ends with a transition on any other event to an additional final state `stopped`. Attributes of our
own namespace hold what SCXML cannot express: names that are not XML identifiers (`label`,
`symbol`), and final states with transitions (`accepting`; a `<final>` of SCXML ends the run). SCXML
has no attributes of these names, as some interpreters ignore namespaces. The initial state comes
first, as XState begins in the first state whatever `initial` says.
"""

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Comment, Element, SubElement

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats import ExportContext
from hanoi_fsm.fsm.formats.escaping import (
    identifiers,
    printable_outputs,
    terminal_states,
    xml_text,
)
from hanoi_fsm.fsm.notation import Transition

NAMESPACE = "http://www.w3.org/2005/07/scxml"
OURS = "urn:hanoi-fsm:automaton"
STOPPED = "stopped"  # the final state for events without a transition
WHO_RUNS_SCRIPTS = (
    "actions are scripts: SCION runs them, python-statemachine does with trusted=True, "
    "XState 4 refuses them"
)
_EVENT = re.compile(r"[A-Za-z0-9_-]+\Z")
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9_]|^(?=[0-9])")  # interpreters name a class after it
_PLATFORM = ("error", "done")  # prefixes of the interpreter's own events


def export(automaton: Automaton, context: ExportContext) -> str:
    """The automaton as an SCXML document.

    Actions with an output in `context` become assignments to `output`, all others calls of the
    memory.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press [dark]")
    >>> 'event="press" cond="memory.dark() === true" target="off"' in export(lamp, ExportContext())
    True
    """
    return _Document(automaton, context.outputs).text()


class _Document:
    def __init__(self, automaton: Automaton, outputs: Mapping[str, str]) -> None:
        self.automaton = automaton
        self.outputs = printable_outputs(automaton, outputs)
        self.states = identifiers(automaton.states, "s", reserved=[STOPPED])
        self.events = identifiers(automaton.events, "event", _EVENT, reserved=_PLATFORM)
        self.ends = set(terminal_states(automaton))
        self.scripts = [name for name in automaton.actions if name not in outputs]

    def text(self) -> str:
        automaton = self.automaton
        root = Element("scxml", {"xmlns": NAMESPACE, "xmlns:fsm": OURS, "version": "1.0"})
        root.set("datamodel", "ecmascript")
        root.set("name", _NOT_IN_NAME.sub("_", automaton.name))
        root.set("initial", self.states[automaton.initial])
        root.set("fsm:title", automaton.title)
        calls = [*automaton.guards, *self.scripts]
        if calls:
            root.append(Comment(f" bind `memory`, an object with {', '.join(calls)} "))
        if self.scripts:
            root.append(Comment(f" {WHO_RUNS_SCRIPTS} "))
        if self.outputs:
            SubElement(SubElement(root, "datamodel"), "data", {"id": "output", "expr": "''"})
        self._add_state(root, automaton.initial)
        for state in automaton.states:
            if state != automaton.initial:
                self._add_state(root, state)
        root.append(Comment(" for events without a transition: "))
        SubElement(root, "final", {"id": STOPPED})
        return xml_text(root)

    def _add_state(self, root: Element, state: str) -> None:
        attributes = {"id": self.states[state]}
        if state != self.states[state]:
            attributes["fsm:label"] = state
        if state in self.ends:
            SubElement(root, "final", attributes)
            return
        if state in self.automaton.final:
            attributes["fsm:accepting"] = "true"
        element = SubElement(root, "state", attributes)
        for transition in self.automaton.leaving(state):
            self._add_transition(element, transition)
        SubElement(element, "transition", {"event": "*", "target": STOPPED})

    def _add_transition(self, state: Element, transition: Transition) -> None:
        attributes = {"event": self.events[transition.event]}
        if transition.event != attributes["event"]:
            attributes["fsm:symbol"] = transition.event
        if transition.guards:
            # The comparison accepts only a real Boolean value.
            asked = [(guard.name, str(guard.answer).lower()) for guard in transition.guards]
            attributes["cond"] = " && ".join(f"memory.{name}() === {true}" for name, true in asked)
        attributes["target"] = self.states[transition.target]
        element = SubElement(state, "transition", attributes)
        action = transition.action or ""
        if action and action not in self.outputs:
            SubElement(element, "script").text = f"memory.{action}()"
        if self.outputs:
            output = self.outputs.get(action, "").replace("\\", r"\\").replace("'", r"\'")
            SubElement(element, "assign", {"location": "output", "expr": f"'{output}'"})
