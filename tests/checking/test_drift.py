"""A diagram that no longer shows the machine in the code is found out, and where."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.chance import chance
from support.commands import run

from hanoi_fsm import Automaton, Machine, automata, drift, export, find, testing
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.finding import Verdict
from hanoi_fsm.fsm.notation import Row

DRAWN = ["two-storey", "monk", "any-to-any", "path-reader", "three-state"]
"""Machines with guards and actions, and one with outputs alone."""


def bare(automaton: Automaton) -> Machine:
    """An automaton as its diagram shows it, without any memory."""
    return Machine(replace(automaton, memory=automaton.name))


def other_case(automaton: Automaton) -> Automaton:
    """The same with names as a document writes them: blanks for `_` and `-`, in capitals."""

    def written(name: str) -> str:
        return name.replace("_", " ").replace("-", " ").title() or name

    rows = [replace(row, source=written(row.source), target=written(row.target))
            for row in automaton.rows]  # fmt: skip
    return replace(
        automaton,
        states=tuple(map(written, automaton.states)),
        initial=written(automaton.initial),
        final=frozenset(map(written, automaton.final)),
        rows=tuple(rows),
    )


@pytest.mark.parametrize("name", automata.names())
def test_a_diagram_of_the_machine_has_not_drifted(name: str) -> None:
    machine = automata.get(name)
    assert drift(bare(machine.automaton), machine).holds
    assert drift(bare(machine.automaton), machine, "states").holds


@pytest.mark.parametrize("name", DRAWN)
def test_case_blanks_and_joining_signs_do_not_matter(name: str) -> None:
    machine = automata.get(name)
    assert drift(bare(other_case(machine.automaton)), machine).holds


def drifted(automaton: Automaton, number: int, row: Row) -> Iterator[tuple[str, Automaton]]:
    """Changes in the code since a diagram was drawn, at one of its rows."""

    def with_row(*new: Row) -> Automaton:
        rows = automaton.rows
        return replace(automaton, rows=(*rows[:number], *new, *rows[number + 1 :]))

    yield "an arrow is missing", with_row()
    other = next((state for state in automaton.states if state != row.target), None)
    if other is not None:
        yield "an arrow leads elsewhere", with_row(replace(row, target=other))
    if row.guards:
        yield "a guard is forgotten", with_row(replace(row, guards=row.guards[1:]))
    if row.actions:
        yield "an action is forgotten", with_row(replace(row, actions=row.actions[1:]))


@pytest.mark.parametrize("name", DRAWN)
def test_each_drift_is_found(name: str) -> None:
    machine = automata.get(name)
    rows = [*enumerate(machine.automaton.rows)]
    for number, row in chance().sample(rows, min(4, len(rows))):
        for what, automaton in drifted(machine.automaton, number, row):
            found = drift(bare(automaton), machine)
            assert found.differences, (what, row)
            assert str(row.source) in str(found), (what, row)


def test_the_way_to_a_difference_is_the_shortest_word_of_the_code() -> None:
    machine = find("two-storey")
    base = next(row for row in machine.automaton.rows if row.source == "base")
    rows = tuple(row for row in machine.automaton.rows if row != base)
    [difference] = drift(bare(replace(machine.automaton, rows=rows)), machine).differences
    assert difference.text == f"`{base}` is not drawn"
    assert difference.word == ("step [!built]", f"step [{base.label.condition}]")


LEVELS: dict[str, tuple[Callable[[Row], Row], str]] = {
    "labels": (lambda row: replace(row, actions=()), "events"),
    "events": (lambda row: replace(row, events=("other",)), "states"),
}


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_passes_over_what_is_not_compared(level: str) -> None:
    change, coarser = LEVELS[level]
    machine = find("two-storey")
    rows = tuple(map(change, machine.automaton.rows))
    drawing = bare(replace(machine.automaton, rows=rows))
    assert not drift(drawing, machine, level).holds
    assert drift(drawing, machine, coarser).holds


def test_a_part_of_the_machine_may_be_drawn() -> None:
    machine = find("two-storey")
    rows = machine.automaton.rows[:2]
    states = tuple(dict.fromkeys(end for row in rows for end in (row.source, row.target)))
    part = bare(replace(machine.automaton, rows=rows, states=states, final=frozenset()))
    assert not drift(part, machine).holds
    assert drift(part, machine, within=True).holds
    wrong = replace(part.automaton, rows=(replace(rows[0], actions=("jump",)), rows[1]))
    assert not drift(bare(wrong), machine, within=True).holds


def test_names_may_be_mapped(tmp_path: Path) -> None:
    file, names = tmp_path / "x.mmd", tmp_path / "names"
    text = export(automata.get("monk"), "mermaid").replace('title: "monk', 'title: "mine')
    file.write_text(text.replace("pray", "p").replace("state p", 'state "in prayer" as p', 1))
    assert run("equal", file, "monk").code == 1
    names.write_text("in prayer = pray\n")
    assert run("equal", file, "monk", "--names", names).code == 0
    names.write_text("in prayer\n")
    assert "expected `drawn = code`" in run("equal", file, "monk", "--names", names).err


def test_an_assertion_fails_with_the_differences(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    text = export(automata.get("monk"), "mermaid").replace('title: "monk', 'title: "mine')
    file.write_text(f"# Monk\n\n```mermaid\n{text}\n```\n")
    testing.assert_same(file, "monk")
    file.write_text(file.read_text().replace("/ ", "/ not_", 1))
    with pytest.raises(AssertionError, match=r"README.md differs from monk:\n  line \d+: "):
        testing.assert_same(file, "monk")


def test_final_states_are_compared_only_if_the_code_has_any() -> None:
    code = Automaton.from_table("code", initial="a", final=(), table="a -> b : go")
    drawn = replace(code, final=frozenset("b"))
    assert drift(bare(drawn), bare(code)).holds
    assert not drift(bare(code), bare(drawn)).holds


def test_a_mapped_name_that_is_not_in_the_diagram_is_bad_input() -> None:
    with pytest.raises(UnknownName, match=r"'payr'.*'pray'"):
        drift("monk", "monk", names={"payr": "pray"})


def test_a_diagram_without_the_guards_that_tell_its_arrows_apart_is_compared() -> None:
    code = Automaton.from_table(
        "code", initial="a", final=(), table="a -> b : go [x] \n a -> c : go [!x]"
    )
    drawn = Automaton.from_table("drawn", initial="a", final=(), table="a -> b : go \n a -> c : go")
    assert drift(bare(drawn), bare(code), "events").holds
    assert not drift(bare(drawn), bare(code)).holds


ORDERED = "a -> b : x [hot] \n a -> a : x [dry] \n b -> a : x"


@pytest.mark.parametrize("ordered", [True, False])
def test_rows_in_another_order_differ_where_both_may_be_enabled(ordered: bool) -> None:
    drawn = Automaton.from_table("m", initial="a", table=ORDERED, ordered=True)
    rows = (drawn.rows[1], drawn.rows[0], drawn.rows[2])
    compared = drift(bare(drawn), bare(replace(drawn, rows=rows, ordered=ordered)))
    assert [difference.text for difference in compared.differences] == [
        "`a -> b : x [hot]` is tried before `a -> a : x [dry]`, but not in the code"
    ]
    assert drift(bare(drawn), bare(drawn)).holds
    elsewhere = replace(drawn, rows=(drawn.rows[2], *drawn.rows[:2]))
    assert drift(bare(drawn), bare(elsewhere)).holds
    unnumbered = replace(drawn, ordered=False)
    assert drift(bare(unnumbered), bare(drawn)).holds


def test_the_order_of_rows_is_another_way_to_write_their_guards() -> None:
    table = "a -> b : go [p] \n a -> a : go"
    code = bare(Automaton.from_table("m", initial="a", table=table, ordered=True))
    drawn = bare(
        Automaton.from_table("m", initial="a", table=table.replace("a : go", "a : go [!p]"))
    )
    assert drift(drawn, code).holds
    assert drift(code, drawn).holds
    other = bare(
        Automaton.from_table("m", initial="a", table=table.replace("a : go", "a : go [q]"))
    )
    assert drift(other, code).verdict is Verdict.REFUTED


def test_a_mapped_name_is_another_only_where_the_code_calls_something_so() -> None:
    drawn = door("shut -> open : press / press", "open -> shut : pull")
    code = door("shut -> open : push / press", "open -> shut : pull")
    assert drift(drawn, code, names={"press": "push"}).holds
    assert not drift(drawn, code, names={"press": "pull"}).holds
    assert not drift(drawn, code, names={"press": "shove"}).holds


@pytest.mark.parametrize("table", ["a -> b_1 : x \n a -> b1 : y", 'a -> a : "x y" \n a -> a : x_y'])
def test_two_names_of_one_machine_that_are_written_alike_are_told_apart(table: str) -> None:
    both = bare(Automaton.from_table("m", initial="a", table=table))
    lines = table.replace("b_1", "b1").replace('"x y"', "x_y").splitlines()
    merged = "\n".join(dict.fromkeys(map(str.strip, lines)))
    one = bare(Automaton.from_table("m", initial="a", table=merged))
    assert drift(both, both).holds
    assert not drift(both, one).holds
    assert not drift(one, both).holds


def door(*rows: str) -> Machine:
    return Machine(Automaton.from_table("door", initial="shut", table="\n".join(rows)))


@pytest.mark.parametrize("drawn, coded", [([0], [1]), ([1], [0]), ([0], [0]), ([2], [3, 4])])
def test_else_is_the_negation_of_the_other_guards(drawn: list[int], coded: list[int]) -> None:
    ways = [
        "shut -> shut : push [else] / beep",
        "shut -> shut : push [!unlocked] / beep",
        "shut -> shut : pull [else]",
        "shut -> shut : pull [!strong]",
        "shut -> shut : pull [strong & !patient]",
    ]
    competing = ["shut -> open : push [unlocked]", "shut -> open : pull [strong & patient]"]
    drawing = door(*competing, *(ways[number] for number in drawn))
    code = door(*competing, *(ways[number] for number in coded))
    assert not drift(drawing, code).differences
    other = door(*competing, "shut -> shut : push [!strong] / beep")
    assert drift(drawing, other).differences


def test_what_a_state_does_on_entry_and_exit_is_compared() -> None:
    code = replace(door("shut -> open : push").automaton, entry={"open": ("ring", "glow")})
    drawn = replace(code, entry={"open": ("ring",)}, exit={"shut": ("creak",)})
    assert drift(bare(code), bare(code)).holds
    assert [difference.text for difference in drift(bare(drawn), bare(code)).differences] == [
        "state shut on exit does creak, in the code nothing",
        "state open on entry does ring, in the code ring, glow",
    ]
    assert drift(bare(drawn), bare(code), "events").holds


def drawn_in(tmp_path: Path, *lines: str) -> Path:
    file = tmp_path / "drawn.mmd"
    file.write_text("\n".join(("stateDiagram-v2", *lines)))
    return file


def test_a_state_is_found_by_its_text_or_by_what_the_file_calls_it(tmp_path: Path) -> None:
    code = door("shut -> open : push", "open -> shut : pull")
    arrows = ["[*] --> shut", "shut --> o : push", "o --> shut : pull"]
    described = ['state "waiting for somebody" as shut', 'state "open" as o']
    assert drift(str(drawn_in(tmp_path, *described, *arrows)), code).holds
    other = ['state "waiting for somebody" as closed', *described[1:]]
    arrows = [arrow.replace("shut", "closed") for arrow in arrows]
    assert not drift(str(drawn_in(tmp_path, *other, *arrows)), code).holds


def test_a_part_need_not_mark_the_start_and_the_ends(tmp_path: Path) -> None:
    code = Automaton.from_table(
        "door", initial="shut", final="gone", table="shut -> open : push\n open -> gone : break"
    )
    part = str(drawn_in(tmp_path, "open --> gone : break"))
    assert drift(part, Machine(code), within=True).holds
    assert drift(part, Machine(code)).verdict is Verdict.OPEN
    wrong = str(drawn_in(tmp_path, "[*] --> open", "shut --> open : push"))
    assert not drift(wrong, Machine(code), within=True).holds


def test_labels_in_doubt_do_not_matter_where_states_are_compared(tmp_path: Path) -> None:
    code = door("shut -> open : push", "open -> shut : pull")
    doubtful = drawn_in(tmp_path, "[*] --> shut", "shut --> open : push|shove", "open --> shut")
    assert drift(str(doubtful), code, "states").holds
    assert drift(str(doubtful), code, "events").verdict is Verdict.OPEN


PLAYER = """
    player {
        -> sound
        sound {
            -> off
            off -> on : press
            on -> off : press / click
        }
        --
        lamp {
            dark -> lit : press [in(on)]
            lit -> dark : press
        }
    }
    player -> broken : drop
"""


def player(*changes: tuple[str, str]) -> Machine:
    table = PLAYER
    for old, new in changes:
        assert old in table
        table = table.replace(old, new)
    automaton = Automaton.from_table("player", initial="player", table=table)
    return Machine(
        automaton,
        partial=True,
        lines={part: at for at, part in enumerate(automaton.transitions, 1)},
    )


CHARTS = [
    ("player -> broken : drop", "player -> broken : fall",
     ["line 5: `player -> broken : fall` is not in the code",
      "`player -> broken : drop` is not drawn (line 5 of the code) (after drop)"]),
    ("press / click", "press",
     ["line 2: `on -> off : press` is `press / click` in the code "
      "(line 2 of the code) (after press, press)"]),
    ("lit : press [in(on)]", "lit : press [in(off)]",
     ["line 3: `dark -> lit : press [in(off)]` is `press [in(on)]` in the code "
      "(line 3 of the code) (after press, press)"]),
    ("-> off\n", "-> on\n", ["state sound starts in on, in the code off"]),
    ("        --\n", "", ["state player starts in off, in the code all regions"]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "differences"), CHARTS)
def test_differences_of_charts_are_those_of_what_was_written(
    old: str, new: str, differences: list[str]
) -> None:
    compared = drift(player((old, new)), player())
    assert [str(difference) for difference in compared.differences] == differences
    assert drift(player(), player()).holds


def test_charts_that_are_written_otherwise_show_the_same_machine() -> None:
    everywhere = "on -> broken : drop \n off -> broken : drop"
    code = player(("player -> broken : drop", everywhere))
    assert drift(player(), code).holds
    assert drift(code, player()).holds
    assert not drift(player(), player(("player -> broken : drop", "on -> broken : drop"))).holds


def test_names_of_composite_states_and_of_states_in_regions_are_mapped() -> None:
    drawn = player(("lamp", "light"), ("off", "silent"))
    assert not drift(drawn, player()).holds
    assert drift(drawn, player(), names={"light": "lamp", "silent": "off"}).holds
    with pytest.raises(UnknownName):
        drift(drawn, player(), names={"lamp": "light"})


def test_a_chart_is_compared_flat_with_an_automaton_without_nested_states() -> None:
    nested, flat = find("two-storey-nested"), find("two-storey")
    assert drift(nested, flat).holds
    assert drift(flat, nested).holds


def test_a_nested_state_may_have_the_name_of_its_path_in_the_code(tmp_path: Path) -> None:
    arrows = ["[*] --> off", "off --> on : go", "on --> off : go"]
    inside = ["state on {", "[*] --> a", "a --> b : turn", "}"]
    table = "on { \n -> on_a \n on_a -> on_b : turn \n } \n off -> on : go \n on -> off : go"
    code = Automaton.from_table("it", initial="off", table=table)
    drawing = str(drawn_in(tmp_path, *arrows, *inside))
    assert drift(drawing, bare(code)).holds
    other = replace(code, rows=(replace(code.rows[0], events=("spin",)), *code.rows[1:]))
    assert not drift(drawing, bare(other)).holds
