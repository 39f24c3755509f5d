"""Automata as data: tables, equality, how they show themselves, their faults; and memories."""

import re
import threading
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, replace
from decimal import Decimal
from enum import Enum
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.cases import ids
from support.notation_strategies import NAMES, STATES
from support.notation_strategies import ROWS as ANY_ROWS
from support.small_machine import TABLE, TURNSTILE, Gate, turnstile

from hanoi_fsm import (
    Automaton,
    Configuration,
    Diagram,
    Label,
    Machine,
    Memory,
    PegMatrix,
    Row,
    Transition,
    action,
    automata,
    errors,
    export,
    guard,
    run,
    trace,
)
from hanoi_fsm.fsm.formats import FORMATS
from hanoi_fsm.fsm.notation import in_rows

ROWS = TURNSTILE.transitions


def test_a_table_lists_states_events_guards_and_actions_in_its_own_order() -> None:
    automaton = turnstile("open -> open : shake [full & !last_coin] / rattle")
    listed = {
        "states": ("locked", "open", "closed"),
        "events": ("coin", "push", "lock", "shake"),
        "guards": ("last_coin", "full"),
        "actions": ("take", "give_back", "let_in", "rattle"),
        "initial": "locked",
        "final": {"closed"},
        "memory": "turnstile",
        "title": "turnstile",
    }
    assert {name: getattr(automaton, name) for name in listed} == listed
    assert replace(automaton, memory="gate").title == "turnstile over gate"
    assert str(TURNSTILE) == dedent(TABLE).strip(), "printed, its columns are aligned"


@given(st.lists(ANY_ROWS, min_size=1, max_size=8), st.lists(STATES, max_size=3), NAMES)
@example([Row("a", "b", ("{",))], [], "brace")
def test_a_printed_table_is_read_back(rows: list[Row], final: list[str], name: str) -> None:
    table = "\n".join(map(str, rows))
    written = Automaton.from_table(name, initial=rows[0].source, final=final, table=table)
    assert written.rows == tuple(rows)
    again = Automaton.from_table(name, initial=written.initial, final=final, table=str(written))
    assert (again, again.states, again.rows) == (written, written.states, written.rows)


@given(st.permutations(ROWS), st.permutations(TURNSTILE.states))
def test_only_the_order_of_the_parts_does_not_count(
    rows: list[Transition], states: list[str]
) -> None:
    assert {replace(TURNSTILE, rows=in_rows(rows), states=tuple(states))} == {TURNSTILE}
    others: list[dict[str, Any]] = [
        {"name": "gate"},
        {"memory": "gate"},
        {"initial": "open"},
        {"final": frozenset({"closed", "open"})},
        {"states": ("locked", "open", "closed", "dark")},
        {"rows": in_rows(ROWS[:-1])},
        {"rows": in_rows(ROWS * 2)},
        {"rows": in_rows([*ROWS[:-1], replace(ROWS[-1], target="open")])},
        {"rows": in_rows([*ROWS[:-1], replace(ROWS[-1], label=Label("lock"))])},
    ]
    for changes in others:
        assert replace(TURNSTILE, **changes) not in (TURNSTILE, str(TURNSTILE), None)
    with pytest.raises(FrozenInstanceError):
        TURNSTILE.initial = "open"  # type: ignore[misc]  # on purpose


def test_a_word_is_read_from_state_to_state_up_to_the_first_event_that_is_not_taken() -> None:
    table = "even -> even : 0 \n even -> odd : 1 / carry \n odd -> even : 1"
    parity = Automaton.from_table("parity", initial="even", final=None, table=table)
    assert parity.final == frozenset(["even", "odd"]), "it may end anywhere"
    assert [(row.target, row.actions) for row in parity.read("01")] == [
        ("even", ()),
        ("odd", ("carry",)),
    ]
    with pytest.raises(errors.MachineStopped, match=r"parity: .*'odd'.*'0'"):
        [*parity.read("10")]


def test_a_notebook_shows_an_automaton_and_a_trace_row_by_row_and_escaped() -> None:
    odd = Automaton("<b>", ("<i>",), "<i>", frozenset({"<i>"}), (), "<b>")
    made: Any = trace("coin", by=Machine(TURNSTILE, Gate), views=True)
    for shown, words in [
        (odd, "<b>&lt;b&gt;</b><br>&lt;i&gt; (initial, final)<"),
        (TURNSTILE, "turnstile</b><br>locked (initial), open, closed (final)<pre>locked"),
        (TURNSTILE, "locked -&gt; locked : coin [!last_coin &amp; !full] / take"),
        (made, "<td>!last_coin &amp; !full</td><td>take</td><td>coin 1</td>"),
    ]:
        assert words in shown._repr_html_()
    assert made._repr_html_().count('<tr style="white-space: nowrap">') == 2, "no row is broken"


def test_a_value_shows_itself_in_one_line_however_large_it_is() -> None:
    two_storey = automata.get("two-storey")
    long, sizes = "x" * 99, "5 states, 8 transitions>"
    shown: dict[str, object] = {
        f"<Automaton two-storey: {sizes}": two_storey.automaton,
        f"<Automaton {'x' * 28}...{'x' * 11} over two-storey: {sizes}": replace(
            two_storey.automaton, name=long
        ),
        f"<Diagram two-storey: {sizes}": Diagram(two_storey.automaton, lit=["crown"]),
        f"<Solver two-storey: {sizes}": two_storey,
        "PegMatrix('111')": PegMatrix("111"),
        f"PegMatrix('{'0' * 28}...{'0' * 27}')": PegMatrix("0" * 999),
        "Configuration('0021')": Configuration("0021"),
    }
    assert {repr(value): value for value in shown.values()} == shown


HERE, THERE = "open -> closed : go [last_coin & !full]", "open -> open : go [!full & last_coin]"
NEVER = "open -> open : go [full & last_coin & !full]"
LONG = "o" * 201
CLICK = 'open -> open : go / "click"'
FAULTS: list[tuple[Automaton, str, str | None]] = [
    (turnstile("open -> xyz : go", states=TURNSTILE.states), "'xyz' open", "open -> xyz : go"),
    (turnstile("opn -> open : go", states=TURNSTILE.states), "'opn' 'open'?", "opn -> open : go"),
    (Automaton("void", (), "", frozenset(), (), "void"), "state least", None),
    (turnstile(initial=""), "initial `start [shape=point]; start -> STATE`", None),
    (turnstile(initial="lockd"), "initial 'lockd' 'locked'?", None),
    (turnstile(final=frozenset({"closed", "close"})), "final 'close' 'closed'?", None),
    (turnstile("open -> locked : push / let_in"), "2 times", "open -> locked : push / let_in"),
    (turnstile(NEVER), f"never guard `{NEVER}`", NEVER),
    (turnstile("open -> closed : push"), "together -> closed", "open -> locked : push / let_in"),
    (turnstile(f"{HERE} \n {THERE}"), f"together `{HERE}` `{THERE}`", THERE),
    (turnstile("open -> open : go [ful]"), "no guard 'ful' 'full'?", "open -> open : go [ful]"),
    (turnstile("open -> open : go [xyz]"), "'xyz' last_coin, full", "open -> open : go [xyz]"),
    (turnstile("open -> open : go / full"), "action 'full' a guard", "open -> open : go / full"),
    (turnstile("open -> open : go [!jam]"), "guard 'jam' an action", "open -> open : go [!jam]"),
    (turnstile("open -> open : go / key"), "action 'key' take, jam", "open -> open : go / key"),
    (turnstile(CLICK), "action '\"click\"' needs no memory", CLICK),
    (turnstile("open -> open : full"), "event 'full' guard", "open -> open : full"),
    (turnstile("open -> open : take"), "event 'take' action `event / take`", "open -> open : take"),
    (turnstile(name=""), "name ''", ""),
    (turnstile(name="ga\nte "), r"name 'ga\nte '", "ga\nte "),
    (turnstile(name=LONG), "name 'ooooo ...ooooo", LONG),
    (turnstile(memory="ga\tte"), r"name 'ga\tte'", "ga\tte"),
    (turnstile("open -> \a : go \n \a -> open : go"), r"name '\x07'", "\a"),
    (turnstile(name="mine over"), "'mine over' ' over '", "mine over"),
    (turnstile(memory="mine over yours"), "'mine over yours' ' over '", "mine over yours"),
]


def said(automaton: Automaton, words: str, about: str | None, machine: Machine) -> list[str]:
    """What is wrong with how the only fault of a machine is reported."""
    faults = machine.with_automaton(automaton).faults()
    wrong = [fault.text for fault in faults[1:]]
    wrong += [word for word in words.split() if word not in faults[0].text]
    wrong += [faults[0].text] * (len(faults[0].text) > 200 or not faults[0].text.isprintable())
    reported = faults[0].about and str(faults[0].about)
    return wrong + [f"about {reported}, not {about}"] * (reported != about)


def test_a_fault_of_a_definition_is_named_and_no_other() -> None:
    machine = Machine(TURNSTILE, Gate)
    assert machine.faults() == []
    assert [wrong for case in FAULTS if (wrong := said(*case, machine))] == []


def test_a_solver_must_end_and_has_only_its_own_events() -> None:
    monk = automata.get("monk")
    event = monk.automaton.events[0]
    row, asked = "pray -> pray : stp", "pray -> pray : built"
    cases: list[tuple[str, str, str | None]] = [
        (f"pray -> pray : {event}", "final `STATE [peripheries=2]`", None),
        (f"{row} \n pray -> done : {event}", f"unknown '{event}'?", row),
        (f"{asked} \n pray -> done : {event}", "a guard, as in", asked),
    ]
    for table, words, about in cases:
        final = "done" if about else ()
        changed = Automaton.from_table("monk", initial="pray", final=final, table=table)
        assert said(changed, words, about, monk) == []


FOREIGN = [
    *(Label(event) for event in ("", " a", "e\n", "\u202ee", "\0")),
    *(Label("e", (), ("go", word)) for word in ("go() || evil", "go\n", "</script>", "1st")),
    *(Label("e", (ROWS[0].guards[0]._replace(name=word),)) for word in ("x ", "!x", "")),
]


@pytest.mark.parametrize("label", FOREIGN, ids=map(repr, FOREIGN))
def test_a_word_outside_the_notation_is_a_fault_and_is_never_exported(label: Label) -> None:
    rows = in_rows([Transition("a", "a", label)])
    automaton = Automaton("x", ("a",), "a", frozenset(), rows, "x")
    [fault] = Machine(automaton).faults()[:1]
    assert re.match("invalid (event|guard|action) '", fault.text)
    assert fault.text.isprintable()
    for format in FORMATS:
        with pytest.raises(errors.DefinitionError):
            export(automaton, format)


def test_all_faults_are_named_at_once_each_in_a_line_and_no_more_than_a_person_would_read() -> None:
    nowhere = "\n".join(f"open -> {'end' * 60}{number} : go [dry]" for number in range(30))
    faulty = turnstile(f"{nowhere}\nopen -> open : go / sing", initial="", states=("open", "shut"))
    faults = [fault.text for fault in Machine(faulty, Gate).faults()]
    assert len(set(faults)) == len(faults) == 20
    with pytest.raises(
        errors.DefinitionError, match=r"^automaton 'turnstile' has 20 faults: .*; and \d+ more$"
    ) as no:
        Machine(faulty, Gate).run("go")
    assert no.value.faults == tuple(faults)
    assert max(map(len, [*faults, str(no.value)])) <= 300


NO_MEANINGS: list[object] = [
    *(3, ["open"], None, {"opn": "a line"}, {None: "a line"}),
    *({"open": meaning} for meaning in ("", " x", "a\nb", 1, "x" * 201)),
]


@pytest.mark.parametrize("part", ["meanings", "groups"])
@pytest.mark.parametrize("lines", NO_MEANINGS, ids=[repr(lines)[:30] for lines in NO_MEANINGS])
def test_meanings_and_groups_are_lines_for_states_that_exist(part: str, lines: object) -> None:
    with pytest.raises(errors.BadInput, match=part):
        Machine(TURNSTILE, Gate, **{part: lines})  # type: ignore[arg-type]  # on purpose


def test_another_automaton_keeps_the_meanings_of_its_states() -> None:
    machine = Machine(TURNSTILE, Gate, meanings={"open": "one may go", "closed": "nobody may"})
    kept = machine.with_automaton(turnstile(states=("locked", "open")))
    assert (kept.meanings, kept.groups) == ({"open": "one may go"}, {})


def test_every_registered_automaton_explains_its_states_and_its_picture() -> None:
    for name in automata.names():
        machine = automata.get(name)
        assert machine.faults() == []
        assert set(machine.meanings) == set(machine.automaton.states)
        assert len(set(machine.meanings.values())) == len(machine.automaton.states)
        assert re.fullmatch(r"[A-Z`].*\.", machine.see)


def test_a_memory_inherits_a_vocabulary_and_adds_to_it_without_changing_it() -> None:
    body = {"ring": action(method("a bell rings")), "full": guard(method("never")), "x": method()}
    loud: Any = type("Loud", (Gate,), body)
    loud.guards().clear()
    words = {"last_coin": "this coin makes up the fare", "full": "three people are inside"}
    assert (Gate.guards(), loud.guards()) == (words, words | {"full": "never"})
    assert list(Gate.actions()) == ["take", "give_back", "let_in", "jam"]
    assert loud.actions() == Gate.actions() | {"ring": "a bell rings"}


def test_a_memory_of_two_bases_has_the_words_of_both_each_in_one_kind() -> None:
    rings = type("Rings", (Memory,), {"ring": action(method("a bell rings"))})
    dark = type("Dark", (Memory,), {"is_dark": guard(method("it is night"))})
    both: Any = type("Both", (rings, dark), {})
    assert (both.guards(), both.actions()) == ({"is_dark": "it is night"}, {"ring": "a bell rings"})
    turned: Any = type("Turned", (both,), {"is_dark": action(method("night falls"))})
    assert (turned.guards(), list(turned.actions())) == ({}, ["ring", "is_dark"])
    again: Any = type("Again", (turned, dark), {})
    assert (again.guards(), {*again.actions()}) == ({}, {"ring", "is_dark"})


def method(doc: str | None = "a question", returns: object = bool) -> Callable[..., Any]:
    def word(self: Memory) -> bool:
        return True

    word.__doc__ = doc
    word.__annotations__ = {"return": returns} if returns else {}
    return word


TAKEN = [
    "contents",
    "state",
    "output",
    "copy",
    "key",
    "show",
    "cells",
    "guards",
    "actions",
]
SHARED: list[Any] = [[], {}, set(), OrderedDict(), bytearray(), ([],)]
REFUSED: list[tuple[dict[str, Any], str]] = [
    *(({"word": guard(method(doc))}, "the guard .*docstring") for doc in (None, " ", "a\n\nb")),
    ({"word": action(method(None, None))}, "the action .*docstring"),
    *(({"word": guard(method("many?", kind))}, "the guard .*bool") for kind in (int, None)),
    *(({name: guard(method())}, f"guard Bad.{name} has a reserved name") for name in TAKEN),
    *(({name: action(method())}, f"action Bad.{name} has a reserved name") for name in TAKEN),
    *(({"things": value}, "Bad.things is an? .*set it in __init__") for value in SHARED),
    *(
        ({name: []}, f"Bad.{name} is a list that all its memories would share")
        for name in ("_log", "LOG")
    ),
    ({"UNKEYED": "log"}, "Bad.UNKEYED is 'log': write a tuple"),
    ({"__slots__": ("coins",)}, "Bad has __slots__"),
]


@pytest.mark.parametrize(("body", "words"), REFUSED, ids=ids(REFUSED, 1))
def test_a_class_that_cannot_be_a_memory_is_refused_when_it_is_defined(
    body: dict[str, Any], words: str
) -> None:
    with pytest.raises(TypeError, match=words):
        type("Bad", (Memory,), body)
    with pytest.raises(TypeError, match="lay-out conflict" if "__slots__" in body else words):
        type("Bad", (type("Mixin", (), body), Memory), {})


def test_a_class_may_share_what_it_leaves_out_of_its_key() -> None:
    assert type("Good", (Memory,), {"THINGS": [], "UNKEYED": ("THINGS",)})().key() == ()


@dataclass(frozen=True)
class Coin:
    value: int


@dataclass
class Purse:
    coins: list[Coin] = field(default_factory=list)


Colour = Enum("Colour", "RED BLUE")


class Holding(Memory):
    """A memory with the attributes that a test gives it, and others that are not data."""

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)

    def __getattr__(self, name: str) -> Any:  # for the type checker's sake
        raise AttributeError(name)


TWICE: list[list[object]] = [[]] * 2
DIFFERENT: list[Any] = [
    *(0, False, 0.0, -0.0, 0j, "", b"", None, (), [], {}, TWICE, [[], []]),
    *(1, True, 1.0, 1 + 0j, "1", [1], [True], [1.0], (1,), {1: 2, 3: 4}, {3: 4, 1: 2}),
    *({1: 1}, {True: 1}, {1: True}, [[1, {"a": [2]}]], b"\1", Decimal(1), Decimal("1.0")),
    *(
        Coin(1),
        Coin(2),
        Coin(True),
        Colour.RED,
        Colour.BLUE,
        Configuration("01"),
        Configuration("10"),
    ),
]


def test_memories_have_the_same_key_exactly_if_nothing_can_tell_them_apart() -> None:
    assert len({Holding(value=value).key() for value in DIFFERENT}) == len(DIFFERENT)
    for value in [*DIFFERENT, float("nan")]:
        memory = Holding(value=value)
        assert {memory.key()} == {memory.copy().key()}


def test_a_copy_is_equal_shares_nothing_that_changes_and_keeps_what_is_one_object_one() -> None:
    for value in DIFFERENT:
        memory = Holding(value=[value, {"k": (value, [value])}], again=value)
        vars(memory)["me"] = memory
        twin = memory.copy()
        assert (twin.value, type(twin.again)) == (memory.value, type(value))
        assert twin.value[0] is twin.value[1]["k"][0] is twin.again
        assert twin.me is twin
        assert twin.value[1]["k"][1] is not memory.value[1]["k"][1]
        if value.__hash__ is None:
            assert twin.again is not value, "what can change is not shared"
    deep = Holding(value=([1], {"a": Purse([Coin(1)])}))
    deep.copy().value[1]["a"].coins.clear()
    deep.copy().value[0].append(2)
    assert deep.value == ([1], {"a": Purse([Coin(1)])})


def test_only_attributes_are_data_not_what_an_engine_leaves() -> None:
    held = Holding(coins=3)
    assert (held.key(), held.show(), held.cells()) == ((("coins", 3),), "coins=3", 1)
    automaton = Automaton.from_table("x", initial="a", table="a -> a : go")
    list(run(automaton, held, ["go"]))
    assert held.key() == held.copy().key() == Holding(coins=3).key() != Holding(coins=4).key()
    [record] = run(automaton, Holding(contents=["a"]), ["go"], views="contents")
    assert record.contents == {"contents": ("a",)}, "data may have the name of its view"


VALUELESS: list[Any] = [
    *(set(), frozenset(), [object()], {"a": threading.Lock()}),
    *((Purse(),), deque(), array("I"), bytearray()),
]


@pytest.mark.parametrize("value", VALUELESS, ids=[type(value).__name__ for value in VALUELESS])
def test_what_has_no_value_asks_for_a_key(value: Any) -> None:
    with pytest.raises(errors.BadMemory, match=r"^Holding\.thing .*: define Holding\.key$"):
        Holding(thing=value).key()


def test_what_has_no_value_asks_for_a_key_or_a_copy_by_its_name() -> None:
    lock: Any = threading.Lock()
    with pytest.raises(errors.BadMemory, match=r"an object .* numbers, texts, bools"):
        Holding(thing=object()).key()
    with pytest.raises(errors.BadMemory, match=r"^Holding\.lock .*: define Holding\.copy$"):
        Holding(lock=lock).copy()


def test_a_memory_is_shown_in_a_line_counted_in_words_of_64_bits_and_spelt_out_by_name() -> None:
    memory = Holding(_secret=7, output="moved", bell=True, lit=False, mode="day")
    vars(memory).update(note="a\nb\x1b", many=[0] * 100)
    assert memory.show().startswith(r"bell !lit mode=day note='a\nb\x1b' many=[0, 0")
    assert len(memory.show()) < 120
    assert "_secret" in dict(memory.key())  # type: ignore[call-overload]  # pairs
    values = [7, 2**64, "nine bytes", [1, [2, 3]], {1: True}, 2.5]
    assert [Holding(value=value).cells() for value in values] == [1, 2, 2, 3, 2, 1]
    held = Holding(a=[1, (3,)], nan=float("nan"))
    assert held.contents() == {"a": (1, (3,)), "nan": "nan"}
