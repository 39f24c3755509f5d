"""Commands that prove a diagram: `explore`, `mutants`, `mend`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli.drawing import few_enough
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.progress import counting
from hanoi_fsm.fsm.checking.exploration import KINDS, Exploration, Fault
from hanoi_fsm.fsm.errors import BadInput, UnknownName
from hanoi_fsm.hanoi import automata, solving
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import check_disks

FINE, FAILED = 0, 1
MOST_SHOWN = 12
"""A way to a fault is printed up to so many last events."""

ASKED = {
    "complete": "some transition is always enabled",
    "consistent": "never are two enabled",
    "possible": "every move is legal, every action can be carried out",
    "ends": "every run ends",
    "used": "every state is entered, every transition taken",
}


def explore(options: Namespace) -> int:
    """Visit every reachable (state, memory); 1 where a fault is found."""
    from hanoi_fsm.hanoi.checking.soundness import MOST_DISKS, soundness

    check_disks(options.disks)
    if options.disks > MOST_DISKS:
        raise BadDisks(f"{options.disks} disks are too many to explore: give at most {MOST_DISKS}")
    machine = _found(options.name)
    with counting(f"exploring {options.name}", None) as told:
        found = soundness(machine, options.disks, told)
    write_lines(_explored(machine, found, options.disks))
    return FINE if found.sound else FAILED


def _explored(machine: solving.AnyMachine, found: Exploration, disks: int) -> Iterator[str]:
    if isinstance(machine, solving.ReaderMachine):
        yield f"{machine.origin}: {found.visited} states explored, with every symbol"
    else:
        pairs = f"{found.visited} (state, memory) pairs"
        towers = f"0 .. {disks} disks"
        if isinstance(machine, solving.PathMachine):
            towers = f"all ways of 0 .. {min(disks, 3)} disks" + " and some of 4" * (disks > 3)
        yield f"{machine.origin}: {pairs} explored for {towers}"
    for kind in KINDS:
        faults = found.found(kind)
        if kind == "complete" and _may_refuse(machine):
            yield "  complete    -    where it refuses a symbol, that is its answer"
            continue
        yield f"  {kind:11} {'NO ' if faults else 'yes'}  {ASKED[kind]}"
        for fault in faults:
            yield from _told_of(machine, fault)


def _may_refuse(machine: solving.AnyMachine) -> bool:
    return isinstance(machine, solving.ReaderMachine) and machine.reader.stops


def _told_of(machine: solving.AnyMachine, fault: Fault) -> Iterator[str]:
    from hanoi_fsm.hanoi.checking.soundness import placed

    yield f"    {placed(machine, fault)}"
    if not fault.way and fault.start:
        yield "      that is where it begins"
    if len(fault.way) > MOST_SHOWN:
        yield f"      ... after {len(fault.way) - MOST_SHOWN} events:"
    for record in fault.way[-MOST_SHOWN:]:
        output = "" if record.output is None else f"  ({record.output})"
        yield f"      {record.number}. {record.transition}{output}  {record.view}".rstrip()


def mutants(options: Namespace) -> int:
    """Make every single change of a diagram and check it; 1 where one is not noticed."""
    from hanoi_fsm.fsm.checking.edits import mutations
    from hanoi_fsm.hanoi.checking.mutants import mutants as made

    few_enough(options.disks)
    machine = _found(options.name)
    memory = solving.subject_of(machine).memory
    total = sum(1 for _ in mutations(machine.automaton, memory))
    alive = []
    with counting(f"mutants of {options.name}", total) as told:
        for mutant in made(machine, options.disks, workers=options.jobs, told=told):
            line = machine.lines.get(mutant.edit.about)
            place = f"line {line}: " if line else ""
            if mutant.killed is None:
                alive.append(f"  {place}{mutant.edit.text}")
            elif not options.summary:
                print(f"{place}{mutant.edit.text}\n  killed by {mutant.killed}")
    killed = total - len(alive)
    print(f"{machine.origin}: {killed} of {total} mutants are killed", end="")
    print(f", {len(alive)} live:" if alive else "")
    write_lines(alive)
    return FAILED if alive else FINE


def mend(options: Namespace) -> int:
    """Name the edits after which a failing diagram passes; 1 where there are none."""
    from hanoi_fsm.hanoi import checking
    from hanoi_fsm.hanoi.checking.repair import mends, work_of_mending

    few_enough(options.disks)
    if options.edits not in (1, 2):
        raise BadInput(f"--edits is {options.edits}: take 1 or 2")
    machine = solving.find_unchecked(options.name)
    if not solving.faults_of(machine) and checking.check(machine, options.disks).holds:
        print(f"{machine.origin}: nothing to mend, the check holds")
        return FINE
    total = work_of_mending(machine, options.edits)
    with counting(f"mending {options.name}", total) as told:
        found = mends(machine, options.disks, edits=options.edits, workers=options.jobs, told=told)
    if not found:
        more = ": try --edits 2" if options.edits == 1 else ""
        tried = "single edit" if options.edits == 1 else "pair of edits"
        print(f"{machine.origin}: no {tried} mends it{more}")
        return FAILED
    if options.hint:
        lines = " and ".join(map(str, found[0].lines))
        print(f"look at line {lines}" if lines else f"look at what {found[0]} is about")
        return FINE
    write_lines(str(one) for one in found[: options.most])
    return FINE


def _found(name: str) -> solving.AnyMachine:
    if not name.endswith(solving.FILES) and name not in automata.names():
        raise UnknownName.among("automaton", name, automata.names())
    return solving.find(name)
