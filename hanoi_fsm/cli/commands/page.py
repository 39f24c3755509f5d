"""The command `page`: one HTML page in which machines run."""

import webbrowser
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from hanoi_fsm.cli import NAME, args
from hanoi_fsm.cli.output import complain, in_options, progress_bar
from hanoi_fsm.course.guide import PAGE
from hanoi_fsm.fsm.files import write
from hanoi_fsm.watching.page import machines_of, page_of

EXAMPLES = ("page two-storey monk", "page clock.py:clock")
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, diagrams, or FILE.py:NAME (default: all automata); a machine "
        "that fails its check is shown up to its fault, which goes to standard error",
    },
    "-o": {"dest": "into", "help": f"write to FILE instead of {PAGE}"},
    "--open": {"action": "store_true", "help": "open the page in the default browser"},
}


def run(options: Namespace) -> Iterator[str]:
    file = options.into or PAGE
    machines = machines_of(options.names or None)

    def report(finding: object) -> None:
        complain(in_options(str(finding), options.flags))

    with progress_bar("page", len(machines)) as progress:
        text = page_of(machines, progress=progress, reported=report)
    write(text, file)
    yield file
    if options.open and not webbrowser.open(Path(file).resolve().as_uri()):
        complain(f"{NAME}: no browser was found; open {file} yourself")
