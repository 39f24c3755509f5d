"""Claims about what always or never holds, each a line in a caption or a table.

    claim: always G                in the first state, and after each step
    claim: never G                 likewise
    claim: never [G] -> STATE      no step leads into STATE if G held before it
    claim: A leads to B            wherever A holds, B holds then or later in every run
    claim: from A can reach B      wherever A holds, some events lead to where B holds

G, A and B combine guards and states with `!`, `&`, `|` and parentheses. The state `open` is
`in(open)`, or simply `open` if no guard has that name. The first three are safety properties.
`leads to` is a response property (Dwyer, Avrunin and Corbett 1999), for machines whose events leave
no choice; for all others there is `can reach`. A loop at STATE leads into it too, unless excluded
by `[G & !in(STATE)]`. A free input has the value that comes with the event.
"""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from hanoi_fsm.fsm.errors import BadInput, near, shortened
from hanoi_fsm.fsm.notation import LONGEST, QUOTED, output_of

CLAIM = "claim:"
"""The prefix of a line with a claim."""
FORMS = (
    "write `always G`, `never G`, `never [G] -> STATE`, `A leads to B` or `from A can reach B`, "
    "with guards and in(STATE) joined by `!`, `&` and `|`"
)
_WAYS = {
    "reach": re.compile(r"from\s+(.+?)\s+can reach\s+(.+)"),
    "leads": re.compile(r"(.+?)\s+leads to\s+(.+)"),
}
_STEP = re.compile(r"never\s*(?:\[(.+)\])?\s*->\s*(.+)")
_STATE = re.compile(r"(always|never)\b\s*(.+)")
_ATOM = re.compile(rf"\bin\s*\(\s*({QUOTED}|[^()]+?)\s*\)|({QUOTED}|[^\W\d]\w*)")


class Atom(NamedTuple):
    """A guard or a state; a bare name may be either."""

    name: str
    in_state: bool = False


Ask = Callable[[Atom], bool]


class Formula(NamedTuple):
    """A formula's guards and states, and a function for whether it `holds`, given their answers."""

    atoms: tuple[Atom, ...]
    holds: Callable[[Ask], bool]


class Claim(NamedTuple):
    """A claim about states, steps or paths, by its `kind`.

    A `state` claim is broken where `first` holds, a `step` claim by a step from where `first` holds
    to where `then` does. `leads` and `reach` claims are broken where `first` holds and no path
    leads to where `then` does.
    """

    text: str
    kind: str
    first: Formula
    then: Formula

    @property
    def is_way(self) -> bool:
        return self.kind in ("leads", "reach")

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return self.first.atoms + self.then.atoms


@lru_cache(maxsize=1024)
def parse_claim(text: str) -> Claim:
    """Read a claim, with or without `claim:` before it; raises `BadInput`.

    >>> [atom.name for atom in parse_claim("never open & !(paid | in(idle))").atoms]
    ['open', 'paid', 'idle']
    """
    line = text.removeprefix(CLAIM).strip()
    nothing = Formula((), lambda ask: True)
    if not 0 < len(line) <= LONGEST or not line.isprintable():
        raise BadInput(f"invalid claim {shortened(text)}: {FORMS}")
    for kind, form in _WAYS.items():
        if match := form.fullmatch(line):
            return Claim(line, kind, _formula(match[1], line), _formula(match[2], line))
    if match := _STEP.fullmatch(line):
        first = _formula(match[1], line) if match[1] else nothing
        target = Atom(match[2], in_state=True)
        return Claim(line, "step", first, Formula((target,), lambda ask: ask(target)))
    if match := _STATE.fullmatch(line):
        atoms, holds = formula = _formula(match[2], line)
        wrong = Formula(atoms, lambda ask: not holds(ask)) if match[1] == "always" else formula
        return Claim(line, "state", wrong, nothing)
    raise BadInput(f"invalid claim {shortened(line)}: {FORMS}")


def _formula(text: str, claim: str) -> Formula:
    """Read guards and states with their operators, which have Python's precedence."""
    atoms: list[Atom] = []

    def numbered(match: re.Match[str]) -> str:
        state, name = match.groups()
        plain = name or state
        if re.fullmatch(QUOTED, plain):
            plain = output_of(plain)
        atoms.append(Atom(plain, in_state=name is None))
        return f" _{len(atoms) - 1} "

    signs = _ATOM.sub(numbered, text.replace("~", "?")).replace("!", "~").strip()
    try:
        tree = ast.parse(signs, mode="eval").body
        return Formula(tuple(atoms), _answering(tree, atoms))
    except (SyntaxError, NotImplementedError):
        raise BadInput(f"invalid claim {shortened(claim)}: {FORMS}") from None


def _answering(tree: ast.expr, atoms: Sequence[Atom]) -> Callable[[Ask], bool]:
    match tree:
        case ast.Name(name):
            atom = atoms[int(name[1:])]
            return lambda ask: ask(atom)
        case ast.UnaryOp(ast.Invert(), operand):
            part = _answering(operand, atoms)
            return lambda ask: not part(ask)
        case ast.BinOp(left, ast.BitAnd() | ast.BitOr() as sign, right):
            first, second = _answering(left, atoms), _answering(right, atoms)
            if isinstance(sign, ast.BitOr):
                return lambda ask: first(ask) or second(ask)
            return lambda ask: first(ask) and second(ask)
    raise NotImplementedError


def claim_faults(
    claim: Claim, states: Collection[str], guards: Collection[str], inputs: Collection[str] | None
) -> Iterator[str]:
    """The faults of the names in a claim: unknown names, and names of both a state and a guard.

    The guards in `inputs` are free. If `inputs` is None, there is no memory, so that every name
    that is not a state is an input, except in a claim about paths, which may only have states.
    """
    for name, in_state in claim.atoms:
        shown = f"claim `{claim.text}`: "
        is_state = in_state or name in states
        needs_state = in_state or (claim.is_way and inputs is None and name not in guards)
        if name in states and name in guards and not in_state:
            yield f"{shown}{shortened(name)} is a state and a guard: write in({name}) for the state"
        elif needs_state and name not in states:
            yield f"{shown}there is no state {shortened(name)}: {near(name, [*states])}"
        elif not is_state and claim.is_way and (inputs is None or name in inputs):
            yield f"{shown}{shortened(name)} is an input, which has a value only with an event"
        elif not (is_state or inputs is None or name in guards):
            known = [*guards, *states]
            yield f"{shown}there is no guard or state {shortened(name)}: {near(name, known)}"
