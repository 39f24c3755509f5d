"""A walk through a run in the page: what a panel shows at each moment, to compare with frames."""

from typing import Any
from urllib.parse import urlencode

from checked_machines import CLOCK
from explorer_page import ExplorerPage, Pages

from hanoi_fsm import Machine, automata
from hanoi_fsm.hanoi.resolver import find
from hanoi_fsm.watching.frames import Frame, frames

MACHINES: dict[str, Machine] = {name: automata.get(name) for name in automata.names()}
MACHINES["alarm-clock"] = find(CLOCK)

WALK = """
const look = () => {{ {look} }};
const forward = document.getElementById("forward-event");
document.getElementById("first").click();
const found = [look()];
while (!forward.disabled && found.length < 400) {{
  forward.click();
  found.push(look());
}}
return found;
"""


def wishes(machine: Machine) -> tuple[dict[str, str], list[Frame]]:
    """What the fragment says of a run of a machine, and the frames of the run."""
    if machine.kind == "solver":
        return {"disks": "3"}, list(frames(machine, 3))
    if machine.kind == "pathfinder":
        found = list(frames(machine, "100", "011"))
        return {"disks": "3", "start": "100", "goal": "011"}, found
    word = [*machine.alphabet, *machine.alphabet[::-1]][:7]
    read = " ".join(word) if machine.kind == "reader" else word
    return {"word": " ".join(word)}, list(frames(machine, read))


def opened(page_of: Pages, machine: Machine, **more: str) -> tuple[ExplorerPage, list[Frame]]:
    """The page of one machine at the beginning of a run, and the frames of that run."""
    page = page_of(3, by=machine)
    fragment, found = wishes(machine)
    page.open(urlencode({**fragment, **more}))
    return page, found


def walk(page: ExplorerPage, look: str) -> list[Any]:
    """What the body of a function returns at each moment of the run that is open."""
    return list(page.run(WALK.format(look=look)))
