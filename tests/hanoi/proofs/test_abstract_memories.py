"""Memories do the same on abstract pegs as on real ones."""

from collections.abc import Hashable, Iterator
from functools import cache
from itertools import product

import oracle
import pytest
from abstracted import seen_of
from certificates import PROVABLE
from faulty_solvers import solver

from hanoi_fsm import Memory
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move, Task
from hanoi_fsm.hanoi.proofs.abstract_pegs import AbstractPegs, Seen, move_made
from hanoi_fsm.hanoi.proofs.abstract_runs import AbstractRuns, Control
from hanoi_fsm.hanoi.proofs.unanswerable import Unanswerable


def registers(name: str) -> Iterator[dict[str, int]]:
    """All values that the registers besides the task might have."""
    data = solver(name).memory(Configuration("0"), Task(1))._data()
    names = sorted(data.keys() - {"pegs", "source", "spare", "target"})
    for values in product(PEGS, repeat=len(names)):
        yield dict(zip(names, values, strict=True))


def outcome(memory: Memory, word: str) -> Hashable:
    """What a guard answers; what an action puts out, where that is a move its pegs, and leaves."""
    memory.output = None
    try:
        answer = getattr(memory, word)()
    except Unanswerable:
        raise
    except Exception as error:  # of an action that cannot be carried out
        answer = type(error).__name__
    made = memory.output
    if isinstance(made, Move):
        made = made[1:]
    elif made is not None:
        assert made is move_made(memory.pegs)  # type: ignore[attr-defined]  # of every solver
        made = made.source, made.target  # type: ignore[union-attr]  # it is not None
    left = {name: value for name, value in memory._data().items() if name != "pegs"}
    return answer, made, tuple(sorted(left.items()))


@pytest.mark.parametrize(("disks", "name"), [
    pytest.param(disks, name, marks=[pytest.mark.sweep] * (disks > 2))
    for disks in range(1, 9) for name in PROVABLE
])  # fmt: skip
def test_guards_and_actions_do_the_same_on_abstract_pegs(disks: int, name: str) -> None:
    machine = solver(name)
    vocabulary = machine.vocabulary
    words = [*vocabulary.guards(), *vocabulary.actions()]
    tried, share = list(registers(name)), 1 if disks < 6 else 9  # of large towers, some in turn
    compared = 0
    for source, target in oracle.TASKS:
        task = Task(disks, source, target)
        runs = AbstractRuns(machine, source, target, is_odd=disks % 2 == 1)

        @cache
        def expected(seen: Seen, control: Control, word: str) -> Hashable:
            pegs = AbstractPegs(seen, runs.task.disks, target)  # noqa: B023  # called in this turn
            return outcome(runs.memory(control, pegs), word)  # noqa: B023  # as above

        for number, digits in enumerate(oracle.words(disks)):
            seen, configuration = seen_of(digits, target), Configuration(digits)
            for values in tried[number % share :: share]:
                real = machine.memory(configuration, task)
                vars(real).update(values)
                data = {one: repr(value) for one, value in real._data().items() if one != "pegs"}
                control = Control("any", tuple(sorted(data.items())))
                for word in words:
                    assert outcome(real.copy(), word) == expected(seen, control, word)
                    compared += 1
    assert compared >= 6 * 3**disks * len(tried) // share * len(words)


@pytest.mark.parametrize("name", PROVABLE)
@pytest.mark.parametrize("disks", range(1, 5))
def test_a_memory_begins_alike_for_all_odd_and_for_all_even_numbers_of_disks(
    name: str, disks: int
) -> None:
    for source, target in oracle.TASKS:
        task = Task(disks, source, target)
        real = solver(name).memory(task.start, task)._data()
        del real["pegs"]
        runs = AbstractRuns(solver(name), source, target, is_odd=disks % 2 == 1)
        assert runs.start.registers == tuple((one, repr(real[one])) for one in sorted(real))
