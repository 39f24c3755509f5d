"""The machine of four steps, written in other ways; it does the same."""

from typing import Any

from hanoi_fsm import SOLVERS, Automaton

ELSE = """
    dismantle  -> base       : step [!built]                 / carry
    base       -> crown      : step [!built]                 / move_ahead
    crown      -> foundation : step                          / carry
    foundation -> dismantle  : step [!built & ahead_smaller] / move_back
    foundation -> dismantle  : step [else]                   / move_ahead
    dismantle  -> done       : step [else]
    base       -> done       : step [else]
    foundation -> done       : step [built]
"""
WRITTEN = {"else": {"table": ELSE}}
FOUR_STEPS: Any = SOLVERS["two-storey"]


def four_steps(**written: Any) -> Any:
    """The machine of four steps, with another definition."""
    mine = Automaton.from_table("two-storey", initial="dismantle", final="done", **written)
    return FOUR_STEPS.with_automaton(mine)
