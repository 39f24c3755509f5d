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
ORDERED = """
    dismantle  -> done       : step [built]
    dismantle  -> base       : step                 / carry
    base       -> done       : step [built]
    base       -> crown      : step                 / move_ahead
    crown      -> foundation : step                 / carry
    foundation -> done       : step [built]
    foundation -> dismantle  : step [ahead_smaller] / move_back
    foundation -> dismantle  : step                 / move_ahead
"""
INSIDE = """
    dismantle  -> base       : step [!built]
    base       -> crown      : step [!built]
    crown      -> foundation : step
    foundation -> dismantle  : step [!built & ahead_smaller]  / move_back
    foundation -> dismantle  : step [!built & !ahead_smaller] / move_ahead
    dismantle  -> done       : step [built]
    base       -> done       : step [built]
    foundation -> done       : step [built]
    base : entry / carry
    crown : entry / move_ahead
    crown : exit / carry
"""
WRITTEN: dict[str, dict[str, Any]] = {
    "else": {"table": ELSE},
    "ordered": {"table": ORDERED, "ordered": True},
    "inside": {"table": INSIDE},
}
FOUR_STEPS: Any = SOLVERS["two-storey"]


def four_steps(**written: Any) -> Any:
    """The machine of four steps, with another definition."""
    mine = Automaton.from_table("two-storey", initial="dismantle", final="done", **written)
    return FOUR_STEPS.with_automaton(mine)
