"""Diagrams that others have drawn are read as they are, and each assumption is reported."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from support.chance import chance
from support.chart_interpreter import random_chart
from support.commands import assert_refused, run

from hanoi_fsm import Automaton, Machine, equal, errors, export, find, trace
from hanoi_fsm.fsm.chart import Tree
from hanoi_fsm.fsm.finding import Assumption
from hanoi_fsm.fsm.formats.charts import dot, mermaid, plantuml
from hanoi_fsm.fsm.formats.json_format import json as json_text
from hanoi_fsm.fsm.formats.xml import scxml
from hanoi_fsm.fsm.notation import Row
from hanoi_fsm.fsm.read import read
from hanoi_fsm.fsm.read.sketch import FREELY, Reading

MERMAID = """
stateDiagram-v2
    direction LR
    %% who presses is not told
    [*] --> off
    off --> on : press [!worn] / glow, click
    note right of on
        It is bright --> here
    end note
    on --> off : press
    state "worn out" as broken
    on --> broken : press and hold
    broken --> [*]
    classDef bad fill:#f00;
    class broken bad
"""


def drawn(text: str, ending: str, reading: Reading = FREELY) -> Automaton:
    """The automaton in a text of a language, named by the ending of its files."""
    return read(f"x.{ending}", reading, text.encode()).automaton


def rows(automaton: Automaton) -> list[str]:
    return [str(row) for row in automaton.rows]


def assumptions(text: str, reading: Reading = FREELY) -> tuple[Assumption, ...]:
    return read("x", reading, text.encode()).assumptions


CHOICE = """
    [*] --> idle
    state is_valid <<choice>>
    idle --> is_valid : submit [complete] / log
    is_valid --> saved : [valid] / store
    is_valid --> how_wrong : else
    state how_wrong <<choice>>
    how_wrong --> idle : n < 3
    how_wrong --> [*]
    saved --> idle : edit
"""
SHOWN = {
    "[*] --> a; a --> b : x [p and not q]; a --> b : insert coin [!(p)]; a --> b : x [p or q]": [
        "a -> b : x [p & !q]",
        'a -> b : "insert coin" [!p]',
        'a -> b : x ["p or q"]',
    ],
    CHOICE: [
        "idle -> saved : submit [complete & valid] / log, store",
        'idle -> idle : submit [complete & !valid & "n < 3"] / log',
        'idle -> end : submit [complete & !valid & !"n < 3"] / log',
        "saved -> idle : edit",
    ],
    "[*] --> a; a --> b : POST /login; a --> c : I/O done; b --> c : leave (now / later)": [
        'a -> b : "POST /login"',
        'a -> c : "I/O done"',
        'b -> c : "leave (now / later)"',
    ],
    "[*] --> a; state c <<choice>>; a --> c : go; c --> b : [g]; c --> a : [ELSE]": [
        "a -> b : go [g]",
        "a -> a : go [!g]",
    ],
    "[*] --> a; state c [[choice]]; a --> c : go; c --> b : [g]; c --> d": [
        "a -> b : go [g]",
        "a -> d : go [!g]",
    ],
    "state a\n\n{\n[*] --> b\nb --> c : go\n}\nb --> d %% without a label": [
        "b -> c : go",
        "b -> d : step",
    ],
    "[*] --> a; state c <<choice>>; a --> c : go; c --> b : [g]; c --> d : / beep": [
        "a -> b : go [g]",
        "a -> d : go [!g] / beep",
    ],
    '[*] --> a; state "a" as b; state "b" as c; a --> b : e; b --> c : f': [
        "a -> a (b) : e",
        "a (b) -> b : f",
    ],
}
"""Statements of Mermaid, and the rows that they are read as."""


@pytest.mark.parametrize("statements", SHOWN)
def test_statements_of_mermaid_are_read_as_they_are_shown(statements: str) -> None:
    assert rows(drawn(f"stateDiagram-v2\n{statements}", "mmd")) == SHOWN[statements]


def test_a_diagram_of_mermaid_is_read_as_it_is_shown() -> None:
    automaton = drawn(MERMAID, "mmd")
    assert rows(automaton) == [
        "off -> on : press [!worn] / glow, click",
        "on -> off : press",
        'on -> worn out : "press and hold"',
    ]
    assert (automaton.initial, automaton.final) == ("off", frozenset({"worn out"}))
    lines = read("x", FREELY, MERMAID.encode()).lines
    assert [lines[row] for row in automaton.rows] == [6, 10, 12]


@pytest.mark.parametrize("event", ["a|b", "else, c", '"a", b', "a, b|c", "POST /login", "f(a, b)"])
@pytest.mark.parametrize("ending", ["dot", "mmd", "puml"])
def test_an_event_with_a_separator_is_read_back_as_one(event: str, ending: str) -> None:
    row = Row("a", "a", (event,))
    automaton = Automaton('"m"', ("a",), "a", frozenset(), (row,), '"m"')
    text = export(automaton, {"dot": "dot", "mmd": "mermaid", "puml": "plantuml"}[ending])
    again = read("x", FREELY, text.encode())
    assert (again.automaton, again.assumptions) == (automaton, ())


def test_comments_of_mermaid_say_what_the_lines_below_a_title_of_dot_say() -> None:
    table = "a -> a : go [low] \n a -> b : go [high] \n a -> b : go [!low & !high]"
    automaton = Automaton.from_table("lamp", initial="a", final=(), table=table, ordered=True)
    machine = Machine(automaton, partial=True, together=("exclusive low, high",))
    drawing = read("x.mmd", FREELY, export(machine, "mermaid").encode())
    assert (drawing.partial, drawing.together) == (True, ("exclusive low, high",))
    assert rows(drawing.automaton) == rows(automaton)
    assert drawing.automaton.ordered


NOTES = {
    "a line": "note right of a : claim: never [b] -> a",
    "lines": "note right of a\nclaim: never [b] -> a\nend note",
    "lines of a claim": "note left of a\nNo way back.\nclaim: never [b]\n-> a\nend note",
    "breaks in a claim": "note right of a : claim: never [b]<br>-> a",
}
"""Notes that say one claim."""


@pytest.mark.parametrize("header", ["stateDiagram-v2", "@startuml"])
@pytest.mark.parametrize("about", NOTES)
def test_a_note_says_the_same_in_one_line_and_in_several(header: str, about: str) -> None:
    text = f"{header}\n[*] --> a\na --> b : x\n{NOTES[about]}\nb --> b : x"
    automaton = drawn(text, "mmd" if header == "stateDiagram-v2" else "puml")
    assert (automaton.claims, len(automaton.rows)) == (("never [b] -> a",), 2)


@pytest.mark.parametrize("header", ["stateDiagram-v2", "@startuml"])
@pytest.mark.parametrize("end", ["\n", "<br>"])
def test_a_note_may_have_several_captions(header: str, end: str) -> None:
    said = ["claim: never b", "acceptor", "exclusive low,", "high", "claim: always a"]
    text = f"{header}\n[*] --> a\na --> b : x [low]\na --> a : x [high]\n"
    if end == "<br>":
        text += f"note right of a : {end.join(said)}"
    else:
        text += f"note right of a\n{end.join(said)}\nend note"
    drawing = read("x.mmd" if header == "stateDiagram-v2" else "x.puml", FREELY, text.encode())
    assert drawing.automaton.claims == ("never b", "always a")
    assert (drawing.automaton.acceptor, drawing.together) == (True, ("exclusive low, high",))


@pytest.mark.parametrize("header", ["stateDiagram-v2", "@startuml"])
def test_an_invalid_claim_in_a_note_is_refused_with_its_line(header: str) -> None:
    text = f"{header}\n[*] --> a\nnote right of a\nSo it is.\nclaim: nevr a\nend note\n"
    text += "note left of a : claim:"
    with pytest.raises(errors.MermaidError, match="invalid claim 'nevr a'") as caught:
        drawn(text, "mmd" if header == "stateDiagram-v2" else "puml")
    first, second = str(caught.value).splitlines()
    assert (first.split(",")[0], second.split(",")[0]) == ("line 5", "line 7")


FOREIGN_DOT = {
    "no name, and a start by its looks": (
        'digraph { "" [shape=none]; "" -> a; a -> b [label=x]; b [shape=doublecircle] }',
        ["a -> b : x"],
    ),
    "a start of every look": (
        "digraph { init [style=invis]; init -> a; a -> b [label=x]; b [peripheries=2] }",
        ["a -> b : x"],
    ),
    "strict, chains, sets and subgraphs": (
        "strict digraph g { s [shape=point]; s -> a;"
        " subgraph cluster_0 { label=left; a -> b -> {c d} [label=x] }; c [shape=doublecircle] }",
        ["a -> b : x", "b -> c : x", "b -> d : x"],
    ),
    "clusters that only place their nodes": (
        "digraph { s [shape=point]; subgraph cluster_0 { style=invis; a;"
        " subgraph cluster_1 { style=invis; b } } s -> a; a -> b [label=x lhead=cluster_1] }",
        ["a -> b : x"],
    ),
    "clusters without a border": (
        'digraph { s [shape=point]; subgraph cluster_0 { label=""; peripheries=0; a; b }'
        " s -> a; a -> b [taillabel=x] }",
        ["a -> b : x"],
    ),
    "edges that only place their nodes": (
        "digraph { s [shape=point]; s -> a; a -> b [label=x]; a -> b -> c [style=invis];"
        " edge [style=invis]; c -> a }",
        ["a -> b : x"],
    ),
    "lists of nodes": (
        "digraph { s [shape=point]; s -> a; node [shape=doublecircle]; b, c; a -> b, c [label=x] }",
        ["a -> b : x", "a -> c : x"],
    ),
    "sets without any node": (
        "digraph { s [shape=point]; s -> a; {} a -> b [label=x]; {} -> {{}} [label=y] }",
        ["a -> b : x"],
    ),
    "HTML, records and ports": (
        "digraph { s [shape=point]; s -> a:n; a [label=<the <b>first</b>>];"
        ' b [shape=record label="{<in> b|entry / ring}"];'
        " a:s -> b:in [label=<go<br/>on>] }",
        ["the first -> b : go", "the first -> b : on"],
    ),
    "Mealy outputs and several events": (
        'digraph { s [shape=point]; s -> a; a -> b [label="1/0"]; b -> a [label="x, y"];'
        ' a -> a [label="p\\nq"] }',
        ['a -> b : 1 / "0"', "b -> a : x, y", "a -> a : p", "a -> a : q"],
    ),
    "strings over lines": (
        'digraph { s [shape=point]; s -> a; a -> b [label="insert [full\n& paid]"] }',
        ["a -> b : insert [full & paid]"],
    ),
    "conditions and effects in words": (
        'digraph { s [shape=point]; s -> a; a -> b [label="tick [n > 3] / open the door"] }',
        ['a -> b : tick ["n > 3"] / "open the door"'],
    ),
}


@pytest.mark.parametrize("about", FOREIGN_DOT)
def test_dot_of_anybody_is_read_as_it_is_shown(about: str) -> None:
    text, expected = FOREIGN_DOT[about]
    automaton = drawn(text, "dot")
    assert rows(automaton) == expected


ASSUMED = {
    "no start": ("digraph { a -> b [label=x] }", "as the start", "initial"),
    "two starts": (
        "stateDiagram-v2\n[*] --> a\n[*] --> b\na --> b : x",
        "the first of 2 starts",
        "initial",
    ),
    "no label where the states within end": (
        "stateDiagram-v2\n[*] --> w\nstate w {\n[*] --> a\na --> [*]\n}\nw --> b",
        "as the event 'step'",
        "label",
    ),
    "two starts in a state": (
        "stateDiagram-v2\n[*] --> box\nstate box {\n[*] --> b\n[*] --> c\nb --> c : x\n}",
        "'b', the first of 2 starts in 'box', as the start",
        "one start in 'box'",
    ),
    "an arrow that may have two events": (
        "stateDiagram-v2\n[*] --> a\na --> b : coin in, button pressed",
        "1 label as one event",
        "labels",
    ),
    "lines that may be one event": (
        'digraph { s [shape=point]; s -> a; a -> b [label="insert\\ncoin"] }',
        "1 label as",
        "labels",
    ),
    "two arrows without a label": (
        "stateDiagram-v2\n[*] --> a\na --> b\na --> c",
        "2 arrows without a label",
        "a label on each",
    ),
    "a choice": (
        "stateDiagram-v2\n[*] --> a\nstate c <<choice>>\na --> c : go\nc --> b : [g]",
        "1 choice as guards of the arrows to them",
        "",
    ),
    "one arrow without a label": ("stateDiagram-v2\n[*] --> a\na --> b", "1 arrow without", ""),
    "guards as in code": (
        "stateDiagram-v2\n[*] --> a\na --> b : go [not p && (q)]\na --> b : go [!(r)]",
        "2 labels as guards by their names, such as 'go [not p && (q)]'",
        "",
    ),
    "a state that may be misspelt": (
        "stateDiagram-v2\n[*] --> ready\nready --> off : x\noff --> raedy : x\noff --> ready : y",
        "'raedy', which one arrow names, as a state: did you mean 'ready'?",
        "",
    ),
    "an event in words": ("stateDiagram-v2\n[*] --> a\na --> b : insert coin", "1 label as", ""),
}


@pytest.mark.parametrize("about", ASSUMED)
def test_each_assumption_is_reported_with_what_settles_it_if_it_matters(about: str) -> None:
    text, words, settled_by = ASSUMED[about]
    (assumption,) = assumptions(text)
    assert words in assumption.text
    assert bool(assumption.settled_by) == bool(settled_by)
    assert settled_by in assumption.settled_by


@pytest.mark.parametrize("target", ["idle2", "on", "ready", "done"])
def test_a_state_that_only_looks_like_another_is_no_assumption(target: str) -> None:
    text = f"stateDiagram-v2\n[*] --> idle1\nidle1 --> off : x\noff --> {target} : x"
    declared = "off --> idle1 : y\nready --> idle1 : z\nstate gone\noff --> gone : w"
    assert assumptions(f"{text}\n{declared}") == ()


def test_an_option_settles_an_assumption() -> None:
    text = "digraph { a -> b [label=x]; b -> a [label=x] }"
    assert read("x", Reading(initial="b"), text.encode()).automaton.initial == "b"
    assert assumptions(text, Reading(initial="b")) == ()
    two = "stateDiagram-v2\n[*] --> a\na --> b : coin in, button pressed"
    assert assumptions(two, Reading(labels="events")) == ()
    with pytest.raises(errors.FsmError, match="expected the end"):
        read("x", Reading(labels="notation"), two.encode())
    with pytest.raises(errors.UnknownName, match="unknown state 'z'"):
        read("x", Reading(initial="z"), text.encode())


def test_a_verdict_that_rests_on_an_assumption_is_undecided(tmp_path: Path) -> None:
    file = tmp_path / "x.dot"
    file.write_text("digraph { a -> b [label=x]; b -> a [label=x] }")
    assert run("check", file).code == 3
    assert run("check", file, "--initial", "a").code == 0
    ran = run("check", file, "--format", "jsonl")
    assert (ran.code, json.loads(ran.out)["verdict"]) == (3, "undecided")
    ran = run("mutants", file)
    assert (
        ran.code,
        "undecided, so its mutants cannot be judged: 'a', the first" in ran.err,
    ) == (3, True)


REFUSED = {
    "state c <<fork>>": "`<<fork>>` is not supported",
    "state f <<fork>>": "`<<fork>>` is not supported",
    "a --> [H]": "a history state",
    "--": "found `--` without a `{`",
    "}": "found `}`",
    "state b {": "is never closed",
    "a -> b": "expected `A --> B : event`",
}


def test_a_claim_outside_of_a_note_is_refused_with_how_to_write_it() -> None:
    text = "stateDiagram-v2\nclaim: never [!paid] -> open\n[*] --> shut\nshut --> open : push"
    advice = r"line 2.*write `note right of STATE : claim: never \[!paid\] -> open`"
    with pytest.raises(errors.MermaidError, match=advice):
        drawn(text, "mmd")


@pytest.mark.parametrize("line", REFUSED)
def test_a_line_of_mermaid_that_is_not_supported_is_refused_by_name(line: str) -> None:
    with pytest.raises(errors.MermaidError) as caught:
        drawn(f"stateDiagram-v2\n[*] --> a\n{line}\n", "mmd")
    assert REFUSED[line] in str(caught.value)
    assert caught.value.line >= 3


def test_a_command_reports_all_faults_of_a_file_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "x.mmd"
    file.write_text("stateDiagram-v2\na --> [H]\na --> [H*]")
    assert_refused(run("describe", file), "draw its states and arrows; line 3, column 1: `[H*]`")
    file.write_text("stateDiagram-v2\n" + "a --> [H]\n" * 20)
    assert_refused(run("describe", file), "; and 18 more")
    file.write_text(f"stateDiagram-v2\na --> b\nb --> [*] : {'x' * 201}")
    assert_refused(run("describe", file), "line 3, column 1", "expected at most 200")


@pytest.mark.parametrize("label", ["x [copy] / key", "x [state] / state_", "x [g] / y, output"])
def test_a_guard_or_an_action_may_have_any_name(tmp_path: Path, label: str) -> None:
    file, other = tmp_path / "x.mmd", tmp_path / "y.mmd"
    file.write_text(f"stateDiagram-v2\n[*] --> a\na --> a : {label}")
    other.write_text(f"{file.read_text()}_")
    for words in ("check", "code", "code --lang c", "minimize", f"equal {file}"):
        assert run(*words.split(), file).code == 0, words
    assert run("equal", file, other).code == 1
    assert run("page", file, "-o", tmp_path / "page.html").code == 0
    event, _, effect = label.partition(" / ")
    records = trace(event, by=str(file))
    assert [record.output for record in records] == [effect]


def test_arrows_without_a_label_are_told_to_have_events() -> None:
    automaton = drawn("stateDiagram-v2\n[*] --> a\na --> b\na --> c", "mmd")
    with pytest.raises(errors.FsmError, match="give them different events, or exclusive guards"):
        trace("step", by=automaton)


def test_a_start_that_leads_to_an_end_is_refused() -> None:
    with pytest.raises(errors.DotError, match=r"line 2, column 1: no state has the id"):
        drawn('digraph {\ns -> e; s [shape=point]; e [label=""] }', "dot")


MANY = 200_000
SLOWLY = {
    "a label of blanks": ("mmd", f"stateDiagram-v2\na --> b : x{' ' * MANY}y"),
    "an action of blanks": ("mmd", f"stateDiagram-v2\na : entry / x{' ' * MANY}y"),
    "semicolons": ("mmd", f'stateDiagram-v2\na --> b : "x{";" * MANY}'),
    "quotes": ("mmd", "stateDiagram-v2\n" + '";' * (MANY // 4)),
    "empty lines before a title": ("mmd", f"---\n{chr(10) * MANY}---\nstateDiagram-v2\na --> b"),
    "directives without an end": ("mmd", "%%{" * MANY),
    "descriptions without an end": ("mmd", "accDescr{" * MANY),
    "choices in a row": (
        "mmd",
        "stateDiagram-v2\na --> c0 : x\n"
        + "".join(
            f"state c{n} <<choice>>\nc{n} --> c{n + 1} : [g{n}]\nc{n} --> c{n + 1} : [else]\n"
            for n in range(40)
        ),
    ),
    "a label of blanks in DOT": ("dot", f'digraph d {{ a -> b [label="x{" " * MANY}y"] }}'),
    "comments without an end in DOT": ("dot", "digraph d { a -> b " + "/* " * MANY),
    "a string without an end in DOT": ("dot", "digraph d { a -> b [label=" + '"\\' * MANY),
    "a fence without an end": ("md", f"```{'a' * MANY}"),
}


@pytest.mark.timeout(60)  # for what takes less than a second, and minutes where it is not so
@pytest.mark.parametrize("about", SLOWLY)
def test_a_text_is_read_in_time_that_grows_with_its_length(about: str) -> None:
    ending, text = SLOWLY[about]
    with suppress(errors.FsmError):
        drawn(text, ending)


def test_a_composite_state_without_arrows_stands_for_its_states() -> None:
    text = "stateDiagram\n[*] --> box\nstate box {\n[*] --> b\na --> b : x\nb --> a : y\n}"
    automaton = drawn(text, "mmd").flattened
    assert (automaton.initial, automaton.states) == ("b", ("b", "a"))


REGIONS = """stateDiagram-v2
    [*] --> player
    state player {
        [*] --> off
        off --> on : press
        --
        [*] --> lamp
        state lamp {
            [*] --> dark
            dark --> lit : press
        }
    }
    player --> broken : drop / crash
    player --> [*]
    player : entry / play
"""


def test_regions_of_mermaid() -> None:
    chart = drawn(REGIONS, "mmd")
    assert chart.tree == Tree(
        {
            "player 1": "player",
            "off": "player 1",
            "on": "player 1",
            "lamp": "player",
            "dark": "lamp",
            "lit": "lamp",
        },
        {"player 1": "off", "lamp": "dark"},
        frozenset({"player"}),
    )
    assert chart.entry == {"player": ("play",)}
    assert chart.final == {"off", "on", "dark", "lit"}
    machine = Machine(chart, lines={chart.transitions[0]: 6, "lit": 9})
    [press] = machine.automaton.transitions_for("off, dark", "press")
    assert machine.lines == {chart.transitions[0]: 6, "lit": 9, press: 6, "on, lit": 9}
    assert chart.flattened.states == ("off, dark", "on, lit", "broken")


def test_each_box_has_an_end_of_its_own() -> None:
    chart = drawn(
        """stateDiagram-v2
        [*] --> a
        state a {
            [*] --> b
            b --> [*] : go
            --
            [*] --> c
            c --> [*] : go
        }""",
        "mmd",
    )
    assert [str(row) for row in chart.rows] == ["b -> end : go", "c -> end' : go"]
    assert (chart.tree.parent["end"], chart.tree.parent["end'"]) == ("a 1", "a 2")


CLUSTERS = """digraph door {
    s [shape=point]; s -> shut;
    subgraph cluster_closed {
        label = closed;
        subgraph cluster_x { label = "locked\\nentry / click"; tight; loose; }
        shut;
    }
    shut -> tight [label=lock lhead=cluster_x];
    tight -> shut [label=unlock ltail=cluster_x];
    tight -> loose [label=turn];
    shut -> open [label=push];
}"""


def test_clusters_of_dot() -> None:
    chart = drawn(CLUSTERS, "dot")
    parent = {"locked": "closed", "tight": "locked", "loose": "locked", "shut": "closed"}
    assert chart.tree == Tree(parent)
    assert [(row.source, row.target) for row in chart.rows[:2]] == [
        ("shut", "locked"),
        ("locked", "shut"),
    ]
    assert chart.entry == {"locked": ("click",)}


WRITERS = {"dot": dot, "json": json_text, "mermaid": mermaid, "plantuml": plantuml, "scxml": scxml}


@pytest.mark.parametrize("written", WRITERS.values(), ids=WRITERS)
def test_a_chart_is_read_back(written: Callable[[Machine], str]) -> None:
    random = chance()
    for chart in (random_chart(random) for _ in range(10)):
        text = written(Machine(chart))
        again = read("-", FREELY, text.encode()).automaton
        assert (again.tree, again.entry, again.exit) == (chart.tree, chart.entry, chart.exit), text
        if written is scxml:  # which has a transition for each event, and no else
            assert {*again.chart.states} == {*chart.states}, text
            machine = Machine(chart, partial=True)
            if not machine.faults():
                assert equal(machine, Machine(again, partial=True)).holds, text
            continue
        assert (again.initial, sorted(rows(again))) == (chart.initial, sorted(rows(chart))), text
        assert [*again.tree.walk(again.states)] == [*chart.tree.walk(chart.states)], text


MARKDOWN = """# Door

```mermaid
stateDiagram-v2
    [*] --> shut
    shut --> open : push
```

> ```dot
> digraph { s [shape=point]; s -> a; a -> b [label=x] }
> ```

```mermaid
flowchart LR
    a --> b
```
"""


def test_state_diagrams_of_plantuml_in_markdown_are_told_from_others() -> None:
    block = "```plantuml\n@startuml\n{}\n@enduml\n```\n"
    text = block.format("Alice -> Bob : hello") + block.format("[*] --> shut\nshut -> open : push")
    assert rows(read("-", FREELY, text.encode()).automaton) == ["shut -> open : push"]


def test_a_markdown_file_stands_for_its_diagrams(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(MARKDOWN)
    checked = run("check", file, "--format", "csv").out
    assert [line.split(",")[0][-5:] for line in checked.splitlines()[1:]] == [".md#1", ".md#2"]
    first = read(f"{file}#1", FREELY)
    assert [first.lines[row] for row in first.automaton.rows] == [6]
    assert_refused(run("describe", file), "has 2 diagrams")
    assert_refused(run("describe", f"{file}#3"), "no diagram 3")
    file.write_text("# Nothing\n")
    assert_refused(run("check", file), "has no state diagram")


@pytest.mark.parametrize(
    "arrows, fault",
    [
        (["c --> a"], "no arrow leads to this choice, 'c'"),
        (["a --> c : x"], "no arrow leads on from this choice, 'c'"),
        (["a --> c : x", "c --> c : [g]", "c --> a"], "its choices lead round in a circle"),
        (["a --> c : x", "c --> c"], "its choices lead round in a circle"),
        (["[*] --> c", "a --> c : x", "c --> a"], "runs begin at the choice 'c'"),
    ],
)
def test_a_choice_needs_arrows_to_it_and_from_it(arrows: list[str], fault: str) -> None:
    text = ["stateDiagram-v2", "state c <<choice>>", *arrows]
    with pytest.raises(errors.MermaidError) as caught:
        drawn("\n".join(text), "mmd")
    assert fault in str(caught.value)


def test_a_state_is_where_its_states_are_drawn() -> None:
    lines = ["[*] --> x", "state x {", "[*] --> i", "i --> y : go", "}", "state z {", "state y {"]
    automaton = drawn("\n".join(["stateDiagram-v2", *lines, "[*] --> j", "}", "}"]), "mmd")
    assert automaton.tree.parent == {"i": "x", "y": "z", "j": "y"}


def test_too_many_states_in_each_other_are_one_fault() -> None:
    text = "\n".join(["stateDiagram-v2", *(f"state s{number} {{" for number in range(20_000))])
    with pytest.raises(errors.MermaidError, match="more than 20 states in each other"):
        drawn(text, "mmd")


def test_a_comma_between_arguments_does_not_part_events(tmp_path: Path) -> None:
    file = tmp_path / "tcp.dot"
    file.write_text(
        'digraph tcp { a -> b [label="SYN(V,V,0)/ACK(ZERO,NEXT,0)"]; b -> a [label="x, y"] }'
    )
    rows = [str(row) for row in find(file).automaton.rows]
    assert rows == ['a -> b : "SYN(V,V,0)" / "ACK(ZERO,NEXT,0)"', "b -> a : x, y"]


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("a --> b %% a remark", "a -> b : step"),
        ('Class a blue\n Direction LR\n State "B" As b\n a --> b', "a -> B : step"),
        ("class --> b : go", "class -> b : go"),
    ],
)
def test_what_mermaid_reads_is_read(line: str, row: str, tmp_path: Path) -> None:
    file = tmp_path / "any.mmd"
    file.write_text(f"StateDiagram-v2\n {line}\n")
    assert [str(row) for row in find(file).automaton.rows] == [row]


def test_a_line_between_the_actions_of_a_state_is_a_text(tmp_path: Path) -> None:
    file = tmp_path / "lamp.dot"
    file.write_text(
        'digraph { a [label="on\\nentry / glow\\ndo / hum\\nexit / off"]; a -> b -> a }'
    )
    machine = find(file)
    assert "on : entry / glow" in machine.automaton.chart.table
    assert machine.meanings == {"on": "do / hum"}
    assert "1 line in states as plain text, such as 'do / hum'" in map(str, machine.assumptions)
