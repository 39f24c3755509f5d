"""What the words on the edges of a state diagram mean, in two lines: guards and actions."""

from collections.abc import Mapping

from hanoi_fsm.fsm.machine import Machine


def legend(machine: Machine) -> list[str]:
    """A line for the guards that the automaton uses and one for its actions, by their docstrings.

    >>> from hanoi_fsm.fsm.automaton import Automaton
    >>> legend(Machine(Automaton.from_table("lamp", initial="off", table="off -> off : press")))
    []
    """
    vocabulary, automaton = machine.vocabulary, machine.automaton
    return [
        *_line("guards", vocabulary.guards(), automaton.guards),
        *_line("actions", vocabulary.actions(), automaton.actions),
    ]


def _line(title: str, words: Mapping[str, str], used: tuple[str, ...]) -> list[str]:
    known = [f"{word}: {words[word]}" for word in used if words.get(word)]
    return [f"{title} \N{EN DASH} {f' {chr(183)} '.join(known)}"] if known else []
