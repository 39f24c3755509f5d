"""The memories of machines in JavaScript, translated from their definitions, for the page to run.

The tables are data of the page, and one interpreter works on all of them.
"""

from collections.abc import Mapping
from json import dumps

from hanoi_fsm.fsm.codegen import javascript
from hanoi_fsm.fsm.codegen.programs import texts_of
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory, Shown, contents_of
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.machines import Tape
from hanoi_fsm.watching.page.data import Data
from hanoi_fsm.watching.page.recorded import starts_of

ON_PEGS = ("solver", "pathfinder")
MOST_DISKS = 16
PLACES = {f"peg {peg}": f"pegs.cells.{peg}" for peg in range(3)}
PLACES |= {"heights": "pegs.heights", "tape": "written"}
"""Where a memory has what it shows under these names, if not there."""
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
MEMORY = "{name}: () => {{\n{memory}\nreturn begin;\n}},"
USUAL = (Memory.contents, PegMemory.contents, Tape.contents)


def source_of(machine: Machine) -> tuple[str, str]:
    """The memory of a machine in JavaScript, or why there is none: one of the two is empty."""
    if machine.free:
        return "", "the values of its inputs come with its events"
    if machine.vocabulary.contents not in USUAL:
        return "", "its memory is shown by a method of its own"
    try:
        return javascript.memory_code(machine), ""
    except ExportError as error:
        return "", str(error)


def programs(sources: Mapping[str, str]) -> str:
    """The script with the memories of machines, by name."""
    [base], [control] = (
        texts_of(javascript.__package__, "js", name) for name in ("base", "control")
    )
    memories = [MEMORY.format(name=dumps(name), memory=source) for name, source in sources.items()]
    return PROGRAMS.format(base=base, control=control, memories="\n".join(memories))


def live_data(machine: Machine) -> Data:
    """The data besides its table with which the page can run a machine."""
    memory, starts = machine.vocabulary, starts_of(machine)
    shows = memory.SHOWS or {
        name: Shown(PLACES.get(name, name)) for name in contents_of(starts[0].make())
    }
    return {
        "live": True,
        "shows": {name: _shown(shown) for name, shown in shows.items()},
        "most": MOST_DISKS,
        "starts": [{**start.inputs, "state": start.state} for start in starts],
    }


def _shown(shown: Shown) -> Data:
    fields = None if shown.frame is None else shown.frame._fields
    return {
        "path": shown.path.split("."),
        "first": shown.first,
        "fields": fields,
        "words": shown.words,
    }
