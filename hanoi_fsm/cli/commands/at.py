"""The command `at`: the configuration after a step, as digits or drawn."""

from __future__ import annotations

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm.errors import UnknownName, shortened
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Configuration, Task

TYPE_CHECKING = False
if TYPE_CHECKING:  # argparse is slow to import
    from argparse import ArgumentParser, Namespace

FORMS = ("digits", "towers", "svg")


def configure(command: ArgumentParser) -> None:
    args.example(command, "at 4 15", "at 6 49 --as towers")
    args.add(command, "disks")
    args.number(command, "step", "STEP", "0 .. 2**N - 1")
    command.add_argument(
        "--as",
        dest="form",
        default=FORMS[0],
        metavar="FORM",
        help="digits (default), towers for a drawing in text, or svg for a picture",
    )
    args.add(command, "--from", "--to", "-o")


def run(options: Namespace) -> int:
    if options.form not in FORMS:
        raise UnknownName.among("form", options.form, FORMS)
    if options.form != "digits":
        _check_drawable(options.disks, options.form)
    task = Task(options.disks, **args.given(options))
    here = formulas.configuration(options.step, task)
    write_lines(_lines(here, options.form), options.file)
    return FINE


def _check_drawable(disks: int, form: str) -> None:
    from hanoi_fsm.hanoi.pictures.text_towers import MOST_DISKS
    from hanoi_fsm.hanoi.pictures.towers import MAX_DISKS_DRAWN

    most = MOST_DISKS if form == "towers" else MAX_DISKS_DRAWN
    if disks > most:
        given = f"{shortened(disks)} disks cannot be drawn as {form}"
        raise BadDisks(f"{given}: expected at most {most}, or use --as digits")


def _lines(here: Configuration, form: str) -> list[str]:
    if form == "digits":
        return [str(here)]
    if form == "towers":
        from hanoi_fsm.hanoi.pictures.text_towers import text_towers

        return text_towers(here)
    from hanoi_fsm.hanoi.pictures.towers import picture

    return [picture(here).rstrip("\n")]
