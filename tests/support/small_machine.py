"""A turnstile: a machine whose memory has guards that answer and actions that put something out."""

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from hanoi_fsm import Automaton, Memory, action, guard


class Gate(Memory):
    """A turnstile that lets one person through for `fare` coins."""

    def __init__(self, fare: int = 2) -> None:
        self.fare, self.coins, self.people = fare, 0, 0

    @guard
    def last_coin(self) -> bool:
        """this coin makes up the fare"""
        return self.coins == self.fare - 1

    @guard
    def full(self) -> bool:
        """three people are inside"""
        return self.people == 3

    @action
    def take(self) -> None:
        """the coin drops into the box"""
        self.coins += 1
        self.output = f"coin {self.coins}"

    @action
    def give_back(self) -> None:
        """the coin is given back"""
        self.output = "not needed"

    @action
    def let_in(self) -> None:
        """one more person is inside"""
        self.people += 1
        self.coins = 0

    @action
    def jam(self) -> None:
        """something breaks"""
        raise OverflowError("the box is full")

    def key(self) -> Hashable:
        return self.coins, self.people


TABLE = """
    locked -> locked : coin [!last_coin & !full] / take
    locked -> open   : coin [last_coin & !full]  / take
    open   -> open   : coin                      / give_back
    open   -> locked : push                      / let_in
    locked -> closed : lock [full]
"""


def turnstile(extra: str = "", **changes: Any) -> Automaton:
    table = TABLE + "\n" + extra
    automaton = Automaton.from_table("turnstile", initial="locked", final="closed", table=table)
    return replace(automaton, **changes)


TURNSTILE = turnstile()
