"""The command `prove`: proofs for inputs of any size, or counterexamples."""

from argparse import Namespace
from functools import partial

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args
from hanoi_fsm.cli.each import printed
from hanoi_fsm.cli.output import Lines, progress_bar
from hanoi_fsm.fsm.finding import Verdict
from hanoi_fsm.hanoi import automata, checking

CODES = {Verdict.REFUTED: FAILED, Verdict.OPEN: UNDECIDED}

EXAMPLES = ("prove two-storey my.dot",)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, diagrams, or FILE.py:NAME, which runs "
        "FILE.py (default: all automata; undecided ones are only listed)",
    },
}


def run(options: Namespace) -> Lines:
    codes = CODES if options.names else {Verdict.REFUTED: FAILED}
    return printed(options.names or automata.names(), partial(_proved, codes))


def _proved(codes: dict[Verdict, int], name: str) -> tuple[int, list[str]]:
    """The exit code for a machine, and the proof."""
    with progress_bar(f"proving {name}", None) as progress:
        proof = checking.prove(name, progress=progress)
    return codes.get(proof.verdict, FINE), [str(proof)]
