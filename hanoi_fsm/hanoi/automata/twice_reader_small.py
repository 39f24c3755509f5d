"""twice-reader-small: does the largest differing disk move once or twice? (Romik 2006)

It reads the Sierpinski addresses of two configurations in pairs, after their common prefix and
renamed so that the first difference is 0 in the start and 2 in the goal. Most pairs of
configurations are decided after a few digits: ONCE and TWICE are never left again.
"""

from hanoi_fsm.hanoi.machines import Reader, Verdicts

MACHINE = Reader.from_table(
    "twice-reader-small",
    Verdicts,
    idea="Romik 2006",
    summary="does a shortest path move the largest disk twice? on addresses",
    reads="pairs of address digits, after the first difference",
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
)
