"""A turnstile: no memory, and no specification."""

from hanoi_fsm import Automaton, Machine

TABLE = """
    locked -> locked : push
    locked -> open   : coin
    open   -> open   : coin
    open   -> locked : push
"""
turnstile = Machine(Automaton.from_table("turnstile", initial="locked", final=(), table=TABLE))
