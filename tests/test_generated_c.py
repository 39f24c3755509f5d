"""Generated C compiles without a warning, and does what the machine does in Python."""

import atexit
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import oracle
import pytest
from chance import chance
from commands import lines
from random_solvers import changed
from tools_at_hand import missing

from hanoi_fsm import (
    PATHFINDERS,
    READERS,
    SOLVERS,
    Automaton,
    HanoiError,
    Label,
    Machine,
    Memory,
    Task,
    Transition,
    code,
    errors,
    trace,
)

STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror")
SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
COMPILERS = [name for name in ("cc", "clang") if shutil.which(name)]


class Program(NamedTuple):
    """A compiled program; `run` gives its exit code, output and errors."""

    path: Path

    def run(self, *arguments: str, given: str = "") -> tuple[int, str, str]:
        ran = subprocess.run(
            [self.path, *arguments],
            input=given.encode(),
            capture_output=True,
            check=False,
        )
        return ran.returncode, ran.stdout.decode(), ran.stderr.decode()


def program(machine: Any, compiler: str = "cc", *flags: str) -> Program:
    """The program of a machine, compiled without a warning; skips where there is no compiler."""
    return compiled(code(machine, "c"), compiler, *flags)


@cache
def compiled(text: str, compiler: str, *flags: str) -> Program:
    if shutil.which(compiler) is None:
        missing("a C compiler", "install gcc or clang")
    folder = Path(tempfile.mkdtemp(prefix="generated-c-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source, target = folder / "program.c", folder / "program"
    source.write_text(f"{text}\n", encoding="ascii")
    ran = subprocess.run(
        [compiler, *STRICT, *flags, "-o", target, source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), text
    return Program(target)


IN_C = [name for name in SOLVERS if "IN_C" in vars(SOLVERS[name].vocabulary)]
"""The solvers whose memories say where their C text is."""
SOME = pytest.mark.parametrize(
    ("number", "how"),
    [
        pytest.param(1, ["cc", "-O0"], id="some"),
        pytest.param(99, ["cc", "-O0"], id="every", marks=pytest.mark.sweep),
        *(
            pytest.param(2, [name, *SANITIZED], id=f"sanitized by {name}", marks=pytest.mark.sweep)
            for name in COMPILERS
        ),
    ],
)
IDLE = r"(no move in) .*", r"\1"
"""The program in C counts on, as it does not compare what it remembers."""
How = list[str]
"""A compiler and its options."""


def some(names: Any, number: int) -> list[str]:
    return chance().sample(list(names), min(number, len(list(names))))


def solved(machine: Any, task: Task) -> tuple[int, list[str], str]:
    """The exit code, the lines and the error of a run in Python."""
    rows, error = ["step,disk,source,target"], ""
    try:
        for step, move in enumerate(machine.moves(task), 1):
            rows.append(",".join(map(str, (step, *move))))
    except HanoiError as stopped:
        error = re.sub(*IDLE, f"{machine.name} stops: {stopped}\n")
    return int(bool(error)), rows, error


def in_c(machine: Any, task: Task, how: How) -> tuple[int, list[str], str]:
    """The same of its program."""
    built = program(machine, *how)
    ends = ("--from", str(task.source), f"--to={task.target}")
    status, out, error = built.run(str(task.disks), *ends)
    return status, out.splitlines(), re.sub(*IDLE, error)


def tasks(most: int) -> Iterator[Task]:
    return (Task(disks, *pegs) for disks in range(most + 1) for pegs in oracle.TASKS)


def checksum(disks: int) -> int:
    """FNV-1a of one byte per move."""
    found = 14695981039346656037
    for _, source, target in oracle.textbook(disks):
        found = (found ^ (3 * source + target)) * 1099511628211 % 2**64
    return found


@SOME
def test_a_solver_in_c_prints_what_solve_does(number: int, how: How) -> None:
    for name in some(IN_C, number):
        machine = SOLVERS[name]
        for task in tasks(4):
            assert in_c(machine, task, how) == solved(machine, task), (name, task)
        assert in_c(machine, Task(5), how)[1] == lines(
            "solve", "5", "--by", name, "--format", "csv"
        )
        for disks in (0, 1, 6):
            status, out, _ = program(machine, *how).run(str(disks), "--quiet")
            said = f"checksum {checksum(disks):016x} moves {2**disks - 1} seconds"
            assert (status, out[: len(said)]) == (0, said)
        command = ["sh", "-c", '"$0" 300 | head -n 500', str(program(machine, *how).path)]
        _, *first = subprocess.check_output(command, text=True).splitlines()
        moves = islice(machine.moves(Task(300)), 499)
        assert first == [",".join(map(str, (step, *move))) for step, move in enumerate(moves, 1)]


@SOME
def test_a_wrong_solver_fails_in_c_at_the_same_step_with_the_same_words(
    number: int, how: How
) -> None:
    random = chance()
    for name in some(IN_C, number):
        for _ in range(2):
            machine: Any = changed(SOLVERS[name], random)
            while machine.faults():
                machine = changed(SOLVERS[name], random)
            for task in (Task(0), Task(1, 2, 0), Task(2), Task(3, 1, 2), Task(4)):
                assert in_c(machine, task, how) == solved(machine, task), str(machine.automaton)


def answered(reader: Any, word: str, source: int = 0, target: int = 2) -> tuple[int, str, str]:
    """The exit code, the answer and the error of Python; bad input has an error of its own."""
    try:
        records = list(reader.read(word, source=source, target=target))
    except errors.BadInput:
        return 2, "", ""
    except HanoiError as stopped:
        return 1, "", f"{reader.name} stops: {stopped}\n"
    put = [record.output for record in records if record.output is not None]
    answer = "".join(put[-1:] if reader.memory.answers_last else put)
    return 0, f"{answer if records else reader.empty_word_answer}\n", ""


@SOME
def test_a_reader_in_c_answers_and_refuses_as_in_python(number: int, how: How) -> None:
    for name in some(READERS, number):
        reader: Any = READERS[name]
        events = reader.automaton.events
        lengths = [length for length in range(5) if len(events) ** length <= 30]
        words = ["".join(word) for length in lengths for word in product(events, repeat=length)]
        words += ["".join(chance().choices(events, k=length)) for length in (63, 64, 65, 3000)]
        for word in [*words, "0 1", " 0,1,, 1\t0\n", "01 10", ",", "0x", "é", "\x1b[2J", "0 00 0"]:
            ran = program(reader, *how).run(*([word] if word else []))
            said = answered(reader, word)
            assert ran == (said if said[0] < 2 else (2, "", ran[2])), (name, word)
            assert ran[2] == "" or (ran[2][:-1].isprintable() and ran[2].endswith("\n"))
        for source, target in reader.tasks[1:]:
            ran = program(reader, *how).run(words[-1], f"--from={source}", "--to", str(target))
            assert ran == answered(reader, words[-1], source, target)


def machine(table: str, final: str | None = None) -> Machine:
    initial = table.split(maxsplit=1)[0]
    return Machine(Automaton.from_table("mine", initial=initial, final=final, table=table))


TURNSTILE = "a -> a : push \n a -> b : coin \n b -> b : coin \n b -> a : push"
RUNS = [
    (machine(TURNSTILE), "push coin coin push"),
    (machine("a -> b : go \n b -> c : stay", final="c"), "go go"),
    (machine("a -> b : go \n b -> a : go \n a -> c : stop", final="c"), "go go stop"),
    (machine('a -> a : 0 / "%s??/é" \n a -> a : 1 / "*/ \\\\" \n a -> a : 2'), "0 1 2 0"),
]
ODD = [
    *("int", "main", "names", "STATES", "states", "S", "default", "a-b", "NULL", "%s%n", "??/"),
    *("é", "塔", "0", "00", "+", "*", '"', "'\\", "two words", "</script>", "${x}", "*/"),
]
CHAIN = [Transition(a, b, Label(re.sub("[ /]", "", a))) for a, b in pairwise(ODD)]
HOSTILE = Automaton("*/ %s", tuple(ODD), ODD[0], frozenset(ODD[-1:]), tuple(CHAIN), "??/")


@pytest.mark.sweep
def test_a_machine_without_a_memory_prints_its_transitions_and_stops_where_python_does() -> None:
    loop = tuple(Transition("%d", "%d", Label(event)) for event in HOSTILE.events)
    names = Automaton("x", ("%d",), "%d", frozenset(), loop, "x")
    runs = [*RUNS, *((Machine(one), " ".join(HOSTILE.events)) for one in (HOSTILE, names))]
    for state in ("x", "it's" * 45, "\\" * 181, "é" * 200):
        rows = (Transition("a", state, Label(state)),)
        stuck = Automaton("mine", ("a", state), "a", frozenset({state}), rows, "none")
        runs.append((Machine(stuck), f"{state} {state}"))
    for subject, words in runs:
        events = words.split()
        status, out, error = program(subject).run(*words.split())
        try:
            assert (status, out, error) == (0, f"{trace(*events, by=subject)}\n".lstrip("\n"), "")
        except errors.MachineStopped as stopped:
            said = f"mine stops: {stopped}\n"
            assert (status, len(error) <= 301) == (1, True)
            assert (error[:90], error[-61:]) == (said[:90], said[-61:]), "cut in the middle"


def test_the_text_has_a_case_per_state_and_a_branch_per_transition_and_names_stay_names() -> None:
    for subject in [Machine(HOSTILE), *(SOLVERS[one] for one in IN_C), *READERS.values()]:
        text, automaton = code(subject, "c"), subject.automaton
        control = text.partition("enum state react(")[2].partition("\n}\n")[0]
        assert len(re.findall(r"\n    case state_\w+:\n", control)) == len(automaton.states)
        assert control.count("return state_") == len(automaton.transitions)
        assert "??" not in text
        without = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', "", text, flags=re.DOTALL)
        assert not re.search(r'"|/\*|\*/', without)
        assert "script" not in re.sub(r"(state|event|z)_\w+", "", without)


def test_a_memory_without_c_text_is_refused() -> None:
    kind: Any = type("Own", (SOLVERS["two-storey"].vocabulary,), {})
    counting = type("Counting", (Memory,), {})
    own = Machine(SOLVERS["two-storey"].automaton, kind)
    for subject in [*PATHFINDERS.values(), own, Machine(machine(TURNSTILE).automaton, counting)]:
        with pytest.raises(errors.ExportError, match="choose a solver, a reader, or a machine"):
            code(subject, "c")
