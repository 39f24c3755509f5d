"""`solve --format raw`: one byte per move, into a file or a pipe."""

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from commands import DOT, PLAIN, assert_refused, jsonl, lines, process, run, shell
from oracle import textbook
from sampling import one_in

from hanoi_fsm import automata
from hanoi_fsm.cli import main
from hanoi_fsm.cli.output import batches

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the paths are those of Linux")


def raw(*arguments: str) -> list[tuple[int, int]]:
    """The source and the target of each move, from the bytes."""
    ran = run("solve", *arguments, "--format", "raw")
    assert (ran.code, ran.err) == (0, "")
    return [divmod(byte, 3) for byte in ran.out.encode()]


@pytest.mark.parametrize("by", [(), *(("--by", name) for name in [*automata.SOLVERS, *PLAIN])])
def test_raw_has_the_moves_of_the_textbook_by_any_name(by: tuple[str, ...]) -> None:
    expected = [(source, target) for _, source, target in textbook(5, 1, 0)]
    assert raw("5", "--from", "1", "--to", "0", *by) == expected
    assert raw("0", *by) == []


@pytest.mark.parametrize("by", ["", "--by two-storey", "--by hbits"])
@pytest.mark.parametrize(
    "window",
    [
        "3 --count 0",
        "3 --start 7 --count 9",
        f"3 --start 6 --count 1{'0' * 30}",
        f"64 --start {10**18} --count 70 --from 2",
        f"900 --start {2**800 - 3} --count 9 --to 1",
    ],
)
def test_raw_has_the_same_part_as_the_other_formats(by: str, window: str) -> None:
    words = window.replace("--from 2", "--from 2 --to 0").split() + by.split()
    assert raw(*words) == [(row["source"], row["target"]) for row in jsonl("solve", *words)]


WRONG = ["solve 3 --start 8", "solve 3 --start 0", "solve 0 --start 2", "solve 3 --count -1"]
WRONG += ["solve -1", "solve 3 --to 0", "solve 3 --to 3", f"solve 99 --start {2**99}"]


@pytest.mark.parametrize("command", WRONG)
def test_raw_refuses_what_every_format_refuses(command: str) -> None:
    expected = run(*command.split())
    assert_refused(expected)
    for by in ("", "--by formula"):
        assert run(*command.split(), "--format", "raw", *by.split()) == expected
        assert run(*command.split(), "--format", "csv", *by.split()) == expected


def test_raw_has_the_moves_of_the_drawing_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.dot").write_text(DOT.replace("/ move_back", "/ move_ahead"))
    (tmp_path / "moves").write_text("the old moves")
    command = ["solve", "3", "--by", "bad.dot", "--format", "raw"]
    ran = run(*command, cwd=tmp_path)
    assert (ran.code, "bad.dot stops: cannot move" in ran.err) == (2, True)
    assert [divmod(byte, 3) for byte in ran.out.encode()] == raw("3")[:3]
    assert run(*command, "-o", "moves", cwd=tmp_path).code == 2
    assert (tmp_path / "moves").read_text() == "the old moves"
    assert len([*tmp_path.iterdir()]) == 2


def test_raw_goes_into_a_file_as_it_would_into_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "moves").write_text("something longer " * 100_000)
    assert lines("solve", "17", "--format", "raw", "-o", "moves", cwd=tmp_path) == []
    assert (tmp_path / "moves").read_bytes() == run("solve", "17", "--format", "raw").out.encode()
    assert [file.name for file in tmp_path.iterdir()] == ["moves"]


SCRIPTS = [
    ("hanoi solve 64 --format raw | head -c 3 | od -An -tu1", (0, "   1   2   5\n", "")),
    ("hanoi solve 17 --format raw | wc -c", (0, "131071\n", "")),
    ("hanoi solve 20 --by two-storey --format raw | true", (0, "", "")),
    ("hanoi solve 17 --format raw -o - | wc -c", (0, "131071\n", "")),
    ("hanoi solve 17 --format raw -o >(wc -c >&2); wait $!", (0, "", "131071\n")),
    ("hanoi solve 17 --format raw -o /dev/null", (0, "", "")),
    ("hanoi solve 3 --format raw >&-", (0, "", "")),
]


@LINUX
@pytest.mark.parametrize(("script", "ran"), one_in(3, SCRIPTS))
@pytest.mark.one_in(3)
def test_raw_goes_into_pipes_and_devices(
    script: str, ran: tuple[int, str, str], tmp_path: Path
) -> None:
    assert shell(script, tmp_path) == ran


@LINUX
@pytest.mark.parametrize("where", one_in(2, ["> /dev/full", "-o /dev/full"]))
def test_raw_that_does_not_fit_is_reported_in_one_line(where: str, tmp_path: Path) -> None:
    ran = shell(f"hanoi solve 17 --format raw {where}", tmp_path)
    assert_refused(ran, "No space left on device")


@pytest.mark.parametrize("by", ["", "--by hbits"])
def test_a_terminal_gets_no_raw_bytes(by: str, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="this system has no terminals of its own")
    here, there = pty.openpty()
    words = ["solve", "3", "--format", "raw", *by.split()]
    try:
        for where in ([], ["-o", "-"], ["-o", os.ttyname(there)]):
            with os.fdopen(os.dup(there), "w") as terminal, patch("sys.stdout", terminal):
                code = run_with_errors([*words, *where], tmp_path / "errors")
            assert code == 2
            [said] = (tmp_path / "errors").read_text().splitlines()
            assert "terminal" in said
            assert "-o FILE" in said
        os.write(there, b"x")
        assert os.read(here, 10) == b"x", "and nothing before that"
    finally:
        os.close(here)
        os.close(there)


def run_with_errors(words: list[str], file: Path) -> int:
    with file.open("w") as errors, patch("sys.stderr", errors):
        return main(words)


class Recorder(io.RawIOBase):
    """A file that remembers how much was written at a time."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most  # that is taken at a time
        self.sizes: list[int] = []
        self.content = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        view = memoryview(content)[: self.most]  # type: ignore[arg-type]  # it is a buffer
        self.sizes.append(len(view))
        self.content += view
        return len(view)


@pytest.mark.parametrize("by", ["", "--by hbits"])
@pytest.mark.sweep
def test_raw_is_written_in_large_pieces(by: str) -> None:
    recorder = Recorder()
    with patch("sys.stdout", io.TextIOWrapper(io.BufferedWriter(recorder))):
        assert main(["solve", "17", "--format", "raw", *by.split()]) == 0
    assert sum(recorder.sizes) == 2**17 - 1
    assert max(recorder.sizes) >= 1 << 15
    assert len(recorder.sizes) < 20


def test_a_stream_that_takes_a_part_at_a_time_gets_all() -> None:
    recorder = Recorder(most=1_000)
    with patch("sys.stdout", io.TextIOWrapper(recorder)):  # type: ignore[type-var]  # as `python -u`
        assert main(["solve", "12", "--format", "raw"]) == 0
    assert recorder.content == run("solve", "12", "--format", "raw").out.encode()


def test_what_is_written_together_is_never_more_than_what_was_written_before() -> None:
    made: list[int] = []

    def watched() -> Iterator[int]:
        for number in range(100):
            made.append(number)
            yield number

    sizes = []
    for batch in batches(watched(), most=16):
        sizes.append(len(batch))
        assert batch[-1] == made[-1], "nothing is taken before it is needed"
    assert sizes == [1, 2, 4, 8, 16, 16, 16, 16, 16, 5]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_what_comes_before_an_error_is_given_before_it(error: type[BaseException]) -> None:
    def failing() -> Iterator[int]:
        yield from range(5)
        raise error

    given: list[int] = []
    with pytest.raises(error):
        for batch in batches(failing()):
            given += batch
    assert given == [0, 1, 2, 3, 4]


def test_the_help_says_where_raw_bytes_can_go() -> None:
    text = " ".join(run("solve", "--help").out.split())
    assert "raw: one byte per move, 3 * source + target, into a file or a pipe" in text
    assert "default: two-storey; for raw the closed formula, in blocks" in text


@LINUX
@pytest.mark.sweep
def test_a_drawing_from_standard_input_is_read_once() -> None:
    for form in ("raw", "csv"):
        command = [sys.executable, "-m", "hanoi_fsm", "solve", "2", "--by", "-", "--format", form]
        script = 'exec "$@" < <(printf \'%s\' "$DRAWING")'
        ran = process("-c", script, "bash", *command, program=["bash"], env={"DRAWING": DOT})
        assert (ran.code, ran.out) == (0, run("solve", "2", "--format", form).out)
