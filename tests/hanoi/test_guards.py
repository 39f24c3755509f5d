"""Any guard may be asked at any time: no other guard has to be asked before it.

Formats and interpreters differ in whether they stop asking at the first guard that fails.
"""

import pytest

from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.stepping import enabled, take
from hanoi_fsm.hanoi import automata


def answers(memory: Memory, backwards: bool = False) -> dict[str, object]:
    guards = list(memory.guards())
    return {name: getattr(memory, name)() for name in (guards[::-1] if backwards else guards)}


@pytest.mark.parametrize("name", [*automata.SOLVERS, *automata.PATHFINDERS])
def test_every_guard_answers_on_every_memory_that_is_reached_in_any_order(name: str) -> None:
    machine = automata.get(name)
    asked: set[str] = set()
    for start in machine.starts_up_to(3):
        memory, state = start.make(), start.state
        while state not in machine.automaton.final:
            before = memory.key()
            said = answers(memory)
            assert all(isinstance(answer, bool) for answer in said.values()), said
            assert said == answers(memory, backwards=True)
            assert memory.key() == before
            (transition,) = enabled(machine.automaton, state, memory, "step")
            state = take(transition, memory).transition.target
            asked |= said.keys()
        assert all(isinstance(answer, bool) for answer in answers(memory).values())
    assert asked == machine.vocabulary.guards().keys()
