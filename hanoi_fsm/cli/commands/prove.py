"""The command `prove`: machines proved right for inputs of any size, or a counterexample."""

from argparse import Namespace

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args
from hanoi_fsm.cli.each import judged
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.fsm.finding import Proof, Verdict
from hanoi_fsm.hanoi import automata, resolver

CODES = {Verdict.REFUTED: FAILED, Verdict.OPEN: UNDECIDED}

EXAMPLES = ("prove two-storey my.dot",)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, DOT or JSON files (`-` is standard input), or FILE.py:NAME, which runs "
        "FILE.py (default: all automata)",
    },
}


def run(options: Namespace) -> Lines:
    found = set[Verdict]()
    for _, proof in judged(options.names or automata.names(), _proved):
        found.add(proof.verdict)
        yield from wrapped([str(proof)])
    return next((code for verdict, code in CODES.items() if verdict in found), FINE)


def _proved(name: str) -> Proof:
    machine = resolver.find(name)
    with progress_bar(f"proving {name}", None) as progress:
        return machine.prove(progress)
