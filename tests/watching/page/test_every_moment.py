"""The page shows every moment of the run, in every panel, for every automaton."""

from math import inf
from urllib.parse import urlencode

import pytest
from support.browser_page import BrowserPage, Pages
from support.chance import chance
from support.checked_machines import CLOCK
from support.what_is_shown import Example, differences, example, word_run

from hanoi_fsm import PATHFINDERS, READERS, SOLVERS, Automaton, Machine, Memory, Task, action, guard
from hanoi_fsm.hanoi.formulas import configuration
from hanoi_fsm.hanoi.pegs import PAIRS

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

MACHINES = [*SOLVERS, *READERS, *PATHFINDERS]


@pytest.fixture
def page(page_of: Pages) -> BrowserPage:
    """A page of all automata."""
    return page_of()


def compare(page: BrowserPage, wanted: list[Example], way: str = "forwards") -> None:
    """The page must show the run as it happens, also backwards."""
    dumped = page.dump([view.link for view in wanted], way)
    for (run, link, _), shown in zip(wanted, dumped, strict=True):
        if way == "backwards":
            shown["moments"].reverse()
        assert differences(run, shown) == [], link


@pytest.mark.parametrize("name", [*MACHINES, CLOCK])
def test_every_moment_of_many_runs(name: str, page_of: Pages) -> None:
    """Small ones, and one that is gone through backwards, too."""
    random, page = chance(), page_of() if name in MACHINES else page_of(CLOCK)
    page.open()
    compare(page, [example(name, random, size) for size in [*range(4)] * 3])
    far = [example(name, random, 5 if name in SOLVERS else 3 if name in PATHFINDERS else 12)]
    compare(page, far)
    compare(page, far, "backwards")


GLUED = """
const [block, ring] = [".glue-block .block rect", ".glue-ring"].map((one) =>
  document.querySelector(one));
const { x, width } = block.getBBox();
const count = document.querySelector(".panel-glue summary .soft").textContent;
const within = ring.getAttribute("aria-label").split(" at ")[1];
return [Math.floor((x + width / 2 - 10) / 65.4), Number(within), count];
"""
"""The peg of the block, if it lies on one, where the ring is, and how much is compared."""


@pytest.mark.parametrize("storeys", range(1, 6))
def test_glued_disks_are_one_disk_of_a_smaller_tower(storeys: int, page: BrowserPage) -> None:
    """Where they are not under way, they lie on the peg of its smallest disk."""
    task = Task(5, *chance().choice(PAIRS))
    words = {"from": task.source, "to": task.target, "glue": storeys}
    page.open(f"by=two-storey&disks=5&step=0&{urlencode(words)}")
    together = 0
    for step in range(task.last_step + 1):
        page.set("#step", step)
        peg, within, count = page.run(GLUED)
        small = set(str(configuration(step, task))[-storeys:])
        if len(small) == 1:
            together += 1
            assert str(peg) in small, step
        assert within == step % 2**storeys + 1 or step == task.last_step
        many = 2 ** (5 - storeys) - 1
        assert count == f"{many} comparison{'s' * (many != 1)} in 31 moves"
    assert together == 2 ** (6 - storeys)


@pytest.mark.parametrize("name", [*MACHINES, CLOCK])
def test_being_the_machine_only_the_right_answer_goes_on(name: str, page_of: Pages) -> None:
    """Offered are the transitions that leave the state."""
    run, link, _ = example(name, chance(), 3)
    page = page_of() if name in MACHINES else page_of(CLOCK)
    transitions = list(run.machine.automaton.transitions)
    later = [
        transitions.index(moment.transition) for moment in run.moments[1:] if moment.transition
    ]
    page.open(f"{link}&mode=be")
    answered = page.call("be_wrong.js", later)
    for number, seen in enumerate(answered["found"]):
        assert sorted(seen["numbers"]) == [at for at, _ in run.leaving(number)]
        for answer in seen["answers"]:
            is_right = answer["number"] == later[number]
            assert answer["verdict"] == ("\u2713 Right" if is_right else "\u2717 No")
            assert answer["moved"] is is_right
            wanted = {
                guard.name for _, transition in run.leaving(number) for guard in transition.guards
            }
            assert is_right or answer["answers"] == len(wanted)
    assert answered["left"] == 0


MARKUP = "</script><b onclick=alert(1)>\"'& {{data}} {{script}} <!-- \N{GRINNING FACE}"
"""Characters that would end an element, a text or a line elsewhere."""
NAMES = ("constructor", "toString", "valueOf", "__proto__", "hasOwnProperty")
"""Names that every object of JavaScript has anyway."""


class Hostile(Memory):
    """Its data are named as what every object has, and are not what JavaScript takes them for."""

    turns = 0

    def contents(self) -> dict[str, object]:
        values = (
            MARKUP + "\u2028",
            2**53 + 1,
            (inf, 1.0, 1e22),
            (1, 2, 3)[: 2 + self.turns % 2],
            10**40,
        )
        return {"turns": self.turns, "0": 5, **dict(zip(NAMES, values, strict=True))}

    @guard
    def isPrototypeOf(self) -> bool:  # noqa: N802  # the test
        "</script><b onclick=alert(1)>is it?</b>"
        return self.turns % 2 == 0

    @action
    def turn(self) -> None:
        "<img src=x onerror=alert(1)>"
        self.turns += 1
        self.output = MARKUP


def test_no_name_value_or_text_breaks_the_page(page_of: Pages) -> None:
    rows = [
        f"{one} -> {other} : 01 [{answer}isPrototypeOf] / turn"
        for one, other in zip(NAMES, (*NAMES[1:], NAMES[0]), strict=True)
        for answer in ("", "!")
    ]
    automaton = Automaton.from_table("Hostile", initial=NAMES[0], final=(), table="\n".join(rows))
    meanings = dict.fromkeys(NAMES, MARKUP)
    subject = Machine(automaton, Hostile, meanings=meanings, summary=f"<b>bold</b> {MARKUP}")
    page = page_of([subject, "monk"])
    page.open()
    word = ["01"] * 5
    compare(page, [Example(word_run(subject, word), urlencode({"word": " ".join(word)}), word)])
    assert page.count("img, b[onclick], main script, main style, iframe") == 0
