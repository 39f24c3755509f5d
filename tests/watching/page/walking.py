"""A walk through a run in the page: what a panel shows at each moment, to compare with frames."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from selenium.webdriver import Chrome

from hanoi_fsm import Machine, automata
from hanoi_fsm.hanoi.resolver import find
from hanoi_fsm.watching.frames import Frame, frames
from hanoi_fsm.watching.page import explorer

CLOCK = find(f"{Path(__file__).parents[2] / 'machines' / 'alarm_clock.py'}:clock")
MACHINES: dict[str, Machine] = {name: automata.get(name) for name in automata.names()}
MACHINES["alarm-clock"] = CLOCK

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


def opened(chrome: Chrome, folder: Path, machine: Machine, **more: str) -> list[Frame]:
    """Write a page of one machine and open it at the beginning of a run; the frames of that run."""
    file = folder / "explorer.html"
    if not file.exists():
        explorer(3, by=machine).save(file)
    fragment, found = wishes(machine)
    chrome.get("about:blank")
    chrome.get(f"{file.resolve().as_uri()}#{urlencode({**fragment, **more})}")
    return found


def walk(chrome: Chrome, look: str) -> list[Any]:
    """What the body of a function returns at each moment of the run that is open."""
    return list(chrome.execute_script(WALK.format(look=look)))


def complaints(chrome: Chrome) -> Iterator[str]:
    """What the browser's console has to say."""
    found = chrome.get_log("browser")  # type: ignore[no-untyped-call]  # as selenium has it
    return (str(entry["message"]) for entry in found)
