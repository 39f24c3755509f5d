"""The command `bench`: speeds, each as a ratio to that of something else in the same run."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.cli.tables import aligned, glossary
from hanoi_fsm.fsm.errors import BadInput, UnknownName, counted, shortened
from hanoi_fsm.hanoi.benchmarks import PARTS, Part, Result, Row, measure
from hanoi_fsm.hanoi.benchmarks.measuring import turns


def configure(command: ArgumentParser) -> None:
    args.example(command, "bench question answers", "bench --quick", "bench --quick --json")
    about = "\n".join(line for part in PARTS.values() for line in _about(part))
    command.epilog = f"{about}\n\n{command.epilog}"
    command.add_argument(
        "parts", metavar="PART", nargs="*", help=f"{', '.join(PARTS)} (default: all)"
    )
    command.add_argument(
        "--quick",
        action="store_true",
        help="run all once, on small sizes: the figures mean little",
    )
    command.add_argument("--json", action="store_true", help="print all figures as one JSON object")
    command.add_argument(
        "--commands",
        action="store_true",
        help="time whole commands instead, each in a process of its own",
    )


def run(options: Namespace) -> int:
    if options.commands:
        return _time_commands(options)
    for name in options.parts:
        if name not in PARTS:
            raise UnknownName.among("part", name, list(PARTS))
    parts = [part for name, part in PARTS.items() if name in (options.parts or PARTS)]
    with progress_bar("measuring", turns(parts, options.quick)) as progress:
        result = measure(parts, quick=options.quick, progress=progress)
    write_lines(_json(result, options) if options.json else _text(parts, result, options))
    return FINE


def _time_commands(options: Namespace) -> int:
    args.refuse_idle(options, "with --commands", "quick")
    if options.parts:
        named = shortened(options.parts[0])
        raise BadInput(f"--commands times commands, not parts: leave out {named}")
    from hanoi_fsm.cli import command_times

    with progress_bar("measuring", len(command_times.COMMANDS)) as progress:
        times = list(command_times.command_times(progress=progress))
    if options.json:
        from json import dumps

        rows = [one.row() for one in times]
        write_lines([dumps({**_facts(), "commands": rows}, indent=2)])
        return FINE
    cells = [(one.command, f"{one.seconds:.3f}", str(one.runs)) for one in times]
    write_lines([_heading(), "", *aligned([("command", "seconds", "runs"), *cells])])
    return FINE


def _about(part: Part) -> list[str]:
    """The contenders of a part and what they do, for the help."""
    entries = [(f"  {one.name}", one.does) for one in part.contenders]
    return [f"{part.name}: {part.title}", *glossary(entries)]


def _facts() -> dict[str, Any]:
    """Where and when it was measured."""
    import platform
    from datetime import date

    from hanoi_fsm import __version__
    from hanoi_fsm.fsm.isolate import cores

    return {
        "version": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "cores": cores(),
        "date": date.today().isoformat(),
    }


def _heading() -> str:
    version, python, cores, date = _facts().values()
    return f"hanoi-fsm {version}, {python}, {counted(cores, 'core')}, {date}"


def _text(parts: Sequence[Part], result: Result, options: Namespace) -> Iterator[str]:
    yield _heading() + (", quick" if options.quick else "")
    for part in parts:
        yield ""
        yield f"{part.title} ({_size(part, options)})"
        rows = [_cells(row) for row in result.rows if row.part == part.name]
        ratio = "times as long as" if part.cost else "times as fast as"
        yield from aligned([(part.name, f"{part.unit}/s", "", ratio), *rows])
    if result.left_out:
        yield ""
    for part_name, name, why in result.left_out:
        yield f"left out of {part_name}: {name}, {why}"


def _size(part: Part, options: Namespace) -> str:
    size = part.quick_size if options.quick else part.size
    return f"{size:,} {part.unit}" if part.amount is int else f"{size} disks"


def _cells(row: Row) -> tuple[str, ...]:
    return (row.name, f"{row.per_second:,.0f}", _three_digits(row.ratio), row.against)


def _three_digits(number: float) -> str:
    """A ratio with three significant digits, or three decimal places below 1; no exponent.

    >>> [_three_digits(one) for one in (0.0432, 0.99, 1, 25.04, 1234.6)]
    ['0.043', '0.990', '1.00', '25.0', '1,235']
    """
    places = 3 if number < 1 else max(0, 3 - len(f"{number:.0f}"))
    return f"{number:,.{places}f}"


def _json(result: Result, options: Namespace) -> list[str]:
    from json import dumps

    rows = [
        {
            "part": row.part,
            "name": row.name,
            "per_second": float(f"{row.per_second:.4g}"),
            "unit": PARTS[row.part].unit,
            "ratio": float(f"{row.ratio:.4g}"),
            "of": "time" if PARTS[row.part].cost else "speed",
            "against": row.against,
            "against_per_second": float(f"{row.against_per_second:.4g}"),
        }
        for row in result.rows
    ]
    left_out = [one._asdict() for one in result.left_out]
    facts = _facts() | {"quick": options.quick}
    return [dumps({**facts, "rows": rows, "left_out": left_out}, indent=2)]
