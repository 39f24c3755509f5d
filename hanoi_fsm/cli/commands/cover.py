"""The command `cover`: words that take every transition, or tell every mutant apart."""

from collections.abc import Iterable
from json import dumps

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    LONGEST_NAME,
    UNDECIDED,
    Arguments,
    Lines,
    LinesAndCode,
    Options,
    complain,
    format_of,
    progress_bar,
    text_in,
    wrapped,
)
from hanoi_fsm.fsm.cover import (
    Cover,
    as_tests,
    cover,
    measured,
    mutants_apart,
    walks_in,
    way_to,
)
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, Undecided, listed
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.diagrams import draw

OF = ("transitions", "mutants")
FORMATS = {"py": "tests", "jsonl": "jsonl", "txt": "text", "": "text"}

EXAMPLES = ("cover two-storey", "cover my.dot --of mutants -o test_my.py")
ARGUMENTS: Arguments = {
    "name": {},
    "--to": {
        "type": str,
        "dest": "to",
        "metavar": "STATE",
        "default": "",
        "help": 'the shortest word to a state, or over a transition, as in "shut -> open"',
    },
    "--of": {
        "choices": OF,
        "metavar": "WHAT",
        "default": OF[0],
        "help": "take all `transitions` (default), or tell all `mutants` apart, which are wrong "
        "by one change",
    },
    "--words": {
        "metavar": "FILE",
        "help": "measure the words in FILE, one per line as `event, event`, a format that "
        "`testing.recorded` also writes; 1 is returned if other words could cover more",
    },
    "--format": {
        "choices": ("text", "jsonl"),
        "default": "",
        "help": "text or jsonl (default: by the extension of FILE, or text)",
    },
    "--draw": {
        "metavar": "FILE",
        "help": "with --words, also draw a diagram with counts, with unused transitions in red",
    },
    "-o": {"help": "write to FILE instead of standard output: as pytest tests if it ends in .py"},
}


def run(options: Options) -> LinesAndCode:
    format, machine = format_of(options, FORMATS), resolver.find(options.name)
    if options.words:
        if format != "text":
            raise BadInput("--words prints text alone: leave out --format, or write to FILE.txt")
        return (yield from _measured(machine, options))
    if options.draw:
        raise BadInput("--draw shows what words cover: add --words FILE")
    if options.to:
        covered = way_to(machine, options.to)
    elif options.of == OF[0]:
        covered = cover(machine)
    else:
        with progress_bar(f"mutants of {options.name}") as progress:
            covered, *_ = mutants_apart(machine, progress=progress)
    if format == "tests":
        yield from _tests(machine, covered, options)
        for text in covered.left if options.of == OF[0] else ():  # a mutant may make no difference
            complain(f"not tested: {text}")
    elif format == "jsonl":
        rows = [{"start": walk.start, "events": walk.events} for walk in covered.walks]
        for row in [*rows, *({"left": text} for text in covered.left)]:
            yield dumps(row, ensure_ascii=False)
    else:
        yield from _lines(covered, covered.walks)
    if covered.unknown:
        return UNDECIDED
    return FINE if covered.walks else FAILED


def _tests(machine: Machine, covered: Cover, options: Options) -> list[str]:
    """The lines of the tests; raises `MachineStopped` or `Undecided` if there are none.

    Raises `BadInput` for a machine whose run cannot be repeated exactly.
    """
    if not covered.walks:
        left = listed(covered.left, LONGEST_NAME, "; ") or f"{machine.shown} takes no transition"
        kind = Undecided if covered.unknown else MachineStopped
        raise kind(f"there is nothing to test, and no file is written: {left}")
    lines = [*as_tests(machine, covered, options.name, options.reading)]
    again = resolver.find(options.name) if options.run else machine
    if lines != [*as_tests(again, covered, options.name, options.reading)]:
        raise BadInput(
            f"{machine.shown} does not do the same twice, so no test of it would hold: leave out "
            "chance and time, or test its form without `run=True`"
        )
    return lines


def _measured(machine: Machine, options: Options) -> LinesAndCode:
    """Print which part of a machine some words cover, and perhaps draw it.

    A mutant that no word tells apart is no failure of these words.
    """
    walks = walks_in(text_in(options.words, "words"), machine)
    with progress_bar(f"mutants of {options.name}") as progress:
        shares = measured(machine, walks, progress)
    if options.draw:
        note = "red: never taken; \N{MULTIPLICATION SIGN} n: taken n times"
        draw(machine, options.draw, counts=shares.counts, faulty=shares.missed, notes=[note])
    yield from _lines(shares, shares.rest.walks)
    return FAILED if shares.missed or shares.rest.walks else FINE


def _lines(shown: object, walks: Iterable[object]) -> Lines:
    """The lines for people, in which a walk stays one line, as it may be read back."""
    whole = {str(walk) for walk in walks}
    for line in str(shown).splitlines():
        yield from [line] if line in whole else wrapped([line])
