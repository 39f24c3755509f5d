"""State diagrams of PlantUML are read as PlantUML draws them, and what is exported is read back."""

from contextlib import suppress

import pytest

from hanoi_fsm import Automaton, errors, export
from hanoi_fsm.fsm.read import read
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
Locked --> [*]
legend
 Closed --> Nowhere
endlegend
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
