"""Methods written out in the generated function do what calling them does."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, permutations
from random import Random
from typing import Any

import pytest
from nasty_memory import EVERY, Nasty, all_words
from sampling import one_in

from hanoi_fsm import Automaton, Memory, automata, find
from hanoi_fsm.fsm.codegen.inlining.inlined import Inlined, inlined, inlined_code
from hanoi_fsm.fsm.codegen.python import code
from hanoi_fsm.fsm.engines.generated import Engine, compiled, with_outputs
from hanoi_fsm.fsm.engines.inlined import compiled_form, form
from hanoi_fsm.fsm.start import Start
from hanoi_fsm.fsm.trace import GENERATED, outputs
from hanoi_fsm.fsm.values import lasting
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON as TWO_STOREY
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.pegs import PegMatrix, Task

SEED = 5
USERS = [
    "tests/machines/turnstile.py:turnstile",
    "tests/machines/alarm_clock.py:clock",
]
WRITTEN_OUT = ["two-state", "two-storey", "call-stack", "action-tree", "any-to-any"]
LIBRARY = [
    f"tests/machines/from_docs.py:{name}" for name in ("matter", "superhero", "traffic_light")
]


def written(automaton: Automaton, memory: Memory, event_driven: bool) -> Inlined:
    memory.state = automaton.initial
    return inlined(automaton, memory, event_driven=event_driven)


def course(function: Callable[..., Any], memory: Memory, *given: Any, most: int) -> list[Any]:
    """What is taken and put out, the memory after each event, and what is raised at the end."""
    seen: list[Any] = []
    memory.state = given[-1]
    try:
        for number, output in islice(function(memory, *given), most):
            seen.append((number, lasting(output), memory.state, told(memory)))
    except Exception as error:
        seen.append((type(error), str(error)))
    return [*seen, memory.state, told(memory)]


def told(memory: Memory) -> str:
    return repr(sorted((name, repr(value)) for name, value in memory._data().items()))


def agree(automaton: Automaton, start: Start | Callable[[], Memory], *, most: int = 300) -> Inlined:
    """The two functions on equal memories; the inlined one, which was the same."""
    make = start.make if isinstance(start, Start) else start
    state = start.state if isinstance(start, Start) else automaton.initial
    random = Random(SEED)
    driven = not automaton.autonomous
    found = written(automaton, make(), driven)
    function = compiled_form(automaton, found, driven).function

    def called(memory: Memory, *given: Any) -> Iterator[Any]:
        return with_outputs(compiled(automaton, driven)(memory, *given), memory)

    for _ in range(3 if driven else 1):
        events = [
            random.choices([*automaton.events, "unknown"], [9] * len(automaton.events) + [1], k=40)
        ]
        given = [*(events if driven else []), state]
        expected = course(called, make(), *given, most=most)
        assert course(function, make(), *given, most=most) == expected
    if automaton.autonomous and isinstance(start, Start):
        agree_in_numbers(automaton, make, state)
    return found


def agree_in_numbers(automaton: Automaton, make: Callable[[], Memory], state: str) -> None:
    """A run to the end takes as many transitions of each kind."""
    called, counted = make(), make()
    called.state = state
    counts = [0] * len(automaton.transitions)
    for number in compiled(automaton, False)(called, state):
        counts[number] += 1
    assert Engine(automaton, counted).counts(state) == counts
    assert (told(counted), counted.state) == (told(called), called.state)


@pytest.mark.parametrize("name", one_in(9, automata.names()))
def test_every_automaton_does_the_same(name: str) -> None:
    machine = automata.get(name)
    starts = [*machine.starts_up_to(3)]
    for start in Random(SEED).sample(starts, min(len(starts), 5)):
        agree(machine.automaton, start)


@pytest.mark.parametrize("name", one_in(2, USERS))
def test_machines_of_a_user_do_the_same(name: str) -> None:
    machine = find(name)
    for start in machine.starts_up_to(1):
        agree(machine.automaton, start)


@pytest.mark.parametrize("name", one_in(3, LIBRARY))
def test_a_memory_with_properties_of_its_own_is_only_called(name: str) -> None:
    machine = find(name)
    memory = next(machine.starts_up_to(1)).make()
    driven = not machine.automaton.autonomous
    assert inlined_code(machine.automaton, memory) == code(machine.automaton, event_driven=driven)


@pytest.mark.parametrize("name", one_in(5, WRITTEN_OUT))
def test_nothing_is_called_where_all_can_be_written_out(name: str) -> None:
    machine = automata.get(name)
    *_, start = machine.starts_up_to(3)
    found = agree(machine.automaton, start)
    assert found.closed
    assert found.written == {*machine.automaton.guards, *machine.automaton.actions}
    lines = found.text.splitlines()
    comments = {line.strip()[2:] for line in lines if line.strip().startswith("#")}
    assert comments >= {str(one) for one in machine.automaton.transitions}
    assert "memory.carry()" not in found.text


@pytest.mark.parametrize("word", one_in(5, all_words()))
def test_a_method_does_the_same_whatever_is_in_it(word: str) -> None:
    """Each word in a small machine of its own, with those before and after it."""
    action = word in Nasty.actions()
    edges = (
        ("[even] / add\na -> b : go [!even]", f"/ {word}")
        if action
        else (f"[{word}] / add\na -> b : go [!{word}]", "/ add")
    )
    table = f"a -> a : go {edges[0]}\nb -> a : go {edges[1]}\nb -> b : stay / add"
    automaton = Automaton.from_table("nasty", initial="a", table=table)
    found = agree(automaton, Nasty)
    if EVERY[word] is not None:
        assert (word in found.written) is EVERY[word]


@pytest.mark.parametrize("seed", one_in(32, range(32)))
def test_any_automaton_does_the_same_over_nasty_methods(seed: int) -> None:
    random = Random(SEED + seed)
    actions, guards = [*Nasty.actions()], [*Nasty.guards()]
    for _ in range(2):
        lines = {f"{one} -> {other} : x" for one, other in ("ab", "bc", "ca")}
        for _ in range(random.randrange(2, 9)):
            one, other = random.choices("abc", k=2)
            some = random.sample(guards, random.randrange(0, 3))
            asked = " & ".join(random.choice(["", "!"]) + name for name in some)
            word = random.choice(["", *actions])
            event = f"go [{asked}]" if asked else "go"
            lines.add(f"{one} -> {other} : {event}" + (f" / {word}" if word else ""))
        automaton = Automaton.from_table("any", initial="a", table="\n".join(sorted(lines)))
        agree(automaton, partial(Nasty, random.randrange(4)))


def test_moves_of_longer_runs_are_those_of_a_run_by_calls() -> None:
    machine = automata.SOLVERS["two-storey"]
    for source, target in permutations(range(3), 2):
        slowly = machine.solve(18, source=source, target=target, engine=GENERATED)
        fast = machine.moves(Task(18, source, target))
        assert list(islice(fast, 700)) == list(islice(outputs(slowly), 700))


def tower(disks: int = 4) -> TwoStorey:
    task = Task(disks)
    memory = TwoStorey(task.start, task)
    memory.state = "dismantle"
    return memory


def spoilt(number: int) -> TwoStorey:
    """A memory on which the machine breaks down in one way or another."""
    memory = tower()
    if number == 0:
        memory.pegs.cells[0][2] = 9
    elif number == 1:
        memory.small = 1
    elif number == 2:
        memory.stride = 0
    else:
        memory.small = -7
    return memory


@pytest.mark.parametrize("number", range(4))
def test_errors_come_out_as_from_calls_with_the_memory_as_it_is(number: int) -> None:
    found = form(TWO_STOREY, tower(), False)
    assert found is not None
    seen = []
    for run in (
        lambda memory: deque(compiled(TWO_STOREY, False)(memory), 0),
        lambda memory: deque(found.function(memory), 0),
        lambda memory: Engine(TWO_STOREY, memory).counts(),
    ):
        memory = spoilt(number)
        with pytest.raises(Exception) as caught:  # whatever it is
            run(memory)
        seen.append((caught.type, str(caught.value), memory.state, memory.key(), memory.output))
    assert seen[0] == seen[1] == seen[2]


def test_a_function_is_used_only_where_all_holds_that_it_takes_for_granted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Watched(PegMatrix):
        pass

    first = form(TWO_STOREY, tower(), False)
    assert first is not None
    assert form(TWO_STOREY, tower(9), False) is first
    overriding, other = tower(), tower()
    vars(overriding)["built"] = lambda: True
    other.pegs = Watched.standing("0000")
    assert form(TWO_STOREY, overriding, False) is not first
    assert form(TWO_STOREY, other, False) is not first
    with monkeypatch.context() as patched:
        patched.setattr(TwoStorey, "carry", TwoStorey.move_back)
        assert form(TWO_STOREY, tower(), False) is not first
    with monkeypatch.context() as patched:
        patched.setattr("hanoi_fsm.hanoi.pegs.matrix.IllegalMove", ValueError)
        assert form(TWO_STOREY, tower(), False) is not first
    assert form(TWO_STOREY, tower(), False) is first
