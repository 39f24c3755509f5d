"""Machines that have nothing to do with disks go through every command."""

import json
import subprocess
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random

import pytest
from alarm_clock import clock, specification
from commands import WIDE
from sampling import one_in
from tools_at_hand import TOOLS, need_node

from hanoi_fsm.cli import main
from hanoi_fsm.fsm.formats import export
from hanoi_fsm.hanoi.resolver import find

CLOCK, TURNSTILE = "alarm_clock.py:clock", "turnstile.py:turnstile"
MATTER, HERO, LIGHT = (f"from_docs.py:{name}" for name in ("matter", "superhero", "traffic_light"))
HEAVIER = [pytest.param(machine, marks=pytest.mark.sweep) for machine in (CLOCK, HERO)]
FORMATS = ["dot", "mermaid", "plantuml", "scxml", "jflap", "transitions", "json"]

Command = Callable[..., tuple[int, str]]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command in this folder: its exit code and what it prints."""
    monkeypatch.chdir(Path(__file__).parent)
    monkeypatch.setenv("COLUMNS", str(WIDE))

    def run(*arguments: object) -> tuple[int, str]:
        code = main([str(argument) for argument in arguments])
        return code, capsys.readouterr().out

    return run


def drawn(command: Command, machine: str, folder: Path) -> Path:
    return Path(command("draw", machine, "--format", "dot", "--out", folder)[1].strip())


@pytest.mark.parametrize("machine", [*one_in(3, [TURNSTILE, LIGHT, MATTER]), *HEAVIER])
def test_every_command_takes_it(command: Command, machine: str, tmp_path: Path) -> None:
    automaton = find(str(Path(__file__).with_name(machine))).automaton
    for name in ("check", "explore", "mend"):
        assert command(name, machine)[0] == 0
    assert f"transitions ({len(automaton.transitions)})" in command("describe", machine)[1]
    for format in FORMATS:
        file = tmp_path / f"exported.{format}"
        refused = format == "jflap" and bool(automaton.guards)
        assert command("export", machine, "--to", format, "-o", file)[0] == (2 if refused else 0)
        assert file.exists() is not refused
    for file in (drawn(command, machine, tmp_path), tmp_path / "exported.json"):
        code, printed = command("check", file, "--memory", machine)
        assert (code, "consistent" in printed) == (0, True)


@pytest.mark.parametrize(
    ("machine", "events", "outputs"),
    [
        (CLOCK, "H A M A", ["01:00", "alarm 00:00", "alarm 00:01", "01:00"]),
        (MATTER, "heat press cool", ["gas", "gas", "liquid"]),
        (HERO, "wake_up eat", ["hanging out, missions: 0", "hanging out, missions: 0"]),
        (LIGHT, "change change push change", ["GREEN", "GREEN", "GREEN", "AMBER"]),
        (TURNSTILE, "push coin", [None, None]),
    ],
)
def test_trace(command: Command, machine: str, events: str, outputs: list[object]) -> None:
    code, printed = command("trace", "--by", machine, "--format", "jsonl", *events.split())
    assert code == 0
    assert [json.loads(line)["output"] for line in printed.splitlines()] == outputs


LIVE: dict[str, list[tuple[str, int, str]]] = {
    CLOCK: [],
    MATTER: [],
    HERO: [
        ("`asleep -> * does on_enter_asleep", 5, "asleep, the missions are none already"),
        ("`asleep -> asleep : nap / *` does nothing", 1, "as above"),
        ("`saving * -> saving * does change_into*", 4, "saving the world, the costume is on"),
        ("`saving * -> saving * : distress_call / *` does nothing", 1, "as above"),
    ],
    LIGHT: [
        ("`RED -> * does on_enter_RED", 2, "in RED nobody waits"),
        ("`GREEN -> GREEN : * does on_enter_RED", 1, "it asks for nobody waiting"),
        ("`GREEN -> AMBER : * does *", 2, "who waits in AMBER is forgotten in RED"),
        ("`AMBER -> AMBER : push / * does *", 2, "as above"),
    ],
}
"""The mutants that do the same as the original: which, how many, why."""


@pytest.mark.parametrize(
    "machine", [pytest.param(one, marks=pytest.mark.sweep) for one in (LIGHT, MATTER)] + HEAVIER
)
@pytest.mark.one_in(2)
def test_mutants_are_killed_or_do_the_same(command: Command, machine: str) -> None:
    code, printed = command("mutants", machine, "--summary", "--jobs", 1)
    alive = [line.strip() for line in printed.splitlines()[1:]]
    assert code == bool(LIVE[machine])
    assert len(alive) == sum(count for _, count, _ in LIVE[machine])
    for pattern, count, _ in LIVE[machine]:
        assert len([text for text in alive if fnmatchcase(text, pattern)]) == count


def test_explore_says_that_there_is_more(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanoi_fsm.fsm.machine.REACTIVE_BOUND", 5)
    assert "pairs explored, the nearest ones; there are more" in command("explore", CLOCK)[1]


@pytest.mark.sweep
def test_a_wrong_word_in_the_drawing_is_found_and_mended(command: Command, tmp_path: Path) -> None:
    broken = drawn(command, CLOCK, tmp_path)
    before, wrong, after = broken.read_text().partition("next_alarm_hour")
    broken.write_text(f"{before}next_hour{after}")
    code, printed = command("check", broken, "--memory", CLOCK)
    assert (code, "expected alarm 01:00" in printed) == (1, True)
    code, printed = command("mend", broken, "--memory", CLOCK)
    line = 1 + before.count("\n")
    assert printed.startswith(f"line {line}: `setting -> setting` should do `{wrong}`\n")
    assert code == 0


@pytest.mark.tools
@pytest.mark.sweep
def test_scxml_with_a_memory_of_its_own_runs_as_the_specification_says() -> None:
    need_node("@scion-scxml/scxml")
    memory = Path(__file__).with_name("clock.js").read_text()
    script = f'<datamodel><data id="output"/></datamodel><script><![CDATA[{memory}]]></script>'
    document = export(clock.automaton, "scxml").replace(" -->\n", f" -->\n{script}", 1)
    word = Random(7).choices(clock.automaton.events, k=2000)
    request = json.dumps({"document": document, "words": [word]}) + "\n"
    told = subprocess.check_output(["node", "scion.mjs"], cwd=TOOLS, input=request, text=True)
    [answer] = json.loads(told)["answers"]
    assert answer["outputs"] == specification(word)
    assert any("bell" in output for output in answer["outputs"])
