"""Many commands in forked processes, each judged by what must hold for any command.

Whatever it was given, a command ends with 0, 1 or 2, refuses in one line, leaves no file behind but
those that it was asked for, and needs little time and memory. A process that dies or hangs is
reported with the case that it was at.
"""

import io
import os
import pickle
import re
import resource
import shutil
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from commands import run

BATCH = 200  # cases per process
PATIENCE = 60  # seconds of the clock after which a process is taken to hang
MOST_SECONDS = 2.0  # of the processor, whatever else the machine does
MOST_BYTES = 200 << 20  # beyond what the process had before
LONGEST = 300 + len("hanoi-fsm: ")


class Case(NamedTuple):
    """A command line, the files in its folder, its standard input, and the exit codes allowed."""

    words: tuple[str, ...]
    files: dict[str, bytes] = {}  # noqa: RUF012  # never changed
    stdin: bytes = b""
    codes: tuple[int, ...] = (0, 1, 2)
    leaves: tuple[str, ...] = ()  # the files and folders that it may make

    def __str__(self) -> str:
        shown = [word if len(word) < 60 else f"{word[:50]}... ({len(word)})" for word in self.words]
        return repr(shown)


class Result(NamedTuple):
    code: int
    out: str
    err: str
    seconds: float
    peak: int
    changed: tuple[str, ...]


def faults(cases: Sequence[Case]) -> list[str]:
    """What is wrong with each of the cases that is not as it must be, in words."""
    found, at = [], 0
    while at < len(cases):
        batch = cases[at : at + BATCH]
        results, death = _in_a_process(batch)
        for case, result in zip(batch, results, strict=False):
            found += [f"{case}: {fault}" for fault in _faults(case, result)]
        at += len(results)
        if death and at < len(cases):
            found.append(f"{cases[at]}: {death}")
            at += 1
    return found


def _faults(case: Case, result: Result) -> list[str]:
    """What is wrong with one result."""
    lines = result.err.splitlines()
    warned = result.code == 0 and case.words[0] == "draw" and "is faulty" in result.err
    wrong = {
        f"exit code {result.code}, not {case.codes}": result.code not in case.codes,
        f"a traceback: {lines[-3:]}": "Traceback" in result.err + result.out,
        f"{len(lines)} lines of errors: {lines[:3]}": len(lines) != (result.code == 2 or warned)
        and not (result.code == 1 and len(lines) == 1),
        f"no name before the error: {lines}": any(line[:11] != "hanoi-fsm: " for line in lines)
        and result.code == 2,
        f"unprintable: {lines}": not all(line.isprintable() for line in lines),
        f"{max(map(len, lines), default=0)} characters": any(len(one) > LONGEST for one in lines),
        f"{result.seconds:.1f} seconds": result.seconds > MOST_SECONDS,
        f"{result.peak >> 20} MB": result.peak > MOST_BYTES,
        f"left or changed {result.changed}": bool(result.changed),
    }
    return [fault for fault, applies in wrong.items() if applies]


def _in_a_process(cases: Sequence[Case]) -> tuple[list[Result], str]:
    """The results of the cases up to one that its process did not survive, and how it ended."""
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(cases, theirs), daemon=False)
    process.start()
    theirs.close()
    results: list[Result] = []
    death = ""
    try:
        while len(results) < len(cases):
            if not ours.poll(PATIENCE):
                death = f"no answer in {PATIENCE} seconds"
                break
            results.append(Result(*pickle.loads(ours.recv_bytes())))
    except EOFError:
        process.join(PATIENCE)
        death = f"the process died with {process.exitcode}"
    process.kill()
    process.join()
    return results, death


def _work(cases: Sequence[Case], pipe: Connection) -> None:
    folder = Path(tempfile.mkdtemp(prefix="sweep-"))
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    try:
        for case in cases:
            pipe.send_bytes(pickle.dumps(tuple(_result(case, folder))))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def _result(case: Case, top: Path) -> Result:
    folder = Path(tempfile.mkdtemp(dir=top))
    for name, content in case.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    sys.stdin = io.TextIOWrapper(io.BytesIO(case.stdin), "utf-8", "surrogateescape")
    before, began = _peak_from_now(), _seconds()
    try:
        ran = run(*case.words, cwd=folder)
        code, out, err = ran
    except BaseException:  # whatever came through is what we are after
        code, out, err = -1, "", traceback.format_exc()
    seconds = _seconds() - began
    peak = _peak() - before
    changed = tuple(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if not _expected(path, folder, case)
    )
    shutil.rmtree(folder, ignore_errors=True)
    return Result(code, out[-2000:], err, seconds, peak, changed)


def _expected(path: Path, folder: Path, case: Case) -> bool:
    name = path.relative_to(folder).as_posix()
    if name.startswith(case.leaves) or path.is_dir():
        return True
    return name in case.files and path.read_bytes() == case.files[name]


def _seconds() -> float:
    """Of the processor: this process and the processes that it started and that have ended."""
    return sum(os.times()[:4])


def _peak_from_now() -> int:
    """Forget how much memory was used before; so much is used now."""
    with suppress(OSError):  # elsewhere than on Linux the most of all cases so far counts
        Path("/proc/self/clear_refs").write_text("5")
    return _peak()


def _peak() -> int:
    with suppress(OSError):
        found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
        return int(found[1]) << 10 if found else 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
