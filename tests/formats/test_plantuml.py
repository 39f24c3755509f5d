"""State diagrams of PlantUML are read as PlantUML draws them, and what is exported is read back."""

from contextlib import suppress
from pathlib import Path

import pytest

from hanoi_fsm import Automaton, errors, export
from hanoi_fsm.fsm.read import diagrams_in, read
from hanoi_fsm.fsm.read.sketch import FREELY, Reading

DOOR = """@startuml door
' a comment --> here
skinparam state {
  BackgroundColor White
}
title The <U+0022>door<U+0022>
left to right direction
/' a block
of --> comments '/
[*] -down-> Closed
state "wide open" as Open #lightblue : everybody may pass; really
state Locked as "locked up" <<sdl>>
Closed : Entry: click
Closed : exit / clack
Closed -[#red,dashed]-> Open : pull [ !stuck ] / creak
Closed <-- Open : push
Open <-right-> Locked : twist
note left of Open
  Open --> Nowhere
end note
note right of Closed : it may refuse events
note "a floating --> one" as N1
N1 .. Open
Open -[hidden]-> Locked
Locked -down[hidden]- Closed
Locked --> [*]
legend
 Closed --> Nowhere
endlegend
@enduml
"""


LINKED = """@startuml
'https://x.org/ is no state
state "off" as Off <<start>> [[https://x.org {a lamp}]] #green
Off --> On : [[https://x.org{press it} press]]
state "on" as On [[https://x.org]]
On --> Gone : [[leave]]
state "gone" as Gone <<end>>
@enduml
"""


def drawn(text: str, reading: Reading = FREELY) -> Automaton:
    return read("x.puml", reading, text.encode()).automaton


def test_a_diagram_of_plantuml_is_read_as_it_is_shown() -> None:
    drawing = read("x.puml", FREELY, DOOR.encode())
    automaton = drawing.automaton
    assert automaton.name == 'The "door"'
    assert [str(row) for row in automaton.rows] == [
        "Closed -> wide open : pull [!stuck] / creak",
        "wide open -> Closed : push",
        "wide open -> locked up : twist",
        "locked up -> wide open : twist",
    ]
    assert (automaton.initial, *automaton.final) == ("Closed", "locked up")
    assert (automaton.entry, automaton.exit) == ({"Closed": ("click",)}, {"Closed": ("clack",)})
    assert drawing.meanings == {"wide open": "everybody may pass; really"}
    assert drawing.partial
    assert [drawing.lines[row] for row in automaton.rows] == [15, 16, 17, 17]


def test_links_are_the_text_that_is_shown_and_stereotypes_mark_start_and_end() -> None:
    drawing = read("x.puml", FREELY, LINKED.encode())
    automaton = drawing.automaton
    rows = ["off -> on : press", "on -> gone : leave"]
    assert [str(row) for row in automaton.rows] == rows
    assert (automaton.initial, *automaton.final) == ("off", "gone")
    assert not drawing.assumptions


def test_each_diagram_of_a_file_is_one_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "two.puml"
    file.write_text(f"{LINKED}\n@startuml\nAnn -> Bob : hello\n@enduml\n\n{DOOR}")
    assert diagrams_in(str(file)) == [f"{file}#1", f"{file}#2"]
    assert read(f"{file}#1", FREELY).automaton.initial == "off"
    door = read(f"{file}#2", FREELY)
    above = LINKED.count("\n") + 5
    assert [door.lines[row] - above for row in door.automaton.rows] == [15, 16, 17, 17]
    with pytest.raises(errors.FsmError, match=r"has 2 diagrams: name one, as .*#1 .. #2"):
        read(str(file), FREELY)


def test_notes_are_written_with_the_codes_of_plantuml() -> None:
    table = "a -> a : go \n claim: never [!paid] -> a"
    automaton = Automaton.from_table("it", initial="a", table=table)
    text = export(automaton, "plantuml")
    assert ("#" in text, drawn(text).claims) == (False, automaton.claims)


def test_a_semicolon_ends_nothing() -> None:
    automaton = drawn("@startuml\n[*] --> a\nnote right of a : one; two\na --> a : x; y")
    assert (automaton.states, automaton.events) == (("a",), ("x; y",))


@pytest.mark.parametrize("between", ["--", "||"])
def test_both_separators_part_regions(between: str) -> None:
    text = f"@startuml\n[*] --> p\nstate p {{\n[*] --> a\n{between}\n[*] --> b\n}}"
    tree = drawn(text).tree
    assert (tree.initial, tree.parallel) == ({"p 1": "a", "p 2": "b"}, frozenset({"p"}))


@pytest.mark.timeout(60)  # for what takes less than a second, and minutes where it is not so
@pytest.mark.parametrize("line", ["a -x", "state a #x ", "a : <U+", "a -[", "note left a", "<<a>>"])
def test_a_line_is_read_in_time_that_grows_with_its_length(line: str) -> None:
    for part in (line[-1], line[-3:], line):
        with suppress(errors.MermaidError):
            drawn(f"@startuml\n{line}{part * 190_000}\n")


@pytest.mark.parametrize(
    "line", ["state c <<fork>>", "A --> B[H] : back", "participant A", "A -- B : undirected"]
)
def test_what_is_not_supported_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(errors.MermaidError) as caught:
        drawn(f"@startuml\n[*] --> A\nA --> B : go\n{line}\n@enduml")
    assert (caught.value.line, len(str(caught.value).splitlines())) == (4, 1)


BLOCKS = {
    "a style": "<style>\nstateDiagram {\n  LineColor red\n}\n</style>",
    "comments": "/' two\nlines '/",
    "a legend": "legend right\n  a -> b\nend legend",
    "colours": "skinparam state {\n  ArrowColor red\n}",
    "a note on an arrow": "note on link: why",
}


@pytest.mark.parametrize("about", BLOCKS)
def test_blocks_that_only_decorate_are_passed_over(about: str) -> None:
    text = f"@startuml\ntitle Lamp\n{BLOCKS[about]}\n[*] --> a\na --> b : x /' why '/\n@enduml"
    drawing = read("x.puml", FREELY, text.encode())
    assert [str(row) for row in drawing.automaton.rows] == ["a -> b : x"]
    assert (drawing.automaton.name, drawing.assumptions) == ("Lamp", ())
    [row] = drawing.automaton.rows
    assert drawing.lines[row] == text[: text.index("a --> b")].count("\n") + 1


def test_a_statement_goes_on_after_a_backslash() -> None:
    automaton = drawn("@startuml\nstate a\na --> b : go \\\n[p] \\\n/ ring\n@enduml")
    assert [str(row) for row in automaton.rows] == ["a -> b : go [p] / ring"]


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("state c {\na --> d : x\n}\nstate g {\nstate d\nstate a\n}", {"a": "c", "d": "c"}),
        ("a --> b\nstate c {\na --> d : x\n}", {"d": "c"}),
        ("state c {\nstate d {\nd --> e : x\n}\nstate e {\n}\n}", {"d": "c", "e": "c"}),
    ],
)
def test_a_state_is_where_it_is_first_named_or_opened(text: str, parent: dict[str, str]) -> None:
    assert drawn(f"@startuml\n{text}\n@enduml").tree.parent == parent
