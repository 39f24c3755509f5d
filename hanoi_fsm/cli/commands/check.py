"""The command `check`: machines, formulas and functions, compared with what they must do."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.hanoi import checking, resolver


def configure(command: ArgumentParser) -> None:
    args.example(command, "check two-storey my.dot --disks 8")
    args.add(
        command,
        "names",
        help="automata, formulas, DOT or JSON files, or FILE.py:NAME for a function, an Automaton "
        "or a Machine of your own, which runs FILE.py (default: all automata and formulas)",
    )
    args.add(command, "--memory")
    args.add(command, "--disks", default=10)
    args.add(command, "--strict")


def run(options: Namespace) -> int:
    args.check_runnable(options.disks)
    names = dict.fromkeys(options.names or resolver.names())
    subjects = {name: resolver.resolve(name, memory=options.memory) for name in names}
    code = FINE
    for name, subject in subjects.items():
        with progress_bar(name, subject.work(options.disks)) as progress:
            report = checking.check(
                subject, options.disks, progress=progress, strict=options.strict
            )
        code = code if report.holds else FAILED
        memory = f" --memory {options.memory}" if options.memory else ""
        advice = f" (try `hanoi-fsm mend {name}{memory} --hint`)"
        mendable = name.endswith(resolver.FILES) and not report.holds
        print(f"{report}{advice if mendable else ''}", flush=True)
    return code
