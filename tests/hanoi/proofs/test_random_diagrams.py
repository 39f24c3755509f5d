"""Of random diagrams a proof says what running them says: never proved what fails, nor refuted.

Half of them are published diagrams with random edits: wrong ones, and harmless ones such as split
states, events without a move and transitions that are never taken. The others are random tables.
"""

from dataclasses import replace
from random import Random

import pytest
from certificates import PROVABLE
from faulty_solvers import assert_true, over, solver
from hypothesis import given, settings
from hypothesis import strategies as st

from hanoi_fsm import Automaton
from hanoi_fsm.fsm.checking.edits import mutations, with_action, with_guard
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.hanoi.machines import Solver

Rows = list[Transition]


def split(rows: Rows, random: Random) -> Rows:
    """A state twice, each way to it leading to one of the two."""
    state = random.choice(rows).source
    twin = f"{state}x"
    into = [
        replace(one, target=twin) if one.target == state and random.random() < 0.5 else one
        for one in rows
    ]
    return into + [replace(one, source=twin) for one in into if one.source == state]


def delayed(rows: Rows, random: Random) -> Rows:
    """An event without a move before or after a transition."""
    at = random.randrange(len(rows))
    one, wait = rows[at], f"wait{len(rows)}"
    first, second = replace(one, target=wait), Transition(wait, one.target, Label("step"))
    if random.random() < 0.3:
        first = with_action(first, None)
        second = replace(second, label=Label("step", (), one.action))
    return [*rows[:at], first, second, *rows[at + 1 :]]


def never_taken(rows: Rows, random: Random) -> Rows:
    """One more transition, which asks for a guard and for its opposite, or starts nowhere."""
    one = random.choice(rows)
    guard = random.choice(["built", *(guard.name for guard in one.guards)])
    if random.random() < 0.5:
        guards = (Guard(guard), Guard(guard, negated=True))
        return [*rows, replace(one, label=one.label._replace(guards=guards))]
    return [*rows, replace(one, source=f"nowhere{len(rows)}")]


def stricter(rows: Rows, random: Random) -> Rows:
    """A transition with one more guard, and one for the opposite that does the same."""
    at = random.randrange(len(rows))
    one = rows[at]
    guards = [with_guard(one, len(one.guards), Guard("built", no)) for no in (True, False)]
    return [*rows[:at], *guards, *rows[at + 1 :]]


HARMLESS = [split, delayed, never_taken, stricter]


def edited(random: Random) -> Solver:
    name = random.choice(PROVABLE)
    machine = solver(name)
    for _ in range(random.randrange(5)):
        automaton = machine.automaton
        if random.random() < 0.2:
            edit = random.choice(list(mutations(automaton, machine.vocabulary)))
            changed = edit.changes.on(automaton)
        else:
            change = random.choice(HARMLESS)
            rows = tuple(dict.fromkeys(change(list(automaton.transitions), random)))
            table = "\n".join(map(str, rows))
            changed = Automaton.from_table(
                name, initial=automaton.initial, final="done", table=table
            )
        version = machine.with_automaton(changed)
        assert isinstance(version, Solver)
        machine = version
    return machine


def random_table(random: Random) -> Solver:
    name = random.choice(PROVABLE)
    words = solver(name).vocabulary
    states = [f"s{number}" for number in range(random.randint(1, 4))]
    rows = []
    for state in states:
        for guards in random.choice([["built", "!built"], ["built", "!built"], [""]]), ["built"]:
            for guard in guards:
                target = random.choice([*states, *states, "done"])
                action = random.choice([*words.actions(), *words.actions(), ""])
                if guard == "built":
                    target, action = "done", ""
                asked, does = f" [{guard}]" * bool(guard), f" / {action}" * bool(action)
                rows.append(f"{state} -> {target} : step{asked}{does}")
    table = "\n".join(dict.fromkeys([*rows, f"{states[-1]} -> done : step [built]"]))
    return over(name, table, "s0")


def judge(seed: int, make: object) -> None:
    assert callable(make)
    machine = make(Random(seed))
    if not any(machine.faults()):
        assert_true(machine.prove(), machine, disks=10)


SEEDS = st.integers(0, (1 << 32) - 1)
MAKE = st.sampled_from([edited, random_table])


@settings(max_examples=12)
@given(SEEDS, MAKE)
def test_what_is_proved_holds_and_what_is_refuted_fails(seed: int, make: object) -> None:
    judge(seed, make)


@pytest.mark.sweep
@settings(max_examples=2000)
@given(SEEDS, MAKE)
def test_many_diagrams_are_judged_as_they_run(seed: int, make: object) -> None:
    judge(seed, make)


def test_there_are_right_ones_and_wrong_ones_among_them() -> None:
    verdicts = {edited(Random(seed)).prove().verdict.value for seed in range(12)}
    assert verdicts >= {"proved", "refuted"}
