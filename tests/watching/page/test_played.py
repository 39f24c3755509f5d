"""The player prints what happens."""

from collections.abc import Sequence

from support.chance import chance
from support.checked_machines import CLOCK
from support.commands import lines
from support.what_is_shown import Happening, example, spelt

from hanoi_fsm import PATHFINDERS, READERS, SOLVERS


def wrong(run: Happening, frames: Sequence[str]) -> list[str]:
    """Where printed frames are not the moments of a run."""
    missing = []
    for number, (moment, frame) in enumerate(zip(run.moments, frames, strict=True)):
        words = " ".join(frame.split())
        wanted = [f"step {run.steps[number]}", f" {moment.state} "]
        wanted += [f"In {moment.transition.source}"] if moment.transition else []
        wanted += [f"{name}? {spelt(answer)}" for name, answer in moment.answers.items()]
        wanted += [f" {text} " for text in moment.contents]
        for _, transition in run.leaving(number) if run.word is None else ():
            wanted.append(f"→ {transition.target}")
        disks = range(1, len(run.start or "") + 1)
        wanted += [f"▐{' ' * disk}{disk}{' ' * disk}▌" for disk in disks]
        missing += [
            f"event {number}: no {text!r}" for text in wanted if text not in f" {words} {frame}"
        ]
    return missing


def test_what_is_printed_is_what_happens() -> None:
    random = chance()
    for name in random.sample([*SOLVERS, *READERS, *PATHFINDERS, CLOCK], 12):
        run, _, words = example(name, random, 3)
        if not run.stopped:
            printed = "\n".join(lines("play", *words, "--by", name, columns=100))
            assert wrong(run, printed.split("-" * 100)) == [], name
