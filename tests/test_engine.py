"""The library engine runs any automaton on any memory: here a turnstile, and no disk in sight."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

import pytest
from transitions.extensions import GraphMachine

import hanoi_fsm.fsm.engines
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines.pytransitions import Engine, arguments, machine_for, run
from hanoi_fsm.fsm.errors import DefinitionError, HanoiError, MachineStopped, UnknownName
from hanoi_fsm.fsm.memory import RESERVED, Memory, action, guard
from hanoi_fsm.fsm.notation import parse_row
from hanoi_fsm.fsm.trace import Record, outputs
from hanoi_fsm.hanoi.automata.two_storey import AUTOMATON as TWO_STOREY
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.pegs import Configuration


class Gate(Memory):
    """A turnstile that lets one person through for `fare` coins."""

    def __init__(self, fare: int = 2) -> None:
        self.fare, self.coins, self.people = fare, 0, 0
        self.seen_in: list[str] = []

    @guard
    def last_coin(self) -> bool:
        """this coin makes up the fare"""
        return self.coins == self.fare - 1

    @guard
    def full(self) -> bool:
        """three people are inside"""
        return self.people == 3

    @action
    def take(self) -> None:
        """the coin drops into the box"""
        self.coins += 1
        self.output = f"coin {self.coins}"
        self.seen_in.append(self.state)

    @action
    def give_back(self) -> None:
        """the coin is given back"""
        self.output = "not needed"

    @action
    def let_in(self) -> None:
        """one more person is inside"""
        self.people += 1
        self.coins = 0

    @action
    def jam(self) -> None:
        """something breaks"""
        raise OverflowError("the box is full")

    def key(self) -> Hashable:
        return self.coins, self.people


TURNSTILE = Automaton.from_table(
    "turnstile",
    initial="locked",
    final="closed",
    table="""
        locked -> locked : coin [!last_coin & !full] / take
        locked -> open   : coin [last_coin & !full]  / take
        open   -> open   : coin                      / give_back
        open   -> locked : push                      / let_in
        locked -> closed : lock [full]
    """,
)


def told(records: Iterator[Record]) -> list[tuple[str, str, str | None, object]]:
    """Of each record what came of which event."""
    return [(record.event, record.next_state, record.action, record.output) for record in records]


# A run


def test_the_events_that_are_given_are_fired_one_after_the_other() -> None:
    gate = Gate()
    assert told(run(TURNSTILE, gate, ["coin", "coin", "coin", "push", "coin"])) == [
        ("coin", "locked", "take", "coin 1"),
        ("coin", "open", "take", "coin 2"),
        ("coin", "open", "give_back", "not needed"),
        ("push", "locked", "let_in", None),
        ("coin", "locked", "take", "coin 1"),
    ]
    assert (gate.state, gate.coins, gate.people) == ("locked", 1, 1)


def test_a_record_holds_the_transition_and_all_that_follows_from_it() -> None:
    records = list(run(TURNSTILE, Gate(), ["coin", "coin"], views=True))
    row = parse_row("locked -> open : coin [last_coin & !full] / take")
    assert records[1] == Record(2, row, "coin 2", "(2, 0)")
    assert records[1].state == "locked"
    assert records[1].answers == {"last_coin": True, "full": False}


def test_what_the_actions_put_out_is_a_stream_of_its_own() -> None:
    events = ["coin", "coin", "push", "coin"]
    assert list(outputs(run(TURNSTILE, Gate(), events))) == ["coin 1", "coin 2", "coin 1"]


def test_a_zero_and_an_empty_text_are_outputs_too() -> None:
    row = parse_row("locked -> open : coin")
    puts_out = [0, None, "", False, 7]
    records = [Record(number, row, value) for number, value in enumerate(puts_out, 1)]
    assert list(outputs(records)) == [0, "", False, 7]


def test_an_output_belongs_to_one_event_only() -> None:
    assert [record.output for record in run(TURNSTILE, Gate(1), ["coin", "push"])] == [
        "coin 1",
        None,
    ]


def test_without_events_the_only_one_is_fired_until_a_final_state_is_reached() -> None:
    countdown = Automaton.from_table(
        "countdown",
        initial="locked",
        final="open",
        table="""
            locked -> locked : coin [!last_coin] / take
            locked -> open   : coin [last_coin]  / take
        """,
    )
    assert list(outputs(run(countdown, Gate(4)))) == ["coin 1", "coin 2", "coin 3", "coin 4"]


def test_a_machine_that_begins_in_a_final_state_does_nothing_by_itself() -> None:
    still = Automaton.from_table("still", initial="on", final="on", table="on -> on : press")
    assert list(run(still, Gate())) == []


def test_a_run_can_begin_in_any_state() -> None:
    assert told(run(TURNSTILE, Gate(), ["push"], state="open")) == [
        ("push", "locked", "let_in", None)
    ]
    with pytest.raises(UnknownName, match="no state 'opne': did you mean 'open'"):
        run(TURNSTILE, Gate(), ["push"], state="opne")


def test_a_run_goes_on_only_when_a_record_is_asked_for() -> None:
    gate = Gate()
    records = run(TURNSTILE, gate, iter(["coin", "coin"]))
    assert gate.coins == 0
    next(records)
    assert (gate.state, gate.coins) == ("locked", 1)


def test_an_action_is_carried_out_before_the_state_changes() -> None:
    gate = Gate()
    list(run(TURNSTILE, gate, ["coin", "coin", "push", "coin"]))
    assert gate.seen_in == ["locked", "locked", "locked"]


def test_the_order_of_the_rows_does_not_matter() -> None:
    events = ["coin", "coin", "coin", "push"] * 2
    upside_down = Automaton.from_table(
        "turnstile",
        initial="locked",
        final="closed",
        table="\n".join(reversed(str(TURNSTILE).splitlines())),
    )
    assert upside_down == TURNSTILE
    assert told(run(upside_down, Gate(), events)) == told(run(TURNSTILE, Gate(), events))


def test_what_an_action_raises_comes_through_and_the_state_stays() -> None:
    broken = Automaton.from_table(
        "broken", initial="locked", final="open", table="locked -> open : coin / jam"
    )
    gate = Gate()
    with pytest.raises(OverflowError, match="the box is full"):
        list(run(broken, gate))
    assert gate.state == "locked"


# A machine that cannot go on


@pytest.mark.parametrize(
    ("events", "message"),
    [
        (
            ["push"],
            "the machine cannot go on from state 'locked' with event 'push': "
            "no transition starts there with it",
        ),
        (
            ["lock"],
            "the machine cannot go on from state 'locked' with event 'lock': "
            "no guard fits (full is false)",
        ),
        (
            ["coin", "push"] * 3 + ["coin"],
            "the machine cannot go on from state 'locked' with event 'coin': "
            "no guard fits (last_coin is true, full is true)",
        ),
        (
            ["coin", "pull"],
            "the machine cannot go on from state 'open' with event 'pull': "
            "no transition starts there with it",
        ),
        (
            ["coin", "push"] * 3 + ["lock", "coin"],
            "the machine cannot go on from state 'closed' with event 'coin': "
            "no transition starts there with it",
        ),
    ],
)
def test_a_machine_that_stops_tells_where_and_what_its_guards_answered(
    events: list[str], message: str
) -> None:
    with pytest.raises(MachineStopped) as caught:
        list(run(TURNSTILE, Gate(1), events))
    assert str(caught.value) == message


def test_the_records_before_the_stop_are_given_out() -> None:
    records = run(TURNSTILE, Gate(1), ["coin", "pull"])
    assert next(records).next_state == "open"
    with pytest.raises(MachineStopped, match="'pull'"):
        next(records)


def test_an_answer_that_is_no_bool_enables_nothing() -> None:
    class Vague(Gate):
        @guard
        def last_coin(self) -> bool:
            """this coin makes up the fare, or so"""
            return "maybe"  # type: ignore[return-value]  # a wrong type is the test

    with pytest.raises(MachineStopped, match=r"no guard fits \(last_coin is maybe, full is false"):
        list(run(TURNSTILE, Vague(), ["coin"]))


@pytest.mark.parametrize("event", ["to_open", "to_closed", "trigger", "is_locked", "state"])
def test_an_event_that_is_not_drawn_is_unknown_whatever_the_library_adds(event: str) -> None:
    gate = Gate()
    with pytest.raises(MachineStopped, match=f"with event '{event}': no transition starts there"):
        list(run(TURNSTILE, gate, [event]))
    assert gate.state == "locked"


# What is refused before a run


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("open -> opn : turn", "leads to the unknown state 'opn': did you mean 'open'"),
        ("open -> open : turn [ful]", "no guard 'ful': did you mean 'full'"),
        ("open -> open : turn / takes", "no action 'takes': did you mean 'take'"),
        ("open -> open : turn / full", "no action 'full': it is a guard"),
        ("open -> open : turn / key", "no action 'key'"),
    ],
)
def test_a_faulty_definition_is_refused_at_the_call(row: str, message: str) -> None:
    faulty = Automaton.from_table(
        "turnstile", initial="locked", final="closed", table=f"{TURNSTILE}\n{row}"
    )
    gate = Gate()
    with pytest.raises(DefinitionError, match=message):
        run(faulty, gate, ["coin"])
    assert "state" not in vars(gate), "no machine was made"


CLASHES = ["coins", "take", "full", "key", "copy", *sorted(RESERVED), "is_open", "may_push"]


@pytest.mark.parametrize("event", CLASHES)
def test_an_event_must_not_be_called_like_an_attribute_of_the_memory(event: str) -> None:
    table = f"{TURNSTILE}\nopen -> open : {event}"
    clashing = Automaton.from_table("turnstile", initial="locked", final="closed", table=table)
    with pytest.raises(DefinitionError) as caught:
        run(clashing, Gate())
    assert caught.value.faults == (
        f"event {event!r} is a name of the memory itself: call it otherwise",
    )


def test_events_and_states_may_be_called_by_the_same_digits() -> None:
    digits = Automaton.from_table(
        "digits", initial="0", final="2", table="0 -> 1 : 1 \n 1 -> 2 : 0 \n 2 -> 0 : 2"
    )
    assert [r.next_state for r in run(digits, Gate(), ["1", "0", "2"])] == ["1", "2", "0"]


@pytest.mark.parametrize("sign", ["*", "=", "a.b", "true", "None", "model", "two words"])
def test_a_state_may_be_called_by_a_sign_that_means_something_to_the_library(sign: str) -> None:
    table = f"{sign} -> end : go \n start -> {sign} : go"
    automaton = Automaton.from_table("signs", initial="start", final="end", table=table)
    records = run(automaton, Gate(), ["go", "go"])
    assert [record.next_state for record in records] == [sign, "end"]


def test_a_memory_belongs_to_one_machine() -> None:
    gate = Gate()
    run(TURNSTILE, gate)
    with pytest.raises(HanoiError, match=r"is the model of a machine already: give its copy\(\)"):
        run(TURNSTILE, gate)


def test_its_copy_belongs_to_none() -> None:
    gate = Gate()
    list(run(TURNSTILE, gate, ["coin"]))
    twin = gate.copy()
    assert "state" not in vars(twin)
    assert told(run(TURNSTILE, twin, ["coin"])) == [("coin", "open", "take", "coin 2")]
    assert (gate.state, gate.coins) == ("locked", 1)


def test_an_engine_can_be_started_again_in_any_state() -> None:
    engine = Engine(TURNSTILE, Gate())
    assert [record.next_state for record in engine.run(["coin", "coin"])] == ["locked", "open"]
    assert [record.next_state for record in engine.run(["push"], state="open")] == ["locked"]
    assert [record.number for record in engine.run(["coin", "coin"])] == [1, 2]
    assert engine.memory.key() == (2, 1)
    with pytest.raises(UnknownName, match="no state 'opne'"):
        engine.run(["push"], state="opne")


def test_a_memory_that_counts_as_false_is_run_like_any_other() -> None:
    class Empty(Gate):
        def __len__(self) -> int:
            return self.people

    assert [r.next_state for r in run(TURNSTILE, Empty(1), ["coin", "push"])] == ["open", "locked"]


def test_memories_that_compare_equal_run_each_by_itself() -> None:
    class Same(Gate):
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Same)

        __hash__ = None  # type: ignore[assignment]  # so that it cannot be hashed

    first, second = Same(1), Same(1)
    records, others = run(TURNSTILE, first, ["coin"]), run(TURNSTILE, second, ["coin", "push"])
    assert [record.next_state for record in others] == ["open", "locked"]
    assert (first.state, first.people) == ("locked", 0)
    assert next(records).next_state == "open"


# What the library is told


def library_edges(machine: Any) -> set[tuple[str, str, str, frozenset[str], frozenset[str]]]:
    """The transitions that the library holds: event, states, guards that fit and that must not."""
    return {
        (
            event,
            held.source,
            held.dest,
            frozenset(asked.func for asked in held.conditions if asked.target),
            frozenset(asked.func for asked in held.conditions if not asked.target),
        )
        for event in machine.events
        for held in machine.get_transitions(event)
    }


def edges(automaton: Automaton) -> set[tuple[str, str, str, frozenset[str], frozenset[str]]]:
    return {
        (
            row.event,
            row.source,
            row.target,
            frozenset(asked.name for asked in row.guards if asked.answer),
            frozenset(asked.name for asked in row.guards if not asked.answer),
        )
        for row in automaton.transitions
    }


EXAMPLES = [
    pytest.param(TURNSTILE, Gate, id="turnstile"),
    pytest.param(TWO_STOREY, lambda: TwoStorey(Configuration("000"), 0, 2), id="two-storey"),
]


@pytest.mark.parametrize(("automaton", "memory"), EXAMPLES)
def test_the_library_holds_the_states_and_edges_of_the_definition_and_no_others(
    automaton: Automaton, memory: Any
) -> None:
    machine = machine_for(automaton, memory())
    assert tuple(machine.states) == automaton.states
    assert {name for name, state in machine.states.items() if state.final} == automaton.final
    assert machine.initial == automaton.initial
    assert tuple(machine.events) == automaton.events
    assert library_edges(machine) == edges(automaton)
    assert len(machine.get_transitions()) == len(automaton.transitions)


def test_there_are_no_shortcuts_from_state_to_state() -> None:
    gate = Gate()
    machine_for(TURNSTILE, gate)
    assert [name for name in dir(gate) if name.startswith("to_")] == []
    assert all(callable(getattr(gate, event)) for event in TURNSTILE.events)


@pytest.mark.parametrize(("automaton", "memory"), EXAMPLES)
def test_the_diagram_of_the_library_shows_the_same_states_and_edges(
    automaton: Automaton, memory: Any
) -> None:
    model = memory()
    rows = [arguments(row) for row in automaton.transitions]
    for row in rows:
        del row["row"]
    GraphMachine(
        model=model,
        states=list(automaton.states),
        transitions=rows,
        initial=automaton.initial,
        auto_transitions=False,
        show_conditions=True,
        graph_engine="graphviz",
    )
    source = model.get_graph().source
    drawn = re.findall(r'^\s*"?([\w ]+?)"? -> "?([\w ]+?)"? \[label="?([^"\]]*)', source, re.M)
    assert {(start, end) for start, end, _ in drawn} == {
        (row.source, row.target) for row in automaton.transitions
    }
    shown = set(re.findall(r'^\s*"?([\w ]+?)"? \[label=', source, re.M))
    assert shown == set(automaton.states)


def test_the_engine_takes_nothing_from_the_rooms_of_the_puzzle() -> None:
    allowed = ("hanoi_fsm.fsm",)
    folder = Path(hanoi_fsm.fsm.engines.__file__).parent
    rooms = {
        room
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        for room in imported(node)
        if room.startswith("hanoi_fsm")
    }
    assert rooms
    assert [room for room in rooms if not room.startswith(allowed)] == []


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports or imports from."""
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
