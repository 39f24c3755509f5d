"""Engines run an automaton on a memory and yield the trace. They know nothing of the puzzle."""

from hanoi_fsm.automaton import Record, outputs

__all__ = ["Record", "outputs"]
