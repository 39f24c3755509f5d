"""What a user does with the page: its controls, its keys, its address, and what they change."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from checked_machines import changed
from explorer_page import ExplorerPage, Pages

from hanoi_fsm import automata
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.watching.frames import frames

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

MACHINES = ["two-storey", "monk", "call-stack", "rank-reader", "twice-reader"]
PATHS = [("100", "011"), ("1000", "0111")]


@pytest.fixture
def page(page_of: Pages) -> Iterator[ExplorerPage]:
    """A page of some machines, wide and without motion."""
    yield from opened(page_of(5, by=MACHINES))


@pytest.fixture
def paths(page_of: Pages) -> Iterator[ExplorerPage]:
    """A page of pathfinders, with short paths and two longer ones."""
    yield from opened(page_of(2, by=["shortest", "any-to-any"], paths=PATHS))


def opened(page: ExplorerPage) -> Iterator[ExplorerPage]:
    """The page, whose console must stay empty, and which must load nothing more."""
    page.emulate(still=True)
    page.resize(1400, 900)
    page.open()
    yield page
    assert page.complaints() == []
    assert page.requests() in ([], [page.address])


def steps(page: ExplorerPage) -> int:
    return int(page.shown["step"])


def test_the_page_is_one_request(page: ExplorerPage) -> None:
    assert page.requests() == [page.address]


def test_the_slider_goes_to_any_step(page: ExplorerPage) -> None:
    for step in (17, 31, 0, 1):
        page.set("#step", step)
        assert page.shown["configuration"] == str(formulas.configuration(step, Task(5)))
        assert page.texts("#count") == [f"{step} / 31"]
    assert page.shown["move"] == "1:0:2"


def test_buttons_go_one_step_on_and_back_and_to_both_ends(page: ExplorerPage) -> None:
    for button, step in (
        *(("forward", 1), ("forward", 2), ("back", 1), ("last", 31), ("back", 31), ("back", 30)),
        *(("first", 0), ("forward", 1)),
    ):
        page.click(f"#{button}")
        assert steps(page) == step, button  # the last event only finds that the tower is built
    page.click("#first")
    assert page.count("#first:disabled, #back:disabled") == 2
    page.click("#last")
    assert page.count("#last:disabled, #forward:disabled") == 2


def test_buttons_go_one_event_on_and_back_where_not_each_moves_a_disk(page: ExplorerPage) -> None:
    page.follow("by=call-stack&disks=3")
    film = list(frames(automata.get("call-stack"), 3))
    for frame in film[1:]:
        page.click("#forward-event")
        assert (steps(page), page.shown["state"]) == (frame.step, frame.state)
    for frame in film[-2::-1]:
        page.click("#back-event")
        assert (steps(page), page.shown["state"]) == (frame.step, frame.state)


def test_it_plays_to_the_end_at_the_speed_chosen_and_stops(page: ExplorerPage) -> None:
    page.set("#disks", 2)
    page.set("#speed", 16)
    page.click("#play")
    page.wait("document.body.dataset.step === '3'")
    page.wait("document.body.dataset.playing === 'false'")
    page.set("#speed", 0.5)
    page.click("#play")  # from the beginning, as it was at its end
    assert (steps(page), page.shown["playing"]) == (0, "true")
    page.click("#play")
    assert (steps(page), page.shown["playing"]) == (0, "false")


@pytest.mark.parametrize("focused", ["body", "#step", "#forward", "#modes button"])
def test_keys_go_through_the_run_wherever_the_focus_is(page: ExplorerPage, focused: str) -> None:
    page.set("#step", 7)
    page.focus(focused)
    keys = ("right", 8), ("left", 7), ("left", 6), ("end", 31), ("home", 0), ("right", 1)
    for key, step in keys:
        page.press(key)
        assert steps(page) == step, key


def test_space_plays_and_pauses(page: ExplorerPage) -> None:
    page.set("#speed", 0.5)
    page.blur()
    page.press("space")
    assert page.shown["playing"] == "true"
    page.press("space")
    assert page.shown["playing"] == "false"


def test_keys_typed_into_a_field_stay_there(page: ExplorerPage) -> None:
    page.follow("by=rank-reader&word=0011&step=2")
    page.focus("#word")
    page.press("home", "right", "left", "end", "space")
    assert (steps(page), page.shown["playing"]) == (2, "false")
    assert page.run("return document.querySelector('#word').value") == "0011 "


def test_the_automaton_and_its_inputs_are_chosen(page: ExplorerPage) -> None:
    page.set("#automaton", "monk")
    assert (page.shown["automaton"], page.shown["state"]) == ("monk", "pray")
    page.set("#disks", 3)
    page.set("#from", 1)
    page.set("#to", 0)
    assert page.shown["configuration"] == "111"
    page.click("#last")
    assert page.shown["configuration"] == "000"
    page.set("#disks", 0)
    assert (steps(page), page.shown["configuration"]) == (0, "")


def test_a_word_is_written(page: ExplorerPage) -> None:
    page.set("#automaton", "rank-reader")
    page.set("#word", "00221")
    page.click("#last")
    *_, last = frames(automata.get("rank-reader"), "00221")
    assert (steps(page), page.shown["state"]) == (last.step, last.state)
    assert page.texts(".fault") == [f"Stopped: {last.stopped}"] * bool(last.stopped)
    page.set("#automaton", "twice-reader")
    page.set("#word", "00 12 20")
    page.click("#last")
    *_, last = frames(automata.get("twice-reader"), "00 12 20")
    assert (steps(page), page.shown["state"]) == (last.step, last.state)


def test_start_and_goal_are_written(paths: ExplorerPage) -> None:
    paths.set("#disks", 2)
    paths.set("#start", "10")
    paths.set("#goal", "21")
    paths.click("#last")
    *_, last = frames(automata.get("shortest"), "10", "21")
    assert (steps(paths), paths.shown["configuration"]) == (last.step, "21")


@pytest.mark.parametrize(("start", "goal"), PATHS)
def test_a_link_to_a_path_that_was_asked_for(paths: ExplorerPage, start: str, goal: str) -> None:
    paths.open(f"start={start}&goal={goal}&step=2")
    after = next(one for one in frames(automata.get("shortest"), start, goal) if one.step == 2)
    assert paths.shown["configuration"] == str(after.configuration)


@pytest.mark.parametrize(
    ("fixture", "setting", "wrong", "said"),
    [
        ("page", "by=rank-reader", ("#word", "01x"), "x"),
        ("paths", "disks=2", ("#start", "1"), "1"),
        ("paths", "disks=2", ("#goal", "13"), "13"),
    ],
)
def test_what_cannot_be_run_is_said_and_the_moment_stays(
    request: pytest.FixtureRequest,
    fixture: str,
    setting: str,
    wrong: tuple[str, str],
    said: str,
) -> None:
    page = request.getfixturevalue(fixture)
    page.follow(f"{setting}&step=1")
    before = page.shown
    page.set(*wrong)
    [problem] = page.texts("#problem")
    assert said in problem
    assert page.shown == before
    page.blur()
    page.press("end", "home")
    assert steps(page) == 0


@pytest.mark.parametrize(
    ("fragment", "step", "configuration", "state"),
    [
        ("by=two-storey&disks=5&step=17", 17, "21110", "base"),
        ("by=monk&disks=4&from=2&to=1&step=15", 15, "1111", "pray"),
        ("by=call-stack&disks=3&step=4&event=1", 4, "211", None),
        ("by=rank-reader&word=0022&step=4", 4, "", None),
    ],
)
def test_a_link_opens_exactly_one_moment_and_a_moment_has_its_link(
    page: ExplorerPage, fragment: str, step: int, configuration: str, state: str | None
) -> None:
    page.open(fragment)
    first = page.shown
    assert (steps(page), first["configuration"]) == (step, configuration)
    assert state in (None, first["state"])
    parts = dict(part.split("=") for part in fragment.split("&"))
    assert parts.items() <= page.fragment.items()
    page.press("left")
    page.press("end")
    page.follow(fragment)
    assert page.shown == first


def test_the_link_follows_what_is_shown(page: ExplorerPage) -> None:
    page.set("#automaton", "monk")
    page.set("#disks", 4)
    page.set("#step", 9)
    there = page.fragment
    assert (there["by"], there["disks"], there["step"]) == ("monk", "4", "9")
    before = page.shown
    page.open("&".join(f"{name}={quote(value)}" for name, value in there.items()))
    assert page.shown == before


def test_the_address_is_written_seldom_however_fast_the_slider_is(page: ExplorerPage) -> None:
    count = page.run(
        "let count = 0;"
        "const write = history.replaceState;"
        "history.replaceState = function (...given) { count += 1; write.apply(this, given); };"
        "const slider = document.querySelector('#step');"
        "for (let step = 0; step <= 310; step++) {"
        " slider.value = step % 32; slider.dispatchEvent(new Event('input', {bubbles: true})); }"
        "return count"
    )
    assert count <= 100  # as many as browsers allow in half a minute
    page.set("#step", 21)
    page.wait("location.hash.includes('step=21')")


HOSTILE = (
    *("step=9999999", "step=-1", "step=1e9", "step=NaN", "step=99999999999999999999"),
    *("by=nobody", "by=", "by=__proto__", "and=constructor", "and=two-storey", "and=rank-reader"),
    *("disks=-1", "disks=99", "disks=1.5", "disks=x", "from=2&to=2", "from=7", "to=-2"),
    *("mode=nothing", "mode=__proto__", "mode=toString", "closed=nothing,,,&closed", "%", "%E0%A4"),
    *("event=99999", "by=rank-reader&begin=nowhere", "mode=be&by=rank-reader&word=%00"),
    "by=rank-reader&word=<script>alert(1)</script>",
    f"by=rank-reader&word={'0' * 3000}",
    "mode=try&at=333333333&disks=3",
    "=&&==&#&?",
)


@pytest.mark.parametrize("fragment", HOSTILE)
def test_a_hostile_link_opens_a_sensible_moment(page: ExplorerPage, fragment: str) -> None:
    page.open(fragment)
    assert page.shown["automaton"] in MACHINES
    assert page.count("#view .side") == 1
    page.blur()
    page.press("right", "end", "home")
    assert page.count("script") == 2
    page.follow("by=monk&disks=2&step=3&mode=watch")
    assert (page.shown["automaton"], page.shown["configuration"]) == ("monk", "22")


@pytest.mark.parametrize(
    "fragment", ["start=<b>&goal=22", "start=01&goal=222", "goal=&start=12", "start=012&goal=210"]
)
def test_a_hostile_link_to_a_path_says_so_and_opens_a_usual_one(
    paths: ExplorerPage, fragment: str
) -> None:
    paths.open(f"disks=2&{fragment}")
    assert paths.texts("#problem") != []
    paths.press("end")
    assert paths.shown["configuration"] == "22"


def test_closed_panels_are_remembered_in_the_link(page: ExplorerPage) -> None:
    page.click("[aria-label='Close Pegs']")
    page.click("[aria-label='Close Generated code']")
    assert page.fragment["closed"] == "pegs,code"
    page.open("&".join(f"{name}={value}" for name, value in page.fragment.items()))
    assert page.texts(".panel-pegs") + page.texts(".panel-code") == []
    page.set("#step", 5)
    page.click("#panels summary")
    page.click("#panels input[value='pegs']")
    assert page.fragment["closed"] == "code"
    assert "disk 1" in page.texts(".panel-pegs")[0]


def test_two_machines_go_side_by_side_by_moves(page: ExplorerPage) -> None:
    page.set("#automaton", "call-stack")
    page.set("#and", "monk")
    assert page.fragment["and"] == "monk"
    for step in range(1, 32):
        page.click("#forward")
        first, second = (text.split(", state")[0] for text in page.texts(".now"))
        assert first == second
        assert first.startswith(f"Step {step} of 31, disk ")
    page.set("#and", "")
    assert page.count("#view .side") == 1


def test_the_panels_of_pegs_are_only_for_machines_with_pegs(page: ExplorerPage) -> None:
    page.set("#automaton", "rank-reader")
    assert page.count(".panel-pegs, .panel-graph, .panel-formula") == 0
    assert page.count(".panel-memory, .panel-diagram, .panel-trace, .panel-code") == 4


def test_a_fault_keeps_the_machine_beside_it_where_it_is(page_of: Pages) -> None:
    wrong = changed(automata.get("two-storey"), ("/ move_back", "/ move_ahead"))
    page = page_of(3, by=[wrong, "monk"])
    page.open("by=two-storey&and=monk&disks=3")
    page.press("end")
    first, other = page.texts(".side .now")
    assert "Wrong: " in page.texts(".side .fault")[0]
    assert first.split(",")[0] == "Step 3 of 3"
    assert other.split(",")[0] == "Step 3 of 7"
