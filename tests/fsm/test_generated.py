"""Generated code runs every automaton as the library does: the same trace, record by record."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice, permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import one_in
from small_machine import Gate, turnstile

from hanoi_fsm import Automaton, Machine, Memory, action, automata, find, guard
from hanoi_fsm.fsm.codegen.python import code
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.engines.generated import compiled, replaced
from hanoi_fsm.fsm.errors import DefinitionError, MachineStopped
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.fsm.trace import ENGINES
from hanoi_fsm.fsm.validation import validate

SEED = 7
MACHINES = "tests/machines"
ALARM_CLOCK, TURNSTILE = f"{MACHINES}/alarm_clock.py:clock", f"{MACHINES}/turnstile.py:turnstile"
USERS = [
    ALARM_CLOCK,
    *(f"{MACHINES}/from_docs.py:{name}" for name in ("matter", "superhero", "traffic_light")),
]


def course(make: Callable[..., Iterable[Any]]) -> list[list[Any]]:
    """What each engine yields, and what it raises at the end, if anything."""
    return [list(_to_the_end(make, engine)) for engine in ENGINES]


def _to_the_end(make: Callable[..., Iterable[Any]], engine: str) -> Iterator[Any]:
    try:
        yield from make(engine=engine)
    except Exception as error:
        yield type(error), str(error)


def agree(make: Callable[..., Iterable[Any]]) -> list[Any]:
    library, generated = course(make)
    assert generated == library
    return generated


def fresh(
    automaton: Automaton,
    kind: Callable[[], Memory],
    events: list[str] | None,
    *,
    most: int = 100,
    **how: Any,
) -> Iterator[Any]:
    """The first records of a run on a new memory."""
    return islice(run(automaton, kind(), events, **how), most)


@pytest.mark.parametrize(("name", "disks"), one_in(3, product(automata.SOLVERS, [0, 1, 3, 5])))
def test_solvers_make_the_same_trace(name: str, disks: int) -> None:
    machine = automata.get(name)
    for source, target in permutations(range(3), 2):
        for start in range(1, 1 << disks, 3):
            ends = {"source": source, "target": target, "start": start}
            agree(partial(machine.run, disks, **ends, views="contents"))


@pytest.mark.parametrize("name", automata.READERS)
def test_readers_make_the_same_trace_on_words_that_they_accept_or_refuse(name: str) -> None:
    machine = automata.get(name)
    random = Random(SEED)
    words: list[tuple[str, ...]] = [
        (),
        *product(machine.alphabet),
        *product(machine.alphabet, repeat=2),
    ]
    words = [
        *random.sample(words, min(len(words), 12)),
        tuple(random.choices(machine.alphabet, k=60)),
    ]
    for word in words:
        agree(partial(machine.run, " ".join(word), views=True))


@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_pathfinders_make_the_same_trace(name: str) -> None:
    machine = automata.get(name)
    for start, goal in [("", ""), ("02", "02"), ("100", "011"), ("0120", "2210")]:
        records = agree(partial(machine.run, start, goal, views="contents"))
        assert len(records) > 0


@pytest.mark.parametrize("name", USERS)
def test_machines_of_a_user_make_the_same_trace(name: str) -> None:
    machine, random = find(name), Random(SEED)
    for _ in range(8):
        events = random.choices(
            [*machine.alphabet, "unknown"], [9] * len(machine.alphabet) + [1], k=30
        )
        agree(partial(machine.run, events, views="contents"))


class Wayward(Memory):
    """Guards and actions that do all that they should not."""

    def __init__(self) -> None:
        self.count = 0

    @guard
    def even(self) -> bool:
        """an even number"""
        return self.count % 2 == 0

    @guard
    def third(self) -> bool:
        """divisible by three"""
        return self.count % 3 == 0

    @guard
    def vague(self) -> bool:
        """answers with a number after a while"""
        return self.count % 5 < 3 or self.count  # type: ignore[return-value]  # the test

    @guard
    def fragile(self) -> bool:
        """raises after a while"""
        return 12 % (self.count - 4) == 0

    @guard
    def state_is_a(self) -> bool:
        """the machine is in a"""
        self.output = "a guard puts nothing out"
        return self.state == "a"

    @action
    def add(self) -> None:
        """count one more and put the list of all so far out"""
        self.count += 1
        self.output = [self.state, self.count]

    @action
    def wander(self) -> None:
        """name another state, which does not count"""
        self.count += 1
        self.state = "nowhere"

    @action
    def stop(self) -> None:
        """raise what would end a generator"""
        self.count += 2
        if self.count > 5:
            raise StopIteration


GUARDS = [Guard(name, negated) for name in Wayward.guards() for negated in (False, True)]
LABELS = st.builds(
    Label,
    st.sampled_from(["go", "0"]),
    st.lists(st.sampled_from(GUARDS), max_size=3, unique_by=lambda one: one.name).map(tuple),
    st.sampled_from([None, *Wayward.actions()]),
)
STATES = ("a", "b", "if")
RING = [
    Transition(one, other, Label("x")) for one, other in zip(STATES, ["b", "if", "a"], strict=True)
]
"""So that every state can be reached."""
TRANSITIONS = st.builds(Transition, st.sampled_from(STATES), st.sampled_from(STATES), LABELS)


@given(st.lists(TRANSITIONS, max_size=9, unique=True), st.lists(st.sampled_from(["go", "0", "x"])))
@settings(deadline=None, max_examples=60)
def test_any_automaton_does_the_same_whatever_its_memory_does(
    transitions: list[Transition], events: list[str]
) -> None:
    every = (*RING, *transitions)
    automaton = Automaton("any", STATES, "a", frozenset(), every, "any")
    try:
        validate(automaton, Wayward)
    except DefinitionError:
        return
    agree(partial(fresh, automaton, Wayward, events, views="contents"))


@given(st.lists(TRANSITIONS.filter(lambda one: one.event == "go"), max_size=9, unique=True))
@settings(deadline=None, max_examples=60)
def test_any_autonomous_automaton_does_the_same(transitions: list[Transition]) -> None:
    """It is cut off after some events, as it need not end."""
    ends = [
        Transition(state, "end", Label("go", (Guard("third"), Guard("even")))) for state in STATES
    ]
    every = tuple(dict.fromkeys([*transitions, *ends]))
    automaton = Automaton("any", (*STATES, "end"), "a", frozenset(["end"]), every, "any")
    try:
        validate(automaton, Wayward)
    except DefinitionError:
        return
    for events in (None, ["go"] * 7, ["go", "0"]):
        agree(partial(fresh, automaton, Wayward, events, most=30))


def test_the_code_has_one_arm_per_state_and_one_branch_per_transition() -> None:
    for name in [*automata.SOLVERS, *automata.READERS, *automata.PATHFINDERS]:
        automaton = automata.get(name).automaton
        lines = [line.strip() for line in code(automaton).splitlines()]
        arms = [line for line in lines if line.startswith(("if state ==", "elif state =="))]
        assert len(arms) == len(
            {*automaton.states}
            if automaton.autonomous
            else {one.source for one in automaton.transitions}
        )
        comments = [line[2:] for line in lines if line.startswith("# ")]
        assert sorted(comments) == sorted(map(str, automaton.transitions))


def test_names_that_mean_something_to_python_are_only_names() -> None:
    class Odd(Memory):
        @guard
        def state_(self) -> bool:
            """yes"""
            return True

    for word in ("memory", "class", "events", "état", "refused"):
        method = guard(lambda self: True)
        method.__doc__, method.__annotations__ = "yes", {"return": bool}
        kind = type("Odd", (Odd,), {word: method})
        automaton = Automaton.from_table(
            "class", initial="pass", final="'\\n#", table=f"pass -> '\\n# : step [{word} & state_]"
        )
        assert len(agree(partial(fresh, automaton, kind, None))) == 1


def test_transitions_in_another_order_have_numbers_of_their_own() -> None:
    one, other = turnstile(), turnstile(transitions=turnstile().transitions[::-1])
    assert one == other
    for automaton, number in ((one, 2), (other, 2), (replace(one), 2)):
        gate = Gate()
        gate.state = "open"
        assert list(compiled(automaton, True)(gate, ["coin"], "open")) == [number]
    gate.state = "open"
    assert list(compiled(one, True)(gate, ["push"], "open")) == [3]
    assert list(compiled(other, True)(gate, ["push"], "open")) == [1]


def test_the_code_is_made_once() -> None:
    automaton = turnstile()
    assert compiled(automaton, True) is compiled(automaton, True)


def test_a_fault_in_a_guard_is_shown_with_the_line_of_the_generated_code() -> None:
    import traceback

    broken = Automaton.from_table("b", initial="on", final="off", table="on -> off : coin / jam")
    with pytest.raises(OverflowError) as caught:
        list(run(broken, Gate(), engine="generated"))
    assert "memory.jam()" in "".join(traceback.format_exception(caught.value))


def test_two_transitions_at_once_are_refused() -> None:
    automaton = turnstile("locked -> open : coin [last_coin] / give_back")
    kind, text = agree(partial(fresh, automaton, partial(Gate, 1), ["coin"]))[-1]
    assert kind is MachineStopped
    assert "two transitions at once" in text


def test_a_machine_takes_the_engine_by_name() -> None:
    lamp = Machine(Automaton.from_table("l", initial="a", table="a -> b : go\nb -> a : go"))
    assert len(agree(partial(lamp.run, "go", "go"))) == 2


def test_a_function_in_place_of_a_generated_one_runs_for_equal_automata_and_no_longer() -> None:
    """It is found by comparison, as a name in a script is resolved to a new automaton."""
    automaton, equal = turnstile(), turnstile()

    def idle(memory: Memory, events: Iterable[str], state: str) -> Iterator[int]:
        return iter(())

    with pytest.raises(ZeroDivisionError), replaced(automaton, idle):
        assert compiled(equal, True) is idle
        assert list(run(equal, Gate(), ["coin"], engine="generated")) == []
        raise ZeroDivisionError
    assert compiled(equal, True) is not idle
    assert len(list(run(equal, Gate(), ["coin"], engine="generated"))) == 1
