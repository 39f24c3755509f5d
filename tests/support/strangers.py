"""Machines as people write them with `transitions`, each in a function of its own."""

# mypy: ignore-errors
# as people write them, without types

import logging
import re
import threading
import weakref
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any, ClassVar

from transitions import EventData, Machine, State
from transitions.extensions import GraphMachine, HierarchicalMachine
from transitions.extensions.states import Retry, Tags, Timeout, Volatile, add_state_features

Made = tuple[Any, dict[str, list[Any]]]
"""A machine, and the arguments of its events."""
EVERY: dict[str, Callable[[], Made]] = {}


def example(make: Callable[[], Any]) -> Callable[[], Made]:
    """Take a function that makes a machine, or a machine with arguments, among the examples."""

    def made() -> Made:
        machine = make()
        return machine if isinstance(machine, tuple) else (machine, {})

    EVERY[make.__name__] = made
    return made


@example
def lump_with_arguments() -> Any:
    class Matter:
        def __init__(self) -> None:
            self.set_environment()

        def set_environment(self, temp: float = 0, pressure: float = 101.325) -> None:
            self.temp, self.pressure = temp, pressure

        def print_temperature(self) -> None:
            self.shown = self.temp

        def is_hot(self, temp: float = 0, **other: float) -> bool:
            return temp > 40

    lump = Matter()
    machine = Machine(lump, ["solid", "liquid"], initial="solid")
    machine.add_transition("melt", "solid", "liquid", "is_hot", before="set_environment")
    machine.add_transition("freeze", "liquid", "solid")
    return machine, {"melt": [(45,), (10,), {"temp": 50, "pressure": 1}]}


@example
def sets_its_state() -> Any:
    class Odd:
        broken = 0

        def fall(self) -> None:
            self.broken = (self.broken + 1) % 2
            if self.broken:
                self.state = "lost"

    rows = [["go", "a", "b", None, None, None, "fall"], ["find", "*", "a"]]
    return Machine(Odd(), ["a", "b", "lost"], "a", rows)


@example
def traffic_light() -> Any:
    class Light(Enum):
        RED = 1
        GREEN = 2
        AMBER = 3

    class TrafficLight(Machine):
        def __init__(self) -> None:
            self.waiting: list[str] = []
            super().__init__(states=Light, initial=Light.RED)
            self.add_ordered_transitions(trigger="change", conditions=[None, "wanted", None])
            self.add_transition("push", [Light.GREEN, Light.AMBER], None, after="note")

        def wanted(self) -> bool:
            return bool(self.waiting)

        def note(self) -> None:
            if len(self.waiting) < 2:
                self.waiting.append(self.state.name)

        def on_enter_RED(self) -> None:  # noqa: N802  # the library calls it by this name
            self.waiting.clear()

    return TrafficLight()


@example
def methods_of_another() -> Any:
    class Sensor:
        level = 0

        def rise(self) -> None:
            self.level = (self.level + 1) % 4

        def high(self) -> bool:
            return self.level > 1

    class Tank: ...

    sensor = Sensor()
    machine = Machine(Tank(), ["filling", "full"], "filling")
    machine.add_transition("tick", "filling", "full", conditions=sensor.high, after=sensor.rise)
    machine.add_transition("tick", "filling", "filling", after=[sensor.rise])
    machine.add_transition("drain", "full", "filling", before=partial(setattr, sensor, "level", 0))
    return machine


@example
def closures() -> Any:
    class Counter:
        number = 0

    model: Any = Counter()
    log: list[int] = []

    def count() -> None:
        model.number = (model.number + 1) % 4
        log[:] = [*log, model.number][-2:]

    machine = Machine(model, ["low", "high"], "low")
    machine.add_transition("tick", "low", "high", conditions=lambda: sum(log) > 2, before=count)
    machine.add_transition("tick", "*", "low", after=count)
    return machine


@example
def with_locks_and_loggers() -> Any:
    class Service:
        shared = threading.Lock()
        pattern = re.compile("[a-z]+")

        def __init__(self) -> None:
            self.lock = threading.Lock()
            self.logger = logging.getLogger("service")
            self.owner = weakref.ref(Tags)
            self.tries = 0

        def attempt(self) -> None:
            with self.lock, self.shared:
                self.tries = min(self.tries + 1, 9)
            self.logger.debug("tried %s times", self.tries)

        def may_retry(self) -> bool:
            return self.tries < 3

    rows = [
        ["start", "idle", "running"],
        {"trigger": "fail", "source": "running", "dest": "running", "conditions": "may_retry"},
        {"trigger": "fail", "source": "running", "dest": "dead"},
        ["stop", "running", "idle"],
    ]
    machine = Machine(Service(), ["idle", "running", "dead"], "idle", rows)
    machine.on_enter_running("attempt")
    return machine


@example
def features_of_states() -> Any:
    class Temporary:
        uses = 0

    @add_state_features(Tags, Timeout, Volatile, Retry)
    class Custom(Machine): ...

    class Model:
        wears = 0

        def wear(self) -> None:
            self.hook.uses = min(self.hook.uses + 1, 4)
            type(self).wears = (self.wears + 1) % 2

        def worn(self) -> bool:
            return self.hook.uses > 1

    states = [
        {"name": "A", "tags": ["home", "busy"], "timeout": 30, "on_timeout": "go"},
        {"name": "B", "volatile": Temporary, "hook": "hook"},
        {"name": "C", "retries": 2, "on_failure": "go"},
    ]
    machine = Custom(Model(), states, "A", [["go", "A", "B"], ["go", "C", "A"], ["try", "*", "C"]])
    machine.add_transition("use", "B", None, after="wear")
    machine.add_transition("go", "B", "A", conditions="worn")
    return machine


@example
def nested_with_regions() -> Any:
    class Player:
        volume = 0

        def louder(self) -> None:
            self.volume = (self.volume + 1) % 3

        def loud(self) -> bool:
            return self.volume == 2

    loudness = {"name": "sound", "children": ["on", "off"], "initial": "on"}
    tracks = [{"trigger": "next", "source": "one", "dest": "two", "after": "louder"}]
    songs = {"name": "song", "children": ["one", "two"], "initial": "one", "transitions": tracks}
    states = ["idle", {"name": "play", "parallel": [songs, loudness], "on_enter": "louder"}]
    rows = [
        ["start", "idle", "play"],
        ["next", "play_sound_on", "play_sound_off", "loud"],
        ["next", "play_sound_off", "="],
        {"trigger": "stop", "source": "play", "dest": "idle", "unless": "loud"},
    ]
    return HierarchicalMachine(Player(), states, "idle", rows)


@example
def its_own_graph() -> Any:
    class Lift(GraphMachine):
        def __init__(self) -> None:
            self.floor = 0
            super().__init__(states=["up", "down"], initial="down", graph_engine="mermaid")
            self.add_transition("ride", "down", "up", before="rise")
            self.add_transition("ride", "up", "down", conditions=[lambda: self.floor > 1])
            self.add_transition("ride", "up", "=", before=self.rise)

        def rise(self) -> None:
            self.floor = (self.floor + 1) % 3

    return Lift()


@example
def with_exceptions() -> Any:
    class Fragile:
        mended = 0

        def risky(self) -> None:
            raise ValueError("broken")

        def mend(self) -> None:
            self.mended = (self.mended + 1) % 3

    machine = Machine(Fragile(), ["a", "b"], "a", on_exception="mend")
    machine.add_transition("go", "a", "b", before="risky")
    machine.add_transition("safe", "a", "b")
    machine.add_transition("back", "b", "a")
    return machine


@example
def automatic() -> Any:
    class Player:
        scores: ClassVar[list[int]] = []

        def lose(self) -> None:
            self.scores.append(1)
            if len(self.scores) > 2:
                self.scores.clear()
                self.to_over()

    machine = Machine(Player(), ["playing", "over"], "playing")
    machine.add_transition("hit", "playing", None, after="lose")
    machine.add_transition("again", "over", "playing")
    return machine


@example
def functions_with_data() -> Any:
    def count() -> None:
        count.number = (count.number + 1) % 3

    def last_two(seen: list[int] = []) -> bool:  # noqa: B006  # as people do
        seen[:] = [*seen, count.number][-2:]
        return seen == [1, 2]

    count.number = 0
    machine = Machine(None, ["low", "high"], "low")
    machine.add_model(type("Model", (), {})())
    machine.add_transition("tick", "low", "high", conditions=last_two)
    machine.add_transition("tick", "*", "low", after=count)
    return machine


TURNS = 0


def turn_on() -> None:
    global TURNS  # noqa: PLW0603  # as people do
    TURNS = (TURNS + 1) % 3


@example
def functions_behind_functions() -> Any:
    global TURNS  # noqa: PLW0603  # as people do
    TURNS = number = 0

    def count() -> None:
        nonlocal number
        number = (number + 1) % 3

    class Seen:
        times = 0

        def often(self, most: int) -> bool:
            self.times = (self.times + 1) % 3
            return self.times == most

    class Wheel:
        turns = 0

        def turn(self) -> None:
            count()
            self._turn()

        def _turn(self) -> None:
            turn_on()
            self.turns = TURNS + number

    machine = Machine(Wheel(), ["a", "b"], "a")
    machine.add_transition("go", "a", "b", conditions=partial(Seen().often, 2))
    machine.add_transition("go", ["a", "b"], "a", before="turn")
    return machine


@example
def data_of_the_machine() -> Any:
    class Floor(State):
        visits = 0

        def enter(self, event_data: EventData) -> None:
            self.visits = (self.visits + 1) % 3
            event_data.model.visits = self.visits
            super().enter(event_data)

    class Lift(Machine):
        state_cls = Floor

        def __init__(self, *arguments: Any) -> None:
            self.rides = 0
            super().__init__(*arguments, auto_transitions=False)
            self.add_transition("ride", "*", "up", after=self.count)
            self.add_transition("ride_down", "up", "down", conditions=lambda: self.rides > 1)

        def count(self) -> None:
            self.rides = (self.rides + 1) % 4

    class Model: ...

    return Lift(Model(), ["down", "up"], "down")


@example
def counting_condition() -> Any:
    class Pin:
        tries = 0

        def wrong_thrice(self) -> bool:
            self.tries += 1
            return self.tries > 2

    machine = Machine(Pin(), ["shut", "alarm"], "shut")
    machine.add_transition("enter", "shut", "alarm", conditions="wrong_thrice")
    machine.add_transition("reset", "alarm", "shut")
    return machine


@example
def asks_whether_it_may() -> Any:
    class Lift:
        floor = 0

        def high(self) -> bool:
            return self.floor > 1

        def rise(self) -> None:
            self.floor = (self.floor + 1) % 3
            self.ready = self.may_stop()

        def is_ready(self) -> bool:
            return self.may_stop() is self.ready

    rows = [
        ["stop", "moving", "still", "high"],
        {"trigger": "climb", "source": "moving", "dest": None, "after": "rise"},
        ["go", "still", "moving", None, "is_ready"],
    ]
    return Machine(Lift(), ["moving", "still"], "moving", rows)
