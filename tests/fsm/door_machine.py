"""A machine of the `transitions` library that several tests begin with."""

from typing import Any

import transitions


class Door:
    """A door with a lock."""

    locked = dry = False

    def turn_key(self) -> None:
        """the key is turned"""
        self.locked = not self.locked

    def squeak(self) -> None:
        """a sound

        that needs oil
        """

    def is_locked(self) -> bool:
        return self.locked

    def is_dry(self) -> bool:
        return self.dry


def door(*rows: Any, model: Any = None, **options: Any) -> Any:
    """The door, with some transitions more."""
    machine = transitions.Machine(
        Door() if model is None else model, states=["shut", "open"], initial="shut", **options
    )
    machine.add_transition("pull", "shut", "open", unless="is_locked", before="squeak")
    machine.add_transition("push", "open", "shut", before=["squeak", "squeak"])
    machine.add_transition("lock", "shut", None, after="turn_key")
    machine.add_transitions(list(rows))
    return machine
