"""The command `prove`: machines proved right for inputs of any size, or a counterexample."""

from argparse import ArgumentParser, Namespace
from time import perf_counter

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args
from hanoi_fsm.cli.output import wrapped, write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.proof import Proof, Verdict
from hanoi_fsm.hanoi import automata, resolver

CODES = {Verdict.PROVED: FINE, Verdict.REFUTED: FAILED, Verdict.OPEN: UNDECIDED}


def configure(command: ArgumentParser) -> None:
    args.example(command, "prove two-storey my.dot")
    args.add(
        command,
        "names",
        help="automata, DOT or JSON files (`-` is standard input), or FILE.py:NAME, which runs "
        "FILE.py (default: all automata)",
    )
    args.add(command, "--memory")


def run(options: Namespace) -> int:
    verdicts = {_proof(name, options).verdict for name in options.names or automata.names()}
    return next((CODES[one] for one in (Verdict.REFUTED, Verdict.OPEN) if one in verdicts), FINE)


def _proof(name: str, options: Namespace) -> Proof:
    """The proof of one machine, after its verdict has been printed."""
    machine = resolver.find(name, memory=options.memory)
    begin = perf_counter()
    with progress_bar(f"proving {name}", None) as progress:
        proof = machine.prove(progress)
    taken = f", {perf_counter() - begin:.2f} s" if proof.holds else ""
    write_lines(wrapped([f"{proof}{taken}"]))
    return proof
