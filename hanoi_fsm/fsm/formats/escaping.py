"""Names and labels as other tools take them: identifiers that are safe, text that is escaped."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Label, join_labels

_SAFE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_MARKUP = re.compile(
    r"""
      [^A-Za-z0-9\ ,/!&\[\]_-]                       # all but what the notation needs
    | (?<![A-Za-z0-9])[_-] | [_-](?![A-Za-z0-9])    # what joins words, where it joins none
    | (?<!\ )& | &(?!\ )                            # an ampersand that is not the notation's
    | ([,/!\[\]])(?=\1)                             # a sign that is followed by its like
    """,
    re.VERBOSE,
)


def numbered(states: Iterable[str], stem: str = "s", first: int = 1) -> dict[str, str]:
    """An identifier for each state: s1, s2, ... in their order.

    >>> numbered(["012 12", "end"])
    {'012 12': 's1', 'end': 's2'}
    """
    return {state: f"{stem}{number}" for number, state in enumerate(states, first)}


def identifiers(
    names: Iterable[str],
    stem: str,
    safe: re.Pattern[str] = _SAFE,
    reserved: Collection[str] = (),
) -> dict[str, str]:
    """A safe identifier for each name, no two alike: the name itself where that is `safe`.

    Otherwise it is the `stem` and what is left of the name, and a number where that is not enough.

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
    """The `text` in ASCII, each sign that may be markup as the `code` of its number.

    >>> escaped("step [!a & b] / c_d: //é", code="#{};".format)
    'step [!a & b] / c_d#58; #47;/#233;'
    """
    return _MARKUP.sub(lambda found: code(ord(found.group())), text)


def edges(automaton: Automaton) -> Iterator[tuple[str, str, str]]:
    """Source, target and text of each edge; transitions that differ in their events only are one.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> list(edges(get("distance-reader").automaton))[:2]
    [('0', '0', '0 / write_0'), ('0', '2', '1 / write_1')]
    """
    ends: dict[tuple[str, str], list[Label]] = {}
    for row in automaton.transitions:
        ends.setdefault((row.source, row.target), []).append(row.label)
    for (source, target), labels in ends.items():
        for text in join_labels(labels):
            yield source, target, text


def final_for_good(automaton: Automaton) -> list[str]:
    """The final states that nothing leaves: a machine that gets there is done."""
    sources = {row.source for row in automaton.transitions}
    return [state for state in automaton.states if state in automaton.final - sources]


def final_by_the_way(automaton: Automaton) -> list[str]:
    """The final states that something leaves: the word may end there, or go on."""
    sources = {row.source for row in automaton.transitions}
    return [state for state in automaton.states if state in automaton.final & sources]
