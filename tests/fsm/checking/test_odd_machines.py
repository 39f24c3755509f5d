"""Machines whose parts raise, lie or grow: each is found, in one line, and in bounded work."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import run

from hanoi_fsm import Automaton, Machine, Memory, action, find, guard
from hanoi_fsm.fsm.checking import check, explore
from hanoi_fsm.fsm.checking.mutants import mutants
from hanoi_fsm.fsm.errors import BadInput, BadMemory


def table(rows: str, **marks: Any) -> Automaton:
    return Automaton.from_table("m", initial="a", table=rows, **marks)


class Odd(Memory):
    count = 0

    @guard
    def vague(self) -> bool:
        """answers 2"""
        return 2  # type: ignore[return-value]  # a wrong type is the test

    @guard
    def meddling(self) -> bool:
        """changes what it should only look at"""
        self.count += 1
        return True

    @guard
    def even(self) -> bool:
        """an even count"""
        return self.count % 2 == 0

    @guard
    def broken(self) -> bool:
        """raises"""
        return bool(1 / 0)

    @guard
    def leaking(self) -> bool:
        """puts something out"""
        self.output = "leak"
        return True

    @action
    def grow(self) -> None:
        """one more"""
        self.count += 1
        self.output = self.count

    @action
    def explode(self) -> None:
        """raises"""
        raise KeyError("k")


class Coarse(Odd):
    def key(self) -> int:
        return 0


class Growing(Memory):
    def __init__(self) -> None:
        self.items: list[int] = []

    @action
    def add(self) -> None:
        """one more item"""
        self.items.append(1)


def counting(most: int) -> Callable[[Any], list[int]]:
    return lambda events: [min(n + 1, most) for n in range(len(events))]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("a -> a : e [vague]", "vague answered 2, expected True or False"),
        ("a -> a : e [broken]", "guard in state 'a' on event 'e' raised ZeroDivisionError"),
        ("a -> a : e / explode", "KeyError: 'k'"),
        ("a -> a : e [meddling]", "a guard in state a changes the memory"),
        ("a -> a : copy", "event 'copy' is an attribute of the memory"),
        ("a -> b : e \n b -> b : f", "partial=True"),
    ],
)
def test_the_check_says_what_is_odd(rows: str, words: str) -> None:
    assert words in str(check(Machine(table(rows), Odd)).finding)


def test_an_odd_machine_is_named_before_it_runs() -> None:
    for arguments in ({"starts": [Odd]}, {"specification": 5}, {"memory": 5}):
        with pytest.raises(BadInput):
            Machine(table("a -> a : e"), **arguments)
    for memory in (int, lambda: 5, lambda: 1 / 0):
        with pytest.raises(BadInput, match="expected a Memory"):
            check(Machine(table("a -> a : e"), memory))  # type: ignore[arg-type]  # the test


@pytest.mark.sweep
def test_a_named_start_brings_its_own_vocabulary() -> None:
    machine = Machine(table("a -> a : e / grow"), starts={"late": Odd()})
    assert [record.output for record in machine.run("e", "e")] == [1, 2]
    assert check(machine).holds


def test_a_named_start_is_chosen_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(
        MINE + "late = Acts(); late.n = 7\n"
        "two = Machine(Automaton.from_table('m', initial='a', table='a -> a : e'),"
        " starts={'early': Acts(), 'late': late})\n"
    )
    ran = run("trace", "--by", "my.py:two", "--begin", "late", "e", cwd=tmp_path)
    assert (ran.code, "n=7" in ran.out) == (0, True)
    for arguments in (["--by", "my.py:two", "--begin", "lat", "e"], ["--begin", "late", "3"]):
        ran = run("trace", *arguments, cwd=tmp_path)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1)


def test_a_reader_can_have_a_specification_of_its_own() -> None:
    reader = replace(find("distance-reader"), specification=lambda word: ["nonsense"])
    assert not check(reader, 3).holds


def test_what_a_guard_puts_out_is_no_output() -> None:
    machine = Machine(table("a -> a : e [leaking]"), Odd, specification=lambda events: [])
    assert check(machine).holds
    assert [record.output for record in machine.run("e", "e")] == [None, None]


def test_a_key_that_does_not_tell_memories_apart_is_blamed() -> None:
    machine = Machine(table("a -> a : e / grow"), Coarse, specification=counting(99))
    with pytest.raises(BadMemory, match=r"key\(\)"):
        check(machine)


def test_an_output_that_is_wrong_late_is_found_though_no_guard_looks() -> None:
    machine = Machine(table("a -> a : e / grow"), Odd, specification=counting(17))
    finding = check(machine).finding
    assert finding is not None
    assert (finding.size, finding.expected, finding.got) == (18, "17", "18")


def test_a_unary_acceptor_goes_on_from_its_final_state() -> None:
    machine = Machine(table("a -> b : e \n b -> a : e", final="a"))
    assert check(machine).holds
    assert "ends" not in explore(machine, 0).asked


def test_a_memory_that_grows_is_explored_up_to_a_number_of_cells() -> None:
    found = explore(Machine(table("a -> a : e / add"), Growing), 0)
    assert found.bounded
    assert found.visited < 1000


def test_a_machine_that_fails_has_no_mutants() -> None:
    wrong = Machine(table("a -> a : e / grow"), Odd, specification=lambda events: [])
    with pytest.raises(BadInput, match="fails its own check"):
        next(mutants(wrong))


FAULTY = {
    "complete": "a -> a : e [even] / grow \n a -> a : f",
    "consistent": "a -> a : e [even] / grow \n a -> a : e",
    "possible": "a -> a : e [broken] / grow",
}


@pytest.mark.parametrize("kind", FAULTY)
def test_neither_has_one_in_which_exploration_finds_a_fault(kind: str) -> None:
    faulty = Machine(table(FAULTY[kind]), Odd)
    assert kind in [finding.kind for finding in explore(faulty, 0).findings]
    with pytest.raises(BadInput, match=r"fails its own check.*hanoi-fsm mend"):
        next(mutants(faulty))


MINE = """
from hanoi_fsm import Automaton, Machine, Memory, action

def made(memory):
    return Machine(Automaton.from_table("m", initial="a", table="a -> a : e / act"), memory)

class Acts(Memory):
    @action
    def act(self) -> None:
        "raises"
        raise KeyError("k\\x1b")

class Keys(Acts):
    def key(self): return self.nowhere

class Shows(Acts):
    def act(self) -> None: pass
    def show(self): raise SystemExit(3)

acts, keys, shows = made(Acts), made(Keys), made(Shows)
def raises(disks): return 1 / 0
def nothing(disks): return None
"""


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("trace --by my.py:acts e", 2, "KeyError: 'k\\x1b' (line 11 of my.py)"),
        ("check my.py:keys", 2, "AttributeError"),
        ("trace --by my.py:shows e", 2, "SystemExit: 3 (line 18 of my.py)"),
        ("solve 2 --by my.py:raises", 2, "ZeroDivisionError"),
        ("solve 2 --by my.py:nothing", 2, "expected an iterable of moves"),
    ],
)
def test_what_a_user_s_code_raises_is_one_line(
    command: str, code: int, words: str, tmp_path: Path
) -> None:
    (tmp_path / "my.py").write_text(MINE)
    ran = run(*command.split(), cwd=tmp_path)
    assert (ran.code, len(ran.err.splitlines()), words in ran.err) == (code, 1, True), ran.err
