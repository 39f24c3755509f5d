"""Judge answers by their meaning, with a witness, and the distance to a right answer in edits.

An answer in words is first normalized to its form, then compared. A machine is checked as by
`check`, and compared with the machine of its exercise on all words. All work is bounded by counts,
so that the verdict on an answer is the same on every computer.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from hanoi_fsm.course.exercises import DIAGRAM, ENDINGS, PYTHON, WORDS, Question, parts_of
from hanoi_fsm.course.variants import SIZE, readers, written
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.errors import BadInput, counted, listed, shortened
from hanoi_fsm.fsm.files import read_text
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition, word_text
from hanoi_fsm.fsm.theory.mealy import minimal
from hanoi_fsm.hanoi import formulas, resolver
from hanoi_fsm.hanoi.equality import equal
from hanoi_fsm.hanoi.pegs import IllegalMove, PegMatrix

LONGEST_ANSWER = 10_000
"""The most bytes of an answer in words."""
MOST_TRANSITIONS = 100
"""A drawing with more transitions is neither compared with the right one nor shown."""
MOST_STATES = 7
"""A drawing with more states is compared with the right one only by the names of its states."""
MOST_EDITS = 2
"""An answer that is more edits away from a right one is simply wrong."""
MACHINE = "machine"
"""The name under which a Python file defines its answer."""


class Verdict(NamedTuple):
    """The verdict on an answer, with a text that does not give away the right one.

    The `hint` helps with a wrong answer, and `see` is a command that shows why an answer is right,
    or how a drawing behaves. `edits` is the number of edits to a right answer, if it is known to be
    at most 2: each changes an edge, a state or a mark of a drawing, or a part of a mostly right
    answer in words. The verdict on a machine has the `machine` and its `findings`.
    """

    right: bool
    text: str
    hint: str = ""
    see: str = ""
    edits: int | None = None
    machine: Machine | None = None
    findings: Sequence[Finding] = ()


def judged(question: Question, given: str) -> Verdict:
    """Judge an answer in words, or a file.

    Raises `BadInput` for words of another form, `TextError` and what `resolve` raises for a file.
    """
    kind = question.exercise.kind
    is_file = given.lower().endswith(ENDINGS[kind])
    if kind == WORDS:
        return _answered(question, first_line(Path(given)) if is_file else given)
    if not is_file:
        raise BadInput(
            f"{shortened(given)} does not answer this exercise: "
            f"name a file that ends in {' or '.join(ENDINGS[kind])}"
        )
    verdict = _programmed(question, given) if kind == PYTHON else _drawn(question, given)
    if verdict.right or verdict.hint:
        return verdict
    return verdict._replace(hint=question.hints[0])


def first_line(path: Path) -> str:
    """Read the first line of a file that is not blank; raise `TextError` if there is none."""
    lines = read_text(path, LONGEST_ANSWER, "an answer").split("\n")
    return next(line for line in lines if line.strip())


# Answers in words


def _answered(question: Question, given: str) -> Verdict:
    exercise, form = question.exercise, question.said(question.exercise.form)
    words = parts_of(form, given)
    verdict = JUDGES[exercise.judge](question, words, parts_of(form, question.solution))
    if verdict.right:
        text = verdict.text or question.said(exercise.because)
        return verdict._replace(text=text, see=question.said(exercise.see), edits=0)
    slips = {re.sub("[^a-z0-9]", "", question.said(slip)): about for slip, about in exercise.slips}
    hint = slips.get("".join(words), exercise.hints[0])
    text = verdict.text or f"{shortened(' '.join(words))} is not the answer"
    return verdict._replace(text=text, hint=question.said(hint))


def _few(edits: int, parts: int) -> int | None:
    """Return the number of wrong parts if they are few and most parts are right."""
    return edits if edits <= MOST_EDITS and 2 * edits < parts else None


def _compared(question: Question, words: list[str], right: list[str]) -> Verdict:
    """Judge words by comparing them as `COMPARED` does."""
    judge = question.exercise.judge
    given, wanted = (COMPARED[judge](parts) for parts in (words, right))
    wrong, missing = given - wanted, wanted - given
    text = f"{len(given & wanted)} are right, {len(wrong)} wrong, and {len(missing)} missing"
    edits = max(len(wrong), len(missing))
    shown = text if edits and judge == "set" else ""
    return Verdict(not edits, shown, edits=_few(edits, len(right)))


def _path(question: Question, words: list[str], right: list[str]) -> Verdict:
    """Judge whether moves, each written as its two pegs, are a shortest path."""
    goal, pegs = question.figures["goal"], PegMatrix(question.figures["start"])
    for step, (source, target) in enumerate(map(tuple, words), 1):
        try:
            pegs.move(int(source), int(target))
        except IllegalMove as error:
            return Verdict(False, f"move {step} of {pegs}: {error}")
    left, more = formulas.distance(pegs.configuration(), goal), len(words) - len(right)
    if not left and not more:
        return Verdict(True, f"{counted(len(words), 'move')}, and no path is shorter")
    ends = f"{counted(left, 'move')} from the goal" if left else "at the goal"
    text = f"after {counted(len(words), 'move')} it is {ends}, with {pegs}"
    return Verdict(False, text, edits=_few(left, len(right)) if left + more == 0 else None)


def _witness(question: Question, words: list[str], right: list[str]) -> Verdict:
    """Judge whether the broken reader answers a word wrongly."""
    got, expected = (written(reader, words) for reader in readers(question))
    word = word_text(words)
    if got == expected:
        return Verdict(False, f"{word} is answered correctly, by {got}")
    why = question.said(question.exercise.because)
    return Verdict(True, f"{word} is answered by {got}, but {expected} is correct; {why}")


COMPARED: Mapping[str, Callable[[list[str]], set[object]]] = {
    "": lambda words: {*enumerate(words)},
    "cycle": lambda words: {*zip(words, words[1:] + words[:1], strict=True)},
    "set": lambda words: {*words},
}
"""Comparisons by their names in `exercises.toml`: in order, in a cycle, or in any order."""
JUDGES: Mapping[str, Callable[[Question, list[str], list[str]], Verdict]] = {
    **dict.fromkeys(COMPARED, _compared),
    "path": _path,
    "witness": _witness,
}
"""Judges by their names in `exercises.toml`; the text of their verdict replaces the usual one."""


# Machines


def _programmed(question: Question, file: str) -> Verdict:
    machine = resolver.solver_of(f"{file}:{MACHINE}").machine
    if machine is None:
        return Verdict(False, "it is a function: write a machine")
    if machine.automaton.guards and machine.vocabulary.__module__.startswith("hanoi_fsm."):
        text = "its memory is one of the package: write one of your own"
        return Verdict(False, text, machine=machine)
    return _checked(question, machine)


def _drawn(question: Question, file: str) -> Verdict:
    machine = resolver.drawn(file, question.machine)
    verdict = _checked(question, machine)
    if verdict.right or not is_small(machine):
        return verdict
    edits, wrong = differences(machine.automaton, question.machine.automaton)
    places = [finding.line for finding in verdict.findings] + [
        machine.lines.get(transition) for transition in wrong
    ]
    line = next(filter(None, places[::-1] if edits == 1 else places), None)
    hint = f"look at line {line}" if line else ""
    few = edits if edits <= MOST_EDITS else None
    return verdict._replace(hint=hint, edits=verdict.edits or few)


def _checked(question: Question, machine: Machine) -> Verdict:
    """Judge whether a machine behaves correctly, with no more states than allowed."""
    exercise, automaton = question.exercise, machine.automaton
    wrong = partial(Verdict, False, machine=machine)
    if automaton.is_nondeterministic:
        return wrong("it is nondeterministic: give each state at most one transition per symbol")
    report = check(machine, SIZE)
    text = str(report).removeprefix(f"{report.name}: ").removeprefix("FAILED: ")
    if report.finding is not None:
        is_run = report.finding.step and machine.sized(1)
        see = f"trace {report.finding.size} --by {quote(machine.origin)}" if is_run else ""
        return wrong(text, see=see, findings=report.findings)
    if exercise.kind == DIAGRAM and not machine.sized(1):
        witness = equal(machine, question.machine).witness
        if witness is not None:
            got, expected = witness.answers
            return wrong(f"{witness.context}: it {got}, and a right one {expected}")
        text = "it answers every word as it should"
        for kept, others in minimal(automaton, machine.outputs).merged.items():
            text += f"; states {listed([kept, *others])} do the same: one of them is enough"
    but = "it does what it should, but"
    if cut_off := [state for state in automaton.states if state not in automaton.reached]:
        return wrong(f"{but} no edge leads to {listed(cut_off)}: all must be used")
    states, most = len(automaton.states), exercise.most_states
    if most and states > most:
        return wrong(f"{but} has {counted(states, 'state')}: use at most {most}", edits=1)
    return Verdict(True, text, edits=0, machine=machine)


def is_small(machine: Machine) -> bool:
    """Return whether a drawing is small enough to be read."""
    return len(machine.automaton.transitions) <= MOST_TRANSITIONS


def differences(automaton: Automaton, right: Automaton) -> tuple[int, Sequence[Transition]]:
    """Count the edits from an automaton to the right one, and find its edges that differ.

    An edit changes, adds or removes an edge, or changes a mark. The names of a few states do not
    matter: the renaming that needs the fewest edits counts.
    """
    wanted = {
        (transition.source, transition.target, labelled(transition))
        for transition in right.transitions
    }
    labels = [(transition, labelled(transition)) for transition in automaton.transitions]
    renamed: list[tuple[int, Sequence[Transition]]] = []
    for names in renamings(states_of(automaton), states_of(right)):
        rows = {
            (names[transition.source], names[transition.target], word): transition
            for transition, word in labels
        }
        extra = [rows[row] for row in rows.keys() - wanted]
        edits = max(len(extra), len(wanted - rows.keys()))
        edits += len({names[state] for state in automaton.final} ^ right.final)
        renamed.append((edits + (names[automaton.initial] != right.initial), extra))
        if renamed[-1][0] <= 1:
            break
    return min(renamed, key=lambda version: version[0])


def labelled(edge: Transition) -> str:
    """The label of an edge, with its guards in the order of their names."""
    return f"{edge.event} [{' & '.join(sorted(map(str, edge.guards)))}] / {edge.label.effect}"


def states_of(automaton: Automaton) -> list[str]:
    """All states that are drawn."""
    ends = {state for edge in automaton.transitions for state in (edge.source, edge.target)}
    return sorted({*automaton.states, automaton.initial, *automaton.final, *ends})


def renamings(states: Sequence[str], names: Sequence[str] = ()) -> Iterator[Mapping[str, str]]:
    """Yield the ways to give some states these names, and numbers when no name is left.

    If there are too many states, they keep their own names.
    """
    if max(len(states), len(names)) > MOST_STATES:
        yield dict(zip(states, states, strict=True))
    else:
        numbers = [f"state {number}" for number in range(len(states) - len(names))]
        for order in permutations([*names, *numbers], len(states)):
            yield dict(zip(states, order, strict=True))
