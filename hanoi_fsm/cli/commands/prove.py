"""The command `prove`: machines proved right for inputs of any size, or a counterexample."""

from argparse import Namespace
from time import perf_counter

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args
from hanoi_fsm.cli.each import judged
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.fsm.finding import Verdict
from hanoi_fsm.hanoi import automata, resolver

CODES = {Verdict.REFUTED.value: FAILED, Verdict.OPEN.value: UNDECIDED}


EXAMPLES = ("prove two-storey my.dot",)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, DOT or JSON files (`-` is standard input), or FILE.py:NAME, which runs "
        "FILE.py (default: all automata)",
    },
}


def run(options: Namespace) -> Lines:
    found = set[str]()
    for _, (verdict, said) in judged(options.names or automata.names(), _proved):
        found.add(verdict)
        yield from wrapped([said])
    return next((code for verdict, code in CODES.items() if verdict in found), FINE)


def _proved(name: str) -> tuple[str, str]:
    """The verdict on a machine, and what is said of it."""
    machine = resolver.find(name)
    begin = perf_counter()
    with progress_bar(f"proving {name}", None) as progress:
        proof = machine.prove(progress)
    took = f", {perf_counter() - begin:.2f} s" if proof.holds else ""
    return proof.verdict.value, f"{proof}{took}"
