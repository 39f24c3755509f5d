"""`list`, `describe`, `--help` and `--version`: what there is, and how it is asked for."""

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from commands import DOT, PLAIN, lines, run

from hanoi_fsm import __version__, automata
from hanoi_fsm.hanoi.plain import PLAIN as OTHERS

TASK, WINDOW, WRITTEN = "--from --to", "--start --count", "--format -o"
OPTIONS = {
    "demo": "--disks --out",
    "solve": f"--by --engine {TASK} {WINDOW} {WRITTEN}",
    "trace": f"--begin --by --memory --with-memory --engine {TASK} {WINDOW} {WRITTEN}",
    "play": f"--begin --by --memory {TASK} {WINDOW}",
    "explorer": "--by --memory --disks --word --path --watch --port --open -o",
    "at": f"--as {TASK} -o",
    "path": f"--by --length --verdict {WRITTEN}",
    "rank": TASK,
    "next": "--to",
    "itinerary": f"--disk --table {TASK}",
    "draw": f"--memory --disks {TASK} --path --as --out --format --counts --lit --renderer "
    "--by --steps --matrix --pegs --legend --layout --direction --dpi --scale",
    "check": "--memory --disks --strict --engine --format --draw --out "
    "--segments --sample --seed --from --to --jobs --resume",
    "explore": "--memory --disks --strict",
    "prove": "--memory --format --certificate --verify --draw --out",
    "equal": "--memory --disks --format",
    "minimize": "--memory --to --format -o",
    "mutants": "--memory --summary --disks --engine --jobs",
    "mend": "--memory --hint --edits --most --apply -o --disks --jobs",
    "learn": "--alphabet --most-states --depth --longest --seed --draw --out -o",
    "compare": "--engine --format --baseline --plot --of",
    "bench": "--quick --json --commands",
    "describe": "--memory --table --format",
    "export": "--memory --to --disks --schema -o",
    "code": "--memory --lang --inline -o",
    "list": "",
}
"""Every command, with its options."""

MACHINES = Path(__file__).parent.parent / "machines"
SLOW = {"explorer", "check", "mutants", "compare", "demo", "bench", "learn"}
"""Their examples run for a second, or need matplotlib."""


def test_the_version_is_told_and_the_help_lists_the_commands_and_the_exit_codes() -> None:
    assert lines("--version") == [f"hanoi-fsm {__version__}"]
    out = run("--help").out
    assert re.findall(r"^    (\w+)\b", out, re.MULTILINE) == list(OPTIONS)
    assert re.findall(r"\b[0-9]\b", out.partition("exit codes")[2]) == ["0", "1", "2", "3"]


@pytest.mark.parametrize("command", OPTIONS)
def test_every_command_keeps_its_options(command: str) -> None:
    offered = re.findall(r"(?<=^  )--?[a-z-]+", run(command, "--help").out, re.MULTILINE)
    assert set(offered) == {"-h", *OPTIONS[command].split()}


@pytest.mark.parametrize(
    "command", [pytest.param(one, marks=[pytest.mark.sweep] * (one in SLOW)) for one in OPTIONS]
)
@pytest.mark.one_in(3)
def test_the_help_of_a_command_ends_with_examples_that_work(command: str, tmp_path: Path) -> None:
    for name in ("my.dot", "mine.dot"):
        (tmp_path / name).write_text(DOT)
    (tmp_path / "my.py").write_text(
        "def ruler(word): return (len(word) - len(word.rstrip('1'))) % 3"
    )
    (tmp_path / "clock.py").write_bytes((MACHINES / "alarm_clock.py").read_bytes())
    *_, last = run(command, "--help").out.split("\n\n")
    for line in last.splitlines():
        _, program, *arguments = shlex.split(line)
        assert (program, arguments[0]) == ("hanoi-fsm", command)
        if "--plot" in arguments:
            pytest.importorskip("matplotlib")
        ran = run(*arguments, cwd=tmp_path)
        assert (ran.code, ran.err) == (0, "")


def test_list_names_everything_once_with_its_kind_and_size() -> None:
    printed = lines("list")
    header, *rows = [line for line in printed if not line.startswith(" ")]
    assert header.split() == ["name", "kind", "states", "transitions"]
    sizes = [
        [one.name, one.kind, str(len(one.automaton.states)), str(len(one.automaton.transitions))]
        for one in map(automata.get, automata.names())
    ]
    plain = [[name, kind, "-", "-"] for name, kind in PLAIN.items()]
    assert [row.split() for row in rows] == sizes + plain
    below = dict(pairwise(printed))
    for row in rows:
        one = (
            automata.get(row.split()[0]) if row.split()[0] not in PLAIN else OTHERS[row.split()[0]]
        )
        assert below[row] == f"    {one.idea}: {one.summary}"


@pytest.mark.parametrize("name", automata.names())
def test_describe_explains_every_state_guard_action_and_transition(name: str) -> None:
    subject = automata.get(name)
    automaton, memory = subject.automaton, subject.vocabulary
    printed = lines("describe", name)
    text = " ".join(" ".join(printed).split())
    words = {**memory.guards(), **memory.actions()}
    expected = {f"{word} {words[word]}" for word in (*automaton.guards, *automaton.actions)}
    expected |= {" ".join(str(row).split()) for row in automaton.transitions}
    for state in automaton.states:
        marks = ["initial"] * (state == automaton.initial) + ["final"] * (state in automaton.final)
        marked = f"{state} ({', '.join(marks)})".replace(" ()", "")
        expected.add(f"{marked} {subject.meanings[state]}")
    expected |= {f"states ({len(automaton.states)}):", f"idea: {subject.idea}"}
    assert {one for one in expected if one not in text} == set()
    assert any(line.startswith(f"kind: {subject.kind}") for line in printed)


@pytest.mark.parametrize("name", automata.names())
def test_describe_fits_80_columns_with_each_meaning_beside_its_state(name: str) -> None:
    *_, states, _, inputs, outputs, _ = run("describe", name, columns=80).out.split("\n\n")
    for lines_of_part in (states, inputs, outputs):
        _, *rows = lines_of_part.splitlines()
        assert max(map(len, rows)) <= 80
    _, *rows = states.splitlines()
    [column] = {len(row) - len(re.split("  +", row, maxsplit=2)[-1]) for row in rows}
    assert column > 4


def test_describe_prints_states_without_a_meaning_and_long_names_on_lines_of_their_own(
    tmp_path: Path,
) -> None:
    long = "a state with a name that is longer than half of a line"
    (tmp_path / "my.py").write_text(
        "from hanoi_fsm import Automaton, Machine\n"
        f"table = 'off -> {long} : press\\n{long} -> on : press\\non -> off : press'\n"
        "automaton = Automaton.from_table('lamp', initial='off', table=table)\n"
        f"lamp = Machine(automaton, meanings={{'on': 'it shines', '{long}': 'it flickers'}})\n"
    )
    printed = run("describe", "my.py:lamp", cwd=tmp_path, columns=80).lines
    at = printed.index("states (3):")
    assert printed[at + 1 : at + 5] == [
        "  off (initial)",
        f"  {long}",
        "                 it flickers",
        "  on             it shines",
    ]


@pytest.mark.parametrize("name", PLAIN)
def test_describe_says_what_a_formula_is(name: str) -> None:
    first, idea, last = lines("describe", name)
    assert (first.startswith(f"{name}: "), idea.startswith("idea: ")) == (True, True)
    assert "automaton" in last
