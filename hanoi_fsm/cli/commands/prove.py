"""The command `prove`: machines proved right for inputs of any size, or a counterexample."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args, tables
from hanoi_fsm.cli.each import Unread, judged
from hanoi_fsm.cli.output import (
    KEPT,
    is_standard_output,
    progress_bar,
    say,
    standard_error,
    wrapped,
    write_lines,
)
from hanoi_fsm.fsm.errors import BadInput, HanoiError, cut, listed
from hanoi_fsm.fsm.finding import Proof, Verdict
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import automata, resolver

CODES = {Verdict.REFUTED.value: FAILED, Verdict.OPEN.value: UNDECIDED}


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "prove two-storey my.dot",
        "prove monk --certificate monk.json",
        "prove --verify monk.json monk",
    )
    names = (
        "automata, DOT or JSON files (`-` is standard input), or FILE.py:NAME, which runs FILE.py "
        "(default: all automata)"
    )
    args.add(command, "names", help=names)
    args.add(command, "--format")
    certificate = "write what was found for the one NAME, a solver, as JSON into FILE"
    command.add_argument("--certificate", metavar="FILE", help=certificate)
    verify = (
        "check the certificate in FILE line by line, without the search; with a NAME, also that "
        "it is for that machine"
    )
    command.add_argument("--verify", metavar="FILE", help=verify)


def run(options: Namespace) -> int:
    if options.verify is not None:
        args.refuse_idle(options, "with --verify", "certificate", "format")
        return _verify(options.verify, options.names)
    if options.certificate is not None:
        args.refuse_idle(options, "with --certificate", "format")
        if len(options.names) != 1:
            example = "as in `prove monk --certificate FILE`"
            raise BadInput(f"--certificate needs exactly one NAME: {example}")
    unread: list[str] = []
    verdicts: set[str] = set()

    def rows() -> Iterator[Row]:
        names = options.names or automata.names()
        for _, found in judged(names, partial(_row, options=options)):
            if isinstance(found, Unread):
                unread.append(found.why)
            else:
                verdicts.add(str(found["verdict"]))
                yield found

    if options.format == "text":
        for row in rows():
            _report(row, options.certificate)
    else:
        write_lines(tables.lines_in(options.format, rows()))
    if unread:
        raise BadInput(unread[0] if len(unread) == 1 else f"cannot be read: {listed(unread)}")
    return next((code for verdict, code in CODES.items() if verdict in verdicts), FINE)


def _row(name: str, options: Namespace) -> Row:
    """The columns of csv and jsonl: those of `check`, the size of the proof, and its time."""
    machine = resolver.find(name)
    begin = perf_counter()
    with progress_bar(f"proving {name}", None) as progress:
        proof = machine.prove(progress)
    row: Row = {"file": name, "verdict": proof.verdict.value}
    for column, field in (("line", "line"), ("n", "size"), ("step", "step")):
        row[column] = getattr(proof.finding, field, None)
    for column in ("expected", "got"):
        row[column] = getattr(proof.finding, column, "") or None
    row |= {"size": proof.size or None, "seconds": round(perf_counter() - begin, 3)}
    row |= {"text": str(proof.finding) if proof.finding else proof.text}
    if options.certificate is not None and proof.holds:
        row["certificate"] = _certificate(proof)
    return row


def _report(row: Row, file: str | None) -> None:
    """Print a verdict, after its certificate has been written."""
    refuted, proved = (row["verdict"] == one.value for one in (Verdict.REFUTED, Verdict.PROVED))
    said = f"{row['file']}: {'FAILED: ' * refuted}{row['text']}"
    said += f", {row['seconds']:.2f}{KEPT}s" * proved
    if proved and file is not None:
        write_lines([str(row["certificate"])], file)
        if is_standard_output(file):  # nothing else belongs there
            print(*wrapped([said]), sep="\n", file=standard_error(), flush=True)
            return
        said += f"; certificate: {file}"
    for line in wrapped([said]):
        say(line)


def _certificate(proof: Proof) -> str:
    from hanoi_fsm.fsm.formats.json_format import json_text
    from hanoi_fsm.hanoi.proofs import certificate

    if proof.certificate is None:
        which = "certificates are for solvers over a memory of this package"
        raise BadInput(f"{proof.name} is proved, but that has no certificate: {which}")
    text = json_text(proof.certificate)
    try:
        certificate.read(text)
    except HanoiError as error:
        no_room = f"{proof.name} is proved, but its certificate has no room: {error}"
        raise BadInput(no_room) from None
    return text


def _verify(file: str, names: list[str]) -> int:
    """Print whether the certificate in a file proves what it says; the exit code comes back."""
    from hanoi_fsm.hanoi.proofs import certificate, solvers

    if len(names) > 1:
        raise BadInput("--verify checks one certificate: give at most one NAME")
    shown, code = cut(file, 60), FAILED
    found = None
    try:
        found = certificate.read(_content(file, certificate.MOST_BYTES))
        with progress_bar(f"verifying {file}", None) as progress:
            proof = solvers.verify(found, progress)
        said, code = f"{shown}: {proof}", FINE
    except certificate.NotAProof as error:
        said, names = f"{shown}: not a proof: {error}", []
    except HanoiError as error:
        raise BadInput(f"{shown}: not a certificate: {error}") from None
    for name, other in judged(names, partial(_other, found)):
        if isinstance(other, Unread):
            raise BadInput(other.why)
        if other:
            which = f"{name}, which is defined otherwise"
            said, code = f"{shown}: a proof of {proof.name}, but not of {which}", FAILED
    write_lines(wrapped([said]))
    return code


def _other(found: Any, name: str) -> bool:
    """Whether a certificate is not for the machine of that name."""
    from hanoi_fsm.hanoi.proofs import certificate

    return not certificate.is_for(found, resolver.find(name))


def _content(file: str, most: int) -> bytes:
    """The beginning of a file, with one byte more than it may have."""
    if file != resolver.STANDARD_INPUT:
        with Path(file).open("rb") as stream:
            return stream.read(most + 1)
    if sys.stdin is None:
        raise BadInput("standard input is closed: name a file in place of `-`")
    return sys.stdin.buffer.read(most + 1)
