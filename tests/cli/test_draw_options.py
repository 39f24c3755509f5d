"""What the options of `draw` show on a state diagram, and what is refused."""

import struct
from pathlib import Path

import pytest
from commands import DOT, assert_refused, lines, run
from svg_shapes import Shape, shapes_of

from hanoi_fsm import automata
from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.diagrams.palette import FAULT_FILL, FAULT_LINE
from hanoi_fsm.hanoi.pegs import Configuration, Task
from hanoi_fsm.hanoi.pictures.insets import first_entries

MACHINES = Path(__file__).parent.parent / "machines"


def drawn(*arguments: str, folder: Path) -> dict[str, Shape]:
    [file] = lines("draw", *arguments, "--renderer", "wasm", "--out", folder)
    return shapes_of(Path(file).read_bytes())


def notes(shapes: dict[str, Shape]) -> str:
    return " ".join(shapes["note-below"].texts)


# paths


@pytest.mark.parametrize(
    ("arguments", "stem", "badges"),
    [
        ("two-storey --path 3..7", "two-storey-steps-3-to-7", {1: "3", 2: "4", 3: "1 5", 4: "2"}),
        ("two-storey --path 1..1", "two-storey-steps-1-to-1", {1: "1"}),
        ("configuration-reader --path 0110", "configuration-reader-path-0110", {1: "1"}),
        ("any-to-any --path 00 01", "any-to-any-path-00-01", {1: "1"}),
        (f"{MACHINES}/alarm_clock.py:clock --path A A A", "clock-path-A-A-A", {4: "1"}),
    ],
)
@pytest.mark.one_in(2)
def test_a_path_is_numbered(
    arguments: str, stem: str, badges: dict[int, str], tmp_path: Path
) -> None:
    found = drawn(*arguments.split(), folder=tmp_path)
    [file] = tmp_path.iterdir()
    assert file.stem.endswith(stem.removeprefix("clock"))
    shown = {int(name[6:]): shape.texts[0] for name, shape in found.items() if name[:5] == "badge"}
    assert badges.items() <= shown.items()
    assert "highlighted" in notes(found)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("configuration-reader --path 0120", "'2'"),
        ("--path 0110 configuration-reader", "name it first"),
        ("configuration-reader --path 3..7", "not a solver"),
        ("any-to-any --path 00", "give both"),
        ("configuration-reader --path 01 --counts 2", "--counts"),
        ("configuration-reader --path 01 --disks 2", "--disks"),
        ("two-storey --path 3..7 --counts 3 --disks 4", "two runs"),
        ("two-storey --pegs 3 --counts 4", "two runs"),
        ("two-storey --pegs 3 --path 1..2 --disks 4", "two runs"),
        ("configuration-reader --pegs 3", "not a solver"),
        ("two-storey --pegs 6", "at most 5"),
        ("hanoi-graph --pegs 3", "--pegs"),
        ("hanoi-graph --legend", "--legend"),
        ("disk-table --layout circle", "--layout"),
        ("two-storey --layout neato", "'neato'"),
        ("two-storey --direction up", "'up'"),
        ("two-storey --direction right --layout circle", "--direction"),
        ("two-storey --dpi 100", "--dpi is for --format png"),
        ("two-storey --format png --dpi nan", "dots per inch"),
        ("two-storey --format png --dpi 1e9", "dots per inch"),
        ("two-storey --format png --scale 0", "0.25 to 12.5"),
        ("two-storey --format png --scale 2 --dpi 200", "leave one out"),
    ],
)
def test_what_does_not_belong_together_is_refused(
    arguments: str, reason: str, tmp_path: Path
) -> None:
    ran = run("draw", *arguments.split(), "--out", "pictures", cwd=tmp_path)
    assert ran.code == 2
    assert any(part in ran.err for part in reason.split("|"))
    assert ran.err.count("\n") == 1
    assert not any(tmp_path.iterdir())


# counts, pegs and the legend


@pytest.mark.parametrize(
    ("arguments", "caption"),
    [
        ("two-storey --counts 4", "in a run with 4 disks; (n): by the closed formula"),
        ("rank-reader --counts 1", "when all words of 1 event are read"),
        ("any-to-any --counts 2", "on the paths between any two configurations of 2 disks"),
    ],
)
def test_a_caption_says_which_runs_are_counted(
    arguments: str, caption: str, tmp_path: Path
) -> None:
    assert caption in notes(drawn(*arguments.split(), folder=tmp_path))


def test_little_pegs_are_those_at_the_first_entry_of_each_state(tmp_path: Path) -> None:
    found = drawn("two-storey", "--pegs", "3", folder=tmp_path)
    assert "with 3 disks" in notes(found)
    for number in range(1, 6):
        parts = [shape for name, shape in found.items() if name.startswith(f"inset-{number}-")]
        texts = [text for shape in parts for text in shape.texts]
        assert sorted(texts) == ["0", "1", "1", "2", "2", "3"]  # three pegs and three disks


def test_first_entries_are_found_in_the_trace() -> None:
    machine = automata.get("two-storey")
    found = first_entries("dismantle", Task(3).start, machine.run(3))
    expected = {"dismantle": "000", "base": "002", "crown": "012", "foundation": "011"}
    assert found == {
        **{state: Configuration(digits) for state, digits in expected.items()},
        "done": Configuration("222"),
    }


def test_a_state_that_the_run_does_not_enter_has_no_pegs(tmp_path: Path) -> None:
    found = drawn("two-storey", "--pegs", "1", folder=tmp_path)
    crown = automata.get("two-storey").automaton.states.index("crown") + 1
    assert not any(name.startswith(f"inset-{crown}-") for name in found)
    assert any(name.startswith("inset-1-") for name in found)


def test_the_legend_explains_guards_and_actions(tmp_path: Path) -> None:
    said = notes(drawn("two-storey", "--legend", folder=tmp_path))
    for words in (automata.get("two-storey").vocabulary.guards(), {"carry": "disk 1 goes"}):
        assert all(f"{word}: {text}" in said for word, text in words.items())
    assert "note-below" not in drawn("two-storey", folder=tmp_path)


# the layout and the resolution


def test_layouts_and_directions_put_the_states_at_different_places(tmp_path: Path) -> None:
    seen = set()
    for options in ("", "--layout circle", "--direction right"):
        [file] = lines("draw", "two-storey", "--format", "dot", "--out", tmp_path, *options.split())
        drawing = read(Path(file))
        assert drawing.automaton == automata.get("two-storey").automaton
        seen.add(tuple(drawing.places.values()))
    assert len(seen) == 3
    [file] = lines("draw", "two-storey", "--format", "dot", "--out", tmp_path, "--layout", "dot")
    assert read(Path(file)).places == {}


@pytest.mark.dot
def test_the_resolution_of_a_png_is_that_of_two_screens_or_as_asked_for(tmp_path: Path) -> None:
    widths = []
    for options in ("", "--dpi 96", "--scale 1", "--scale 4"):
        [file] = lines("draw", "monk", "--format", "png", "--out", tmp_path, *options.split())
        widths.append(struct.unpack(">I", Path(file).read_bytes()[16:20])[0])
    assert widths[1] == widths[2]
    assert [round(width / widths[1], 1) for width in widths] == [2, 1, 1, 4]


# faults

FAULTY = {
    "action.dot": DOT.replace("/ move_back", "/ move_ahead"),
    "nowhere.dot": DOT.replace("foundation -> done", "foundation -> nowhere"),
    "start.dot": "\n".join(line for line in DOT.split("\n") if "initial" not in line),
}


@pytest.mark.parametrize("name", FAULTY)
def test_check_draws_what_fails(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FAULTY[name])
    ran = run("check", name, "--draw", "--out", "pictures", cwd=tmp_path)
    file = f"pictures/{Path(name).stem}-fault.svg"
    assert (ran.code, ran.out.rstrip().endswith(f"drawn: {file}")) == (1, True)
    svg = (tmp_path / file).read_text("utf-8")
    assert "expected" in svg or "unknown" in svg or "no state is marked" in svg
    assert ("nowhere" in name) is (FAULT_FILL in svg)  # an unknown state is drawn, in red


def test_a_fault_is_red_and_what_is_sound_is_not_drawn(tmp_path: Path) -> None:
    (tmp_path / "action.dot").write_text(FAULTY["action.dot"])
    ran = run("check", "action.dot", "monk", "--draw", "--out", "pictures", cwd=tmp_path)
    assert ran.code == 1
    [file] = (tmp_path / "pictures").iterdir()
    shapes = shapes_of(file.read_bytes())
    back = next(
        name for name, shape in shapes.items() if "[!built & ahead_smaller] / move_a" in shape.title
    )
    red = [line for line in file.read_text("utf-8").split("<g ") if FAULT_LINE in line]
    assert [f'id="{back}"' in group for group in red if 'class="edge"' in group] == [True]


def test_draw_warns_of_a_faulty_file_and_draws_it(tmp_path: Path) -> None:
    (tmp_path / "nowhere.dot").write_text(FAULTY["nowhere.dot"])
    ran = run("draw", "nowhere.dot", "--out", "pictures", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "pictures/nowhere.svg\n")
    assert "red" in ran.err
    assert ran.err.count("\n") == 1
    assert_refused(run("draw", "nowhere.dot", "--counts", "3", cwd=tmp_path), "unknown state")


def test_pictures_of_faults_are_named_in_text_only(tmp_path: Path) -> None:
    assert_refused(run("check", "monk", "--draw", "--format", "csv", cwd=tmp_path), "csv")
