"""What the tests of exports hand on: every automaton, and two with hostile names."""

from __future__ import annotations

from itertools import pairwise

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.pictures.graph_automaton import hanoi_graph

NAMES = [
    'a:b;c "q" #1 #58; {x}',
    "é ü 塔 \N{TOKYO TOWER}",
    "[x](y) [[z]] **b** __u__ `c` $m$ ~~s~~",
    "<i>&lt;&amp; <&folder> <<end>> ]]>",
    "end",
    "state",
    "stopped",
    "s1",
    "--> x // y -- z == w",
    "\\n \\t \\ 'c' %date% %% <!-- -->",
    "1. one",
    "- two",
    "_em_ -x- ~x~ |x|",
    "__class__.__init__",
    "012 12",
]
EVENTS = ["0", "00", "é", "+", "*", "a.b", "a", "error", "done", "<b>;", '"', "'\\", "end", "()"]

HOSTILE = Automaton(
    'it\'s "hostile": <&> é',
    tuple(NAMES),
    NAMES[0],
    frozenset({NAMES[2], NAMES[4], NAMES[-1]}),
    tuple(
        Transition(source, target, Label(event, (), action))
        for source, target in pairwise(NAMES)
        for event, action in zip(EVENTS, ["say", "new", None] * len(EVENTS), strict=False)
    ),
    "digits",
)
"""A chain of states, each reached by each of the events."""

SAID = {"say": 'it\'s <&> "é" \\', "new": "{{x}}"}
"""What its actions put out."""

GUARDED = Automaton(
    "mine",
    ("größe", "end", "done"),
    "größe",
    frozenset({"done"}),
    (
        Transition("größe", "größe", Label("e", (Guard("größer"),), "delete")),
        Transition("größe", "end", Label("e", (Guard("größer", True), Guard("typeof")), "new")),
        Transition("größe", "done", Label("e", (Guard("größer", True), Guard("typeof", True)))),
        Transition("end", "done", Label("e", (), "größe_2")),
    ),
    "two-storey",
)
"""Guards and actions with names that other languages keep for themselves."""

SUBJECTS: dict[str, Automaton] = {
    **{name: automata.get(name).automaton for name in automata.names()},
    "hanoi-graph-2": hanoi_graph(2),
    "hostile": HOSTILE,
    "guarded": GUARDED,
}


def outputs_of(name: str) -> dict[str, str]:
    """What the actions of a subject put out; empty where they act on a memory."""
    if name in automata.READERS:
        return automata.READERS[name].memory.symbols()
    return SAID if name == "hostile" else {}


READERS = [name for name in SUBJECTS if outputs_of(name)]
