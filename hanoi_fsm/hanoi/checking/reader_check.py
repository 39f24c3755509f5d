"""Does a reader answer as it should? It is compared with its rule, a drawing with the reference.

The rule is asked for words of limited length; running it beside the published reader decides about
words of any length.
"""

from dataclasses import replace

from hanoi_fsm.fsm.checking import conformance
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.theory.compare import difference as first_difference
from hanoi_fsm.fsm.theory.mealy import MealyMachine
from hanoi_fsm.hanoi.machines.reader import Reader


def conform(reader: Reader, size: int, progress: Progress) -> Outcome:
    """Compare words with the specification, then a drawing with the reference for every word.

    The other starts need no product of their own: the first one leads to all their pairs.
    """
    outcome = conformance.conform(reader, size, progress)
    drawn = reader.automaton is not reader.published and not reader.automaton.guards
    if outcome.findings or not (outcome.compared and drawn):
        return outcome
    if finding := difference(reader):
        return Outcome("", (finding,))
    equal = f"for every word: equal to {reader.published.name}, which is right "
    return replace(outcome, checked=equal + outcome.checked)


def difference(reader: Reader) -> Finding | None:
    """The finding of a shortest word that it answers otherwise than its reference, or None."""
    drawn, published = (
        MealyMachine(one, reader.outputs, one.final) for one in (reader.automaton, reader.published)
    )
    word = first_difference(drawn, published)
    if word is None:
        return None
    start = next(reader.kind.starts(0))._replace(specification=published.answer)
    finding = conformance.difference_on(reader, start, word)
    assert finding is not None  # they answer this word differently
    return finding.placed(reader.lines)
