"""A diagram without a memory is checked over all values of its guards, as an oracle says.

The oracle shares no code with the package: it enumerates valuations of the asked guards, and says
of each fault whether one value of one input, or one line below the title, brings it about.
"""

import re
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from support.chance import chance
from support.valuations import Case, Edge, Values, case_of, line_of

from hanoi_fsm import Automaton, Machine, Memory, action, check, equal, explore, guard
from hanoi_fsm.fsm.notation import Transition

GUARDS, STATES, EVENTS = "pqrs", "ABCDEF", "xy"
Fault = tuple[str, str]


class Drawn(NamedTuple):
    """A diagram in plain data, with the lines below its title."""

    edges: list[Edge]
    final: list[str]
    lines: list[str]

    @property
    def states(self) -> list[str]:
        ends = [end for edge in self.edges for end in (edge.source, edge.target)]
        return list(dict.fromkeys(["A", *ends, *self.final]))

    @property
    def groups(self) -> list[tuple[str, list[str]]]:
        """The word of each line and its inputs."""
        words = [line.replace(",", "").split() for line in self.lines]
        return [(first, names) for first, *names in words]

    @property
    def machine(self) -> Machine:
        table = "\n".join(map(line_of, self.edges))
        automaton = Automaton.from_table("drawn", initial="A", final=self.final, table=table)
        return Machine(automaton, together=tuple(self.lines))


# the oracle


def closed(first: set[str], onward: dict[str, set[str]]) -> set[str]:
    reached = set(first)
    while more := {after for state in reached for after in onward[state]} - reached:
        reached |= more
    return reached


def before_an_end(drawn: Drawn, onward: dict[str, set[str]], among: set[str]) -> set[str]:
    back = {state: {other for other in among if state in onward[other]} for state in drawn.states}
    return closed(among.intersection(drawn.final), back)


def oracle(drawn: Drawn) -> dict[Fault, bool]:
    """Whether each fault, a kind and a state or an edge, is certain; False if it is possible."""
    states = drawn.states
    events = dict.fromkeys(edge.event for edge in drawn.edges)
    cases = {
        (state, event): case_of(drawn.edges, state, event, groups=drawn.groups)
        for state in states
        for event in events
    }
    ways: dict[bool, dict[str, set[str]]] = {
        sure: {state: set() for state in states} for sure in (False, True)
    }
    for (state, _), case in cases.items():
        for target in states:
            leading = case.where(lambda edges, to=target: to in [edge.target for edge in edges])  # type: ignore[misc]  # a default has no type in a lambda
            ways[False][state] |= {target} if leading else set()
            ways[True][state] |= {target} if case.is_enough(leading) else set()
    entered, surely = (closed({"A"}, ways[sure]) for sure in (False, True))
    faults: dict[Fault, bool] = {}
    left = {edge.source for edge in drawn.edges}
    for (state, _), case in cases.items():
        gap = case.where(lambda edges: not edges)
        overlap = case.where(lambda edges: len(edges) > 1)
        if state in drawn.final and state not in left:
            gap = []
        for kind, bad in (("complete", gap), ("consistent", overlap)):
            if bad and state in entered:
                is_certain = state in surely and case.is_enough(bad)
                faults[kind, state] = faults.get((kind, state), False) or is_certain
    if drawn.final:
        ending = before_an_end(drawn, ways[False], entered)
        faults |= {("ends", state): state in surely for state in entered - ending}
        unsure = surely & ending - before_an_end(drawn, ways[True], surely)
        faults |= {("ends", state): False for state in unsure}
    fired = [
        edge for (state, _), case in cases.items() if state in entered for edge in fireable(case)
    ]
    faults |= {("used", state): True for state in states if state not in entered}
    faults |= {("used", line_of(edge)): True for edge in drawn.edges if edge not in fired}
    return faults


def fireable(case: Case) -> list[Edge]:
    return [edge for values in case.allowed for edge in case.enabled(values)]


def verdict(faults: dict[Fault, bool]) -> str:
    if True in faults.values():
        return "failed"
    return "undecided" if faults else "holds"


# what the package says


def judged(drawn: Drawn) -> dict[Fault, bool]:
    """The same, as the package says."""
    explored = explore(drawn.machine)
    reported: dict[Fault, bool] = {}
    for finding in (*explored.findings, *explored.remarks):
        about = finding.about
        if isinstance(about, Transition) and finding.kind != "used":
            about = about.source
        fault = finding.kind, str(about)
        reported[fault] = reported.get(fault, False) or not finding.possible
    return reported


def random_diagram(random: Random) -> Drawn:
    """A diagram that is almost right: decisions for each state and event, then some changes."""
    states, events = STATES[: random.randint(1, 6)], EVENTS[: random.randint(1, 2)]
    names, edges = GUARDS[: random.randint(1, 4)], list[Edge]()
    final = [state for state in states if random.random() < 0.25]
    for state, event in product(states, events):
        if state in final and random.random() < 0.7:
            continue
        leaves: list[Values] = [{}]
        for _ in range(random.randint(0, 3)):
            leaf = leaves.pop(random.randrange(len(leaves)))
            left = [name for name in names if name not in leaf]
            name = random.choice(left) if left else ""
            leaves += [{**leaf, name: True}, {**leaf, name: False}] if left else [leaf]
        edges += [Edge(state, random.choice(states), event, leaf) for leaf in leaves]
    for _ in range(random.randint(0, 3)):
        if edges:
            edge = edges.pop(random.randrange(len(edges)))
            wants = {name: value for name, value in edge.wants.items() if random.random() < 0.5}
            if random.random() < 0.6:
                edges.append(edge._replace(wants=wants))
    lines = []
    if len(names) > 1 and random.random() < 0.5:
        together = random.sample(names, random.randint(2, len(names)))
        lines = [f"{random.choice(['exclusive', 'independent'])} {', '.join(together)}"]
    return Drawn(edges, final, lines)


def sound_diagrams(random: Random, number: int) -> list[Drawn]:
    drawings: list[Drawn] = []
    while len(drawings) < number:
        drawn = random_diagram(random)
        if drawn.edges and any(edge.wants for edge in drawn.edges) and not drawn.machine.faults():
            drawings.append(drawn)
    return drawings


@pytest.mark.parametrize("number", [40, pytest.param(200, marks=pytest.mark.sweep)])
def test_random_diagrams_have_the_faults_that_an_oracle_finds(number: int) -> None:
    random, kinds = chance(), set[tuple[str, bool]]()
    for drawn in sound_diagrams(random, number):
        expected = oracle(drawn)
        assert judged(drawn) == expected, drawn
        assert check(drawn.machine, strict=True).verdict == verdict(expected), drawn
        kinds |= {(kind, certain) for (kind, _), certain in expected.items()}
    assert number < 100 or kinds >= {
        (kind, is_certain)
        for kind in ("complete", "consistent", "ends")
        for is_certain in (True, False)
    }


# with a memory


class Miner(Memory):
    def __init__(self) -> None:
        self.gold = 0

    @guard
    def sack_full(self) -> bool:
        "the scale says that the sack is full"
        return False

    @guard
    def rich(self) -> bool:
        "there is enough gold"
        return self.gold == 2

    @action
    def dig(self) -> None:
        "dig a piece of gold, as long as the sack holds it"
        self.gold = min(self.gold + 1, 3)

    @action
    def sell(self) -> None:
        "sell one piece of at most two"
        self.gold = [0, 0, 1][self.gold]


MINER = Automaton.from_table("miner", initial="mine", table="""
    mine -> mine : work [!sack_full] / dig
    mine -> shop : work [sack_full] / sell
    shop -> mine : work
""")  # fmt: skip


def test_a_guard_that_never_holds_may_be_declared_an_input() -> None:
    explored = explore(Machine(MINER, Miner))
    [never] = [remark for remark in explored.remarks if isinstance(remark.about, Transition)][:1]
    assert "inputs='sack_full'" in never.text
    freed = explore(Machine(MINER, Miner, inputs="sack_full"))
    assert (freed.remarks, [(finding.kind, finding.possible) for finding in freed.findings]) == (
        [],
        [("possible", True)],
    )
    assert freed.findings[0].text.endswith("IndexError: list index out of range if sack_full")
    assert [record.view for record in freed.findings[0].path] == ["gold=1", "gold=2", "gold=3"]


def test_what_happens_whatever_the_inputs_are_is_certain() -> None:
    table = """
        start -> mine  : work / dig
        start -> start : rest / dig
        mine  -> mine  : work [!sack_full] / sell
        mine  -> mine  : work [sack_full]  / sell
        mine  -> mine  : rest
    """
    automaton = Automaton.from_table("miner", initial="start", table=table)
    report = check(Machine(automaton, Miner, inputs=("sack_full",)))
    assert (report.verdict, report.finding and report.finding.kind) == ("failed", "possible")


def test_a_certain_fault_of_two_starts_is_reported_once() -> None:
    table = "a -> b : go [sack_full] \n a -> a : go [!sack_full] \n b -> a : rest \n b -> b : go"
    automaton = Automaton.from_table("miner", initial="a", table=table)
    machine = Machine(automaton, starts={"one": Miner, "two": Miner}, inputs=("sack_full",))
    found = explore(machine).findings
    assert [(fault.about, fault.context, fault.possible) for fault in found] == [
        ("a", "one", False)
    ]


def test_a_run_takes_the_values_of_inputs_from_its_events_and_asks_all_other_guards() -> None:
    table = """
        mine -> mine : work [!rich]             / dig
        mine -> mine : work [rich & !sack_full] / dig
        mine -> shop : work [rich & sack_full]  / sell
    """
    machine = Machine(
        Automaton.from_table("miner", initial="mine", table=table), Miner, inputs=("sack_full",)
    )
    words = "work", "work [sack_full]", "work [sack_full]"
    for engine in ("transitions", "generated"):
        run = list(machine.run(*words, engine=engine))
        assert [record.next_state for record in run] == ["mine", "mine", "shop"]
        with pytest.raises(
            ValueError, match=r"write `event \[sack_full\]` or `event \[!sack_full\]`"
        ):
            list(machine.run("work", "work", "work", engine=engine))


@pytest.mark.parametrize("engine", ["transitions", "generated"])
def test_an_input_may_be_left_out_where_it_does_not_matter(engine: str) -> None:
    table = "a -> b : go [p & q] \n a -> a : go [!q] \n b -> b : go [p] \n b -> a : go [!p]"
    machine = Machine(Automaton.from_table("it", initial="a", table=table))
    run = list(machine.run("go [!q]", "go [q & p]", "go [!p]", engine=engine))
    assert [record.next_state for record in run] == ["a", "b", "a"]
    for word in ("go [q]", "go [p]", "go"):
        with pytest.raises(ValueError, match=r"it matters whether [pq] is true"):
            list(machine.run(word, engine=engine))
    either = "a -> b : go [p] \n a -> a : go [q]"  # what comes first in the table must not decide
    rivals = Machine(Automaton.from_table("it", initial="a", table=either))
    assert [record.next_state for record in rivals.run("go [p & !q]", engine=engine)] == ["b"]
    with pytest.raises(ValueError, match="it matters whether q is true"):
        list(rivals.run("go [p]", engine=engine))


@pytest.mark.parametrize(
    ("inputs", "word", "named"),
    [
        (("full",), "work", "unknown input 'full': did you mean 'sack_full'?"),
        (("sack_full",), "work [rich]", "unknown input 'rich'"),
        (("sack_full",), "wrok [sack_full]", "unknown event 'wrok'"),
        (("sack_full",), "work, work [sack_full]", "unknown event 'work, work [sack_full]'"),
        (("sack_full",), "[sack_full]", "unknown event '[sack_full]'"),
    ],
    ids=str,
)
def test_a_wrong_input_is_refused(inputs: tuple[str, ...], word: str, named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(named)):
        list(Machine(MINER, Miner, inputs=inputs).run(word))


@pytest.mark.parametrize("event", ["go [p]", "go"])
def test_a_drawing_has_its_guards_as_inputs_already(event: str) -> None:
    asking = Automaton.from_table("it", initial="a", table=f"a -> a : {event}")
    with pytest.raises(ValueError, match="its guards are inputs already: leave out `inputs=`"):
        check(Machine(asking, inputs="p"))


def test_too_many_inputs_on_one_event_are_refused_by_their_number() -> None:
    table = "\n".join(f"a -> a : go [{' & '.join(f'x{n}' for n in range(k))}]" for k in (13, 12))
    with pytest.raises(ValueError, match="in state 'a' on event 'go' more than 4096"):
        check(Machine(Automaton.from_table("many", initial="a", table=table)))
    names = ", ".join(f"x{number}" for number in range(13))
    one_of_them = Machine(
        Automaton.from_table("many", initial="a", table=table), together=(f"exclusive {names}",)
    )
    assert explore(one_of_them).remarks[0].kind == "complete"


def test_machines_with_inputs_are_compared_on_all_their_values() -> None:
    table = """
        a -> a : go [p]  / x
        a -> a : go [!p] / y
    """
    split = """
        a -> a : go [p & q]  / x
        a -> a : go [p & !q] / x
        a -> a : go [!p]     / y
    """
    one, same, other = (
        Machine(Automaton.from_table("it", initial="a", table=text))
        for text in (table, split, split.replace("!q] / x", "!q] / y"))
    )
    assert equal(one, same).holds
    comparison = equal(one, other)
    assert comparison.witness is not None
    assert comparison.witness.word == ("go [p & !q]",)


def test_without_a_memory_the_sequence_of_the_actions_is_the_output() -> None:
    table = "a -> b : go / lift, carry \n b -> a : go / drop"
    one, other = (
        Machine(Automaton.from_table("it", initial="a", table=text))
        for text in (table, table.replace("lift", "push"))
    )
    assert [record.output for record in one.run("go", "go")] == ["lift, carry", "drop"]
    comparison = equal(one, other)
    assert comparison.witness is not None
    assert comparison.witness.word == ("go",)
