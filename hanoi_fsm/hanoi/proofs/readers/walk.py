"""Claims about the walk from tower to tower: where the disks are after a step, and what moves.

configuration-reader comes first. It takes a step of the walk to a configuration, rank-reader and
path-reader take a configuration back to the step, and the two move-readers name the difference
between one configuration of the walk and the next.
"""

from hanoi_fsm.fsm.theory.first_order import Formula
from hanoi_fsm.hanoi.proofs.readers.reading import (
    Reading,
    c,
    configuration_of,
    distance_to,
    published,
    v,
    w,
)
from hanoi_fsm.hanoi.proofs.readers.vocabulary import (
    PEGS,
    all_are,
    consists_of,
    equal,
    has_odd_length,
    names_move,
    neighbours,
    one_more,
    same_last,
)


def writes_a_configuration(read: Reading) -> Formula:
    """What it writes are pegs."""
    return consists_of(PEGS, read(w))


def each_step_is_a_legal_move(read: Reading) -> Formula:
    """The configurations of a step and of the next one are neighbours."""
    return one_more(w, v) >> neighbours(read(w), read(v))


def starts_with_the_tower_on_the_source(read: Reading) -> Formula:
    """After step 0 = 0^n all disks are on the source."""
    return all_are("0", w) >> all_are(read.source, read(w))


def ends_with_the_tower_on_the_target(read: Reading) -> Formula:
    """After step 2^n - 1 = 1^n all disks are on the target."""
    return all_are("1", w) >> all_are(read.target, read(w))


def each_step_leads_nearer(read: Reading) -> Formula:
    """The configuration after each step is one move nearer to the target, as distance-reader says.

    So the walk is a shortest one. It is the only one, since of all neighbours of a configuration
    only one is nearer.
    """
    distance = distance_to(read.target)
    return one_more(w, v) >> one_more(distance(read(v)), distance(read(w)))


def names_the_move_of_each_step(read: Reading) -> Formula:
    """The answer to a step is the peg that its disk leaves, and the peg that it goes to.

    That is where the configurations after the step before it and after the step itself differ.
    """
    walk = configuration_of(read)
    return one_more(w, v) >> names_move(read(v), walk(w), walk(v))


def names_no_move_at_the_start(read: Reading) -> Formula:
    """The answer to step 0 is that no disk moves."""
    return all_are("0", w) >> read.answers(w, "none")


def names_the_move_after_a_step_of_an_odd_tower(read: Reading) -> Formula:
    """If n is odd, the answer to w is the move of step w + 1 on the walk from peg 0 to peg 1."""
    walk = published("configuration-reader", 0, 1)
    given = has_odd_length(w) & one_more(w, v)
    return given >> names_move(read(w), walk(w), walk(v))


def leading_zeros_change_nothing(read: Reading) -> Formula:
    """The answers to w and to 0w are the same.

    So the claim about odd lengths settles all words: those of an even length, and 1^n, which no
    number of n bits follows, have the answer of a longer word.
    """
    later = read.after("0")
    return same_last(read(w), later(w), (read.answer_so_far, later.answer_so_far))


def takes_a_configuration_back_to_its_step(read: Reading) -> Formula:
    """It reads the configuration after every step, and writes that step."""
    walk = configuration_of(read)
    return read.accepts(walk(w)) & equal(read(walk(w)), w)


def reads_no_configuration_off_the_walk(read: Reading) -> Formula:
    """Whatever it reads is the configuration after the step that it writes."""
    walk = configuration_of(read)
    return read.accepts(c) >> equal(walk(read(c)), c)


def reads_what_has_a_step(read: Reading) -> Formula:
    """It reads exactly the configurations that rank-reader reads."""
    rank = published("rank-reader", int(read.source), int(read.target))
    return (read.accepts(c) >> rank.accepts(c)) & (rank.accepts(c) >> read.accepts(c))


def writes_nothing(read: Reading) -> Formula:
    """It writes nothing for a configuration that it reads."""
    return read.accepts(c) >> consists_of([None], read(c))
