"""Mermaid: a `stateDiagram-v2`, as Markdown pages and wikis render it (mermaid.js.org, 11.x).

A final state that no transition leaves has an arrow to the end, `[*]`. Others, such as all states
of a reader, have a thick border instead: too many arrows to `[*]` would hide the diagram.
"""

import json
from functools import partial

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats import ExportContext
from hanoi_fsm.fsm.formats.escaping import arrows, escaped, left_final_states, numbered

FINAL = "classDef final stroke-width:4px"

_text = partial(escaped, code="#{};".format)
"""Escaped with Mermaid's own entities, such as `#58;` for a colon."""


def export(automaton: Automaton, context: ExportContext) -> str:
    """The state diagram as Mermaid; the states s1, s2, ... show their names.

    >>> lamp = Automaton.from_table("lamp", initial="on", final="broken", table='''
    ...     on -> on     : press [!worn] / click
    ...     on -> broken : press [worn]
    ... ''')
    >>> print(export(lamp, ExportContext()))
    ---
    title: "lamp"
    ---
    stateDiagram-v2
        state "on" as s1
        state "broken" as s2
        [*] --> s1
        s1 --> s1 : press [!worn] / click
        s1 --> s2 : press [worn]
        s2 --> [*]
    """
    ids = numbered(automaton.states)
    lines = [f'state "{_text(state)}" as {ids[state]}' for state in automaton.states]
    lines += arrows(automaton, ids, _text)
    thick = [ids[state] for state in left_final_states(automaton)]
    if thick:
        lines += ["%% a thick border marks a final state", FINAL, f"class {','.join(thick)} final"]
    head = ["---", f"title: {json.dumps(automaton.title)}", "---", "stateDiagram-v2"]
    return "\n".join([*head, *(f"    {line}" for line in lines)])
