"""Changes of an automaton as values: small until they are made, and one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Transition


@dataclass(frozen=True)
class Changes:
    """What is different: transitions by their index, the marks of states, a state's name.

    A transition is `replaced` by another or, with None, removed. The states in `marks` become final
    or cease to be. A state that is `renamed` like another becomes one with it.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> print(Changes(added=(Transition("on", "off", lamp.transitions[0].label),)).on(lamp))
    off -> off : press
    on  -> off : press
    """

    replaced: Mapping[int, Transition | None] = field(default_factory=dict)
    added: tuple[Transition, ...] = ()
    initial: str | None = None
    marks: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()

    def on(self, automaton: Automaton) -> Automaton:
        """The automaton with these changes."""
        kept = (self.replaced.get(at, one) for at, one in enumerate(automaton.transitions))
        transitions = (*(one for one in kept if one is not None), *self.added)
        renamed = [self.renamed.get(state, state) for state in automaton.states]
        final = automaton.final ^ self.marks
        final = frozenset(self.renamed.get(state, state) for state in final)
        initial = automaton.initial if self.initial is None else self.initial
        sources = (one.source for one in self.new)
        states = dict.fromkeys(one for one in [*renamed, *sources] if one not in self.removed)
        return replace(
            automaton,
            states=tuple(states),
            initial=initial,
            final=final - self.removed,
            transitions=transitions,
        )

    @property
    def new(self) -> Iterator[Transition]:
        """The transitions that were not there before."""
        yield from (one for one in self.replaced.values() if one is not None)
        yield from self.added

    def then(self, later: Changes, automaton: Automaton) -> Changes:
        """These changes of an `automaton` and `later` ones of what it is after them."""
        removed = {at for at, new in self.replaced.items() if new is None}
        kept = [at for at in range(len(automaton.transitions)) if at not in removed]
        replaced = dict(self.replaced)
        added: list[Transition | None] = list(self.added)
        for at, new in later.replaced.items():
            if at < len(kept):
                replaced[kept[at]] = new
            else:
                added[at - len(kept)] = new
        return Changes(
            replaced,
            (*(one for one in added if one), *later.added),
            self.initial if later.initial is None else later.initial,
            self.marks ^ later.marks,
            {**self.renamed, **later.renamed},
            self.removed | later.removed,
        )


def edges(automaton: Automaton) -> list[tuple[int, ...]]:
    """The indexes of the transitions that one edge of a diagram stands for: `00, 22 / once`.

    They follow each other and differ only in their events.
    """
    found: list[list[int]] = []
    for index, one in enumerate(automaton.transitions):
        joined = [automaton.transitions[at] for at in found[-1]] if found else []
        alike = joined and joined[0].without_event == one.without_event
        if alike and one.event not in [other.event for other in joined]:
            found[-1].append(index)
        else:
            found.append([index])
    return [tuple(indexes) for indexes in found]
