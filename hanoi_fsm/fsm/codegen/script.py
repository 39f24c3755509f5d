"""A generated Python function as a script that runs on its own.

The text of the function is the one that the engine compiles. What else it needs is given to it by
`hanoi_fsm.cli.script` when the script starts.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from importlib.util import find_spec

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.codegen.inlining.inlined import Inlined, inlined
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.errors import ExportError, cut
from hanoi_fsm.fsm.memory import Memory

_HEAD = '''"""{title} as a Python program: one arm per state, one branch per transition.

{does} by its own function:
    {command}
It needs the package hanoi-fsm.
"""
'''
_FOOT = """

if __name__ == "__main__":
    from hanoi_fsm.cli.script import {runs}

    raise SystemExit({runs}({function}, {name!r}, memory={memory!r}))
"""
_WHY = 160  # characters: an error is one line
_TRACES = "With words after its name it prints what this command prints with them,"
_COUNTS = """With words after its name it makes the run of this command with them,
and prints how often each transition is taken,"""


def script(
    automaton: Automaton, memory: Memory, name: str, *, of: str | None = None, inline: bool = False
) -> str:
    """The script for a machine that is found by its `name`, with the memory `of` a file or name.

    It prints a trace. With `inline` the memory's methods are inlined, and it counts the
    transitions of a run; raises `ExportError` where they cannot be.
    """
    text, imports = python.code(automaton), "\n\n"
    if inline:
        made = counting(automaton, memory)
        text, imports = made.text, _imports(made.globals)
    option = "" if of is None else f" --memory {shlex.quote(of)}"
    head = _HEAD.format(
        title=_quoted(automaton.name),
        does=_COUNTS if inline else _TRACES,
        command=_quoted(f"hanoi-fsm trace --by {shlex.quote(name)}{option} --engine generated"),
    )
    foot = _FOOT.format(
        runs="count" if inline else "trace",
        function=python.function_name(automaton),
        name=name,
        memory=of,
    )
    return head + imports + text.rstrip("\n") + "\n" + foot


def counting(automaton: Automaton, memory: Memory) -> Inlined:
    """The function that counts transitions up to the end; raises `ExportError` without one."""
    memory.state = automaton.initial
    try:
        return inlined(automaton, memory)
    except Opaque as why:
        raise ExportError(f"{automaton.name} cannot be inlined: {cut(str(why), _WHY)}") from why


def _quoted(text: str) -> str:
    """A text as it can be written in a docstring."""
    return text.replace("\\", "\\\\").replace('"', "'")


def _imports(names: Mapping[str, tuple[str, str, object]]) -> str:
    """Where the function has its other names from; those of a user's file are given to it."""
    lines, makers = set[str](), []
    for known, (module, name, value) in sorted(names.items()):
        if value is tuple.__new__:
            makers.append(f"{known} = tuple.__new__")
        elif module.partition(".")[0] == __name__.partition(".")[0] and find_spec(module):
            other = "" if known == name else f" as {known}"
            lines.add(f"from {module} import {name}{other}")
    parts = ["\n".join(part) for part in (sorted(lines), makers) if part]
    return "\n".join(["", *(f"{part}\n" for part in parts), "", ""])
