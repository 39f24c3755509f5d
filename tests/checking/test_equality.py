"""Machines are compared with one another and with specifications, by shortest differences."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest
from support.cases import ids
from support.chance import chance
from support.checked_machines import BOX, PARITY, Counter, Digits, box, cells, changed, reactive
from support.random_solvers import unrolled

from hanoi_fsm import (
    SOLVERS,
    Automaton,
    Machine,
    automata,
    check,
    equal,
)
from hanoi_fsm.fsm.finding import Assumption, Finding
from hanoi_fsm.fsm.notation import in_rows
from hanoi_fsm.hanoi.plain import PLAIN


def renamed(machine: Machine) -> Machine:
    """The machine with other names for its states."""
    was = machine.automaton
    name = {state: f"q{number}" for number, state in enumerate(reversed(was.states))}
    edges = [
        replace(transition, source=name[transition.source], target=name[transition.target])
        for transition in was.transitions
    ]
    final = frozenset(name[state] for state in was.final)
    states = tuple(sorted(name.values()))
    made = Automaton(was.name, states, name[was.initial], final, in_rows(edges), was.memory)
    return machine.with_automaton(made, layout=None, origin="renamed")


@pytest.mark.sweep
def test_two_of_the_package_are_equal_where_both_are_proved_and_undecided_where_only_run() -> None:
    proved = [name for name, machine in SOLVERS.items() if machine.prove().holds]
    for one, other in pairwise(proved):
        comparison = equal(one, other)
        assert (comparison.holds, "proved right for every number" in comparison.text) == (
            True,
            True,
        )
    rest = [*(SOLVERS.keys() - proved), *PLAIN]
    for one, other in pairwise(rest):
        comparison = equal(one, other, 4)
        assert (comparison.verdict.value, "0 .. 4 disks" in comparison.text) == ("open", True)
        assert str(comparison).endswith(", not proved")
    assert equal("hbits", "hbits").holds


BROKEN = [
    # what is broken in which solver or pathfinder; the disks and the step of the difference
    ("two-storey", ("move_back", "move_ahead"), "monk", 3, 4),
    ("two-state", ("move_other", "carry"), "formula", 2, 2),
    ("three-state", ("move_second_pair", "move_third_pair"), "call-stack", 2, 2),
    ("any-to-any", ("& right] / drop", "& right] / put_off"), "any-to-any", 1, 1),
    ("shortest", (" -> done", " -> done"), "any-to-any", 3, 1),
]


@pytest.mark.parametrize(("name", "change", "other", "disks", "step"), BROKEN, ids=ids(BROKEN))
def test_the_first_step_that_differs_has_the_fewest_disks(
    name: str, change: tuple[str, str], other: str, disks: int, step: int
) -> None:
    wrong = replace(changed(automata.get(name), change), origin="wrong")
    for comparison in (equal(wrong, other), equal(other, wrong)):
        assert (comparison.verdict.value, comparison.witness is None) == ("refuted", False), name
        assert comparison.witness is not None
        assert (comparison.witness.size, comparison.witness.step) == (disks, step), name
    assert equal(wrong, renamed(wrong)).holds


def wrong_at_last(copies: int) -> Machine:
    """two-storey with its states in several copies, of which the last one moves otherwise."""
    machine: Machine = unrolled(SOLVERS["two-storey"], chance(), [copies])
    rows = map(str, machine.automaton.transitions)
    last = [row for row in rows if row.split(" -> ")[0].endswith(f"_{copies - 1}")]
    return changed(machine, *((row, row.replace("move_back", "move_ahead")) for row in last))


def test_right_for_as_many_disks_as_are_tried_and_wrong_after() -> None:
    comparison = equal(wrong_at_last(31), SOLVERS["two-storey"], 5)
    assert comparison.verdict.value == "refuted"
    assert comparison.witness is not None
    assert (comparison.witness.size, comparison.witness.step) == (7, 124)


DOWN = "a -> a : out [!empty] / take"
PARTED = "a -> a : out [!empty & odd] / take \n a -> a : out [!empty & !odd] / take"
PUT = "a -> a : in / put \n"
Make = Callable[..., Counter]
ON_COUNTERS: list[tuple[str, str, Make, Make, str, str, str]] = [
    # two tables, their memories; the verdict, the events that separate them, the words
    (PUT + DOWN, PUT + PARTED, Counter, Counter, "open", "", "first"),
    (DOWN, PARTED, Counter, Counter, "proved", "", "no events tell them apart"),
    (DOWN, DOWN, Counter, partial(Counter, 5), "refuted", "out", "puts out 2"),
    (DOWN, PUT + DOWN, Counter, Counter, "refuted", "in", "puts out nothing"),
    (DOWN, "a -> a : out [broken] / take", Counter, Counter, "refuted", "out out out", "stops"),
    (DOWN, "a -> a : out / take", Counter, Counter, "refuted", "out out out out", ""),
]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("one", "other", "make", "make_other", "verdict", "word", "said"),
    ON_COUNTERS,
    ids=ids(ON_COUNTERS, 1),
)
def test_machines_with_memories_are_followed_through_all_pairs_that_are_reached(
    one: str, other: str, make: Make, make_other: Make, verdict: str, word: str, said: str
) -> None:
    first = reactive("one", one, make, partial=True)
    second = reactive("other", other, make_other, partial=True)
    done: list[int] = []
    comparison = equal(first, second, progress=done.append)
    assert (comparison.verdict.value, done) == (verdict, sorted(done)), (one, other)
    assert bool(done) == (verdict == "open")
    assert (" ".join(comparison.witness.word) if comparison.witness else "") == word
    assert said in str(comparison), str(comparison)


def difference(machine: Machine, size: int = 6) -> Finding:
    finding = check(machine, size).finding
    assert finding is not None
    assert (finding.kind, finding.step) == ("output", finding.size)
    return finding


def once_in_a_row(events: Sequence[str]) -> list[str] | None:
    return None if "aa" in "".join(events) else ["0"] * events.count("a")


TWICE = "first -> then : a / zero \n then -> first : b \n first -> first : b"
REFUSING = reactive("refusing", TWICE, Digits, specification=once_in_a_row, partial=True)
DIFFERENCES = """
    parity   | / one                |                      | a           | 1         | nothing
    parity   | odd -> odd : b / one |                      | a b         | 1         | 'odd'
    refusing | then -> first : b    | then -> first : b, a | a a         | a refusal | 0
    refusing | first -> first : b   |                      | b           | nothing   | 'b'
    box      | [full]               | [huge]               | in in in in | nothing   | 'in'
    box      | [empty]              | [!huge]              | in out      | 0         | [!huge]`
    box      | [empty]              | [empty] / divide     | out         | nothing   | ZeroDivision
    box      | [empty]              | [broken & empty]     | in out      | 0         | ZeroDivision
"""


def test_the_shortest_word_that_differs_is_named_with_both_answers_and_the_run() -> None:
    for name, old, new, word, expected, got in cells(DIFFERENCES):
        [machine] = [machine for machine in (PARITY, REFUSING, BOX) if machine.name == name]
        [finding] = changed(machine, (old, new)).conform(6).findings
        assert (finding.context, finding.expected) == (f"reading {word}", expected)
        assert got in finding.got
    finding = difference(changed(PARITY, ("odd -> even : a", "odd -> odd : a")))
    assert (str(finding.about), finding.got) == ("odd -> odd : a / zero", "0")
    assert [record.output for record in finding.path] == ["1", "0", "0"]
    lost = changed(PARITY, ("even -> even : b / zero", ""), ("odd -> odd : b / one", ""))
    finding = difference(lost)  # an event that the drawing lost is asked for all the same
    assert (finding.context, finding.about, finding.path) == ("reading b", "even", ())
    stopped = changed(REFUSING, ("then -> first : b", "then -> then : a"), ("t : b", "t : b / one"))
    assert difference(stopped).context == "reading b", "and not a b, which is refused"


def test_beyond_all_words_there_are_those_that_tell_the_states_apart_and_random_ones() -> None:
    """Six events lead to the only wrong edge; twelve things make the box one too full."""
    rows = [f"{n} -> {(n + 1) % 7} : a / {'one' if n == 6 else 'zero'}" for n in range(7)]
    ring = reactive("ring", "\n".join(rows), Digits, specification=sevenths)
    assert check(ring, 2).holds
    assert difference(changed(ring, ("one", "zero")), 2).size == 7
    unbounded = changed(replace(BOX, specification=box(11)), ("full", "huge"))
    finding = difference(unbounded, 3)
    assert (finding.context, finding.size) == ("reading" + " in" * 12 + " out", 13)
    assert (finding.expected, finding.got, len(finding.path)) == ("10", "11", 13)


def sevenths(events: Sequence[str]) -> list[str]:
    return ["1" if n % 7 == 6 else "0" for n in range(len(events))]


def test_what_rests_on_an_assumption_does_not_hold() -> None:
    table = "a -> b : go \n b -> a : go"
    automaton = Automaton.from_table("it", initial="a", table=table)
    sure, read_so = Machine(automaton), Machine(automaton, assumptions=(Assumption("it", "that"),))
    assert equal(sure, sure).holds
    assert not equal(sure, read_so).holds
    assert str(equal(read_so, sure)).endswith(
        "as it depends on how it is read: it (settle it with that)"
    )
