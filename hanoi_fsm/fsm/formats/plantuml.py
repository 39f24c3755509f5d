"""PlantUML: a state diagram in text (plantuml.com/state-diagram; written for 1.2020 and later).

A final state that nothing leaves has an edge to the end, `[*]`. One that something leaves, as all
states of a reader, has a bold border instead, and a legend says so.
"""

from __future__ import annotations

from functools import partial

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats.escaping import (
    edges,
    escaped,
    final_by_the_way,
    final_for_good,
    numbered,
)

BOLD = " ##[bold]black"
LEGEND = ["legend", "a bold border marks a final state", "endlegend"]

_text = partial(escaped, code="<U+{:04X}>".format)
"""PlantUML's own notation for a character: most other signs are markup in some place."""


def to_plantuml(automaton: Automaton) -> str:
    """The state diagram as PlantUML; states are called s1, s2, ... and show their names.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> print(to_plantuml(get("monk").automaton))
    @startuml
    title monk
    hide empty description
    state "pray" as s1
    state "done" as s2
    [*] --> s1
    s1 --> s1 : step [!built] / move_next
    s1 --> s2 : step [built]
    s2 --> [*]
    @enduml
    """
    ids = numbered(automaton.states)
    bold = set(final_by_the_way(automaton))
    lines = ["@startuml", f"title {_text(automaton.title)}", "hide empty description"]
    for state in automaton.states:
        lines.append(f'state "{_text(state)}" as {ids[state]}{BOLD if state in bold else ""}')
    lines.append(f"[*] --> {ids[automaton.initial]}")
    lines += [
        f"{ids[source]} --> {ids[end]} : {_text(text)}" for source, end, text in edges(automaton)
    ]
    lines += [f"{ids[state]} --> [*]" for state in final_for_good(automaton)]
    lines += LEGEND if bold else []
    return "\n".join([*lines, "@enduml"])
