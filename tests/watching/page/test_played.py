"""The player goes back to exactly the moments that it went through, and prints what happens."""

from collections.abc import Sequence

from chance import chance
from checked_machines import CLOCK
from commands import lines
from screen import END, HOME, LEFT, RIGHT, Played
from what_is_shown import Happening, example, spelt

from hanoi_fsm import PATHFINDERS, READERS, SOLVERS


def wrong(run: Happening, frames: Sequence[str]) -> list[str]:
    """Where printed frames are not the moments of a run."""
    found = []
    for number, (moment, frame) in enumerate(zip(run.moments, frames, strict=True)):
        words = " ".join(frame.split())
        step = f"step {run.steps[number]} of {run.steps[-1]}"
        wanted = [f"state {moment.state}", step if run.steps[-1] else "step 0"]
        wanted += [f"taken {moment.transition}"] if moment.transition else []
        wanted += [f"output {moment.output}"] if moment.output is not None else []
        wanted += [f"{name}: {spelt(answer)}" for name, answer in moment.answers.items()]
        wanted += [f"{one}{'*' * run.changed(number, one)} " for one in moment.contents]
        counts, following = run.counts(number), run.next_taken(number)
        for at, one in run.leaving(number) if run.word is None else ():
            sign = "> " * (one == following)
            wanted.append(f"{sign}-> {one.target} : {one.label} {counts[at]}x")
        if run.word is not None:
            wanted.append(f"[{[*run.word, 'end'][number]}]")
        disks = range(1, len(run.start or "") + 1)
        wanted += [f"[{str(disk).center(2 * disk - 1, '=')}]" for disk in disks]
        found += [f"event {number}: no {one!r} in {frame}" for one in wanted if one not in words]
    return found


def test_what_is_printed_is_what_happens() -> None:
    random = chance()
    for name in (*SOLVERS, *READERS, *PATHFINDERS, CLOCK):
        run, _, words = example(name, random, 3)
        if not run.stopped:
            printed = "\n".join(lines("play", *words, "--by", name, columns=80))
            assert wrong(run, printed.split("-" * 80)) == [], name


def test_64_disks_are_entered_at_their_end_and_gone_back() -> None:
    """A run that was never gone through is gone back from its end, and shows the same moments."""
    last = 2**64 - 1
    played = Played("64", "--by", chance().choice(["monk", "two-storey"]), rows=80)
    played.shows(f"step 0 of {last}")
    played.press(END)
    there = played.shows(f"step {last} of {last}")
    played.press(LEFT * 70)  # more than were kept of it
    played.shows(f"step {last - 69} of {last}")
    played.press(RIGHT * 70)
    assert played.shows(f"step {last} of {last}").split("event")[0] == there.split("event")[0]
    played.press(HOME)
    played.shows(f"step 0 of {last}")
    played.press("q")
    assert played.ended() == 0
