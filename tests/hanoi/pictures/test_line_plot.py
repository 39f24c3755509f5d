"""A plot: each line has its name at its end, and can be told from all others, even in grey."""

import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from chance import chance
from commands import process
from sampling import one_in
from svg_shapes import SVG

from hanoi_fsm.fsm.diagrams import palette
from hanoi_fsm.fsm.errors import BadInput, RenderError
from hanoi_fsm.hanoi.pictures import line_plot
from hanoi_fsm.hanoi.pictures.end_labels import spread
from hanoi_fsm.hanoi.pictures.line_plot import Curve, LinePlot
from hanoi_fsm.hanoi.pictures.plot_figure import COLOURS, LONGEST_NAME, WIDTH

FAMILIES = ("ones", "others", "third ones")
POINTS = [(n, float(2**n)) for n in range(1, 7)]
SAME = [Curve(name, FAMILIES[0], POINTS) for name in ("ash", "beech", "cedar", "dogwood")]
MORE = [
    Curve("elm", FAMILIES[1], [(n, 3.0 * value) for n, value in POINTS]),
    Curve("$x_1$ & <fir>", FAMILIES[1], [(n, 3.1 * value) for n, value in POINTS[:4]]),
    Curve("\N{CJK UNIFIED IDEOGRAPH-5854}", FAMILIES[2], [(n, 100.0) for n, _ in POINTS]),
]
CURVES = [*SAME, *MORE]
GUIDE = Curve("2^n", "", POINTS)


def plot(curves: Sequence[Curve] = tuple(CURVES), **more: Any) -> LinePlot:
    return LinePlot("Trees", "height in metres", curves, FAMILIES, **{"guide": GUIDE} | more)


def drawn(picture: LinePlot) -> ET.Element:
    pytest.importorskip("matplotlib")
    return ET.fromstring(picture.render())


def texts(root: ET.Element) -> dict[str, ET.Element]:
    return {"".join(one.itertext()): one for one in root.iter(f"{SVG}text")}


def pixels(root: ET.Element, length: str) -> float:
    """A length in the units of the picture as pixels of its natural size."""
    width = float(root.attrib["width"].removesuffix("pt")) * 96 / 72
    return float(length.removesuffix("px")) * width / float(root.attrib["viewBox"].split()[2])


def style(element: ET.Element, name: str) -> str:
    found = re.search(rf"(?:^|; ?){name}: ([^;]*)", element.get("style", ""))
    return found[1] if found else ""


def place(element: ET.Element) -> tuple[float, float]:
    """Where a text begins, or its middle or end is."""
    if "x" in element.attrib:
        return float(element.attrib["x"]), float(element.attrib["y"])
    found = re.findall(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", element.get("transform", ""))
    assert found
    return float(found[0][0]), float(found[0][1])


@pytest.mark.sweep
def test_text_is_text_and_large_enough_at_the_width_of_a_readme() -> None:
    root = drawn(plot())
    assert pixels(root, root.attrib["viewBox"].split()[2]) == WIDTH == 900
    found = texts(root)
    assert set(found) >= {one.name for one in [*CURVES, GUIDE]} | {"Trees", "height in metres"}
    assert set(found) >= {*FAMILIES, "number of disks n", "1", "6"}
    for text in found.values():
        font = style(text, "font-size") or style(text, "font")
        assert pixels(root, re.findall(r"([\d.]+)px", font)[0]) >= 11
        assert "sans-serif" in text.get("style", "")


@pytest.mark.parametrize("scale", ["log", "linear", "symlog"])
@pytest.mark.sweep
def test_no_name_lies_over_another_or_leaves_the_picture(scale: str) -> None:
    root = drawn(plot(scale=scale))
    height = float(root.attrib["viewBox"].split()[3])
    found = texts(root)
    places = [place(found[one.name]) for one in [*CURVES, GUIDE]]
    assert len({x for x, _ in places}) == 1, "they begin below one another"
    rows = sorted(y for _, y in places)
    assert all(pixels(root, str(low - high)) >= 13 for high, low in pairwise(rows))
    assert all(15 < y < height - 15 for y in rows)


def test_as_many_names_as_there_are_make_the_picture_higher() -> None:
    many = [Curve(f"tree {n}", FAMILIES[0], POINTS) for n in range(60)]
    root = drawn(plot(many))
    found = texts(root)
    rows = sorted(place(found[one.name])[1] for one in many)
    assert all(pixels(root, str(low - high)) >= 13 for high, low in pairwise(rows))
    assert rows[0] > 15
    assert rows[-1] < float(root.attrib["viewBox"].split()[3]) - 15


def test_a_long_name_is_cut_and_leaves_room_for_the_lines() -> None:
    root = drawn(plot([Curve("a" * 300, FAMILIES[0], POINTS)]))
    [name] = [name for name in texts(root) if name.startswith("aaa")]
    assert len(name) <= LONGEST_NAME
    assert pixels(root, str(place(texts(root)[name])[0])) > WIDTH / 2


def markers(root: ET.Element, number: int) -> list[ET.Element]:
    group = next(one for one in root.iter(f"{SVG}g") if one.get("id") == f"line-{number}")
    return list(group.iter(f"{SVG}use"))


def shape_of_marker(root: ET.Element, number: int) -> str:
    name = markers(root, number)[0].attrib["{http://www.w3.org/1999/xlink}href"].removeprefix("#")
    return next(one.attrib["d"] for one in root.iter(f"{SVG}path") if one.get("id") == name)


def path_of(root: ET.Element, number: int) -> ET.Element:
    group = next(one for one in root.iter(f"{SVG}g") if one.get("id") == f"line-{number}")
    return next(one for one in group.findall(f"{SVG}path"))


def test_families_differ_in_colour_and_all_lines_in_marker_and_dash() -> None:
    root = drawn(plot())
    numbers = range(1, len(CURVES) + 1)
    colours = [style(path_of(root, number), "stroke") for number in numbers]
    assert colours == [COLOURS[FAMILIES.index(one.family)] for one in CURVES]
    assert len({shape_of_marker(root, number) for number in numbers}) == len(CURVES)
    dashes = [style(path_of(root, number), "stroke-dasharray") for number in numbers]
    assert len(set(dashes[:5])) == 5, "neighbours differ"


def test_of_lines_that_are_the_same_each_has_its_markers() -> None:
    root = drawn(plot())
    shown = [markers(root, number) for number in range(1, len(SAME) + 1)]
    assert all(shown)
    places = [(one.attrib["x"], one.attrib["y"]) for marks in shown for one in marks]
    assert len(set(places)) == len(places) == len(POINTS)


def test_lines_stand_out_from_a_light_and_from_a_dark_page() -> None:
    for colour in COLOURS:
        assert contrast(colour, palette.PAPER) >= 3
        dark = palette.DARK.get(colour, colour)
        assert contrast(dark, palette.DARK[palette.PAPER]) >= 3
    assert len(set(COLOURS)) == len(COLOURS)


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def test_it_says_in_words_what_it_shows() -> None:
    root = drawn(plot())
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Trees"
    said = root.findtext(f"{SVG}desc", "")
    assert said.startswith("height in metres, against the number of disks n. ash: 64 at n = 6; ")
    titles = {one.get("id"): one.findtext(f"{SVG}title") for one in root.iter(f"{SVG}g")}
    assert titles["line-5"] == "elm: 192 at n = 6"


def test_no_rule_of_its_style_applies_to_other_pictures_of_a_page() -> None:
    sheets = [style.text or "" for style in drawn(plot()).iter(f"{SVG}style")]
    rules = re.findall(r"([^{}\n]*)\{", "\n".join(sheets))
    assert rules
    assert [rule for rule in rules if ".hanoi-fsm" not in rule and "@media" not in rule] == []


@pytest.mark.sweep
def test_the_same_figures_give_the_same_picture_whatever_matplotlib_is_set_to(
    tmp_path: Path,
) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "matplotlibrc").write_text(
        "svg.fonttype: path\naxes.facecolor: red\nfont.size: 30\ntext.usetex: True\n"
    )
    program = (
        "import sys\nfrom hanoi_fsm.hanoi.pictures.line_plot import *\n"
        "p = [(1, 2.0), (2, 4.0)]\n"
        "plot = LinePlot('t', 'q', [Curve('a', 'f', p)], ['f'], guide=Curve('g', '', p))\n"
        "sys.stdout.write(plot.render().decode())\n"
    )
    run = (sys.executable, "-c", program)
    settings = {"MATPLOTLIBRC": str(tmp_path / "matplotlibrc"), "MPLBACKEND": "nope"}
    assert process(program=run) == process(program=run, env=settings)


@pytest.mark.parametrize("format", one_in(3, line_plot.FORMATS))
def test_two_renderings_are_the_same_bytes(format: str) -> None:
    pytest.importorskip("matplotlib")
    assert plot().render(format) == plot().render(format)


@pytest.mark.parametrize("points", [[(1, 5.0)], [(4, 1e-9)], [(1, 1e30), (24, 1e30)]])
@pytest.mark.parametrize("scale", one_in(3, ["log", "linear", "symlog"]))
def test_few_and_strange_figures_are_plotted(points: list[tuple[int, float]], scale: str) -> None:
    root = drawn(plot([Curve("one", FAMILIES[0], points)], scale=scale, guide=None))
    assert "one" in texts(root)
    ticks = [text for text in texts(root) if re.match(r"[\d,e]+$", text)]
    assert len(ticks) >= 1 + len(points), "both axes have ticks"


@pytest.mark.parametrize("largest", one_in(2, [9e7, 1e15, 9e29]))
@pytest.mark.parametrize("scale", one_in(2, ["log", "linear", "symlog"]))
@pytest.mark.one_in(4)
def test_the_largest_numbers_have_room_beside_the_axis(largest: float, scale: str) -> None:
    root = drawn(plot([Curve("one", FAMILIES[0], [(1, 1.0), (9, largest)])], scale=scale))
    ends = [one for one in texts(root).items() if style(one[1], "text-anchor") == "end"]
    assert len(ends) > 2
    wide = 0.64  # of a digit, as a share of the size of the font
    for text, element in ends:
        size = float(style(element, "font-size").removesuffix("px"))
        assert place(element)[0] > wide * size * len(text)


def test_zeros_have_a_place_where_counts_are_plotted() -> None:
    zeros = Curve("never", FAMILIES[0], [(1, 0), (2, 0)])
    assert "never" in texts(drawn(plot([zeros], scale="symlog", guide=None)))


def test_without_lines_there_is_nothing_to_plot() -> None:
    with pytest.raises(BadInput, match="nothing to plot"):
        plot([]).render()


def test_without_matplotlib_the_error_names_a_command_that_works_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, name, None)
    for refused in (line_plot.check_installed, plot().render):
        with pytest.raises(RenderError, match=r"pip install 'matplotlib>=3\.8'"):
            refused()


def test_the_extra_of_the_package_asks_for_what_the_error_names() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))
    [needed] = project["project"]["optional-dependencies"]["plot"]
    assert f"pip install '{needed}'" in line_plot.MISSING
    assert "pip install -e '.[plot]'" in line_plot.MISSING


def test_names_are_moved_as_little_as_will_do() -> None:
    random = chance()
    for _ in range(300):
        wanted = [
            random.choice([random.uniform(0, 100), 50.0]) for _ in range(random.randint(1, 9))
        ]
        gap, low, high = random.uniform(1, 12), 0.0, 100.0
        places = spread(wanted, gap, low, high)
        ordered = sorted(range(len(wanted)), key=places.__getitem__)
        assert all(places[b] - places[a] >= gap - 1e-9 for a, b in pairwise(ordered))
        assert [wanted[one] for one in ordered] == sorted(wanted)
        assert min(places) >= low - 1e-9
        assert max(places) <= high + 1e-9
        best = cost(places, wanted)
        for _ in range(20):  # no other order-keeping, spaced places within the bounds are better
            other = [place + random.uniform(-2, 2) for place in places]
            other = spread(other, gap, low, high)
            assert cost(other, wanted) >= best - 1e-6


def cost(places: Sequence[float], wanted: Sequence[float]) -> float:
    return sum((one - other) ** 2 for one, other in zip(places, wanted, strict=True))
