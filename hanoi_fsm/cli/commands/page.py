"""The command `page`: one HTML page in which machines run."""

import webbrowser
from pathlib import Path

from hanoi_fsm.cli.command import (
    NAME,
    PAGES,
    Arguments,
    Lines,
    Options,
    by_extension,
    complain,
    in_options,
    progress_bar,
    write,
)
from hanoi_fsm.course.guide import PAGE
from hanoi_fsm.watching.page import machines_of, page_of

EXAMPLES = ("page two-storey monk", "page clock.py:clock")
ARGUMENTS: Arguments = {
    "names": {
        "help": "automata, diagrams, or FILE.py:NAME (default: all automata); a machine "
        "that fails its check is shown up to its fault, which goes to standard error",
    },
    "-o": {"dest": "into", "default": PAGE, "help": "write to FILE instead of %(default)s"},
    "--open": {"action": "store_true", "help": "open the page in the default browser"},
}


def run(options: Options) -> Lines:
    by_extension(options.into, PAGES)
    machines = machines_of(options.names or None)
    with progress_bar("page", len(machines)) as progress:
        text = page_of(
            machines,
            progress=progress,
            reported=lambda finding: complain(in_options(str(finding), options.flags)),
        )
    write(text, options.into)
    yield options.into
    if options.open and not webbrowser.open(Path(options.into).resolve().as_uri()):
        complain(f"{NAME}: no browser was found; open {options.into} yourself")
