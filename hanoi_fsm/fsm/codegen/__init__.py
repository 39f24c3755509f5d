"""The text of a program from the definition of an automaton, in the SWITCH technology.

Automata programming (Shalyto) writes a state diagram as a program of the same shape: one arm per
state, one branch per transition. One module per language.
"""
