"""The command `infer`: the automaton of a formula or a function, found by questions alone."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.output import (
    columns,
    is_standard_output,
    progress_bar,
    refuse_own_input,
    say,
    wrapped,
    write_bytes,
    write_lines,
)
from hanoi_fsm.fsm.automaton import table_rows
from hanoi_fsm.fsm.errors import BadInput, NotInferred, counted, shortened

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.infer import Lesson
    from hanoi_fsm.hanoi.machines import Reader

FORMATS = {".dot": "dot", ".gv": "dot", ".json": "json", ".py": "py"}
"""The formats of the file that -o writes, by its ending."""


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "infer distance-reader",
        "infer next-move-reader --draw -o inferred.dot",
        "infer my.py:ruler --alphabet 01",
    )
    args.add(
        command,
        "name",
        help="a reader, whose formula is asked; or FILE.py:NAME, a function from a word (a string; "
        "a list of symbols if some have several characters) to the answer after its last symbol, "
        "or None for a refusal, which runs that file",
    )
    command.add_argument(
        "--alphabet",
        metavar="SYMBOLS",
        help="the symbols that the function reads, as 01 or up,down",
    )
    args.number(
        command,
        "--most-states",
        "N",
        "give up where no automaton with N states answers alike (default: 50)",
    )
    args.number(
        command,
        "--depth",
        "K",
        "test for up to K states more than were found (default: what some thousand words allow)",
    )
    args.number(command, "--longest", "L", "the longest random word (default: 100 symbols)")
    args.number(command, "--seed", "S", "the seed of the random words (default: 1)")
    command.add_argument(
        "--draw", action="store_true", help="draw the diagram of what was inferred"
    )
    args.add(command, "--out")
    args.add(command, "-o", help="write it as a program, to FILE.dot, .json or .py")


def run(options: Namespace) -> int:
    format = _format_of(options.file)
    if not options.draw:
        args.refuse_idle(options, "without --draw", "out")
    try:
        lesson = _inferred(options)
    except NotInferred as error:
        complain(one_line(f"hanoi-fsm: {error}"))
        return FAILED
    picture = _drawn(lesson, options) if options.draw else None
    if format is not None:
        write_lines([_text(lesson.machine, format)], options.file)
    if options.file is None or not is_standard_output(options.file):
        write_lines(_report(lesson))
        if picture is not None:
            say(picture)
        if lesson.proof is None and format in ("dot", "json"):
            write_lines(wrapped([_how_to_run(options.file, lesson.machine.name)]))
    return FINE if lesson.proof is None or lesson.proof.holds else FAILED


def _inferred(options: Namespace) -> Lesson:
    from hanoi_fsm.fsm.infer import learner
    from hanoi_fsm.hanoi import infer, resolver

    learner()
    names = ("most_states", "depth", "longest", "seed")
    bounds = {name: getattr(options, name) for name in names}
    subject = options.name
    if resolver.is_python(subject):
        infer.symbols_of(options.alphabet, subject)  # it is said before the file is run
        subject = infer.load(subject)
    else:
        infer.reader_named(subject)
        args.refuse_idle(options, f"for {subject}, which has its own", "alphabet")
    with progress_bar(f"asking {options.name}", None) as progress:
        return infer.infer(
            subject,
            options.alphabet,
            progress=progress,
            **{name: value for name, value in bounds.items() if value is not None},
        )


def _report(lesson: Lesson) -> Iterator[str]:
    from hanoi_fsm.fsm.diagrams.state_table import StateTable

    machine, inferred = lesson.machine, lesson.inferred
    automaton = machine.automaton
    yield f"{automaton.name}: inferred from its answers alone: {automaton.sizes}"
    yield ""
    if not automaton.transitions:
        yield "every word is refused"
    elif len(automaton.events) > 1:
        table = StateTable(machine)
        yield f"in a cell: {table.legend}; ->: the initial state"
        yield from ("", table.text(columns()))
    else:
        yield from table_rows(automaton.transitions)
    yield ""
    asked = (
        f"{counted(inferred.membership, 'membership question')} and "
        f"{counted(inferred.equivalence, 'equivalence question')}, for which "
        f"{counted(inferred.tried, 'more word')} were tried; {counted(inferred.symbols, 'symbol')}"
    )
    yield from wrapped([f"asked: {asked} in all (seed {inferred.seed})"])
    if lesson.proof is not None:
        yield from wrapped([lesson.proof.text if lesson.proof.holds else str(lesson.proof)])
    else:
        least = counted(inferred.least_states, "state")
        sure = f"if this machine is wrong, the right one has more than {least}"
        yield from wrapped([f"not proved: {sure}"])


def _format_of(file: str | None) -> str | None:
    if file is None:
        return None
    format = "dot" if is_standard_output(file) else FORMATS.get(Path(file).suffix.lower())
    if format is None:
        raise BadInput(f"-o {shortened(file)}: give a name that ends in .dot, .json or .py")
    return format


def _text(machine: Reader, format: str) -> str:
    from hanoi_fsm.fsm import formats
    from hanoi_fsm.hanoi.infer import reader_source

    if format == "py":
        return reader_source(machine)

    context = formats.ExportContext(
        outputs=machine.outputs, meanings=machine.meanings, layout=machine.layout
    )
    return formats.export(machine.automaton, format, context)


def _how_to_run(file: str, name: str) -> str:
    """A diagram names its actions; what they write is in the memory, which is code."""
    from hanoi_fsm.hanoi.infer import name_in_source

    code = Path(file).with_suffix(".py")
    needed = f"--memory {code}:{name_in_source(name)}"
    return f"to run {file}, write its memory too with `-o {code}`, and give `{needed}`"


def _drawn(lesson: Lesson, options: Namespace) -> Path:
    """Draw the diagram, and return the path of the picture."""
    from hanoi_fsm.cli.state_diagrams import stem_of
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

    name = lesson.machine.name
    file = Path(options.out, f"{stem_of(name, lesson.machine)}-inferred.svg")
    refuse_own_input(options, file)
    with progress_bar(f"drawing {name}", None):
        content = Diagram.of(lesson.machine).render("svg")
    write_bytes(content, file)
    return file
