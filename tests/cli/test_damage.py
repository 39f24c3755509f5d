"""Words and files that are wrong in any way: taken, or refused in one line like any other.

Whatever it was given, a command ends with 0, 1 or 2, says in one printable line of 300 signs what
is wrong, and leaves no file behind but those that it was asked for. Of the random ones a sample is
tried, from a seed that is printed; with HANOI_CASES=all, or a number, all of the command lines, or
as many files.
"""

import json
import os
import shlex
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from support.cases import ids
from support.chance import chance
from support.commands import DOT, Ran, assert_refused, run

from hanoi_fsm import Diagram, automata, export

LONGEST = 300 + len("hanoi-fsm: ")


class Case(NamedTuple):
    """A command line, the files in its folder, the exit codes allowed, and what it may make."""

    words: tuple[str, ...]
    files: dict[str, bytes]
    codes: tuple[int, ...]
    leaves: tuple[str, ...] = ()


def faults(cases: Iterable[Case], top: Path) -> list[str]:
    """What is wrong with each of the cases that is not as it must be, in words."""
    complaints = []
    for number, case in enumerate(cases):
        folder = top / str(number)
        folder.mkdir()
        for name, content in case.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        shown = [word if len(word) < 60 else f"{word[:50]}... ({len(word)})" for word in case.words]
        print(shown)  # should it hang or die, this is the last one
        try:
            ran = run(*case.words, cwd=folder)
        except Exception as error:  # whatever came through is what we are after
            complaints.append(f"{shown}: {error!r}")
        else:
            complaints += [f"{shown}: {fault}" for fault in faults_of(case, ran, folder)]
    return complaints


def faults_of(case: Case, ran: Ran, folder: Path) -> list[str]:
    """What is wrong after one command."""
    said = [line for line in ran.err.splitlines() if ": read with " not in line]
    warned = ran.code == 0 and any(fragment in ran.err for fragment in (" is faulty", " reads '"))
    needed = ran.code == 2 or warned
    changed = [
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not path.relative_to(folder).as_posix().startswith(case.leaves)
        and case.files.get(path.relative_to(folder).as_posix()) != path.read_bytes()
    ]
    wrong = {
        f"exit code {ran.code}, not {case.codes}": ran.code not in case.codes,
        "a traceback": "Traceback" in ran.err + ran.out,
        f"{len(said)} lines of errors": len(said) not in (needed, ran.code == 1),
        "no name before the error": ran.code == 2 and not said[0].startswith("hanoi-fsm: "),
        "it cannot be printed": not all(line.isprintable() for line in said),
        "it is too long": any(len(line) > LONGEST for line in said),
        f"left or changed {changed}": bool(changed),
    }
    return [f"{fault}: {said[:3]}" for fault, applies in wrong.items() if applies]


LONG, WIDE, ODD = "n" * 200, "\N{CJK UNIFIED IDEOGRAPH-6F22}" * 200, "\x1b" * 200
UNTYPED = {
    "JUNK": "x" * 20_000,
    "NINES": "9" * 9_999,
    "ARABIC": "\N{ARABIC-INDIC DIGIT THREE}",
    "LINES": "a\nb",
    # How Python shows arguments that are not UTF-8, and are given to a process again.
    "BYTES": "\udcff\udcfe",
    "SURROGATE": "\udced\udca0\udc80",
    "ESCAPE": "\x1b[2J",
    "LONG": LONG,
}
TABLE = """
    solve NINES                                  | disks | 33216 bits
    solve JUNK                                   | argument N | 'xxx
    solve BYTES; solve ARABIC                    | argument N | '$'
    at 4 NINES                                   | step | 33216 bits | 15
    draw two-storey --path 1..ARABIC             | STEP..STEP
    draw two-storey --path ARABIC..3             | STEP..STEP
    draw two-storey --path 1..\N{SUPERSCRIPT TWO}               | STEP..STEP
    path LINES                                   | 'a\\nb' | digit 1
    path ARABIC                                  | digit 1
    solve 3 --by BYTES                           | '$'
    solve 3 --by ESCAPE                          | '$'
    check BYTES.dot                              | $: No such file
    check JUNK.dot                               | File name too long
    code monk -o JUNK                            | File name too long
    solve 3 JUNK                                 | unrecognized | xxx
    solve 3 BYTES                                | unrecognized | $
    JUNK; solve 3 --by JUNK                      | 'xxx
    SURROGATE                                    | '$'
    LINES                                        | 'a\\nb'
"""
"""Commands, and fragments of their errors; `$` is the last word of a command as it is printed."""

CASES = [
    (command.strip(), said.strip())
    for line in TABLE.strip().splitlines()
    for commands, _, said in [line.partition(" | ")]
    for command in commands.split(";")
]


def refused(command: str, said: str, ran: Ran) -> None:
    last = words_of(command)[-1].encode("utf-8", "backslashreplace").decode()
    fragments = [
        part.strip() for part in said.replace("$", last.replace("\x1b", r"\x1b")).split("|")
    ]
    assert_refused(ran, *fragments)


def words_of(command: str) -> list[str]:
    """The words of a command, with those that cannot be typed."""
    words = command.split()
    for name, odd in UNTYPED.items():
        words = [word.replace(name, odd) for word in words]
    return words


@pytest.mark.parametrize(("command", "said"), CASES, ids=ids(CASES))
def test_a_word_that_cannot_be_typed_is_shown_in_one_line(
    command: str, said: str, tmp_path: Path
) -> None:
    refused(command, said, run(*words_of(command), cwd=tmp_path))
    assert list(tmp_path.iterdir()) == []


MONK = json.loads(export(automata.get("monk").automaton, "json"))


def monk(**changes: object) -> str:
    return json.dumps(MONK | changes)


def row(**changes: object) -> str:
    step = {"source": "pray", "target": "pray", "events": ["step"]}
    return monk(transitions=[*MONK["transitions"], step | changes])


LONG_NAMED = {
    "name.json": monk(name=LONG, memory=LONG),
    "memory.json": monk(memory=LONG),
    "initial.json": monk(initial=LONG),
    "final.json": monk(final=[LONG]),
    "states.json": monk(states=[LONG, LONG[1:], LONG[2:]]),
    "source.json": row(source=LONG),
    "target.json": row(target=LONG, guards=["built"]),
    "event.json": row(events=[LONG]),
    "guard.json": row(guards=["g" * 180]),
    "action.json": row(actions=["a" * 180]),
    "key.json": monk(**{LONG: 1}),
    "text.json": row(events=[LONG + "!"]),
    "odd.json": monk(name=ODD, initial=ODD),
    "wide.json": monk(name=WIDE, memory=WIDE),
    "state.dot": DOT.replace("label=base", f'label="{LONG}!"'),
    "title.dot": DOT.replace('label="two-storey"', f'label="{LONG}"').replace("two-storey", LONG),
    "event.dot": DOT.replace("step", LONG, 3),
    "guards.dot": DOT.replace("!built", "!" + "b" * 150),
    "label.dot": DOT.replace("step", LONG + "!"),
    "token.dot": f"digraph x {{ {LONG} {LONG} = = }}",
    "twins.dot": f'digraph x {{ a [label="{LONG}"] b [label="{LONG}"] }}',
    "unlabelled.dot": f"digraph x {{ {LONG} -> {LONG}0 }}",
    f"{LONG}.dot": "graph {}",
    f"{WIDE[:80]}.json": monk(initial="x"),
    "\x1b[2J.json": monk(initial="x"),
}


def test_a_verdict_names_its_file_and_is_short_and_orders_nothing_of_the_terminal(
    tmp_path: Path,
) -> None:
    for name, content in LONG_NAMED.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    ran = run("check", *LONG_NAMED, "monk", "--size", "2", cwd=tmp_path)
    assert ran.lines[-1].startswith("monk: holds")
    for name, verdict in zip(LONG_NAMED, ran.lines[:-1], strict=True):
        assert verdict.startswith(name.replace("\x1b", r"\x1b") + ": ")
        assert len(verdict) <= 1_000 + len(name)
        assert verdict.isprintable()
    assert ran.err.strip().isprintable()


MANY = os.environ.get("HANOI_CASES", "")

FILES = {
    "my.dot": DOT.encode(),
    "fine.py": b"def solver(disks):\n    return []\n",
    "notes.txt": b"these are notes",
    "empty.dot": b"",
    "half.dot": DOT.encode()[:200],
    "folder/inside.txt": b"nothing to read",
}
"""What is in the folder."""

RIGHT = """
    demo new
    solve 3 --by two-storey --from 0 --to 1 --start 1 --count 2 --format csv
    trace 3 --by monk --from 0 --to 1 --start 1 --count 2 --format csv
    at 4 15 --from 0 --to 1
    path 100 011 --by shortest --format csv
    path 0021 --from 0 --to 2 --length
    at 4 --from 0 --to 1
    draw my.dot --format dot --counts 2 --legend -onew/
    draw graph 2 -onew/graph.dot
    check my.dot --size 2
    check my.dot --size 4 --strict
    equal my.dot two-storey --size 2
    equal monk two-storey
    minimize my.dot -o new.json
    minimize rank-reader -o new.dot
    mutants monk --size 2 --summary
    repair my.dot --size 2
    compare 2 monk hbits --format csv
    describe my.dot
    export my.dot --to json
    trace --by configuration-reader 0110 --from 0 --to 1 --count 2 --format jsonl
    trace --by shortest 100 011 --count 2 --format csv
    trace --by hbits 3 --start 2
    play 3 --by monk --from 0 --to 1 --start 2
    page my.dot rank-reader -o new.html
    solve 3 --by my.dot --start 2 --format jsonl
    path 100 011 --by any-to-any --length
    at 30
    draw two-storey --path 1..3 --disks 2 --format dot -onew/
    draw run 2 --by monk --from 0 --to 1 -onew/
    check two-storey hbits --size 2 --format csv --strict
    check twice-reader --strict
    mutants rank-reader --size 2
    compare 2 --format jsonl
    describe rank-reader
    export rank-reader --to jflap
    list
"""
"""A right command line for each command, with most of its options; the words are made wrong."""

NOT_NUMBERS = [
    *["x", "-1", "1.5", "1e3", "0x10", "1_", "--1", "+-3", "None", "nan", "inf", "[1]", "1,000"],
    *("", " ", "3 3", "\n", "1\n2", "\udcff", "\N{SUPERSCRIPT TWO}"),
    *("\N{ARABIC-INDIC DIGIT THREE}", "\N{FULLWIDTH DIGIT THREE}"),
]
NUMBERS = [*NOT_NUMBERS, "1" + "0" * 30, "9" * 5_000]
PEGS = [*NUMBERS, "3", "4", "99"]
WORDS = [
    *(
        "",
        " ",
        "x",
        "\udcff",
        "\n",
        "\x1b[2J",
        "../..",
        "-",
        "None",
        "0",
        "a" * 5_000,
        "'",
        '"',
        "<b>",
    ),
    *("$(id)", "%s", "{}", "\N{SNOWMAN}", "my.dot ", "*", "?", "/", "://", "\\"),
]
NO_NAMES = [
    *WORDS,
    *("no.dot", "no.json", "no.py:x", "notes.txt", "empty.dot", "half.dot", "fine.py:"),
    *("fine.py:nobody", "two-story", "Monk", "two-storey.svg", ":", ".dot", ".py:x"),
]
CONFIGURATIONS = ["3", "x", "01x", "0 1", "-1", "\udcff", "0\n", "\N{ARABIC-INDIC DIGIT ONE}"]

OPTIONS = {
    **dict.fromkeys(["--from", "--to"], PEGS),
    **dict.fromkeys(["--disks", "--size", "--start", "--counts"], NUMBERS),
    **dict.fromkeys(["--count", "--jobs"], NOT_NUMBERS),
    "--by": NO_NAMES,
    **dict.fromkeys(["--format"], WORDS),
    "-o": ["no/such/folder/x", ".", "folder", "my.dot/x", "x" * 5_000],
}
"""What is wrong for each option, whatever the command."""

OPERANDS = {
    "solve": [NUMBERS],
    "trace": [NUMBERS],
    "play": [NUMBERS],
    "at": [NUMBERS, NUMBERS],
    "path": [CONFIGURATIONS, CONFIGURATIONS],
    "draw": [NO_NAMES],
    "check": [NO_NAMES],
    "equal": [NO_NAMES, NO_NAMES],
    "minimize": [NO_NAMES],
    "mutants": [NO_NAMES],
    "repair": [NO_NAMES],
    "compare": [NUMBERS, NO_NAMES],
    "describe": [NO_NAMES],
    "export": [NO_NAMES],
}
STRAY = ["--no-such-option", "--disks=x", "-z", "--by", "--", "--fro", "\udcff", "--=", "-o"]


def right_lines() -> Iterator[list[str]]:
    """Every right command line."""
    for line in RIGHT.strip().splitlines():
        yield shlex.split(line)


def wrong_lines() -> Iterator[list[str]]:
    for line in right_lines():
        command, *rest = line
        known = [index for index, word in enumerate(line) if word in OPTIONS]
        for index in known:
            for value in OPTIONS[line[index]]:
                if command == "export" and line[index] == "--to":
                    continue
                yield [*line[: index + 1], value, *line[index + 2 :]]
            yield [*line[:index], *line[index + 2 :], line[index]]  # an option without its value
        for place, values in enumerate(OPERANDS.get(command, []), 1):
            for value in values:
                yield [*line[:place], value, *line[place + 1 :]]
        for stray, place in product(STRAY, range(1, len(line) + 1)):
            if stray in ("--", "--by", "-o") and place < len(line):
                continue
            if stray == "--" or (stray == "--fro" and "--from" in line):
                continue
            yield [*line[:place], stray, *line[place:]]
        if OPERANDS.get(command) and command not in ("draw", "check"):
            yield [command, *(word for word in rest if word.startswith("--"))]
        yield ["".join(reversed(command)), *rest]
        yield [command.upper(), *rest]


@pytest.mark.sweep
def test_the_lines_that_are_made_wrong_are_right(tmp_path: Path) -> None:
    assert (
        faults([Case(tuple(line), FILES, (0,), ("new",)) for line in right_lines()], tmp_path) == []
    )


@pytest.mark.sweep
def test_a_wrong_command_line_is_refused_in_one_line(tmp_path: Path) -> None:
    cases = [Case(tuple(line), FILES, (2,)) for line in wrong_lines()]
    assert len({case.words for case in cases}) >= 3_000
    if MANY != "all":
        cases = chance().sample(cases, 100)
    complaints = faults(cases, tmp_path)
    assert complaints == [], "\n".join([f"{len(complaints)} of {len(cases)}:", *complaints[:40]])


def corpus() -> Iterator[tuple[str, bytes]]:
    """The files that are damaged: diagrams with and without counts, in DOT and in JSON."""
    for name in automata.names():
        machine = automata.get(name)
        lit = machine.automaton.states[:1]
        yield ".dot", Diagram(machine.automaton).dot.encode()
        counts = dict.fromkeys(machine.automaton.transitions, 1)
        yield ".dot", Diagram(machine.automaton, lit, counts).dot.encode()
        yield ".json", export(machine.automaton, "json").encode()
    yield ".json", json.dumps(json.loads(export(automata.get("monk").automaton, "json"))).encode()


PIECES = [
    *rb"""{ } [ ] " -> ; \ \N &lt; &#0; / ! & /* # , : label= shape=point peripheries=2 subgraph <b>
    over step built null 1e999 done carry drop put_off pop write_1 012 0 edge""".split(),
    *(b" over ", b" over monk", b" over digits", b"// ", b"\n", b"\0", b"\xff", b"\xef\xbb\xbf"),
    *("\N{MULTIPLICATION SIGN} 3".encode(), b"a" * 300),
]

COMMANDS = """
    check FILE --size 2
    check FILE --size 3 --strict
    describe FILE
    draw FILE --format dot -onew/
    draw FILE --format dot --counts 2 -onew/
    check FILE --size 2
    equal FILE two-storey --size 2
    equal rank-reader FILE
    minimize FILE
    export FILE --to json
    export FILE --to scxml
    export FILE --to mermaid
    export FILE --to jflap
    export FILE --to transitions
    solve 3 --by FILE
    solve 3 --by FILE --start 4
    trace 3 --by FILE
    trace --by FILE 010
    trace --by FILE 010 201
    trace --by FILE 012 --from 1 --to 0
    path 010 201 --by FILE
    compare 3 FILE
    repair FILE --size 2 --hint
"""
LINES = [line.split() for line in COMMANDS.strip().splitlines()]
SLOW = {"repair": 0.05, "compare": 0.3}  # the share of these commands that is tried


def damaged(content: bytes, chance: Random) -> bytes:
    """The content after one to four small accidents."""
    for _ in range(chance.randint(1, 4)):
        content = chance.choice(ACCIDENTS)(content, chance)
    return content


def _replaced(content: bytes, chance: Random) -> bytes:
    """A few bytes give way to nothing, to a piece of notation, or to others of the file."""
    at, other = chance.randrange(len(content) + 1), chance.randrange(len(content) + 1)
    size = chance.choice([0, 1, 1, 2, 5, 20])
    pieces = [b"", chance.choice(PIECES), content[other : other + size], chance.randbytes(1)]
    return content[:at] + chance.choice(pieces) + content[at + size :]


def _without_a_line(content: bytes, chance: Random) -> bytes:
    lines = content.split(b"\n")
    lines.pop(chance.randrange(len(lines)))
    return b"\n".join(lines)


ACCIDENTS = [_replaced] * 6 + [_without_a_line] * 2


def damaged_files(many: int) -> Iterator[Case]:
    random, files = chance(), list(corpus())
    while many:
        suffix, content = random.choice(files)
        line = random.choice(LINES)
        if random.random() > SLOW.get(line[0], 1):
            continue
        words = tuple(word.replace("FILE", f"my{suffix}") for word in line)
        damage = {f"my{suffix}": damaged(content, random)}
        yield Case(words, damage, (0, 1, 2, 3), ("new/",))
        many -= 1


@pytest.mark.parametrize("some", [12, pytest.param(130, marks=pytest.mark.sweep)])
def test_every_command_takes_or_refuses_a_damaged_file(some: int, tmp_path: Path) -> None:
    many = int(MANY) if MANY.isdecimal() else 20_000 if MANY else some
    complaints = faults(damaged_files(many), tmp_path)
    assert complaints == [], "\n".join([f"{len(complaints)} of {many}:", *complaints[:40]])
