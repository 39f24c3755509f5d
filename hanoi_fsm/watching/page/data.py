"""What the page knows, as the JSON within it holds it: a type for each part.

`contents_of` makes it, and `web/data.js` reads it. A part that a machine or the page need not have
is `NotRequired`. Transitions, states and moments are known by their numbers, places in the lists
that hold them.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from hanoi_fsm.watching.plain import PlainFinding, PlainMove, PlainQuestion

Numbers = list[float]
"""A box as x, y, width, height; or the points of a line, x and y of each."""

Range = tuple[int, int]
"""The first number and the last."""


class PageData(TypedDict):
    """The whole page: solvers move towers of 0 .. `disks` disks, words have up to `longest_word`.

    `family` has the tables of the cycles around a tower, if the page can run them.
    `tour` has the stops of the tour where the page has all automata.
    `pending_moves`, what the states of next-move-reader mean, are there if a machine is about the
    puzzle, `version` if the page is served while a file is edited.
    """

    disks: int
    paths: list[tuple[str, str]]
    words: list[tuple[str, ...]]
    machines: list[MachineData]
    longest_word: int
    family: NotRequired[dict[str, Any]]
    tour: NotRequired[list[dict[str, Any]]]
    pending_moves: NotRequired[dict[str, str]]
    version: NotRequired[int]


class FactsData(TypedDict):
    """What is said of a machine; `guards` and `actions` have the meanings of all its words by name.

    A transition is its source, target, event, guards as the notation writes them, action, and the
    output that this is, if it is one; what is missing at the end is not there. The `caption` has
    the lines of the title of the diagram.
    """

    kind: str
    title: str
    initial: str
    events: list[str]
    states: list[StateData]
    transitions: list[list[Any]]
    guards: dict[str, str]
    actions: dict[str, str]
    caption: list[str]
    holds: bool
    verdict: str


class StateData(TypedDict):
    """A state of a machine."""

    name: str
    final: bool
    meaning: str


class FaultData(TypedDict, total=False):
    """What is wrong at the end of a run, and why it could not go on; empty where all is well."""

    finding: PlainFinding
    stopped: str


class RunData(FaultData):
    """The moments of a run by their numbers, on a task, between two configurations, or alone."""

    moments: list[int]
    disks: NotRequired[int]
    source: NotRequired[int]
    target: NotRequired[int]
    start: NotRequired[str]
    goal: NotRequired[str]
    begin: NotRequired[str]


class StartData(TypedDict):
    """Where words begin: the name of a start, its moment and its node."""

    begin: str
    moment: int
    node: int


class NodeData(FaultData):
    """What each event leads to: a moment and a node, or the fault for which it is refused."""

    next: dict[str, tuple[int, int] | FaultData]


class WrongData(FaultData):
    """A word that is answered wrongly from a start."""

    begin: str
    word: list[str]


class MomentsData(TypedDict):
    """The moments of all runs of a machine, and the values that the numbers in them stand for.

    A moment has the number of the transition taken, -1 where there was none, that of the state, and
    its places in `outputs`, `pegs_compared`, `contents`, `places` and `questions`. An output comes
    with the move that it is. Contents are pairs of places in `values`: a name and what it holds.
    With the questions are the numbers of the transitions that are enabled.
    """

    moments: list[tuple[int, ...]]
    outputs: list[tuple[Any, PlainMove | None]]
    pegs_compared: list[list[int]]
    values: list[Any]
    contents: list[list[tuple[int, int]]]
    places: list[str | None]
    questions: list[tuple[list[PlainQuestion], list[int]]]


class RunsData(MomentsData):
    """The runs of a machine that needs no events, or where the words of one that does lead.

    `tape` names the part of the memory that holds all outputs so far, if there is one.
    """

    runs: NotRequired[list[RunData]]
    starts: NotRequired[list[StartData]]
    nodes: NotRequired[list[NodeData]]
    wrong: NotRequired[list[WrongData]]
    tape: NotRequired[str]


class LiveData(TypedDict, total=False):
    """What the page needs to run a machine itself, besides its table and its memory.

    `names` has the states and events that messages show otherwise. `shows` says where the memory
    keeps what it shows, if not as its public data, and `compares` of which registers' pegs a word
    compares the tops. The runs, or the starts of words, have no moments yet.
    """

    live: bool
    names: dict[str, str]
    shows: dict[str, dict[str, Any]]
    compares: dict[str, tuple[str, ...]]
    tape: str
    starts: list[dict[str, str]]
    runs: list[dict[str, str]]
    wrong: list[WrongData]


class MachineData(FactsData):
    """A machine of the page, known by its `name`; whether it moves disks on `pegs`.

    It has what `LiveData` has, or where the page does not run it, what `RunsData` has; `recorded`
    says why.
    """

    name: str
    pegs: bool
    recorded: str
    diagram: DiagramData
    code: CodeData


class DiagramData(TypedDict, total=False):
    """Where the parts of a machine's diagram are, or why it `failed` to be drawn.

    `states` are the boxes of the states in the order of the automaton's. `event` is the only event,
    which labels leave out.
    """

    failed: str
    event: str | None
    all_final: bool
    width: int
    height: int
    states: list[Numbers]
    start: Numbers
    edges: list[EdgeData]


class EdgeData(TypedDict):
    """The transitions that one edge stands for, its line, and its label with the box of that.

    The last point of the line is the tip of its head, and the one before it where the head begins.
    """

    transitions: list[int]
    lines: list[str]
    line: Numbers
    box: Numbers


class CodeData(TypedDict, total=False):
    """The lines of a program, which are counted from 0, or `why` there are none.

    `arms` has the lines of each state by its name, `branches` those of each transition, `tests` the
    lines that ask for each transition.
    """

    why: str
    lines: list[str]
    arms: dict[str, Range]
    branches: list[Range]
    tests: list[list[int]]
