"""The command `equal`: are two machines equal? If not, how do they differ?"""

from argparse import Namespace

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.fsm.errors import printable
from hanoi_fsm.fsm.finding import Verdict
from hanoi_fsm.hanoi import equality

CODES = {Verdict.PROVED: FINE, Verdict.REFUTED: FAILED, Verdict.OPEN: UNDECIDED}


EXAMPLES = ("equal two-storey monk",)
ARGUMENTS: args.Arguments = {
    "one": {"metavar": "A", "help": f"{args.MACHINE}; or a formula or function"},
    "other": {
        "metavar": "B",
        "help": "another of the same kind: a solver, formula or function; a pathfinder; or a "
        "reader",
    },
    "--size": {
        "default": equality.DISKS,
        "help": "run towers of up to N disks where no proof decides (default: %(default)s)",
    },
}


def run(options: Namespace) -> Lines:
    with progress_bar(f"comparing {options.one} and {options.other}", None) as progress:
        equivalence = equality.equal(options.one, options.other, options.size, progress=progress)
    yield from wrapped([printable(str(equivalence))])
    return CODES[equivalence.verdict]
