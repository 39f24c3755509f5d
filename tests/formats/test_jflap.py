"""Files of JFLAP are read as JFLAP means them, and what is exported to it is read back."""

from itertools import product
from pathlib import Path
from random import Random

import pytest
from support.chance import chance
from support.commands import assert_refused, run

from hanoi_fsm import Automaton, Machine, Transition, errors, export
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.notation import EPSILON, Label, in_rows, quoted
from hanoi_fsm.fsm.read import read
from hanoi_fsm.fsm.read.sketch import FREELY, Reading

MOORE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?><!--Created with JFLAP 7.1.-->
<structure>&#13;
\t<type>moore</type>&#13;
\t<automaton>&#13;
\t\t<state id="0" name="q0"><x>60.0</x><y>90.5</y><label>even so far</label><initial/>
\t\t\t<output>0</output>&#13;
\t\t</state>&#13;
\t\t<state id="1" name="q1"><x>200.0</x><y>90.5</y><output>1</output></state>&#13;
\t\t<transition><from>0</from><to>1</to><read>a</read></transition>&#13;
\t\t<transition><from>1</from><to>0</to><read>a</read></transition>&#13;
\t</automaton>&#13;
</structure>"""


def file_of(kind: str, *parts: str) -> str:
    return f"<structure>\n<type>{kind}</type>\n<automaton>\n" + "\n".join(
        [*parts, "</automaton></structure>"]
    )


STATES = '<state id="0" name="p"><initial/></state>', '<state id="1" name="q"><final/></state>'


def move(source: int, target: int, symbol: str, more: str = "") -> str:
    ends = f"<from>{source}</from><to>{target}</to>"
    return f"<transition>{ends}<read>{symbol}</read>{more}</transition>"


def drawn(text: str, reading: Reading = FREELY) -> Automaton:
    return read("x.jff", reading, text.encode()).automaton


def test_a_finite_automaton_is_an_acceptor_and_an_empty_symbol_is_epsilon() -> None:
    automaton = drawn(file_of("fa", *STATES, move(0, 1, "a"), move(0, 0, "a"), move(1, 0, "")))
    assert [str(row) for row in automaton.rows] == ["p -> q : a", "p -> p : a", "q -> p : ε"]
    assert (automaton.acceptor, automaton.initial, *automaton.final) == (True, "p", "q")
    assert automaton.symbols == ("a",)


def test_blanks_around_a_symbol_are_left_out_but_a_blank_is_not_epsilon() -> None:
    assert drawn(file_of("fa", *STATES, move(0, 1, "0 "))).symbols == ("0",)
    with pytest.raises(errors.XmlError, match="a text without blanks around it"):
        drawn(file_of("fa", *STATES, move(0, 1, " ")))


def test_a_mealy_machine_writes_and_a_moore_machine_writes_on_entry() -> None:
    transout = "<transout>x, y</transout>"
    mealy = drawn(file_of("mealy", *STATES, move(0, 1, ",", transout), move(1, 0, "b")))
    assert [str(row) for row in mealy.rows] == ['p -> q : "," / "x, y"', "q -> p : b"]
    assert not mealy.acceptor
    moore = read("x.jff", FREELY, MOORE.encode())
    assert [str(row.actions) for row in moore.automaton.transitions] == ["('\"1\"',)", "('\"0\"',)"]
    assert moore.meanings == {"q0": "even so far"}
    assert moore.layout == Layout({"q0": (60.0, -90.5), "q1": (200.0, -90.5)})
    assert moore.lines["q1"] == 8


@pytest.mark.parametrize("number", ["nan", "inf", "here", ""])
def test_a_place_that_is_no_number_is_left_to_graphviz(number: str) -> None:
    places = [f"<x>{number}</x><y>1</y><initial/>", "<x>2</x><y>3</y><final/>"]
    states = [f'<state id="{at}">{place}</state>' for at, place in enumerate(places)]
    text = file_of("fa", *states, move(0, 1, "a"))
    assert read("x.jff", FREELY, text.encode()).layout is None


@pytest.mark.parametrize("kind", ["mealy", "moore"])
def test_a_machine_with_outputs_is_no_acceptor(kind: str, tmp_path: Path) -> None:
    (file := tmp_path / "it.jff").write_text(file_of(kind, *STATES, move(0, 1, "a")))
    assert_refused(run("describe", file, "--acceptor"), f"type {kind} writes outputs")
    assert run("describe", file).code == 0


def test_several_characters_are_one_symbol_once_an_option_says_it(tmp_path: Path) -> None:
    file = tmp_path / "it.jff"
    file.write_text(file_of("fa", *STATES, move(0, 1, "ab"), move(1, 0, "c")), "utf-8")
    assert "1 label of several characters" in run("check", file).out + run("check", file).err
    assert [run("check", file).code, run("check", file, "--labels", "events").code] == [3, 0]


WRONG = [
    (file_of("fa", *STATES, move(0, 7, "a"), "<block/>"), [(6, "the id '7'"), (7, "`<block>`")]),
    (file_of("mealy", *STATES, move(0, 1, "")), [(6, "reads nothing")]),
    (file_of("pda"), [(0, "the type 'pda'")]),
    ("<other/>", [(0, "`<other>`")]),
    ("<structure>\n<type>", [(2, "not XML")]),
    ('<!DOCTYPE x [<!ENTITY a "b">]>\n<structure/>', [(1, "document type")]),
    ('<!DOCTYPE x SYSTEM "file:///etc/passwd">\n<structure/>', [(1, "document type")]),
    ("<structure>&other;</structure>", [(1, "not XML")]),
]


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_what_is_not_supported_is_refused_by_element_and_line(
    text: str, expected: list[tuple[int, str]]
) -> None:
    with pytest.raises(errors.XmlError) as caught:
        drawn(text)
    lines = str(caught.value).splitlines()
    assert caught.value.line == expected[0][0]
    for line, (number, words) in zip(lines, expected, strict=True):
        assert words in line
        assert not number or f"line {number}" in line


def some_automaton(random: Random) -> Automaton:
    """An acceptor, perhaps nondeterministic, or a Mealy machine, with symbols of any length."""
    states, is_mealy = "pqrs"[: random.randint(1, 4)], random.random() < 0.5
    symbols = random.sample(["0", "1", "up", "in, out", "ü", *[EPSILON] * (not is_mealy)], 3)
    edges = [
        Transition(state, target, Label(symbol, (), (quoted(random.choice("xyz")),) * is_mealy))
        for state, symbol in product(states, symbols)
        for target in random.sample(states, random.randint(0, 1 if is_mealy else len(states)))
    ]
    final = frozenset(state for state in states if random.random() < 0.5)
    acceptor = not (is_mealy and edges)  # without transitions it writes nothing
    return Automaton("x", tuple(states), "p", final, in_rows(edges), "x", acceptor=acceptor)


def test_what_is_exported_is_read_back_in_its_places() -> None:
    random = chance()
    for _ in range(25):
        automaton = some_automaton(random)
        places = {state: (100.0 * at, -80.0 - at) for at, state in enumerate(automaton.states, 1)}
        machine = Machine(automaton, layout=Layout(places), partial=random.random() < 0.5)
        again = read("x.jff", FREELY, export(machine, "jflap").encode())
        assert again.automaton == automaton, str(automaton)
        assert again.layout == Layout(places)
        assert again.partial == (machine.partial and bool(automaton.actions))
