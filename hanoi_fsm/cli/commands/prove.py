"""The command `prove`: machines proved right for inputs of any size, or a counterexample."""

from argparse import Namespace

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args
from hanoi_fsm.cli.each import judged
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.fsm.finding import Verdict
from hanoi_fsm.hanoi import automata, resolver

CODES = {Verdict.REFUTED: FAILED, Verdict.OPEN: UNDECIDED}

EXAMPLES = ("prove two-storey my.dot",)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, DOT or JSON files (`-` is standard input), or FILE.py:NAME, which runs "
        "FILE.py (default: all automata; those that cannot be proved this way are only listed)",
    },
}


def run(options: Namespace) -> Lines:
    found = set[int]()
    for _, (code, text) in judged(options.names or automata.names(), _proved):
        found.add(code)
        yield from wrapped([text])
    worst = CODES.values() if options.names else [FAILED]
    return next((code for code in worst if code in found), FINE)


def _proved(name: str) -> tuple[int, str]:
    """The exit code for a machine, and the proof."""
    machine = resolver.find(name)
    with progress_bar(f"proving {name}", None) as progress:
        proof = machine.prove(progress)
    return CODES.get(proof.verdict, FINE), str(proof)
