"""A machine of the `transitions` library, written anew after its documentation."""

from collections.abc import Sequence
from enum import Enum

import transitions

from hanoi_fsm import Machine


class Colour(Enum):
    """The states of the traffic light."""

    RED = 1
    GREEN = 2
    AMBER = 3


class TrafficLight(transitions.Machine):
    """A light that is its own model; it stays green until somebody wants to cross the street."""

    def __init__(self) -> None:
        self.waiting = False
        super().__init__(states=Colour, initial=Colour.RED)
        self.add_ordered_transitions(trigger="change", conditions=[None, "someone_waits", None])
        self.add_transition("change", Colour.GREEN, "=")
        self.add_transition("push", [Colour.GREEN, Colour.AMBER], None, after="note_someone")
        self.add_transition("push", Colour.RED, None)

    def someone_waits(self) -> bool:
        """somebody wants to cross"""
        return self.waiting

    def note_someone(self) -> None:
        self.waiting = True

    def on_enter_RED(self) -> None:  # noqa: N802  # the state is named RED
        self.waiting = False


def light_does(events: Sequence[str]) -> list[str]:
    """The specification: the colour follows from how often it has changed."""
    changes, waiting, outputs = 0, False, []
    for event in events:
        if event == "push":
            waiting = waiting or changes % 3 > 0
        elif changes % 3 != 1 or waiting:
            changes += 1
            waiting = waiting and changes % 3 > 0
        outputs.append(["RED", "GREEN", "AMBER"][changes % 3])
    return outputs


traffic_light = Machine.from_transitions(TrafficLight(), run=True, specification=light_does)
