"""A solver in C prints what `solve` does, and stops where the solver in Python does."""

from itertools import islice
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen, run

import pytest
from chance import chance
from commands import DOT
from compiling import COMPILERS, SANITIZED, program

from hanoi_fsm import automata
from hanoi_fsm.cli.moves import move_text
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.validation import faults
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import PAIRS, Move, Task

SOLVERS = list(automata.SOLVERS)
PRIME, OFFSET = 1099511628211, 14695981039346656037


def expected(solver: Machine, task: Task) -> tuple[int, list[str], str]:
    """The exit code, the lines and the error of a run in Python."""
    assert isinstance(solver, Solver)
    moves: list[Move] = []
    error = ""
    try:
        for move in solver.moves(task):
            moves.append(move)  # those before an error count
    except HanoiError as stopped:
        error = f"{solver.name} stops: {stopped}\n"
    return int(bool(error)), "".join(move_text(moves, "csv")).splitlines(), error


def got(
    solver: Machine, task: Task, *flags: str, compiler: str = "cc"
) -> tuple[int, list[str], str]:
    ends = ("--from", str(task.source), f"--to={task.target}")
    status, out, error = program(solver, *flags, compiler=compiler).run(str(task.disks), *ends)
    return status, out.splitlines(), error


def tasks(most: int) -> list[Task]:
    return [Task(disks, *pair) for disks in range(most + 1) for pair in PAIRS]


def test_two_storey_in_c_makes_the_moves_of_solve() -> None:
    machine = automata.get("two-storey")
    for task in tasks(4):
        assert got(machine, task) == expected(machine, task), task


@pytest.mark.sweep
@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("flags", [("-O2",), SANITIZED], ids=["O2", "sanitized"])
def test_a_solver_in_c_makes_the_moves_of_solve(
    name: str, compiler: str, flags: tuple[str, ...]
) -> None:
    machine = automata.get(name)
    for task in tasks(8):
        assert got(machine, task, *flags, compiler=compiler) == expected(machine, task), task


@pytest.mark.sweep
@pytest.mark.parametrize("name", SOLVERS)
def test_quiet_prints_the_checksum_of_the_moves_and_their_number(name: str) -> None:
    machine = automata.get(name)
    assert isinstance(machine, Solver)
    for disks in (0, 1, 5, 6):
        checksum = OFFSET
        for move in machine.moves(Task(disks)):
            checksum = (checksum ^ (3 * move.source + move.target)) * PRIME % 2**64
        words = program(machine).lines(str(disks), "--quiet")[0].split()
        assert words[:4] == ["checksum", f"{checksum:016x}", "moves", str(2**disks - 1)]
        assert words[4] == "seconds"
    disks = 10 if name == "monk" else 16  # more events without a move than may follow each other
    assert program(machine).lines(str(disks), "--quiet")[0].split()[3] == str(2**disks - 1)


@pytest.mark.sweep
@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_in_c_takes_hundreds_of_disks(name: str) -> None:
    machine = automata.get(name)
    assert isinstance(machine, Solver)
    path = program(machine).path
    with Popen([path, "300"], stdout=PIPE, stderr=PIPE, text=True) as running:
        assert running.stdout is not None
        lines = [line.rstrip("\n") for line in islice(running.stdout, 2000)]
        running.kill()
    moves = islice(machine.moves(Task(300)), 1999)
    assert lines == "".join(move_text(moves, "csv")).splitlines()


BAD = {
    "": "two-storey: the number of disks is missing: usage: two-storey N [--from P]",
    "x": "two-storey: 'x' is not a number of disks: write decimal digits",
    "4294967295": "two-storey: invalid number of disks 4294967295: expected at most 4294967294",
    "99999999999999999999999": "two-storey: invalid number of disks 99999",
    "-1": "two-storey: unrecognized argument '-1': usage",
    "3 4": "two-storey: unrecognized argument '4': usage",
    "3 --form 1": "two-storey: unrecognized argument '--form': usage",
    "\x7fé": "two-storey: '???' is not a number of disks",
    "3 --from": "two-storey: argument --from: expected one argument",
    "3 --from 3": "two-storey: invalid peg '3': expected 0, 1 or 2",
    "3 --to=": "two-storey: invalid peg '': expected 0, 1 or 2",
    "3 --from 2": "two-storey: source and target are both peg 2: give two different pegs",
    f"{'1' * 1000}\x1b": "two-storey: invalid number of disks 111111111111111111...",
}


@pytest.mark.sweep
def test_a_bad_argument_is_one_line_and_exit_code_2() -> None:
    for words, message in BAD.items():
        status, out, error = program(automata.get("two-storey")).run(*words.split())
        assert (status, out, error.count("\n")) == (2, "", 1), words
        assert error.startswith(message)
        assert error[:-1].isprintable()
        assert len(error) <= 301


@pytest.mark.sweep
@pytest.mark.parametrize("arguments", ["3", "3 --quiet", "300"])
def test_output_that_cannot_be_written_is_one_line(arguments: str) -> None:
    path = program(automata.get("two-storey")).path
    with Path("/dev/full").open("w", encoding="ascii") as full:
        ran = run(
            [path, *arguments.split()], stdout=full, stderr=PIPE, text=True, check=False, timeout=20
        )
    message = "two-storey: the output cannot be written: is there space?\n"
    assert (ran.returncode, ran.stderr) == (2, message)


def drawn(tmp_path: Path, *changes: tuple[str, str], text: str = DOT) -> Machine:
    """The diagram of two-storey with changes to its text."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "drawn.dot"
    file.write_text(text, encoding="utf-8")
    return resolver.find(str(file))


@pytest.mark.sweep
def test_a_drawing_with_renamed_states_runs(tmp_path: Path) -> None:
    names = {"dismantle": "int", "base": "für /* ??/ */", "crown": "a b", "foundation": "a_b"}
    machine = drawn(tmp_path, *((old, f'"{new}"') for old, new in names.items()))
    assert set(names.values()) < set(machine.automaton.states)
    for task in tasks(5):
        assert got(machine, task) == expected(machine, task)


FAULTS = {
    "peg 2 to peg 0: peg 2 is empty": """
        dismantle  -> base       : step [!built]                  / carry
        base       -> crown      : step [!built]                  / move_ahead
        crown      -> foundation : step                           / carry
        foundation -> dismantle  : step [!built & ahead_smaller]  / move_ahead
        foundation -> dismantle  : step [!built & !ahead_smaller] / move_ahead
        foundation -> done       : step [built]
    """,
    "on event 'step' two transitions at once, `foundation -> dismantle : step / move_back`": """
        dismantle  -> base       : step / carry
        base       -> crown      : step / move_ahead
        crown      -> foundation : step / carry
        foundation -> dismantle  : step / move_back
        foundation -> dismantle  : step [!ahead_smaller] / move_ahead
        foundation -> done       : step [built]
    """,
    "is enabled in state 'foundation' on event 'step' (built is false, ahead_smaller is true)": """
        dismantle  -> base       : step                           / carry
        base       -> crown      : step                           / move_ahead
        crown      -> foundation : step                           / carry
        foundation -> dismantle  : step [!built & !ahead_smaller] / move_ahead
        foundation -> done       : step [built]
    """,
    "no move in 1500 events: the run is assumed to loop": """
        dismantle  -> base       : step [!built]                  / carry
        base       -> base       : step [!built]
        base       -> done       : step [built]
    """,
    "in state 'round' one more move than the 7 that are enough": """
        round      -> round      : step [!built]                  / carry
        round      -> done       : step [built & ahead_smaller]
    """,
}
"""Tables over two-storey by a part of what is said where they fail on 3 disks."""


@pytest.mark.sweep
@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_drawing_fails_in_the_same_step(fault: str) -> None:
    table = FAULTS[fault]
    initial = table.split()[0]
    automaton = Automaton.from_table(
        "mine", initial=initial, final="done", table=table, memory="two-storey"
    )
    machine = resolver.find(automaton)
    assert fault in expected(machine, Task(3))[2]
    for task in [*tasks(4), Task(7)]:
        assert got(machine, task) == expected(machine, task), task


OTHERS = {
    "action-tree": """
        down -> down : step [!leaf] / go_left
        down -> low  : step [leaf]  / go_left
        low  -> done : step         / move_and_go_right
    """,
    "call-stack": """
        call -> call : step [!first]          / call_first
        call -> more : step [first]           / call_first
        more -> more : step [!nothing]        / call_first
        more -> done : step [nothing]         / call_first
    """,
}
"""Tables that go below the smallest disk, by their memories."""


@pytest.mark.sweep
@pytest.mark.parametrize("memory", OTHERS)
def test_a_drawing_that_goes_below_the_smallest_disk_fails_in_the_same_step(memory: str) -> None:
    table = OTHERS[memory]
    initial = table.split()[0]
    automaton = Automaton.from_table(
        "%s %n", initial=initial, final="done", table=table, memory=memory
    )
    machine = resolver.find(automaton)
    for task in tasks(3):
        assert got(machine, task, *SANITIZED) == expected(machine, task), task
    usage = program(machine, *SANITIZED).run("--x")[2].partition("usage: ")[2]
    assert usage == "%s %n N [--from P] [--to P] [--quiet]\n"


def broken(solver: Solver, random: Random, number: int) -> list[Solver]:
    """Mutants of a solver that are sound as definitions."""
    found: list[Solver] = []
    edits = list(mutations(solver.automaton, solver.vocabulary))
    for edit in random.sample(edits, len(edits)):
        mutant: Automaton = edit.changes.on(solver.automaton)
        if not faults(mutant, solver.vocabulary, must_end=True) and len(found) < number:
            found.append(solver.with_automaton(mutant))
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("name", SOLVERS)
def test_mutants_fail_in_c_as_they_do_in_python(name: str) -> None:
    solver = automata.get(name)
    assert isinstance(solver, Solver)
    for mutant in broken(solver, chance(), 15):
        for task in (Task(0), Task(1, 2, 0), Task(2), Task(3, 1, 2), Task(4)):
            assert got(mutant, task) == expected(mutant, task), str(mutant.automaton)
