"""The command `trace`: the run of any automaton or formula, a row an event."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import formats
from hanoi_fsm.cli.arguments import whole
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, UnknownName
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata, formulas, solving
from hanoi_fsm.hanoi.pegs import Configuration


def trace(options: Namespace) -> int:
    """Print the records of a run; what is run decides what the words after it are."""
    formats.check_table_format(options.format)
    name = options.by
    if name in solving.PLAIN:
        write_lines(_plain(name, options), options.file)
        return 0
    if not name.endswith(solving.FILES) and name not in automata.names():
        raise UnknownName.among("automaton or formula", name, [*automata.names(), *solving.PLAIN])
    machine = solving.find(name)
    if isinstance(machine, solving.Machine):
        lines = _solver(machine, options)
    elif isinstance(machine, solving.PathMachine):
        lines = _pathfinder(machine, options)
    else:
        return _reader(machine, options)
    write_lines(lines, options.file)
    return 0


def _solver(machine: solving.Machine, options: Namespace) -> Iterator[str]:
    disks = _disks(options)
    records = machine.run(disks, options.source, options.target, options.start, views=True)
    records = solving.first(records, options.count)
    return formats.trace_lines(records, machine.automaton, disks, options.start, options.format)


def _plain(name: str, options: Namespace) -> Iterator[str]:
    disks, source, target, start = _disks(options), options.source, options.target, options.start
    moves = solving.solve(disks, name, source, target, start=start, count=options.count)
    before = formulas.configuration(start - 1, disks, source, target)
    return formats.plain_lines(moves, before, start, options.format, words=name == "hbits")


def _pathfinder(machine: solving.PathMachine, options: Namespace) -> Iterator[str]:
    if len(options.words) != 2:
        raise BadInput(f"{options.by} goes from one configuration to another: give both")
    _begin_at_the_beginning(options)
    start, goal = map(Configuration, options.words)
    records = solving.first(machine.go(start, goal, views=True), options.count)
    return formats.trace_lines(records, machine.automaton, len(start), 1, options.format)


def _reader(machine: solving.ReaderMachine, options: Namespace) -> int:
    """Print the reading; a word that the reader stops at is shown as far as it got, and fails."""
    _begin_at_the_beginning(options)
    word = " ".join(options.words)
    read = machine.read(word, options.source, options.target, views=True)
    records = solving.first(read, options.count)
    stopped: list[MachineStopped] = []

    def until_it_stops() -> Iterator[Record]:
        try:
            yield from records
        except MachineStopped as error:
            stopped.append(error)

    lines = formats.reading_lines(until_it_stops(), machine.automaton, options.format)
    write_lines(lines, options.file)
    if stopped:
        print(f"{options.by} stops: {stopped[0]}", file=sys.stderr)
        return 1
    return 0


def _begin_at_the_beginning(options: Namespace) -> None:
    if options.start != 1:
        raise BadInput(f"{options.by} has no steps to start at: leave --start out")


def _disks(options: Namespace) -> int:
    if len(options.words) != 1:
        raise BadInput(f"{options.by} takes one number of disks, not {len(options.words)} words")
    try:
        return whole(options.words[0])
    except ArgumentTypeError as error:
        raise BadInput(f"{error}: {options.by} takes a number of disks") from None
