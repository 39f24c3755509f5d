"""Learn a reader from its formula alone, or the machine of a user's function.

Finitely many questions do not show that the machine found for a formula equals the reader of this
package: the product of the two decides that for every word.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.errors import BadInput, UnknownName, counted, near, shortened
from hanoi_fsm.fsm.finding import Progress, Result, no_progress
from hanoi_fsm.fsm.infer import Answer, Function, Inferred, asking
from hanoi_fsm.fsm.infer import infer as learned
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Label, Word, foreign_words
from hanoi_fsm.fsm.theory.compare import Equivalence
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.equality import equal
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.pegs import whole
from hanoi_fsm.hanoi.rules import RULES

MOST_STATES = 50
"""The default maximum number of states of an inferred machine."""


@dataclass(frozen=True)
class Lesson(Result):
    """The `machine` that was inferred, and the number of questions.

    For a reader of this package, the `proof` says whether the machine is equal to it for every
    word.
    """

    machine: Machine
    inferred: Inferred
    proof: Equivalence | None = None

    def __str__(self) -> str:
        automaton, took = self.machine.automaton, self.inferred
        asked = (
            f"{counted(took.membership, 'membership question')} and "
            f"{counted(took.equivalence, 'equivalence question')}, for which "
            f"{counted(took.tried, 'more word')} were tried; {counted(took.symbols, 'symbol')}"
        )
        if self.proof is None:
            least = counted(took.least_states, "state")
            verdict = f"not proved: if this machine is wrong, the right one has more than {least}"
        else:
            proved = f"equal to {automaton.name}: proved for every word"
            verdict = proved if self.proof.holds else str(self.proof)
        return (
            f"{automaton.name}: inferred from its answers alone: {automaton.sizes}\n"
            f"asked: {asked} in all\n{verdict}"
        )


@checked
def infer(
    subject: object,
    alphabet: str | Sequence[str] | None = None,
    *,
    depth: int | None = None,
    most_states: int = MOST_STATES,
    progress: Progress = no_progress,
) -> Lesson:
    """Find the Mealy machine of a function by asking it about words.

    The `subject` is the name of a reader, whose formula is asked, or a function over an `alphabet`
    of symbols: single characters, or symbols separated by commas. The function takes a non-empty
    word, as a string, or as a list if some symbol has several characters; it returns the answer
    after the last symbol, compared as text, or None for a refusal. It must depend on the word
    alone.

    Raises `NotInferred` if no machine with up to `most_states` answers like the function,
    `BadAnswer` for a function that raises, takes too long or changes its answers, `BadInput` for an
    invalid alphabet or bound, and `NotInstalled` without AALpy, which the extra `infer` installs.

    >>> def odd_number_of_ones(word):
    ...     return word.count("1") % 2 == 1
    >>> print(infer(odd_number_of_ones, "01").machine.automaton)
    start -> start : 0 / "False"
    start -> 1     : 1 / "True"
    1     -> 1     : 0 / "True"
    1     -> start : 1 / "False"
    """
    chosen = 0 if depth is None else depth
    for bound, value, least in (("depth", chosen, 0), ("most_states", most_states, 1)):
        if whole(value) is None or value < least:
            raise BadInput(f"invalid {bound} {shortened(value)}: expected {least} or more")
    reader: Reader | None = None
    accepts_empty: bool | None = None
    if callable(subject) and not isinstance(subject, type):
        name = str(getattr(subject, "__name__", "") or shortened(subject))
        symbols = symbols_of(alphabet, name)
        asked = asking(subject, name)
    else:
        reader = automata.READERS.get(subject) if isinstance(subject, str) else None
        if reader is None:
            readers = f"infer takes a reader ({near(str(subject), list(automata.READERS))})"
            function = "or a function from a word to its last answer, FILE.py:NAME"
            raise UnknownName(f"{shortened(subject)} cannot be inferred: {readers}, {function}")
        name, symbols = reader.name, reader.automaton.symbols
        if alphabet is not None:
            raise BadInput(f"{name} has an alphabet of its own: leave out `alphabet=`")
        asked = formula_of(reader)
        accepts_empty = asked(()) is not None if reader.automaton.acceptor else None
    inferred = learned(
        asked,
        name,
        symbols,
        most_states=most_states,
        depth=depth,
        again=reader is None,
        accepts_empty=accepts_empty,
        progress=progress,
    )
    machine = Machine(
        inferred.automaton,
        summary="inferred from its answers, as a black box",
        partial=len(inferred.automaton.transitions) < len(inferred.automaton.states) * len(symbols),
    )
    return Lesson(machine, inferred, None if reader is None else equal(machine, reader))


def formula_of(reader: Reader) -> Function:
    """The last symbol of a reader's correct answer to a word, by its rule alone.

    >>> asked = formula_of(automata.READERS["distance-reader"])
    >>> asked(("0",)), asked(("0", "1")), asked(("0", "1", "1"))
    ('1', '0', '0')
    """
    rule, each = RULES[reader.name]

    def last(word: Word) -> Answer:
        answer = rule(word, 0, 2)
        return answer if each or answer is None else answer[-1:]

    return last


def symbols_of(alphabet: str | Sequence[str] | None, name: str) -> tuple[str, ...]:
    """The symbols of an alphabet; `BadInput` for one that no machine reads.

    >>> symbols_of("01", "f"), symbols_of("up,down", "f")
    (('0', '1'), ('up', 'down'))
    """
    if not alphabet:
        raise BadInput(f"{name} needs the alphabet of its words: as in `alphabet='01'`, or a,b,c")
    listed = isinstance(alphabet, str) and "," in alphabet
    symbols = tuple(str(alphabet).split(",") if listed else alphabet)
    for symbol in symbols:
        if [*foreign_words(Label(symbol))] or symbols.count(symbol) > 1:
            expected = "each symbol once, of printable characters"
            text = f"invalid symbol {shortened(symbol)} in the alphabet: expected {expected}"
            raise BadInput(text)
    return symbols
