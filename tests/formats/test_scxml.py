"""Charts in SCXML are read as its interpreters run them, and what is exported is read back."""

from pathlib import Path

import pytest
from support.commands import run

from hanoi_fsm import Automaton, automata, errors, export
from hanoi_fsm.fsm.read import read
from hanoi_fsm.fsm.read.sketch import FREELY, Reading

PLAYER = """<?xml version="1.0"?>
<!-- a player -->
<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="on" name="player"
       xmlns:editor="urn:editor" editor:zoom="2">
  <parallel id="on">
    <state id="tape" initial="stop">
      <state id="stop">
        <transition event="play" cond="!empty &amp;&amp; In('loud')" target="run"/>
      </state>
      <state id="run">
        <onentry><send event="spin"/></onentry>
        <onexit><send event="brake"/></onexit>
        <transition event="stop" target="stop"><send event="click.twice"/></transition>
      </state>
    </state>
    <state id="sound">
      <initial><transition target="loud"/></initial>
      <state id="quiet"><transition event="turn" target="loud"/></state>
      <state id="loud"><transition event="turn" target="quiet"/></state>
    </state>
    <transition event="off" target="bye"/>
    <editor:place x="1"/>
  </parallel>
  <final id="bye"/>
</scxml>"""


def drawn(text: str, reading: Reading = FREELY) -> Automaton:
    return read("x.scxml", reading, text.encode()).automaton


def test_a_chart_is_read_with_its_regions_actions_and_conditions() -> None:
    chart = drawn(PLAYER)
    assert chart.name == "player"
    assert (chart.ordered, chart.initial, *chart.final) == (True, "on", "bye")
    assert chart.tree.parallel == {"on"}
    assert chart.tree.initial == {"tape": "stop", "sound": "loud"}
    assert (chart.entry, chart.exit) == ({"run": ("spin",)}, {"run": ("brake",)})
    flat = chart.flattened
    assert flat.initial == "stop, loud"
    assert sorted(map(str, flat.leaving("stop, loud"))) == [
        "stop, loud -> bye : off",
        "stop, loud -> run, loud : play [!empty] / spin",
        "stop, loud -> stop, quiet : turn",
    ]
    assert not any(row.event == "play" for row in flat.leaving("stop, quiet"))
    [back] = [row for row in flat.leaving("run, loud") if row.event == "stop"]
    assert back.actions == ("brake", '"click.twice"')


def test_what_is_ordered_is_read_back_in_its_order() -> None:
    table = "a -> b : e [x]\na -> a : e [y]\na -> b : e\nb -> a : e"
    automaton = Automaton.from_table("m", initial="a", table=table, ordered=True)
    again = drawn(export(automaton, "scxml"))
    assert (again.ordered, again.rows) == (True, automaton.rows)


def state(id: str, *inside: str) -> str:
    return f'<state id="{id}">{"".join(inside)}</state>'


def go(**said: str) -> str:
    attributes = [f'{name}="{text}"' for name, text in said.items()]
    return f"<transition {' '.join(attributes)}/>"


def test_the_first_transition_is_taken_and_descriptors_stand_for_events() -> None:
    a = state(
        "a", go(event="x.one", target="b"), go(event="x", target="c"), go(event="*", target="a")
    )
    text = f"<scxml>{a}{state('b', go(event='y', target='a'))}{state('c')}</scxml>"
    automaton = drawn(text)
    assert [str(row) for row in automaton.rows] == [
        "a -> b : x.one",
        "a -> c : x",
        "a -> a : y",
        "b -> a : y",
    ]
    assert automaton.initial == "a"


def test_a_transition_without_an_event_is_an_assumption_that_matters(tmp_path: Path) -> None:
    (file := tmp_path / "it.scxml").write_text(
        f"<scxml>{state('a', go(target='b'))}{state('b')}</scxml>"
    )
    ran = run("check", file)
    assert (ran.code, "without an event" in ran.out) == (3, True)


DEEP = "".join(f"<state id='s{n}'>" for n in range(9_000)) + "</state>" * 9_000
WRONG = [
    DEEP,
    "<datamodel/>",
    state("s", "<history id='h'/>"),
    state("s", "<invoke/>"),
    state("s", "<onentry><log expr='1'/></onentry>"),
    state("s", "<onentry><send event='x' delay='1s'/></onentry>"),
    state("s", go(event="e", target="s", cond="x &gt; 1")),
    state("s", go(event="e", target="s", cond="a || b")),
    state("s", go(event="e", target="s", cond="!(a &amp;&amp; b)")),
    state("s", go(event="e"), state("t")),
    state("a"),
    state("s", go(event="e", target="nowhere")),
]


@pytest.mark.parametrize("part", WRONG)
def test_what_is_not_supported_is_refused_by_element_and_line(part: str) -> None:
    with pytest.raises(errors.XmlError) as caught:
        drawn(f"<scxml>\n{state('a')}\n{part}\n</scxml>")
    assert (caught.value.line, len(str(caught.value).splitlines())) == (3, 1)


@pytest.mark.parametrize(
    "old, new",
    [
        ('event="step" cond', 'event="stop" cond'),
        ("memory.built() === false", "memory.built() === true"),
        ("memory.built()", "memory.broken()"),
        (' cond="memory.built() === false"', ""),
    ],
)
def test_an_export_whose_labels_say_something_else_is_refused(old: str, new: str) -> None:
    text = export(automata.get("two-storey"), "scxml")
    with pytest.raises(errors.XmlError, match="say something else than `fsm:label`"):
        read("x.scxml", FREELY, text.replace(old, new, 1).encode())


def test_transitions_that_no_event_takes_are_reported() -> None:
    a = state("a", go(event="x", target="b"), go(event="x", target="a"))
    text = f"<scxml>{a}{state('b', go(event='x', cond='false', target='a'))}</scxml>"
    [assumption] = read("x.scxml", FREELY, text.encode()).assumptions
    assert str(assumption) == "2 transitions left out that no event takes"


def test_a_text_that_is_put_out_on_entry_is_no_call() -> None:
    table = 'a -> b : go / "x" \n a : entry / "hello"'
    text = export(Automaton.from_table("it", initial="a", table=table), "scxml")
    assert ("memory." in text, "expr=\"'hello'\"" in text) == (False, True)


def test_an_event_that_a_chart_sends_to_itself_is_an_assumption_that_matters() -> None:
    text = f"<scxml>{state('a', go(event='done.state.a', target='b'))}{state('b')}</scxml>"
    (assumption,) = read("x.scxml", FREELY, text.encode()).assumptions
    assert str(assumption) == (
        "done.state.a, which a chart sends to itself, as from outside "
        "(settle it with events of other names)"
    )


def test_several_targets_are_refused_as_such() -> None:
    text = (
        '<scxml><state id="a"><transition event="go" target="a b"/></state><state id="b"/></scxml>'
    )
    with pytest.raises(errors.XmlError, match=r"^line 1, column .*: several targets are not"):
        read("x.scxml", FREELY, text.encode())
