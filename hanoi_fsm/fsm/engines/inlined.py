"""Functions with the memory's methods inlined, compiled and kept for memories like the first.

One is made for an automaton and a memory and used again as long as what it takes for granted of the
memory's methods and attributes holds.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.codegen.inlining.inlined import Inlined, inlined
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.engines import refusal, refuse_overlap
from hanoi_fsm.fsm.engines.generated import FILE, Itself
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.values import lasting

_MOST_KINDS = 4  # of memories whose attributes hold objects of other classes


class Form(NamedTuple):
    """A compiled function, and what it was made from."""

    function: Callable[..., Any]
    made: Inlined


def form(automaton: Automaton, memory: Memory, *, counting: bool) -> Form | None:
    """The function for an automaton on this memory; None where there is none."""
    known = _forms(Itself(automaton), id(type(memory)), counting)
    for one in known:
        if one is None:
            return None
        if one.made.holds(memory):
            return one
    if len(known) >= _MOST_KINDS:
        return None
    try:
        made = inlined(automaton, memory, counting=counting)
        known.append(compiled_form(automaton, made, counting=counting))
    except (Opaque, RecursionError, MemoryError):  # or too large for Python
        known.append(None)
    return known[-1]


@lru_cache(maxsize=256)
def _forms(itself: Itself, kind: int, counting: bool) -> list[Form | None]:
    return []


def compiled_form(automaton: Automaton, made: Inlined, *, counting: bool) -> Form:
    """The function of a text, which tracebacks show."""
    file = f"{FILE}{automaton.name} {'counting' if counting else 'gathering'}>"
    linecache.cache[file] = (len(made.text), None, made.text.splitlines(keepends=True), file)
    names: dict[str, Any] = {
        "refused": partial(refusal, automaton),
        "consistent": partial(refuse_overlap, automaton),
        "lasting": lasting,
        **{name: value for name, (_, _, value) in made.globals.items()},
    }
    exec(compile(made.text, file, "exec"), names)
    return Form(names[python.function_name(automaton)], made)
