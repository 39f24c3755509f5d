"""A generated Python function as a script that runs on its own.

The text of the function is the one that the engine compiles. What else it needs is given to it by
`hanoi_fsm.cli.script` when the script starts.
"""

from __future__ import annotations

import shlex

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen import python

_SCRIPT = '''"""{title} as a Python program: one arm per state, one branch per transition.

With words after its name it prints what this command prints with them, by its own function:
    {command}
It needs the package hanoi-fsm.
"""


{text}

if __name__ == "__main__":
    from hanoi_fsm.cli.script import trace

    raise SystemExit(trace({function}, {name!r}, memory={memory!r}))
'''


def script(automaton: Automaton, name: str, memory: str | None = None) -> str:
    """The script for a machine found by its `name`, with the `memory` of another file or name."""
    option = "" if memory is None else f" --memory {shlex.quote(memory)}"
    command = f"hanoi-fsm trace --by {shlex.quote(name)}{option} --engine generated"
    return _SCRIPT.format(
        title=_quoted(automaton.name),
        command=_quoted(command),
        text=python.code(automaton),
        function=python.function_name(automaton),
        name=name,
        memory=memory,
    )


def _quoted(text: str) -> str:
    """A text as it can be written in a docstring."""
    return text.replace("\\", "\\\\").replace('"', "'")
