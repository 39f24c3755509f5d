"""What each reader should answer, by the closed formulas alone: the boxes that are inferred.

They share no code with a reader, and take time linear in the word, so that long words can be asked
about. Where the answer is as long as the word, its last symbol belongs to the last one read; the
symbols before it must be the answer to the shorter word, or else no Mealy machine could give it.
"""

from collections.abc import Callable

from hanoi_fsm.fsm.errors import BadAnswer, UnknownName
from hanoi_fsm.fsm.infer import Answer, Function, spelt
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import NotOnPath
from hanoi_fsm.hanoi.pegs import PEGS, Move, Task
from hanoi_fsm.hanoi.specifications import specification


def of_reader(name: str, symbols: tuple[str, ...]) -> Function:
    """The box of the reader of that name, which reads these symbols.

    A reader without an entry below is asked for by its rule in `specifications`. Raises
    `UnknownName` where there is none either.

    >>> box = of_reader("distance-reader", ("0", "1", "2"))
    >>> box(("0",)), box(("0", "1")), box(("0", "1", "1"))
    ('1', '0', '0')
    """
    if name in _LAST:
        return _LAST[name]
    if name in _WHOLE:
        return last_of(_WHOLE[name])
    rule = specification(name, symbols)
    if rule is None:
        raise UnknownName(
            f"nothing says what {name} should answer: add its rule to "
            "hanoi_fsm/hanoi/specifications.py"
        )

    def last(word: Word) -> Answer:
        found = rule(word)
        return None if found is None else "".join(map(str, found[-1:]))

    return last


def last_of(whole: Callable[[str], str | None]) -> Function:
    """The last symbol of a `whole` answer, or "" where the answer to every word is empty.

    Raises `BadAnswer` if the symbols before it are not the answer to the word without its last one.
    """

    def last(word: Word) -> Answer:
        text = "".join(word)
        answer, before = whole(text), whole(text[:-1])
        if answer is None:
            return None
        if before is None or answer[: len(before)] != before:
            raise BadAnswer(
                f"the answer to {spelt(word)} is {spelt(answer)}, which does not begin with that "
                "to the word before: no machine that answers symbol by symbol can give it"
            )
        return answer[len(before) :]

    return last


def _bits(number: int, width: int) -> str:
    return f"{number:0{width}b}" if width else ""


def _number(word: str) -> int:
    return int(word or "0", 2)


def _named(move: Move | None) -> str:
    return "none" if move is None else f"{move.source}{move.target}"


def configuration(word: str) -> str:
    """The configuration after the step of these bits."""
    return str(formulas.configuration(_number(word), Task(len(word))))


def rank(word: str) -> str | None:
    """The bits of the step of a configuration, None off the path."""
    try:
        return _bits(formulas.step_of(word), len(word))
    except NotOnPath:
        return None


def on_path(word: str) -> str | None:
    """The empty answer for a configuration on the path, None for any other."""
    return None if rank(word) is None else ""


def distance(word: str) -> str:
    """The bits of the distance to the tower on peg 2."""
    return _bits(formulas.distance_to_tower(word), len(word))


def address(word: str) -> str:
    """The address in the Sierpinski triangle: the distance to a corner has a 0 where it has it.

    It is its own inverse: the configuration at an address is the address of the same digits.

    >>> address("0121"), address(address("0121"))
    ('0201', '0121')
    """
    far = [_bits(formulas.distance_to_tower(word, target=peg), len(word)) for peg in PEGS]
    return "".join(str(bits.index("0")) for bits in zip(*far, strict=True))


def move(word: Word) -> str:
    """The move of the step of these bits."""
    step = _number("".join(word))
    return _named(formulas.move(step, Task(len(word))) if step else None)


def move_after(word: Word) -> str:
    """The move after a step, for a larger odd tower that goes from 0 to 1."""
    return _named(formulas.move(_number("".join(word)) + 1, Task(2 * len(word) + 1, 0, 1)))


def next_move(word: Word) -> str:
    """The next move towards the tower on peg 2."""
    return _named(formulas.next_move("".join(word)))


def verdict(word: Word) -> str:
    """How often the largest differing disk moves, for the pegs of the smaller disks in pairs."""
    return _kind(*_both(word))


def verdict_on_addresses(word: Word) -> str:
    """The same for pairs of digits of two addresses."""
    return _kind(*map(address, _both(word)))


def _both(word: Word) -> tuple[str, str]:
    """The two words of a word of pairs, each after its first difference, 0 or 2."""
    return "0" + "".join(pair[0] for pair in word), "2" + "".join(pair[1] for pair in word)


def _kind(start: str, goal: str) -> str:
    lengths = formulas.path_lengths(start, goal)
    assert lengths is not None  # they differ in the largest disk
    once, twice = lengths
    return "tie" if once == twice else "once" if once < twice else "twice"


_WHOLE: dict[str, Callable[[str], str | None]] = {
    "configuration-reader": configuration,
    "rank-reader": rank,
    "path-reader": on_path,
    "distance-reader": distance,
    "sierpinski-reader": address,
}
_LAST: dict[str, Function] = {
    "move-reader": move,
    "move-reader-small": move_after,
    "next-move-reader": next_move,
    "twice-reader": verdict,
    "twice-reader-small": verdict_on_addresses,
}
