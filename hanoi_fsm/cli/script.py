"""What a generated script does when it is run: it prints a trace, made by its own function."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hanoi_fsm.cli import main
from hanoi_fsm.fsm.codegen.script import written_out
from hanoi_fsm.fsm.engines import generated, refusal, refuse_overlap
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.hanoi import resolver


def run(function: Callable[..., Iterator[Any]], name: str, memory: str | None = None) -> int:
    """Print the trace of a machine found by its `name`, as the command does; the exit code.

    The words of the command line are those of `hanoi-fsm trace`.
    """
    machine = resolver.find(name, memory=memory)
    automaton = machine.automaton
    made = written_out(automaton, next(machine.starts_up_to(machine.explored_size)).make())
    needed: dict[str, Any] = {
        "refused": partial(refusal, automaton),
        "consistent": partial(refuse_overlap, automaton),
        "altered": lambda memory: made is None or not made.holds(memory),
        "called": partial(_called, generated.compiled(automaton, not automaton.autonomous)),
    }
    if made is not None:
        needed |= {known: value for known, (_, _, value) in made.globals.items()}
    for known, value in needed.items():
        function.__globals__.setdefault(known, value)
    generated.REPLACED[automaton] = partial(_numbers, function)
    borrowed = [] if memory is None else ["--memory", memory]
    return main(["trace", *sys.argv[1:], "--by", name, *borrowed, "--engine", "generated"])


def _called(function: generated.Taken, memory: Memory, *given: Any) -> Iterator[Any]:
    return generated.with_outputs(function(memory, *given), memory)


def _numbers(function: Callable[..., Iterator[Any]], memory: Memory, *given: Any) -> Iterator[int]:
    """The numbers that a function of either form yields, with the output in the memory."""
    for taken in function(memory, *given):
        if isinstance(taken, tuple):
            number, memory.output = taken
            yield number
        else:
            yield taken
