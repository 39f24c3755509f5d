"""Charts run as they are written: flat automata against an interpreter; the faults of charts."""

from dataclasses import replace

import pytest
from support.chance import chance
from support.chart_interpreter import EVENTS, GUARDS, Interpreter, Outcome, random_chart

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.chart import FLAT, Tree
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.errors import BadInput, NotationError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Guard, Row
from hanoi_fsm.fsm.repair.edits import mutations
from hanoi_fsm.fsm.repair.search import repairs_of
from hanoi_fsm.fsm.validation import faults


def agree(charts: int, events: int) -> None:
    random = chance()
    for _ in range(charts):
        chart = random_chart(random)
        flat, interpreter = chart.flattened, Interpreter(chart)
        state = flat.initial
        assert set(state.split(", ")) == interpreter.leaves, chart
        for _ in range(events):
            event = random.choice(EVENTS)
            true = {guard for guard in GUARDS if random.random() < 0.5}
            enabled = [
                transition
                for transition in flat.transitions_for(state, event)
                if all((guard.name in true) is guard.answer for guard in transition.guards)
            ]
            known = {
                Outcome(frozenset(one.target.split(", ")), one.actions): one for one in enabled
            }
            outcomes = interpreter.send(event, true)
            where = f"in {state} on {event} with {true}:\n{chart}\n{enabled}\n{outcomes}"
            assert bool(outcomes) == bool(known), where
            if len(outcomes) == 1 or len(known) == 1:
                assert set(outcomes) == set(known), where
            if outcomes:
                assert outcomes[0] in known, where
                state = known[outcomes[0]].target


def test_a_chart_runs_as_it_is_written() -> None:
    agree(30, 20)


@pytest.mark.sweep
def test_many_charts_run_as_they_are_written() -> None:
    agree(500, 50)


PLAYER = """
    player {
        sound {
            -> off
            on -> off : press
            off -> on : press / play
        }
        --
        lamp {
            dark -> lit : press [in(on)]
            lit -> dark : press
        }
    }
    player -> broken : drop / crash
    lamp : exit / dim
"""


def player(extra: str = "", *, ordered: bool = False) -> Automaton:
    table = PLAYER + extra
    return Automaton.from_table("player", initial="player", table=table, ordered=ordered)


def test_a_flat_transition_knows_what_it_is_made_of() -> None:
    flat = player().flattened
    [both] = flat.transitions_for("on, dark", "press")
    assert [*map(str, flat.written(both))] == ["on -> off : press", "dark -> lit : press [in(on)]"]
    assert flat.chart == player()
    assert flat.active("on, dark") == ("player", "sound", "on", "lamp", "dark")


def test_rows_that_leave_the_same_state_are_a_fault_unless_they_are_ordered() -> None:
    extra = "dark -> broken : press [hot]"
    found = check(Machine(player(extra), partial=True))
    assert "2 transitions are enabled together" in str(found)
    assert check(Machine(player(extra, ordered=True), partial=True)).holds


@pytest.mark.parametrize(
    ("claim", "holds"),
    [("never in(lit) & in(on)", True), ("never in(lamp) & off", False), ("always player", False)],
)
def test_claims_speak_of_the_states_of_the_chart(claim: str, holds: bool) -> None:
    machine = Machine(player(f"claim: {claim}"), partial=True)
    assert check(machine).holds == holds


def test_what_is_never_reached_is_said_of_the_chart() -> None:
    machine = Machine(player("sound {\n spare -> off : press\n }"), partial=True)
    remarks = [remark.about for outcome in check(machine).outcomes for remark in outcome.remarks]
    assert "spare" in remarks
    assert not {"player", "lamp", "on"} & {*remarks}


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("p {\n a -> b : e\n --\n q {\n c -> d : e\n }\n }", "needs two regions with states"),
        ("p {\n -> c\n a -> b : e\n }\n p -> c : f", "'c' of 'p' is not in it"),
        ("p {\n a -> b : e [in(x)]\n }", "asks for the unknown state 'x'"),
    ],
)
def test_faults_of_the_nesting(table: str, fault: str) -> None:
    machine = Machine(Automaton.from_table("chart", initial="p", table=table))
    assert fault in " ".join(finding.text for finding in machine.faults())


@pytest.mark.parametrize("guards", [(), (Guard("in(a)"),)])
@pytest.mark.parametrize("initial", ["a", "x"])
def test_a_chart_with_an_unknown_state_has_this_fault_alone(
    guards: tuple[Guard, ...], initial: str
) -> None:
    row = Row("a", "b" if initial == "x" else "x", ("go",), guards)
    tree = FLAT if guards else Tree({"b": "a"})
    chart = Automaton("c", ("a", "b"), initial, frozenset(), (row,), "c", tree=tree)
    [fault] = faults(chart)
    assert "'x'" in fault.text
    with pytest.raises(BadInput, match="'x' is not a state"):
        _ = chart.flattened


def test_a_state_in_itself_is_a_fault() -> None:
    flat = Automaton.from_table("chart", initial="a", table="a -> b : e")
    [fault, *_] = Machine(replace(flat, tree=Tree({"a": "b", "b": "a"}))).faults()
    assert "the state 'a' is in itself" in fault.text


def test_a_run_may_end_where_all_regions_may() -> None:
    chart = replace(player(), final=frozenset({"off", "lit", "broken"}))
    assert chart.flattened.final == {"off, lit", "broken"}
    [fault] = Machine(replace(chart, final=frozenset({"lamp"}))).faults()
    assert fault.text == "the composite state 'lamp' is final: mark the states in it"


def test_mutants_and_repairs_edit_the_chart() -> None:
    machine = Machine(player(), partial=True)
    edits = [edit.text for edit in mutations(machine.automaton, machine.vocabulary)]
    assert "drop `player -> broken : drop / crash`" in edits
    broken = "claim: never in(lit) & in(on)"
    table = PLAYER.replace("[in(on)]", "[!in(on)]") + broken
    wrong = Machine(Automaton.from_table("player", initial="player", table=table), partial=True)
    found = [str(repair) for repair in repairs_of(wrong).repairs]
    assert "`dark -> lit : press [!in(on)]` should have the guard `in(on)` instead" in " ".join(
        found
    )


def test_too_many_flat_states_name_the_regions() -> None:
    regions = []
    for name in ("one", "two"):
        rows = [f"{name} {at} -> {name} {(at + 1) % 50} : {name}" for at in range(50)]
        regions.append("\n".join([f"{name} {{", *rows, "}"]))
    table = "\n".join(["p {", "\n--\n".join(regions), "}"])
    [fault] = Machine(Automaton.from_table("chart", initial="p", table=table)).faults()
    assert fault.text.startswith("it stands for more than 2,000 flat states")
    assert "one (50), two (50)" in fault.text


def test_a_brace_that_is_not_closed() -> None:
    with pytest.raises(NotationError, match="'p' is never closed: write `}`"):
        Automaton.from_table("chart", initial="p", table="p {\n a -> b : e")


@pytest.mark.parametrize("number", range(20))
def test_a_table_is_read_back(number: int) -> None:
    chart = random_chart(chance())
    loops = "\n".join(f"{state} -> {state} : named" for state in chart.states)
    again = Automaton.from_table(
        "chart", initial=chart.initial, ordered=chart.ordered, table=f"{chart}\n{loops}"
    )
    assert (
        Automaton.from_table(
            "chart", initial=chart.initial, ordered=chart.ordered, table=str(again)
        )
        == again
    )
    assert again.tree == chart.tree
