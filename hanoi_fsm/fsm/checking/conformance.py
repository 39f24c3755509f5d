"""Conformance: words are read, shortest first, and their outputs compared with a specification."""

from collections import deque
from collections.abc import Hashable
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.words import UNASKED, Answer, Words, WordTree, answer_to, words_for
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadMemory, MachineStopped
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition, Word
from hanoi_fsm.fsm.start import Specification, Start
from hanoi_fsm.fsm.stepping import (
    GuardFailed,
    Step,
    at_once,
    enabled,
    key_of,
    take,
    twin,
    why_refused,
)
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.fsm.values import alike

Outputs = tuple[object, ...]


def conform(machine: Machine, size: int, progress: Progress) -> Outcome:
    """Compare the runs from every start that has a specification; a remark if there is none."""
    read, descriptions = 0, []
    for start in machine.starts_up_to(size):
        if start.specification is None:
            continue
        tree = words_for(machine, start, size)
        finding = first_difference(machine, start, tree) or _disagreement(machine, start, tree)
        if finding:
            return Outcome("", (finding.placed(machine.lines),))
        read += tree.size
        descriptions.append(tree.description)
        progress(read)
    if not descriptions:
        text = f"nothing says what it should do: {machine.how_to_specify}"
        return Outcome("", remarks=(Finding("unspecified", text),))
    first, *others = descriptions
    more = f", {others[-1]} from {len(others)} other starts" if others else ""
    return Outcome(f"for {first}{more}: {read} answers are right", compared=True)


class _Node:
    __slots__ = ("after", "memory", "state")

    def __init__(self, state: str, memory: Memory) -> None:
        self.state, self.memory = state, memory
        self.after: dict[str, list[tuple[Step, _Node]]] = {}


class _Nodes(dict[tuple[str, Hashable], _Node]):
    """The nodes of one automaton, each created once."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton

    def node(self, state: str, memory: Memory) -> _Node:
        return self.setdefault((state, key_of(memory)), _Node(state, memory))

    def after(self, node: _Node, event: str) -> list[tuple[Step, _Node]]:
        if event not in node.after:
            try:
                found = enabled(self.automaton, node.state, node.memory, event)
                taken = [take(transition, twin(node.memory)) for transition in found]
            except GuardFailed as error:
                first = self.automaton.transitions_for(node.state, event)[0]
                taken = [Step(first, node.memory, error=error)]
            node.after[event] = [
                (step, self.node(step.transition.target, step.memory)) for step in taken
            ]
        return node.after[event]


def first_difference(machine: Machine, start: Start, words: Words) -> Finding | None:
    """The shortest word that the machine answers wrongly, or None."""
    nodes = _Nodes(machine.automaton)
    first = nodes.node(start.state, start.make())
    queue: deque[tuple[WordTree, _Node, Outputs, Word]] = deque([(words.root, first, (), ())])
    while queue:
        tree, node, outputs, word = queue.popleft()
        if tree.answer is not UNASKED and not _is_right(machine, tree.answer, node.state, outputs):
            return _shortest(machine, start, words, word)
        for event, longer in tree.longer.items():
            after = nodes.after(node, event)
            if len(after) == 1 and after[0][0].error is None:
                step, there = after[0]
                more = outputs if step.output is None else (*outputs, step.output)
                queue.append((longer, there, more, (*word, event)))
            elif difference_on(machine, start, words.specification, (*word, event)):
                return _shortest(machine, start, words, (*word, event))
    for word in words.random:  # once more, on a memory of its own: its key() may be wrong
        if difference_on(machine, start, words.specification, word):
            return _shortest(machine, start, words, word)
    return None


def _disagreement(machine: Machine, start: Start, words: Words) -> Finding | None:
    """The first word that the engine named by the machine answers otherwise than its definition."""
    if machine.engine is None:
        return None
    for word, expected in words.longest_words():
        outputs, state, refused = [], start.state, False
        try:
            memory, engine = start.make(), machine.engine
            for record in run(machine.automaton, memory, word, state=start.state, engine=engine):
                state = record.next_state
                outputs += [] if record.output is None else [record.output]
        except MachineStopped:
            refused = True
        if not _is_right(machine, expected, state, tuple(outputs), refused):
            text = f"the engine {machine.engine} does not do what the definition says"
            return Finding("output", text, context=machine.reading(word), size=len(word))
    return None


def _is_right(
    machine: Machine, expected: Answer, state: str, outputs: Outputs, refused: bool = False
) -> bool:
    """Whether the outputs of a word that ends in `state`, read or refused, are as expected.

    A final state may refuse what follows the end of a run, unless a refusal is an answer.
    """
    if refused:
        ended = not machine.partial and machine.may_refuse(state)
        return expected is None or (ended and alike(outputs, expected))
    if machine.rejects(state):
        return expected is None
    return expected is not None and alike(expected, outputs)


class _Reading(NamedTuple):
    """One word read from a start; `stopped` says why it was not read to its end.

    `about` is the transition taken last or the one that stopped it, or the state that refused.
    """

    records: tuple[Record, ...]
    state: str
    about: Transition | str
    stopped: str = ""
    refused: bool = False


def _read(machine: Machine, start: Start, word: Word) -> _Reading:
    automaton, memory, state = machine.automaton, start.make(), start.state
    records: list[Record] = []
    about: Transition | str = state
    for event in word:
        try:
            found = enabled(automaton, state, memory, event)
        except GuardFailed as error:
            return _Reading(tuple(records), state, state, str(error))
        if not found:
            why = why_refused(automaton, memory, state, event)
            return _Reading(tuple(records), state, state, why, refused=True)
        if len(found) > 1:
            return _Reading(tuple(records), state, found[1], at_once(found))
        about = found[0]
        step = take(about, memory)
        if step.error is not None:
            return _Reading(tuple(records), state, about, f"{step.failure} (in `{about}`)")
        state = about.target
        records.append(Record(len(records) + 1, about, step.output, memory.show()))
    return _Reading(tuple(records), state, about)


def difference_on(
    machine: Machine, start: Start, specification: Specification, word: Word
) -> Finding | None:
    """What is wrong with the answer to one word from a start, or None."""
    expected = answer_to(specification, word)
    records, state, about, stopped, refused = _read(machine, start, word)
    outputs = tuple(record.output for record in records if record.output is not None)
    if (refused or not stopped) and _is_right(machine, expected, state, outputs, refused):
        return None
    correct, got = machine.answers(expected, None if machine.rejects(state) else outputs)
    return Finding(
        "output",
        about=about,
        context=" ".join(filter(None, (machine.reading(word), start.name))),
        size=len(word),
        step=len(word),
        expected=correct,
        got=stopped or got,
        path=records,
    )


def _shortest(machine: Machine, start: Start, words: Words, word: Word) -> Finding:
    """The finding of a wrong word after unnecessary events are removed from it."""
    finding = difference_on(machine, start, words.specification, word)
    if finding is None:  # the search took two memories for one, or the answers changed
        raise BadMemory(
            f"{machine.shown} answers {machine.reading(word)} differently when it is read again: "
            "define a key() that tells its memories apart, and a specification that only computes"
        )
    chunk = len(word) // 2
    while chunk and len(word) > words.longest:  # all shorter words are right
        for index in range(0, len(word), chunk):
            shorter = (*word[:index], *word[index + chunk :])
            found = difference_on(machine, start, words.specification, shorter)
            if found:
                word, finding = shorter, found
                break
        else:
            chunk //= 2
    return finding
