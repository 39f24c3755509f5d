"""A run goes back to exactly the moments that it went through, whatever was kept of it."""

from collections.abc import Callable

import pytest
from checked_machines import CIRCLES, COUNTDOWN, counting
from sampling import one_in

from hanoi_fsm import automata
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.resolver import find
from hanoi_fsm.watching import playback as module
from hanoi_fsm.watching.frames import Frame, frames
from hanoi_fsm.watching.playback import Playback

Moment = tuple[int, str, object, object, object]


def moment(frame: Frame) -> Moment:
    contents = tuple(frame.contents.items())
    return frame.step, frame.state, str(frame.configuration), contents, frame.choices


def walk(playback: Playback, go: Callable[[], bool]) -> list[Moment]:
    """The moments from where it is on, in one direction."""
    found = [moment(playback.frame)]
    while go():
        found.append(moment(playback.frame))
    return found


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 3)
    monkeypatch.setattr(module, "BEFORE", 2)


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        *one_in(2, [(name, (4,)) for name in automata.SOLVERS]),
        ("shortest", ("0210", "2011")),
        ("configuration-reader", ("0110110101",)),
        ("hanoi", ()),
    ],
)
@pytest.mark.one_in(3)
def test_backwards_is_exact_where_frames_were_forgotten(
    name: str, inputs: tuple[int | str, ...]
) -> None:
    machine = counting(COUNTDOWN, 20) if name == "hanoi" else automata.get(name)
    every = [moment(frame) for frame in frames(machine, *inputs)]
    playback = Playback(machine, *inputs)
    assert walk(playback, playback.forward) == every
    assert walk(playback, playback.back) == every[::-1]
    assert playback.is_first
    playback.end()
    assert moment(playback.frame) == every[-1]
    playback.home()
    assert (playback.frame.number, moment(playback.frame)) == (0, every[0])


@pytest.mark.parametrize("name", one_in(3, automata.SOLVERS))
def test_64_disks_can_be_entered_anywhere(name: str) -> None:
    task, step = Task(64), 10**18
    playback = Playback(automata.get(name), 64, start=step)
    assert not playback.is_first
    for by in (0, 5, -3, 10**6, -(10**17)):
        playback.skip(by)
        step = step - 1 + by if by == 0 else step + by
        assert playback.frame.step == step
        assert playback.frame.configuration == formulas.configuration(step, task)
    playback.end()
    assert (playback.frame.step, playback.upcoming) == (task.last_step, None)
    assert playback.frame.finding is None
    assert not playback.from_start
    playback.home()
    assert (playback.frame.step, playback.is_first) == (0, True)


def test_a_fault_is_not_jumped_over() -> None:
    playback = Playback(find(CIRCLES), 5)
    playback.end()
    assert playback.frame.finding is not None
    assert (playback.frame.step, playback.upcoming) == (2, None)


def test_there_is_nothing_before_the_beginning_or_after_the_end() -> None:
    playback = Playback(automata.get("monk"), 0)
    assert not playback.back()
    assert playback.forward()
    assert not playback.forward()
    playback.skip(10)
    playback.skip(-10)
    assert playback.is_first
