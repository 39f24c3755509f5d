"""A guard, an action or a specification that never returns is named, and all else goes on."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from commands import python
from sampling import one_in

from hanoi_fsm import Automaton, Machine, Memory, action, check, explore, guard, trace
from hanoi_fsm.fsm.errors import BadMemory, HanoiError, MachineStopped
from hanoi_fsm.fsm.time_limit import CALL_LIMIT

pytestmark = pytest.mark.sweep

GO = Automaton.from_table("go", initial="on", table="on -> on : go [!slow] / put")


@pytest.fixture(autouse=True)
def limited(monkeypatch: pytest.MonkeyPatch, no_hang: None) -> Iterator[None]:
    monkeypatch.setattr(CALL_LIMIT, "seconds", 0.2)
    with CALL_LIMIT.ticking():
        yield


def loop() -> Any:
    while True:
        try:
            while True:
                pass
        except Exception:  # only what is not an exception of a program ends it
            continue


def memory(**methods: Callable[..., Any]) -> type[Memory]:
    """A memory with some methods in place of harmless ones."""

    class Slow(Memory):
        @guard
        def slow(self) -> bool:
            """never"""
            return bool(methods.get("guard", lambda: False)())

        @action
        def put(self) -> None:
            """put out x"""
            methods.get("action", lambda: None)()
            self.output = "x"

        def key(self) -> Any:
            return methods.get("key", lambda: ("key",))()

    return Slow


def xs(events: Sequence[str]) -> list[object]:
    return ["x"] * len(events)


@pytest.mark.parametrize("method", ["guard", "action"])
def test_a_guard_or_an_action_without_end_is_a_finding(method: str) -> None:
    slow = memory(**{method: loop})
    found = explore(Machine(GO, slow))
    assert [finding.kind for finding in found.findings][:1] == ["possible"]
    finding = check(Machine(GO, slow, specification=xs)).finding
    assert finding is not None
    for said in (finding.got, found.findings[0].text):
        lines = [f"line {loop.__code__.co_firstlineno + below}" for below in (3, 4)]
        assert "0.2 seconds" in said
        assert any(line in said for line in lines)


def test_a_run_stops_there_too() -> None:
    with pytest.raises(MachineStopped, match=r"0\.2 seconds"):
        trace("go", by=Machine(GO, memory(action=loop)))


@pytest.mark.parametrize(
    "machine",
    [
        Machine(GO, memory(), specification=lambda events: loop()),
        Machine(GO, loop),
    ],
)
def test_a_specification_or_a_memory_that_is_never_made_is_named(machine: Machine) -> None:
    with pytest.raises(HanoiError, match=r"0\.2 seconds"):
        check(machine)


def test_a_key_without_end_ends_the_check() -> None:
    with pytest.raises(BadMemory, match=r"Slow\.key still runs after 0\.2 seconds"):
        check(Machine(GO, memory(key=loop), specification=xs))


COMMAND = """
from hanoi_fsm.fsm.time_limit import CALL_LIMIT
CALL_LIMIT.seconds = 0.3
sys.argv[0] = "hanoi-fsm"
sys.exit(main())
"""
FILE = """
from hanoi_fsm import Automaton, Machine, Memory, guard

class Slow(Memory):
    @guard
    def slow(self) -> bool:
        "it never returns"
        while True:
            pass

m = Machine(Automaton.from_table("slow", initial="a", table="a -> a : go [slow]"), Slow)
"""


@pytest.mark.parametrize(
    "command", one_in(3, ["check my.py:m", "explore my.py:m", "trace --by my.py:m go"])
)
def test_every_command_says_so_in_one_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(FILE)
    ran = python(COMMAND, *command.split(), cwd=tmp_path)
    assert (ran.code, "Traceback" in ran.err, "0.3 seconds" in ran.out + ran.err) == (
        1,
        False,
        True,
    )
    assert "line 9 of my.py" in ran.out + ran.err or "line 8 of my.py" in ran.out + ran.err
