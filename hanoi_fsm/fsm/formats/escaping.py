"""Names and labels for other tools: safe identifiers, escaped text, and lines that they share."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError, shortened
from hanoi_fsm.fsm.notation import join_transitions

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SAFE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_MARKUP = re.compile(
    r"""
      [^A-Za-z0-9\ ,/!&\[\]_-]                       # anything that the notation does not need
    | (?<![A-Za-z0-9])[_-] | [_-](?![A-Za-z0-9])    # a joining character that joins nothing
    | (?<!\ )& | &(?!\ )                            # an ampersand outside the notation
    | ([,/!\[\]])(?=\1)                             # a repeated character
    """,
    re.VERBOSE,
)


def numbered(states: Iterable[str]) -> dict[str, str]:
    """An identifier for each state: s1, s2, ... in order."""
    return {state: f"s{number}" for number, state in enumerate(states, 1)}


def identifiers(
    names: Iterable[str], stem: str, safe: re.Pattern[str] = _SAFE, reserved: Collection[str] = ()
) -> dict[str, str]:
    """A unique safe identifier for each name: the name itself if it is `safe`.

    Otherwise it is the `stem` with the safe part of the name, and a number if necessary.

    >>> identifiers(["done", "012 12", "012-12", "012_12", "?"], stem="s")
    {'done': 'done', '012 12': 's012_12', '012-12': 's012-12', '012_12': 's012_12_4', '?': 's5'}
    """
    names = list(dict.fromkeys(names))
    found = {name: name for name in names if safe.match(name) and name not in reserved}
    taken = {*found, *reserved}
    for number, name in enumerate(names, 1):
        if name not in found:
            free = stem + (re.sub(r"[^A-Za-z0-9-]+", "_", name).strip("_") or str(number))
            while free in taken:
                free = f"{free}_{number}"
            found[name] = free
            taken.add(free)
    return {name: found[name] for name in names}


def escaped(text: str, code: Callable[[int], str]) -> str:
    """The `text` in ASCII; each character that may be markup becomes the `code` of its number.

    >>> escaped("step [!a & b] / c_d: //é", code="#{};".format)
    'step [!a & b] / c_d#58; #47;/#233;'
    """
    return _MARKUP.sub(lambda found: code(ord(found.group())), text)


def terminal_states(automaton: Automaton) -> list[str]:
    """The final states that no transition leaves."""
    sources = {transition.source for transition in automaton.transitions}
    return [state for state in automaton.states if state in automaton.final - sources]


def left_final_states(automaton: Automaton) -> list[str]:
    """The other final states: the word may end there or continue."""
    sources = {transition.source for transition in automaton.transitions}
    return [state for state in automaton.states if state in automaton.final & sources]


Edge = tuple[str, str, str]
"""Source, target and label."""


def edges(automaton: Automaton, escape: Callable[[str], str]) -> Iterator[Edge]:
    """The edges of a diagram, with escaped labels."""
    for source, target, text in join_transitions(automaton.transitions):
        yield source, target, escape(text)


def arrows(automaton: Automaton, ids: Mapping[str, str], edges: Iterable[Edge]) -> Iterator[str]:
    """The arrows of a diagram in Mermaid and PlantUML; `[*]` is the start and the end."""
    yield f"[*] --> {ids[automaton.initial]}"
    for source, target, text in edges:
        yield f"{ids[source]} --> {ids[target]} : {text}"
    for state in terminal_states(automaton):
        yield f"{ids[state]} --> [*]"


def printable_outputs(automaton: Automaton, outputs: Mapping[str, str]) -> dict[str, str]:
    """The `outputs` of its actions; `ExportError` for one that is not printable."""
    found = {action: outputs[action] for action in automaton.actions if action in outputs}
    for action, output in found.items():
        if not output.isprintable():
            why = f"the output {shortened(output)} of the action {action} is not printable"
            raise ExportError(f"{automaton.name} cannot be exported: {why}")
    return found


def xml_text(root: Element) -> str:
    """The XML document with the element `root`, indented and in ASCII."""
    from xml.etree.ElementTree import indent, tostring

    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, "us-ascii").decode()}'
