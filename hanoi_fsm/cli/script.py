"""What a generated script does when it is run: it prints what its own function does.

The words of its command line are those of `hanoi-fsm trace`.
"""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from hanoi_fsm.cli import FAILED, FINE, answer, args, signals, tables
from hanoi_fsm.cli.commands import trace as command
from hanoi_fsm.cli.output import complain, one_line, write_lines
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen.flow_counts import all_counts
from hanoi_fsm.fsm.codegen.script import counting
from hanoi_fsm.fsm.engines import refusal, refuse_overlap
from hanoi_fsm.fsm.engines.generated import replaced
from hanoi_fsm.fsm.errors import BadAction, MachineStopped
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import GENERATED
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.errors import IllegalMove

Function = Callable[..., Any]


def trace(function: Function, name: str, memory: str | None = None) -> int:
    """Print the trace of a machine found by its `name`, as the command does; the exit code."""
    return _answered(partial(_traced, function), name, memory)


def count(function: Function, name: str, memory: str | None = None) -> int:
    """Print how often each transition is taken in a run; the exit code.

    The function runs to the end, and returns how often those transitions were taken from which the
    rest follows.
    """
    return _answered(partial(_counted, function), name, memory)


def _answered(run: Callable[[Namespace], int], name: str, memory: str | None) -> int:
    signals.leave_at_once()
    borrowed = [] if memory is None else ["--memory", memory]
    words = ["trace", *sys.argv[1:], "--by", name, *borrowed, "--engine", GENERATED]
    return answer(words, signals.raised(), run=run)


def _traced(function: Function, options: Namespace) -> int:
    machine = resolver.find(options.by, memory=options.memory)
    _provide(function, machine.automaton, {})
    with replaced(machine.automaton, function):
        return command.run(options)


def _counted(function: Function, options: Namespace) -> int:
    tables.check_format(options.format, "table")
    args.refuse_idle(options, "where transitions are counted", "count", "begin", "with_memory")
    machine = resolver.find(options.by, memory=options.memory)
    automaton = machine.automaton
    memory = next(machine.starts_up_to(machine.explored_size)).make()
    known = counting(automaton, memory).globals
    _provide(function, automaton, {name: value for name, (_, _, value) in known.items()})
    counts: list[int] = []

    def run(memory: Memory, state: str) -> Iterator[int]:
        known = function(memory, state)
        counts.extend(all_counts(automaton, known, state, memory.state))
        return iter(())

    words = machine.parse(options.words)
    try:
        with replaced(automaton, run):
            list(machine.run(*words, **args.given(options), engine=GENERATED))
    except (MachineStopped, BadAction, IllegalMove) as error:
        complain(one_line(f"{machine.shown} stops: {error}"))
        return FAILED
    in_format = {"csv": tables.csv_lines, "jsonl": tables.jsonl_lines}
    pairs = zip(counts, automaton.transitions, strict=True)
    rows = [{"taken": taken, "transition": str(one)} for taken, one in pairs]
    write_lines(in_format.get(options.format, tables.table_lines)(rows), options.file)
    return FINE


def _provide(function: Function, automaton: Automaton, known: Mapping[str, object]) -> None:
    """Give a function the names that its text takes for granted."""
    needed = {
        "refused": partial(refusal, automaton),
        "consistent": partial(refuse_overlap, automaton),
        **known,
    }
    for name, value in needed.items():
        function.__globals__.setdefault(name, value)
