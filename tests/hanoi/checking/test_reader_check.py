"""A reader is compared with its specification, which knows no automaton, for every task."""

from pathlib import Path

import oracle
import pytest
from checked_machines import cells, changed, drawn

from hanoi_fsm import check
from hanoi_fsm.hanoi import specifications
from hanoi_fsm.hanoi.automata import READERS


def specified(name: str, word: str, *task: int) -> str | None:
    """The answer that the specification gives; None for a refusal."""
    specification = specifications.specification(name, *task)
    assert specification is not None
    answer = specification(word)
    return None if answer is None else "".join(map(str, answer))


@pytest.mark.parametrize("name", READERS)
def test_every_reader_of_the_package_holds(name: str) -> None:
    report = check(name, 7)
    assert report.holds, str(report)
    assert report.outcomes[1].checked


@pytest.mark.parametrize("task", oracle.TASKS)
def test_the_specifications_are_those_of_the_textbook(task: tuple[int, int]) -> None:
    for disks in range(1, 5):
        path, moves = oracle.solution(disks, *task), list(oracle.textbook(disks, *task))
        for step, here in enumerate(path):
            bits = f"{step:0{disks}b}"
            assert specified("configuration-reader", bits, *task) == here
            assert specified("rank-reader", here, *task) == bits
            move = "{1}{2}".format(*moves[step - 1]) if step else "none"
            assert (specified("move-reader", bits, *task) or "").endswith(move)
        left = oracle.distances(str(task[1]) * disks)
        for word in oracle.words(disks):
            assert specified("distance-reader", word, *task) == f"{left[word]:0{disks}b}"
            assert (specified("path-reader", word, *task) is None) == (word not in path)


DIFFERENCES = """
    distance-reader | 2 -> 1 : 0 /      | 2 -> 2 : 0 /      | 01 | 10        | 11
    rank-reader     | 102 : 2 / write_1 | 102 : 2 / write_0 | 2  | 1         | 0
    path-reader     | 1 -> 2 : 0        | 1 -> 2 : 0, 1     | 1  | a refusal | nothing
    path-reader     | 1 -> 2 : 0        |                   | 0  | nothing   | no
    move-reader     | 02 : 1 / move_02  | 02 : 1 / move_12  | 1  | 02        | 12
"""


@pytest.mark.parametrize(("name", "old", "new", "word", "expected", "got"), cells(DIFFERENCES))
def test_a_difference_names_the_word_the_task_and_the_line(
    name: str, old: str, new: str, word: str, expected: str, got: str, tmp_path: Path
) -> None:
    [finding] = check(drawn(changed(READERS[name], (old, new)).automaton, tmp_path)).findings
    assert (finding.kind, finding.context) == ("output", f"reading {word} from 0 to 2")
    assert (finding.expected, finding.got[: len(got)]) == (expected, got)
    assert finding.line
