"""The readers are proved right for every number of disks.

A test tries words of up to some length. A proof is possible because every claim here about the
puzzle can be checked by reading words from the left with finitely many states. Take "after
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

A claim is a function. Its docstring says it in words, its body says the same as a formula, which
`fsm.theory.first_order` decides. The formulas are made of the rules of the puzzle
(`vocabulary`); no claim knows a closed formula or the table of the automaton that it is about. The
claims about a reader leave no choice: an automaton that satisfies them all answers every word as it
must, and any other is refuted by one of them.

    distance-reader       It is 0 at the goal (a), a move changes it by at most 1 (b), and some move
                          lowers it (c). By (b) no path to the goal is shorter than the number says,
                          and by (c) there is one of that length. So it is the distance.
    next-move-reader      All but the goal have a nearer neighbour, by (c), and only one.
    configuration-reader  It walks from tower to tower, by moves that each lead nearer. There is a
                          single such walk. It has 2^n - 1 moves, and so has no shorter one. With
                          the k smallest disks glued together it is the walk of n - k + 1 disks.
    move-reader           Two neighbours differ in one digit; its pegs are the move.
    move-reader-small     Some word of odd length with a successor has any given number.
    rank-reader           The identity on one side, and on the other, is the inverse.
    path-reader           It reads what rank-reader reads.
    sierpinski-reader     For each peg the distance says where the letter of that corner is.
    twice-reader          It compares two lengths, each the sum of two distances. A test proves
    twice-reader-small    that the smaller one is the distance of the two configurations, by (a),
                          (b) and (c) once more, with the goal read along.

If a claim uses another reader, it uses the published one, whose own claims are proved first. A
drawing of a reader is compared with the published one, for all words: it is proved if it answers
every word alike.

**The shortest paths between any two configurations**, between which Romik decides. Let the largest
disk that must move go from peg f to t, let v be the third peg, and s and g the m smaller disks of
start and goal. A shortest path moves that disk once or twice, and before each of its moves the
smaller disks must stand on one peg:

    once   f -> t       s goes to v,   one move,   v goes to g:          D(s, v) + 1 + D(g, v)
    twice  f -> v -> t  s goes to t,   one move,   t goes to f,
                        one move,      f goes to g:    D(s, t) + 1 + 2^m - 1 + 1 + D(g, f)

where D(s, p) is the distance to the tower on p, as distance-reader writes it. No proof relies on
that argument: a test proves claims like (a), (b) and (c) about the shorter of the two lengths, with
the goal read along.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.checking.conformance import difference_on
from hanoi_fsm.fsm.finding import Finding, Progress, Proof, Verdict, no_progress
from hanoi_fsm.fsm.theory.compare import difference
from hanoi_fsm.fsm.theory.first_order import (
    Formula,
    Letter,
    MealyTransducer,
    Output,
    Relation,
    State,
    Term,
    Variable,
    decide,
    exists,
)
from hanoi_fsm.fsm.theory.mealy import MealyMachine
from hanoi_fsm.hanoi.automata import READERS
from hanoi_fsm.hanoi.pegs import PAIRS
from hanoi_fsm.hanoi.proofs.vocabulary import (
    BITS,
    DIGITS,
    PEGS,
    THIRD,
    adjacent,
    alike_where_marked,
    all_are,
    at_most_one_more,
    equal,
    has_odd_length,
    has_zeros_where,
    is_end,
    is_tower,
    last_is,
    names_move,
    neighbours,
    one_more,
    weighs,
)

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.machines import Reader

w, v = Variable(BITS), Variable(BITS)
"""Two numbers."""

c, d, e = Variable(PEGS), Variable(PEGS), Variable(PEGS)
"""Configurations."""


class Reading(MealyTransducer):
    """A reader that begins to read for the task from `source` to `target`.

    `read(word)` is its output, one letter for each letter of the word.
    """

    def __init__(self, reader: Reader, source: int, target: int) -> None:
        automaton = reader.automaton
        machine = MealyMachine(automaton, reader.outputs)
        super().__init__(machine, reader.state_for(source, target))
        self.source, self.target = str(source), str(target)
        self.answer_so_far: Letter = reader.empty_word_answer
        self.symbols = reader.alphabet


Claim = Callable[[Reading], Formula]
"""A claim about a reader: in words, which are the docstring, and as a formula."""


@cache
def published(name: str, source: int = 0, target: int = 2) -> Reading:
    """A reader of this package; its own claims are proved before another claim relies on it."""
    return Reading(READERS[name], source, target)


def distance_to(peg: str) -> Reading:
    """The published distance-reader for the towers on a peg."""
    return published("distance-reader", (int(peg) + 1) % 3, int(peg))


def configuration_of(read: Reading) -> Reading:
    """The published configuration-reader for the task of another reader."""
    return published("configuration-reader", int(read.source), int(read.target))


def reads_every_word(read: Reading) -> Formula:
    """It reads every word of its own symbols."""
    return read.accepts(Variable(read.symbols))


def is_zero_at_the_goal_only(read: Reading) -> Formula:
    """(a) It writes 0^n for the tower on the target, and for no other configuration."""
    goal, zero = all_are(read.target, c), all_are("0", read(c))
    return (goal >> zero) & (zero >> goal)


def changes_by_at_most_1(read: Reading) -> Formula:
    """(b) What it writes for two neighbours are numbers that differ by at most 1.

    So a path to the goal has at least as many moves as the number says. It is enough to compare
    neighbours in one direction, since each is a neighbour of the other.
    """
    return neighbours(c, d) >> at_most_one_more(read(c), read(d))


def some_neighbour_is_nearer(read: Reading) -> Formula:
    """(c) All but the goal have a neighbour whose number is one less.

    So there is a path of as many moves as the number says.
    """
    return all_are(read.target, c) | exists(d, is_nearer(read))


def only_one_neighbour_is_nearer(read: Reading) -> Formula:
    """No two neighbours of a configuration are nearer; so there is only one shortest path."""
    return (is_nearer(read) & neighbours(c, e) & one_more(read(e), read(c))) >> equal(d, e)


def is_nearer(distance: Reading) -> Formula:
    """d is a neighbour of c, and one move nearer to the goal."""
    return neighbours(c, d) & one_more(distance(d), distance(c))


def the_other_towers_are_farthest(read: Reading) -> Formula:
    """It writes 1^n for the towers on the other pegs: 2^n - 1 moves are necessary."""
    return (~all_are(read.target, c) & is_tower(c)) >> all_are("1", read(c))


def names_no_move_at_the_goal(read: Reading) -> Formula:
    """At the goal the answer is that no disk moves."""
    return all_are(read.target, c) >> last_is("none", read(c), read.answer_so_far)


def names_the_move_to_the_nearer_neighbour(read: Reading) -> Formula:
    """Elsewhere the answer is the legal move that leads one move nearer to the goal."""
    return is_nearer(distance_to(read.target)) >> names_move(read(c), c, d)


def gives_each_configuration_its_own_address(read: Reading) -> Formula:
    """Two configurations with the same address are the same."""
    return equal(read(c), read(d)) >> equal(c, d)


def turns_moves_into_edges(read: Reading) -> Formula:
    """The addresses of neighbours are joined by an edge of the triangle."""
    return neighbours(c, d) >> adjacent(read(c), read(d))


def puts_towers_into_corners(read: Reading) -> Formula:
    """The address of the tower on peg p is p^n, the corner p of the triangle."""
    return is_tower(c) >> equal(read(c), c)


def has_a_corner_where_its_distance_has_a_0(read: Reading) -> Formula:
    """The letter of an address is p exactly where the distance to the tower on p has a 0 bit.

    That leaves no choice: of the distances to the three towers only one has a 0 bit there.
    """
    by_peg = [has_zeros_where(peg, read(c), distance_to(peg)(c)) for peg in PEGS]
    return by_peg[0] & by_peg[1] & by_peg[2]


def each_step_is_a_legal_move(read: Reading) -> Formula:
    """The configurations of a step and of the next one are neighbours."""
    return one_more(w, v) >> neighbours(read(w), read(v))


def small_disks_are_together(read: Reading) -> Formula:
    """After q 2^k and q 2^k + 2^k - 1 steps the k smallest disks are on one peg, for every k.

    The other bits of these two numbers are the bits of q, and one more, 0 or 1. That is 2 q or
    2 q + 1 in n - k + 1 bits. A reader that reads from the left has written by then what it writes
    for n - k + 1 disks after 2 q or 2 q + 1 steps. So with k disks glued together a walk of n disks
    equals the walk of n - k + 1 disks.
    """
    ends_alike = is_end(v) & alike_where_marked(v, w)
    return ends_alike >> alike_where_marked(v, read(w))


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
    return all_are("0", w) >> last_is("none", read(w), read.answer_so_far)


def names_the_move_after_a_step_of_an_odd_tower(read: Reading) -> Formula:
    """If n is odd, the answer to w is the move of step w + 1 on the walk from peg 0 to peg 1."""
    walk = published("configuration-reader", 0, 1)
    given = has_odd_length(w) & one_more(w, v)
    return given >> names_move(read(w), walk(w), walk(v))


def leading_zeros_change_nothing(read: Reading) -> Formula:
    """The answers to w and to 0w are the same.

    So the claim about odd lengths settles all words: words of an even length, and 1^n, which no
    number of n bits follows, have the answer of a longer word.
    """
    later = copy(read)  # which has read a 0 already
    later.answer_so_far, later.start = read.step(read.start, "0")
    before = read.answer_so_far, later.answer_so_far
    same = Relation(lambda _, *last: last, before, lambda last: last[0] == last[1])
    return same(read(w), later(w))


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
    return read.accepts(c) >> all_are(None, read(c))


class PathLength:
    """The length of the path from c to d that moves the largest differing disk once, or twice.

    A transducer that reads c and d. It writes the binary digits of the length less one, the digits
    of both distances added without carrying, so that a digit may be 2; and where c and d first
    differ the 1 of 2^m, if the disk moves twice.
    """

    start: State = None

    def __init__(self, moves: int) -> None:
        self.moves, self.distance = moves, distance_to("0")
        self.towers = {peg: distance_to(peg).start for peg in PEGS}

    def step(self, state: State, pegs: tuple[str, str]) -> tuple[Letter, State]:
        f, t = pegs
        if state is None:
            if f == t:
                return 0, None
            v = THIRD[f, t]
            start_peg, goal_peg = (v, v) if self.moves == 1 else (t, f)
            return self.moves - 1, (self.towers[start_peg], self.towers[goal_peg])
        (x, here), (y, there) = map(self.distance.step, state, pegs)
        return DIGITS[x] + DIGITS[y], (here, there)


def lengths(start: Term, goal: Term) -> tuple[Term, Term]:
    """The lengths of both paths between two configurations that differ, each less one."""
    return Output(PathLength(moves=1), start, goal), Output(PathLength(moves=2), start, goal)


class Renamed:
    """A reader of pairs that reads two words after their first difference, renamed to 0 and 2."""

    start: State = None

    def __init__(self, read: Reading) -> None:
        self.read = read

    def step(self, state: State, letters: tuple[str, str]) -> tuple[Letter, State]:
        x, y = letters
        if state is None:
            return (None, None) if x == y else (self.read.answer_so_far, (x, y, self.read.start))
        f, t, here = state
        new_name = {f: "0", THIRD[f, t]: "1", t: "2"}
        answer, here = self.read.step(here, new_name[x] + new_name[y])
        return answer, (f, t, here)


def decides_on_pegs(read: Reading) -> Formula:
    """From the pegs of two configurations it decides which path is shorter, or that they tie."""
    return ~equal(c, d) >> weighs(Output(Renamed(read), c, d), *lengths(c, d))


def decides_on_addresses(read: Reading) -> Formula:
    """From the addresses of two configurations it decides the same.

    Any two addresses belong to two configurations, since sierpinski-reader is one to one.
    """
    address = published("sierpinski-reader")
    return ~equal(c, d) >> weighs(Output(Renamed(read), address(c), address(d)), *lengths(c, d))


class Theorem(NamedTuple):
    """The conclusion of the `claims` together with the theorems that it `rests_on`."""

    conclusion: str
    claims: tuple[Claim, ...]
    rests_on: tuple[str, ...] = ()


THEOREMS = {
    "distance-reader": Theorem(
        "it is the distance in the Hanoi graph",
        (
            reads_every_word,
            is_zero_at_the_goal_only,
            changes_by_at_most_1,
            some_neighbour_is_nearer,
            only_one_neighbour_is_nearer,
            the_other_towers_are_farthest,
        ),
    ),
    "next-move-reader": Theorem(
        "its move is the only one that leads nearer to the goal",
        (
            reads_every_word,
            names_no_move_at_the_goal,
            names_the_move_to_the_nearer_neighbour,
        ),
        rests_on=("distance-reader",),
    ),
    "configuration-reader": Theorem(
        "it is the only shortest walk from tower to tower, 2^n - 1 legal moves",
        (
            reads_every_word,
            starts_with_the_tower_on_the_source,
            each_step_is_a_legal_move,
            each_step_leads_nearer,
            ends_with_the_tower_on_the_target,
            small_disks_are_together,
        ),
        rests_on=("distance-reader",),
    ),
    "move-reader": Theorem(
        "it names the move of every step",
        (
            reads_every_word,
            names_no_move_at_the_start,
            names_the_move_of_each_step,
        ),
        rests_on=("configuration-reader",),
    ),
    "move-reader-small": Theorem(
        "it names the move of every step of an odd tower, whatever its height",
        (
            reads_every_word,
            names_the_move_after_a_step_of_an_odd_tower,
            leading_zeros_change_nothing,
        ),
        rests_on=("configuration-reader",),
    ),
    "rank-reader": Theorem(
        "it is the inverse of configuration-reader",
        (
            takes_a_configuration_back_to_its_step,
            reads_no_configuration_off_the_walk,
        ),
        rests_on=("configuration-reader",),
    ),
    "path-reader": Theorem(
        "it reads exactly the configurations of the walk",
        (reads_what_has_a_step, writes_nothing),
        rests_on=("rank-reader",),
    ),
    "sierpinski-reader": Theorem(
        "it draws the Hanoi graph as the Sierpinski triangle",
        (
            reads_every_word,
            gives_each_configuration_its_own_address,
            turns_moves_into_edges,
            puts_towers_into_corners,
            has_a_corner_where_its_distance_has_a_0,
        ),
        rests_on=("distance-reader",),
    ),
    "twice-reader": Theorem(
        "it says which of the two paths between two configurations is shorter",
        (reads_every_word, decides_on_pegs),
        rests_on=("distance-reader",),
    ),
    "twice-reader-small": Theorem(
        "it says which of the two paths between two addresses is shorter",
        (reads_every_word, decides_on_addresses),
        rests_on=("distance-reader", "sierpinski-reader"),
    ),
}


def reader_difference(reader: Reader) -> Finding | None:
    """Find a shortest word that it answers differently from its reference, or None.

    Final states matter in an acceptor only.
    """
    drawn, published = (
        MealyMachine(
            automaton if automaton.acceptor else replace(automaton, final=frozenset()),
            reader.outputs,
        )
        for automaton in (reader.automaton, reader.published)
    )
    word = difference(drawn, published)
    if word is None:
        return None
    start = next(reader.starts_up_to(0))._replace(specification=published.answer)
    finding = difference_on(reader, start, word)
    assert finding is not None  # they answer this word differently
    return finding.placed(reader.lines)


def prove(reader: Reader, progress: Progress = no_progress) -> Proof:
    """Prove the claims about a reader, or a version of one, for words of every length.

    If it is proved, it answers every word correctly. If it is refuted, the finding has a shortest
    word that it answers wrongly. If the proof is open, the text says why.

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
    """Prove all claims about a published reader, and about the readers that it relies on."""
    reader, (conclusion, claims, rests_on) = READERS[name], THEOREMS[name]
    if not all(theorem(lemma).holds for lemma in rests_on):
        return Proof(name, Verdict.OPEN, "not proved: it rests on claims that are not proved")
    size = 0
    for task, claim in product(reader.tasks, claims):
        reached = decide(claim(Reading(reader, *task)))
        size += len(reached.states)
        if reached.word is not None:
            words = ", ".join("".join(map(str, word)) for word in zip(*reached.word, strict=True))
            said = (claim.__doc__ or "").partition("\n")[0]
            text = f"this does not hold for {words or 'the empty word'}: {said}"
            finding = Finding("output", text, size=len(reached.word))
            return Proof(name, Verdict.REFUTED, finding=finding)
    tasks = " and ".join(f"{source} -> {target}" for source, target in reader.tasks)
    scope = {1: "", len(PAIRS): ", all six tasks"}.get(len(reader.tasks), f", the tasks {tasks}")
    what = f"{scope}: {conclusion} ({size:,} product states)"
    return Proof(name, Verdict.PROVED, f"proved for every number of disks{what}")
