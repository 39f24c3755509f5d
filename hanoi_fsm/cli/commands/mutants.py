"""The command `mutants`: would the checks notice any single change to a diagram?"""

from functools import partial

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    SIZES,
    Arguments,
    LinesAndCode,
    Options,
    positive,
    progress_bar,
    result_lines,
    wrapped,
)
from hanoi_fsm.fsm.repair.in_tests import mutants_in_tests
from hanoi_fsm.fsm.repair.mutants import MOST, mutants_of, number_of_mutants
from hanoi_fsm.hanoi import resolver

EXAMPLES = ("mutants two-storey", "mutants my.dot --tests test_my.py")
ARGUMENTS: Arguments = {
    "name": {},
    "--summary": {"action": "store_true", "help": "print only the mutants that survive"},
    "--most": {
        "type": positive,
        "metavar": "M",
        "default": MOST,
        "help": "try at most M mutants, a random sample that is always the same (default: "
        "%(default)s)",
    },
    "--tests": {
        "metavar": "FILE",
        "nargs": "+",
        "help": "run these pytest tests, which use `hanoi_fsm.testing.driver`, on each "
        "mutant instead of the checks",
    },
    "--size": {"default": 6, "help": f"{SIZES} (default, and at least: 6)"},
}


def run(options: Options) -> LinesAndCode:
    machine = resolver.find(options.name)
    size = resolver.runnable(machine, options.size)
    judged = partial(mutants_of, machine, size)
    if options.tests:
        judged = partial(mutants_in_tests, machine, options.tests)
    total = min(options.most, number_of_mutants(machine))
    with progress_bar(f"mutants of {options.name}", total) as progress:
        tried = judged(most=options.most, progress=progress)
    for mutant in tried.mutants:
        if mutant.fate and not options.summary:
            yield from wrapped([str(mutant), f"  killed by {mutant.killed_by}"])
    yield from result_lines(tried, options)
    return FAILED if tried.survivors else FINE
