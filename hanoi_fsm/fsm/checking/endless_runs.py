"""Which visits of an exploration can never reach an end."""

from hanoi_fsm.fsm.notation import Transition


def nearest_endless(onward: list[list[tuple[int, Transition]]]) -> int | None:
    """The first visit from which no end is reachable; None if every run ends.

    Visits without further steps are removed repeatedly; those that remain never end. The steps of
    each of these in `onward` then begin with one that leads to another of them.
    """
    waiting = [len(steps) for steps in onward]
    before: list[list[int]] = [[] for _ in onward]
    for number, steps in enumerate(onward):
        for after, _ in steps:
            before[after].append(number)
    done = [number for number, count in enumerate(waiting) if count == 0]
    for number in done:
        for earlier in before[number]:
            waiting[earlier] -= 1
            if waiting[earlier] == 0:
                done.append(earlier)
    for number, steps in enumerate(onward):
        if waiting[number]:
            steps.sort(key=lambda step: waiting[step[0]] == 0)
    return next((number for number, count in enumerate(waiting) if count), None)
