"""State diagrams as text for tools that draw: DOT, Mermaid and PlantUML.

DOT is as in our own pictures, which `read` reads back. In the other formats, states have their own
names, or if one of these is no plain word, the names s1, s2, s3 and their own as labels.
Transitions with the same ends share an arrow, as Mermaid draws only the last of several loops, and
a final state has an arrow to the end, `[*]`.
"""

import re
from collections.abc import Callable, Mapping
from json import dumps

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.search import grouped

Code = Callable[[int], str]
"""A tool's escape for the character with a number."""

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
_PLAIN = re.compile(
    r"(?!(?:accDescr|accTitle|as|caption|class|classDef|click|default|direction|end|footer|header"
    r"|hide|href|left|legend|note|of|over|right|scale|show|skin|skinparam|state|stateDiagram|style"
    r"|title|top)\Z)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*",
    re.IGNORECASE,
)
"""Matches a name that may stand for itself, as it begins no other statement of these languages."""
_LOOK_ALIKE = str.maketrans("<>&", "\u2039\u203a\uff06")


def dot(machine: Machine) -> str:
    """The state diagram as DOT."""
    return Diagram.of(machine).dot.rstrip("\n")


def plantuml(machine: Machine) -> str:
    """A state diagram of PlantUML (plantuml.com/state-diagram; version 1.2020 and later)."""
    head = [
        "@startuml",
        f"title {escaped(machine.automaton.title, _CODE)}",
        "hide empty description",
    ]
    body = _body(machine.automaton.chart, _CODE, r"\n")
    return "\n".join([*head, *body, *_notes(machine, _CODE), "@enduml"])


def mermaid(machine: Machine) -> str:
    """A `stateDiagram-v2`, as Markdown pages and wikis render it (mermaid.js.org, 11.x).

    >>> lamp = Automaton.from_table("lamp", initial="on", final="broken", table='''
    ...     on -> on     : press [!worn] / click
    ...     on -> broken : press [worn]
    ... ''')
    >>> print(mermaid(Machine(lamp)))
    ---
    title: "lamp"
    ---
    stateDiagram-v2
        state on
        state broken
        [*] --> on
        on --> on : press [!worn] / click
        on --> broken : press [worn]
        broken --> [*]
    """
    # Mermaid treats a title as HTML without entities: look-alikes replace three characters.
    title = dumps(machine.automaton.title.translate(_LOOK_ALIKE))  # which is also YAML
    head = ["---", f"title: {title}", "---", "stateDiagram-v2"]
    body = _body(machine.automaton.chart, _ENTITY, "<br/>")
    lines = [f"    {line}" for line in [*body, *_notes(machine, _ENTITY)]]
    return "\n".join([*head, *lines])


def _notes(machine: Machine, code: Code) -> list[str]:
    """The captions, as notes beside the initial state."""
    automaton = machine.automaton.chart
    beside = f"note right of {_ids(automaton)[automaton.initial]}"
    return [f"{beside} : {escaped(line, code)}" for line in Diagram.of(machine).captions]


def _body(automaton: Automaton, code: Code, line_end: str) -> list[str]:
    """The states and the arrows, which Mermaid and PlantUML write alike."""
    ids = _ids(automaton)
    lines = _nested(automaton, ids, code)
    for state, name in ids.items():
        lines += [f"{name} : {escaped(line, code)}" for line in automaton.inside(state)]
    lines.append(f"[*] --> {ids[automaton.initial]}")
    numbered = zip(automaton.numbers, automaton.rows, strict=True)
    arrows = grouped(numbered, lambda row: (row[1].source, row[1].target))
    for (source, target), rows in arrows.items():
        texts = [escaped(f"{number}{row.label}", code) for number, row in rows]
        lines.append(f"{ids[source]} --> {ids[target]} : {line_end.join(texts)}")
    ends = automaton.final - automaton.tree.parent.keys()
    lines += [f"{name} --> [*]" for state, name in ids.items() if state in ends]
    return lines


def _ids(automaton: Automaton) -> dict[str, str]:
    """The identifiers of the states."""
    states = automaton.states
    if all(map(_PLAIN.fullmatch, states)):
        return {state: state for state in states}
    return {state: f"s{number}" for number, state in enumerate(states, 1)}


def _nested(automaton: Automaton, ids: Mapping[str, str], code: Code) -> list[str]:
    """The states, each composite with its substates, its beginning and its end."""
    lines: list[str] = []
    for kind, state, depth in automaton.tree.walk(automaton.states):
        drawn = f"state {state}"
        if ids[state] != state:
            drawn = f'state "{escaped(state, code)}" as {ids[state]}'
        texts = {"state": [drawn], "opens": [f"{drawn} {{"], "beside": ["--"], "closes": ["}"]}
        if kind == "closes" and state in automaton.tree.initial:
            texts[kind].insert(0, f"    [*] --> {ids[automaton.tree.initial[state]]}")
        if kind in ("state", "closes") and depth and state in automaton.final:
            texts[kind].append(f"{ids[state]} --> [*]")
        lines += [f"{'    ' * depth}{line}" for line in texts[kind]]
    return lines


def escaped(text: str, code: Code) -> str:
    """The `text` in ASCII; each character that may be markup becomes the `code` of its number.

    >>> escaped("step [!a & b] / c_d: //é", code="#{};".format)
    'step [!a & b] / c_d#58; #47;/#233;'
    """
    return _MARKUP.sub(lambda sign: code(ord(sign.group())), text)
