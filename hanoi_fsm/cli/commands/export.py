"""The command `export`: an automaton as the text of another tool's format."""

from hanoi_fsm.cli.command import EXPORTS, Arguments, Lines, Options, format_of, report_reading
from hanoi_fsm.fsm import formats
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.hanoi import resolver

SCHEMA = "json-schema"
KINDS = f"{', '.join(formats.FORMATS)}; or, without a NAME, {SCHEMA}, the JSON Schema of json"

EXAMPLES = ("export two-storey --to mermaid", "export two-storey -o two-storey.scxml")
ARGUMENTS: Arguments = {
    "name": {"nargs": "?"},
    "--to": {
        "dest": "format",
        "type": str,
        "default": "",
        "metavar": "FORMAT",
        "help": f"{KINDS}; or by the extension of FILE, such as .mmd",
    },
    "-o": {},
}


def run(options: Options) -> Lines:
    if not (options.format or options.file):
        raise BadInput("export needs a FORMAT: add --to, or -o with the name of a file")
    if options.format == SCHEMA:
        yield formats.schema().rstrip("\n")
    elif options.name is None:
        raise BadInput("export needs a NAME: as in `export two-storey --to mermaid`")
    else:
        machine = resolver.find(options.name)
        report_reading(machine, options)
        yield formats.export(machine, format_of(options, EXPORTS))
