"""What the page runs: the memories of machines in JavaScript, translated from their definitions.

The tables are data of the page, and one interpreter works on all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from json import dumps

from hanoi_fsm.fsm.codegen import javascript
from hanoi_fsm.fsm.codegen.programs import texts_of
from hanoi_fsm.fsm.errors import ExportError, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory, Shown
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.machines import Tape
from hanoi_fsm.watching.page.data import Data

ON_PEGS = ("solver", "pathfinder")
PROGRAMS = """
export const programs = (() => {{
{base}
function interpreter(automaton, NAMES) {{
{control}
return {{ enabled, step, Stopped }};
}}
return {{ interpreter, memories: {{
{memories}
}} }};
}})();
"""
USUAL = (Memory.contents, PegMemory.contents, Tape.contents)
PARTS = re.compile(r"\n+(?=(?:class|function|const|let|var) )")
"""Between the parts of a memory, of which each begins with its kind and its name."""
WORD = re.compile(r"[\w$]+")
MEMORY = "{name}: () => {{\n{memory}\nreturn begin;\n}},"


def source_of(machine: Machine) -> tuple[str, str]:
    """The memory of a machine in JavaScript, or why there is none: one of the two is empty."""
    if machine.vocabulary.contents not in USUAL:
        return "", "its memory is shown by a method of its own"
    try:
        return javascript.memory_code(machine), ""
    except ExportError as error:
        return "", str(error)


def programs(sources: Mapping[str, str]) -> str:
    """The script with the memories of machines, by name; what several have alike is there once."""
    [base], [control] = (texts_of(javascript.__package__, "js", one) for one in ("base", "control"))
    parts = Counter(part for source in sources.values() for part in PARTS.split(source))
    shared = {_words(part)[1]: part for part, count in reversed(parts.most_common()) if count > 1}
    memories = (
        MEMORY.format(name=dumps(name), memory="\n".join(_own(source, shared)))
        for name, source in sources.items()
    )
    together = "\n".join([base, *shared.values()])
    return PROGRAMS.format(base=together, control=control, memories="\n".join(memories))


def _own(source: str, shared: Mapping[str, str]) -> Iterable[str]:
    """The parts of a memory that are not `shared`, or need some that are not."""
    parts = {_words(part)[1]: part for part in PARTS.split(source)}
    own = {name: part for name, part in parts.items() if shared.get(name) != part}
    while needing := [one for one in parts if one not in own and own.keys() & _words(parts[one])]:
        own |= {name: parts[name] for name in needing}
    return own.values()


def _words(part: str) -> list[str]:
    return WORD.findall(part)


def live_data(machine: Machine) -> Data:
    """What the page must know besides the table in order to run a machine."""
    automaton, memory = machine.automaton, machine.vocabulary
    names = [*automaton.states, *automaton.events]
    starts = list(machine.kind.starts(0))
    found: Data = {
        "live": True,
        "names": {one: shortened(one) for one in names if shortened(one) != f"'{one}'"},
        "shows": {name: _shown(one) for name, one in memory.SHOWS.items()},
        "wrong": [],
    }
    if machine.kind.name in ON_PEGS:
        found["runs"] = [{}]
    elif machine.autonomous:
        found["runs"] = [{"begin": one.name} for one in starts]
    else:
        found["starts"] = [{"begin": one.name, "state": one.state} for one in starts]
    return found


def _shown(one: Shown) -> Data:
    fields = None if one.frame is None else one.frame._fields
    return {"path": one.path.split("."), "first": one.first, "fields": fields, "words": one.words}
