"""What the page itself computes of the puzzle is what Python does, on up to 16 disks."""

import re
from io import StringIO
from keyword import iskeyword
from math import sqrt
from tokenize import COMMENT, NAME, NUMBER, STRING, generate_tokens
from typing import Any

import pytest
from chance import chance
from selenium.webdriver import Chrome

from hanoi_fsm import Automaton, Task
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.errors import NotOnPath
from hanoi_fsm.hanoi.formulas.derivations import halvings, of_hbits, of_legalov
from hanoi_fsm.hanoi.pegs import PAIRS
from hanoi_fsm.hanoi.pictures.hanoi_graph import edges, position, vertices
from hanoi_fsm.watching.page.inlining import inlined

pytestmark = pytest.mark.browser

MOST = 16
MODULES = {
    "panels/formula.js": "legalov, hbits, halvings",
    "modes/attempt.js": "distance, bestMove, diskOff, reading",
    "panels/graph.js": "addressOf, edgesOf",
    "panels/code.js": "tokensOf",
}
STEPS = """
return arguments[0].map(([step, disks, source, target]) => {
  const task = { disks, source, target };
  return [legalov(step, task), hbits(step, task), halvings(step, task)];
});
"""
POSITIONS = """
return arguments[0].map(([word, source, target]) => [
  distance(word, target),
  bestMove(word, target),
  diskOff(word, { source, target }),
  reading(word, target),
]);
"""
COLOURS = "return arguments[0].map((line) => tokensOf(line).filter(([, kind]) => kind));"
GRAPH = "return [arguments[0].map(addressOf), edgesOf(arguments[1])];"
LINE = re.compile(r"M(\d+) (\d+)([hvl])(\d+)")
DIRECTIONS = {"h": (1, 0), "v": (0, 1), "l": (1, -1)}


def computed(chrome: Chrome, script: str, *values: Any) -> Any:
    """What modules of the page compute in a browser."""
    [modules] = re.findall(
        '<script type="module">(.*?)</script>', inlined("", 0, "", MODULES), re.S
    )
    named = "".join(f"const {{{names}}} = modules['{one}'];" for one, names in MODULES.items())
    return chrome.execute_script(modules + named + script, *values)


def sampled() -> list[tuple[int, Task]]:
    """Some steps of towers of each size, with all tasks of one size or another."""
    random = chance()
    tasks = [Task(disks, *random.choice(PAIRS)) for disks in range(1, MOST + 1) for _ in range(8)]
    return [(random.randint(1, task.last_step), task) for task in tasks]


def test_a_step_is_worked_out_as_in_python(chrome: Chrome) -> None:
    """By both formulas, and by the reader, which reads the bits with its own table."""
    reader, steps = automata.READERS["configuration-reader"], sampled()
    asked = [(step, one.disks, one.source, one.target) for step, one in steps]
    found = computed(chrome, STEPS, asked)
    for (step, task), (first, second, rows) in zip(steps, found, strict=True):
        assert first["move"] == formulas.legalov(step, task)._asdict()
        assert second["pegs"] == [*map(int, of_hbits(step, task)["renamed"])]
        assert first["pegs"] == [*map(int, of_legalov(step, task)["renamed"])]
        assert [line[2:] for line in first["lines"]] == legalov_figures(step, task)
        assert [line[2:] for line in second["lines"]] == hbits_figures(step, task)
        bits = f"{step:0{task.disks}b}"
        read = list(reader.read(bits, source=task.source, target=task.target))
        wanted = zip(halvings(bits), bits, read, strict=True)
        assert rows == [
            {name: figures[name] for name in ("disk", "steps", "compared")}
            | {"bit": bit, "state": record.state, "peg": str(record.output)}
            for figures, bit, record in wanted
        ]


def legalov_figures(step: int, task: Task) -> list[list[Any]]:
    figures = of_legalov(step, task)
    zeros, shifts, delta = (figures[name] for name in ("zeros", "shifts", "delta"))
    source, target = map(int, figures["mod 3"].split(">"))
    return [
        [f"{zeros} + 1", zeros + 1],
        [f"({step} >> {zeros + 1}) + 1", shifts],
        [f"2 - ({zeros + 1} + {task.disks}) mod 2", delta],
        [f"{delta} * ({shifts} - 1) mod 3", source],
        [f"{delta} * {shifts} mod 3", target],
    ]


def hbits_figures(step: int, task: Task) -> list[list[Any]]:
    figures = of_hbits(step, task)
    bits, below = (f"{number:0{task.disks}b}" for number in (step, step - 1))
    cleared, filled = figures["x&(x-1)"], figures["x|(x-1)"]
    source, target = map(int, figures["mod 3"].split(">"))
    both = f"(({bits} | {below}) + 1) mod 3 = ({filled} + 1) mod 3"
    return [
        [f"({bits} & {below}) mod 3 = {cleared} mod 3 = {int(cleared, 2)} mod 3", source],
        [f"{both} = {int(filled, 2) + 1} mod 3", target],
    ]


def test_a_position_is_known_as_in_python(chrome: Chrome) -> None:
    """Any position, and those of the optimal path or one disk off it, which are rare among them."""
    random, reader = chance(), automata.READERS["next-move-reader"]
    cases = [("", 0, 2)]
    for step, task in sampled():
        on = str(formulas.configuration(step, task))
        place = random.randrange(task.disks)
        beside = on[:place] + random.choice("012") + on[place + 1 :]
        for word in (on, beside, "".join(random.choices("012", k=task.disks))):
            cases.append((word, task.source, task.target))
    found = computed(chrome, POSITIONS, cases)
    for (word, source, target), (distance, best, off, reading) in zip(cases, found, strict=True):
        case = (word, source, target)
        move = formulas.next_move(word, target=target)
        exchanged = word.translate(str.maketrans(f"2{target}", f"{target}2"))
        states = [one.target for one in reader.automaton.read(exchanged)]
        assert distance == formulas.distance_to_tower(word, target=target), case
        assert best == (move and move._asdict()), case
        assert off == disk_off(word, source, target), case
        assert reading == {"word": exchanged, "states": ["none", *states]}, case


def disk_off(word: str, source: int, target: int) -> int:
    try:
        formulas.step_of(word, source=source, target=target)
    except NotOnPath as error:
        return error.disk
    return 0


@pytest.mark.parametrize("disks", range(5))
def test_the_graph_is_that_of_the_pictures(chrome: Chrome, disks: int) -> None:
    """Each line of the path is as many edges as it is long."""
    named = {vertex: position(vertex) for vertex in vertices(disks)}
    addresses, path = computed(chrome, GRAPH, [*map(str, named)], disks)
    assert [place(*one) for one in addresses] == [*named.values()]
    drawn = [
        frozenset(place(int(u) + at * du, int(v) + at * dv) for at in (one, one + 1))
        for u, v, letter, length in LINE.findall(path)
        for du, dv in [DIRECTIONS[letter]]
        for one in range(int(length))
    ]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {frozenset((named[one], named[other])) for one, other in edges(disks)}


def place(u: int, v: int) -> tuple[float, float]:
    """Where the coordinates (u, v) are in the picture."""
    return (v - u) / 2, -(u + v) * sqrt(3) / 2


ODD = """é_in -> it's : if [is_not & !é2in] / do_3
it's -> é_in : 12 / "'a\\"# b\\\\"
"""


def test_code_has_the_colours_of_pythons_tokens(chrome: Chrome) -> None:
    """Of our automata, and of one whose names look like other tokens."""
    odd = Automaton.from_table("odd", initial="é_in", final=(), table=ODD)
    for automaton in (odd, automata.get(chance().choice(automata.names())).automaton):
        text = python.code(automaton)
        found = computed(chrome, COLOURS, text.splitlines())
        assert found == colours(text)


def colours(text: str) -> list[list[list[str]]]:
    """The coloured tokens of each line, and of which kind they are."""
    kinds = dict.fromkeys((COMMENT, NUMBER, STRING), "quiet")
    found: list[list[list[str]]] = [[] for _ in text.splitlines()]
    for token in generate_tokens(StringIO(text).readline):
        kind = kinds.get(token.type)
        if token.type == NAME and iskeyword(token.string):
            kind = "keyword"
        if kind:
            found[token.start[0] - 1].append([token.string, kind])
    return found
