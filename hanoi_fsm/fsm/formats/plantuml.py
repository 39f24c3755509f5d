"""PlantUML: a state diagram (plantuml.com/state-diagram; for version 1.2020 and later).

A final state that no transition leaves has an arrow to the end, `[*]`. Others, such as all states
of a reader, have the stereotype `final` instead, whose color a legend explains: version 1.2020
draws every border alike.
"""

from functools import partial

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats import ExportContext
from hanoi_fsm.fsm.formats.escaping import arrows, edges, escaped, left_final_states, numbered

FINAL = " <<final>>"
LOOK = [
    "skinparam state {",
    "BackgroundColor<<final>> PaleGreen",
    "BorderColor<<final>> Black",
    "}",
    "hide <<final>> stereotype",
]
LEGEND = ["legend", "a green background marks a final state", "endlegend"]

_text = partial(escaped, code="<U+{:04X}>".format)  # PlantUML's own notation for a character


def export(automaton: Automaton, context: ExportContext) -> str:
    """The state diagram as PlantUML; the states s1, s2, ... show their names."""
    ids = numbered(automaton.states)
    final = left_final_states(automaton)
    lines = ["@startuml", f"title {_text(automaton.title)}", "hide empty description"]
    lines += LOOK if final else []
    for state in automaton.states:
        lines.append(f'state "{_text(state)}" as {ids[state]}{FINAL if state in final else ""}')
    lines += arrows(automaton, ids, edges(automaton, _text))
    lines += LEGEND if final else []
    return "\n".join([*lines, "@enduml"])
