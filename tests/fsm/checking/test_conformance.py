"""Words are read and compared with a specification; the finding is a shortest word that differs."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest
from checked_machines import BOX, LAMP, PARITY, Counter, Digits, box, cells, changed, reactive

from hanoi_fsm import Automaton, Machine
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.checking.words import RANDOM_WORDS, SEED, longest_within
from hanoi_fsm.fsm.errors import BadSpecification
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.start import Specification


def difference(machine: Machine, size: int = 6) -> Finding:
    [finding] = machine.conform(size).findings
    assert (finding.kind, finding.step) == ("output", finding.size)
    return finding


def once_in_a_row(events: Sequence[str]) -> list[str] | None:
    return None if "aa" in "".join(events) else ["0"] * events.count("a")


TWICE = "first -> then : a / zero \n then -> first : b \n first -> first : b"
REFUSING = reactive("refusing", TWICE, Digits, specification=once_in_a_row, partial=True)
ALL = [0, 6, 127]
GUARDED = [0, 6, RANDOM_WORDS, SEED, 127 + RANDOM_WORDS]


@pytest.mark.parametrize(
    ("machine", "numbers"), [(LAMP, [0, 6, 7]), (PARITY, ALL), (REFUSING, ALL), (BOX, GUARDED)]
)
def test_how_many_words_were_read_is_said(machine: Machine, numbers: list[int]) -> None:
    progress: list[int] = []
    outcome = machine.conform(6, progress.append)
    assert (outcome.findings, outcome.remarks, progress) == ((), (), numbers[-1:])
    assert list(map(int, re.findall(r"\d+", outcome.checked))) == numbers
    assert str(check(machine, 6)).startswith(f"{machine.name}: holds {outcome.checked}")


def test_without_a_specification_that_is_a_remark() -> None:
    report = check(replace(BOX, specification=None))
    [remark] = report.outcomes[1].remarks
    assert (report.holds, remark.kind) == (True, "unspecified")
    assert "specification" in remark.text
    assert check(replace(BOX, specification=None), strict=True).holds


def test_only_the_first_of_several_starts_is_compared_and_named() -> None:
    starts = {"with one": partial(Counter, 1), "with none": partial(Counter, 0)}
    finding = difference(replace(BOX, starts=starts))
    assert (finding.context, finding.expected) == ("reading out with one", "nothing")
    turned = replace(BOX, starts=dict(reversed(starts.items())))
    assert turned.conform(6).findings == ()


def test_no_more_words_are_read_than_anybody_would_wait_for() -> None:
    assert [longest_within(letters, 10) for letters in (1, 2, 100)] == [10, 10, 1]


def test_beyond_all_words_an_automaton_without_guards_is_asked_the_characterizing_ones() -> None:
    """Six events lead to the one edge that is wrong: also where all words are shorter."""
    table = "\n".join(f"{n} -> {(n + 1) % 7} : a / {'one' if n == 6 else 'zero'}" for n in range(7))

    def specification(events: Sequence[str]) -> list[str]:
        return ["1" if n % 7 == 6 else "0" for n in range(len(events))]

    ring = reactive("ring", table, Digits, specification=specification)
    assert ring.conform(2).findings == ()
    assert difference(changed(ring, ("one", "zero")), 2).size == 7


def test_a_finding_has_the_word_the_answers_and_the_run() -> None:
    finding = difference(changed(PARITY, ("odd -> even : a", "odd -> odd : a")))
    assert (finding.context, finding.expected, finding.got) == ("reading a a a", "1", "0")
    assert str(finding.about) == "odd -> odd : a / zero"
    assert [record.output for record in finding.path] == ["1", "0", "0"]


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


@pytest.mark.parametrize(("name", "old", "new", "word", "expected", "got"), cells(DIFFERENCES))
def test_the_shortest_word_that_differs_is_named(
    name: str, old: str, new: str, word: str, expected: str, got: str
) -> None:
    [machine] = [one for one in (PARITY, REFUSING, BOX) if one.name == name]
    finding = difference(changed(machine, (old, new)))
    assert (finding.context, finding.expected) == (f"reading {word}", expected)
    assert got in finding.got


def test_an_event_that_a_drawing_lost_is_asked_for_all_the_same() -> None:
    lost = changed(PARITY, ("even -> even : b / zero", ""), ("odd -> odd : b / one", ""))
    assert lost.automaton.events == ("a",)
    finding = difference(lost)
    assert (finding.context, finding.about, finding.path) == ("reading b", "even", ())


@pytest.mark.sweep
def test_a_random_word_is_cut_down_to_the_shortest() -> None:
    """Twelve things in the box and one taken out: no shorter word shows it."""
    unbounded = changed(replace(BOX, specification=box(11)), ("full", "huge"))
    finding = difference(unbounded, 3)
    assert (finding.context, finding.size) == ("reading" + " in" * 12 + " out", 13)
    assert (finding.expected, finding.got, len(finding.path)) == ("10", "11", 13)
    assert finding == difference(unbounded, 3) == difference(unbounded, 12)
    assert unbounded.conform(0).findings == ()


def test_a_final_state_refuses_what_comes_after_the_end_unless_a_refusal_is_an_answer() -> None:
    automaton = Automaton.from_table("once", initial="new", final="old", table="new -> old : use")
    machine = Machine(automaton, specification=lambda events: [])
    assert machine.conform(3).findings == ()
    assert difference(replace(machine, partial=True)).context == "reading use use"
    assert difference(replace(machine, specification=lambda events: list(events[1:]))).size == 2


def test_any_object_that_can_be_called_is_a_specification() -> None:
    class Ruled(list[str]):  # which is not hashable
        def __call__(self, events: Sequence[str]) -> list[str]:
            return self * len(events)

    assert replace(LAMP, specification=Ruled()).conform(3).findings == ()
    assert difference(replace(LAMP, specification=Ruled(["light"]))).expected == "light"


def raising(events: Sequence[str]) -> list[str]:
    if len(events) == 2:
        raise LookupError("no\nidea")
    return []


@pytest.mark.parametrize(
    ("specification", "said"),
    [
        (raising, "LookupError: no idea"),
        (lambda events: 3, "TypeError"),
        (lambda: [], "TypeError"),
        (lambda events: (1 / 0 for event in events), "ZeroDivisionError"),
    ],
)
def test_a_specification_that_raises_is_bad_and_the_events_are_named(
    specification: Specification, said: str
) -> None:
    with pytest.raises(BadSpecification) as raised:
        check(replace(LAMP, specification=specification), 3)
    assert (said in str(raised.value), "\n" in str(raised.value)) == (True, False)
    assert raised.value.__cause__ is not None
