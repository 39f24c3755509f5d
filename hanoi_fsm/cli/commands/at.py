"""The command `at`: the configuration after a step, or when and where each disk moves."""

from hanoi_fsm.cli.command import Arguments, Lines, Options, given, lines_in
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Task, parse_whole

EXAMPLES = ("at 4 15", "at 6 49 --as towers", "at 4", "at 3 --by-disk")
ARGUMENTS: Arguments = {
    "disks": {},
    "step": {
        "type": parse_whole,
        "nargs": "?",
        "metavar": "STEP",
        "help": "0 .. 2**N - 1; without it, a table shows how often, when and where each disk "
        "moves",
    },
    "--as": {
        "dest": "form",
        "metavar": "FORM",
        "default": "digits",
        "choices": ("digits", "towers"),
        "help": "%(default)s (default), or towers for a drawing in text",
    },
    "--by-disk": {
        "action": "store_true",
        "help": "without STEP: all moves, grouped by disk, each with its unused peg",
    },
    "--from": {},
    "--to": {},
}


def run(options: Options) -> Lines:
    task = Task(options.disks, **given(options))
    if options.step is None:
        from hanoi_fsm.hanoi.formulas.derivations import disk_rows, move_rows

        yield from lines_in("text", (move_rows if options.by_disk else disk_rows)(task))
        return
    here = formulas.configuration(options.step, task)
    if options.form == "digits":
        yield here
    else:
        from hanoi_fsm.hanoi.pictures import check_few, towers

        check_few("a text", len(here), towers.MAX_DISKS_AS_TEXT)
        yield from towers.text_towers(here)
