"""How the page runs a machine: by its memory in JavaScript, or by steps that Python recorded.

A memory is translated from its definition; the tables are data of the page. Where there is no
translation, the machine is followed by each event from each state and memory that it reaches, so
that the page can put the run on any word together.
"""

from collections.abc import Hashable, Mapping
from json import dumps

from hanoi_fsm.fsm.codegen import javascript
from hanoi_fsm.fsm.codegen.subset import text_of
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.machine import Machine, Start
from hanoi_fsm.fsm.memory import Memory, Shown, contents_of
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.stepping import key_of, next_step, twin
from hanoi_fsm.fsm.trace import for_json
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.machines import Tape
from hanoi_fsm.hanoi.pegs import Move
from hanoi_fsm.watching.moments import asked
from hanoi_fsm.watching.page.data import Data

ON_PEGS = ("solver", "pathfinder")
MOST_DISKS = 16
PLACES = {f"peg {peg}": f"pegs.cells.{peg}" for peg in range(3)}
PLACES |= {"heights": "pegs.heights", "tape": "written"}
"""Where a memory has what it shows under these names, if not there."""
PROGRAMS = """
export const memories = (() => {{
{base}
return {{
{memories}
}};
}})();
"""
MEMORY = "{name}: () => {{\n{memory}\nreturn begin;\n}},"
USUAL = (Memory.contents, PegMemory.contents, Tape.contents)

MOST_NODES = 600
"""The most pairs of a state and a memory that are followed by each event."""

UNKNOWN = f"this page holds only the first {MOST_NODES} memories of it"

MOST = {"solver": 4, "pathfinder": 2}
"""The most disks, by the kind of machine that moves them."""

LARGEST_EXACT = 2**53 - 1
"""Up to it JavaScript tells whole numbers apart."""


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
    base = text_of(javascript.__package__, "base.js")
    memories = [MEMORY.format(name=dumps(name), memory=source) for name, source in sources.items()]
    return PROGRAMS.format(base=base, memories="\n".join(memories))


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


def recorded(machine: Machine) -> Data:
    """The starts of a machine, and the nodes that its events lead to.

    What is written on a tape is left out: a node would never be reached again.
    """
    nodes: list[Data] = []
    known: dict[Hashable, int] = {}
    reached: list[tuple[str, Memory]] = []

    def number(state: str, memory: Memory) -> int:
        memory.__state__ = state
        node = _node(machine, state, memory)
        key = state, key_of(memory), dumps(node["contents"])
        if key not in known:
            known[key] = len(nodes)
            nodes.append(node)
            reached.append((state, memory))
        return known[key]

    starts = [
        {**start.inputs, "node": number(start.state, start.make())} for start in starts_of(machine)
    ]
    numbers = {transition: place for place, transition in enumerate(machine.automaton.transitions)}
    for node, (state, memory) in zip(nodes, reached, strict=True):  # both grow on the way
        if len(nodes) > MOST_NODES:
            node["next"] = dict.fromkeys(map(compact, machine.given_events), UNKNOWN)
            continue
        for event in machine.given_events:
            step = next_step(machine.automaton, state, twin(memory), event)
            if step.error is not None:
                node["next"][compact(event)] = step.failure
                continue
            target = number(step.taken.target, step.memory)
            is_move = isinstance(step.output, Move)
            output = step.output if is_move else written(for_json(step.output))
            node["next"][compact(event)] = numbers[step.taken], output, target
    return {"starts": starts, "nodes": nodes, "most": MOST.get(machine.kind, MOST["solver"])}


def compact(event: str) -> str:
    """An event with its inputs, without the blanks that separate the events of a word.

    >>> compact("push [unlocked & !open]"), compact("insert coin")
    ('push[unlocked&!open]', 'insert_coin')
    """
    return event.replace(" ", "" if "[" in event else "_")


def starts_of(machine: Machine) -> list[Start]:
    """Where small runs begin."""
    return list(machine.starts_up_to(MOST.get(machine.kind, machine.explored_size)))


def _node(machine: Machine, state: str, memory: Memory) -> Data:
    """The visible parts of a state with a memory."""
    held = {name: written(for_json(value)) for name, value in contents_of(memory).items()}
    if isinstance(memory, Tape):
        del held["tape"]
    return {"state": state, "contents": held, "answers": asked(machine, state, memory), "next": {}}


def written(value: object) -> object:
    """What is written in JSON, with numbers as texts that JavaScript would change, or not read.

    >>> written([1.0, float("nan"), 2**53 + 1, {"small": 7, "bit": True}])
    ['1.0', 'nan', '9007199254740993', {'small': 7, 'bit': True}]
    """
    if isinstance(value, list):
        return [written(part) for part in value]
    if isinstance(value, dict):
        return {name: written(part) for name, part in value.items()}
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, int) and abs(value) > LARGEST_EXACT:
        return number_text(int(value))
    return value
