"""The readers are proved right for every number of disks.

A test tries words of up to some length. A proof is possible because all that is said here about the
puzzle can be checked by reading words from the left with finitely many states in mind. Take "after
each step of configuration-reader the next configuration is one legal move away":

1. Steps are words of bits, configurations words of pegs, largest disk first, a letter per disk.
2. w + 1 is the number after w if w = u 0 1^j and w + 1 = u 1 0^j: the bits are equal, then 0 and 1,
   then only 1 and 0. That takes two states. One legal move leads from c to d if c = u p r^j and
   d = u q r^j with the third peg r: a disk goes from p to q while all smaller ones are on r. That
   takes four states. The reader itself, which reads both w and w + 1, has six.
3. So let all of them read the two words side by side. What they know together is one of finitely
   many states (there are 12). Breadth-first search visits them all, and in none of them has the
   reader written anything but neighbours: the claim holds for words of every length. If there were
   such a state, the way to it would be a number of disks and a step where the claim is wrong.

A claim is a function in `claims`. Its docstring says it in words, its body says the
same as a formula, which `fsm.theory.first_order` decides. The formulas are made of what the rules
of the puzzle say (`vocabulary`); no claim knows a closed formula or the table of the automaton that
it is about. The claims about a reader leave no choice: an automaton that satisfies them all answers
every word as it must, and any other is refuted by one of them.

    distance-reader       It is 0 at the goal (a), a move changes it by at most 1 (b), and some move
                          lowers it (c). By (b) no path to the goal is shorter than the number says,
                          and by (c) there is one of that length. So it is the distance.
    next-move-reader      All but the goal have a nearer neighbour, by (c), and only one.
    configuration-reader  It walks from tower to tower, by moves that each lead nearer. There is a
                          single such walk. It has 2^n - 1 moves, and so has no shorter one. With
                          the k smallest disks glued together it is the walk of n - k + 1 disks.
    move-reader           Two neighbours differ in one digit; its pegs are the move.
    move-reader-small     Every number is that of a word of odd length with a successor.
    rank-reader           The identity on one side, and on the other, is the inverse.
    path-reader           It reads what rank-reader reads.
    sierpinski-reader     For each peg the distance says where the letter of that corner is.
    twice-reader          It compares two lengths, each the sum of two distances. That the smaller
    twice-reader-small    one is the distance of the two configurations is proved by a test, by
                          (a), (b) and (c) once more, with the goal read along.

Where a claim uses another reader, that is the published one, and what is claimed of it is proved
first. A drawing of a reader is compared with the published one, for all words: it is proved if it
answers every word alike.
"""

from dataclasses import replace
from functools import cache
from itertools import product

from hanoi_fsm.fsm.finding import Finding, Progress, Proof, Verdict, no_progress
from hanoi_fsm.fsm.theory.first_order import decide
from hanoi_fsm.hanoi.automata import READERS
from hanoi_fsm.hanoi.judge import reader_difference
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.pegs import PAIRS
from hanoi_fsm.hanoi.proofs.readers.claims import THEOREMS, Reading


def prove(reader: Reader, progress: Progress = no_progress) -> Proof:
    """What is claimed of a reader, or of a version of one, for words of every length.

    Proved: it answers every word as it must. Refuted: the finding has a shortest word that it
    answers wrongly. Open: the text says why.

    >>> from hanoi_fsm import automata
    >>> print(prove(automata.get("distance-reader")))  # doctest: +NORMALIZE_WHITESPACE
    distance-reader: proved for every number of disks, all six tasks: it is the distance in the
    Hanoi graph (714 product states)
    """
    name, guards = reader.shown, reader.automaton.guards
    if reader.published.name not in THEOREMS:
        return Proof.unknown(name)
    if guards:
        asks = f"the guard `{guards[0]}` asks for more than the word"
        return Proof(name, Verdict.OPEN, f"not provable this way: {asks}")
    if finding := reader_difference(reader):
        return Proof(name, Verdict.REFUTED, finding=finding)
    return replace(theorem(reader.published.name), name=name)


@cache
def theorem(name: str) -> Proof:
    """Whether all is true that is claimed of a published reader, and of those that it rests on."""
    reader, (conclusion, claims, rests_on) = READERS[name], THEOREMS[name]
    for lemma in rests_on:
        if not theorem(lemma).holds:
            why = f"not proved: it rests on {lemma}, which is not proved"
            return Proof(name, Verdict.OPEN, why)
    size = 0
    for task, claim in product(reader.tasks, claims):
        reached = decide(claim(Reading(reader, *task)))
        size += len(reached.states)
        if reached.word is not None:
            words = ", ".join("".join(map(str, word)) for word in zip(*reached.word, strict=True))
            said = (claim.__doc__ or "").partition("\n")[0]
            text = f"this is wrong of {words or 'the empty word'}: {said}"
            finding = Finding("output", text, size=len(reached.word))
            return Proof(name, Verdict.REFUTED, size=size, finding=finding)
    tasks = " and ".join(f"{source} -> {target}" for source, target in reader.tasks)
    scope = {1: "", len(PAIRS): ", all six tasks"}.get(len(reader.tasks), f", the tasks {tasks}")
    what = f"{scope}: {conclusion} ({size:,} product states)"
    return Proof(name, Verdict.PROVED, f"proved for every number of disks{what}", size)
