"""The command `explorer --watch`: a page that shows a file as it is edited, and its verdict."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

from hanoi_fsm.cli.error_text import is_of_a_file, why_ended, why_unreadable
from hanoi_fsm.fsm.errors import BadInput, printable, shortened
from hanoi_fsm.fsm.isolate import Failure, Limits, isolated
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.checking import check
from hanoi_fsm.watching.page.file_changes import saves
from hanoi_fsm.watching.page.server import PageServer


class Verdict(TypedDict):
    """What the page says on top; the `kind` is `right`, `wrong` or `unreadable`."""

    kind: str
    title: str
    text: str
    details: list[tuple[str, str]]


BELOW = ("shown below", "the last version that could be run")
LARGEST_PORT = 65_535


def watch(
    options: Namespace, build: Callable[[int], str], started: Callable[[str], object]
) -> None:
    """Serve the page of a file, and build it anew whenever the file is saved, until Ctrl-C.

    `build` makes the page of a version; `started` gets the address once there is a page. A file
    that cannot be read at the beginning is an error; later the page of its last version stays.
    """
    files = _files(options)
    page, version = "", 0
    with _server(options) as server:
        for _ in saves(files):
            found = _version(options, files, build, version)
            if isinstance(found, str):
                if not version:
                    raise BadInput(found)
                verdict = _unreadable(options.names[0], found)
            else:
                verdict, new = found
                page, version = (new, version + 1) if new else (page, version)
            first = not server.is_published
            server.publish(page, version, verdict)
            if first:
                started(server.url)


def _server(options: Namespace) -> PageServer:
    port: int = options.port or 0
    if port > LARGEST_PORT:
        expected = f"expected at most {LARGEST_PORT}, or 0 for one that is free"
        raise BadInput(f"invalid --port {shortened(port)}: {expected}")
    try:
        return PageServer(port)
    except OSError as error:
        advice = "choose another one, or leave it out for one that is free"
        raise BadInput(f"--port {port}: {error.strerror}: {advice}") from error


def _files(options: Namespace) -> list[Path]:
    """The files to look at: the machine's, and that of its memory."""
    names = [options.names[0], *([options.memory] if options.memory else [])]
    if options.names[0] == resolver.STANDARD_INPUT:
        raise BadInput("--watch needs a file, as standard input is read only once: name one")
    if not (resolver.is_data(options.names[0]) or resolver.is_python(options.names[0])):
        resolver.resolve(options.names[0])  # it says what is wrong with a name
        raise BadInput(
            f"--watch {shortened(options.names[0])}: expected a DOT or JSON file, or FILE.py:NAME"
        )
    return [Path(one.rpartition(".py:")[0] + ".py" if ".py:" in one else one) for one in names]


def _refuse_pipes(files: Sequence[Path]) -> None:
    """Raise `BadInput` for what is neither a file nor a folder: to open it may wait for ever."""
    for file in files:
        if file.exists() and not (file.is_file() or file.is_dir()):
            raise BadInput(f"{file}: a pipe or a device, which nobody saves: name a file")


def _version(
    options: Namespace, files: Sequence[Path], build: Callable[[int], str], version: int
) -> tuple[Verdict, str] | str:
    """The verdict on a file as it was saved, and its page if it can be run; or why it is not read.

    A Python file has a fresh process for each version, and so has what it imports.
    """

    def judged() -> tuple[Verdict, str] | str:
        try:
            _refuse_pipes(files)
            machine = resolver.find_unchecked(options.names[0], memory=options.memory)
            shown = not (version and machine.faults())
            return _verdict(machine), build(version + 1) if shown else ""
        except Exception as error:
            if not is_of_a_file(error):
                raise
            return why_unreadable(error)

    if not any(file.suffix == ".py" for file in files):
        return judged()
    found: tuple[Verdict, str] | str | Failure = isolated(judged, Limits(calls=True))
    return why_ended(found, options.names[0]) if isinstance(found, Failure) else found


def _verdict(machine: Machine) -> Verdict:
    report = check(machine)
    found, text = report.finding, str(report).removeprefix(f"{report.name}: ")
    if found is None:
        return _said("right", f"{report.name}: right:", text)
    if found.kind == "definition":  # all the faults are named, and nothing can be run
        return _said("wrong", f"{report.name}: wrong:", text.removeprefix("FAILED: "), [BELOW])
    where = replace(found, line=None, expected="", got="")
    parts = (("line", found.line), ("expected", found.expected), ("got", found.got))
    details = [(name, str(value)) for name, value in parts if value]
    return _said("wrong", f"{report.name}: wrong:", str(where), details)


def _unreadable(name: str, why: str) -> Verdict:
    title = f"{name}: cannot be read:"
    return _said("unreadable", title, why.removeprefix(f"{name}: "), [BELOW])


def _said(kind: str, title: str, text: str, details: Sequence[tuple[str, str]] = ()) -> Verdict:
    return {
        "kind": kind,
        "title": printable(title),
        "text": printable(text),
        "details": [(name, printable(value)) for name, value in details],
    }
