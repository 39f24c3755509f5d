"""Runs of an exploration that never end."""

from hanoi_fsm.fsm.notation import Transition


def endless_run(onward: list[list[tuple[int, Transition]]]) -> tuple[int, list[Transition]] | None:
    """The first visit with a run that never ends, and this run until it comes to a visit again.

    `onward` has the steps from each visit: the number of the next visit, and the transition. None
    if every run ends. Visits whose steps all lead to removed visits are removed repeatedly: each of
    those that remain has a step to another of them.
    """
    steps_left = [len(steps) for steps in onward]
    before: list[list[int]] = [[] for _ in onward]
    for number, steps in enumerate(onward):
        for after, _ in steps:
            before[after].append(number)
    removed = [number for number, count in enumerate(steps_left) if count == 0]
    for number in removed:
        for earlier in before[number]:
            steps_left[earlier] -= 1
            if steps_left[earlier] == 0:
                removed.append(earlier)
    first = next((number for number, count in enumerate(steps_left) if count), None)
    if first is None:
        return None
    run: list[Transition] = []
    number, seen = first, set[int]()
    while number not in seen:
        seen.add(number)
        number, transition = next(step for step in onward[number] if steps_left[step[0]])
        run.append(transition)
    return first, run
