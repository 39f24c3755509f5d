"""Assertions for somebody's own tests: functions, machines and files that are right or wrong."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace
from typing import Any

import pytest
from support.cases import ids
from support.chance import chance
from support.checked_machines import (
    BOX,
    GAP,
    LAMP,
    changed,
    counting,
    drawn,
    over_two_storey,
)
from support.commands import run

from hanoi_fsm import FsmError, automata, check, minimize, mutants, prove, repair, solve
from hanoi_fsm.testing import assert_holds, assert_kills_mutants, assert_solves


def right(disks: int, source: int = 0, target: int = 2) -> Iterator[tuple[int, int]]:
    if disks:
        spare = 3 - source - target
        yield from right(disks - 1, source, spare)
        yield source, target
        yield from right(disks - 1, spare, target)


FAULTS = """\
1 | return [(0, 2)] * 2            | disk 1: 0 -> 2
3 | return [(0, 1), (0, 2), (1, 0)] | disk 1: 1 -> 0
1 | yield Move(3, 0, 2)            | disk 1 is on top of peg 0
1 | yield 1, 2                     | peg 1 is empty
2 | return [(0, 1), (0, 1)]        | smaller disk 1 is there
3 | return list(right(disks))[:2]  | the end
4 | yield from [*right(disks), (2, 1)] | one more move, 2 -> 1
4 | while True: yield from right(disks) | peg 0 is empty
3 | yield from [*right(disks)][:2]; yield "x" | 'x'
1 | yield "02"                     | '02'
1 | yield 0, 3                     | (0, 3)
1 | yield [0, -1]                  | [0, -1]
1 | yield 0, 2.0                   | (0, 2.0)
1 | yield False, 2                 | (False, 2)
1 | yield Move(1, 0, 7)            | Move(disk=1, source=0, target=7)
1 | return None                    | None
1 | raise ValueError("no\\nidea")  | ValueError: no idea (line 2 of
3 | yield from [*right(disks)][:2]; raise IndexError | IndexError (line 3 of
4 | yield from right(disks); raise OSError("x" * 500) | xxx...xxx
1 | raise ValueError("\\x1b[2J")   | ValueError: \\x1b[2J (line
1 | return f(disks + 1)            | RecursionError
2 | yield 0, 1; sys.exit(3)        | SystemExit: 3
1 | kept.extend(right(disks)); return kept | disk 1: 0 -> 2""".splitlines()
"""At which step it is wrong; the body of the function, for 2 disks; what there was instead."""


@pytest.mark.parametrize("number", [12, pytest.param(len(FAULTS), marks=pytest.mark.sweep)])
def test_each_fault_of_a_function_has_its_own_finding(number: int, tmp_path: Path) -> None:
    different = []
    for row in chance().sample(FAULTS, number):
        step, body, got = (cell.strip() for cell in row.split(" | "))
        with pytest.raises(AssertionError) as raised:
            assert_solves(function(body, tmp_path), disks=[1, 2] if "kept" in body else [2])
        said = str(raised.value)
        last = said.splitlines()[-1]
        expected = f"with 2 disks from 0 to 2\n  step {step}, pegs "
        different += [f"{row}\n{said}"] * (expected not in said)
        different += [f"{row}\n{said}"] * (got not in last or said.count("\n") != 4)
    assert not different, "\n".join(different)


def function(body: str, folder: Path) -> Callable[[int], Any]:
    file = folder / "mine.py"
    file.write_text("def f(disks):\n" + indent(body.replace("; ", "\n"), "    "), "utf-8")
    names: dict[str, Any] = {name: sys.modules[name] for name in ("os", "sys", "re")}
    names |= {"Move": type(next(iter(solve(1)))), "right": right, "kept": []}
    names |= {name: __import__(name) for name in ("time", "ctypes")}
    exec(compile(file.read_text("utf-8"), str(file), "exec"), names)
    function: Callable[[int], Any] = names["f"]
    return function


def test_right_functions_names_files_and_automata_are_accepted(tmp_path: Path) -> None:
    two_storey = automata.get("two-storey").automaton
    file = drawn(two_storey, tmp_path)
    functions = [
        right,
        solve,
        lambda disks: [list(pair) for pair in right(disks)],
        lambda disks: (move if move.disk % 2 else move[1:] for move in solve(disks)),
    ]
    for solver in [*functions, "monk", "hbits", "recursion", str(file), file, two_storey]:
        assert_solves(solver, disks=range(3))
    done: list[int] = []
    assert check(solve, 2, progress=done.append).holds
    assert (len(done), done[-1], done) == (18, 24, sorted(done))


def test_the_exception_is_the_cause_and_what_is_meant_for_pytest_goes_through() -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError") as why:
        assert_solves(lambda disks: 1 / 0)
    assert isinstance(why.value.__cause__.__cause__, ZeroDivisionError)  # type: ignore[union-attr]  # there is one
    with pytest.raises(pytest.skip.Exception, match="not today"):
        assert_solves(lambda disks: pytest.skip("not today"))


TWO_STOREY = automata.get("two-storey").automaton
BROKEN = over_two_storey(str(TWO_STOREY).replace("move_back", "move_ahead"))
FAULTY = over_two_storey("dismantle -> done : step [bult]")
WRONG_BOX = changed(BOX, ("[full]", "[huge]"))
FAILING: list[tuple[Callable[[], object], str]] = [
    (
        lambda: assert_solves(BROKEN),
        r"(?s)mine.*3 disks.*step 4, pegs 3 \| 2 1 \| -",
    ),
    (lambda: assert_holds(counting(GAP, 4)), "countdown.*empty is false"),
    (lambda: assert_holds(WRONG_BOX), "box.*reading in in in in, step 4: "),
    (lambda: assert_holds(BROKEN), "mine.*with 3 disks from 0 to 2, step 4"),
    (lambda: assert_holds(FAULTY), "mine.*'bult'"),
    (lambda: assert_kills_mutants(LAMP), "2 .*\n  `on -> off : press` leads to on\n"),
    (lambda: assert_kills_mutants(BOX, but=["any"]), "box .*any"),
]


@pytest.mark.parametrize(("asserted", "said"), FAILING, ids=ids(FAILING, 1))
def test_each_assertion_fails_with_the_finding_and_passes_what_is_right(
    asserted: Callable[[], object], said: str
) -> None:
    with pytest.raises(AssertionError, match=said):
        asserted()


def test_an_assertion_passes_what_is_right() -> None:
    assert assert_holds(BOX).holds
    assert_kills_mutants(LAMP, but={"`on -> off : press` leads to on", "the initial state is on"})


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: assert_holds("monk", -1), "-1"),
    (lambda: assert_kills_mutants("monk", -1), "-1"),
    (lambda: assert_solves(right, disks=range(0)), "empty"),
    (lambda: assert_solves(right, disks=[2, -1]), "-1"),
    (lambda: assert_solves(right, disks=["3"]), "'3'"),  # type: ignore[list-item]  # the test
    (lambda: assert_solves(right, disks=5), "5"),  # type: ignore[arg-type]  # the test
    (lambda: assert_solves(automata.get("path-reader")), "path-reader"),
    (lambda: assert_solves(FAULTY), "'bult'"),
]


@pytest.mark.parametrize(("asserted", "words"), BAD, ids=ids(BAD, 1))
def test_a_check_that_cannot_fail_or_cannot_run_is_an_error(
    asserted: Callable[[], object], words: str
) -> None:
    with pytest.raises(FsmError, match=words):
        asserted()


@pytest.mark.sweep
def test_results_show_in_a_notebook_what_the_command_prints() -> None:
    for function in (check, prove, mutants, repair, minimize):
        said: list[str] = []
        result: Any = function("monk")
        result._repr_pretty_(SimpleNamespace(text=said.append), False)
        command = [function.__name__, "monk", *["--summary"] * (function is mutants)]
        printed = run(*command, columns=500).lines[0]
        assert printed.startswith(said[0].split("; ")[0]), function
