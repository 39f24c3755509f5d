"""The command `repair`: the edits after which a failing diagram passes its check."""

from argparse import ArgumentParser, Namespace
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import IO

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import (
    is_standard_output,
    progress_bar,
    refuse_own_input,
    say,
    standard_error,
    standard_output,
    wrapped,
    write_lines,
    writing,
)
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.errors import BadInput, counted, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.repair.search import Repair, Search
from hanoi_fsm.hanoi import resolver


def configure(command: ArgumentParser) -> None:
    args.example(command, "repair mine.dot --hint", "repair mine.dot --apply 1 -o fixed.dot")
    args.add(command, "name", help=f"the machine that fails: {args.MACHINE}")
    args.add(command, "--memory")
    command.add_argument("--hint", action="store_true", help="print only which line to look at")
    args.number(command, "--most", "M", "print at most M repairs (default: 5)", default=5)
    args.number(command, "--apply", "R", "write the file with the R-th repair, to the FILE of -o")
    # It may be NAME itself, so it is not checked as other outputs are.
    wrote = "the file that --apply writes, which may be NAME; all else in it stays as it is"
    args.add(command, "-o", dest="fixed", help=wrote)
    args.add(command, "--disks", default=6)
    args.add(command, "--jobs")


def run(options: Namespace) -> int:
    args.check_runnable(options.disks)
    args.check_positive(options, "most", "jobs", "apply")
    _check_files(options)
    to_stdout = options.fixed is not None and is_standard_output(options.fixed)
    report = standard_error() if to_stdout else standard_output()  # not into the file
    machine = resolver.find_unchecked(options.name, memory=options.memory)
    with progress_bar(f"checking {options.name}", machine.kind.work(options.disks)) as progress:
        blamed = check(machine, options.disks, progress=progress).finding
    if blamed is None:
        print(f"{machine.shown}: nothing to repair, the check passes", file=report)
        return FINE
    if blamed.kind == "counts":
        print(f"{machine.shown}: only counts are wrong, draw it anew: {blamed}", file=report)
        return FAILED
    most = 1 if options.hint else max(options.most, options.apply or 0)
    with progress_bar(f"repairing {options.name}", None) as progress:
        search = Search(machine, options.disks, options.jobs, progress)
        with closing(search.run()) as repairs:
            found = list(islice(repairs, most))
    if options.apply is not None:
        _apply(options, machine, found, report)
    elif options.hint and found:
        say(f"look at {found[0].place}")
    else:
        write_lines(wrapped(map(str, found[: options.most])))
    tried = f"{counted(search.tried, 'edit')} tried, the nearest first"
    if not found:
        none = "no single edit repairs it: correct what check blames, and ask again"
        if search.left_out:
            none = f"none of the {tried}, repairs it; more were left out"
        print(f"{machine.shown}: {none}", file=report)
        if options.hint and blamed.line:
            say(f"look at line {blamed.line}: {blamed.text or 'check blames it'}")
    elif search.left_out and len(found) < most:
        print(f"{tried}; more were left out", file=report)
    return FINE if found else FAILED


def _check_files(options: Namespace) -> None:
    if options.apply is None and options.fixed is None:
        return
    if options.apply is None or options.fixed is None:
        raise BadInput("--apply and -o belong together: write --apply 1 -o FIXED.dot")
    if options.hint:
        raise BadInput("--hint prints a line and --apply writes a file: leave one of them out")
    if not resolver.is_data(options.name) or options.name == resolver.STANDARD_INPUT:
        raise BadInput(f"--apply is for a DOT or JSON file, not for {shortened(options.name)}")
    if options.fixed.lower().endswith(resolver.FILES) and _is_json(options.fixed) != _is_json(
        options.name
    ):
        raise BadInput(f"-o {shortened(options.fixed)}: the format stays that of {options.name}")


def _is_json(name: str) -> bool:
    return name.lower().endswith(".json")


def _apply(options: Namespace, machine: Machine, found: list[Repair], report: IO[str]) -> None:
    """Write the file with one repair, if it passes when it is read back."""
    refuse_own_input(Namespace(memory=options.memory), options.fixed)
    if options.apply > len(found):
        only = f"only {counted(len(found), 'repair')} found"
        raise BadInput(f"invalid --apply {options.apply}: {only}, choose one by its number")
    repair = found[options.apply - 1]
    text, repaired = _rewritten(Path(options.name), machine, repair)
    checked = check(repaired, options.disks)
    if not checked.holds:
        raise BadInput(f"repair {options.apply} cannot be written into {options.name}: {checked}")
    with writing(options.fixed) as stream:
        stream.write(text)
    print(f"{options.fixed}: {repair}", file=report)


def _rewritten(path: Path, machine: Machine, repair: Repair) -> tuple[str, Machine]:
    """The text of a file with a repair, and the machine that it then shows."""
    from hanoi_fsm.fsm.diagrams.dot_reader import read
    from hanoi_fsm.fsm.formats.json_reader import read_json
    from hanoi_fsm.fsm.repair.rewrite import rewritten_dot, rewritten_json

    formats = {True: (rewritten_json, read_json), False: (rewritten_dot, read)}
    rewritten, read_back = formats[_is_json(path.name)]
    text = rewritten(path.read_bytes().decode(), repair.on(machine.automaton))
    drawing = read_back(text)
    return text, machine.with_automaton(drawing.automaton, lines=drawing.lines, drawing=drawing)
