"""What a browser shows of the Hanoi graph and of the formulas is right at every step."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import sqrt
from typing import Any

import oracle
import pytest
from checked_machines import changed
from explorer_page import ExplorerPage, script_of

from hanoi_fsm import Machine, automata
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Configuration, Task
from hanoi_fsm.hanoi.pictures.sierpinski import address, position

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

MOST = 5
TASKS = [(disks, *task) for disks in range(MOST) for task in oracle.TASKS]
TASKS += [(MOST, 0, 2), (MOST, 2, 1)]
MACHINES = ["two-storey", "call-stack", "move-reader"]
CLOSED = "closed=diagram,guards,code,trace,memory,pegs"

NAMED = re.compile(r"(\d) is peg (\d)")
"""A peg in the numbering of a formula, and the peg that it stands for."""

Pages = Callable[..., ExplorerPage]
Show = Callable[..., list[Any]]


@pytest.fixture
def show(page_of: Pages) -> Show:
    """What the panels show at every step of what a fragment says."""

    def shown(fragment: str, most: int = MOST, **options: Any) -> list[Any]:
        page = page_of(most, **{"by": MACHINES} | options)
        page.open(f"{CLOSED}&{fragment}")
        return list(page.run(script_of("puzzle_panels.js")))

    return shown


def broken(instead: str) -> Machine:
    """two-storey with one edge that does something else."""
    edge = ("& ahead_smaller] / move_back", f"& ahead_smaller] / {instead}")
    wrong = changed(automata.get("two-storey"), edge)
    return wrong.with_automaton(replace(wrong.automaton, name=f"with {instead}"))


def within(configuration: str) -> tuple[float, float]:
    """Where a configuration is in a triangle as wide and as high as 1, from the upper left on."""
    x, y = position(Configuration(configuration))
    side = 2 ** len(configuration) - 1
    return 0.5 + x / side, -y / (side * sqrt(3) / 2)


def near(place: Any) -> Any:
    return pytest.approx(place, abs=0.004)


def fragment(disks: int, source: int, target: int, by: str = "two-storey") -> str:
    return f"by={by}&disks={disks}&from={source}&to={target}"


@pytest.mark.parametrize(("disks", "source", "target"), TASKS)
def test_the_formula_is_worked_out_for_every_step(
    show: Show, disks: int, source: int, target: int
) -> None:
    task = Task(disks, source, target)
    places = oracle.solution(disks, source, target)
    found = [one["formula"] for one in show(fragment(disks, source, target))]
    assert len(found) == 2**disks
    assert not any(one["fault"] for one in found)
    for step, one in enumerate(found):
        bits = f"{step:0{disks}b}" if disks else ""
        if step == 0:
            assert ("no move yet" if disks else "no disks") in one["heading"]
            assert one["move"] == ""
            assert one["lines"] == []
        else:
            move = formulas.move(step, task)
            assert one["heading"].startswith(f"Step {step} of {task.last_step}, ")
            assert one["bits"] == list(bits)
            assert one["disks"] == [str(disk) for disk in range(disks, 0, -1)]
            assert one["lowest"] == [str(move.disk)]
            assert one["zeros"] == [str(disk) for disk in range(move.disk - 1, 0, -1)]
            assert one["move"] == str(move)
            assert list(ends(one)) == 2 * [(move.source, move.target)]
        reader = one["reader"]
        assert [row[0] for row in reader] == [str(disk) for disk in range(disks, 0, -1)]
        assert "".join(row[3] for row in reader) == bits
        assert "".join(row[5] for row in reader) == one["written"] == places[step]


def ends(shown: Any) -> Iterator[tuple[int, int]]:
    """The source and the target in which the lines of each of the two formulas result."""
    for lines, numbering in zip(shown["lines"], shown["numberings"], strict=True):
        pegs = dict(NAMED.findall(numbering))
        source, target = (line.rsplit(" = ", 1)[1].strip() for line in lines[-2:])
        yield int(pegs[source]), int(pegs[target])


@pytest.mark.parametrize(("disks", "source", "target"), [task for task in TASKS if task[0]])
def test_the_graph_has_the_path_so_far_and_marks_where_the_disks_are(
    show: Show, disks: int, source: int, target: int
) -> None:
    places = oracle.solution(disks, source, target)
    for step, shown in enumerate(show(fragment(disks, source, target, "call-stack"))):
        graph = shown["graph"]
        assert graph["path"] == [near(within(one)) for one in places[: step + 1]]
        assert graph["now"] == near(within(places[step]))
        assert graph["goal"] == near(within(places[-1]))
        assert graph["caption"] == f"At {places[step]} after step {step}, goal {places[-1]}"


def test_without_disks_the_graph_is_one_vertex(show: Show) -> None:
    (shown,) = show("by=two-storey&disks=0")
    assert shown["graph"]["caption"] == "No disks: one vertex, no edge"
    assert shown["graph"]["now"] is not None


@pytest.mark.parametrize(("start", "goal"), [("0100", "1011"), ("02", "21"), ("1", "1")])
def test_a_path_between_any_configurations_is_drawn_and_has_no_formula(
    show: Show, start: str, goal: str
) -> None:
    found = show(f"start={start}&goal={goal}", 2, by="shortest", paths=[("0100", "1011")])
    assert len(found) == oracle.distances(goal)[start] + 1
    assert not any(one["formula"] for one in found)
    path = found[-1]["graph"]["path"]
    assert (path[0], path[-1]) == (near(within(start)), near(within(goal)))
    assert found[0]["graph"]["goal"] == near(within(goal))


def test_a_machine_without_pegs_has_neither_panel(page_of: Pages) -> None:
    page = page_of(MOST, by=MACHINES)
    page.open("by=move-reader&word=101")
    assert page.shown["automaton"] == "move-reader"
    assert not page.count(".graph, .formula")


def test_a_move_that_differs_from_the_formula_is_shown_with_the_one_expected(show: Show) -> None:
    *right, wrong = show("disks=3", 3, by=broken("carry"))
    assert not any(one["formula"]["fault"] or one["graph"]["wrong"] for one in right)
    assert wrong["formula"]["fault"] == "Step 4: expected disk 3: 0 -> 2, got disk 1: 1 -> 0."
    assert [row[5] for row in wrong["formula"]["reader"]] == ["2, got 0", "1", "1, got 0"]
    assert wrong["graph"]["wrong"]
    assert wrong["graph"]["fault"]
    assert wrong["graph"]["now"] == near(within("010"))


def test_a_run_that_stops_after_a_right_move_shows_which_move_is_missing(show: Show) -> None:
    last = show("disks=3", 3, by=broken("move_ahead"))[-1]
    assert last["formula"]["fault"].startswith("Step 4: expected disk 3: 0 -> 2, got cannot move ")
    assert last["formula"]["move"] == "disk 1: 2 -> 1"
    assert (last["graph"]["wrong"], last["graph"]["fault"]) == (True, False)


def test_a_click_near_a_vertex_of_the_path_goes_to_its_step(page_of: Pages) -> None:
    page = page_of(MOST, by=MACHINES)
    page.open(f"{CLOSED}&by=call-stack&disks=3&step=7")
    for step, name in ((3, "011"), (6, "220"), (0, "000"), (0, "100")):
        page.run(POINT, *address(Configuration(name)))
        assert page.shown["step"] == str(step)
        assert page.texts(".graph-tip") == [name if name == "100" else f"{name}, step {step}"]


POINT = """
const edges = document.querySelector(".graph-edges");
const [u, v] = arguments;
const { x, y } = new DOMPoint(u, v).matrixTransform(edges.getScreenCTM());
for (const name of ["pointermove", "click"]) {
  const where = { clientX: x + 3, clientY: y - 3 };
  edges.ownerSVGElement.dispatchEvent(new PointerEvent(name, where));
}
"""


def test_with_eight_disks_a_step_draws_only_the_path(page_of: Pages) -> None:
    page = page_of(8, by="two-storey")
    page.open(f"{CLOSED}&disks=8")
    page.run("window.kept = document.querySelector('.graph-edges')")
    places, steps = oracle.solution(8), [1, 100, 255, 7]
    found = page.run(script_of("puzzle_panels.js"), steps)
    for step, shown in zip(steps, found, strict=True):
        assert shown["graph"]["path"] == [near(within(one)) for one in places[: step + 1]]
        assert shown["formula"]["written"] == places[step]
    assert page.run("return window.kept === document.querySelector('.graph-edges')")
