"""Automata to export: all that are registered, one with hostile names, and one with guards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import cycle, pairwise

from hanoi_fsm import Automaton, Label, Machine, Transition, automata, export
from hanoi_fsm.fsm.notation import in_rows

NAMES = [
    'a:b;c "q" #1 #58; {x}',
    "é ü 塔 \N{TOKYO TOWER}",
    "[x](y) [[z]] **b** __u__ `c` $m$ ~~s~~",
    "<i>&lt;&amp; <&folder> <<end>> ]]>",
    *("end", "state", "stopped", "s1"),
    "--> x // y -- z == w",
    "\\n \\t \\ 'c' %date% %% <!-- -->",
    *("</script><script>alert(1)</script>", '${x} #{y} ?> */ \' onload="x()"'),
    *("1. one", "- two", "_em_ -x- ~x~ |x|", "__class__.__init__", "012 12"),
]
EVENTS = [
    "0",
    "00",
    "é",
    "+",
    "*",
    "a.b",
    "a",
    "error",
    "done",
    "\U0001d538",
    "<b>;",
    '"',
    "'\\",
    "end",
    "()",
]
CHAIN = tuple(
    Transition(source, target, Label(event, (), actions))
    for source, target in pairwise(NAMES)
    for event, actions in zip(EVENTS, cycle([("say",), ("new",), ()]), strict=False)
)
"""A chain of states, each reached by each of the events."""

NAME = 'it\'s "hostile": <&> é </script><img src=x onerror=alert(1)> --> ]]> ${x} \\" #60;'
MEMORY = "</title> ]]> '\"\\ %%{init: {}}%% --"
FINAL = frozenset({NAMES[2], NAMES[4], NAMES[-1]})
HOSTILE = Automaton(NAME, tuple(NAMES), NAMES[0], FINAL, in_rows(CHAIN), MEMORY)
SAID = {"say": 'it\'s \\ <&> "é" \\', "new": "{{x}}"}
"""The outputs of its actions."""

TABLE = """
    größe -> größe : e [größer]           / delete
    größe -> end   : e [!größer & typeof] / new
    größe -> done  : e [!größer & !typeof]
    end   -> done  : e                    / größe_2, delete
"""
GUARDED = Automaton.from_table("mine", initial="größe", final="done", table=TABLE, memory="monk")
"""Guards and actions with names that other languages keep for themselves."""

SUBJECTS: dict[str, Automaton] = {
    **{name: automata.get(name).automaton for name in automata.names()},
    "hostile": HOSTILE,
    "guarded": GUARDED,
}


@dataclass(frozen=True, repr=False)
class Saying(Machine):
    """A machine whose actions put out the texts that are `said`."""

    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def outputs(self) -> Mapping[str, str]:
        return self.said


OUTPUTS = {name: automata.get(name).outputs for name in automata.names()}
OUTPUTS |= {"hostile": SAID, "guarded": {}}
"""The outputs of the actions of a subject; empty where they act on a memory."""


def exported(name: str, format: str) -> str:
    return export(Saying(SUBJECTS[name], said=OUTPUTS[name]), format)


SAYING = [name for name in SUBJECTS if OUTPUTS[name]]
"""Those whose actions put something out and need no memory."""
