"""The command `explorer`: one HTML page to watch machines work."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from hanoi_fsm.cli import NAME, args
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.output import STANDARD, progress_bar, write_text
from hanoi_fsm.fsm.errors import BadInput, UnknownName
from hanoi_fsm.fsm.finding import Report
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.watching.page import machines_of, page_of
from hanoi_fsm.watching.page.scope import USUAL_DISKS, Scope, scope_of

PAGE = "explorer.html"
EXAMPLES = (
    "explorer two-storey monk --disks 2",
    "explorer clock.py:clock --word 'tick H tick'",
)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, DOT or JSON files, or FILE.py:NAME (default: all automata); one that "
        "fails its check is shown up to its fault, which is reported on standard error",
    },
    "--disks": {
        "default": USUAL_DISKS,
        "help": "the largest number of disks for machines whose runs are recorded, as the page "
        "cannot run them itself (default: %(default)s)",
    },
    "--word": {
        "action": "append",
        "dest": "words",
        "metavar": "EVENTS",
        "help": "events for the machines that read them, such as 'tick H tick'; repeat it for more "
        "runs",
    },
    "--path": {
        "nargs": 2,
        "action": "append",
        "dest": "paths",
        "metavar": ("START", "GOAL"),
        "help": "two configurations for the pathfinders; repeat it for more paths",
    },
    "-o": {"dest": "into", "help": f"write to FILE instead of {PAGE}; - is standard output"},
    "--open": {"action": "store_true", "help": "open the page in the default browser"},
}


def run(options: Namespace) -> Iterator[str]:
    file = options.into or PAGE
    if options.open and file == STANDARD:
        raise BadInput("--open does nothing with -o -: leave it out")
    machines = machines_of(list(dict.fromkeys(options.names)) or None)
    reports: list[Report] = []
    with progress_bar("explorer", len(machines)) as progress:
        page = page_of(
            machines, _scope(options, machines), progress=progress, reported=reports.append
        )
    write_text(page, file)
    if file != STANDARD:
        yield file
    for report in reports:
        if not report.holds:
            complain(one_line(str(report)))
    if options.open:
        _open(Path(file).resolve().as_uri())


def _scope(options: Namespace, machines: Sequence[Machine]) -> Scope:
    if options.paths and not any(one.kind.name == "pathfinder" for one in machines):
        raise BadInput("--path is for pathfinders, and none of these is one: leave it out")
    words = [_word(text, machines) for text in options.words or []]
    return scope_of(options.disks, options.paths or [], words)


def _word(text: str, machines: Sequence[Machine]) -> Sequence[str]:
    """The events of a word for one of the machines; symbols of one width need no blanks."""
    alphabets = [one.alphabet for one in machines if not one.autonomous]
    if not alphabets:
        raise BadInput(
            "--word is for machines that read events, and none of these does: leave it out"
        )
    events, joined = text.split(), "".join(text.split())
    for alphabet in alphabets:
        width = len(alphabet[0])
        cut = [joined[at : at + width] for at in range(0, len(joined), width)]
        for word in (events, cut):
            if set(word) <= set(alphabet):
                return word
    unknown = next(event for event in events if event not in alphabets[0])
    raise UnknownName.among("event", unknown, alphabets[0])


def _open(url: str) -> None:
    import webbrowser

    try:
        opened = webbrowser.open(url)
    except Exception:  # whatever is wrong with a browser, the page is there
        opened = False
    if not opened:
        complain(one_line(f"{NAME}: no browser could be opened: open {url} yourself"))
