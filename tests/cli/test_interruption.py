"""Signals: nothing is printed, nothing is left behind, and the exit code says which it was."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import pytest
from commands import TIMEOUT, Ran, listening, process, python, started
from sampling import one_in

from hanoi_fsm import solve

pytestmark = pytest.mark.sweep

HANOI = [sys.executable, "-m", "hanoi_fsm"]
ENDLESS = "from hanoi_fsm import automata\nf = automata.get('two-storey')"
STARTED = "import sys\nfrom hanoi_fsm.cli import main\n"
DENSE = "".join(f"{a}->{b}[label=x]" for a, b in product(range(40), repeat=2))
SWALLOW = """
import os, pathlib
pid = pathlib.Path("pid")
def f(disks):
    pid.write_text(str(os.getpid()))
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
"""


def nohup() -> None:
    listening()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def eventually(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def signalled(
    command: str,
    cwd: Path,
    *numbers: signal.Signals,
    before: Callable[[], None] = listening,
    group: bool = False,
    program: Sequence[str] = HANOI,
) -> Ran:
    """Run a command that would take for ever, and send it signals when it is under way."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started([*program, *command.split()], cwd, before, **pipes) as running:
        assert running.stdout is not None
        first = ""
        if "-o" in command:
            eventually(lambda: any(file.stat().st_size for file in cwd.glob(".*.part")))
        elif "my.py" in command:
            eventually((cwd / "pid").exists)
        else:
            first = running.stdout.readline()
        for number in numbers:
            (os.killpg if group else os.kill)(running.pid, number)
        out, err = running.communicate(timeout=TIMEOUT)
    return Ran(running.returncode, first + out, err)


@pytest.mark.parametrize("command", ["solve 64", "trace 64 --format csv"])
def test_ctrl_c_ends_a_stream_with_130(command: str, tmp_path: Path) -> None:
    ran = signalled(command, tmp_path, signal.SIGINT)
    assert (ran.code, ran.err) == (130, "")


CODES = {signal.SIGINT: 130, signal.SIGTERM: -15, signal.SIGHUP: -1, signal.SIGQUIT: -3}


@pytest.mark.parametrize("group", [False, True], ids=["to the command", "to all its processes"])
@pytest.mark.parametrize("by", one_in(3, ["endless.py:f", "formula", "two-storey"]))
@pytest.mark.parametrize(("number", "code"), one_in(2, CODES.items()))
@pytest.mark.one_in(2)
def test_a_signal_leaves_no_half_written_file(
    number: signal.Signals, code: int, by: str, group: bool, tmp_path: Path
) -> None:
    files = {"moves": "the old moves", "endless.py": ENDLESS}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    ran = signalled(f"solve 64 --by {by} -o moves", tmp_path, number, group=group)
    assert ran == (code, "", "")
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == files


@pytest.mark.sweep
def test_what_nohup_ignores_stays_ignored(tmp_path: Path) -> None:
    ran = signalled("solve 64", tmp_path, signal.SIGHUP, signal.SIGTERM, before=nohup)
    assert (ran.code, ran.err) == (-signal.SIGTERM, "")


DRAWING = f"""
from hanoi_fsm.fsm.diagrams.render import render
from hanoi_fsm.cli.commands import list as command
def draw(options):
    print("drawing", flush=True)
    render("digraph x {{ {DENSE} }}", "svg", "{{}}")
command.run = draw
sys.argv = ["x", "list"]
sys.exit(main())
"""


@pytest.mark.parametrize("group", [False, True], ids=["to the command", "to all its processes"])
@pytest.mark.parametrize("renderer", ["wasm", pytest.param("dot", marks=pytest.mark.dot)])
@pytest.mark.parametrize(("number", "code"), one_in(4, CODES.items()))
def test_a_drawing_can_be_interrupted(
    number: signal.Signals, code: int, renderer: str, group: bool, tmp_path: Path
) -> None:
    program = [sys.executable, "-c", STARTED + DRAWING.replace("{}", renderer)]
    ran = signalled("", tmp_path, number, group=group, program=program)
    assert ran == (code, "drawing\n", "")


@pytest.mark.sweep
def test_many_signals_at_once_are_one(tmp_path: Path) -> None:
    ran = signalled("solve 64 -o moves", tmp_path, *[signal.SIGTERM] * 9, group=True)
    assert (ran, list(tmp_path.iterdir())) == ((-signal.SIGTERM, "", ""), [])


IMPORTING = """
import runpy, signal, sys
module = sys.argv.pop(1)
class CtrlC:
    @staticmethod
    def find_spec(name, *rest):
        if name == module:
            signal.raise_signal(signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, CtrlC)
runpy.run_module("hanoi_fsm", run_name="__main__", alter_sys=True)
"""
MODULES = ["cli", "cli.signals", "cli.output", "cli.parser", "fsm.errors", "cli.commands.solve"]
MODULES += ["hanoi.solving", "hanoi.formulas"]


@pytest.mark.parametrize(
    "module", one_in(3, [*(f"hanoi_fsm.{name}" for name in MODULES), "argparse"])
)
def test_ctrl_c_is_quiet_in_every_import(module: str) -> None:
    program = [sys.executable, "-c", IMPORTING, module]
    assert process("solve", "64", "--by", "formula", program=program) == (130, "", "")


def test_importing_the_library_changes_no_signal() -> None:
    program = "import hanoi_fsm.cli.signals as s, signal\nprint(signal.getsignal(signal.SIGINT))"
    ran = process(program=[sys.executable, "-c", program])
    assert "default_int_handler" in ran.out or "SIG_IGN" in ran.out


RAISED = """
import os, signal, time
from hanoi_fsm.cli.signals import Ended, raised
signal.signal(signal.SIGINT, signal.default_int_handler)
"""


def test_the_cleaning_up_is_not_disturbed_by_more_signals() -> None:
    program = f"""{RAISED}
try:
    with raised():
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGTERM)
            print("cleaned up")
except Ended as ended:
    print(ended.number == signal.SIGTERM)
"""
    assert python(program) == (0, "cleaned up\nTrue\n", "")


def test_a_signal_that_comes_where_python_drops_exceptions_is_not_lost() -> None:
    program = f"""{RAISED}
class Dropping:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
try:
    with raised():
        Dropping()
        time.sleep({TIMEOUT})
except Ended as ended:
    print(ended.number == signal.SIGTERM)
"""
    assert python(program) == (0, "True\n", "")


@pytest.mark.sweep
def test_code_that_catches_everything_is_ended_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(SWALLOW)
    ran = signalled("solve 64 --by my.py:f", tmp_path, signal.SIGTERM)
    assert (ran.code, ran.err) == (-signal.SIGTERM, "")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]


ORPHANS = {
    "that solves": SWALLOW,
    "that solves, and can be interrupted": SWALLOW.replace("BaseException", "Exception"),
    "that is loaded": f"{SWALLOW}f(1)",
    "that ignores signals of pipes": f"import signal\nsignal.signal(signal.SIGIO, signal.SIG_IGN)"
    f"{SWALLOW}f(1)",
    "without other files": f"import os\nos.closerange(3, 99){SWALLOW}f(1)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
@pytest.mark.parametrize("text", one_in(len(ORPHANS), ORPHANS.values()))
def test_a_child_ends_when_its_parent_is_gone(text: str, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(text)
    ran = signalled("solve 64 --by my.py:f", tmp_path, signal.SIGKILL)
    assert ran.code == -signal.SIGKILL
    child = int((tmp_path / "pid").read_text())
    eventually(lambda: not is_running(child))


def test_a_run_can_be_interrupted_wherever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library reports each of its steps to a logger: Ctrl-C is pressed in each of them."""
    places: list[str] = []
    monkeypatch.setattr("transitions.core._LOGGER.debug", lambda text, *rest: places.append(text))
    next(solve(3, engine="transitions"))
    assert len(set(places)) > 3
    for place in set(places):

        def report(message: str, *rest: object, place: str = place) -> None:
            if message == place:
                raise KeyboardInterrupt

        monkeypatch.setattr("transitions.core._LOGGER.debug", report)
        with pytest.raises(KeyboardInterrupt):
            next(solve(3, engine="transitions"))


WRAPPED = """
import os, signal
from hanoi_fsm.cli import signals

class Sending:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.SIGTERM)

try:
    with signals.raised():
        type("Owner", (), {"sending": Sending()})
except signals.Ended as error:
    print(error.number)
"""


def test_a_signal_that_python_makes_another_error_of_is_still_that_signal() -> None:
    ran = process(program=[sys.executable, "-c", WRAPPED])
    assert (ran.code, ran.out, ran.err) == (0, f"{int(signal.SIGTERM)}\n", "")
