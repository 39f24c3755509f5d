"""Automata as mathematics: Mealy machines, minimal ones, equal ones, and claims about words."""
