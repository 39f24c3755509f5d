"""A program in C or JavaScript does what its machine does in Python, and C has no warnings."""

import atexit
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any, NamedTuple, TypeVar

import pytest
import transitions
from support import oracle
from support.cases import sweep_if
from support.chance import chance
from support.commands import EXAMPLES, lines
from support.random_memories import machine_of, own, random_memory
from support.random_solvers import changed
from support.tools_at_hand import TOOLS, missing

from hanoi_fsm import (
    PATHFINDERS,
    READERS,
    SOLVERS,
    Automaton,
    FsmError,
    Label,
    Machine,
    Memory,
    Task,
    Transition,
    action,
    code,
    errors,
    find,
    guard,
    trace,
)
from hanoi_fsm.fsm.notation import Guard, in_rows

pytestmark = pytest.mark.timeout(300)  # a compiler on a busy machine
STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror")
SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
COMPILERS = [name for name in ("cc", "clang") if shutil.which(name)]


class Program(NamedTuple):
    """A program and how it is started; `run` gives its exit code, output and errors."""

    command: tuple[str | Path, ...]

    def run(self, *arguments: str, given: str = "") -> tuple[int, str, str]:
        if self.command[0] == "node":
            code, out, err = in_node(script=str(self.command[1]), words=arguments, given=given)
            return code, out, err
        ran = subprocess.run(
            [*self.command, *arguments],
            input=given.encode(),
            capture_output=True,
            check=False,
            env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"},
        )
        return ran.returncode, ran.stdout.decode(), ran.stderr.decode()


@cache
def node() -> subprocess.Popen[str]:
    """One for all programs: to start it takes longer than what they do."""
    pipe = subprocess.PIPE
    server = subprocess.Popen(["node", TOOLS / "programs.mjs"], stdin=pipe, stdout=pipe, text=True)
    atexit.register(server.communicate)
    return server


def in_node(**asked: Any) -> Any:
    """The answer of programs.mjs."""
    print(json.dumps(asked), file=node().stdin, flush=True)
    return json.loads(node().stdout.readline())  # type: ignore[union-attr]  # it has a pipe


def program(machine: Any, tool: str = "cc", *flags: str) -> Program:
    """The program of a machine, for node or compiled without a warning; skips without the tool."""
    return made(code(machine, "javascript" if tool == "node" else "c"), tool, *flags)


@cache
def made(text: str, tool: str, *flags: str) -> Program:
    if shutil.which(tool) is None:
        missing("node" if tool == "node" else "a C compiler", "install Node 18, or gcc or clang")
    folder = Path(tempfile.mkdtemp(prefix="program-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = folder / ("program.js" if tool == "node" else "program.c")
    source.write_text(f"{text}\n", encoding="ascii")
    if tool == "node":
        return Program((tool, source))
    ran = subprocess.run(
        [tool, *STRICT, *flags, "-o", folder / "program", source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), text
    return Program((folder / "program",))


HOW = [["cc", "-O0"], ["node"]]
FAST = [["cc", "-O2"], ["node"]]
"""As users compile it, which is when most warnings are found."""
SOME = pytest.mark.parametrize(
    ("number", "how"),
    [
        pytest.param(1, HOW[0], id="some by cc", marks=pytest.mark.sweep),
        pytest.param(1, HOW[1], id="some by node"),
        *(pytest.param(99, how, id=f"every by {how[0]}", marks=pytest.mark.sweep) for how in FAST),
        *(
            pytest.param(2, [name, *SANITIZED], id=f"sanitized by {name}", marks=pytest.mark.sweep)
            for name in COMPILERS
        ),
    ],
)
IDLE = r"(no move in) .*", r"\1"
"""The programs count on, as they do not compare what they remember."""
HINT = " (if it is final, draw it with two circles)"
"""The programs leave it out: whoever draws a machine checks it before."""
Some = TypeVar("Some")
How = list[str]
"""A compiler and its options, or node."""


def some(names: Iterable[Some], number: int) -> list[Some]:
    every = list(names)
    return chance().sample(every, min(number, len(every)))


def solved(machine: Any, task: Task) -> tuple[int, list[str], str]:
    """The exit code, the lines and the error of a run in Python."""
    rows, error = ["step,disk,source,target"], ""
    try:
        for step, move in enumerate(machine.moves(task), 1):
            rows.append(",".join(map(str, (step, *move))))
    except FsmError as stopped:
        error = re.sub(*IDLE, f"{machine.name} stops: {stopped}\n").replace(HINT, "")
    return int(bool(error)), rows, error


def ran_of(machine: Any, task: Task, how: How) -> tuple[int, list[str], str]:
    """The same of its program."""
    ends = ("--from", str(task.source), f"--to={task.target}")
    status, out, error = program(machine, *how).run(str(task.disks), *ends)
    return status, out.splitlines(), re.sub(*IDLE, error)


def tasks(most: int) -> Iterator[Task]:
    return (Task(disks, *pegs) for disks in range(most + 1) for pegs in oracle.TASKS)


@SOME
def test_a_solver_prints_what_solve_does(number: int, how: How) -> None:
    for name in some([*SOLVERS, "storeys-3"], number):
        machine = SOLVERS[name]
        for task in some(tasks(4), 12):
            assert ran_of(machine, task, how) == solved(machine, task), (name, task)
        assert ran_of(machine, Task(5), how)[1] == lines(
            "solve", "5", "--by", name, "--format", "csv"
        )
        command = ["sh", "-c", '"$@" 300 | head -n 500', "sh", *program(machine, *how).command]
        _, *first = subprocess.check_output(command, text=True).splitlines()
        moves = islice(machine.moves(Task(300)), 499)
        assert first == [",".join(map(str, (step, *move))) for step, move in enumerate(moves, 1)]


@SOME
def test_a_wrong_solver_fails_at_the_same_step_with_the_same_words(number: int, how: How) -> None:
    random = chance()
    for name in some(SOLVERS, number):
        for _ in range(2):
            machine: Any = changed(SOLVERS[name], random)
            while machine.faults():
                machine = changed(SOLVERS[name], random)
            for task in (Task(1, 2, 0), Task(3, 1, 2), Task(4)):
                assert ran_of(machine, task, how) == solved(machine, task), str(machine.automaton)


def answered(reader: Any, word: str, source: int = 0, target: int = 2) -> tuple[int, str, str]:
    """The exit code, the answer and the error of Python; bad input has an error of its own."""
    try:
        records = list(reader.run(word, source=source, target=target))
    except errors.BadInput:
        return 2, "", ""
    except FsmError as stopped:
        return 1, "", f"{reader.name} stops: {stopped}\n"
    put = [record.output for record in records if record.output is not None]
    answer = "".join(put[-1:] if reader.memory.answers_last else put)
    return 0, f"{answer if records else reader.empty_word_answer}\n", ""


@SOME
def test_a_reader_answers_and_refuses_as_in_python(number: int, how: How) -> None:
    for name in some(READERS, number):
        reader: Any = READERS[name]
        events = reader.automaton.events
        lengths = [length for length in range(5) if len(events) ** length <= 30]
        words = ["".join(word) for length in lengths for word in product(events, repeat=length)]
        words += ["".join(chance().choices(events, k=length)) for length in (63, 64, 65, 3000)]
        for word in [
            *some(words, 20),
            "0 1",
            " 0,1,, 1\t0\n",
            "01 10",
            ",",
            "0x",
            "é",
            "\x1b[2J",
            "0 00 0",
        ]:
            ran = program(reader, *how).run(*([word] if word else []))
            said = answered(reader, word)
            assert ran == (said if said[0] < 2 else (2, "", ran[2])), (name, word)
            assert ran[2] == "" or (ran[2][:-1].isprintable() and ran[2].endswith("\n"))
        for source, target in reader.tasks[1:]:
            ran = program(reader, *how).run(words[-1], f"--from={source}", "--to", str(target))
            assert ran == answered(reader, words[-1], source, target)


@SOME
def test_a_pathfinder_prints_what_path_does(number: int, how: How) -> None:
    for name in some(PATHFINDERS, number):
        built = program(PATHFINDERS[name], *how)
        for ends in (("0", "0"), ("0", "2"), ("01202", "21010"), ("0000", "2222")):
            expected = lines("path", *ends, "--by", name, "--format", "csv")
            assert built.run(*ends)[1].splitlines() == expected
        assert built.run("0", "3")[0] == 2


@pytest.mark.sweep
@SOME
def test_a_machine_of_ones_own_does_the_same(number: int, how: How) -> None:
    turns: Any = find(f"{EXAMPLES}/own_solver.py:turns")
    for task in tasks(3 + min(number, 2)):
        assert ran_of(turns, task, how) == solved(turns, task)
    clock: Any = find(f"{EXAMPLES}/alarm_clock.py:clock")
    for _ in range(2):
        events = chance().choices(clock.automaton.events, k=60)
        assert program(clock, *how).run(*events) == logged(clock, events)


class Tank(Memory):
    """It is full long after a state recurs."""

    def __init__(self) -> None:
        self.height = 0

    @guard
    def full(self) -> bool:
        """there are 50 parts in it"""
        return self.height == 50

    @action
    def fill(self) -> None:
        """put a part into it"""
        self.height += 1


@SOME
def test_a_machine_that_runs_by_itself_ends_when_its_memory_says_so(number: int, how: How) -> None:
    table = "fills -> fills : step [!full] / fill \n fills -> done : step [full]"
    automaton = Automaton.from_table("mine", initial="fills", final="done", table=table)
    tank = Machine(automaton, Tank)
    assert program(tank, *how).run() == (0, f"{trace(by=tank)}\n", "")
    status, _, error = program(Machine(automaton), *how).run()
    assert (status, "it matters whether full is true" in error) == (2, True)


def logged(machine: Machine, events: Iterable[str]) -> tuple[int, str, str]:
    """The exit code, the lines and the error of a run in Python."""
    rows, error = list[str](), ""
    try:
        for record in machine.run(*events):
            put = "" if record.output is None else f"  ({record.output})"
            rows.append(f"{record.number}. {record.transition}{put}\n")
    except Exception as stopped:  # whatever a memory raises
        kind = "" if isinstance(stopped, FsmError) else f"{type(stopped).__name__}: "
        error = f"{machine.name} stops: {kind}{stopped}\n"
    return int(bool(error)), "".join(rows), error


LOUD = re.compile("leaves the range|counts from the end|is missing")


@pytest.mark.parametrize(
    ("number", "how"),
    [
        (8, ["node"]),
        (2, ["cc", "-O0"]),
        pytest.param(60, ["node"], marks=pytest.mark.sweep),
        pytest.param(8, ["cc", *SANITIZED], marks=pytest.mark.sweep),
    ],
)
def test_a_random_memory_does_the_same_or_its_program_says_why_not(number: int, how: How) -> None:
    random = chance()
    for _ in range(number):
        text = random_memory(random)
        machine = machine_of(text)
        events = random.choices(machine.automaton.events, k=8)
        wanted = logged(machine, events)
        status, out, said = program(machine, *how).run(*events)
        if status == 1 and LOUD.search(said):
            assert wanted[1].startswith(out), text
        elif how[0] == "cc":  # where a line goes wrong twice, what C works out first is its own
            assert (status, out) == wanted[:2], text
        else:
            assert (status, out, said) == wanted, text


REFUSED = {
    "x = 1.5": "1.5",
    "x = 7 / 2": "7 / 2",
    "x = 2 ** 3": "2 ** 3",
    "x = {1: 2}": "{1: 2}",
    "x = [one for one in [1]]": "[one for",
    "x = lambda: 1": "lambda",
    "x = 'a' in 'ab'": "'a' in",
    "x = self.a[0:1]": "0:1",
    "del self.n": "del self.n",
    "assert self.n": "assert self.n",
    "import sys": "import sys",
    "try:\n    pass\nfinally:\n    pass": "try:",
    "with open('x'):\n    pass": "with open",
    "print(1)": "print(1)",
    "x = divmod(self.n, 2)": "divmod",
    "self.word = str(self.n)": "str(self.n)",
    "self.act()": "calls itself",
    "self.new = 1": "self.new",
    "while self.n:\n    pass\nelse:\n    pass": "while",
    "raise KeyError('x')": "raise KeyError",
    "self.output = self.state": "self.state",
    "self.n = self.n < 3": "is a bool",
    "self.output = (self.n > 1) & (self.n > 2)": "&",
    "self.output = 1\nself.output = 'a'": "where a number is expected",
    "self.n = self.n + (self.n > 1)": "is a bool",
    "x = (self.n > 1) < self.n": "cannot be compared",
    "x = self.a == self.b": "cannot be compared",
    "x = 0 < self.n < 3": "cannot be compared",
    "x = self.n is self.n": "cannot be compared",
    "x = []": "write it down",
    "x = None": "`None` is not",
    "self.a += [1]": "is a list",
    "x = self.a + self.b": "is a list",
    "self.many(*(1, 2))": "*(1, 2)",
    "self.output = (1, None)": "`None` is not",
    "self.n = self.double": "self.double",
    "x = Data()": "no source",
    "for at, one in [(1, 2)]:\n    pass": "for at, one",
    "if not self.maybe:\n    pass": "in a condition",
    "self.maybe = 'a'": "is a text",
    "self.n = self.n + self.f()": "changes something",
    "self.g()": "calls itself",
    "self.__init__()": "self.__init__()",
    "self.word = None": "`None` is not",
    "x = (1, 2)\nself.n = x[5]": "x[5]",
    "self.many(1, 2)": "is not a number",
}
MORE = """
def f(self) -> int:
    self.n += 1
    return 1

def g(self) -> None:
    self.g()

def many(self, *every: int) -> None:
    pass

@property
def double(self) -> int:
    return 2 * self.n
"""
FIRST = """
from dataclasses import dataclass

@dataclass
class Data:
    n: int = 3
"""


@pytest.mark.parametrize("act", REFUSED)
def test_what_is_outside_is_refused_with_the_construct_the_method_and_the_line(act: str) -> None:
    fields = "self.n, self.word = 3, 'a'\nself.a = [1]\nself.b = [2]\nself.maybe: int | None = 1"
    machine = machine_of(own(act, fields, MORE, FIRST))
    said = set()
    for language in ("c", "javascript"):
        with pytest.warns(errors.ConversionWarning, match=re.escape(REFUSED[act])) as refused:
            code(machine, language)
        said.add(str(refused[0].message))
    assert len(said) == 1
    assert re.search(r"(Own|Data)\.\w+(, line \d+\)$| cannot)", said.pop())


@pytest.mark.parametrize("parameters", ["self, n: int = 3", "self, *every: int"])
def test_a_word_that_takes_arguments_is_refused(parameters: str) -> None:
    more = f'@action\ndef many({parameters}) -> None:\n    "do more"\n    self.n += 1'
    for language in ("c", "javascript"):
        with pytest.warns(errors.ConversionWarning, match="many cannot be translated"):
            code(machine_of(own("self.n = 1", more=more)), language)


ODD = [
    *("int", "main", "names", "STATES", "states", "S", "default", "a-b", "NULL", "%s%n", "??/"),
    *("é", "塔", "0", "00", "+", "*", '"', "'\\", "two words", "</script>", "${x}", "*/", "[x&y]"),
    *("key", "n > 3", "constructor", "asked", "a]", "[!b"),
]
"""Names that a language, a format or a message may stumble over."""
DONE = ["copy", "output", "p", "put_text", '"o"', '"\\"é*/%s??/"']


def bare_machine(random: Random) -> Machine:
    """A diagram by chance, of odd names: a guard may decide, or an event have no transition."""
    events, guards = random.sample(ODD, 3), random.sample(ODD, 3)
    states = random.sample([*ODD, "it's" * 45, "\\" * 181, "é" * 200], 3)
    rows = []
    for state, event in product(states, events):
        guard = Guard(random.choice(guards))
        effect = tuple(random.sample(DONE, random.randrange(4)))
        both: list[tuple[Guard, ...]] = [(guard,), (guard._replace(negated=True),)]
        for case in random.choice((both, both[:1], [()], [()], [])):
            rows.append(Transition(state, random.choice(states), Label(event, case, effect)))
            effect = effect[1:]
    final = frozenset(random.sample(states, 1))
    return Machine(Automaton("*/ %s", tuple(states), states[0], final, in_rows(rows), "??/"))


@pytest.mark.parametrize("amount", [2, pytest.param(30, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("how", HOW)
def test_a_machine_without_a_memory_logs_the_calls_of_its_run(amount: int, how: How) -> None:
    door = transitions.Machine(states=["open", "shut"], initial="open", auto_transitions=False)
    door.add_transition("push", "open", "shut", conditions="state", before="copy", after="ring")
    door.add_transition("push", "open", "=", unless="state")
    door.add_transition("push", "shut", "open", before=["copy", "ring"])
    machines = [bare_machine(chance()) for _ in range(amount)]
    for machine in [Machine.from_transitions(door), *machines]:
        events, built = chance().choices(machine.given_events, k=30), program(machine, *how)
        status, out, error = built.run(*events)
        wanted = logged(machine, events)
        assert (status, out) == wanted[:2], machine.automaton
        assert error.partition(" in state")[0] == wanted[2].partition(" in state")[0]
        assert built.run(given=f" {events[0]}\n  {events[1]} ")[1:] == built.run(*events[:2])[1:]


@pytest.mark.parametrize("how", HOW)
def test_names_beyond_ascii_stay_apart_from_what_they_are_written_as(how: How) -> None:
    table = """
        a -> b : go [é] / ü
        a -> a : go [!é & ue9] / ufc
        b -> a : go [ue9] / é_
    """
    machine = Machine(Automaton.from_table("m", initial="a", table=table))
    events = ["go [é & ue9]", "go [ue9]", "go [!é & ue9]"]
    assert program(machine, *how).run(*events) == logged(machine, events)


@pytest.mark.parametrize("how", HOW)
def test_an_event_that_a_chart_never_accepts_is_refused_as_in_python(how: How) -> None:
    table = """
        lamp {
            -> off
            off -> lit : push
            lit -> off : push
        }
        off -> gone : kick [in(lit)]
    """
    machine = Machine(Automaton.from_table("m", initial="lamp", table=table))
    assert program(machine, *how).run("push", "kick") == logged(machine, ["push", "kick"])
    assert program(machine, *how).run("push", "call")[0] == 2


ALIKE = {
    "tuples in tuples": """
        two = ((self.n, 2), "3")
        one, text = two
        self.output = f"{one[0]} {two[0][1]}" + text
    """,
    "two names of a list": """
        x = self.a
        y = self.a = [7]
        self.rows.append(x)
        self.rows.append(y)
        self.rows[0].append(len(x))
        z = x if self.n else y
        z.append(4)
        self.output = f"{len(x)} {len(self.a)} {self.rows[0][-1]} {self.rows[1][0]}"
    """,
    "a list that changes in its loop": """
        for one in self.a:
            if len(self.a) < 4:
                self.a.append(one + 1)
            self.n += one
        self.output = f"{self.n}"
    """,
    "a loop over a list that is replaced": """
        for one in self.a:
            self.a = [one, 8]
        self.output = f"{len(self.a)}"
    """,
    "texts that are kept": """
        self.word = self.word + (f"{self.n:03}" if self.n > 2 else "")
        self.words.append(self.word)
        self.output = self.words[0] + self.word
    """,
    "objects in lists": """
        thing = Thing(self.n)
        self.things.append(thing)
        self.things[0].n += 1
        thing.names.append("a" + self.word)
        self.output = f"{self.things[-1].n} {self.things[0].names[0]}"
    """,
    "an index that stays inside of a list": """
        self.n = (self.n + 1) % 3
        three = [5, 6, 7]
        three[self.n] = 8
        self.output = f"{three[0]} {three[1]} {three[self.n]}"
    """,
    "an index that leaves a list at last": """
        three = [5, 6, 7]
        self.n = (self.n + 2) % 4 if self.n < 3 else 2
        if three[self.n] == 7:
            self.n = 3
            three[self.n] = 1
    """,
    "an index that a loop counts out of a list": """
        three = [5, 6, 7]
        for at in range(self.n + 1):
            self.word += f"{three[at]}"
    """,
    "an index of a list where a shorter one may be": """
        three = [5, 6, 7]
        if self.n == 4:
            three = [5]
        self.n += 1
        self.output = three[self.n % 3]
    """,
    "an index that is given by a call that leaves a list": """
        three = [5, 6, 7]
        self.n -= 1
        self.output = three[picked(self.n)] + three[picked(1)]
    """,
    "what is worked out before its place": """
        self.a.append(5)
        self.a[len(self.a) - 1] = self.a.pop()
    """,
}
THING = """
class Thing:
    def __init__(self, n: int) -> None:
        self.n = n
        self.names: list[str] = []

def picked(n: int) -> int:
    if n == 0:
        return 3
    return n % 3
"""
KEPT = """
super().__init__()
self.n, self.word, self.a = 3, "w", [1]
self.rows: list[list[int]] = []
self.words: list[str] = []
self.things: list[Thing] = [Thing(1)]
"""


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=sweep_if(number > 2)) for number, name in enumerate(ALIKE)]
)
def test_a_memory_does_the_same_in_every_language(name: str, how: How) -> None:
    machine = machine_of(own(dedent(ALIKE[name]), KEPT.strip(), head=THING))
    events = ["do_act"] * 3
    assert program(machine, *how).run(*events) == logged(machine, events)


KNOWN = """
x = [self.n] * 3000
self.n += 1
if self.n % 20 == 0:
    self.word, self.pair = f"{self.n}", ("a" + self.word, 1)
    self.rows.append(x)
    thing = Thing(self.n)
    thing.names.append(f"{self.n} of {self.word}")
    self.things[0] = thing
    self.things.append(thing)
self.output = self.word + self.pair[0] + self.things[-1].names[0] + f"{self.rows[-1][0]}"
"""


@pytest.mark.sweep
def test_what_a_memory_knows_is_not_freed() -> None:
    first = 'self.pair = ("b", 2)\nself.rows.append([1])\nself.things[0].names.append("c")'
    machine = machine_of(own(KNOWN.strip(), KEPT.strip() + f"\n{first}", head=THING))
    events = ["do_act"] * 300
    assert program(machine, "cc", *SANITIZED).run(*events) == logged(machine, events)


@pytest.mark.sweep
def test_memory_does_not_grow_with_the_run() -> None:
    making = own(
        "x = [self.n] * 2000\nfor at in range(2):\n    x = list(x)\n"
        "self.a = list(x)\nself.n = len(self.a)",
        "self.n, self.a = 1, [1]",
    )
    limited = ("sh", "-c", 'ulimit -v 25000; exec "$@"', "sh")
    built = program(machine_of(making), "cc", "-O0").command
    assert Program((*limited, *built, "-")).run(given="do_act " * 5000)[::2] == (0, "")
    for name in ("monk", "call-stack"):
        built = program(SOLVERS[name], "cc", "-O1").command
        assert Program((*limited, *built)).run("18", "--quiet")[::2] == (0, "")
    built = program(READERS["distance-reader"], "cc", "-O1").command
    word, answer = "0 1,2" * 10**6, 3 * 10**6 + 1
    assert len(Program((*limited, *built, "-")).run(given=word)[1]) == answer
    script = program(READERS["distance-reader"], "node").command[1]
    in_node = ("/usr/bin/env", "node", "--max-old-space-size=30")
    assert len(Program((*in_node, script, "-")).run(given=word)[1]) == answer
    gate: Any = find(f"{EXAMPLES}/turnstile.py:turnstile")
    script, events = program(gate, "node").command[1], "coin\n push " * 10**5
    assert Program((*in_node, script, "-")).run(given=events) == program(gate).run(
        "-", given=events
    )
