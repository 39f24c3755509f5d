"""The command `prove`: machines proved right for inputs of any size, or a counterexample."""

from argparse import Namespace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from hanoi_fsm.cli import FAILED, FINE, NAME, UNDECIDED, args
from hanoi_fsm.cli.each import judged
from hanoi_fsm.cli.output import (
    KEPT,
    Lines,
    progress_bar,
    standard_output,
    wrapped,
    write_text,
)
from hanoi_fsm.fsm.errors import BadInput, HanoiError, cut
from hanoi_fsm.fsm.finding import Proof, Verdict
from hanoi_fsm.hanoi import automata, resolver

CODES = {Verdict.REFUTED.value: FAILED, Verdict.OPEN.value: UNDECIDED}


EXAMPLES = (
    "prove two-storey my.dot",
    "prove monk --certificate monk.json",
    "prove --verify monk.json monk",
)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, DOT or JSON files (`-` is standard input), or FILE.py:NAME, which runs "
        "FILE.py (default: all automata)",
    },
    "--certificate": {
        "dest": "into",
        "metavar": "FILE",
        "help": "write what was found for the one NAME, a solver, as JSON into FILE",
    },
    "--verify": {
        "metavar": "FILE",
        "help": "check the certificate in FILE line by line, without the search; with a NAME, also "
        "that it is for that machine",
    },
}


def run(options: Namespace) -> Lines:
    if options.verify is not None:
        if options.into is not None:
            raise BadInput("--certificate does nothing with --verify: leave it out")
        return (yield from _verified(options.verify, options.names))
    if options.into is not None and len(options.names) != 1:
        raise BadInput("--certificate needs exactly one NAME: `prove monk --certificate FILE`")
    names, found = options.names or automata.names(), set[str]()
    for _, (verdict, said, certificate) in judged(names, partial(_proved, options=options)):
        found.add(verdict)
        if certificate is not None:
            write_text(f"{certificate}\n", options.into)
        kept = "" if certificate is None else f"; certificate: {options.into}"
        yield from wrapped([f"{said}{kept}"])
    if standard_output().isatty():
        yield f"(`{NAME} guide 13` explains what it means to be proved)"
    return next((code for verdict, code in CODES.items() if verdict in found), FINE)


def _proved(name: str, options: Namespace) -> tuple[str, str, str | None]:
    """The verdict on a machine, what is said of it, and its certificate if that is asked for."""
    machine = resolver.find(name)
    begin = perf_counter()
    with progress_bar(f"proving {name}", None) as progress:
        proof = machine.prove(progress)
    if not proof.holds:
        return proof.verdict.value, str(proof), None
    said = f"{proof}, {perf_counter() - begin:.2f}{KEPT}s"
    return proof.verdict.value, said, None if options.into is None else _certificate(proof)


def _certificate(proof: Proof) -> str:
    from hanoi_fsm.fsm.formats.json_format import json_text

    if proof.certificate is None:
        which = "certificates are for solvers over a memory of this package"
        raise BadInput(f"{proof.name} is proved, but that has no certificate: {which}")
    return json_text(proof.certificate)


def _verified(file: str, names: list[str]) -> Lines:
    """Whether the certificate in a file proves what it says."""
    from hanoi_fsm.hanoi.proofs import certificate, solvers

    if len(names) > 1:
        raise BadInput("--verify checks one certificate: give at most one NAME")
    shown, is_standard = cut(file, 60), file == resolver.STANDARD_INPUT
    try:
        found = certificate.read(
            resolver.from_standard_input(certificate.MOST_BYTES)
            if is_standard
            else Path(file).read_bytes()
        )
        with progress_bar(f"verifying {file}", None) as progress:
            proof = solvers.verify(found, progress)
    except certificate.NotAProof as error:
        yield from wrapped([f"{shown}: not a proof: {error}"])
        return FAILED
    except HanoiError as error:
        raise BadInput(f"{shown}: not a certificate: {error}") from None
    for name, other in judged(names, partial(_other, found)):
        if other:
            which = f"{name}, which is defined otherwise"
            yield from wrapped([f"{shown}: a proof of {proof.name}, but not of {which}"])
            return FAILED
    yield from wrapped([f"{shown}: {proof}"])
    return FINE


def _other(found: Any, name: str) -> bool:
    """Whether a certificate is not for the machine of that name."""
    from hanoi_fsm.hanoi.proofs import certificate

    return not certificate.is_for(found, resolver.find(name))
