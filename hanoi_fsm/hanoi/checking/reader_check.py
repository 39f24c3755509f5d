"""Does a reader answer as it should? It is compared with its rule, a drawing with the reference.

The rule is asked for words of limited length; the product with the published reader decides about
words of any length.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from hanoi_fsm.fsm.checking import conformance
from hanoi_fsm.fsm.checking.product import MealyMachine, Product
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
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
    equal = f"for every word: equal to {reader.reference_name}, which is right "
    return replace(outcome, checked=equal + outcome.checked)


def difference(reader: Reader) -> Finding | None:
    """The finding of a shortest word that it answers otherwise than its reference, or None."""
    word = product_of(reader).difference()
    if word is None:
        return None
    start, answer = next(reader.starts_up_to(0)), partial(published_answer, reader)
    finding = conformance.difference_on(reader, start, answer, word)
    assert finding is not None  # the product has found this word
    return finding.placed(reader.lines)


def product_of(reader: Reader) -> Product:
    """The product of a reader with the published one."""
    both = reader.automaton, reader.published
    return Product(*(MealyMachine(one, reader.outputs, one.final) for one in both))


def published_answer(reader: Reader, word: Sequence[str]) -> Sequence[object] | None:
    """What the published reader answers, None if it refuses the word."""
    try:
        taken = list(reader.published.read(word))
    except MachineStopped:
        return None
    end = taken[-1].target if taken else reader.published.initial
    written = [reader.outputs[one.action] for one in taken if one.action]
    return written if end in reader.published.final else None
