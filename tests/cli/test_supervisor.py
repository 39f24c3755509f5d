"""A user's file that ends Python, or would keep it: one line says so, and names the file."""

import sys
from pathlib import Path

import pytest
from commands import assert_refused, process, python
from sampling import one_in

RIGHT = "from hanoi_fsm import solve as f\n"
NEEDS_FORK = pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be forked")
pytestmark = [NEEDS_FORK, pytest.mark.sweep]

ENDS = [
    # what is in my.py, and what is reported
    ("import os\nos._exit(0)", "my.py ended Python|os._exit(0)"),
    ("import os\nos._exit(3)", "my.py ended Python|os._exit(3)"),
    ("import os\nos.closerange(3, 99)\nos._exit(2)", "my.py ended Python|os._exit(2)"),
    ("import ctypes\nctypes.string_at(0)", "my.py crashed Python (SIGSEGV)"),
    ("import os\nos.abort()", "my.py crashed Python (SIGABRT)"),
    ("import os\nos.kill(os.getpid(), 9)", "my.py was killed (SIGKILL)|memory"),
    ("import sys\nsys.stdout.close()", "my.py closed or replaced sys.stdout"),
    ("import sys\nsys.stdout.detach()", "my.py closed or replaced sys.stdout"),
    ("import os\nos.close(1)", "my.py closed or replaced sys.stdout"),
    ("import sys, io\nsys.stdout = io.StringIO()", "my.py closed or replaced sys.stdout"),
    ("import sys\nsys.stderr.close()", "my.py closed or replaced sys.stderr"),
    ("import sys\nsys.stdout = sys.stderr = None", "my.py|sys.stdout and sys.stderr"),
    ("import sys\nsys.stderr = None\n1 / 0", "my.py raised ZeroDivisionError|line 3"),
    ("raise KeyboardInterrupt", "KeyboardInterrupt (line 1 of my.py)"),
    ("raise SystemExit(0)", "my.py raised SystemExit: 0"),
    (f"x = {'(' * 100_000}1{')' * 100_000}", "my.py is not Python: line 1"),
    (f"x = {'-' * 100_000}1", "my.py is nested too deeply"),
    (f"x = {'+'.join('1' * 100_000)}", "my.py is nested too deeply"),
    ("x = bytearray(10**14)", "out of memory (line 1 of my.py)"),
]


@pytest.mark.parametrize(("text", "said"), one_in(4, ENDS))
@pytest.mark.one_in(2)
def test_a_file_that_ends_python_is_reported_in_one_line(
    text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "my.py").write_text(f"{text}\n{RIGHT}")
    assert_refused(process("solve", "3", "--by", "my.py:f", cwd=tmp_path), *said.split("|"))


@pytest.mark.parametrize("command", ["check my.py:f", "explore my.dot --memory=my.py:f"])
def test_wherever_a_command_names_the_file_it_is_watched(command: str, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text("import os\nos._exit(1)")
    (tmp_path / "my.dot").write_text("digraph x { s [shape=point] s -> a a -> a [label=b] }")
    assert_refused(process(*command.split(), cwd=tmp_path), "my.py ended Python")


def test_a_solver_that_closes_the_output_while_it_runs_closes_only_its_own(tmp_path: Path) -> None:
    closing = "import sys\ndef f(n):\n  yield (0, 2)\n  sys.stdout.close()\n"
    (tmp_path / "my.py").write_text(closing)
    ran = process("solve", "1", "--by", "my.py:f", cwd=tmp_path)
    assert ran == (0, "1: disk 1: 0 -> 2\n", "")


def test_threads_and_exit_handlers_of_a_file_do_not_outlive_the_command(tmp_path: Path) -> None:
    lasting = """
import atexit, threading
atexit.register(print, "at the end")
threading.Thread(target=threading.Event().wait).start()
"""
    (tmp_path / "my.py").write_text(lasting + RIGHT)
    ran = process("solve", "1", "--by", "my.py:f", cwd=tmp_path)
    assert ran == (0, "1: disk 1: 0 -> 2\n", "")


LIMITS = """
from hanoi_fsm.cli import supervisor
from hanoi_fsm.fsm import loading
loading.SECONDS, supervisor.MORE_SECONDS, supervisor.MEMORY = {}, 0, 200 << 20
sys.exit(main())
"""
CATCHING = """
while True:
    try:
        while True:
            pass
    except:
        pass
"""


@pytest.mark.sweep
def test_loading_ends_even_if_the_file_catches_everything(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(CATCHING)
    ran = python(LIMITS.format(1), "solve", "3", "--by", "my.py:f", cwd=tmp_path)
    assert_refused(ran, "my.py still runs after 1 second:")


LEAP = """
from pathlib import Path
from hanoi_fsm.cli import supervisor
clock = supervisor.monotonic
supervisor.monotonic = lambda: clock() + 1e6 * Path("called").exists()
sys.exit(main())
"""


@pytest.mark.sweep
def test_only_loading_has_a_time_limit(tmp_path: Path) -> None:
    """When the function is called, the clock of the parent is put forward by some days."""
    text = "import pathlib, time\ndef f(disks):\n    pathlib.Path('called').touch()\n"
    (tmp_path / "my.py").write_text(f"{text}    time.sleep(1)\n    return [(0, 2)]\n")
    ran = python(LEAP, "solve", "1", "--by", "my.py:f", cwd=tmp_path)
    assert ran == (0, "1: disk 1: 0 -> 2\n", "")


GARBAGE = """
import os, stat
output = [os.fstat(file).st_ino for file in (1, 2)]
for file in range(3, 64):
    try:
        found = os.fstat(file)
        if stat.S_ISFIFO(found.st_mode) and found.st_ino not in output:
            os.write(file, {})
    except OSError:
        pass
"""


@pytest.mark.parametrize(
    "data",
    one_in(4, [b"Fgarbage\n", b"F\n", b"F-1\n", b"garbage\n", b"\n", b"\xff\0\n", b"F\xb2\n"]),
)
def test_what_a_file_writes_to_the_pipes_of_the_command_does_no_harm(
    data: bytes, tmp_path: Path
) -> None:
    (tmp_path / "my.py").write_text(GARBAGE.format(data) + RIGHT)
    ran = process("solve", "1", "--by", "my.py:f", cwd=tmp_path)
    assert ran == (0, "1: disk 1: 0 -> 2\n", "")


MANY_FILES = """
import os, resource
resource.setrlimit(resource.RLIMIT_NOFILE, (1200, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
while os.open(os.devnull, os.O_RDONLY) < 1100:
    pass
sys.exit(main())
"""


def test_a_process_may_have_many_open_files(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(RIGHT)
    ran = python(MANY_FILES, "solve", "1", "--by", "my.py:f", cwd=tmp_path)
    assert ran == (0, "1: disk 1: 0 -> 2\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits it")
@pytest.mark.sweep
@pytest.mark.parametrize(
    "text",
    [
        "many = []\nwhile True: many.append([many])",
        "many = [0]\nwhile True: many += many",
        "def f(n):\n    many = []\n    while True: many.append([many])",
        "def f(n):\n    many = {}\n    while True: many[len(many)] = str(len(many))",
    ],
)
def test_a_file_that_takes_all_memory_is_stopped(text: str, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(text)
    ran = python(LIMITS.format(60), "solve", "3", "--by", "my.py:f", cwd=tmp_path)
    assert_refused(ran, "emory", "my.py")


def test_a_command_that_names_no_file_stays_in_its_process() -> None:
    forbidden = "import os\nos.fork = None\nsys.exit(main())"
    assert python(forbidden, "solve", "1") == (0, "1: disk 1: 0 -> 2\n", "")
