"""A drawing of a reader is decided for every word; a name of a state decides nothing."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from chance import chance
from checked_machines import drawn
from sampling import one_in

from hanoi_fsm import Automaton, Machine, check, find
from hanoi_fsm.fsm.checking.conformance import conform
from hanoi_fsm.fsm.checking.mutants import mutants
from hanoi_fsm.fsm.errors import BadInput, MachineStopped
from hanoi_fsm.fsm.finding import Finding, no_progress
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.hanoi.automata import READERS
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.pegs import PAIRS

each_reader = pytest.mark.parametrize("name", READERS)
SIX_TASKS = [name for name in READERS if READERS[name].state_of]
LONG = 15


def accepted_word(reader: Reader, random: Random, length: int) -> list[str]:
    """A random word that the reader does not refuse."""
    automaton, state, word = reader.automaton, reader.automaton.initial, []
    for _ in range(length):
        taken = random.choice(automaton.leaving(state))
        word.append(taken.event)
        state = taken.target
    return word


def unrolled(automaton: Automaton, word: list[str]) -> tuple[Automaton, list[Transition]]:
    """The same, but reading `word` passes new states `w1`, `w2`, ...; and the edges to these."""
    edges, final, way = list(automaton.transitions), set(automaton.final), []
    here = old = automaton.initial
    for number, symbol in enumerate(word, 1):
        [taken] = automaton.transitions_for(old, symbol)
        edges = [one for one in edges if (one.source, one.event) != (here, symbol)]
        way.append(Transition(here, f"w{number}", taken.label))
        here, old = f"w{number}", taken.target
        edges += [way[-1], *(replace(one, source=here) for one in automaton.leaving(old))]
        final.add(here)
    states = (*automaton.states, *(edge.target for edge in way))
    whole = replace(automaton, states=states, transitions=tuple(edges), final=frozenset(final))
    return reachable(whole), way


def reachable(automaton: Automaton) -> Automaton:
    """The automaton without states that no word leads to."""
    reached = [automaton.initial]
    for state in reached:
        onward = (one.target for one in automaton.leaving(state))
        reached += [one for one in dict.fromkeys(onward) if one not in reached]
    edges = tuple(one for one in automaton.transitions if one.source in reached)
    final = automaton.final & {*reached}
    return replace(automaton, states=tuple(reached), transitions=edges, final=final)


def versions(name: str, random: Random) -> Iterator[tuple[Automaton, list[str], Transition]]:
    """Drawings that are wrong on one word of 15 symbols and those that continue it."""
    reader = READERS[name]
    word = accepted_word(reader, random, LONG)
    right, way = unrolled(reader.automaton, word)
    last = way[-1]
    yield replace(right, final=right.final - {last.target}), word, last
    gone = tuple(one for one in right.transitions if one != last)
    yield reachable(replace(right, transitions=gone)), word, last
    other = next((one for one in sorted(reader.outputs) if one != last.action), None)
    if last.action:
        wrong = replace(last, label=last.label._replace(action=other))
        edges = tuple(wrong if one == last else one for one in right.transitions)
        yield replace(right, transitions=edges), word, wrong


@each_reader
@pytest.mark.one_in(3)
def test_wrong_on_a_single_long_word_is_wrong(name: str, tmp_path: Path) -> None:
    for version, word, last in versions(name, chance()):
        machine = find(drawn(replace(version, name="mine", memory=name), tmp_path))
        [finding] = machine.conform(10).findings
        separator = " " if len(word[0]) > 1 else ""
        assert finding.context == f"reading {separator.join(word)} from 0 to 2"
        assert (finding.kind, finding.size, finding.step) == ("output", LONG, LONG)
        assert finding.expected != finding.got
        assert finding.about in (last, last.source)
        assert finding.line == machine.lines[finding.about or ""]
        assert len(finding.path) == LONG - (finding.about == last.source)


@each_reader
@pytest.mark.one_in(3)
def test_an_unrolled_and_renamed_reader_is_right_for_every_word(name: str, tmp_path: Path) -> None:
    random = chance()
    version, _ = unrolled(READERS[name].automaton, accepted_word(READERS[name], random, LONG))
    machine = find(drawn(renamed(version, name), tmp_path))
    report = check(machine, 5)
    assert report.holds
    assert f"holds for every word: equal to {name}, which is right for every" in str(report)


def renamed(automaton: Automaton, memory: str) -> Automaton:
    """The automaton with its states called after each other, as a version of a reader."""
    states = automaton.states
    new = dict(zip(states, (*states[1:], states[0]), strict=True))
    edges = (replace(one, source=new[one.source], target=new[one.target]) for one in
             automaton.transitions)  # fmt: skip
    final = frozenset(map(new.__getitem__, automaton.final))
    return Automaton(
        "mine", tuple(new.values()), new[automaton.initial], final, tuple(edges), memory
    )


def answered(reader: Machine, word: str, source: int, target: int) -> list[object]:
    found: list[object] = []
    try:
        for record in reader.run(word, source=source, target=target):
            found.append(record.output)
    except MachineStopped:
        found.append("refused")
    return found


@pytest.mark.parametrize("name", SIX_TASKS)
@pytest.mark.one_in(3)
def test_a_drawing_with_other_names_answers_for_all_six_tasks(name: str, tmp_path: Path) -> None:
    reader = READERS[name]
    machine = find(drawn(renamed(reader.automaton, name), tmp_path))
    for task, word in product(PAIRS, map("".join, product(reader.automaton.events, repeat=4))):
        assert answered(machine, word, *task) == answered(reader, word, *task), (task, word)


@pytest.mark.parametrize("name", SIX_TASKS)
def test_a_drawing_that_lost_states_fails_its_check_and_refuses_their_tasks(name: str) -> None:
    reader = READERS[name]
    first = reader.automaton.initial
    alone = tuple(replace(one, target=first) for one in reader.automaton.leaving(first))
    one = replace(reader.automaton, states=(first,), final=frozenset([first]), transitions=alone)
    machine = reader.with_automaton(one)
    assert machine.conform(3).findings[0].size in (1, 2)
    lost = replace(one, transitions=())
    assert reader.with_automaton(lost).conform(3).findings[0].size == 1
    with pytest.raises(BadInput, match="1 -> 0") as raised:
        reader.with_automaton(lost).read("", source=1, target=0)
    assert "\n" not in str(raised.value)


def finding_of(reader: Reader, **changes: object) -> Finding:
    version = reader.with_automaton(replace(reader.automaton, **changes))  # type: ignore[arg-type]  # fields by name
    [finding] = version.conform(4).findings
    return finding


@each_reader
def test_each_final_mark_is_part_of_the_answer(name: str) -> None:
    automaton = READERS[name].automaton
    for state in automaton.states:
        finding = finding_of(READERS[name], final=automaton.final - {state})
        assert (finding.expected != "a refusal", finding.got) == (True, "a refusal")
        start = state == automaton.initial
        assert (finding.size == 0, "the empty word" in finding.context) == (start, start)


@pytest.mark.parametrize("name", one_in(2, SIX_TASKS))
@pytest.mark.sweep
def test_the_specification_alone_finds_every_wrong_edge_too(name: str) -> None:
    """The product cannot hide that the reference and its specification say the same."""
    reader = READERS[name]
    for mutant in mutants(reader, 4, workers=1):
        version = reader.with_automaton(mutant.edit.changes.on(reader.automaton))
        if mutant.killed_by.startswith("comparison"):
            assert conform(version, 4, no_progress).findings, mutant.edit.text


def test_a_word_that_ends_in_a_state_that_is_not_final_is_refused() -> None:
    reader = READERS["path-reader"]
    version = reader.with_automaton(replace(reader.automaton, final=frozenset("12")))
    records = list(version.read("00"))
    assert [record.next_state for record in records] == ["2", "1"]
    refused = version.read("02")
    assert next(refused).next_state == "2"
    with pytest.raises(MachineStopped):
        next(refused)
    for word, steps in {"2": 1, "002": 3}.items():
        trace = version.read(word)
        for _ in range(steps):
            next(trace)
        with pytest.raises(MachineStopped, match="not final"):
            next(trace)


def test_what_was_read_is_said_where_more_was_asked_for() -> None:
    for size, said in {7: "0 .. 7 events,", 8: "0 .. 7 events (those of 8 are too many),"}.items():
        assert f" for every word of {said}" in str(check("rank-reader", size))


def test_a_reader_says_what_it_answers_for() -> None:
    tasks = {name: dict(READERS[name].facts())["answers for"] for name in READERS}
    assert {name for name, task in tasks.items() if "--to" in task} == set(SIX_TASKS)
    assert (tasks["move-reader"], "0 to 1" in tasks["move-reader-small"]) == (
        "the task 0 -> 2",
        True,
    )


@each_reader
def test_an_event_too_many_is_read_and_must_be_refused(name: str) -> None:
    """The specification, which knows no such symbol, is not asked."""
    reader, first = READERS[name], READERS[name].automaton.initial
    go = Transition(first, first, Label("go"))
    machine = reader.with_automaton(
        replace(reader.automaton, transitions=(*reader.automaton.transitions, go))
    )
    [finding] = machine.conform(3).findings
    assert (finding.context, finding.expected) == ("reading go from 0 to 2", "a refusal")
    symbols = [*reader.automaton.events[:2], "go"]
    assert machine.symbols(" ".join(symbols)) == symbols
    assert machine.symbols("".join(symbols[:2])) == symbols[:2]


@each_reader
def test_an_event_under_another_name_is_a_refusal_of_the_right_one(name: str) -> None:
    reader, event = READERS[name], READERS[name].automaton.events[0]
    edges = (
        replace(one, label=one.label._replace(event="zero")) if one.event == event else one
        for one in reader.automaton.transitions
    )
    machine = reader.with_automaton(replace(reader.automaton, transitions=tuple(edges)))
    [finding] = machine.conform(3).findings
    assert finding.context.split()[1][-len(event) :] in (event, "zero")
