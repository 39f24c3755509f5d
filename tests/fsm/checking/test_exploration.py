"""Exploration asks five things of a machine on real memories, and names what is wrong."""

from dataclasses import replace
from functools import partial

import pytest
from checked_machines import BOX, COUNTDOWN, GAP, LAMP, PARITY, Counter, counting, reactive

from hanoi_fsm import Automaton, Machine, Memory, action, guard
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.checking.exploration import KINDS, explore
from hanoi_fsm.fsm.finding import Finding


def only_finding(machine: Machine) -> Finding:
    """The one finding of an exploration; its path is one that the machine can really take."""
    found = explore(machine, 0)
    [finding] = found.findings
    assert (found.sound, found.of_kind(finding.kind)) == (False, [finding])
    assert [record.number for record in finding.path] == list(range(1, len(finding.path) + 1))
    return finding


def kinds(machine: Machine) -> list[str]:
    return [finding.kind for finding in explore(machine, 0).findings]


TAKE = COUNTDOWN.splitlines()[0].strip()


def test_a_sound_machine_has_no_finding_and_every_pair_is_visited_once() -> None:
    machine = counting(COUNTDOWN, 3, 1)
    progress: list[int] = []
    found = explore(machine, 0, progress.append)
    assert (found.sound, found.findings, found.asked) == (True, [], KINDS)
    assert (found.visited, progress) == ((4 + 1) + (2 + 1), [5, 8])
    assert found.entered == {"count", "done"}
    assert found.taken == set(machine.automaton.transitions)


def test_a_run_that_goes_on_as_long_as_events_come_need_not_end() -> None:
    for machine, pairs in [(LAMP, 2), (PARITY, 2), (BOX, 4)]:
        found = explore(machine, 0)
        assert (found.sound, found.visited, found.bounded) == (True, pairs, False)
        assert found.asked.keys() == KINDS.keys() - {"ends"}


def test_a_memory_given_as_a_start_is_not_used_up() -> None:
    memory = Counter(2)
    assert explore(replace(counting(COUNTDOWN), starts={"mine": memory}), 0).visited == 3 + 1
    assert memory.left == 2


def test_a_final_state_may_refuse_events_and_no_other_state_may() -> None:
    table = "open -> shut : close \n open -> open : look"
    automaton = Automaton.from_table("door", initial="open", final="shut", table=table)
    assert explore(Machine(automaton), 0).sound
    table += "\n shut -> gone : look"
    stuck = Automaton.from_table("door", initial="open", final="gone", table=table)
    finding = only_finding(Machine(stuck))
    assert (finding.kind, finding.about, "'close'" in finding.text) == ("complete", "shut", True)
    found = explore(Machine(stuck, partial=True), 0)
    assert (found.sound, "complete" in found.asked) == (True, False)


def test_of_two_ways_to_a_gap_the_shorter_is_named() -> None:
    loops = "b -> b : near \n c -> c : near \n d -> d : near"
    table = f"a -> b : far \n b -> c : far \n c -> d : far \n a -> d : near \n {loops}"
    finding = only_finding(reactive("ways", table))
    assert (finding.about, [record.event for record in finding.path]) == ("d", ["near"])


DONE = "count -> done : step"
BACK = "count -> back : step [!empty] / take \n back -> count : step / put"
OVERLAP = "count -> other : step [odd & !huge] / put"
SHARED = f"{COUNTDOWN} \n {OVERLAP} \n other -> done : step"
GAP_SAID = ["'count'", "'step'", "empty is false", "odd is true"]
FOUND: list[tuple[str, list[int], str, str, list[str], list[str]]] = [
    # the table, the starts; the kind, what it is about, the memories on the path, what is said
    (GAP, [0, 4, 6], "complete", "count", ["3"], GAP_SAID),
    (SHARED, [4], "consistent", OVERLAP, ["3"], [f"`{OVERLAP}`", f"`{TAKE}`"]),
    (f"{BACK} \n {DONE} [empty]", [0, 3], "ends", "count", ["2", "3"], []),
    (f"{COUNTDOWN} \n {DONE} [huge & !huge] / take", [2], "used", "", [], ["huge "]),
    (f"{COUNTDOWN} \n {DONE} [huge & full]", [2], "used", "", [], ["huge and full "]),
    (f"{COUNTDOWN} \n {DONE} [odd & empty]", [2], "used", "", [], ["together"]),
    (f"{TAKE} \n {DONE} [empty] / take_strictly", [2], "possible", "", ["1", "0"], ["nothing"]),
    (f"{TAKE} \n {DONE} [empty] / divide", [2], "possible", "", ["1", "0"], ["ZeroDivision"]),
    (f"{TAKE} \n {DONE} [broken & empty]", [2], "possible", "count", ["1"], ["ZeroDivision"]),
]


@pytest.mark.parametrize(("table", "starts", "kind", "about", "path", "said"), FOUND)
def test_what_is_wrong_is_named_with_the_shortest_path(
    table: str, starts: list[int], kind: str, about: str, path: list[str], said: list[str]
) -> None:
    found = explore(counting(table, *starts), 0)
    [finding] = found.of_kind(kind)
    assert (found.sound, str(finding.about)) == (False, about or table.splitlines()[-1].strip())
    assert [record.view for record in finding.path] == path
    assert [words for words in said if words not in finding.text] == []
    if len(starts) > 1:
        assert finding.context == f"from {starts[1]}"


def test_both_of_two_edges_that_are_enabled_at_once_are_followed() -> None:
    assert explore(counting(SHARED, 4), 0).entered == {"count", "other", "done"}


def test_a_state_that_is_never_entered_is_named_with_its_edges() -> None:
    edges = ["count -> spare : step [huge]", "spare -> done : step"]
    findings = explore(counting("\n".join([COUNTDOWN, *edges])), 0).findings
    assert [str(finding.about) for finding in findings] == ["spare", *edges]
    assert {finding.kind for finding in findings} == {"used"}


def test_a_guard_is_asked_only_where_those_before_it_fit() -> None:
    assert kinds(counting(COUNTDOWN.replace("[empty]", "[empty & broken]"), 2)) == []


def test_the_same_memory_by_two_paths_or_in_another_state_is_not_a_loop() -> None:
    both = "\n".join(f"count -> {at} : step [!empty] \n {at} -> done : step" for at in ("a", "b"))
    assert kinds(counting(f"{both} \n count -> done : step [empty]", 3, 0)) == ["consistent"]


GROWING = COUNTDOWN.replace("take", "put")


def test_a_memory_that_only_grows_is_not_known_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer run might end: that is a remark, and a fault where it is asked for."""
    monkeypatch.setattr("hanoi_fsm.fsm.machine.BOUND", 30)
    machine = counting(GROWING, 0, 1, 2)
    found = explore(machine, 0)
    [remark] = found.remarks
    assert (found.sound, found.bounded, "ends" in found.asked) == (True, True, False)
    assert (remark.kind, remark.about, "30" in remark.text) == ("ends", "count", True)
    assert (check(machine).holds, check(machine, strict=True).findings) == (True, (remark,))


def test_a_memory_of_many_numbers_is_explored_no_further_than_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Stack(Counter):
        @action
        def push(self) -> None:
            "put one on the stack"
            self.left = [*self.left, 1] if isinstance(self.left, list) else [1]  # type: ignore[assignment]  # anything

        @guard
        def full(self) -> bool:
            "never"
            return False

        key = Memory.key

    table = "count -> count : step [!full] / push \n count -> done : step [full]"
    automaton = counting(table).automaton
    monkeypatch.setitem(explore.__globals__, "CELLS", 5_000)
    found = explore(Machine(automaton, Stack), 0)
    assert (found.bounded, found.sound) == (True, True)
    assert 90 < found.visited < 110  # 1 + 2 + ... + 100 is about 5,000


def test_of_a_growing_memory_the_nearest_pairs_are_visited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanoi_fsm.fsm.machine.REACTIVE_BOUND", 40)
    table = "open -> open : in / put \n open -> open : look [huge] \n open -> open : look [!huge]"
    growing = reactive("growing", table, Counter)
    found = explore(growing, 0)
    assert (found.sound, found.bounded, found.visited) == (True, True, 40)
    assert found.asked.keys() == KINDS.keys() - {"ends", "used"}
    assert (check(growing, 0).holds, "40" in str(check(growing, 0))) == (True, True)


ENDLESS = COUNTDOWN.replace("count -> done", "count -> count")


@pytest.mark.parametrize(("table", "wrong"), [(COUNTDOWN, []), (ENDLESS, ["ends", "used"])])
@pytest.mark.sweep
def test_the_work_grows_as_the_pairs_do(table: str, wrong: list[str]) -> None:
    """A chain of pairs that ends, and one that never does, compare each pair once."""
    machine = Machine(counting(table).automaton, partial(Counter, 5_000))
    Counter.keys = 0
    found = explore(machine, 0)
    assert ([finding.kind for finding in found.findings], found.visited >= 5_001) == (wrong, True)
    assert Counter.keys <= 2 * found.visited + 1  # once when it is found, once after the guards
