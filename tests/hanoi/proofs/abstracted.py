"""Abstract pegs that know of a configuration what can be seen of it."""

from hanoi_fsm.hanoi.proofs.abstract_pegs import AbstractPegs, DiskCount, Seen


def seen_of(word: str, target: int) -> Seen:
    seen = Seen((), target)
    for digit in word:
        seen = seen.after(int(digit))
    return seen


def abstract(word: str, target: int = 2) -> AbstractPegs:
    return AbstractPegs(seen_of(word, target), DiskCount(is_odd=len(word) % 2 == 1), target)
