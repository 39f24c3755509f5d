"""What counts as saving a file: each way in which editors do it, and nothing else."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hanoi_fsm.watching.page.file_changes import ABSENT, saves

Step = Callable[[Path], object]


def renamed(file: Path) -> None:
    other = file.with_suffix(".new")
    other.write_text("renamed")
    other.replace(file)


def same_size_and_time(file: Path) -> None:
    before = file.stat()
    file.write_text("OLD")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def nothing(file: Path) -> None:
    pass


def noticed(file: Path, steps: list[Step]) -> list[str | None]:
    """What is in the file whenever a change is noticed, if one step is done at each wait."""
    remaining = iter(steps)

    def wait(seconds: float) -> None:
        step = next(remaining, None)
        if step is None:
            raise TimeoutError
        step(file)

    found: list[str | None] = []
    changes: Iterator[None] = saves([file], wait)
    with pytest.raises(TimeoutError):
        for _ in changes:
            found.append(file.read_text() if file.is_file() else None)
    return found


CASES: dict[str, tuple[list[Step], list[str | None]]] = {
    "nothing is done": ([nothing] * 9, ["old"]),
    "it is touched": ([Path.touch, *[nothing] * 9], ["old"]),
    "it is written": ([lambda file: file.write_text("new"), *[nothing] * 9], ["old", "new"]),
    "another file is renamed": ([renamed, *[nothing] * 9], ["old", "renamed"]),
    "its size and time are as before": ([same_size_and_time, *[nothing] * 9], ["old", "OLD"]),
    "it is missing for a moment": (
        [Path.unlink, nothing, renamed, *[nothing] * 9],
        ["old", "renamed"],
    ),
    "it is missing and comes back": (
        [Path.unlink, nothing, lambda file: file.write_text("old"), *[nothing] * 9],
        ["old"],
    ),
    "it is deleted": ([Path.unlink, *[nothing] * (ABSENT + 9)], ["old", None]),
    "it is a folder": (
        [folder, *[nothing] * (ABSENT + 9)],
        ["old", None],
    ),
    "it is empty while it is written": (
        [lambda file: file.write_text(""), lambda file: file.write_text("new"), *[nothing] * 9],
        ["old", "new"],
    ),
    "it is written again and again": (
        [lambda file, text=text: file.write_text(text) for text in "abcdef"] + [nothing] * 9,
        ["old", "f"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_is_noticed_once_it_stays(case: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.dot"
    file.write_text("old")
    steps, expected = CASES[case]
    assert noticed(file, steps) == expected


def test_each_of_several_files_is_looked_at(tmp_path: Path) -> None:
    files = [tmp_path / "mine.dot", tmp_path / "memory.py"]
    for file in files:
        file.write_text("old")
    changes = saves(files, lambda seconds: None)
    next(changes)
    for file in files:
        file.write_text("new")
        next(changes)
