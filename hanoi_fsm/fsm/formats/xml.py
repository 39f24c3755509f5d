"""Exports in XML: SCXML, the W3C's state charts, and the files of JFLAP 7 (jflap.org).

SCXML follows the recommendation of 1 September 2015 with the data model `ecmascript`. A reader's
outputs are part of the document: after each event the data item `output` holds the event's output,
or is empty. Guards and actions that need a memory call its methods: bind an object `memory` from
outside, or define it in a `<script>`.

An interpreter ignores an event without a transition, but the automaton stops there. So each
top-level state ends with a transition on any other event to an additional final state
`stopped`. If states have actions, an output remains until the next one. Attributes in our
own namespace hold what SCXML cannot express: the title and `captions`, names that are not XML
identifiers (`label`, `symbol`), and final states with transitions (`accepting`; a `<final>` of
SCXML ends the run). SCXML has no attributes of these names, as some interpreters ignore namespaces.
The initial state comes first, as XState begins in the first state whatever `initial` says.

JFLAP has Mealy machines or, without outputs, acceptors. It reads one character at a time: each
longer symbol becomes a letter, with a note as the legend. A JFLAP acceptor without final states
accepts nothing, so all states of a machine that may end anywhere are marked as final. JFLAP has
neither guards nor memories, so solvers are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from string import ascii_letters
from typing import Any, NamedTuple
from xml.etree.ElementTree import Comment, Element, indent, tostring

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.programs import METHOD, names_of
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import ExportError, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import (
    Transition,
    in_order,
    is_output,
    last_output,
    output_of,
    parse_inside,
)

NAMESPACE = "http://www.w3.org/2005/07/scxml"
OURS = "urn:hanoi-fsm:automaton"
LEGEND = "symbols:"
"""The first line of the note that lists the symbol for each letter, as in `a = 00`."""
EDGE = 80
"""The least distance between a state and the edge of the canvas."""
STOPPED = "stopped"  # the final state for events without a transition
WHO_RUNS_SCRIPTS = (
    "actions are scripts: python-statemachine runs them with trusted=True, XState 4 refuses them"
)
_EVENT = re.compile(r"[A-Za-z0-9_-]+\Z")
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9_]|^(?=[0-9])")  # interpreters name a class after this
_PLATFORM = ("error", "done")  # prefixes of the interpreter's own events


def scxml(machine: Machine) -> str:
    """The automaton as an SCXML document."""
    automaton, outputs = machine.automaton, _outputs(machine)
    chart, tree = automaton.chart, automaton.chart.tree
    has_actions = bool(tree.parent or chart.entry or chart.exit)
    if has_actions:
        outputs = {action: text for action, text in outputs.items() if is_output(action)}
    written = replace(chart, ordered=False, entry={}, exit={})  # in the order of SCXML
    scripts = [name for name in chart.actions if name not in outputs]
    words = _Words(
        names_of(chart.states, "s", reserved=[STOPPED]),
        names_of(written.events, "event", _EVENT, reserved=_PLATFORM),
        names_of(written.guards, "guard", METHOD),
        outputs,
        "" if outputs and not has_actions else None,
    )
    attributes = {
        "xmlns": NAMESPACE,
        "xmlns:fsm": OURS,
        "version": "1.0",
        "datamodel": "ecmascript",
        "name": _NOT_IN_NAME.sub("_", automaton.name),
        "initial": words.states[chart.initial],
        "fsm:title": automaton.title,
        "fsm:captions": "; ".join(Diagram.of(machine).captions),
    }
    root: Element[Any] = _element("scxml", attributes)  # a comment has no name
    if calls := [*words.guards.values(), *scripts]:
        methods = ", ".join(calls)
        root.append(Comment(f" bind `memory`, an object with {methods}; {WHO_RUNS_SCRIPTS} "))
    if outputs:
        root.append(_element("datamodel", {}, _element("data", {"id": "output", "expr": "''"})))
    around = [root]
    for kind, state, depth in tree.walk([*dict.fromkeys([chart.initial, *chart.states])]):
        if kind == "closes":
            around.pop()
        if kind not in ("opens", "state"):
            continue
        rows = [
            words.transition(row, f"{number}: " * chart.ordered)
            for number, row in enumerate(written.leaving(state), 1)
        ]
        element = _state(chart, state, words, rows)
        if depth == 0 and element.tag != "final":
            element.append(_element("transition", {"event": "*", "target": STOPPED}))
        around[-1].append(element)
        if kind == "opens":
            around.append(element)
    root.append(Comment(" for events without a transition: "))
    root.append(_element("final", {"id": STOPPED}))
    return _text(root)


def _state(chart: Automaton, state: str, words: _Words, rows: list[Element]) -> Element:
    """A state with its transitions and, in a chart, its actions, but without its substates."""
    is_final, name = state in chart.final, words.states[state]
    ends = is_final and state not in chart.tree.inner and not rows
    attributes = {
        "id": name,
        "initial": words.states.get(chart.tree.initial.get(state, ""), ""),
        "fsm:label": state if state != name else "",
        "fsm:accepting": "true" if is_final and not ends else "",
    }
    inside = []
    for line in chart.inside(state):
        kind, actions = parse_inside(line)
        inside.append(_element(f"on{kind}", {"fsm:label": line}, *words.effects(actions, None)))
    tag = "parallel" if state in chart.tree.parallel else "state"
    return _element("final" if ends else tag, attributes, *inside, *rows)


class _Words(NamedTuple):
    """The names of states, events and guards in a document, and the texts of outputs.

    A transition without an output has the `default` output, if it is text.
    """

    states: Mapping[str, str]
    events: Mapping[str, str]
    guards: Mapping[str, str]
    outputs: Mapping[str, str]
    default: str | None

    def effects(self, actions: Sequence[str], default: str | None) -> Iterator[Element]:
        """The actions as scripts, and the output as data."""
        for action in actions:
            if action not in self.outputs:
                yield _element("script", {}, text=f"memory.{action}()")
        output = last_output(actions, self.outputs)
        if (output := default if output is None else output) is not None:
            output = output.replace("\\", r"\\").replace("'", r"\'")
            yield _element("assign", {"location": "output", "expr": f"'{output}'"})

    def transition(self, transition: Transition, number: str) -> Element:
        # The comparison accepts only a real Boolean value.
        asked = [
            f"{'' if guard.answer else '!'}In('{self.states[guard.state]}')"
            if guard.state
            else f"memory.{self.guards[guard.name]}() === {str(guard.answer).lower()}"
            for guard in transition.guards
        ]
        event = self.events[transition.event]
        attributes = {
            "event": event,
            "fsm:symbol": transition.event if transition.event != event else "",
            "cond": " && ".join(asked),
            "target": self.states[transition.target],
            "fsm:label": f"{number}{transition.label}",
        }
        return _element("transition", attributes, *self.effects(transition.actions, self.default))


def jflap(machine: Machine) -> str:
    """The automaton as a JFLAP file; its states are in their places, or on a zigzag line.

    Raises `ExportError` for guards, for actions without a fixed output, and for more symbols than
    letters.
    """
    automaton, outputs = machine.automaton, _outputs(machine)
    calls = [*automaton.guards, *(name for name in automaton.actions if name not in outputs)]
    if calls:
        why = f"it asks a memory ({calls[0]}), JFLAP has only states and symbols"
        raise _refusal(automaton, f"{why}; use scxml, mermaid or plantuml")
    letters = _letters(automaton)
    numbers = {state: str(number) for number, state in enumerate(automaton.states)}
    places = {state: (100.0 * at, -120.0 * (at % 2)) for at, state in enumerate(automaton.states)}
    if machine.layout and machine.layout.places.keys() >= numbers.keys():
        places = {state: machine.layout.places[state] for state in numbers}
    left, top = min(x for x, _ in places.values()), max(y for _, y in places.values())
    right, down = max(0, EDGE - left), max(0, top + EDGE)  # the whole canvas is below 0
    accepting = automaton.final if automaton.actions else automaton.accepting
    canvas = []
    for state, number in numbers.items():
        x, y = places[state]
        inside = _place((x + right, y - down))
        if state == automaton.initial:
            inside.append(Element("initial"))
        if state in accepting:
            inside.append(Element("final"))
        canvas.append(_element("state", {"id": number, "name": state}, *inside))
    for transition in automaton.transitions:
        texts = {
            "from": numbers[transition.source],
            "to": numbers[transition.target],
            "read": letters.get(transition.event, ""),
        }
        if automaton.actions:
            texts["transout"] = last_output(transition.actions, outputs) or ""
        parts = (_element(tag, {}, text=text) for tag, text in texts.items())
        canvas.append(_element("transition", {}, *parts))
    legend = [f"{letter} = {event}" for event, letter in letters.items() if letter != event]
    captions = Diagram.of(machine).captions if automaton.actions else []
    for lines in ([LEGEND, *legend] if legend else [], captions):
        note = _element("text", {}, text="\n".join(lines))
        canvas += [_element("note", {}, note, *_place((20, -20)))] if lines else []
    kind = _element("type", {}, text="mealy" if automaton.actions else "fa")
    return _text(_element("structure", {}, kind, _element("automaton", {}, *canvas)))


def _letters(automaton: Automaton) -> dict[str, str]:
    """The letter of each symbol, assigned in order: the same symbols have the same letters."""
    events = in_order(automaton.symbols)
    free = [letter for letter in ascii_letters if letter not in events]
    long = [event for event in events if len(event) > 1 or not event.isascii()]
    if len(long) > len(free):
        most = f"expected at most {len(ascii_letters)}, one per letter"
        raise _refusal(automaton, f"it reads {len(automaton.events)} symbols, {most}")
    letters = dict(zip(long, free, strict=False))
    return {event: letters.get(event, event) for event in events}


def _refusal(automaton: Automaton, why: str) -> ExportError:
    return ExportError(f"{automaton.name} cannot be exported to JFLAP: {why}")


def _place(position: tuple[float, float]) -> list[Element]:
    """A position with y upwards, in JFLAP's form."""
    x, y = position
    return [_element("x", {}, text=f"{x:.1f}"), _element("y", {}, text=f"{-y:.1f}")]


def _outputs(machine: Machine) -> dict[str, str]:
    """The outputs of its actions; raises `ExportError` if one is not printable."""
    automaton, chart = machine.automaton, machine.automaton.chart
    inside = chain(*chart.entry.values(), *chart.exit.values())
    actions = dict.fromkeys((*automaton.actions, *inside))
    known = {action: output_of(action) for action in actions if is_output(action)}
    known |= machine.outputs
    outputs = {name: known[name] for name in actions if name in known}
    for action, output in outputs.items():
        if not output.isprintable():
            why = f"the output {shortened(output)} of the action {action} is not printable"
            raise ExportError(f"{automaton.name} cannot be exported: {why}")
    return outputs


def _element(
    tag: str, attributes: Mapping[str, str], *inside: Element, text: str | None = None
) -> Element:
    """An element with its nonempty attributes."""
    made = Element(tag, {name: value for name, value in attributes.items() if value})
    made.text = text
    made.extend(inside)
    return made


def _text(root: Element) -> str:
    """The XML document with the element `root`, indented and in ASCII."""
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, "us-ascii").decode()}'
