"""`list`, `describe`, `--help` and `--version`: what there is, and how it is asked for."""

import re
from pathlib import Path

import pytest
from commands import DOT, PLAIN, lines, run

from hanoi_fsm import __version__, automata

TASK, WINDOW, WRITTEN = "--from --to", "--start --count", "--format -o"
OPTIONS = {
    "demo": "--disks --out",
    "solve": f"--by {TASK} {WINDOW} {WRITTEN}",
    "trace": f"--begin --by --memory {TASK} {WINDOW} {WRITTEN}",
    "at": TASK,
    "path": f"--by --length --verdict {WRITTEN}",
    "rank": TASK,
    "next": "--to",
    "itinerary": f"--disk {TASK}",
    "draw": f"--memory --disks {TASK} --path --out --format --counts --lit --renderer",
    "check": "--memory --disks --strict --format",
    "explore": "--memory --disks --strict",
    "mutants": "--memory --summary --disks --jobs",
    "mend": "--memory --hint --edits --most --apply -o --disks --jobs",
    "compare": "--format --baseline --plot --of",
    "describe": "--memory",
    "export": "--memory --to --disks --schema -o",
    "list": "",
}
"""Every command, with its options."""

MACHINES = Path(__file__).parent.parent / "machines"
SLOW = {"mutants", "compare", "demo"}
"""Their examples run for a second, or need matplotlib."""


def test_the_version_is_told_and_the_help_lists_the_commands_and_the_exit_codes() -> None:
    assert lines("--version") == [f"hanoi-fsm {__version__}"]
    out = run("--help").out
    assert re.findall(r"^    (\w+)\b", out, re.MULTILINE) == list(OPTIONS)
    assert re.findall(r"\b[0-9]\b", out.partition("exit codes")[2]) == ["0", "1", "2"]


@pytest.mark.parametrize("command", OPTIONS)
def test_every_command_keeps_its_options(command: str) -> None:
    offered = re.findall(r"(?<=^  )--?[a-z]+", run(command, "--help").out, re.MULTILINE)
    assert set(offered) == {"-h", *OPTIONS[command].split()}


@pytest.mark.parametrize(
    "command", [pytest.param(one, marks=[pytest.mark.sweep] * (one in SLOW)) for one in OPTIONS]
)
def test_the_help_of_a_command_ends_with_examples_that_work(command: str, tmp_path: Path) -> None:
    for name in ("my.dot", "mine.dot"):
        (tmp_path / name).write_text(DOT)
    (tmp_path / "clock.py").write_bytes((MACHINES / "alarm_clock.py").read_bytes())
    *_, last = run(command, "--help").out.split("\n\n")
    for line in last.splitlines():
        _, program, *arguments = line.split()
        assert (program, arguments[0]) == ("hanoi-fsm", command)
        if "--plot" in arguments:
            pytest.importorskip("matplotlib")
        ran = run(*arguments, cwd=tmp_path)
        assert (ran.code, ran.err) == (command == "mutants", "")  # one mutant lives


def test_list_names_everything_once_with_its_kind_and_size() -> None:
    header, *rows = lines("list")
    assert header.split()[:4] == ["name", "kind", "states", "transitions"]
    sizes = [
        [one.name, one.kind, str(len(one.automaton.states)), str(len(one.automaton.transitions))]
        for one in map(automata.get, automata.names())
    ]
    plain = [[name, kind, "-", "-"] for name, kind in PLAIN.items()]
    assert [row.split()[:4] for row in rows] == sizes + plain


@pytest.mark.parametrize("name", automata.names())
def test_describe_explains_every_state_guard_action_and_transition(name: str) -> None:
    subject = automata.get(name)
    automaton, memory = subject.automaton, subject.vocabulary
    printed = lines("describe", name)
    words = {**memory.guards(), **memory.actions()}
    expected = {f"{word} {words[word]}" for word in (*automaton.guards, *automaton.actions)}
    expected |= {" ".join(str(row).split()) for row in automaton.transitions}
    for state in automaton.states:
        marks = ["initial"] * (state == automaton.initial) + ["final"] * (state in automaton.final)
        expected.add(f"{state} ({', '.join(marks)})".replace(" ()", ""))
    expected |= {f"states ({len(automaton.states)}):", f"idea: {subject.idea}"}
    assert expected <= {" ".join(line.split()) for line in printed}
    assert any(line.startswith(f"kind: {subject.kind}") for line in printed)
    assert subject.summary in printed[0]


@pytest.mark.parametrize("name", PLAIN)
def test_describe_says_what_a_formula_is(name: str) -> None:
    first, idea, last = lines("describe", name)
    assert (first.startswith(f"{name}: "), idea.startswith("idea: ")) == (True, True)
    assert "automaton" in last
