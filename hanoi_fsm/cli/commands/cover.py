"""The command `cover`: words that take every transition, or tell every mutant apart."""

from argparse import Namespace
from collections.abc import Iterator
from json import dumps

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.fsm.cover import Cover, as_tests, cover, mutants_apart, way_to
from hanoi_fsm.hanoi import resolver

OF = ("transitions", "mutants")

EXAMPLES = ("cover two-storey", "cover my.dot --of mutants -o test_my.py")
ARGUMENTS: args.Arguments = {
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
    "--format": {
        "choices": ("text", "jsonl"),
        "default": None,
        "help": "text or jsonl (default: by the extension of FILE, or text)",
    },
    "-o": {
        "help": "write to FILE instead of standard output: as tests of pytest if it ends in .py"
    },
}


def run(options: Namespace) -> Lines:
    machine = resolver.find(options.name)
    if options.to:
        covered = way_to(machine, options.to)
    elif options.of == OF[0]:
        covered = cover(machine)
    else:
        with progress_bar(f"mutants of {options.name}", None) as progress:
            covered = mutants_apart(machine, progress)
    if args.extension(options.file) == "py":
        yield from as_tests(machine, covered, options.name)
    elif args.rows_format(options) == "jsonl":
        yield from _rows(covered)
    else:
        yield from wrapped(str(covered).splitlines())
    return FINE if covered.walks else FAILED


def _rows(covered: Cover) -> Iterator[str]:
    """A line of JSON for each word, and for what no word does."""
    for walk in covered.walks:
        yield dumps({"start": walk.start, "events": walk.events}, ensure_ascii=False)
    for text in covered.left:
        yield dumps({"left": text}, ensure_ascii=False)
