"""twice-reader-small: does the largest differing disk move once or twice? (Romik 2006)

It reads the Sierpinski addresses of two configurations in pairs, after their common prefix and
renamed so that the first difference is 0 in the start and 2 in the goal. Most pairs of
configurations are decided after a few digits: ONCE and TWICE are never left again.
"""

from collections.abc import Iterator

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.hanoi.automata import sierpinski_reader, twice_reader
from hanoi_fsm.hanoi.formulas import check_same_disks
from hanoi_fsm.hanoi.machines import Reader, Verdicts
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration


def pairs_of(start: AnyConfiguration, goal: AnyConfiguration) -> Iterator[str]:
    """The word for two configurations: the pairs of their addresses after the first difference.

    Raises `BadConfiguration` for different numbers of disks.

    >>> list(pairs_of("100", "011"))
    ['11', '11']
    """
    return twice_reader.pairs_of(*map(_address, check_same_disks(start, goal)))


def _address(configuration: Configuration) -> str:
    reader = sierpinski_reader.MACHINE
    read = reader.automaton.read(str(configuration))
    return "".join(reader.outputs[action] for one in read for action in one.actions)


MEANINGS = twice_reader.DECIDED | {
    state: f"{twice_reader.BALANCES[balance]} so far"
    for state, balance in {"A": 1, "B": 0, "C": -1}.items()
}


MACHINE = Reader.from_table(
    "twice-reader-small",
    Verdicts,
    layout=Layout({
                                          "B": (0, 90),
        "A": (-210, 0),                                              "C": (210, 0),
                       "ONCE": (-130, -130),  "TWICE": (130, -130),
    }, loops={"A": 180, "B": 90, "C": 0, "ONCE": 270, "TWICE": 270}, start=90),
    idea="Romik 2006",
    summary="does a shortest path move the largest disk twice? on addresses",
    see="Once or twice, decided in five states: A, B and C say which of the two paths is shorter "
    "so far, ONCE and TWICE say that no further digit matters. From A and C most pairs of "
    "digits decide immediately; B, the tie, is decided by 11 and 20 only.",
    meanings=MEANINGS,
    groups=dict.fromkeys("ABC", "open") | dict.fromkeys(twice_reader.DECIDED, "decided"),
    reads="pairs of address digits, after the first difference",
    task="any two configurations: two words, or one word of pairs",
    pairs_of=pairs_of,
    empty_word_answer="once",
    initial="A",
    table="""
        A     -> ONCE  : 00, 02, 10, 20, 21, 22             / once
        A     -> A     : 01, 12                             / once
        A     -> B     : 11                                 / tie
        B     -> A     : 00, 22                             / once
        B     -> C     : 01, 12                             / twice
        B     -> B     : 02, 10, 21                         / tie
        B     -> TWICE : 11                                 / twice
        B     -> ONCE  : 20                                 / once
        C     -> C     : 00, 22                             / twice
        C     -> TWICE : 01, 02, 10, 11, 12, 21             / twice
        C     -> B     : 20                                 / tie
        ONCE  -> ONCE  : 00, 01, 02, 10, 11, 12, 20, 21, 22 / once
        TWICE -> TWICE : 00, 01, 02, 10, 11, 12, 20, 21, 22 / twice
    """,
)  # fmt: skip
