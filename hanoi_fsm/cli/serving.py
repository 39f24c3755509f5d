"""The command `explorer --watch`: a page that shows a file as it is edited, and its verdict."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from re import sub

from hanoi_fsm.cli.each import Unread, verdicts
from hanoi_fsm.fsm.errors import BadInput, printable, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.judge import check
from hanoi_fsm.watching.page.file_changes import saves
from hanoi_fsm.watching.page.server import PageServer

Verdict = tuple[str, str, Sequence[tuple[str, str]]]
"""What the page says on top: a key of `TITLES`, a text, and details with their names."""

TITLES = {"right": "right", "wrong": "wrong", "unreadable": "cannot be read"}
BELOW = [("shown below", "the last version that could be run")]


def watch(options: Namespace, build: Callable[[int], str]) -> Iterator[str]:
    """Serve the page of a file, and build it anew whenever the file is saved, until Ctrl-C.

    Its address comes back once there is a page, of which `build` makes each version. A file that
    cannot be read at the beginning is an error; later the page of its last version stays.
    """
    name, files = options.names[0], _files(options)
    page, version = "", 0
    with PageServer() as server:
        for _ in saves(files):
            (kind, text, details), new = _version(options, build, version)
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
    if resolver.parted(name)[0] == resolver.STANDARD_INPUT:
        raise BadInput("--watch needs a file, as standard input is read only once: name one")
    if not (resolver.is_data(name) or resolver.is_python(name)):
        resolver.resolve(name)  # it says what is wrong with a name
        raise BadInput(f"--watch {shortened(name)}: expected a DOT or JSON file, or FILE.py:NAME")
    return [Path(sub(r"\.py:.*", ".py", one)) for one in resolver.parted(name) if one]


def _version(options: Namespace, build: Callable[[int], str], version: int) -> tuple[Verdict, str]:
    """The verdict on a file as it was saved, and its page if it can be run.

    A Python file has a fresh process for each version, and so has what it imports.
    """

    def judged(name: str) -> tuple[Verdict, str]:
        machine = resolver.resolve(name, "automaton")
        runs = not (version and machine.faults())
        return _verdict(machine), build(version + 1) if runs else ""

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
