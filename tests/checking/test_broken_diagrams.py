"""Every broken diagram gets the verdict that running it by hand gives, and can be repaired."""

from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest
from support import oracle
from support.cases import sweep_if
from support.chance import chance
from support.checked_machines import BOX, COUNTDOWN, PARITY, broken, changed, counting, drawn
from support.commands import run
from support.random_solvers import (
    END,
    Run,
    Version,
    faults,
    first_difference,
    is_defective,
    mutations,
    strays,
)

from hanoi_fsm import (
    PATHFINDERS,
    READERS,
    SOLVERS,
    Automaton,
    Configuration,
    FsmError,
    Machine,
    Transition,
    automata,
    check,
    mutants,
    read,
)
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.memory import NoMemory
from hanoi_fsm.fsm.repair.edits import mutations as edits_of
from hanoi_fsm.fsm.repair.search import repairs_of
from hanoi_fsm.hanoi.plain import PLAIN

SIZE = {"solver": 5, "pathfinder": 3, "reader": 7}
"""How far a version is tried; in that many disks a solver takes every edge that it ever takes."""


class Place(NamedTuple):
    """Where a fault shows first: in which run, at which step, and what is there."""

    size: int
    context: str
    step: int | None = None
    expected: str = ""
    got: str = ""


class Judged(NamedTuple):
    """The first faults of a version, one per run, and the edges that its runs took."""

    faults: list[Place]
    taken: set[Transition]


@cache
def breaks(name: str) -> dict[str, Version]:
    machine = automata.get(name)
    made = mutations(machine.automaton, machine.vocabulary.actions())
    return made | strays(machine.automaton)


def solver_judged(version: Automaton, name: str, sizes: range) -> Judged:
    """All six tasks, compared with the textbook; of the smallest tower that goes wrong."""
    machine, taken = SOLVERS[name].with_automaton(version), set[Transition]()
    for disks in sizes:
        wrong = faults(machine, disks, taken)
        if wrong:
            places = [
                Place(disks, task, fault.step, fault.expected, fault.got)
                for task, fault in wrong.items()
            ]
            return Judged(places, taken)
    return Judged([], taken)


def path_of(version: Automaton, name: str, start: str, goal: str) -> tuple[list[object], Run]:
    memory = PATHFINDERS[name].memory(Configuration(start), Configuration(goal))
    run = Run(version, memory)
    return [move for _, move in islice(run.moves(), 3 * 2 ** len(start)) if move != END], run


@cache
def lengths(name: str, disks: int) -> dict[tuple[str, str], int]:
    """The lengths of the paths of the published automaton, which other tests compare."""
    published = automata.get(name).automaton
    return {ends: len(path_of(published, name, *ends)[0]) for ends in oracle.pairs(disks)}


def pathfinder_judged(version: Automaton, name: str, sizes: range) -> Judged:
    """All pairs of configurations: every move legal, the goal reached, no move too many."""
    taken = set[Transition]()
    for disks in sizes:
        for start, goal in oracle.pairs(disks):
            moves, run = path_of(version, name, start, goal)
            here = start
            for move in moves:
                here = dict(oracle.neighbours(here)).get(move, "")  # type: ignore[call-overload]  # a move is a tuple
            taken |= run.taken.keys()
            if here != goal or len(moves) != lengths(name, disks)[start, goal]:
                context = f"from {start} to {goal}" if start else "without disks"
                return Judged([Place(disks, context)], taken)
            if run.state not in version.final:
                return Judged([Place(disks, "without disks")], taken)
    return Judged([], taken)


def reader_judged(version: Automaton, name: str, sizes: range) -> Judged:
    """All words, by reading them side by side with the published reader."""
    length = first_difference(version, READERS[name].automaton)
    return Judged([] if length is None else [Place(length, "")], set(version.transitions))


JUDGES = {"solver": solver_judged, "pathfinder": pathfinder_judged, "reader": reader_judged}


def disagreements(name: str, words: str, folder: Path) -> list[str]:
    """The differences between the verdict on one broken diagram and a run by hand."""
    version, kind = breaks(name)[words](), automata.get(name).kind
    file = drawn(version, folder)
    report = check(file, SIZE[kind])
    if is_defective(version) or (kind != "reader" and not version.final):
        kinds = {finding.kind for finding in report.findings}  # an acceptor may be defined so
        wrong = kinds != {"definition"} and not (version.acceptor and kinds == {"output"})
        return [f"{name}: {words}: not a definition: {report}"] * wrong
    judged = JUDGES[kind](version, name, range(SIZE[kind] + 1))
    if report.finding is None:
        strict = check(file, SIZE[kind], strict=True).finding
        wrong = bool(judged.faults) or not is_fair(strict, judged, version, kind)
    elif report.finding.size is not None and report.finding.size > SIZE[kind]:
        larger = range(report.finding.size, report.finding.size + 1)
        later = JUDGES[kind](version, name, larger) if kind == "solver" else judged
        wrong = bool(judged.faults) or (kind == "solver" and not later.faults)
    else:
        wrong = not is_there(report.finding, judged.faults, file.read_text("utf-8"))
    return [f"{name}: {words}: {judged.faults}, got {report.finding}"] * wrong


def is_there(finding: Finding, faults: list[Place], dot: str) -> bool:
    """Whether a finding is one of these faults, in the line of the part that it blames."""
    line = dot.splitlines()[(finding.line or 0) - 1]
    ends = [finding.about] if isinstance(finding.about, str) else []
    if finding.about is not None and not ends:
        ends = [f"{finding.about.source} ->", finding.about.target]  # type: ignore[union-attr]  # a transition
    if finding.kind != "output" or [end for end in ends if end not in line.replace('"', "")]:
        return False
    for fault in faults:
        sizes = (fault.size, fault.size + (fault.step is None))  # a refusal may be seen before
        same = finding.size in sizes and fault.context in finding.context
        same = same and fault.step in (None, finding.step)
        same = same and fault.expected in (finding.expected, "")
        if same and fault.got in finding.got:
            return True
    return False


def is_fair(finding: Finding | None, judged: Judged, version: Automaton, kind: str) -> bool:
    """Whether a strict check of a right version complains only of parts that were not seen."""
    untaken = set(version.transitions) - judged.taken
    if finding is None:
        return kind != "solver" or not untaken
    entered = {version.initial, *(transition.target for transition in judged.taken)}
    return finding.kind == "used" and finding.about in untaken | ({*version.states} - entered)


EVERYDAY = {"two-storey", "monk", "any-to-any", "shortest", "rank-reader", "path-reader"}


@pytest.mark.parametrize("sample", [1, pytest.param(6, marks=pytest.mark.sweep)])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=sweep_if(name not in EVERYDAY)) for name in automata.names()]
)
def test_breaks_of_each_automaton_are_judged_as_by_hand(
    name: str, sample: int, tmp_path: Path
) -> None:
    random, words_of = chance(), sorted(breaks(name))
    for words in random.sample(words_of, min(sample, len(words_of))):
        assert disagreements(name, words, tmp_path) == []


BREAKS = """
two-storey  | [!built] / move_ahead    | [!built] / carry  | base 2        | pegs 2 | 1 | - | disk 1: 1 -> 2
two-storey  | foundation : step / carry | foundation : step / move_ahead | crown 3 | pegs - | 1 | 2 | peg 0 is empty
two-storey  | [!built & !ahead_smaller] | [!built]         | foundation 4  | pegs 3 | 2 1 | - | two transitions are enabled
two-storey  | base -> done : step [built] |                | base 2        | pegs - | - | 1 | built is true
two-storey  | ends done                | ends done, crown  | base 3        | pegs - | 1 | 2 | the end
two-storey  | starts dismantle         | starts foundation | foundation 1  | pegs 1 | - | - | peg 1 is empty
two-storey  | [built]                  | [bult]            | definition    | did you mean 'built'
two-storey  | crown ->                 | crwn ->           | crown 3       | pegs - | 1 | 2 | if it is final, draw it with two circles
any-to-any  | [!empty] / move_put_off  | [!empty]          | 0             | at 0   | no move in
any-to-any  | search : step [!empty]   | done : step [!empty] | 1          | at 02  | the end
any-to-any  | [!nothing & !right]      | [!nothing]        | 0             | at 0   | two transitions are enabled
any-to-any  | done : step [empty]      | search : step [empty] | 0          |        | no move in
any-to-any  | done : step [empty]      | done : step [!nothing] | 0        |        | empty is true
shortest    | & twice] / put_off_twice | & twice] / put_off | 7            | at 100 | 7 moves
shortest    | step [empty]             | stop [empty]      | definition    | did you mean 'step'
rank-reader | / write_1                | / write_0         | 1             |        | 0
path-reader | 1 -> 2                   | 1 -> 1            | 2             |        | no transition starts in state '1'
path-reader | ends 0, 1, 2             | ends 1, 2         | 1             |        | rejection
distance-reader | : 0                  | : 3               | definition    | choose from 0, 1, 2
"""  # noqa: E501  # a table
"""What is broken: the kind or the state and the step, the memory, and what there is instead."""


def test_what_is_wrong_is_said_with_the_state_and_the_memory(tmp_path: Path) -> None:
    for row in BREAKS.strip().splitlines():
        name, old, new, where, *rest = (cell.strip() for cell in row.split(" | ", 4))
        finding = check(drawn(broken(name, old, new), tmp_path)).finding
        assert finding is not None
        at = f"{finding.state} {finding.step}".strip()
        kind = "definition" if where == "definition" else "output"
        assert (finding.kind, where) == (kind, where if kind == "definition" else at), row
        memory, _, got = rest[0].rpartition("| ")
        assert (finding.memory, row) == (memory.strip(), row)
        assert got in finding.got + finding.text, row


@pytest.mark.sweep
def test_everything_registered_holds_and_says_what_was_tried() -> None:
    """Progress counts the moves, the paths or the words that were right so far."""
    for name in automata.names():
        done: list[int] = []
        report = check(name, 3, progress=done.append)
        assert (report.name, report.holds, report.findings) == (name, True, ())
        assert f" {done[-1]} " in str(report), str(report)
        assert done == sorted(done)
        assert name not in PATHFINDERS or done == [*range(1, len(done) + 1)]
        assert {remark.kind for remark in report.remarks} <= {"unspecified"}
    for name in PLAIN:
        assert "24 moves in 18 tasks" in str(check(name, 2)), name
    assert "2636 moves in 46 tasks" in str(check("monk"))


def all_mutations(machine: Machine) -> dict[str, Version]:
    return mutations(machine.automaton, machine.vocabulary.actions())


def fates_that_are_wrong(name: str) -> list[str]:
    """Mutants that are missing, that live without being right, or are killed for no reason."""
    machine, judge = automata.get(name), JUDGES[automata.get(name).kind]
    made, size = all_mutations(machine), SIZE[machine.kind]
    done: list[int] = []
    tried = list(mutants(machine, size, workers=1, progress=done.append))
    wrong = [] if done == list(range(1, len(tried) + 1)) else ["progress"]
    wrong += sorted({mutant.edit.text for mutant in tried} ^ made.keys())
    own = judge(machine.automaton, name, range(size + 1)).taken
    for mutant in tried:
        version = made[mutant.edit.text]()
        if is_defective(version):
            right = (mutant.fate or ("",))[0] == "validation"
        else:
            judged = judge(version, name, range(size + 1))
            used = machine.kind != "solver" or judged.taken >= {*version.transitions}
            alike = not judged.faults and used
            fate = mutant.fate[1] if mutant.fate else None
            right = alike if fate is None else not alike or fate.kind == "used"
            right = right or (fate is not None and (fate.size or 0) > size)
            right = right and mutant.survives == (fate is None and not mutant.is_equivalent)
        wrong += [] if right else [f"{name}: {mutant}"]
    assert len(own) == len(machine.automaton.transitions)
    return wrong


@pytest.mark.parametrize(
    "name",
    [
        "two-storey",
        "rank-reader",
        "shortest",
        pytest.param("twice-reader-small", marks=pytest.mark.sweep),
    ],
)
def test_a_mutant_of_one_event_of_a_row_leaves_the_others(name: str) -> None:
    machine = automata.get(name)
    automaton = machine.automaton
    edits = {edit.text: edit.on(automaton) for edit in edits_of(automaton, machine.vocabulary)}
    assert edits == {text: made() for text, made in all_mutations(machine).items()}


@pytest.mark.parametrize("most", [12, pytest.param(50, marks=pytest.mark.sweep)])
def test_the_mutants_that_live_make_no_difference_and_the_others_do(most: int) -> None:
    """Of each automaton that has fewer than `most` of them."""
    for name in automata.names():
        if len(all_mutations(automata.get(name))) < most:
            assert fates_that_are_wrong(name) == []


def test_a_machine_that_fails_its_own_check_has_no_mutants() -> None:
    for faulty in (
        changed(BOX, ("[full]", "[huge]")),
        counting(COUNTDOWN.replace("!empty", "full")),
    ):
        with pytest.raises(FsmError, match=r"fails its own check.*hanoi-fsm repair"):
            mutants(faulty)


def test_of_many_mutants_a_sample_is_tried_which_is_always_the_same() -> None:
    every = [mutant.edit for mutant in mutants(PARITY, workers=1)]
    some = mutants(PARITY, most=5, workers=1)
    tried = [mutant.edit for mutant in some]
    assert tried == [edit for edit in every if edit in tried]
    assert [len(tried), some.more] == [5, len(every) - 5]
    assert [mutant.edit for mutant in mutants(PARITY, most=5, workers=1)] == tried
    assert f"of 5 mutants are killed, a sample: {some.more} more were not tried" in str(some)
    assert [mutant.edit for mutant in mutants(PARITY, most=len(every) + 1, workers=1)] == every


def repaired(wrong: Automaton, folder: Path, *options: str) -> Automaton | None:
    """The drawing after its first repair, which passes its check; None without a repair."""
    file, fixed = drawn(wrong, folder, "broken.dot"), folder / "fixed.dot"
    fixed.unlink(missing_ok=True)  # of a mistake before
    ran = run("repair", file, "-o", fixed, "--size", "4", *options)
    if "no single edit repairs it" in ran.out:
        assert (ran.code, fixed.exists()) == (1, False)
        return None
    assert (ran.code, ran.err) == (0, "")
    assert check(fixed, 4).holds, ran.out
    return read(fixed.read_text("utf-8")).automaton


def test_of_two_mistakes_neither_is_undone_by_one_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    was = automata.get("path-reader").automaton
    table = str(was).replace("0 -> 2", "0 -> 0").replace("1 -> 0", "1 -> 1")
    wrong = Automaton.from_table("path-reader", initial="1", table=table, final=None)
    assert repaired(replace(wrong, memory=was.memory), tmp_path) is None
    monkeypatch.setattr("hanoi_fsm.fsm.repair.search.MOST_EDITS", 5)
    assert "none of the first 5 edits" in run("repair", tmp_path / "broken.dot", "--size", "4").out


TYPOS = [
    ("/ move_back", "/ move_bck"),
    ("base -> done : step [built]", "base -> done : step [bilt]"),
    ("base -> done : step", "base -> done : stp"),
    ("crown -> foundation", "crown -> fundation"),
    ("base -> crown : step [!built]", "base -> crown : step [ahead_smaller]"),
    ("base -> crown : step [!built]", "base -> crown : step"),
    ("ends done", "ends done, base"),
    ("starts dismantle", "starts base"),
    ("!built & ahead_smaller", "!built & built"),
    ("[!built & ahead_smaller]", "[!built]"),
]


@pytest.mark.parametrize(
    "number", [pytest.param(1, id="one"), pytest.param(4, marks=pytest.mark.sweep)]
)
def test_typical_slips_are_undone_by_the_first_repair(number: int, tmp_path: Path) -> None:
    for old, new in chance().sample(TYPOS, number):
        slip = broken("two-storey", old, new)
        assert not check(slip, 4).holds
        assert repaired(slip, tmp_path) == automata.get("two-storey").automaton, new


@pytest.mark.timeout(30)  # for what takes a second, and hours where all of the name is compared
def test_a_name_of_any_length_is_compared_in_time_that_does_not_grow() -> None:
    table = f"a -> {'b' * 50_000} : x\na -> a : y"
    repairs_of(Machine(Automaton.from_table("long", initial="a", table=table)), workers=1)


def test_a_state_without_actions_has_no_edit_of_them() -> None:
    automaton = Automaton.from_table("it", initial="a", table="a -> b : x / go")
    silent = replace(automaton, entry={"b": ()}, exit={"a": ("go",)})
    edits = [edit for edit in edits_of(silent, NoMemory) if edit.kind == "inside"]
    assert {edit.about for edit in edits} == {"a"}
