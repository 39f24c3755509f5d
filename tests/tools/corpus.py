"""The command lines and library calls that `side_by_side` runs, made anew from a seed.

It is imported where the package of the reference is on the path: what is asked is what that package
offers. Commands and options are read from `--help`, names from `list`. A line of `LINES` is a case:
words as a shell takes them. ` ; ` separates commands that share a folder, `!python` runs Python on
a file that was written, `!eval` evaluates an expression, and `< FILE` at the end is standard input.
`{word}` is a property of what the section is about, or else one of `VALUES`. Of `FILES`, and of
those that are made here, a case gets what its words name.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import NamedTuple

import hanoi_fsm


class Case(NamedTuple):
    """What is run in one folder: command lines, with the files that they name."""

    kind: str
    line: str
    files: dict[str, str]
    columns: int = 1000


LINES = {
    "automaton": """
        describe {name}
        describe {name} --table
        draw {name}
        draw {name} --format dot -o d/ ; check d/{name}.dot --disks 5 --format jsonl
        draw {name} --counts {few}
        draw {name} --path {input}
        draw {name} --as table
        draw {name} --layout {layout}
        draw {name} --legend
        export {name} --to {export} -o x.txt
        export {name} --to json -o x.json ; equal {name} x.json ; check x.json --disks 3
        export {name} --to dot -o x.dot ; describe x.dot ; prove x.dot
        code {name} -o x.py ; !python x.py {input}
        code {name} --lang c -o x.c
        check {name} --disks {few} --format {rows}
        check {name} --strict --disks {few}
        check {name} --disks {few}
        prove {name}
        prove {name}
        minimize {name}
        minimize {name} -o x.json
        equal {name} {other} --disks 5
        equal {name} {name} --disks 4
        mutants {name} --disks 2 --summary
        repair {name} --disks 3
        trace --by {name} {input} --format {rows}
        trace --by {name} {input} --with-memory
        play {input} --by {name}
        explorer {name} -o x.html
        solve 3 --by {name}
    """,
    "solver": """
        solve {n} --by {name} --from {peg} --to {peg} --format {rows}
        solve {n} --by {name} --start {step} --count {few}
        solve 14 --by {name} --start 9990 --count 20 --format csv
        solve 17 --by {name} --start 99990 --count 20 --format {moves}
        trace {few} --by {name} --from {peg} --to {peg} --format {rows}
        trace {n} --by {name} --start {step} --count {few}
        compare {few} {name} formula --format {rows}
        check {name} {n} --segments {few} --format {rows}
        check {name} 12 --segments 5
        draw run {few} --by {name}
        draw run 3 --by {name} --matrix -o d/
        prove {name}
        equal {name} {anysolver} --disks 6
        compare 4 {name} --plot x.svg --of {of}
    """,
    "reader": """
        trace --by {name} {input}
        trace --by {name} {input} --format csv
        trace --by {name} {input}{digit} --format jsonl
        infer {name} --depth 0
        infer {name} --depth 1 -o x.dot ; equal x.dot {name}
        draw {name} --path {input} --format dot
    """,
    "pathfinder": """
        path {input} --by {name} --format {rows}
        path {input} --by {name} --length
        trace --by {name} {input}
        draw run {input} --by {name}
    """,
    "task": """
        solve {n} --by {anysolver} --from {source} --to {target} --format {moves}
        at {n} {step} --from {source} --to {target}
        path {word} --from {source} --to {target} --length
        at {n} --from {source} --to {target}
        check {solver} 9 --segments 2 --from {source} --to {target}
        !eval [str(one) for one in solve({n}, source={source}, target={target}, by="{anysolver}")]
    """,
    "far": """
        solve 14 --by {anysolver} --format {moves}
        solve 17 --by {anysolver} --format csv
        solve 17 --from 1 --to 0 --format {moves}
        solve 64 --by {anysolver} --start {huge} --count 5 --format {moves}
        solve 17 --by {anysolver} --start {beyond} --count 1000 --format {moves}
        solve 1000 --by {formula} --start {huge} --count 3
        at 70 {huge}
        !eval sum((at + 1) * byte for at, byte in enumerate(b"".join(stream(17))))
    """,
    "puzzle": """
        at {n} {step}
        at {n} {step} --as towers
        at {few} {few} --as svg
        path {word} {word}
        path {pair} --length
        path {pair} --format {rows}
        path {word} --to {peg}
        path {word} --length
        at {n}
        at {few} --by-disk
        draw graph {few}
        draw graph {pair}
        draw {picture} {few}
        list
        demo --disks {few}
        export --to json-schema
        compare {few} --format {rows}
        compare {few} {anysolver} {anysolver}
        check {solver} {formula} {reader} --disks 4 --format {rows}
        check --disks 3 --format csv
        play {few} --start {few}
    """,
    "own": """
        check {name} --disks 3 --format jsonl
        check {name} --disks 3
        check {name}
        describe {name}
        describe {name} --table
        trace --by {name} {input} --format {rows}
        trace --by {name} {input}
        draw {name} --format dot -o d/
        draw {name}
        draw {name} --path {input}
        export {name} --to {export}
        export {name} --to json -o x.json ; check x.json@{name} --disks 3
        code {name} -o x.py ; !python x.py {input}
        code {name} --lang {lang}
        mutants {name} --summary --disks 3
        minimize {name}
        repair {name} --disks 3
        explorer {name} -o x.html
        prove {name}
        play {input} --by {name}
        compare 3 {name}
    """,
    "function": """
        check {name} --disks 4 --format jsonl
        check {name} --disks 5
        equal {name} formula --disks 4
        solve 3 --by {name}
        compare 3 {name} --format csv
        infer {name} --alphabet {alphabet}
        infer {name} --alphabet 01 --most-states {few} -o x.json ; describe x.json --table
    """,
    "random diagram": """
        minimize {name}
        minimize {name} -o x.dot ; equal x.dot {name} ; minimize x.dot
        equal {name} {sibling}
        equal {name} {anyrandom}
        check {name} --disks 4 --format jsonl
        check {name}
        trace --by {name} {input} --format csv
        draw {name}
        export {name} --to {export}
        code {name} -o x.py ; !python x.py {input}
        code {name} --lang c
        mutants {name} --disks 2
    """,
    "file": """
        check {name} --format jsonl
        prove {name}
        check {name}
        equal {name} {automaton}
        mend {name} --disks 3 -o x.txt ; check x.txt
        draw {name} -o d/
    """,
    "broken": """
        check {name} --format jsonl ; prove {name}
        check {name}
        check {name} --draw d
        check {name}
        equal {name} {automaton}
        mend {name} --hint --disks 4
        mend {name} --disks 3
        draw {name} -o d/
        describe {name}
        export {name} --to {export}
        minimize {name}
        trace --by {name} {input}
        solve 4 --by {name}
        code {name} --lang {lang}
        compare 3 {name} --format csv
        explorer {name} -o x.html
        mutants {name} --disks 2 --summary
        play {input} --by {name}
        path {input} --by {name}
    """,
    "wrong": """
        ''
        --help
        --version
        --nothing
        frobnicate
        chek two-storey
        --format csv check
        check two-story
        check nothing.dot
        check nothing.py:x
        check own.py:nothing
        check own.py
        check hostile.py:x
        check README.md
        check x.png
        solve 3 4
        solve x
        solve 3 --by {reader}
        solve 3 --by nothing
        solve 3 --from 1 --to 1
        solve 99 --by monk --format jsonl --count 2
        solve 3 --start 8
        solve 3 --form csv
        solve 3 --start 2 --count 0
        trace --by {reader} {input}
        trace 3 --by {pathfinder}
        trace --by twice-reader 01 1
        at 3 8
        at x 1
        path 01 011
        path 013 000
        path '' ''
        path 3
        path 000000000000000000000000000000000001 --length
        draw nothing
        draw two-storey --format gif
        draw two-storey --counts 3 --path 1..2
        draw two-storey --path 3..1
        equal two-storey path-reader
        equal two-storey
        export monk
        export monk --to xml
        code shortest --lang c
        code monk --lang cobol
        learn two-storey
        learn functions.py:right --alphabet 01
        minimize nothing
        mutants functions.py:right
        mend monk -o nothing/x.dot
        prove recursion
        compare 30
        compare 3 nothing
        check 12 --segments 0
        check monk --disks 99
        explorer nothing
        explorer -o nothing/x.html
        play 3 --by nothing
        demo --disks -1
        list two-storey
        describe monk --format csv
        describe - < pendulum.dot
        check - --format csv < broken-monk-1.dot
        solve 3 --by - < pendulum.dot
        export - --to json < own.py
    """,
    "library": """
        !eval __import__("inspect").signature({public})
        !eval sorted(dir(testing))
        !eval sorted(name for name in dir(errors) if isinstance(getattr(errors, name), type))
        !eval [configuration({step}, disks={n}), step_of(configuration(3, disks={n}))]
        !eval [distance(a, b) for a, b in zip(["{word}"], ["{word}"])]
        !eval distance(*"{pair}".split())
        !eval [str(one) for one in path(*"{pair}".split(), by="{pathfinder}")]
        !eval verdict(*"{pair}".split())
        !eval next_move("{word}", {peg})
        !eval step_of("{word}")
        !eval [vars(formula).get(name, 0) is not 0 for name in dir(formula)]
        !eval [(one.view, str(one)) for one in trace({few}, by="{anysolver}")]
        !eval trace("{digits}", by="{reader}")
        !eval [str(one) for one in solve({n}, by="{anysolver}", start={few}, count=3)]
        !eval list(solve(3, by="{reader}"))
        !eval bytes(b"".join(stream({few})))
        !eval str(check("{automaton}", {few}))
        !eval (lambda one: (one.holds, one.finding))(check("{automaton}", {few}))
        !eval (lambda one: (one.visited, one.findings))(explore("{automaton}", 3))
        !eval equal("{automaton}", "{automaton}")
        !eval equal("{solver}", "{anysolver}", 5)
        !eval find("{automaton}").automaton
        !eval str(find("{automaton}").automaton)
        !eval find("two-story")
        !eval find("{automaton}").prove()
        !eval str(mutants("{solver}", 2))
        !eval str(prove("{automaton}"))
        !eval str(repair("{automaton}", 2))
        !eval str(minimize("{automaton}"))
        !eval export(find("{automaton}").automaton, "{export}")
        !eval code(find("{automaton}"), "{lang}")
        !eval StateTable(find("{reader}")).text()
        !eval StateTable(find("{automaton}")).text()
        !eval (lambda one: read(Diagram(one).dot).automaton == one)(find("{solver}").automaton)
        !eval Diagram(find("{automaton}").automaton).svg
        !eval Diagram.of(find("{automaton}")).dot
        !eval read('digraph a { s [shape=point] s -> b b -> b [label="{word} / x"] }').automaton
        !eval read("digraph {")
        !eval Automaton.from_table("a", initial="b", table="b -> c : x [!g & h] / i\\nc -> b : y")
        !eval Automaton.from_table("a", initial="b", table="b - c")
        !eval [Transition("a", "b", Label("step")), Label("step")]
        !eval Machine(Automaton.from_table("a", initial="b", table="b -> b : x")).run("x", "x")
        !eval trace("x", by=Machine(Automaton.from_table("a", initial="b", table="b -> b : x")))
        !eval list(run(find("{solver}").automaton, find("{solver}").memory()))
        !eval [PegMatrix.start({few}), Task({few}, 0, 1), Move(1, 0, 2)]
        !eval Configuration("{word}")
        !eval [Configuration("{digits}"), Move(3, 1, 1), Task(3, 0, 0)]
        !eval HanoiGraph({few})
        !eval film({few}, by="{solver}")
        !eval film(2, by="{anysolver}", matrix=True)
        !eval check_segments("{solver}", 9, segments={few})
        !eval learn("{reader}")
        !eval explorer("{automaton}")
        !eval from_transitions(__import__("transitions").Machine(states=["a"], initial="a"))
        !eval [sorted(SOLVERS), list(READERS), list(PATHFINDERS), ENGINES, automata.names()]
        !eval [(name, one.__mro__) for name, one in vars(errors).items() if hasattr(one, "mro")]
        !eval testing.assert_solves("{anysolver}", disks=range(5))
        !eval testing.assert_solves(lambda disks: [(0, 2)] * disks, disks=range(4))
        !eval testing.assert_holds("{automaton}", 3)
        !eval testing.assert_sound("{solver}", 3)
        !eval testing.assert_kills_mutants("{solver}", 2)
        !eval testing.nothing
    """,
}
"""By what they are about; a case for each line and each subject."""

VALUES = {
    "n": "0 1 2 3 4 5 6 7 8 11 13",
    "N": "0 1 3 5 -1 x 99",
    "few": "1 2 3 4",
    "K": "1 2 7 0 x",
    "step": "1 2 3 7 8 0 5",
    "STEP": "1 2 5 0 300 x",
    "STEP..STEP": "1..3 2..2 3..1 x 0..99",
    "beyond": "10001 70000 100001 120000 130072",
    "huge": "1000000000000000000 9999999999999999",
    "peg": "0 1 2",
    "PEG": "0 1 2 3 x",
    "digit": "0 1 2 3",
    "digits": "0 01 0110 210 0012 1102",
    "word": "0 2 01 21 222 0121 0000 20110 done a",
    "R": "1 2 9 x",
    "P": "1 2 9",
    "pair": "'00 11' '100 011' '2222 0000' '0 0' '01201 21021' '222 012' '0110 2211'",
    "START": "'100 011' '00 22' '0 x'",
    "PART": "1..3 0110 '00 12' push x",
    "WORD": "0110 012 x",
    "rows": "csv jsonl",
    "moves": "text csv jsonl",
    "FORMAT": "text csv jsonl markdown svg dot png mermaid json scxml raw xml table",
    "FORM": "digits towers svg x",
    "KIND": "diagram table x",
    "ENGINE": "transitions generated x",
    "engine": "transitions generated",
    "lang": "python c",
    "LANGUAGE": "python c x",
    "layout": "auto dot",
    "L": "auto dot 10 x",
    "D": "down right 96 x",
    "S": "1 2 x 100",
    "direction": "down right",
    "STATE": "done base 012 nowhere",
    "of": "events cells",
    "WHAT": "events cells x",
    "M": "1 3 x",
    "J": "1 2 0 x",
    "SYMBOLS": "01 a,b 0 x",
    "EVENTS": "push x",
    "picture": "tree disks",
    "alphabet": "01 012 0,1 a",
    "DIR": "d d/e /dev/null",
    "FILE": "x.txt x.svg x.dot x.json x.py no/x.txt -",
    "FILE.py:NAME": "own.py:till own.py:Till x.py:x own.py",
    "anyrandom": "random-0.dot random-5.dot sibling-3.dot",
    "": "'' '--format csv' '--disks 3'",
    "NAME": "monk hbits two-storey start half path-reader x",
}
"""What a placeholder or the metavariable of an option may be."""

SKIPPED = {"-h", "--help", "--open"}
"""Options that are not tried: help has a case of its own, and there need be no browser."""

HAND = """
digraph pendulum {
    label = "pendulum over two-storey"
    start [shape=point]
    done  [peripheries=2]
    start -> small
    small -> other [label="step [!built] / carry"]
    small -> done  [label="step [built]"]
    other -> small [label="step [!built & ahead_smaller] / move_back"]
    other -> small [label="step [!built & !ahead_smaller] / move_ahead"]
    other -> done  [label="step [built]"]
}
"""

OWN = '''
import transitions

from hanoi_fsm import Automaton, Machine, Memory, action, guard

class Till(Memory):
    coins = 0
    @guard
    def last(self) -> bool:
        "one more coin is enough"
        return self.coins == 1
    @action
    def take(self) -> None:
        "take a coin"
        self.coins += 1
        self.output = f"{self.coins} paid"
    @action
    def give(self) -> None:
        "give a ticket"
        self.coins = 0
        self.output = "ticket"

def tickets(events):
    rounds = len(events)
    if list(events) != (["coin", "coin", "button"] * rounds)[:rounds]:
        return None
    return (["1 paid", "2 paid", "ticket"] * rounds)[:rounds]

def machine(table, **more):
    return Machine(Automaton.from_table("tickets", initial="waiting", table=table), Till, **more)

RIGHT = """
    waiting -> waiting : coin [!last] / take
    waiting -> paid    : coin [last]  / take
    paid    -> waiting : button       / give
"""
till = machine(RIGHT, specification=tickets, partial=True)
wrong = machine(RIGHT.replace("/ give", "/ take"), specification=tickets, partial=True)
partial = machine(RIGHT, specification=tickets)
started = machine(RIGHT, starts={"half": Till})
turnstile = Machine(Automaton.from_table("turnstile", initial="locked", final=(), table="""
    locked -> locked : push
    locked -> open   : coin
    open   -> open   : coin
    open   -> locked : push
"""))
door = transitions.Machine(states=["open", "closed", "locked"], initial="open")
door.add_ordered_transitions(trigger="turn")
door = Machine.from_transitions(door)
'''

FUNCTIONS = """
import os, sys, time

def right(disks, source=0, target=2):
    if disks:
        spare = 3 - source - target
        yield from right(disks - 1, source, spare)
        yield source, target
        yield from right(disks - 1, spare, target)

def one_way(disks):
    return list(right(disks))

def wrong(disks, source=0, target=2):
    return [(source, target)] * disks

def late(disks):
    return [move for move in right(disks)][: 2 ** disks - 1 - (disks > 3)]

def more(disks):
    return [*right(disks), (2, 0)]

def raises(disks):
    if disks > 2:
        raise ValueError("no more than two")
    return right(disks)

def prints(disks):
    print("here I am", disks)
    return right(disks)

def leaves(disks):
    sys.exit(3)

def dies(disks):
    os._exit(7)

def texts(disks):
    return ["0 -> 2"] * disks

def nothing(disks):
    return None

def pegs(disks):
    return [(source, 3) for source, _ in right(disks)]

kept = []
def keeps(disks):
    kept.extend(right(disks))
    return kept

def too_many(disks, source, target, spare):
    return []

number = 5

def parity(word):
    return str(word.count("1") % 2)

def last(word):
    return word[-1]

def refuses(word):
    return None if "11" in word else word[-1]

def breaks(word):
    raise KeyError(word)
"""

HOSTILE = ("\0", "\udcff", '"', "<script>alert(1)</script>", "x" * 5000, "{" * 300, "\u202e", "*/")
FILES = {
    "own.py": OWN, "functions.py": FUNCTIONS, "pendulum.dot": HAND, "README.md": "# words\n",
    "hostile.py": "import nothing_like_it\n", "loud.py": "print('hello')\nx = 1 / 0\n",
    "x.png": "\udc89PNG", "hostile.json": '{"format": "hanoi-fsm automaton 1", "name": []}',
}  # fmt: skip
WORD = r"!?\b(?!(?:label|source|target|event|guards|action)\b)[A-Za-z_]\w+|\b[0-9]+\b"
DRAWING = (
    r"(?m)^\t(?:graph|node|edge) \[(?!.*label=).*\n"
    r'| (?:pos|lp|id|bb|height|width|font\w+|\w*color|pad|arrowsize)=(?:"[^"]*"|[\w.]+)'
)
"""What of a diagram would not be written by hand: its places and colours."""
FORMATS = r"--to FORMAT +([\w, ]+?)\n"
OPTION = r"^  (--?[\w-]+)(?: \[?([A-Z][^\s\]]*))?"


class Corpus:
    """All the cases of one seed; `tests` is a folder that may have machines in Python files."""

    def __init__(self, seed: int, tests: Path) -> None:
        self.random = Random(seed)
        listed = re.findall(r"^(\S+) +(\w+) +[\d-]+ +[\d-]+$", printed("list"), re.MULTILINE)
        self.kinds: dict[str, str] = dict(listed)
        self.automata = self.named("solver", "reader", "pathfinder")
        self.solvers = self.named("solver", "recursion", "program", "formula")
        some = {kind: self.named(kind) for kind in self.kinds.values()} | {
            "automaton": self.automata,
            "anysolver": self.solvers,
            "public": [one for one in hanoi_fsm.__all__ if callable(getattr(hanoi_fsm, one))],
            "export": re.findall(r"\w+", re.findall(FORMATS, printed("export", "--help"))[0]),
        }
        self.values = {word: shlex.split(lots) for word, lots in VALUES.items()} | some
        found = [
            *tests.parent.glob("hanoi_fsm/course/examples/[!_]*.py"),
            *tests.glob("student/*.py"),
        ]
        self.files = FILES | {file.name: file.read_text("utf-8") for file in sorted(found)}
        for name in self.automata:
            for format in ("dot", "json"):
                self.files[f"{name}.{format}"] = printed("export", name, "--to", format)

    def named(self, *kinds: str) -> list[str]:
        return [name for name, kind in self.kinds.items() if kind in kinds]

    def about(self, name: str, file: str = "") -> dict[str, str]:
        """An automaton, or a file with something like it, and what it may be asked to read."""
        kind, size = self.kinds[name], self.random.randrange(1, 6)
        pair = ["".join(self.random.choices("012", k=size)) for _ in range(2)]
        inputs = {"solver": str(size), "pathfinder": " ".join(pair)}
        if kind == "reader":
            alphabet = hanoi_fsm.find(name).automaton.events
            inputs[kind] = "".join(self.random.choices(alphabet, k=size))
        return {
            "name": file or name,
            "automaton": name,
            "other": self.random.choice(self.named(kind)),
            "input": inputs[kind],
        }

    def subjects(self) -> dict[str, list[dict[str, str]]]:
        """What the lines of each section are about."""
        own = [
            f"{file}:{name}"
            for file, text in self.files.items()
            for name in re.findall(r"^(\w+) = (?:Machine|machine)\b", text, re.MULTILINE)
        ]
        functions = [f"functions.py:{one}" for one in re.findall(r"def (\w+)\(\w+[,)]", FUNCTIONS)]
        drawn = [
            self.about(name, f"{name}.{end}") for name in self.automata for end in ("dot", "json")
        ]
        return {
            "automaton": list(map(self.about, self.automata)),
            "solver": [{"name": name} for name in self.solvers],
            "reader": list(map(self.about, self.named("reader"))),
            "pathfinder": list(map(self.about, self.named("pathfinder"))),
            "task": [{"source": one, "target": two} for one, two in permutations("012", 2)],
            "far": [{}, {}],
            "puzzle": [{}] * 6,
            "own": [{"name": name, "input": "coin coin button"} for name in own],
            "function": [{"name": name} for name in functions],
            "random diagram": [self.random_diagram(number) for number in range(12)],
            "file": [self.about("two-storey", "pendulum.dot"), *drawn],
            "broken": [
                self.broken(one, n) for one in [*self.automata, "pendulum"] for n in range(4)
            ],
            "wrong": [{"input": "0110"}],
            "library": [{}] * 4,
        }

    def random_diagram(self, number: int) -> dict[str, str]:
        """A reader whose states are copies of a few, and the same with one output changed."""
        letters = "abc"[: self.random.randrange(2, 4)]
        copies = [self.random.randrange(1, 3) for _ in range(self.random.randrange(1, 5))]
        lines = ["start [shape=point]", "start -> s0_0"]
        for state, letter in product(range(len(copies)), letters):
            to, written = self.random.randrange(len(copies)), self.random.choice("xy")
            for copy in range(copies[state]):
                goal = f"s{to}_{self.random.randrange(copies[to])}"
                lines.append(f's{state}_{copy} -> {goal} [label="{letter} / {written}"]')
        name, sibling = f"random-{number}.dot", f"sibling-{number}.dot"
        self.files[name] = "\n".join(["digraph random {", *lines, "}"])
        self.files[sibling] = self.files[name].replace(lines[-1], lines[-1].replace("/ x", "/ y"))
        return {"name": name, "sibling": sibling, "input": " ".join(letters)}

    def broken(self, name: str, number: int) -> dict[str, str]:
        """A file with one thing changed that may or may not matter, most often about an edge."""
        random, end = self.random, "json" if number == 3 and name in self.kinds else "dot"
        lines = re.sub(DRAWING, "", self.files[f"{name}.{end}"]).splitlines()
        edges = [at for at, line in enumerate(lines) if "->" in line or '"source"' in line]
        at = random.choice(edges)
        line, words = lines[at], re.findall(WORD, "\n".join(lines[one] for one in edges))
        old, new = random.choice(re.findall(WORD, line)), random.choice(words)
        swapped = line.replace(old, new, 1)
        other_sign = re.sub(r"(?<= \[)(!?)(?!label)(?=\w)", lambda sign: "!"[len(sign[1]) :], line)
        hostile = line.replace(old, random.choice([*HOSTILE, old[::-1], old.upper()]))
        edits = [[swapped]] * 4 + [[other_sign], [], [line, swapped], [hostile], [hostile]]
        lines[at : at + 1] = random.choice(edits)
        text, file = "\n".join(lines), f"broken-{name}-{number}.{end}"
        self.files[file] = text[: random.randrange(len(text))] if random.random() < 0.1 else text
        return self.about(name if name in self.kinds else "two-storey", file)

    def cases(self) -> Iterator[Case]:
        """Every case once; of broken files each is given to a few commands."""
        seen: dict[str, str] = {}
        for section, subjects in self.subjects().items():
            for given in subjects:
                lines = LINES[section].strip().splitlines()
                if section == "broken":
                    lines = [lines[0], *self.random.sample(lines[1:], 3)]
                seen |= {self.filled(line.strip(), given): section for line in lines}
        for command in re.findall(r"^    ([a-z]+) ", printed("--help"), re.MULTILINE):
            bases = [one for one in seen if re.fullmatch(rf"{command}( [^;<]+)?", one)]
            for option, value in re.findall(OPTION, printed(command, "--help"), re.MULTILINE):
                if option not in SKIPPED:
                    lots = self.values.get(value, self.values["NAME" if value else ""])
                    for one in self.random.sample(lots, min(3, len(lots))):
                        line = f"{self.random.choice(bases or [command])} {option} {one}"
                        seen.setdefault(line.strip(), "options")
        for line, section in seen.items():
            named = {*re.split(r"[\s:=]", line), "alarm_clock.py" if ".py:" in line else ""}
            files = {name: text for name, text in self.files.items() if name in named}
            command = "library" if line.startswith("!eval") else line.split(maxsplit=1)[0]
            yield Case(f"{command}: {section}", line, files, self.random.choice([1000] * 5 + [80]))

    def filled(self, line: str, given: dict[str, str]) -> str:
        """A line with the properties of what it is about; any other word is drawn by lot."""
        values = self.values | {word: [value] for word, value in given.items()}
        return re.sub(r"\{(\w+)\}", lambda word: self.random.choice(values[word[1]]), line)


def printed(*words: str) -> str:
    """What a command of the package prints."""
    from hanoi_fsm.cli import main  # of the package that is asked

    with redirect_stdout(StringIO()) as out, suppress(SystemExit):
        main(words)
    return out.getvalue()
