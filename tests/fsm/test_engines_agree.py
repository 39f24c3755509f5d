"""Odd machines on both engines: they make the same trace, or refuse with the same words."""

from typing import Any

import pytest

from hanoi_fsm import Automaton, Memory, action, guard
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadInput, HanoiError, MachineStopped
from hanoi_fsm.fsm.memory import NoMemory
from hanoi_fsm.fsm.trace import ENGINES


def asking(*names: str) -> type[Memory]:
    """A memory with guards of these names: the first holds every other time, the others always."""

    def even(self: Any) -> bool:
        """an even number"""
        return bool(self.count % 2 == 0)

    def always(self: Any) -> bool:
        """always"""
        return True

    def add(self: Any) -> None:
        """one more"""
        self.count += 1

    words = [guard(even), *(guard(always) for _ in names[1:])]
    return type(
        "Asked", (Memory,), {"count": 0, "add": action(add), **dict(zip(names, words, strict=True))}
    )


def taken(automaton: Automaton, memory: Memory, events: list[str], engine: str) -> list[str]:
    return [str(one.transition) for one in run(automaton, memory, events, engine=engine)]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_machine_without_transitions_refuses_every_event(engine: str) -> None:
    stone = Automaton("stone", ("lies",), "lies", frozenset(), (), "stone")
    assert taken(stone, NoMemory(), [], engine) == []
    with pytest.raises(MachineStopped, match="no transition starts in state 'lies'"):
        taken(stone, NoMemory(), ["push"], engine)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\xe9", "answer_e9"),
        ("\xe9" + "9", "\u0e99"),
        ("event", "answer_event"),
        ("a_b\xe9", "a_5f_b\xe9"),
        ("__debug__", "state_"),
    ],
)
def test_the_answers_of_two_guards_are_never_mixed_up(one: str, other: str) -> None:
    table = f"""
        s -> s : go [!{other} & {one}]
        s -> s : go [!{other} & !{one}]
        s -> t : go [{other} & {one}] / add
        s -> t : go [{other} & !{one}] / add
        t -> s : go [{one} & !{other}]
        t -> s : go [{other} & !{one}] / add
        t -> s : go [{one} & {other}]
    """
    automaton = Automaton.from_table("odd", initial="s", table=table)
    found = [taken(automaton, asking(one, other)(), ["go"] * 6, engine) for engine in ENGINES]
    assert found[0] == found[1]
    assert len(set(found[0])) > 1


class Echo(Memory):
    """Its guard looks at what the last action has put out."""

    @guard
    def called(self) -> bool:
        """the last action has put something out"""
        return self.output is not None

    @action
    def call(self) -> None:
        """put something out"""
        self.output = "hello"


def test_a_guard_sees_the_last_output_on_each_engine() -> None:
    table = """
        quiet -> quiet : go [!called] / call
        quiet -> loud  : go [called]
        loud  -> quiet : go [called]
        loud  -> quiet : go [!called]
    """
    echo = Automaton.from_table("echo", initial="quiet", table=table)
    found = [taken(echo, Echo(), ["go"] * 5, engine) for engine in ENGINES]
    assert found[0] == found[1]
    assert "quiet -> loud : go [called]" in found[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_memory_of_a_machine_of_the_library_belongs_to_it(engine: str) -> None:
    lamp, memory = Automaton.from_table("lamp", initial="on", table="on -> on : press"), NoMemory()
    taken(lamp, memory, ["press"], "transitions")
    with pytest.raises(HanoiError, match="already belongs to a machine"):
        taken(lamp, memory, ["press"], engine)


@pytest.mark.sweep
def test_an_automaton_that_is_too_large_for_generated_code_is_refused_with_its_size() -> None:
    size = 20_000
    table = "\n".join(f"{number} -> {(number + 1) % size} : go" for number in range(size))
    ring = Automaton.from_table("ring", initial="0", table=table)
    with pytest.raises(BadInput, match=r"too large .*20000 states.*: use the engine transitions"):
        taken(ring, NoMemory(), ["go"], "generated")
