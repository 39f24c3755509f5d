"""The command `explore`: every reachable state and memory, and what is wrong there."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import KEPT, progress_bar, wrapped, write_lines
from hanoi_fsm.fsm.checking.exploration import KINDS, Exploration, explore
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.hanoi import resolver

DISKS, MOST_DISKS_TO_EXPLORE = 8, 14
EVENTS_SHOWN = 12
"""Of a longer path to a finding only this many last events are printed."""


def configure(command: ArgumentParser) -> None:
    args.example(command, "explore two-storey --disks 8")
    args.add(command, "name", "--memory")
    args.add(command, "--disks", help=f"{args.TOWERS.partition(';')[0]} (default: {DISKS})")
    args.add(command, "--strict")


def run(options: Namespace) -> int:
    disks = DISKS if options.disks is None else options.disks
    args.check_runnable(disks, MOST_DISKS_TO_EXPLORE)
    machine = resolver.find(options.name, memory=options.memory)
    if not machine.kind.sized(disks):
        args.refuse_idle(options, f"for {machine.shown}, which moves no disks", "disks")
    with progress_bar(f"exploring {options.name}", None) as progress:
        found = explore(machine, disks, progress)
    write_lines(wrapped(_lines(found, machine.kind.covered(disks))))
    return FAILED if found.findings or (options.strict and found.remarks) else FINE


def _lines(found: Exploration, covered: str) -> Iterator[str]:
    more = ", the nearest ones; there are more" if found.bounded else ""
    towers = f" for {covered}" if covered else ""
    pairs = counted(found.visited, "(state, memory) pair")
    yield f"{found.machine.shown}: {pairs} explored{towers}{more}"
    for kind, text in KINDS.items():
        findings = found.of_kind(kind)
        if findings or kind in found.asked:
            yield f"  {kind:11} {'NO ' if findings else 'yes'}  {text}"
        else:
            yield f"  {kind:11} -    {found.not_asked(kind)}"
        for finding in findings:
            yield from _finding_lines(finding)
        for remark in found.remarks:
            if remark.kind == kind:
                yield f"    {remark}"


def _finding_lines(finding: Finding) -> Iterator[str]:
    path = finding.path
    yield f"    {finding}"
    if not path and finding.context:
        yield "      in the initial state"
    if len(path) > EVENTS_SHOWN:
        yield f"      ... after {counted(len(path) - EVENTS_SHOWN, 'event')}:"
    for record in path[-EVENTS_SHOWN:]:
        output = "" if record.output is None else f"  ({record.output})"
        view = (record.view or "").replace(" ", KEPT)  # pegs stay together
        yield f"      {record.number}. {record.transition}{output}  {view}".rstrip()
