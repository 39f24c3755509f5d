"""Claims: what always or never holds is decided as a checker says that shares no code."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from support.chance import chance
from support.checked_machines import VENDING, vending
from support.valuations import Case, Edge, Values, case_of, line_of

from hanoi_fsm import (
    Automaton,
    Machine,
    Memory,
    action,
    check,
    determinize,
    explore,
    find,
    guard,
    minimize,
    mutants,
    repair,
)
from hanoi_fsm.errors import BadInput, FsmError
from hanoi_fsm.fsm import checking
from hanoi_fsm.fsm.formats import export
from hanoi_fsm.watching.page.contents import contents_of

CLAIM = "never [!valid & !in(ready)] -> ready"
UNGUARDED = VENDING.replace(" [valid]", "").replace(
    "idle  -> idle  : coin [!valid] / give_back", ""
)


def test_a_guard_taken_out_is_caught_by_one_claim_where_the_check_finds_nothing() -> None:
    assert check(vending(UNGUARDED)).holds
    assert check(vending(VENDING, CLAIM)).holds
    report = check(vending(UNGUARDED, CLAIM))
    finding = report.finding
    assert finding is not None
    assert (report.verdict, finding.kind, finding.about) == ("failed", "claim", CLAIM)
    assert "after `coin [!valid]`" in finding.text


def test_the_verdict_counts_claims() -> None:
    assert "1 claim holds" in str(check(vending(VENDING, CLAIM)))
    assert "2 claims hold" in str(check(vending(VENDING, CLAIM, "from idle can reach ready")))


def test_mutants_are_judged_by_claims_and_repair_makes_them_hold() -> None:
    alive = {mutant.edit.text for mutant in mutants(vending(VENDING)).survivors}
    caught = alive - {mutant.edit.text for mutant in mutants(vending(VENDING, CLAIM)).survivors}
    assert "`idle -> idle : push` leads to ready" in caught
    assert len(caught) == 6
    found = repair(vending(UNGUARDED, CLAIM))
    assert [one.edit.kind for one in found.repairs]
    repaired = found.repairs[0].on(vending(UNGUARDED, CLAIM).automaton)
    assert check(Machine(repaired)).holds


@pytest.mark.parametrize("acceptor", [False, True])
def test_claims_are_left_out_where_states_are_merged(acceptor: bool) -> None:
    """Where a and b are one state, `always in(a)` would hold."""
    table = "a -> b : x \n b -> a : x \n"
    table += "a -> a : y \n b -> b : y \n b -> a : y" if acceptor else ""
    automaton = Automaton.from_table("it", initial="a", final="a b", table=table, acceptor=acceptor)
    machine = Machine(automaton, claims="always in(a)")
    assert acceptor or check(machine).verdict == "failed"
    smaller = minimize(machine)
    assert not smaller.put_into(machine).automaton.claims
    assert "it: its claims are left out" in str(smaller)
    if acceptor:
        assert not machine.deterministic.automaton.claims
        assert "it: its claims are left out" in str(determinize(machine))
    minimal = Machine(
        Automaton.from_table("it", initial="a", table="a -> a : x"), claims="never !a"
    )
    assert minimize(minimal).automaton.claims and "claims" not in str(minimize(minimal))


@pytest.mark.parametrize("form", ["dot", "mermaid", "json"])
def test_drawings_show_claims_and_are_read_with_them(form: str, tmp_path: Any) -> None:
    ending = {"dot": "dot", "mermaid": "mmd", "json": "json"}[form]
    file = tmp_path / f"vending.{ending}"
    text = export(vending(VENDING, CLAIM, "from ready can reach idle"), form)
    file.write_text(text)
    machine = find(str(file))
    assert machine.automaton.claims == (CLAIM, "from ready can reach idle")
    assert export(machine, form) == text
    if form == "mermaid":  # to which a second colon in a line is an error
        notes = [line for line in text.splitlines() if "note right" in line]
        assert notes and all(line.count(":") == 1 for line in notes)


def test_a_table_has_claims_and_shows_them() -> None:
    automaton = Automaton.from_table("it", initial="a", table="a -> b : x\n  claim: never in(c)")
    assert automaton.claims == ("never in(c)",)
    assert str(automaton) == "a -> b : x\nclaim: never in(c)"


WRONG = {
    "": "invalid claim",
    "open": "never [G] -> STATE",
    "never a b": "invalid claim",
    "always (a": "invalid claim",
    "always ~a": "invalid claim",
    "always 3": "invalid claim",
    "never a(b)": "invalid claim",
    "never a.b": "invalid claim",
    "never [ -> a": "invalid claim",
    f"never {'!' * 300}a": "invalid claim",
}


@pytest.mark.parametrize("claim", WRONG)
def test_what_is_no_claim_is_refused(claim: str) -> None:
    with pytest.raises(BadInput, match="invalid claim") as error:
        vending(VENDING, claim)
    assert WRONG[claim] in str(error.value)


def test_a_drawing_with_a_wrong_claim_is_refused_with_its_line(tmp_path: Any) -> None:
    file = tmp_path / "it.dot"
    file.write_text(
        'digraph { label="it\\nclaim: never so"; s [shape=point]; s -> a; a -> a [label=x] }'
    )
    assert check(str(file)).holds is False
    file.write_text(
        'digraph {\n label="it\\nclaim: nevr a"; s [shape=point]; s -> a; a -> a [label=x] }'
    )
    with pytest.raises(FsmError, match=r"line 2.*invalid claim 'nevr a'"):
        check(str(file))


class Tank(Memory):
    level = 0

    @guard
    def full(self) -> bool:
        """the level is 3"""
        return self.level == 3

    @guard
    def broken(self) -> bool:
        """it raises"""
        raise ZeroDivisionError

    @guard
    def meddling(self) -> bool:
        """the level is not 9, which it changes"""
        self.level += 1
        return self.level != 9

    @action
    def fill(self) -> None:
        """one more, up to 4"""
        self.level = min(self.level + 1, 4)


TANK = """
    open -> open   : step [!full] / fill
    open -> closed : step [full]
"""


def tank(*claims: str, table: str = TANK, **options: Any) -> Machine:
    automaton = Automaton.from_table("tank", initial="open", final="closed", table=table)
    return Machine(automaton, Tank, claims=claims, **options)


@pytest.mark.parametrize(
    ("claim", "verdict", "text"),
    [
        ("open leads to closed", "holds", ""),
        ("full leads to closed", "holds", ""),
        ("never in(closed) & !full", "holds", ""),
        ("always full | in(open)", "holds", ""),
        ("never full", "failed", "does not hold after `step step step`"),
        ("never [full] -> closed", "failed", "after `step step step step`"),
        ("never open", "failed", "does not hold"),
        ("closed leads to open", "failed", "state closed is the last"),
        ("from closed can reach open", "failed", "in state closed"),
        ("from open can reach full", "holds", ""),
        ("always meddling", "holds", ""),
        ("never broken", "undecided", "broken raises ZeroDivisionError"),
        ("never emty", "failed", "there is no guard or state 'emty'"),
        ("never in(full)", "failed", "there is no state 'full'"),
        ("never opn", "failed", "did you mean 'open'?"),
    ],
)
def test_guards_of_a_memory_are_asked_after_each_step(claim: str, verdict: str, text: str) -> None:
    report = check(tank(claim))
    assert report.verdict == verdict, report
    assert text in str(report)


@pytest.mark.parametrize(("claim", "length"), [("never open", 0), ("never full", 3)])
def test_the_shortest_word_breaks_a_claim(claim: str, length: int) -> None:
    [finding] = explore(tank(claim)).findings
    assert len(finding.path) == length


@pytest.mark.parametrize("other", ["", "never [p] -> idle", "never p & in(idle)"])
def test_the_first_state_breaks_a_claim_whatever_inputs_others_need(other: str) -> None:
    table = """
        idle -> busy : go
        busy -> busy : go [p]
        busy -> busy : go [!p]
    """
    machine = Machine(Automaton.from_table("m", initial="idle", table=table))
    claims = tuple(filter(None, ("never idle", other)))
    report = check(replace(machine, claims=claims))
    assert report.finding is not None
    assert (report.verdict, report.finding.about) == ("failed", "never idle")


def test_the_loop_that_breaks_a_claim_is_shown() -> None:
    table = "a -> b : go\n b -> c : go\n c -> b : go\n d -> d : go"
    automaton = Automaton.from_table("ring", initial="a", table=table)
    [finding] = explore(Machine(automaton, claims="a leads to d")).findings
    assert [record.next_state for record in finding.path] == ["b", "c", "b"]
    assert "state b recurs" in finding.text


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("from bb can reach a", "there is no state 'bb': did you mean 'b'?"),
        ("from a can reach bb", "there is no state 'bb': did you mean 'b'?"),
        ("bb leads to a", "there is no state 'bb': did you mean 'b'?"),
        ("never [paid] -> bb", "there is no state 'bb': did you mean 'b'?"),
        ('never in(b"0)', "there is no state 'b\"0': "),
        ("from paid can reach a", "'paid' is an input, which has a value only with an event"),
    ],
)
def test_a_misspelt_state_of_a_drawing_is_no_input(claim: str, text: str) -> None:
    table = "a -> b : go [paid]\n a -> a : go [!paid]\n b -> a : go"
    automaton = Automaton.from_table("lamp", initial="a", table=table)
    assert f"claim `{claim}`: {text}" in str(check(Machine(automaton, claims=claim)))


def test_a_name_of_a_state_and_a_guard_has_to_be_told_apart() -> None:
    machine = tank("never full", table=TANK + "full -> open : step")
    assert "write in(full) for the state" in str(check(machine))


def test_leads_to_is_for_machines_whose_events_leave_no_choice() -> None:
    assert "write `from A can reach B`" in str(check(vending(VENDING, "idle leads to ready")))


def test_beside_a_memory_whatever_rests_on_an_input_is_possible() -> None:
    for claim, holds in {
        "never full": None,
        "never in(closed)": None,
        "never in(open) & in(closed)": True,
    }.items():
        [(_, answer, _)] = explore(tank(claim, inputs="full")).claims
        assert answer is holds


def test_the_search_says_how_far_a_claim_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanoi_fsm.fsm.machine.REACTIVE_BOUND", 200)

    class Counter(Memory):
        count = 0

        @guard
        def negative(self) -> bool:
            """it is below 0"""
            return self.count < 0

        @action
        def add(self) -> None:
            """one more"""
            self.count += 1

    automaton = Automaton.from_table("counter", initial="a", table="a -> a : x / add\n b -> b : x")
    claims = "never negative", "from a can reach b"
    found = explore(Machine(automaton, Counter, claims=claims))
    assert [(holds, "nearest" in where) for _, holds, where in found.claims] == [
        (True, True),
        (None, False),
    ]


# random pairs of a machine and a claim, by a checker of their own

STATES, INPUTS = "ABCDE", "pq"


class Pair(NamedTuple):
    """A machine in plain data, over a counter modulo `cycle` whose guard is `z` where it is 0."""

    edges: list[Edge]
    kind: str
    first: str
    then: str
    cycle: int


def random_formula(rng: Random, names: list[str], depth: int = 2) -> str:
    sign = rng.choice(["name", "name", "!", "&", "|"]) if depth else "name"
    if sign == "name":
        name = rng.choice(names)
        return f"in({name})" if name in STATES else name
    parts = [random_formula(rng, names, depth - 1) for _ in range(1 if sign == "!" else 2)]
    return f"!({parts[0]})" if sign == "!" else f"({parts[0]} {sign} {parts[1]})"


def value_of(formula: str, true: set[str]) -> bool:
    """Its value by Python, which has other signs."""
    plain = formula.replace("in(", "(").replace("!", " not ")
    named = {name: name in true for name in (*STATES, *INPUTS, "z")}
    return bool(eval(plain.replace("&", "and").replace("|", "or"), named))


def asked_by(pair: Pair) -> set[str]:
    """The inputs that its claim asks for."""
    return {*re.findall(r"\b\w\b", f"{pair.first} {pair.then}")} & {*INPUTS}


def random_pair(rng: Random) -> Pair:
    kind = rng.choice(["always", "never", "step", "leads", "reach"])
    cycle = rng.choice([0, 0, 2, 3])
    events = "x" if kind == "leads" else "xy"
    guards = [] if cycle or kind == "leads" else list(INPUTS)
    edges = []
    for source, event in product(STATES, events):
        for _ in range(rng.choice([0, 1, 1, 2]) if guards else rng.choice([0, 1, 1, 1, 1])):
            wants = {name: rng.random() < 0.5 for name in guards if rng.random() < 0.5}
            edges.append(Edge(source, rng.choice(STATES), event, wants, rng.randrange(2)))
        if cycle and edges and rng.random() < 0.5 and edges[-1].source == source:
            last = edges.pop()
            for value in (True, False):
                edges.append(last._replace(wants={"z": value}, target=rng.choice(STATES)))
    names = [*STATES, *(["z"] if cycle else [])]
    claimed = [*names, *guards] if kind in ("always", "never", "step") else names
    first = random_formula(rng, claimed)
    then = rng.choice(STATES) if kind == "step" else random_formula(rng, names)
    return Pair(edges, kind, first, then, cycle)


def claim_of(pair: Pair) -> str:
    return {
        "always": f"always {pair.first}",
        "never": f"never {pair.first}",
        "step": f"never [{pair.first}] -> {pair.then}",
        "leads": f"{pair.first} leads to {pair.then}",
        "reach": f"from {pair.first} can reach {pair.then}",
    }[pair.kind]


def machine_of(pair: Pair) -> Machine:
    lines = [line_of(edge, " / add" if pair.cycle and edge.adds else "") for edge in pair.edges]
    automaton = Automaton.from_table("it", initial="A", table="\n".join(lines))
    automaton = replace(automaton, states=tuple(STATES))
    claims = (claim_of(pair),)
    if not pair.cycle:
        return Machine(automaton, claims=claims, partial=True)

    class Modulo(Memory):
        count = 0

        @guard
        def z(self) -> bool:
            """the counter is 0"""
            return self.count == 0

        @action
        def add(self) -> None:
            """one more"""
            self.count = (self.count + 1) % pair.cycle

    return Machine(automaton, Modulo, claims=claims, partial=True)


Node = tuple[str, int]


def case_at(pair: Pair, node: Node, event: str) -> Case:
    state, count = node
    if not pair.cycle:
        return case_of(pair.edges, state, event, asked_by(pair))
    holding = [edge for edge in pair.edges if edge.wants.get("z", count == 0) == (count == 0)]
    return case_of([edge._replace(wants={}) for edge in holding], state, event)


def steps_from(pair: Pair, node: Node, event: str) -> Iterator[tuple[Values, Node]]:
    """Each step on an event with the values of all inputs that matter."""
    case = case_at(pair, node, event)
    for values in case.allowed:
        for edge in case.enabled(values):
            after = (node[1] + edge.adds) % pair.cycle if pair.cycle else 0
            yield values, (edge.target, after)


def truth(node: Node, values: Values, pair: Pair) -> set[str]:
    true = {node[0]} | {name for name, value in values.items() if value}
    return true | ({"z"} if pair.cycle and node[1] == 0 else set())


def events_of(pair: Pair) -> list[str]:
    return sorted({edge.event for edge in pair.edges})


def graph_of(pair: Pair, *, surely: bool) -> dict[Node, list[Node]]:
    """The nodes that are reached, nearest first, and where they lead."""
    graph: dict[Node, list[Node]] = {}
    queue = deque([("A", 0)])
    while queue:
        node = queue.popleft()
        if node in graph:
            continue
        graph[node] = []
        for event in events_of(pair):
            ways: dict[Node, list[Values]] = {}
            for values, after in steps_from(pair, node, event):
                ways.setdefault(after, []).append(values)
            case = case_at(pair, node, event)
            graph[node] += [
                after for after, some in ways.items() if not surely or case.is_enough(some)
            ]
        queue += graph[node]
    return graph


def broken_by_steps(pair: Pair, *, surely: bool) -> bool:
    def wrong(before: Node | None, after: Node, values: Values) -> bool:
        if pair.kind == "step":
            return (
                before is not None
                and value_of(pair.first, truth(before, values, pair))
                and after[0] == pair.then
            )
        return value_of(pair.first, truth(after, values, pair)) == (pair.kind == "never")

    if not asked_by(pair) and wrong(None, ("A", 0), {}):
        return True
    for node in graph_of(pair, surely=surely):
        for event in events_of(pair):
            some = [
                values
                for values, after in steps_from(pair, node, event)
                if wrong(node, after, values)
            ]
            if some and (not surely or case_at(pair, node, event).is_enough(some)):
                return True
    return False


def broken_by_ways(pair: Pair) -> tuple[bool, bool]:
    """Whether a claim about ways is surely broken, and whether it may be."""

    def reaches(graph: dict[Node, list[Node]], node: Node) -> bool:
        met, queue = set(), [node]
        while queue:
            at = queue.pop()
            if value_of(pair.then, truth(at, {}, pair)):
                return True
            if at not in met:
                met.add(at)
                queue += graph[at]
        return False

    may, sure = graph_of(pair, surely=False), graph_of(pair, surely=True)

    def begins(node: Node) -> bool:
        return value_of(pair.first, truth(node, {}, pair))

    stuck = [node for node in may if begins(node) and not reaches(may, node)]
    doubtful = [node for node in sure if begins(node) and not reaches(sure, node)]
    return any(node in sure for node in stuck), bool(stuck or doubtful)


def right_answer(pair: Pair) -> bool | None:
    if pair.kind in ("leads", "reach"):
        sure, may = broken_by_ways(pair)
    else:
        sure, may = (broken_by_steps(pair, surely=surely) for surely in (True, False))
    return False if sure else None if may else True


@pytest.mark.parametrize("number", [60, pytest.param(120, marks=pytest.mark.sweep)])
def test_claims_are_decided_as_an_independent_checker_says(number: int) -> None:
    rng, said = chance(), []
    for _ in range(number):
        pair = random_pair(rng)
        if pair.edges:
            machine = machine_of(pair)
            [(claim, holds, _)] = checking.explore(machine, 8).claims
            assert holds == right_answer(pair), (claim, str(machine.automaton), pair.cycle)
            said.append(holds)
    assert {True, False} <= {*said}


def test_the_page_lists_claims_with_their_verdicts() -> None:
    claims = "never full", "open leads to closed", "never broken"
    [shown] = contents_of([tank(*claims)])[0]["machines"]
    assert [holds for _, holds, _ in shown["claims"]] == [False, True, None]
