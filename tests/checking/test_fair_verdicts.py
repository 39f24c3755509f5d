"""Moves decide: what is only drawn, or refused as it may be, is not a fault."""

import pickle
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import transitions
from support.checked_machines import broken, drawn
from support.commands import run

from hanoi_fsm import (
    ENGINES,
    Automaton,
    Diagram,
    FsmError,
    Machine,
    Memory,
    action,
    automata,
    check,
    equal,
    explore,
    guard,
    minimize,
    mutants,
    read,
    repair,
)
from hanoi_fsm.course.examples.own_solver import Turns, turns
from hanoi_fsm.errors import BadInput, BadMemory

GATE = """
closed -> closed : coin           / pay
closed -> open   : enter [enough]
open   -> closed : leave          / clear
"""


class Gate(Memory):
    def __init__(self) -> None:
        self.coins = 0

    @guard
    def enough(self) -> bool:
        """Two coins are in."""
        return self.coins >= 2

    @action
    def pay(self) -> None:
        """Take a coin."""
        self.coins = min(self.coins + 1, 2)
        self.output = self.coins

    @action
    def clear(self) -> None:
        """Begin anew."""
        self.coins = 0


def opened(events: Sequence[str]) -> list[int] | None:
    """The outputs of a gate; None where it refuses."""
    coins, state, outputs = 0, "closed", []
    for event in events:
        if (state, event) == ("closed", "coin"):
            coins = min(coins + 1, 2)
            outputs.append(coins)
        elif (state, event, coins) == ("closed", "enter", 2):
            state = "open"
        elif (state, event) == ("open", "leave"):
            state, coins = "closed", 0
        else:
            return None
    return outputs


def gate(table: str = GATE, **options: object) -> Machine:
    options = {"partial": True, "specification": opened} | options
    return Machine(Automaton.from_table("gate", initial="closed", table=table), Gate, **options)  # type: ignore[arg-type]  # of any kind


def test_a_partial_machine_may_refuse_by_a_guard() -> None:
    report = check(gate())
    assert (report.holds, report.remarks) == (True, ())
    lived = [str(mutant.edit.text) for mutant in mutants(gate(), 3, workers=1) if mutant.survives]
    assert lived == ["`closed -> open : enter [enough]` does clear"]
    total = check(gate(partial=False))
    assert {finding.kind for finding in total.findings} == {"complete"}


def test_what_is_never_used_is_a_remark_and_a_fault_where_it_is_asked_for() -> None:
    island = gate(GATE + "cellar -> closed : leave")
    report, strict = check(island), check(island, strict=True)
    said = ["state cellar is never entered"]
    said += ["`cellar -> closed : leave` is never taken: state cellar is never entered"]
    assert (report.holds, [remark.text for remark in report.remarks]) == (True, said)
    assert (strict.holds, [finding.text for finding in strict.findings]) == (False, said)


def deep(levels: int, wrong: int) -> str:
    """The recursion unrolled by the depth of its calls, wrong in one of them."""
    rows = ["call0 -> done : step [nothing]"]
    for level in range(levels):
        here, does = f"return{level}", "" if level == wrong else " / move_single"
        rows.append(f"call{level} -> {here} : step [single]{does}")
        rows.append(f"{here} -> call{level} : step [!empty & first] / move_and_call_second")
        rows.append(f"{here} -> done : step [empty]")
        if level:
            rows.append(f"{here} -> return{level - 1} : step [!empty & !first] / pop")
            above = f"call{level - 1} -> call{level}"
            rows.append(f"{above} : step [!single & !nothing] / call_first")
    return "\n".join(rows)


@pytest.mark.sweep
@pytest.mark.parametrize(("wrong", "size"), [(10, 11), (13, 14), (99, None)])
def test_larger_towers_are_tried_until_every_state_was_entered(
    wrong: int, size: int | None, tmp_path: Path
) -> None:
    table = deep(14, wrong)
    automaton = Automaton.from_table(
        "deep", initial="call0", final="done", table=table, memory="call-stack"
    )
    report = check(drawn(automaton, tmp_path))
    assert (report.finding and report.finding.size) == size
    assert size or "up to 14 disks too, until every state was entered" in str(report)


@dataclass
class Till(Memory):
    coins: int = 0

    @action
    def put(self) -> None:
        """Put a coin in."""
        self.coins = min(self.coins + 1, 3)


def test_a_dataclass_is_a_memory() -> None:
    automaton = Automaton.from_table("till", initial="a", table="a -> a : coin / put")
    machine = Machine(automaton, Till)
    assert explore(machine).visited == 4


@dataclass(frozen=True)
class Frozen(Memory):
    coins: int = 0


def test_a_frozen_dataclass_is_refused_as_a_memory() -> None:
    with pytest.raises(BadInput, match="Frozen is frozen"):
        Machine(Automaton.from_table("it", initial="a", table="a -> a : go"), Frozen)


def test_machines_are_pickled() -> None:
    for machine in map(automata.get, automata.names()):
        again = pickle.loads(pickle.dumps(machine))
        assert (again.automaton, again.kind) == (machine.automaton, machine.kind)
    run = pickle.loads(pickle.dumps(gate())).run("coin", "coin")
    assert [record.next_state for record in run] == ["closed", "closed"]


def undecided(memory: Memory):  # type: ignore[no-untyped-def]  # that is the fault
    """Nobody says what it returns."""


def test_every_error_is_one_of_ours(tmp_path: Path) -> None:
    for path in (tmp_path / "no.dot", tmp_path / "no.json"):
        with pytest.raises(FsmError) as caught:
            check(str(path))
        assert isinstance(caught.value, OSError)
        assert caught.value.filename == str(path)
    with pytest.raises(FsmError, match="must be annotated to return bool"):
        type("Wrong", (Memory,), {"full": guard(undecided)})


class Sign(Memory):
    @action
    def say(self) -> None:
        """Say where it is."""
        self.output = self.state


def signs_of(*, declared: bool) -> list[Machine]:
    kind = type("Sign", (Sign,), {"SEES_STATE": declared})
    both, single = "a -> b : go / say \n b -> a : go / say", "a -> a : go / say"
    ring = "x -> y : go / say \n y -> x : go / say"
    tables = (
        Automaton.from_table("sign", initial=table[0], table=table)
        for table in (both, single, ring)
    )
    return [Machine(table, kind) for table in tables]


UNDECLARED = signs_of(declared=False)[0]


def test_a_memory_that_looks_at_the_state_must_declare_it() -> None:
    signs = signs_of(declared=False)
    asked: list[Callable[[], object]] = [
        *(partial(list, signs[0].on(engine).run("go")) for engine in ENGINES),
        *(partial(question, signs[0]) for question in (check, explore, mutants)),
        *(partial(equal, signs[0], other) for other in signs),
    ]
    for question in asked:
        with pytest.raises(BadMemory, match=r"^Sign looks at .* `SEES_STATE = True`$"):
            question()


def test_a_command_says_that_a_memory_looks_at_the_state() -> None:
    ran = run("check", f"{Path(__file__)}:UNDECLARED")
    assert (ran.code, "declare that in the class, `SEES_STATE = True`" in ran.err) == (2, True)
    with pytest.raises(AttributeError, match="no setter"):
        Sign().state = "b"  # type: ignore[misc]  # it is the engine's


class Resting(Turns):
    """It rests once between two moves, and writes down what it does."""

    UNKEYED = ("log",)

    def __init__(self, *task: Any) -> None:
        super().__init__(*task)
        self.rested, self.log = 0, [""]

    @guard
    def tired(self) -> bool:
        """it has moved since its last rest"""
        self.log.append("asked")
        return not self.rested

    @action
    def rest(self) -> None:
        """take a rest"""
        self.rested = True

    @action
    def go_on(self) -> None:
        """make the move of whose turn it is"""
        self.rested = 0
        (self.go_round if self.turn else self.move_other)()


class Sly(Resting):
    @guard
    def tired(self) -> bool:
        """it has moved, and another move makes it rest"""
        self.rested = (self.rested + 1) % 2
        return self.rested == 1


REST = """
    walk -> walk : step [!built & tired] / rest
    walk -> walk : step [!built & !tired] / go_on
    walk -> done : step [built]
"""


class Steady(Memory):
    n: int = 1

    @action
    def flip(self) -> None:
        """put out 1"""
        self.output = repr(self.n)


class Flip(Steady):
    @action
    def flip(self) -> None:
        """put out 1, which becomes True, and that is equal to it"""
        self.output, self.n = repr(self.n), True

    def key(self) -> Hashable:
        return self.n


def test_all_attributes_of_a_memory_are_in_its_key_but_those_that_it_names() -> None:
    table = Automaton.from_table("rests", initial="walk", final="done", table=REST)
    resting, sly = (replace(turns, automaton=table, memory=kind) for kind in (Resting, Sly))
    assert check(resting, 4).holds
    assert (resting.prove().verdict.value, explore(resting, 3).findings) == ("open", [])
    said = "the guard built or tired changes the memory in state 'walk': guards may only look"
    assert [finding.text for finding in explore(sly, 3).findings] == [said]
    table = Automaton.from_table("flips", initial="a", table="a -> a : x / flip")
    witness = equal(Machine(table, Steady), Machine(table, Flip)).witness
    assert witness is not None
    assert witness.word == ("x", "x")


def test_states_that_a_memory_tells_apart_are_not_merged() -> None:
    signs = signs_of(declared=True)
    switches = [
        Machine.from_transitions(
            transitions.Machine(Plain(), states, states[0], rows, auto_transitions=False), run=True
        )
        for states, rows in (
            (["a", "b"], [["go", "a", "b"], ["go", "b", "a"]]),
            (["a"], [["go", "a", "a"]]),
        )
    ]
    for first, second in (signs[:2], [signs[0], signs[2]], switches):
        assert equal(first, second).verdict.value == "refuted"
        assert minimize(first).was_minimal
    assert equal(signs[0], signs[0]).holds


LAMP_WITH_A_GAP = """
    off -> on  : press
    on  -> off : release
"""
LAMP_WITH_AN_OVERLAP = """
    off -> on  : press [enough]  / pay
    off -> off : press [!enough] / pay
    on  -> off : press [enough]  / pay
    on  -> on  : press           / pay
"""


@pytest.mark.parametrize(
    ("table", "kind"),
    [(LAMP_WITH_A_GAP, "complete"), (LAMP_WITH_AN_OVERLAP, "consistent")],
    ids=["a gap", "an overlap"],
)
def test_without_a_specification_no_edit_is_offered(table: str, kind: str) -> None:
    repairs = repair(Machine(Automaton.from_table("lamp", initial="off", table=table), Gate))
    assert (repairs.repairs, repairs.blamed and repairs.blamed.kind) == ((), kind)


def test_the_caption_that_a_machine_may_refuse_is_read_as_a_sentence_too() -> None:
    dot = Diagram.of(gate()).dot
    assert read(dot.replace("it may refuse events", "It may refuse events.")).partial


def test_a_word_is_missing_in_the_memory_that_is_named_not_in_that_of_the_title(
    tmp_path: Path,
) -> None:
    file = drawn(broken("monk", "move_next", "move_on"), tmp_path)
    for memory, said in ((f"{Path(__file__)}:Gate", "'Gate' has no action"), ("monk", "'monk'")):
        assert f"the memory {said}" in str(check(f"{file}@{memory}"))


@pytest.mark.parametrize("function", [check, explore, mutants, repair])
def test_towers_that_are_run_have_a_limit_in_the_library_too(function: Callable[..., Any]) -> None:
    with pytest.raises(BadInput, match=r"25: .*24"):
        function("monk", 25)


class Plain:
    """A model."""


FROM_DOCS = Path(__file__).parent.parent / "student" / "from_docs.py"
SHADOWED = f"""
import sys

sys.path.insert(0, {str(FROM_DOCS.parent)!r})
from from_docs import matter_machine

matter = matter_machine()
matter.add_transition("cool", "gas", "plasma")
"""


def test_nothing_of_a_machine_of_transitions_runs_unless_that_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "shadowed.py"
    file.write_text(SHADOWED, "utf-8")
    name = f"{file}:matter"
    form, ran = run("check", name), run("check", name, "--run")
    assert (form.code, ran.code) == (0, 0)
    assert "conditions are inputs and callbacks names (`--run` calls them)" in form.out
    assert "its callbacks run;" in ran.out
    for said in (form.out, ran.out):
        assert "`gas -> plasma : cool` is never taken" in said
    traced = run("trace", "--by", name, "--run", "press")
    assert "change_pressure" in traced.out
