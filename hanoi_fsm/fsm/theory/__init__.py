"""Automata as mathematics: Mealy machines, minimization, equivalence, and claims about words."""
