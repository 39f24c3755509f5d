"""The command `prove`: machines proved right for inputs of any size, or a counterexample."""

import sys
from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args, tables
from hanoi_fsm.cli.error_text import why_ended, why_unreadable
from hanoi_fsm.cli.output import (
    KEPT,
    is_standard_output,
    progress_bar,
    refuse_own_input,
    standard_error,
    standard_output,
    wrapped,
    write_bytes,
    write_lines,
)
from hanoi_fsm.fsm.errors import BadInput, HanoiError, cut, listed
from hanoi_fsm.fsm.finding import Proof, Verdict
from hanoi_fsm.fsm.isolate import Failure, Limits, isolated
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import automata, resolver
from hanoi_fsm.hanoi.machines import Solver

CODES = {Verdict.PROVED: FINE, Verdict.REFUTED: FAILED, Verdict.OPEN: UNDECIDED}


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "prove two-storey my.dot",
        "prove two-storey --draw",
        "prove monk --certificate monk.json",
        "prove --verify monk.json monk",
    )
    args.add(
        command,
        "names",
        help="automata, DOT or JSON files (`-` is standard input), or FILE.py:NAME, which runs "
        "FILE.py (default: all automata)",
    )
    args.add(command, "--memory", "--format")
    command.add_argument(
        "--certificate",
        metavar="FILE",
        help="write what was found for the one NAME, a solver, as JSON into FILE",
    )
    command.add_argument(
        "--verify",
        metavar="FILE",
        help="check the certificate in FILE line by line, without the search; with a NAME, also "
        "that it is for that machine",
    )
    command.add_argument(
        "--draw",
        action="store_true",
        help="draw the control machine of each solver that is proved: after which bits of the step "
        "number it is in which state",
    )
    args.add(command, "--out")


def run(options: Namespace) -> int:
    tables.check_format(options.format, "text")
    if not options.draw:
        args.refuse_idle(options, "without --draw", "out")
    if options.verify is not None:
        args.refuse_idle(options, "with --verify", "certificate", "memory", "draw", "format")
        return _verify(options.verify, options.names)
    if options.certificate is not None and len(options.names) != 1:
        raise BadInput(
            "--certificate needs exactly one NAME: as in `prove monk --certificate FILE`"
        )
    if options.format != "text" and (options.certificate is not None or options.draw):
        raise BadInput("--format is for verdicts: leave it out with --certificate or --draw")
    rows: list[Row] = []
    unread: list[str] = []
    proved = _rows(options.names or automata.names(), options, rows, unread)
    if options.format == "text":
        deque(proved, maxlen=0)
    else:
        write_lines(tables.lines_in(options.format, proved))
    if unread:
        raise BadInput(unread[0] if len(unread) == 1 else f"cannot be read: {listed(unread)}")
    verdicts = {row["verdict"] for row in rows}
    ranked = (Verdict.REFUTED, Verdict.OPEN)
    return next((CODES[one] for one in ranked if one.value in verdicts), FINE)


def _rows(
    names: list[str], options: Namespace, rows: list[Row], unread: list[str]
) -> Iterator[Row]:
    """One row per machine; of several, one in a Python file has a process of its own."""
    for name in names:
        row: Row | str | Failure
        if len(names) == 1 or not (options.memory or resolver.is_python(name)):
            row = _prove(name, options)
        else:
            row = isolated(partial(_prove_apart, name, options), Limits(calls=True))
        if isinstance(row, Failure):
            row = why_ended(row, name.rpartition(":")[0] or name)
        if isinstance(row, str):
            unread.append(row)
        else:
            rows.append(row)
            yield row


def _prove_apart(name: str, options: Namespace) -> Row | str:
    """In a child: the row, or why there is none."""
    try:
        return _prove(name, options)
    except (HanoiError, OSError) as error:
        return why_unreadable(error)
    finally:
        standard_output().flush()


def _proof(name: str, options: Namespace) -> tuple[Machine, Proof, float]:
    """A machine, its proof, and how many seconds that has taken."""
    machine = resolver.find(name, memory=options.memory)
    if options.draw and options.names and not isinstance(machine, Solver):
        what = f"{machine.shown} is a {machine.kind.name}"
        raise BadInput(f"--draw draws the control machine of a solver, {what}: leave it out")
    begin = perf_counter()
    with progress_bar(f"proving {name}", None) as progress:
        proof = machine.prove(progress)
    return machine, proof, perf_counter() - begin


def _row(name: str, proof: Proof, seconds: float) -> Row:
    """The columns of csv and jsonl: those of `check`, the size of the proof, and its time."""
    row: Row = {"file": name, "verdict": proof.verdict.value}
    for column, field in (("line", "line"), ("n", "size"), ("step", "step")):
        row[column] = getattr(proof.finding, field, None)
    for column in ("expected", "got"):
        row[column] = getattr(proof.finding, column, "") or None
    row |= {"size": proof.size or None, "seconds": round(seconds, 3)}
    return row | {"text": str(proof.finding) if proof.finding else proof.text}


def _prove(name: str, options: Namespace) -> Row:
    """The row of one machine, for the format text after its verdict has been printed."""
    machine, proof, seconds = _proof(name, options)
    row = _row(name, proof, seconds)
    if options.format != "text":
        return row
    taken = f", {seconds:.2f}{KEPT}s" if proof.holds else ""
    report = standard_output()
    if proof.holds and options.certificate is not None:
        _write_certificate(proof, options.certificate)
        if is_standard_output(options.certificate):  # nothing else belongs there
            report = standard_error()
        else:
            taken += f"; certificate: {options.certificate}"
    print(*wrapped([f"{proof}{taken}"]), sep="\n", file=report, flush=True)
    if options.draw and proof.holds and isinstance(machine, Solver):
        print(_drawn(name, machine, options), file=report)
    return row


def _drawn(name: str, machine: Solver, options: Namespace) -> Path:
    """The file into which the diagram of the control machine has been written."""
    from hanoi_fsm.cli.state_diagrams import CONTROL, control_diagram, stem_of

    file = Path(options.out, f"{stem_of(name, machine)}-{CONTROL}.svg")
    refuse_own_input(options, file)
    with progress_bar(f"drawing {name}", None):
        picture = control_diagram(machine).render()
    write_bytes(picture, file)
    return file


def _write_certificate(proof: Proof, file: str) -> None:
    from hanoi_fsm.fsm.formats.json_format import json_text
    from hanoi_fsm.hanoi.proofs import certificate

    if proof.certificate is None:
        which = "certificates are for solvers over a memory of this package"
        raise BadInput(f"{proof.name} is proved, but that has no certificate: {which}")
    text = json_text(proof.certificate)
    try:
        certificate.read(text)
    except HanoiError as error:
        raise BadInput(
            f"{proof.name} is proved, but its certificate has no room: {error}"
        ) from None
    write_lines([text], file)


def _verify(file: str, names: list[str]) -> int:
    """Print whether the certificate in a file proves what it says; the exit code comes back."""
    from hanoi_fsm.hanoi.proofs import certificate, solvers

    machine = _the_only(names)
    shown = cut(file, 60)
    try:
        found = certificate.read(_content(file, certificate.MOST_BYTES))
        with progress_bar(f"verifying {file}", None) as progress:
            proof = solvers.verify(found, progress)
    except certificate.NotAProof as error:
        return _failed(f"{shown}: not a proof: {error}")
    except HanoiError as error:
        raise BadInput(f"{shown}: not a certificate: {error}") from None
    if machine and not certificate.is_for(found, machine):
        other = f"{machine.shown}, which is defined otherwise"
        return _failed(f"{shown}: a proof of {proof.name}, but not of {other}")
    write_lines(wrapped([f"{shown}: {proof}"]))
    return FINE


def _failed(text: str) -> int:
    write_lines(wrapped([text]))
    return FAILED


def _the_only(names: list[str]) -> Machine | None:
    """The machine that a certificate should be for, None if any will do."""
    if len(names) > 1:
        raise BadInput("--verify checks one certificate: give at most one NAME")
    return resolver.find(names[0]) if names else None


def _content(file: str, most: int) -> bytes:
    """The beginning of a file, with one byte more than it may have."""
    if file == resolver.STANDARD_INPUT:
        if sys.stdin is None:
            raise BadInput("standard input is closed: name a file in place of `-`")
        return sys.stdin.buffer.read(most + 1)
    with Path(file).open("rb") as stream:
        return stream.read(most + 1)
