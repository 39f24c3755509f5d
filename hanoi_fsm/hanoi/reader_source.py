"""A reader as a Python file of its own: its tape, its table, and a `Reader` of both.

A DOT or JSON file of a reader with answers of its own cannot be read again without a tape that
knows them; this file brings it along.
"""

from keyword import iskeyword

from hanoi_fsm.hanoi.machines import Reader

INDENTED = " " * 4
MACHINE = "machine"


def reader_source(reader: Reader) -> str:
    """The text of a file, in which the reader is called as its automaton, or else `machine`.

    >>> from hanoi_fsm.hanoi.automata import READERS
    >>> print(reader_source(READERS["path-reader"]).splitlines()[0])
    \"\"\"A reader of the pegs of a configuration, largest disk first.\"\"\"
    """
    automaton = reader.automaton
    name = name_in_source(automaton.name)
    words = [
        f"{action} = writes({answer!r}, {f'answer {answer}'!r})"
        for action, answer in reader.outputs.items()
        if action in automaton.actions
    ]
    final = [state for state in automaton.states if state in automaton.final]
    lines = [
        f'"""A reader of {_in_a_docstring(reader.reads)}."""',
        "",
        "from hanoi_fsm import Automaton",
        "from hanoi_fsm.hanoi.machines import Reader",
        "from hanoi_fsm.hanoi.machines.tapes import Tape, writes",
        "",
        "",
        "class Answers(Tape):",
        f'{INDENTED}"""What it writes."""',
        "",
        f"{INDENTED}answers_last = {reader.memory.answers_last}",
        *(f"{INDENTED}{word}" for word in words),
        "",
        "",
        f"{name} = Reader(",
        f"{INDENTED}Automaton.from_table(",
        *(
            f"{INDENTED * 2}{line}"
            for line in (
                f"{automaton.name!r},",
                f"initial={automaton.initial!r},",
                f"final={final!r},",
                "memory='answers',",
                "table='\\n'.join([",
                *(f"{INDENTED}{line!r}," for line in str(automaton).splitlines()),
                "]),",
            )
        ),
        f"{INDENTED}),",
        f"{INDENTED}Answers,",
        f"{INDENTED}reads={reader.reads!r},",
        f"{INDENTED}partial={reader.partial},",
        ")",
    ]
    return "\n".join(lines)


def name_in_source(name: str) -> str:
    """What a reader is called in its file.

    >>> name_in_source("path-reader"), name_in_source("<lambda>")
    ('path_reader', 'machine')
    """
    found = name.replace("-", "_")
    return found if found.isidentifier() and not iskeyword(found) and found != "Reader" else MACHINE


def _in_a_docstring(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
