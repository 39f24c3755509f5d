"""Mermaid: a `stateDiagram-v2`, as Markdown pages and wikis render it (mermaid.js.org, 11.x).

A final state that no transition leaves has an arrow to the end, `[*]`. Others, such as all states
of a reader, have a thick border instead: too many arrows to `[*]` would hide the diagram.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats import ExportContext
from hanoi_fsm.fsm.formats.escaping import (
    Edge,
    arrows,
    edges,
    escaped,
    left_final_states,
    numbered,
)

FINAL = "classDef final stroke-width:4px"

_text = partial(escaped, code="#{};".format)
"""Escaped with Mermaid's own entities, such as `#58;` for a colon."""
_LOOK_ALIKE = str.maketrans("<>&", "\u2039\u203a\uff06")
_QUOTED = re.compile(r"[^ !#-\[\]-~]")  # what YAML needs coded between double quotes


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
    lines += arrows(automaton, ids, _with_one_loop(edges(automaton, _text)))
    thick = [ids[state] for state in left_final_states(automaton)]
    if thick:
        lines += ["%% a thick border marks a final state", FINAL, f"class {','.join(thick)} final"]
    head = ["---", f"title: {_title(automaton.title)}", "---", "stateDiagram-v2"]
    return "\n".join([*head, *(f"    {line}" for line in lines)])


def _with_one_loop(edges: Iterable[Edge]) -> Iterator[Edge]:
    """The edges, all loops of a state as one: Mermaid draws only the last of several."""
    joined: dict[object, Edge] = {}
    for number, (source, target, text) in enumerate(edges):
        key = source if source == target else number
        first = f"{joined[key][2]}<br/>" if key in joined else ""
        joined[key] = source, target, first + text
    return iter(joined.values())


def _title(text: str) -> str:
    r"""The title as a text of YAML, without the characters of HTML.

    Mermaid takes a title for HTML and knows no entities there, so that other characters of the same
    shape stand for these three.

    >>> print(_title('a "b" <i>'))
    "a \U00000022b\U00000022 \U00002039i\U0000203A"
    """
    coded = _QUOTED.sub(lambda found: rf"\U{ord(found[0]):08X}", text.translate(_LOOK_ALIKE))
    return f'"{coded}"'
