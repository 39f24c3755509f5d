"""Acceptors mean the same to every command; the tests read words by sets, and try all of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from support.chance import chance
from support.commands import run

from hanoi_fsm import (
    Automaton,
    Machine,
    Transition,
    check,
    determinize,
    equal,
    errors,
    export,
    minimize,
    trace,
)
from hanoi_fsm.fsm.notation import EPSILON, Label, in_rows
from hanoi_fsm.fsm.read import read
from hanoi_fsm.fsm.read.sketch import FREELY

Word = tuple[str, ...]
WORDS: list[Word] = [word for length in range(7) for word in product("ab", repeat=length)]


def some_acceptor(random: Random, name: str = "it", most: int = 4) -> Automaton:
    """An acceptor that may have ε, lack transitions, have several, or accept nothing."""
    states = "pqrst"[: random.randint(1, most)]
    density = random.choice([0.2, 0.35, 0.5])
    edges = [
        Transition(source, target, Label(symbol))
        for source, symbol, target in product(states, ["a", "b", EPSILON], states)
        if random.random() < (density if symbol != EPSILON else 0.15)
    ]
    final = frozenset(state for state in states if random.random() < 0.4)
    return Automaton(name, tuple(states), "p", final, in_rows(edges), name, acceptor=True)


def accepts(automaton: Automaton) -> Callable[[Iterable[str]], bool]:
    """Whether a word is accepted, by the set of states in which the acceptor may be."""
    edges = {(row.source, row.event, row.target) for row in automaton.transitions}

    def silently(states: set[str]) -> set[str]:
        more = {end for source, symbol, end in edges if source in states and symbol == EPSILON}
        return silently(states | more) if more - states else states

    def accepted(word: Iterable[str]) -> bool:
        states = silently({automaton.initial})
        for letter in word:
            onward = {end for at, symbol, end in edges if at in states and symbol == letter}
            states = silently(onward)
        return bool(states & automaton.final)

    return accepted


Edges = set[tuple[object, str, object]]
Parts = tuple[Edges, set[object], set[object]]
"""Transitions, initial states, final states."""


def reversed_subsets(parts: Parts) -> Parts:
    """The sets of states that are reached when all transitions are reversed."""
    forwards, ends, starts = parts
    edges = {(end, symbol, at) for at, symbol, end in forwards}
    symbols = {symbol for _, symbol, _ in edges} - {EPSILON}

    def silently(states: Iterable[object]) -> frozenset[object]:
        known = frozenset(states)
        more = {end for at, symbol, end in edges if at in known and symbol == EPSILON}
        return silently(known | more) if more - known else known

    start = silently(starts)
    known, waiting, made = {start}, [start], Edges()
    while waiting:
        states = waiting.pop()
        for symbol in symbols:
            after = silently(end for at, other, end in edges if at in states and other == symbol)
            made.add((states, symbol, after))
            if after not in known:
                known.add(after)
                waiting.append(after)
    return made, {start}, {states for states in known if states & ends}


def nerode(automaton: Automaton) -> int:
    """The states of the complete minimal automaton, by reversing twice (Brzozowski 1962)."""
    edges: Edges = {(row.source, row.event, row.target) for row in automaton.transitions}
    parts = reversed_subsets((edges, {automaton.initial}, {*automaton.final}))
    twice, starts, _ = reversed_subsets(parts)
    return len({state for at, _, end in twice for state in (at, end)} | starts)


@pytest.mark.parametrize(
    "number", [*range(6), *(pytest.param(n, marks=pytest.mark.sweep) for n in range(6, 60))]
)
def test_every_command_and_every_format_accepts_the_same_words(number: int, tmp_path: Path) -> None:
    random = chance()
    one, other = some_acceptor(random, "one"), some_acceptor(random, "other")
    right = {word: accepts(one)(word) for word in WORDS}

    made = determinize(one).automaton
    assert not made.is_nondeterministic
    assert made.is_complete
    known = {word: accepted for word, accepted in right.items() if {*word} <= {*one.symbols}}
    assert {word: accepts(made)(word) for word in known} == known

    judged = accepts(random.choice([one, other]))
    checked = Machine(made, specification=lambda word: [] if judged(word) else None)
    wrong = [word for word, accepted in known.items() if judged(word) != accepted]
    assert check(checked, 6).holds == (not wrong), str(one)

    ends = [(accepts(one)(word), accepts(other)(word)) for word in WORDS]
    for options, combined in (
        ({"intersect": other}, [first and second for first, second in ends]),
        ({"unite": other}, [first or second for first, second in ends]),
        ({"unite": other, "complement": True}, [not (first or second) for first, second in ends]),
        ({"complement": True}, [not first for first, _ in ends]),
    ):
        made = determinize(one, **options).automaton
        are_known = [{*word} <= {*made.symbols} for word in WORDS]
        expected = [is_known and end for is_known, end in zip(are_known, combined, strict=True)]
        assert [accepts(made)(word) for word in WORDS] == expected

    smallest = minimize(Machine(one))
    assert {word: accepts(smallest.automaton)(word) for word in WORDS} == right
    if one.is_nondeterministic or one.is_complete:
        assert len(smallest.automaton.states) == nerode(one), str(one)
        assert smallest.automaton.is_complete

    comparison = equal(Machine(one), Machine(other))
    apart = [word for word in WORDS if accepts(one)(word) != accepts(other)(word)]
    assert comparison.holds or comparison.witness is not None
    if comparison.witness is None:
        assert not apart
    else:
        word = comparison.witness.word
        assert accepts(one)(word) != accepts(other)(word)
        assert not apart or len(word) == len(apart[0])

    for format, ending in (("json", "json"), ("dot", "dot"), ("mermaid", "mmd"), ("jflap", "jff")):
        text = export(Machine(one), format)
        again = read(f"one.{ending}", FREELY, text.encode()).automaton
        assert (again, again.acceptor) == (one, True), format

    file_of_words = tmp_path / "words.txt"
    file_of_words.write_text("".join(f"{''.join(word)}\n" for word in WORDS), "utf-8")
    (file := tmp_path / "one.json").write_text(export(Machine(one), "json"), "utf-8")
    table = run("trace", "--by", file, "--words", file_of_words, "--format", "csv")
    verdicts = [line.split(",")[1] for line in table.out.splitlines()[1:]]
    assert verdicts == ["accepted" if accepted else "rejected" for accepted in right.values()]
    assert table.code == (0 if all(right.values()) else 1)


def acceptor(rows: str, final: str = "", name: str = "it") -> Automaton:
    table = rows.replace(" | ", "\n")
    return Automaton.from_table(name, initial="a", final=final.split(), table=table, acceptor=True)


def test_of_other_machines_all_outputs_count_and_where_they_may_end() -> None:
    words = [word for length in range(5) for word in product("ab", repeat=length)]
    random, told_apart = chance(), 0
    for _ in range(60):
        base = {
            (state, symbol): (random.choice("pqr"), random.choice("01"))
            for state, symbol in product("pqr", "ab")
            if random.random() < 0.8
        }
        tables = base, dict(base)
        for edge in random.sample([*base], min(len(base), random.randrange(2))):
            tables[1][edge] = random.choice("pqr"), random.choice("01")
        finals = [{state for state in "pqr" if random.random() < 0.5}] * 2
        finals[1] = finals[1] ^ ({random.choice("pqr")} if random.random() < 0.3 else set())
        machines, answers = [], []
        for table, final in zip(tables, finals, strict=True):
            rows = [
                Transition(state, end, Label(symbol, (), (f'"{output}"',)))
                for (state, symbol), (end, output) in table.items()
            ]
            automaton = Automaton("it", ("p", "q", "r"), "p", frozenset(final), in_rows(rows), "it")
            machines.append(Machine(automaton, partial=True))
            answers.append([answered(table, final, word) for word in words])
        apart = [word for word, one, two in zip(words, *answers, strict=True) if one != two]
        comparison = equal(machines[0], machines[1])
        assert comparison.holds == (not apart), str(comparison)
        if comparison.witness is not None:
            told_apart += 1
            assert len(comparison.witness.word) == len(apart[0])
            assert "reject" not in str(comparison)
    assert told_apart > 5


def answered(
    table: Mapping[tuple[str, str], tuple[str, str]], final: Set[str], word: Word
) -> tuple[str, bool] | None:
    """What is put out for a word, and whether it may end there; None where it cannot be read."""
    state, written = "p", ""
    for symbol in word:
        if (state, symbol) not in table:
            return None
        state, output = table[state, symbol]
        written += output
    return written, not final or state in final


WRONG: Sequence[tuple[str, str, bool, str]] = [
    ("a -> b : x [g]", "b", True, "only an acceptor of symbols"),
    ('a -> b : x / "1"', "b", True, "only an acceptor of symbols"),
    ("a -> b : x", "b", False, "not declared to be an acceptor"),
    ("a -> b : x / go | a -> c : x", "b", True, "always enabled together"),
    ("a -> b : ε / go", "b", True, "reads nothing"),
]


@pytest.mark.parametrize(("rows", "final", "is_acceptor", "words"), WRONG)
def test_guards_and_outputs_are_refused(
    rows: str, final: str, is_acceptor: bool, words: str
) -> None:
    automaton = replace(acceptor(rows, final), acceptor=is_acceptor)
    with pytest.raises(errors.FsmError, match=words):
        determinize(automaton)


def test_a_set_is_in_the_order_of_the_names_of_its_states() -> None:
    guessing = acceptor("a -> a10 : 0 | a -> a9 : 0 | a -> a : 0", "a10")
    assert determinize(guessing).automaton.states == ("{a}", "{a, a9, a10}")


def test_a_complement_does_not_look_like_the_original() -> None:
    plain, opposite = (run("determinize", "path-reader", *how).out for how in ([], ["--not"]))
    assert "\nstart: 1; final: 1, 2, 0\n" in plain
    assert "\nstart: 1; final: ∅\n" in opposite


@pytest.mark.sweep
def test_too_many_sets_are_refused() -> None:
    rows = ["s0 -> s0 : 0, 1", "s0 -> s1 : 1", *(f"s{n} -> s{n + 1} : 0, 1" for n in range(1, 20))]
    automaton = Automaton.from_table(
        "it", initial="s0", final="s20", table="\n".join(rows), acceptor=True
    )
    with pytest.raises(errors.BadInput, match="too many sets"):
        determinize(automaton)
    assert trace([], by=replace(automaton, final=frozenset(["s0"]), rows=())) == []


def test_two_enabled_transitions_are_a_fault_and_no_rejection(tmp_path: Path) -> None:
    """An event may be called as that fault is worded."""
    (file := tmp_path / "so.dot").write_text(
        export(Machine(acceptor('a -> b : "two transitions are enabled"', "b")), "dot"), "utf-8"
    )
    ran = run("trace", "two transitions are enabled", "two transitions are enabled", "--by", file)
    assert "rejected: no transition" in ran.out
    guarded = acceptor("a -> b : x [p] | a -> a : x [q]", "b")
    (file := tmp_path / "it.dot").write_text(export(Machine(guarded), "dot"), "utf-8")
    ran = run("trace", "x [p & q]", "--by", file)
    assert (ran.code, "stops" in ran.err, "rejected" in ran.out) == (1, True, False)
    assert "rejected: no transition" in run("trace", "x [!p & !q]", "--by", file).out
    assert "accepted" in run("trace", "x [p & !q]", "--by", file).out
