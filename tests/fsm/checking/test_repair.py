"""The single edits after which a failing machine passes, nearest to its own words first."""

from dataclasses import replace
from itertools import count

import pytest
from checked_machines import BOX, LAMP, PARITY, Digits, changed, repaired

from hanoi_fsm import Automaton, Machine
from hanoi_fsm.fsm.checking import CHECKS, check
from hanoi_fsm.fsm.checking.advice import Advisor
from hanoi_fsm.fsm.checking.repair import MOST_EDITS, Repair, Search
from hanoi_fsm.fsm.finding import Finding, Outcome
from hanoi_fsm.fsm.notation import Transition

SIZE = 4


def broken(machine: Machine, *changes: tuple[str, str], initial: str = "") -> Machine:
    """A file of the machine with mistakes in it, each row on the line of its number."""
    version = changed(machine, *changes, initial=initial)
    lines: dict[Transition | str, int] = dict.fromkeys(version.automaton.states, 99)
    lines.update(zip(version.automaton.transitions, count(1)))
    return replace(version, lines=lines)


def repairs(machine: Machine, size: int = SIZE) -> list[Repair]:
    return list(Search(machine, size, workers=1).run())


ODD = ("odd -> odd : b / one", "odd -> odd : b / zero")
MISTAKES = [
    # what should be, what is wrong with it, and the line and the words of the repair
    (PARITY, ODD, 4, "`one`"),
    (PARITY, ("odd -> even", "odd -> odd"), 3, "even"),
    (BOX, ("[full]", "[empty]"), 2, "`full`"),
    (BOX, ("in [!full]", "in"), 1, "`!full`"),
    (PARITY, (ODD[0], ""), 99, f"`{ODD[0]}`"),
    (PARITY, (ODD[0], f"{ODD[0]} \n odd -> even : c"), 5, "`odd -> even`"),
    (PARITY, None, 99, "start"),
]


@pytest.mark.parametrize(("right", "mistake", "line", "word"), MISTAKES)
@pytest.mark.one_in(4)
def test_the_repair_named_first_is_the_mistake_undone(
    right: Machine, mistake: tuple[str, str] | None, line: int, word: str
) -> None:
    machine = broken(right, mistake) if mistake else broken(right, initial="odd")
    assert not check(machine, SIZE).holds
    found = repairs(machine)
    assert (repaired(machine, found[0]).automaton, found[0].lines) == (right.automaton, (line,))
    assert str(found[0]).startswith(f"line {line}: ")
    assert word in str(found[0])
    assert [one.cost for one in found] == sorted(one.cost for one in found)
    for one in found:
        assert check(repaired(machine, one), SIZE).holds, str(one)


@pytest.mark.sweep
def test_a_guard_too_many_can_be_turned_or_dropped() -> None:
    machine = broken(BOX, ("[full]", "[full & huge]"))
    found = repairs(machine, 2)
    rows = [str(repaired(machine, one).automaton.transitions[1]) for one in found]
    assert rows[0].endswith("[full & !huge]")
    assert any(row.endswith("[full]") for row in rows)


def test_a_final_mark_that_is_missing_is_a_repair() -> None:
    table = "new -> old : use \n old -> new : mend"
    tool = Automaton.from_table("tool", initial="new", table=table)
    edits = list(Advisor(tool, Digits).edits(tool.states))
    assert {"old"} in [edit.changes.on(tool).final for edit in edits]
    assert len({edit.text for edit in edits}) == len(edits)


def test_two_mistakes_are_repaired_by_two_edits_and_not_by_one() -> None:
    machine = broken(PARITY, ODD, ("even -> odd : a / one", "even -> even : a / one"))
    assert repairs(machine) == []
    done: list[int] = []
    best = next(Search(machine, SIZE, edits=2, workers=1, progress=done.append).run())
    assert repaired(machine, best).automaton == PARITY.automaton
    assert (sorted(best.lines), str(best)) == ([1, 4], "; ".join(best.texts))
    assert all(f"line {line}: " in str(best) for line in (1, 4))
    assert (done, done[-1] <= 2 * MOST_EDITS) == (sorted(done), True)


def test_only_what_lets_the_checks_get_further_is_tried_with_a_second_edit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    never = Outcome("", (Finding("never", "that is never right"),))
    monkeypatch.setitem(CHECKS, "never", lambda machine, size, progress: never)
    search = Search(LAMP, SIZE, edits=2, workers=1)
    assert list(search.run()) == []
    assert search.tried > 0
    assert {stage for (stage, *_), _ in search.promising} <= {1}, "only other faulty definitions"
