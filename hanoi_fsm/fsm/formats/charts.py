"""State diagrams as text for tools that draw: DOT, Mermaid and PlantUML.

DOT is that of our own pictures, which `read` reads back. In the others states are s1, s2, ... and
show their names. A final state that no transition leaves has an arrow to the end, `[*]`. Others,
such as all states of a reader, have a mark that is explained: too many arrows to the end would hide
the diagram.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.formats import ExportContext
from hanoi_fsm.fsm.notation import join_transitions

Edge = tuple[str, str, str]
"""Source, target and label."""

Code = Callable[[int], str]
"""How a tool writes the character with a number."""

_ENTITY: Code = "#{};".format  # Mermaid's own, such as `#58;` for a colon
_CODE: Code = "<U+{:04X}>".format  # PlantUML's own
_MARKUP = re.compile(
    r"""
      [^A-Za-z0-9\ ,/!&\[\]_-]                       # anything that the notation does not need
    | (?<![A-Za-z0-9])[_-] | [_-](?![A-Za-z0-9])    # a joining character that joins nothing
    | (?<!\ )& | &(?!\ )                            # an ampersand outside the notation
    | ([,/!\[\]])(?=\1)                             # a repeated character
    """,
    re.VERBOSE,
)
_COLOR = [
    "skinparam state {",
    "BackgroundColor<<final>> PaleGreen",
    "BorderColor<<final>> Black",
    "}",
    "hide <<final>> stereotype",
]
_LEGEND = ["legend", "a green background marks a final state", "endlegend"]
_BORDER = ["%% a thick border marks a final state", "classDef final stroke-width:4px"]
_LOOK_ALIKE = str.maketrans("<>&", "\u2039\u203a\uff06")
_QUOTED = re.compile(r"[^ !#-\[\]-~]")  # what YAML needs coded between double quotes


def dot(automaton: Automaton, context: ExportContext) -> str:
    """The state diagram as DOT."""
    return Diagram(automaton, places=context.layout).dot.rstrip("\n")


def plantuml(automaton: Automaton, context: ExportContext) -> str:
    """A state diagram of PlantUML (plantuml.com/state-diagram; for version 1.2020 and later).

    Final states that are left have a color, as version 1.2020 draws every border alike.
    """
    left = left_final_states(automaton)
    lines = ["@startuml", f"title {escaped(automaton.title, _CODE)}", "hide empty description"]
    lines += _COLOR if left else []
    lines += _body(automaton, _edges(automaton, _CODE), _CODE, colored=left)
    lines += _LEGEND if left else []
    return "\n".join([*lines, "@enduml"])


def mermaid(automaton: Automaton, context: ExportContext) -> str:
    """A `stateDiagram-v2`, as Markdown pages and wikis render it (mermaid.js.org, 11.x).

    >>> lamp = Automaton.from_table("lamp", initial="on", final="broken", table='''
    ...     on -> on     : press [!worn] / click
    ...     on -> broken : press [worn]
    ... ''')
    >>> print(mermaid(lamp, ExportContext()))
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
    left = left_final_states(automaton)
    lines = _body(automaton, _with_one_loop(automaton, _ENTITY), _ENTITY)
    if left:
        thick = (f"s{automaton.states.index(state) + 1}" for state in left)
        lines += [*_BORDER, f"class {','.join(thick)} final"]
    # A title is HTML to Mermaid and knows no entities: look-alikes stand for three characters.
    title = automaton.title.translate(_LOOK_ALIKE)
    title = _QUOTED.sub(lambda found: rf"\U{ord(found[0]):08X}", title)
    head = ["---", f'title: "{title}"', "---", "stateDiagram-v2"]
    return "\n".join([*head, *(f"    {line}" for line in lines)])


def _edges(automaton: Automaton, code: Code) -> Iterator[Edge]:
    for source, target, text in join_transitions(automaton.transitions):
        yield source, target, escaped(text, code)


def _with_one_loop(automaton: Automaton, code: Code) -> Iterable[Edge]:
    """The edges, all loops of a state as one: Mermaid draws only the last of several."""
    joined: dict[object, Edge] = {}
    for number, (source, target, text) in enumerate(_edges(automaton, code)):
        key = source if source == target else number
        first = f"{joined[key][2]}<br/>" if key in joined else ""
        joined[key] = source, target, first + text
    return joined.values()


def _body(
    automaton: Automaton, edges: Iterable[Edge], code: Code, colored: Collection[str] = ()
) -> list[str]:
    """The states and the arrows, which Mermaid and PlantUML write alike."""
    ids = {state: f"s{number}" for number, state in enumerate(automaton.states, 1)}
    ends = automaton.final.difference(left_final_states(automaton))
    return [
        *(
            f'state "{escaped(state, code)}" as {name}{" <<final>>" * (state in colored)}'
            for state, name in ids.items()
        ),
        f"[*] --> {ids[automaton.initial]}",
        *(f"{ids[source]} --> {ids[target]} : {text}" for source, target, text in edges),
        *(f"{name} --> [*]" for state, name in ids.items() if state in ends),
    ]


def left_final_states(automaton: Automaton) -> list[str]:
    """The final states that some transition leaves: the word may end there or continue."""
    sources = {transition.source for transition in automaton.transitions}
    return [state for state in automaton.states if state in automaton.final & sources]


def escaped(text: str, code: Code) -> str:
    """The `text` in ASCII; each character that may be markup becomes the `code` of its number.

    >>> escaped("step [!a & b] / c_d: //é", code="#{};".format)
    'step [!a & b] / c_d#58; #47;/#233;'
    """
    return _MARKUP.sub(lambda found: code(ord(found.group())), text)
