"""Files that are written: whole or not at all, streams as they are, and never the own input."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from commands import DOT, Ran, assert_refused, process, run, shell
from sampling import one_in

MOVE = "1: disk 1: 0 -> 2\n"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the paths are those of Linux")


@LINUX
@pytest.mark.parametrize(
    "file", one_in(3, ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
)
@pytest.mark.parametrize("redirection", [">>", ">"])
@pytest.mark.one_in(2)
def test_standard_output_is_written_to_and_never_replaced(
    file: str, redirection: str, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "all.txt").write_text("before\n")
    script = f"(echo begin; hanoi solve 1 -o {file}; echo end) {redirection} all.txt"
    assert shell(script, tmp_path) == (0, "", "")
    before = "before\n" if redirection == ">>" else ""
    assert (tmp_path / "all.txt").read_text() == f"{before}begin\n{MOVE}end\n"
    assert {one.name for one in tmp_path.iterdir()} == {"all.txt", "link"}


STREAMS = [
    ("hanoi solve 1 -o /dev/stderr", (0, "", MOVE)),
    ("hanoi solve 1 -o /dev/fd/2", (0, "", MOVE)),
    ("hanoi solve 1 -o /dev/fd/7 7>&1", (0, MOVE, "")),
    ("hanoi solve 1 -o >(cat)", (0, MOVE, "")),
    ("hanoi solve 1 -o /dev/null", (0, "", "")),
    ("hanoi export monk --to dot -o - | head -1", (0, "digraph monk {\n", "")),
    ("hanoi solve 12 -o - | true", (0, "", "")),
]


@LINUX
@pytest.mark.parametrize(("script", "ran"), one_in(3, STREAMS))
@pytest.mark.one_in(2)
def test_streams_and_devices_are_written_to_as_they_are(
    script: str, ran: tuple[int, str, str], tmp_path: Path
) -> None:
    assert shell(script, tmp_path) == ran


@LINUX
@pytest.mark.parametrize(
    ("file", "said"), [("/dev/fd/77", "/dev/fd/77: "), ("- > /dev/full", "No space")]
)
def test_a_stream_that_cannot_be_written_is_named_in_one_line(
    file: str, said: str, tmp_path: Path
) -> None:
    assert_refused(shell(f"hanoi solve 1 -o {file}", tmp_path), said)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    assert run("solve", "1", "-o", pipe) == (0, "", "")
    reader.join()
    assert (read, pipe.is_fifo()) == ([MOVE], True)


OVER_INPUT = [
    # Each file is one that the command reads: by its name, by another path to it, by a link.
    "draw own.dot --format dot --out .",
    "draw own.dot --format dot --out sub/..",
    "draw mine.dot monk --format dot --out elsewhere",
    "export own.dot --to json -o own.dot",
    "export own.dot --to dot -o ./own.dot",
    "solve 2 --by own.dot -o hard.txt",
    "trace 2 --by own.dot -o soft.txt",
    "path 0 1 --by own.dot -o own.dot",
    "solve 2 --by my.py:f -o my.py",
    "trace --by own.dot --memory my.py:f 2 -o my.py",
    "compare 1 own.dot --plot plot.svg",
]


@pytest.mark.parametrize("command", OVER_INPUT)
def test_a_command_does_not_write_over_what_it_reads(command: str, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "elsewhere").mkdir()
    for name in ("own.dot", "mine.dot"):
        (tmp_path / name).write_text(DOT)
    (tmp_path / "elsewhere" / "mine.dot").symlink_to(tmp_path / "mine.dot")
    (tmp_path / "my.py").write_text("from hanoi_fsm import automata\nf = automata.get('monk')")
    (tmp_path / "hard.txt").hardlink_to(tmp_path / "own.dot")
    (tmp_path / "plot.svg").hardlink_to(tmp_path / "own.dot")
    (tmp_path / "soft.txt").symlink_to("own.dot")
    before = contents(tmp_path)
    assert_refused(run(*command.split(), cwd=tmp_path), "would replace", "another file")
    assert contents(tmp_path) == before


def test_an_option_that_is_not_given_names_no_input(tmp_path: Path) -> None:
    (tmp_path / "None").write_text("the old moves")
    for command in ("path 0 2", "solve 1"):
        assert run(*command.split(), "-o", "None", cwd=tmp_path) == (0, "", "")
    assert (tmp_path / "None").read_text() == MOVE


def contents(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_copy_beside_the_input_is_written(tmp_path: Path) -> None:
    (tmp_path / "own.dot").write_text(DOT)
    assert run("draw", "own.dot", "--format", "dot", "--out", "sub", cwd=tmp_path).code == 0
    assert run("export", "own.dot", "--to", "dot", "-o", "two.dot", cwd=tmp_path).code == 0


@pytest.fixture
def loose_umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


@pytest.mark.usefixtures("loose_umask")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o664])
def test_a_file_keeps_its_mode_and_a_new_one_has_that_of_the_umask(
    mode: int, tmp_path: Path
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.touch()
    old.chmod(mode)
    for file in (old, new):
        assert run("solve", "1", "-o", file) == (0, "", "")
    assert [stat.S_IMODE(file.stat().st_mode) for file in (old, new)] == [mode, 0o640]


def test_a_link_stays_one_and_what_it_points_to_is_written(tmp_path: Path) -> None:
    for name in ("there", "missing"):
        (tmp_path / f"to-{name}").symlink_to(name)
    (tmp_path / "there").write_text("old")
    for name in ("there", "missing"):
        assert run("solve", "1", "-o", f"to-{name}", cwd=tmp_path) == (0, "", "")
        assert (tmp_path / f"to-{name}").is_symlink()
        assert (tmp_path / name).read_text() == MOVE


@pytest.mark.parametrize(
    "command",
    ["solve 1 -o loop", "check loop.dot", "solve 1 --by loop.py:f", "draw monk --out loop/x"],
)
def test_a_link_to_itself_is_told_in_one_line(command: str, tmp_path: Path) -> None:
    for name in ("loop", "loop.dot", "loop.py"):
        (tmp_path / name).symlink_to(name)
    assert_refused(run(*command.split(), cwd=tmp_path), "loop")


def test_a_file_with_the_longest_name_is_written(tmp_path: Path) -> None:
    name = "\N{CROWN}" * 63
    assert run("solve", "1", "-o", name, cwd=tmp_path) == (0, "", "")
    assert [file.name for file in tmp_path.iterdir()] == [name]


SPIED = """
import os
opened, real = [], os.open
def spy(path, flags, *rest, **named):
    opened.append((str(path), flags))
    return real(path, flags, *rest, **named)
os.open = spy
for _ in range(2):
    main(["solve", "1", "-o", "moves"])
parts = [(path, flags) for path, flags in opened if path.endswith(".part")]
assert len(set(parts)) == 2
assert all(flags & os.O_EXCL and flags & os.O_CREAT for _, flags in parts)
"""


def test_the_part_has_another_name_each_time_and_is_opened_only_if_it_is_new(
    tmp_path: Path,
) -> None:
    program = [sys.executable, "-c", f"from hanoi_fsm.cli import main\n{SPIED}"]
    assert process(program=program, cwd=tmp_path) == Ran(0, "", "")
    assert [file.name for file in tmp_path.iterdir()] == ["moves"]


@LINUX
def test_what_fails_in_the_middle_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "moves").write_text("old")
    measured = "unset COVERAGE_PROCESS_START COVERAGE_PROCESS_CONFIG"  # that would be written too
    script = f"{measured}; ulimit -f 8; trap '' XFSZ; hanoi solve 12 -o moves"
    assert_refused(shell(script, tmp_path), "File too large")
    assert contents(tmp_path) == {tmp_path / "moves": b"old"}
