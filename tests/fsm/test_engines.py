"""Every engine does what the table says: the same records, the same end, the same words."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import islice
from random import Random
from typing import Any, cast

import pytest
from support.chance import chance
from support.checked_machines import CLOCK
from support.small_machine import TURNSTILE, Gate, turnstile
from support.table_interpreter import Course, interpret, rows

from hanoi_fsm import (
    ENGINES,
    SOLVERS,
    Automaton,
    Machine,
    Memory,
    action,
    automata,
    code,
    errors,
    find,
    guard,
    run,
)

ODD_NAMES = [
    *("memory", "event", "events", "answer_event", "state_", "taken", "class", "refused"),
    *("é", "answer_e9", "é9", "\u0e99", "a_bé", "a_5f_bé", "__debug__"),
]
"""Names of guards that mean something else in generated code, or look alike there."""


def _divides(number: int) -> Any:
    def question(self: Any) -> bool:
        return bool(self.count % number == 0)

    question.__doc__ = f"divisible by {number}"
    return guard(question)


class Named(Memory):
    """A guard for every odd name, each with answers of its own."""

    count = 0

    for _number, _name in enumerate(ODD_NAMES):
        vars()[_name] = _divides(2 + _number % 4)


class Nasty(Named):
    """Guards and actions that do all that they should not, but answer the same when asked again."""

    SEES_STATE = True

    def __init__(self, count: int = 0) -> None:
        self.count = count
        self.seen: list[object] = []

    @guard
    def vague(self) -> bool:
        """answers with a number or not at all now and then"""
        return self.count % 5 < 3 or self.count % 3 or None  # type: ignore[return-value]  # on purpose

    @guard
    def fragile(self) -> bool:
        """raises, now and then what would end a generator"""
        if self.count == 19:
            raise StopIteration
        return 60 % (self.count - 14) == 0

    @guard
    def in_a(self) -> bool:
        """the machine is in a; the last output is gone"""
        if self.output is not None:
            self.output = "a guard puts nothing out"
        return self.output is not None or self.state == "a"

    @action
    def add(self) -> None:
        """count one more, and put out a list that grows"""
        self.count += 1
        self.seen.append(self.state)
        self.output = self.seen

    @action
    def on_enter_a(self) -> None:
        """has a name that the library would call by itself"""
        self.output = self.output is None, None, self.count
        self.count += 1

    @action
    def wander(self) -> None:
        """try to name another state"""
        self.count += 3
        with suppress(AttributeError):
            self.state = "nowhere"  # type: ignore[misc]  # it is the engine's

    @action
    def overflow(self) -> None:
        """raise after a while, now and then what would end a generator"""
        self.count += 1
        if self.count > 12:
            raise StopIteration if self.count % 3 else OverflowError(f"{self.count} is too much")


STATES = ["a", "b", "if", "*", "=", "two words", "None", "'\\n#", "model", "0"]
EVENTS = ["go", "0", "é", "to_b", "is_a", "may_go", "seen", "state", "copy", "trigger", "import"]
UNKNOWN = ["unknown", "output", "is_b", "to_a", "a"]
"""Events that no table has, although the library knows these names."""


def random_table(random: Random, *, autonomous: bool) -> str:
    """A table over `Nasty`, most of whose guards exclude each other; it may have faults."""
    states = random.sample(STATES, random.randint(1, 3))
    events = ["go"] if autonomous else random.sample(EVENTS, random.randint(1, 3))
    targets = [*states, "end"] if autonomous else states
    written: dict[object, str] = {}
    for state in states:
        for event in events:
            for guards in _cases(random):
                target = random.choice(targets)
                actions = random.choices([*Nasty.actions()], k=random.choice([0, 1, 1, 2, 3]))
                label = event + (f" [{' & '.join(guards)}]" if guards else "")
                label += f" / {', '.join(actions)}" if actions else ""
                row = f"{state} -> {target} : {label}"
                written.setdefault((state, event, frozenset(guards)), row)
    return "\n".join(written.values())


def _cases(random: Random) -> list[list[str]]:
    """The guards of some rows: cases that exclude each other, but for a mistake now and then."""
    names = random.sample([*Nasty.guards()], random.choice([0, 1, 1, 2, 3]))
    cases = [
        [*(f"!{name}" for name in names[:number]), *names[number : number + 1]]
        for number in range(len(names) + 1)
    ]
    random.shuffle(cases)
    if len(cases) > 1 and random.random() < 0.1:
        cases.pop()
    if random.random() < 0.1:
        cases[-1] = cases[-1][1:]
    return cases


MOST = 40
"""The most events of a run in these tests."""


def course(automaton: Automaton, memory: Memory, engine: str, **how: Any) -> tuple[Course, str]:
    """The records of a run on an engine, and the words of the error that ends it."""
    records: list[tuple[object, ...]] = []
    error = said = ""
    before = memory.key()
    running = run(automaton, memory, views="contents", engine=engine, **how)
    assert memory.key() == before, "nothing runs until a record is asked for"
    try:
        for record in islice(running, MOST):
            held = dict(record.contents or {})
            records.append(
                (record.number, str(record.transition), record.output, record.view, held)
            )
            assert memory.__state__ == record.next_state
    except Exception as raised:
        error, said = type(raised).__name__, str(raised)
    return (records, memory.__state__, memory.key(), error), said


def judge(
    automaton: Automaton, memory: Memory, state: str, events: Iterable[str] | None
) -> tuple[Course, list[str]]:
    """The engines agree with each other in everything, and with the table in all that it says."""
    final = next(iter(automaton.final), "")
    expected, words = interpret(str(automaton), memory.copy(), state, events, final, MOST)
    given = f"{automaton}\nfrom {state!r} on {events}"
    library, *others = [
        course(automaton, memory.copy(), engine, events=events, state=state) for engine in ENGINES
    ]
    assert others == [library] * len(others), given
    assert library[0] == expected, given
    assert [word for word in words if word not in library[1]] == [], given
    return expected, words


MANY = 120


def sound(random: Random, *, autonomous: bool) -> Automaton:
    """A random automaton over a nasty memory without faults in its definition."""
    final = "end" if autonomous else ()
    while True:
        table = random_table(random, autonomous=autonomous)
        initial = rows(table)[0].source
        automaton = Automaton.from_table("class", initial=initial, final=final, table=table)
        if not Machine(automaton, Nasty).faults():
            return automaton


@pytest.mark.parametrize(
    "number", [pytest.param(40, id="some"), pytest.param(MANY, id="many", marks=pytest.mark.sweep)]
)
def test_any_automaton_over_a_nasty_memory_does_what_its_table_says(number: int) -> None:
    random = chance()
    ends = Counter[str]()
    for turn in range(number):
        automaton = sound(random, autonomous=turn % 3 == 0)
        for _ in range(3):
            words = [*automaton.events] * 30 + random.sample(UNKNOWN, 1)
            events = None if turn % 3 == 0 else random.choices(words, k=20)
            ending, said = judge(automaton, Nasty(random.randrange(9)), automaton.initial, events)
            ends.update([ending[3], *said[:1]])
    rare = {"OverflowError", "RuntimeError", "two transitions are enabled"}
    assert set(ends) >= {"", "no transition starts", "no transition is enabled"}
    assert number < MANY or set(ends) >= rare  # which a few cases need not meet


@pytest.mark.parametrize(
    ("size", "starts"),
    [pytest.param(2, 3, id="small"), pytest.param(3, 30, id="large", marks=pytest.mark.sweep)],
)
def test_every_registered_automaton_does_what_its_table_says(size: int, starts: int) -> None:
    random = chance()
    for name in [*automata.names(), CLOCK]:
        machine = find(name)
        every = [*machine.starts_up_to(size)]
        for start in random.sample(every, min(starts, len(every))):
            words = [*machine.alphabet, "unknown"]
            weights = [9] * len(machine.alphabet) + [1]
            events = None if machine.autonomous else random.choices(words, weights, k=12)
            ending, _ = judge(machine.automaton, start.make(), start.state, events)
            assert ending[0] or events or ending[1] in machine.automaton.final
        comments = re.findall(r"^ *# (.*)$", code(machine), re.MULTILINE)
        assert sorted(comments) == sorted(map(str, machine.automaton.transitions)), "its branches"
        if name in SOLVERS:
            taken = Counter(record.transition for record in machine.run(4))
            assert +Counter(machine.counts(4)) == taken, name


@pytest.mark.parametrize("engine", ENGINES)
def test_a_run_is_the_memory_s_own_and_begins_where_it_is_asked_to(engine: str) -> None:
    first, second = Gate(1), Gate(1)
    begun = run(TURNSTILE, first, ["coin"], engine=engine)
    done = list(run(TURNSTILE, second, ["coin", "push"], engine=engine))
    assert [(record.state, record.next_state) for record in done] == [
        ("locked", "open"),
        ("open", "locked"),
    ]
    assert done[0].transition.label.condition == "last_coin & !full"
    assert (first.people, next(begun).output, second.people) == (0, "coin 1", 1)
    gate = Gate()
    [record] = run(TURNSTILE, gate, ["push"], state="open", engine=engine)
    assert (record.number, record.actions, gate.__state__) == (1, ("let_in",), "locked")
    assert [record.output for record in run(TURNSTILE, second, ["coin"], engine=engine)] == [
        "coin 1"
    ]


CLASHES = ["take", "full"]


def test_what_cannot_be_run_is_refused_at_the_call() -> None:
    alone = Automaton("alone", ("a",), "a", frozenset(), (), "alone")
    machine = Machine(TURNSTILE, Gate)
    cases: list[tuple[Callable[[], object], type[Exception], str]] = [
        (partial(Machine, TURNSTILE, Gate, engine="fast"), errors.UnknownName, "engine 'fast'"),
        (partial(run, cast(Any, machine), Gate()), errors.BadInput, "a Machine has a method run"),
        (partial(run, TURNSTILE, Gate()), errors.BadInput, "needs events .* from coin, push"),
        (Machine(alone).run, errors.BadInput, "alone has no transitions"),
        (partial(machine.run, 3), errors.UnknownName, "event '3': choose from coin"),
    ]
    for engine in ENGINES:
        on = partial(run, engine=engine)
        lost = partial(on, TURNSTILE, Gate(), ["push"], state="opne")
        cases.append((lost, errors.UnknownName, "'opne'.*'open'"))
        for event in CLASHES:
            clash = partial(on, turnstile(f"open -> open : {event}"), Gate(), ["push"])
            cases.append((clash, errors.DefinitionError, f"has 1 fault: .*event {event!r}: it is "))
    for call, error, words in cases:
        with pytest.raises(error, match=words):
            call()
