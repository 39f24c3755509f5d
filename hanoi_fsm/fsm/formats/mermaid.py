"""Mermaid: a `stateDiagram-v2`, as Markdown pages and wikis render it (mermaid.js.org, 11.x).

A final state that nothing leaves has an edge to the end, `[*]`. One that something leaves, as all
states of a reader, has the class `final` instead, a thick border: an edge to `[*]` from each of
them would hide the diagram.
"""

from __future__ import annotations

import json
from functools import partial

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats.escaping import (
    edges,
    escaped,
    final_by_the_way,
    final_for_good,
    numbered,
)

FINAL = "classDef final stroke-width:4px"

_text = partial(escaped, code="#{};".format)
"""Mermaid's own entities, `#58;` for a colon: all other signs may mean something to it."""


def to_mermaid(automaton: Automaton) -> str:
    """The state diagram as Mermaid; states are called s1, s2, ... and show their names.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> print(to_mermaid(get("monk").automaton))
    ---
    title: "monk"
    ---
    stateDiagram-v2
        state "pray" as s1
        state "done" as s2
        [*] --> s1
        s1 --> s1 : step [!built] / move_next
        s1 --> s2 : step [built]
        s2 --> [*]
    """
    ids = numbered(automaton.states)
    lines = [f'state "{_text(state)}" as {ids[state]}' for state in automaton.states]
    lines.append(f"[*] --> {ids[automaton.initial]}")
    lines += [
        f"{ids[source]} --> {ids[end]} : {_text(text)}" for source, end, text in edges(automaton)
    ]
    lines += [f"{ids[state]} --> [*]" for state in final_for_good(automaton)]
    thick = [ids[state] for state in final_by_the_way(automaton)]
    if thick:
        lines += ["%% a thick border marks a final state", FINAL, f"class {','.join(thick)} final"]
    head = ["---", f"title: {json.dumps(automaton.title)}", "---", "stateDiagram-v2"]
    return "\n".join([*head, *(f"    {line}" for line in lines)])
