"""The command `equal`: are two machines equal? If not, how do they differ?"""

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    MACHINE,
    UNDECIDED,
    Arguments,
    LinesAndCode,
    Options,
    progress_bar,
    result_lines,
    text_in,
)
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.finding import Verdict
from hanoi_fsm.fsm.machine import Subject
from hanoi_fsm.fsm.theory.drift import LEVELS, normalized
from hanoi_fsm.hanoi import equality
from hanoi_fsm.hanoi.resolver import resolve

CODES = {Verdict.PROVED: FINE, Verdict.REFUTED: FAILED, Verdict.OPEN: UNDECIDED}

EXAMPLES = ("equal two-storey monk", "equal my.dot two-storey --as events")
ARGUMENTS: Arguments = {
    "one": {"metavar": "A", "help": f"{MACHINE}; or a formula or function"},
    "other": {
        "metavar": "B",
        "help": "another of the same kind: a solver, formula or function; a pathfinder; or a "
        "reader. A diagram without a memory is compared as a drawing",
    },
    "--size": {
        "default": equality.DISKS,
        "help": "run towers of up to N disks if no proof decides (default: %(default)s)",
    },
    "--as": {
        "dest": "level",
        "default": "",
        "choices": LEVELS,
        "metavar": "LEVEL",
        "help": "compare the drawing A with the machine B by its states (and arrows), also by its "
        "events, or by labels with guards and actions (default: everything in B)",
    },
    "--within": {"action": "store_true", "help": "A may show only a part of B"},
    "--names": {
        "metavar": "FILE",
        "help": "names that differ between A and B, a line `drawn = code` for each state, event, "
        "guard or action; case, blanks, `_` and `-` never matter",
    },
}


def run(options: Options) -> LinesAndCode:
    one, other = resolve(options.one), resolve(options.other)
    if options.level or options.within or options.names or equality.is_form_alone(one, other):
        names = _names(options.names) if options.names else None
        drifted = equality.drift(one, other, options.level, names=names, within=options.within)
        yield from result_lines(drifted, options)
        return CODES[drifted.verdict]
    with progress_bar(f"comparing {one.shown} and {other.shown}") as progress:
        equivalence = equality.equal(one, other, options.size, progress=progress)
    yield from result_lines(equivalence, options)
    if equivalence.holds and _are_named_otherwise(one, other):
        yield "Names of states are not compared: `--as states` compares them."
    return UNDECIDED if equivalence.rests_on else CODES[equivalence.verdict]


def _are_named_otherwise(one: Subject, other: Subject) -> bool:
    """Whether a bare diagram shares no state name with the code."""
    drawn, coded = one.machine, other.machine
    if drawn is None or coded is None or drawn.is_drawn == coded.is_drawn:
        return False
    names = map(normalized, drawn.automaton.states)
    return {*names}.isdisjoint(map(normalized, coded.automaton.states))


def _names(file: str) -> dict[str, str]:
    """Read the names in a file of lines `drawn = code`; raise `BadInput` for any other line."""
    text = text_in(file, "lines `drawn = code`")
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        drawn, _, code = map(str.strip, line.partition("="))
        if drawn and code:
            names[drawn] = code
        elif line.strip():
            where = f"{file}: line {number}"
            raise BadInput(f"{where}: found {shortened(line)}, expected `drawn = code`")
    return names
