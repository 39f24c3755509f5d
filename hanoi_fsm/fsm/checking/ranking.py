"""Ranking: which edit a teacher would name first.

Misspellings come before structure, taking away before inventing, and what is near the fault before
what is far from it. Of edits of one kind those come first that leave the guards of a state
exclusive and complete, that use the words of the memory, and that keep most of what is written.
"""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import chain, product

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.blame import Blame
from hanoi_fsm.fsm.checking.edits import Edit
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Transition

MISSPELT, DOUBLED = 0.0, 0.0
COSTS = {
    "event": 1.0,
    "action": 1.0,
    "undone": 0.8,
    "negated": 1.0,
    "dropped": 1.0,
    "replaced": 1.3,
    "guarded": 1.3,
    "target": 1.2,
    "source": 1.3,
    "turned": 1.2,
    "removed": 1.1,
    "added": 1.8,
    "mark": 1.2,
    "initial": 1.2,
}
ONE_EVENT = 0.3  # only one of the events of an edge is changed
FARTHER, FARTHEST = 0.01, 30  # for each place between the change and the fault
UNCLEAN = 0.3  # for each answer of the guards that enables two transitions, or none
UNUSED = 0.3  # for each word of the memory that is no longer used
UNLIKE = 0.5  # for the share of the text that is not kept
MOST_GUARDS = 6  # of one state, for which all their answers are tried


class Ranking:
    """The cost of each edit of an automaton: the smaller, the sooner it is tried and named."""

    def __init__(
        self, automaton: Automaton, memory: type[Memory], alphabet: Sequence[str], blame: Blame
    ) -> None:
        self.automaton, self.blame = automaton, blame
        self.words = {*memory.guards(), *memory.actions(), *alphabet}
        self.uses = Counter(chain.from_iterable(map(_words, automaton.transitions)))
        self.times = Counter(automaton.transitions)
        self.edges = Counter(one.without_event for one in automaton.transitions)

    def cost(self, edit: Edit) -> float | None:
        """The cost of an edit; None if it cannot undo the fault."""
        distance = self.blame.distance(edit.changes)
        if distance is None:
            return None
        cost = self._kind(edit) + FARTHER * min(distance, FARTHEST)
        return cost + UNUSED * self._unused(edit) + UNCLEAN * self._unclean(edit)

    def _kind(self, edit: Edit) -> float:
        changes = edit.changes
        if changes.renamed:
            [names] = changes.renamed.items()
            return MISSPELT + unlikeness(*names)
        if changes.initial is not None:
            known = self.automaton.initial
            if known not in self.automaton.states:
                return MISSPELT + unlikeness(known, changes.initial)
            return COSTS["initial"]
        if changes.marks:
            return COSTS["mark"]
        if changes.added:
            return COSTS["added"]
        at, new = next(iter(changes.replaced.items()))
        old = self.automaton.transitions[at]
        part = ONE_EVENT * (len(changes.replaced) < self.edges[old.without_event])
        if new is None:
            return part + (DOUBLED if self.times[old] > 1 else COSTS["removed"])
        return part + self._difference(old, new, changes.removed)

    def _difference(self, old: Transition, new: Transition, gone: Container[str]) -> float:
        if (old.source, old.target) == (new.target, new.source) != (new.source, new.target):
            return COSTS["turned"]
        unlike = UNLIKE * unlikeness(str(old), str(new))
        for kind, before, after in (
            ("source", old.source, new.source),
            ("target", old.target, new.target),
            ("event", old.event, new.event),
            ("action", old.action or "", new.action or ""),
        ):
            if before != after:
                known = self.words if kind in ("event", "action") else self.automaton.states
                if before and after and (before not in known or before in gone):
                    return MISSPELT + unlikeness(before, after)
                return COSTS["undone"] if kind == "action" and not after else COSTS[kind] + unlike
        return self._difference_of_guards(old.guards, new.guards) + unlike

    def _difference_of_guards(self, old: Sequence[Guard], new: Sequence[Guard]) -> float:
        if len(old) != len(new):
            return COSTS["dropped" if len(old) > len(new) else "guarded"]
        before, after = next(pair for pair in zip(old, new, strict=True) if pair[0] != pair[1])
        if before.name == after.name:
            return COSTS["negated"]
        if before.name not in self.words:
            sign = before.negated != after.negated
            return MISSPELT + unlikeness(before.name, after.name) + sign
        return COSTS["replaced"]

    def _unused(self, edit: Edit) -> int:
        """How many more words of the memory are used nowhere."""
        uses = Counter(chain.from_iterable(map(_words, edit.changes.new)))
        for at in edit.changes.replaced:
            uses.subtract(_words(self.automaton.transitions[at]))
        more = (self.uses[word] + by for word, by in uses.items() if word in self.words and by)
        before = sum(
            1 for word, by in uses.items() if by and word in self.words and not self.uses[word]
        )
        return sum(1 for left in more if not left) - before

    def _unclean(self, edit: Edit) -> float:
        """How many more answers of the guards enable no transition of a state, or two."""
        if not self.automaton.guards:
            return 0
        places = {(one.source, one.event) for one in self.blame.touched(edit.changes)}
        after = edit.changes.on(self.automaton)
        return sum(unclean(after, *place) - unclean(self.automaton, *place) for place in places)


def _words(one: Transition) -> Iterator[str]:
    yield from (guard.name for guard in one.guards)
    if one.action:
        yield one.action


@cache
def unlikeness(one: str, other: str) -> float:
    """The share of two texts that they do not have in common, from 0 to 1."""
    from difflib import SequenceMatcher

    return 1 - SequenceMatcher(None, one, other, autojunk=False).ratio()


def unclean(automaton: Automaton, state: str, event: str) -> float:
    """The share of the guards' answers that enable no transition of a state, or more than one."""
    found = automaton.transitions_for(state, event)
    names = list(dict.fromkeys(guard.name for one in found for guard in one.guards))
    if len(names) > MOST_GUARDS:
        return 0
    every = list(product((True, False), repeat=len(names)))
    wrong = 0
    for answers in every:
        given = dict(zip(names, answers, strict=True))
        enabled = (all(given[guard.name] is guard.answer for guard in one.guards) for one in found)
        wrong += sum(enabled) != 1
    return wrong / len(every)
