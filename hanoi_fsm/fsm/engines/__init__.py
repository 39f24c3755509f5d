"""Engines run an automaton on a memory and yield the trace. They know nothing of the puzzle."""
