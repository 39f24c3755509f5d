"""What the page knows, as the JSON within it holds it: a type for each part.

`contents_of` makes it, and `web/data.js` reads it. A part that a machine or the page need not have
is `NotRequired`. Transitions, states and moments are known by their numbers, places in the lists
that hold them.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from hanoi_fsm.watching.plain import PlainFinding, PlainMove, PlainQuestion

Box = tuple[float, float, float, float]
"""x, y, width, height."""

Range = tuple[int, int]
"""The first number and the last."""

Line = tuple[str, str]
"""One line of a formula with the figures of a step put in, and its result."""


class PageData(TypedDict):
    """The whole page: solvers move towers of 0 .. `disks` disks, words have up to `longest_word`.

    `positions` and `graph` are there if a machine is about the puzzle, `formula` if one is a
    solver, `version` if the page is served while a file is edited.
    """

    disks: int
    paths: list[tuple[str, str]]
    words: list[tuple[str, ...]]
    machines: list[MachineData]
    longest_word: int
    positions: NotRequired[PositionsData]
    graph: NotRequired[GraphData]
    formula: NotRequired[FormulaData]
    version: NotRequired[int]


class FactsData(TypedDict):
    """What is said of a machine; `guards` has the meanings of the guards by name."""

    kind: str
    title: str
    events: list[str]
    states: list[StateData]
    transitions: list[TransitionData]
    guards: dict[str, str]
    holds: bool
    verdict: str


class StateData(TypedDict):
    """A state of a machine."""

    name: str
    final: bool
    meaning: str


class TransitionData(TypedDict):
    """A transition, and the `text` as which it is written; a guard has the answer that it needs."""

    text: str
    source: str
    target: str
    event: str
    guards: list[tuple[str, bool]]
    action: str | None
    output: NotRequired[Any]


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
    initial: str
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


class DrawingData(TypedDict):
    """The `svg` of a diagram, and where in it are the boxes of states and labels.

    `states` are in the order of the automaton's.
    """

    svg: str
    width: int
    height: int
    states: list[Box]
    edges: list[EdgeData]


class DiagramData(DrawingData):
    """The drawing of a machine's diagram, or why it `failed`; then the svg is empty.

    `event` is the only event, which labels leave out.
    """

    failed: str
    event: str | None
    all_final: bool


class EdgeData(TypedDict):
    """The transitions that one edge stands for, and the box of its label."""

    transitions: list[int]
    box: Box


class CodeData(TypedDict):
    """The lines of a program, which are counted from 0, and what each of them is for.

    `arms` has the lines of each state by its name, `branches` those of each transition, `tests` the
    lines that ask for each transition. `colours` has the tokens of each line that are coloured:
    where they start, how long they are, and of which kind. Where there is no program, there are no
    lines, and `why` says why.
    """

    why: str
    lines: list[str]
    arms: dict[str, Range]
    branches: list[Range]
    tests: list[list[int]]
    colours: list[list[tuple[int, int, str]]]


class GraphData(TypedDict):
    """The Hanoi graph of each number of disks."""

    sizes: list[GraphSize]


class GraphSize(TypedDict):
    """The numbers u and v of every configuration in turn, and the path of all edges."""

    vertices: list[int]
    edges: str


class PositionsData(TypedDict):
    """What is known of every position, and what the `states` of next-move-reader mean to it."""

    states: list[str]
    meanings: dict[str, str]
    towers: list[TowerData]


class TowerData(TypedDict):
    """For each configuration of a number of disks, in the order of ternary numbers,

    - its distance to the tower on each goal;
    - the best move towards each goal, a digit each: its number among the states of
      next-move-reader, which reads with pegs 2 and goal exchanged, as is the move that it answers;
    - how it is `off` the optimal path between two pegs, for each third peg: the disk at which
      path-reader stops, a digit in base 36, or 0 where it does not.
    """

    distances: list[list[int]]
    moves: list[str]
    off: list[str]


class FormulaData(TypedDict):
    """The steps of all tasks; `rules` are the lines of the formulas, `states` the reader's."""

    rules: dict[str, list[Line]]
    states: list[str]
    sizes: list[FormulaSize]


class FormulaSize(TypedDict):
    """By the step, what all tasks of a number of disks have in common.

    That is the bits, the lines of the two formulas (none in step 0), and the halvings of the
    reader, one per disk: the steps that are left, and how the step compares with their middle.
    `tasks` are by source and target.
    """

    bits: list[str]
    formula: list[list[Line] | None]
    hbits: list[list[Line] | None]
    halvings: list[list[tuple[str, str]]]
    tasks: dict[str, FormulaTask]


class FormulaTask(TypedDict):
    """What depends on the pegs of a task.

    That is by formula the pegs that 0, 1 and 2 stand for in it, and by the step the moves, the
    states in which the reader reads each bit, as places in `states`, and all that it has written.
    """

    pegs: dict[str, str]
    moves: list[str | None]
    states: list[str]
    written: list[str]
