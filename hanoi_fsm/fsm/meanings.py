"""What is said about the states of an automaton: a line of text for each of some of them."""

from collections.abc import Iterable, Mapping

from hanoi_fsm.fsm.errors import BadInput, UnknownName, shortened
from hanoi_fsm.fsm.notation import LONGEST


def check_lines(what: str, lines: object, states: Iterable[str]) -> None:
    """Raise `BadInput` unless `lines` maps some of the states to one printable line each.

    >>> check_lines("meanings", {"on": "the lamp shines"}, ["on", "off"])
    """
    if not isinstance(lines, Mapping):
        expected = "expected states with a line of text each"
        raise BadInput(f"invalid {what} {shortened(lines)}: {expected}")
    known = dict.fromkeys(states)
    for state, line in lines.items():
        if state not in known:
            raise UnknownName.among(f"state in {what}", str(state), list(known))
        if not is_line(line):
            expected = f"expected one printable line of at most {LONGEST} characters"
            raise BadInput(
                f"invalid {what}: state {shortened(state)} has {shortened(line)}, {expected}"
            )


def is_line(text: object) -> bool:
    r"""Whether it is a text that fills one line.

    >>> is_line("the lamp shines"), is_line("the lamp\nshines"), is_line(""), is_line(None)
    (True, False, False, False)
    """
    printable = isinstance(text, str) and text.isprintable() and text == text.strip()
    return printable and 0 < len(str(text)) <= LONGEST


def lines_of(states: Iterable[str], lines: Mapping[str, str]) -> dict[str, str]:
    """The lines of these `states` only, in their own order."""
    known = frozenset(states)
    return {state: line for state, line in lines.items() if state in known}
