"""PlantUML: a state diagram (plantuml.com/state-diagram; for version 1.2020 and later).

A final state that no transition leaves has an arrow to the end, `[*]`. Others, such as all states
of a reader, have a bold border instead, explained by a legend.
"""

from functools import partial

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats import ExportContext
from hanoi_fsm.fsm.formats.escaping import arrows, escaped, left_final_states, numbered

BOLD = " ##[bold]black"
LEGEND = ["legend", "a bold border marks a final state", "endlegend"]

_text = partial(escaped, code="<U+{:04X}>".format)  # PlantUML's own notation for a character


def export(automaton: Automaton, context: ExportContext) -> str:
    """The state diagram as PlantUML; the states s1, s2, ... show their names."""
    ids = numbered(automaton.states)
    bold = left_final_states(automaton)
    lines = ["@startuml", f"title {_text(automaton.title)}", "hide empty description"]
    for state in automaton.states:
        lines.append(f'state "{_text(state)}" as {ids[state]}{BOLD if state in bold else ""}')
    lines += arrows(automaton, ids, _text)
    lines += LEGEND if bold else []
    return "\n".join([*lines, "@enduml"])
