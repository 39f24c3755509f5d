"""The command `explorer`: one HTML page to watch machines work, written or served."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from re import sub
from threading import Thread

from hanoi_fsm.cli import NAME, args
from hanoi_fsm.cli.each import Unread, verdicts
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.output import STANDARD, progress_bar, write_text
from hanoi_fsm.fsm.errors import BadInput, UnknownName, printable, shortened
from hanoi_fsm.fsm.finding import Report
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.judge import check
from hanoi_fsm.watching.page import machines_of, page_of
from hanoi_fsm.watching.page.scope import USUAL_DISKS, Scope, scope_of

PAGE = "explorer.html"
Verdict = tuple[str, str, Sequence[tuple[str, str]]]
"""What the page says on top: a key of `TITLES`, a text, and details with their names."""

TITLES = {"right": "right", "wrong": "wrong", "unreadable": "cannot be read"}
BELOW = [("shown below", "the last version that could be run")]
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
    "--watch": {
        "action": "store_true",
        "help": "serve the page of the first NAME, a DOT file, JSON file or FILE.py:NAME, to this "
        "computer alone, and reload it whenever the file is saved, with what its check finds on "
        "top; until Ctrl-C",
    },
    "--open": {"action": "store_true", "help": "open the page in the default browser"},
}


def run(options: Namespace) -> Iterator[str]:
    if options.watch:
        args.refuse_idle(options, "with --watch", "into")
        for url in _watched(options):
            yield url
            if options.open:  # it may wait for the browser
                Thread(target=_open, args=(url,), daemon=True).start()
        return
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


# a file that is watched


def _watched(options: Namespace) -> Iterator[str]:
    """Serve the page of a file, and build it anew whenever the file is saved, until Ctrl-C.

    Its address comes back once there is a page. A file that cannot be read at the beginning is an
    error; later the page of its last version stays.
    """
    from hanoi_fsm.watching.page.file_changes import saves
    from hanoi_fsm.watching.page.server import PageServer

    if not options.names:
        raise BadInput("--watch needs a file to look at: write explorer FILE --watch")
    name, files = options.names[0], _files(options)
    page, version = "", 0
    with PageServer() as server:
        for _ in saves(files):
            (kind, text, details), new = _version(options, version)
            if not version and kind == "unreadable":
                raise BadInput(text)
            page, version = (new, version + 1) if new else (page, version)
            first = not server.page
            said = {
                "kind": kind,
                "title": printable(f"{name}: {TITLES[kind]}:"),
                "text": printable(text.removeprefix(f"{name}: ")),
                "details": [(detail, printable(value)) for detail, value in details],
            }
            server.publish(page, version, said)
            if first:
                yield server.url


def _files(options: Namespace) -> list[Path]:
    """The files to look at: the machine's, and that of its memory."""
    name = options.names[0]
    is_standard = resolver.parted(name)[0] == resolver.STANDARD_INPUT
    if is_standard or not (resolver.is_data(name) or resolver.is_python(name)):
        raise BadInput(f"--watch {shortened(name)}: expected a DOT or JSON file, or FILE.py:NAME")
    return [Path(sub(r"\.py:.*", ".py", one)) for one in resolver.parted(name) if one]


def _version(options: Namespace, version: int) -> tuple[Verdict, str]:
    """The verdict on a file as it was saved, and its page if it can be run.

    A Python file has a fresh process for each version, and so has what it imports.
    """

    def judged(name: str) -> tuple[Verdict, str]:
        machine = resolver.resolve(name, "automaton")
        if version and machine.faults():
            return _verdict(machine), ""
        machines = machines_of(list(dict.fromkeys(options.names)))
        return _verdict(machine), page_of(machines, _scope(options, machines), version=version + 1)

    [(_, found)] = verdicts([options.names[0]], judged)
    return (("unreadable", found.why, BELOW), "") if isinstance(found, Unread) else found


def _verdict(machine: Machine) -> Verdict:
    report = check(machine)
    found, text = report.finding, str(report).removeprefix(f"{report.name}: ")
    if found is None:
        return "right", text, []
    if found.kind == "definition":  # all the faults are named, and nothing can be run
        return "wrong", text.removeprefix("FAILED: "), BELOW
    parts = (("line", found.line), ("expected", found.expected), ("got", found.got))
    details = [(name, str(value)) for name, value in parts if value]
    return "wrong", str(replace(found, line=None, expected="", got="")), details
