"""The command `code`: an automaton as a program, in the SWITCH technology."""

from hanoi_fsm.cli.command import Arguments, Lines, Options, format_of, report_reading
from hanoi_fsm.fsm import codegen
from hanoi_fsm.hanoi import resolver

PYTHON, *OTHERS = codegen.LANGUAGES
FORMATS = {"": PYTHON, "py": PYTHON, "c": "c", "js": "javascript"}

EXAMPLES = (
    "code two-storey",
    "code two-storey -o two-storey.py",
    "code two-storey -o two-storey.c",
    "code shortest --lang javascript",
)
ARGUMENTS: Arguments = {
    "name": {},
    "--lang": {
        "dest": "format",
        "choices": codegen.LANGUAGES,
        "metavar": "LANGUAGE",
        "help": f"{PYTHON} (default): a program that needs this package, takes the arguments of "
        "`trace` and prints its rows; "
        f"{' or '.join(OTHERS)}: a self-contained program; or by the extension "
        "of FILE, .py, .c or .js",
    },
    "-o": {},
}


def run(options: Options) -> Lines:
    machine = resolver.find(options.name)
    report_reading(machine, options)
    language = format_of(options, FORMATS)
    if language == PYTHON:
        yield codegen.script(machine, options.name).rstrip("\n")
    else:
        yield codegen.code(machine, language)
