"""A check is resumed, whatever was left in its file; no other file is touched."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hanoi_fsm import check_segments
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.hanoi.segments.journal import Journal
from hanoi_fsm.hanoi.segments.segmented_check import SegmentedCheck

JOB = {"machine": "monk", "disks": 5}
OPTIONS: dict[str, Any] = {"segments": 12}


def opened(path: Path, job: dict[str, object] = JOB, count: int = 12) -> Journal:
    return Journal(path, job, count)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with three segments of twelve."""
    with opened(tmp_path / "kept") as journal:
        for number in (1, 10, 12):
            journal.add(number)
    return tmp_path / "kept"


def test_what_is_done_is_there_when_it_is_opened_again(path: Path) -> None:
    with opened(path) as journal:
        assert journal.done == {1, 10, 12}
        journal.add(2)
    with opened(path) as journal:
        assert journal.done == {1, 2, 10, 12}
    assert len(path.read_text().splitlines()) == 5


def test_a_file_that_was_cut_off_at_any_byte_is_resumed(path: Path) -> None:
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        kept = max(0, whole[:size].count(b"\n") - 1)
        with opened(path) as journal:
            assert journal.done == {1, 10, 12} - {(12, 10, 1)[i] for i in range(3 - kept)}
            journal.add(7)
        expected = b"".join(lines[: kept + 1]) + b'{"segment": 7}\n'
        assert path.read_bytes() == expected, size


@pytest.mark.parametrize(
    "torn", [b"\n", b"{\n", b'{"segment": \n', b"\0\0\0", b"7\n", b'{"s": 1}\n']
)
def test_a_torn_last_line_is_dropped(torn: bytes, path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    with opened(path) as journal:
        assert journal.done == {1, 10, 12}
    assert path.read_bytes() == whole


FOREIGN = [b"precious", b"precious\n", b"\0" * 5000, b"{}\n", b'{"machine": "monk"}\n', b"[1]\n1\n"]
FOREIGN += [b"{" * 10_000 + b"\n", json.dumps(JOB).encode() + b'\nwhat\n{"segment": 1}\n']
FOREIGN += [json.dumps(JOB).encode() + b'\n{"segment": 13}\n', b'{"machine": "monk", "disks": 5\n']
FOREIGN += [b"[" * 4000 + b"\n", json.dumps(JOB).encode() + b"\n" + b"[" * 100_000 + b"\n{}\n"]


@pytest.mark.parametrize("content", FOREIGN, ids=range(len(FOREIGN)))
def test_another_file_is_refused_and_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="is not a file of --resume") as caught:
        opened(path)
    assert len(str(caught.value)) <= 300
    assert path.read_bytes() == content


def test_a_file_of_another_job_is_refused(path: Path) -> None:
    with pytest.raises(BadInput, match=r"another check \(disks 5, not 6\)"):
        opened(path, JOB | {"disks": 6})


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo], ids=["a folder", "a pipe"])
def test_what_is_not_an_ordinary_file_is_refused(make: Any, tmp_path: Path) -> None:
    make(tmp_path / "odd")
    with pytest.raises((BadInput, IsADirectoryError)):
        opened(tmp_path / "odd")


HOLDING = """
import sys
from hanoi_fsm.hanoi.segments.journal import Journal
journal = Journal(sys.argv[1], {"machine": "monk", "disks": 5}, 12)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.sweep
def test_two_processes_do_not_write_to_one_file(path: Path) -> None:
    command = [sys.executable, "-c", HOLDING, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as other:  # type: ignore[call-overload]  # pipes
        assert other.stdout.readline() == "held\n"
        with pytest.raises(BadInput, match="in use by another process"):
            opened(path)
        other.kill()
    with opened(path) as journal:
        assert journal.done == {1, 10, 12}


def test_a_process_does_not_open_it_twice(path: Path) -> None:
    with opened(path):
        with pytest.raises(BadInput, match="in use by this process"):
            opened(path)
        with pytest.raises(BadInput, match="in use by this process"):
            opened(path.parent / "." / path.name)
    opened(path).close()


def test_a_check_is_resumed_and_reports_each_segment_once(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    seen: list[tuple[int, int]] = []
    while True:
        with SegmentedCheck("two-storey", 6, **OPTIONS, resume=path) as check:
            assert check.done == len(seen)
            assert check.moves_left == 63 - sum(length for _, length in seen)
            results = check.results(jobs=1)
            for _ in range(5):
                if (result := next(results, None)) is not None:
                    seen.append((result.number, result.moves))
            if check.done == 12:
                assert "all 12 segments" in str(check.report())
                assert "(10 segments in an earlier run)" in str(check.report())
                break
    assert [number for number, _ in seen] == list(range(1, 13))


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"disks": 7}, "disks 6, not 7"),
    ({"subject": "monk"}, "machine 'two-storey', not 'monk'"),
    ({"segments": 13}, "segments 12, not 13"),
    ({"source": 1}, "from 0, not 1"),
    ({"target": 1}, "to 2, not 1"),
    ({"sample": 1, "segments": 1, "disks": 6}, "segments 12, not 1"),
]


@pytest.mark.parametrize(("changes", "said"), CHANGES)
def test_a_check_of_something_else_is_not_resumed(
    changes: dict[str, Any], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "kept"
    options: dict[str, Any] = {"subject": "two-storey", "disks": 6, **OPTIONS, "resume": path}
    check_segments(options["subject"], options["disks"], segments=12, resume=path)
    options |= changes
    with pytest.raises(BadInput, match=said):
        check_segments(options.pop("subject"), options.pop("disks"), **options)


def test_the_seed_and_the_size_of_a_sample_belong_to_the_check(tmp_path: Path) -> None:
    options: dict[str, Any] = {"sample": 2, "seed": 4, "resume": tmp_path / "kept", "jobs": 1}
    assert check_segments("two-storey", 15, **options).holds
    assert "2 windows in an earlier run" in str(check_segments("two-storey", 15, **options))
    for change in ({"seed": 5}, {"sample": 3}):
        with pytest.raises(BadInput, match="belongs to another check"):
            check_segments("two-storey", 15, **options | change)


def test_another_definition_of_the_same_name_is_not_resumed(tmp_path: Path) -> None:
    from segment_subjects import counting, late

    assert check_segments(late, 8, resume=tmp_path / "kept").holds
    with pytest.raises(BadInput, match="definition"):
        check_segments(counting, 8, resume=tmp_path / "kept")


def test_a_segment_that_does_not_hold_is_not_kept(tmp_path: Path) -> None:
    from segment_subjects import LATE, late

    for _ in range(2):
        report = check_segments(late, 11, segments=4, resume=tmp_path / "kept", jobs=1)
        assert [finding.step for finding in report.findings] == [LATE]
    kept = (tmp_path / "kept").read_text().splitlines()
    assert kept[1:] == ['{"segment": 1}', '{"segment": 2}']
