"""A machine of the `transitions` library, written anew after its documentation."""

from collections.abc import Sequence

import transitions

from hanoi_fsm import Machine


class Matter:
    """Without pressure it goes from solid to gas and back, and is never liquid."""

    pressed = False

    def is_pressed(self) -> bool:
        return self.pressed

    def change_pressure(self) -> None:
        """pressure is put on or taken off"""
        self.pressed = not self.pressed


def matter_machine() -> transitions.Machine:
    """The machine of the library, as it is."""
    return transitions.Machine(
        Matter(),
        states=["solid", "liquid", "gas", "plasma"],
        initial="solid",
        transitions=[
            {"trigger": "heat", "source": "solid", "dest": "gas", "unless": "is_pressed"},
            ["heat", "solid", "liquid"],
            ["heat", "liquid", "gas"],
            ["heat", ["gas", "plasma"], "plasma"],
            ["cool", "plasma", "gas"],
            {"trigger": "cool", "source": "gas", "dest": "solid", "unless": "is_pressed"},
            ["cool", "gas", "liquid"],
            ["cool", ["liquid", "solid"], "solid"],
            {"trigger": "press", "source": "*", "dest": None, "before": "change_pressure"},
        ],
    )


def matter_does(events: Sequence[str]) -> list[str]:
    """The specification: heat as a number from 0, solid, to 3, plasma."""
    heat, pressed, outputs = 0, False, []
    for event in events:
        if event == "press":
            pressed = not pressed
        else:
            step = 1 if event == "heat" else -1
            skips = not pressed and {heat, heat + 2 * step} == {0, 2}
            heat = min(3, max(0, heat + step * (2 if skips else 1)))
        outputs.append(["solid", "liquid", "gas", "plasma"][heat])
    return outputs


matter = Machine.from_transitions(matter_machine(), run=True, specification=matter_does)
