"""What the words on the edges of a state diagram mean: its guards and actions."""

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import Memory


def legend(automaton: Automaton, vocabulary: type[Memory]) -> list[str]:
    """A line for each guard and each action that the automaton uses, by their docstrings.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> legend(lamp, Memory)
    []
    """
    guards, actions = vocabulary.guards(), vocabulary.actions()
    return [
        f"{word}: {meanings[word]}"
        for used, meanings in ((automaton.guards, guards), (automaton.actions, actions))
        for word in used
        if meanings.get(word)
    ]
