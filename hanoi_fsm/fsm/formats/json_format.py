"""JSON (RFC 8259) of the schema that is published beside this file, JSON Schema draft 2020-12.

It says what the DOT of a state diagram says, without the looks; `read_json` reads it back.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats.json_lines import json_lines
from hanoi_fsm.fsm.notation import Transition

FORMAT = "hanoi-fsm automaton 1"


def to_json(automaton: Automaton) -> str:
    """The automaton as JSON text, a line a transition.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> print(to_json(get("distance-reader").automaton))
    {
      "format": "hanoi-fsm automaton 1",
      "name": "distance-reader",
      "memory": "digits",
      "initial": "2",
      "final": ["0", "1", "2"],
      "states": ["0", "1", "2"],
      "transitions": [
        {"source": "0", "target": "0", "event": "0", "action": "write_0"},
        ...
        {"source": "2", "target": "2", "event": "2", "action": "write_0"}
      ]
    }
    """
    return json_lines(
        {
            "format": FORMAT,
            "name": automaton.name,
            "memory": automaton.memory,
            "initial": automaton.initial,
            "final": [state for state in automaton.states if state in automaton.final],
            "states": list(automaton.states),
            "transitions": [_transition(row) for row in automaton.transitions],
        }
    )


def _transition(row: Transition) -> dict[str, Any]:
    parts = {
        "source": row.source,
        "target": row.target,
        "event": row.event,
        "guards": list(map(str, row.guards)),
        "action": row.action,
    }
    return {key: value for key, value in parts.items() if value}


def schema() -> str:
    """The published schema, as text."""
    return files("hanoi_fsm.fsm.formats").joinpath("schema.json").read_text(encoding="utf-8")
