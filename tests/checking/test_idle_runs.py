"""A run that makes no moves is wrong if it recurs; else it may be right, and nobody knows."""

from itertools import product
from pathlib import Path

import pytest
from support.cases import sweep_if
from support.commands import run

from hanoi_fsm import equal, prove

FILE = """
from hanoi_fsm import Automaton, Solver, action, guard
from hanoi_fsm.course.examples.own_solver import Turns

class Patient(Turns):
    waited, patience, most = 0, {patience}, {most}

    @guard
    def rested(self) -> bool:
        "it has waited long enough"
        return self.waited >= self.patience

    @action
    def wait(self) -> None:
        "one more event goes by"
        self.waited = (self.waited + 1) % self.most

    @action
    def forget(self) -> None:
        "the waiting is over"
        self.waited = 0

TABLE = '''
    walk -> rest : step [!built & small_next]  / go_round
    walk -> rest : step [!built & !small_next] / move_other
    rest -> rest : step [!rested]              / wait
    rest -> walk : step [rested]               / forget
    walk -> done : step [built]
'''

def resume(configuration, step, task):
    return "walk", Patient(configuration, task, step)

patient = Solver(
    Automaton.from_table("patient", initial="walk", final="done", table=TABLE),
    Patient,
    resume=resume,
)
"""
NEVER = 10**9
CASES = {
    # how long it waits, after how many events it has forgotten all; the code and words of `check`
    "holds": (500, NEVER, 0, ""),
    "failed": (NEVER, 700, 1, "it never ends, as state 'rest' recurs with the same memory"),
    "undecided": (NEVER, NEVER, 3, "but no state recurs with the same memory: it may end"),
}
COMMANDS = {"check": "check {} --size 1", "solve": "solve 2 --by {}", "trace": "trace 2 --by {}"}
SLOW = {("holds", "check"), ("undecided", "trace")}


@pytest.mark.parametrize(
    ("case", "command"),
    [pytest.param(*pair, marks=sweep_if(pair in SLOW)) for pair in product(CASES, COMMANDS)],
)
def test_a_run_without_moves_is_wrong_only_if_it_recurs(
    case: str, command: str, tmp_path: Path
) -> None:
    file = tmp_path / "patient.py"
    patience, most, code, words = CASES[case]
    file.write_text(FILE.format(patience=patience, most=most), "utf-8")
    ran = run(*COMMANDS[command].format(f"{file}:patient").split())
    assert ran.code == code
    if command == "check":
        assert (words in ran.out, "FAILED" in ran.out) == (True, case == "failed")


def test_nothing_is_concluded_from_a_run_that_was_given_up(tmp_path: Path) -> None:
    file = tmp_path / "patient.py"
    for most, verdict in ((700, "refuted"), (NEVER, "open")):
        file.write_text(FILE.format(patience=NEVER, most=most), "utf-8")
        proof, same = prove(f"{file}:patient"), equal(f"{file}:patient", "recursion", 2)
        assert (proof.verdict.value, same.verdict.value) == (verdict, verdict), (proof, same)
