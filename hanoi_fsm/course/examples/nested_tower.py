"""The Towers of Hanoi as a nested machine of `transitions`: one arrow leaves the four steps."""

from typing import Any

from transitions.extensions import HierarchicalMachine

from hanoi_fsm.course.examples import tower as flat

WORKING: dict[str, Any] = {  # a state as `transitions` takes it
    "name": "working",
    "initial": "dismantle",
    "children": ["dismantle", "base", "crown", "foundation"],
    "transitions": flat.STEPS[:-1],
}


class Tower(flat.Tower):
    """The same pegs and moves; only the machine is drawn differently."""

    def __init__(self, disks: int) -> None:
        super().__init__(disks)
        states = [WORKING, {"name": "done", "final": True}]
        end = [["step", "working", "done", "built"]]
        self.machine = HierarchicalMachine(self, states, "working", end)


tower = Tower(flat.DISKS)
