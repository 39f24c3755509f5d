"""Does a reader answer as it should? It is compared with its rule, a drawing with the reference.

The rule is asked for words of limited length; the product with the published reader decides about
words of any length.
"""

from dataclasses import replace

from hanoi_fsm.fsm.checking import conformance
from hanoi_fsm.fsm.checking.product import MealyMachine, Product
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
    product = product_of(reader)
    word = product.difference()
    if word is None:
        return None
    start = next(reader.starts_up_to(0))
    finding = conformance.difference_on(reader, start, product.other.answer, word)
    assert finding is not None  # the product has found this word
    return finding.placed(reader.lines)


def product_of(reader: Reader) -> Product:
    """The product of a reader with the published one."""
    both = reader.automaton, reader.published
    return Product(*(MealyMachine(one, reader.outputs, one.final) for one in both))
