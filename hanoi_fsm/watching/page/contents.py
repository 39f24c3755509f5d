"""All that a page knows: of each machine its table, what names mean, its verdict, and its runs."""

import re
from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import cycle, islice
from tomllib import loads

from hanoi_fsm.fsm.checking import judged_claims
from hanoi_fsm.fsm.diagrams.palette import STATES
from hanoi_fsm.fsm.diagrams.state_diagram import initials_of
from hanoi_fsm.fsm.errors import FsmError
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, Report, no_progress
from hanoi_fsm.fsm.machine import CONVERTED, Machine
from hanoi_fsm.fsm.stepping import next_step, twin
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.checking import check
from hanoi_fsm.watching.page.data import Data
from hanoi_fsm.watching.page.diagram import diagram_data, drawn
from hanoi_fsm.watching.page.running import ON_PEGS, compact, live_data, recorded, source_of

MOST_CHECKED = 3
"""The disks, or the longest words, with which a machine is checked that is not proved."""

USUAL_LENGTH = 6
"""The events of a word that a machine reads, if nobody has written another one."""
UNTITLED = (Machine.summary, CONVERTED)
"""The summaries that say nothing about a machine, whose name is its title then."""

VERDICTS = {"holds": "checked", "failed": "fails its check", "undecided": "undecided"}


def contents_of(
    machines: Sequence[Machine],
    progress: Progress = no_progress,
    reported: Callable[[Report], object] = lambda report: None,
) -> tuple[Data, dict[str, str]]:
    """The data of the page, and the memories that it runs, by the names of the machines.

    Progress counts machines, `reported` gets what is found of each that is not right.
    """
    known: list[Data] = []
    sources: dict[str, str] = {}
    is_puzzle = any(machine.kind != Machine.kind for machine in machines)
    page: Data = {"machines": known, "puzzle": is_puzzle}
    for number, machine in enumerate(machines, 1):
        report = report_of(machine)
        source, why = source_of(machine)
        if source:
            sources[machine.shown] = source
        known.append(_machine(machine, report, why))
        if not report.holds:
            reported(report)
        progress(number)
    tour = files(__package__ or "").joinpath("tour.toml").read_text("utf-8")
    if {*re.findall(r"by=([\w-]+)", tour)} <= {machine.name for machine in machines}:
        page["tour"] = loads(tour)["stop"]
    return page, sources


def report_of(machine: Machine) -> Report:
    """What is proved of a machine, or else what the check says.

    Where that cannot go on, its error is the finding.
    """
    try:
        proof = machine.prove()
        if not (proof.holds or proof.finding):
            return check(machine, MOST_CHECKED)
    except FsmError as error:
        return Report(machine.shown, (Outcome("", (Finding("error", str(error)),)),))
    findings = (proof.finding,) if proof.finding else ()
    return Report(machine.shown, (Outcome(str(proof), findings, proof=proof),))


def _verdict(report: Report, why: str) -> list[str]:
    """The verdict on a machine in few words, and then all of it."""
    proof = report.outcomes[0].proof if report.holds else None
    whole = str(proof or report).removeprefix(f"{report.name}: ")
    short = whole.partition(",")[0].partition(":")[0] if proof else VERDICTS[report.verdict]
    recorded = f"; this page shows recorded runs of it, because {why}" if why else ""
    return [short, f"{whole}{recorded}"]


def _machine(machine: Machine, report: Report, why: str) -> Data:
    """The states, transitions and words of a machine, its verdict, and how it is run."""
    automaton, memory = machine.automaton, machine.vocabulary
    compares = memory.COMPARES if not why and issubclass(memory, PegMemory) else {}
    data = {
        "name": machine.shown,
        "pegs": machine.kind in ON_PEGS,
        "diagram": diagram_data(machine),
        "drawn": drawn(automaton),
        "editable": not (why or automaton.origin),
        "kind": machine.kind,
        "title": automaton.title if machine.summary in UNTITLED else machine.summary,
        "events": [*map(compact, machine.given_events)],
        "autonomous": machine.autonomous,
        "word": "" if machine.autonomous else _word(machine, report),
        **_table(machine),
        "guards": dict.fromkeys(automaton.guards, "") | memory.guards(),
        "actions": dict.fromkeys(automaton.actions, "") | memory.actions(),
        "claims": judged_claims(machine),
        "compares": [*compares.items()],
        "holds": report.holds,
        "verdict": _verdict(report, why),
        **(recorded(machine) if why else live_data(machine)),
    }
    if machine.reference and not (why or report.holds):
        right = machine.with_automaton(machine.published)
        data["right"] = _table(right) | live_data(right)
    return data


def _word(machine: Machine, report: Report) -> str:
    """The events that lead to its fault, or else some that it does not refuse."""
    path = report.finding.path if report.finding and not machine.free else ()
    word = [compact(record.event) for record in path]
    start = next(iter(machine.starts_up_to(0)))
    state, memory = start.state, start.make()
    for event in islice(cycle(machine.given_events), 0 if word else 5 * USUAL_LENGTH):
        step = next_step(machine.automaton, state, twin(memory), event)
        if step.error is None and len(word) < USUAL_LENGTH:
            word.append(compact(event))
            state, memory = step.taken.target, step.memory
    return ("" if all(len(event) == 1 for event in machine.given_events) else " ").join(word)


def _table(machine: Machine) -> Data:
    """The states of a machine with their meanings, and its transitions."""
    automaton = machine.automaton
    initials, composite = initials_of(automaton), {*automaton.chart.tree.parent.values()}
    ends, longest = automaton.ends, max(map(len, automaton.states))
    coloured = [state for state in automaton.states if state not in ends]
    colours = {state: f"s{at % len(STATES) + 1}" for at, state in enumerate(coloured)}
    return {
        "initial": automaton.initial,
        "states": [
            {
                "name": state,
                "meaning": machine.meanings.get(state, ""),
                "does": machine.does.get(state, "") or "; ".join(automaton.inside(state)),
                "initial": initials.get(state) or ("✓" if state in ends else state[:2]),
                "colour": colours.get(state, "s0"),
                "letters": longest if initials else 0,
                "around": [name for name in automaton.active(state) if name in composite],
            }
            for state in automaton.states
        ],
        "final": [state for state in automaton.states if state in automaton.final],
        "transitions": [
            [row.source, row.target, compact(row.event), [*map(str, row.guards)], [*row.actions]]
            for row in automaton.transitions
        ],
    }
