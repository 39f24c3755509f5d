"""Methods written out in the generated function do what calling them does."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import islice, permutations
from random import Random
from typing import Any, NamedTuple

import pytest
from nasty_memory import EVERY, Nasty
from sampling import one_in

from hanoi_fsm import Automaton, Memory, automata, find
from hanoi_fsm.fsm.codegen.flow_counts import all_counts
from hanoi_fsm.fsm.codegen.inlining.inlined import Inlined, inlined, inlined_code
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.codegen.python import code
from hanoi_fsm.fsm.engines.generated import BLOCK, Engine, compiled
from hanoi_fsm.fsm.engines.inlined import compiled_form, form
from hanoi_fsm.fsm.start import Start
from hanoi_fsm.fsm.trace import GENERATED, outputs
from hanoi_fsm.fsm.values import lasting
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON as TWO_STOREY
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.pegs import PegMatrix, Task

SEED = 5
WRITTEN_OUT = ["two-state", "two-storey", "call-stack", "action-tree", "any-to-any"]
LONGEST = 100
"""The most events of a run in these tests."""
MOVERS = [*automata.SOLVERS, *automata.PATHFINDERS]
SIZES = [1, 7, 1000]


def gathering(automaton: Automaton, memory: Memory) -> Inlined | None:
    memory.state = automaton.initial
    with suppress(Opaque):
        return inlined(automaton, memory, counting=False)
    return None


class Run(NamedTuple):
    """What is put out, the memory after it, and what is raised at the end."""

    outputs: list[Any]
    state: str
    contents: str
    error: str


def gathered(automaton: Automaton, made: Inlined, memory: Memory, state: str, size: int) -> Run:
    function = compiled_form(automaton, made, counting=False).function
    outputs: list[Any] = []
    memory.state, error = state, ""
    while len(outputs) < LONGEST and memory.state not in automaton.final and not error:
        block: list[Any] = []
        try:
            function(memory, block, min(size, LONGEST), memory.state)
        except Exception as raised:
            error = repr(raised)
        else:
            assert len(block) < size + len(automaton.states)
            assert len(block) >= min(size, LONGEST) or memory.state in automaton.final
        outputs += block
    return Run(outputs, memory.state, contents(memory), error)


def called(automaton: Automaton, memory: Memory, state: str, events: int) -> Run:
    outputs: list[Any] = []
    memory.state, error = state, ""
    try:
        for _ in islice(compiled(automaton, False)(memory, state), events):
            outputs.append(lasting(memory.output))
    except Exception as raised:
        error = repr(raised)
    return Run(outputs, memory.state, contents(memory), error)


def contents(memory: Memory) -> str:
    return repr(sorted((name, repr(value)) for name, value in memory._data().items()))


def agree(automaton: Automaton, start: Start | Callable[[], Memory]) -> Inlined | None:
    """Both forms do what calls do; the one that gathers outputs, if there is one."""
    make = start.make if isinstance(start, Start) else start
    state = start.state if isinstance(start, Start) else automaton.initial
    made = gathering(automaton, make())
    if made is not None:
        for size in SIZES:
            run = gathered(automaton, made, make(), state, size)
            events = len(run.outputs) + bool(run.error)
            assert called(automaton, make(), state, events) == run
        agree_in_numbers(automaton, make, state)
    return made


def agree_in_numbers(automaton: Automaton, make: Callable[[], Memory], state: str) -> None:
    """A run that ends takes as many transitions of each kind."""
    expected = called(automaton, make(), state, LONGEST)
    if not expected.error and expected.state not in automaton.final:
        return
    memory, numbers = make(), list[int]()
    counting = compiled_form(automaton, inlined(automaton, make()), counting=True).function
    memory.state, error = state, ""
    with suppress(Exception):
        numbers.extend(compiled(automaton, False)(make(), state))
    try:
        counts = all_counts(automaton, counting(memory, state), state, memory.state)
    except Exception as raised:
        error = repr(raised)
    else:
        assert counts == [*map(numbers.count, range(len(automaton.transitions)))]
    assert (memory.state, contents(memory), error) == expected[1:]


@pytest.mark.parametrize("name", one_in(4, MOVERS))
def test_every_automaton_does_the_same(name: str) -> None:
    machine = automata.get(name)
    starts = [*machine.starts_up_to(3)]
    for start in Random(SEED).sample(starts, min(len(starts), 5)):
        agree(machine.automaton, start)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("monk", "move_next: "),
        ("shortest", ": "),
        ("rank-reader", "it needs events"),
        ("tests/machines/turnstile.py:turnstile", "it needs events"),
        ("tests/machines/from_docs.py:matter", "it needs events"),
    ],
)
def test_what_cannot_be_written_out_says_why_and_is_called(name: str, why: str) -> None:
    machine = find(name)
    memory = next(machine.starts_up_to(1)).make()
    with pytest.raises(Opaque, match=why):
        inlined(machine.automaton, memory)
    assert inlined_code(machine.automaton, memory) == code(machine.automaton)


@pytest.mark.parametrize("name", one_in(5, WRITTEN_OUT))
def test_nothing_is_called_where_all_can_be_written_out(name: str) -> None:
    machine = automata.get(name)
    *_, start = machine.starts_up_to(3)
    found = agree(machine.automaton, start)
    assert found is not None
    for text in (found.text, inlined_code(machine.automaton, start.make())):
        comments = {line.strip()[2:] for line in text.splitlines() if line.strip()[:1] == "#"}
        assert comments >= {str(one) for one in machine.automaton.transitions}
        assert not re.search(r"memory\.\w+\(", text)


@pytest.mark.parametrize("word", one_in(5, [*EVERY]))
def test_a_method_does_the_same_whatever_is_in_it(word: str) -> None:
    """Each word in a small machine of its own, with those before and after it."""
    action = word in Nasty.actions()
    edges = (
        ("[even] / add\na -> b : go [!even]", f"/ {word}")
        if action
        else (f"[{word}] / add\na -> b : go [!{word}]", "/ add")
    )
    table = f"a -> a : go {edges[0]}\nb -> a : go {edges[1]}"
    automaton = Automaton.from_table("nasty", initial="a", final="c", table=table)
    found = agree(automaton, Nasty)
    if EVERY[word] is not None:
        assert (found is not None) is EVERY[word]


@pytest.mark.parametrize("seed", one_in(32, range(32)))
def test_any_automaton_does_the_same_over_nasty_methods(seed: int) -> None:
    random = Random(SEED + seed)
    actions, guards = [*Nasty.actions()], [*Nasty.guards()]
    for _ in range(8):
        lines = []
        for state in "abc":
            guard, other = random.sample(guards, 2)
            for condition in (guard, f"!{guard}", f"{guard} & {other}")[: random.choice([2, 2, 3])]:
                word = random.choice(["", *(f" / {action}" for action in actions)])
                lines.append(f"{state} -> {random.choice('aabbccd')} : go [{condition}]{word}")
        automaton = Automaton.from_table("any", initial="a", final="d", table="\n".join(lines))
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
    seen = []
    for run in (
        lambda engine: list(engine.taken()),
        lambda engine: list(engine.blocks(BLOCK * 2)),
        lambda engine: engine.counts(),
    ):
        memory = spoilt(number)
        with pytest.raises(Exception) as caught:  # whatever it is
            run(Engine(TWO_STOREY, memory))
        seen.append((caught.type, str(caught.value), memory.state, memory.key(), memory.output))
    assert seen[0] == seen[1] == seen[2]


def test_a_function_is_used_only_where_all_holds_that_it_takes_for_granted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Watched(PegMatrix):
        pass

    first = form(TWO_STOREY, tower(), counting=True)
    assert first is not None
    assert form(TWO_STOREY, tower(9), counting=True) is first
    overriding, other = tower(), tower()
    vars(overriding)["built"] = lambda: True
    other.pegs = Watched.standing("0000")
    assert form(TWO_STOREY, overriding, counting=True) is not first
    assert form(TWO_STOREY, other, counting=True) is not first
    with monkeypatch.context() as patched:
        patched.setattr(TwoStorey, "carry", TwoStorey.move_back)
        assert form(TWO_STOREY, tower(), counting=True) is not first
    with monkeypatch.context() as patched:
        patched.setattr("hanoi_fsm.hanoi.pegs.matrix.IllegalMove", ValueError)
        assert form(TWO_STOREY, tower(), counting=True) is not first
    assert form(TWO_STOREY, tower(), counting=True) is first
