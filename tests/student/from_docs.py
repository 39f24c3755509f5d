"""Two machines of the `transitions` library, written anew after its documentation."""

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


class NarcolepticSuperhero:
    """After three missions the hero is exhausted."""

    def __init__(self) -> None:
        self.missions = 0
        self.costume = False

    def is_exhausted(self) -> bool:
        return self.missions == 3

    def change_into_super_secret_costume(self) -> None:
        self.costume = True

    def change_back(self) -> None:
        self.costume = False

    def update_journal(self) -> None:
        self.missions = min(3, self.missions + 1)

    def on_enter_asleep(self) -> None:
        self.missions = 0


def superhero_machine() -> transitions.Machine:
    """The machine of the library, as it is."""
    machine = transitions.Machine(
        NarcolepticSuperhero(),
        states=["asleep", "hanging out", "hungry", "sweaty", "saving the world"],
        initial="asleep",
        ignore_invalid_triggers=True,
    )
    machine.add_transition("wake_up", "asleep", "hanging out")
    machine.add_transition("work_out", "hanging out", "hungry")
    machine.add_transition("eat", "hungry", "hanging out")
    machine.add_transition(
        "distress_call", "*", "saving the world", before="change_into_super_secret_costume"
    )
    machine.add_transition(
        "complete_mission", "saving the world", "sweaty", after=["update_journal", "change_back"]
    )
    machine.add_transition("clean_up", "sweaty", "asleep", conditions=["is_exhausted"])
    machine.add_transition("clean_up", "sweaty", "hanging out")
    machine.add_transition("nap", "*", "asleep")
    return machine


def seen(hero: NarcolepticSuperhero) -> str:
    """What can be seen of the hero after an event."""
    return f"{hero.state}, missions: {hero.missions}" + ", in costume" * hero.costume  # type: ignore[attr-defined]  # by the library


matter = Machine.from_transitions(matter_machine(), specification=matter_does)
superhero = Machine.from_transitions(superhero_machine(), observe=seen)
