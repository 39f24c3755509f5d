"""What can be seen in a film: frames with their words, disks, ghosts, arcs and matrices."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, fromstring

SVG = "{http://www.w3.org/2000/svg}"
PEG, THICK, CELL_WIDTH, CELL_HEIGHT = 64, 18, 32, 17


@dataclass
class Shot:
    """A frame: its place on the sheet, its words, and the disks on each peg from the bottom."""

    x: float
    y: float
    words: dict[str, str]
    pegs: list[list[int]]
    rims: list[tuple[int, int]]
    ghosts: list[tuple[int, int]]
    """The pegs and levels, from 0 on, of the disk with a rim, and of the dashed place."""
    arcs: list[tuple[int, int]]
    cells: list[list[int]] = field(default_factory=list)
    heights: list[int] = field(default_factory=list)
    rings: list[tuple[int, int]] = field(default_factory=list)


def tag(element: Element) -> str:
    return element.tag.removeprefix(SVG)


def words_of(element: Element) -> str:
    """The text that is drawn, and not that of a title in it."""
    return (element.text or "") + "".join(part.tail or "" for part in element)


def placed(element: Element, x: float = 0, y: float = 0) -> Iterator[tuple[Element, float, float]]:
    """Every element with the origin that its coordinates count from."""
    if where := element.get("transform"):
        dx, dy = map(float, where.removeprefix("translate(").removesuffix(")").split())
        x, y = x + dx, y + dy
    yield element, x, y
    for part in element:
        yield from placed(part, x, y)


def number(element: Element, name: str) -> float:
    return float(element.get(name, "0"))


def shots(svg: str) -> list[Shot]:
    sheet = list(placed(fromstring(svg)))
    frames = [(one, x, y) for one, x, y in sheet if "frame" in one.get("class", "").split()]
    return [shot(one, x, y) for one, x, y in frames]


def headings(svg: str) -> list[str]:
    return [words_of(one) for one in fromstring(svg).iter() if one.get("class") == "heading"]


def shot(frame: Element, x: float, y: float) -> Shot:
    inside = [(part, dx - x, dy - y) for part, dx, dy in placed(frame, *_before(frame, x, y))]
    by_class: dict[str, list[tuple[Element, float, float]]] = {}
    for part, dx, dy in inside:
        by_class.setdefault(part.get("class", tag(part)), []).append((part, dx, dy))
    pegs = [one for one in by_class["peg"] if tag(one[0]) == "text"]
    middles = [number(text, "x") + dx for text, dx, _ in pegs]
    floor = number(pegs[0][0], "y") + pegs[0][2] - 14

    def place(part: Element, dx: float, dy: float, below: float) -> tuple[int, int]:
        middle = number(part, "x") + number(part, "width") / 2 + dx
        [peg] = [at for at, other in enumerate(middles) if abs(other - middle) < 1]
        return peg, round((floor - number(part, "y") - dy + below) / THICK) - 1

    stacks: dict[int, dict[int, int]] = {0: {}, 1: {}, 2: {}}
    for part, dx, dy in by_class.get("disk", []):
        peg, level = place(part, dx, dy, 13)
        stacks[peg][level] = int(words_of(part))
    assert all(sorted(stack) == list(range(len(stack))) for stack in stacks.values())
    ghosts = by_class.get("ghost", [])
    towers = [one for one in ghosts if number(one[0], "height") == THICK - 4]
    found = Shot(
        x,
        y,
        {name: words_of(by_class[name][0][0]) for name in WORDS if name in by_class},
        [[stack[level] for level in sorted(stack)] for stack in stacks.values()],
        [place(*one, below=0) for one in by_class.get("rim", [])],
        [place(*one, below=2) for one in towers],
        [_ends(part, dx, middles) for part, dx, _ in by_class.get("arc", [])],
    )
    _read_matrix(found, by_class, middles)
    return found


WORDS = ("step", "state", "action")


def _before(frame: Element, x: float, y: float) -> tuple[float, float]:
    """The origin outside a frame, which moves its inside by itself."""
    where = frame.get("transform")
    if not where:
        return x, y
    dx, dy = map(float, where.removeprefix("translate(").removesuffix(")").split())
    return x - dx, y - dy


def _ends(arc: Element, dx: float, middles: list[float]) -> tuple[int, int]:
    numbers = [float(word) for word in arc.get("d", "").split() if word not in ("M", "C")]
    ends = numbers[0] + dx, numbers[-2] + dx
    source, target = (min(range(3), key=lambda at: abs(middles[at] - x)) for x in ends)
    return source, target


def _read_matrix(
    shot: Shot, by_class: dict[str, list[tuple[Element, float, float]]], middles: list[float]
) -> None:
    heights = by_class.get("height", [])
    if not heights:
        return
    floor = number(heights[0][0], "y") + heights[0][2] - 15
    shot.heights = [int(words_of(text).split()[1]) for text, _, _ in heights]
    columns: list[dict[int, int]] = [{}, {}, {}]
    boxes = [one for one in by_class["rect"] if number(one[0], "width") == CELL_WIDTH]
    for part, dx, dy in boxes:
        columns[_peg(part, dx, middles)][_level(part, dy, floor)] = 0
    for part, dx, dy in by_class["text"]:
        level = round((floor - number(part, "y") - dy + 13) / CELL_HEIGHT) - 1
        middle = number(part, "x") + dx
        if level >= 0 and words_of(part).isdigit():
            peg = min(range(3), key=lambda at: abs(middles[at] - middle))
            columns[peg][level] = int(words_of(part))
    shot.cells = [[column[level] for level in sorted(column)] for column in columns]
    for part, dx, dy in by_class.get("compared", []):
        shot.rings.append((_peg(part, dx, middles), _level(part, dy - 1.5, floor)))


def _peg(part: Element, dx: float, middles: list[float]) -> int:
    middle = number(part, "x") + number(part, "width") / 2 + dx
    return min(range(3), key=lambda at: abs(middles[at] - middle))


def _level(part: Element, dy: float, floor: float) -> int:
    return round((floor - number(part, "y") - dy) / CELL_HEIGHT) - 1
