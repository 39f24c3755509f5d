"""The command `explore`: every reachable state and memory, and what is wrong there."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import FAILED, FINE
from hanoi_fsm.cli.arguments import add_automaton, add_example, add_towers
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.checking.exploration import KINDS, Exploration, explore
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import check_disks

MOST_DISKS_TO_EXPLORE = 14
EVENTS_SHOWN = 12
"""Of the path to a finding this many last events are printed."""


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "explore two-storey --disks 8")
    add_automaton(command)
    add_towers(command, default=8)


def run(options: Namespace) -> int:
    """Print what was visited and one line per property; 1 where something is wrong."""
    if check_disks(options.disks) > MOST_DISKS_TO_EXPLORE:
        raise BadDisks(
            f"{options.disks} disks are too many to explore: give at most {MOST_DISKS_TO_EXPLORE}"
        )
    machine = resolver.find(options.name, memory=options.memory)
    with progress_bar(f"exploring {options.name}", None) as progress:
        found = explore(machine, options.disks, progress)
    write_lines(_lines(found, options.disks))
    return FINE if found.sound else FAILED


def _lines(found: Exploration, size: int) -> Iterator[str]:
    covered = found.machine.covered(size)
    more = ", the nearest ones; there are more" if found.bounded else ""
    yield (
        f"{found.machine.shown}: {found.visited} (state, memory) pairs explored"
        + (f" for {covered}" if covered else "")
        + more
    )
    for kind, text in KINDS.items():
        findings = found.of_kind(kind)
        answer = "NO " if findings else "yes" if kind in found.asked else "-  "
        yield f"  {kind:11} {answer}  {text if answer != '-  ' else found.not_asked(kind)}"
        for finding in findings:
            yield from _finding_lines(finding)


def _finding_lines(finding: Finding) -> Iterator[str]:
    path = finding.path
    yield f"    {finding}"
    if not path and finding.context:
        yield "      that is where it begins"
    if len(path) > EVENTS_SHOWN:
        yield f"      ... after {len(path) - EVENTS_SHOWN} events:"
    for record in path[-EVENTS_SHOWN:]:
        output = "" if record.output is None else f"  ({record.output})"
        yield f"      {record.number}. {record.transition}{output}  {record.view}".rstrip()
