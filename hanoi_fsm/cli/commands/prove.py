"""The command `prove`: proofs for inputs of any size, or counterexamples."""

from functools import partial

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    UNDECIDED,
    Arguments,
    LinesAndCode,
    Options,
    progress_bar,
)
from hanoi_fsm.cli.each import printed
from hanoi_fsm.fsm.finding import Verdict
from hanoi_fsm.hanoi import automata, checking

EXAMPLES = ("prove two-storey my.dot",)
ARGUMENTS: Arguments = {
    "names": {
        "help": "automata, diagrams, or FILE.py:NAME, which runs "
        "FILE.py (default: all automata; undecided ones are only listed)",
    },
}


def run(options: Options) -> LinesAndCode:
    codes = {Verdict.REFUTED: FAILED}
    if options.names:
        codes[Verdict.OPEN] = UNDECIDED
    return printed(options.names or automata.names(), partial(_proved, codes))


def _proved(codes: dict[Verdict, int], name: str) -> tuple[int, list[str]]:
    """The exit code for a machine, and the proof."""
    with progress_bar(f"proving {name}") as progress:
        proof = checking.prove(name, progress=progress)
    return codes.get(proof.verdict, FINE), [str(proof)]
