"""Tens of thousands of damaged files: each is read, judged or refused like any other."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from harness import Case, faults

from hanoi_fsm import Diagram, automata
from hanoi_fsm.fsm.formats import export

pytestmark = pytest.mark.sweep

MANY = 20_000
SEED = 20
NAMES = ["two-storey", "call-stack", "three-state", "monk", "any-to-any", "shortest"]
NAMES += ["move-reader-small", "configuration-reader", "path-reader", "distance-reader"]


def corpus() -> Iterator[tuple[str, bytes]]:
    """The files that are damaged: diagrams with and without counts, in DOT and in JSON."""
    for name in NAMES:
        machine = automata.get(name)
        counts = machine.counts(2)
        yield ".dot", Diagram(machine.automaton).dot.encode()
        yield ".dot", Diagram(machine.automaton, machine.automaton.states[:1], counts).dot.encode()
        yield ".json", export(machine.automaton, "json").encode()
    yield ".json", json.dumps(json.loads(export(automata.get("monk").automaton, "json"))).encode()


CORPUS = list(corpus())
PIECES = [
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"->",
    b";",
    b"\\",
    b"\\N",
    b"&lt;",
    b"&#0;",
    b"/",
    b"!",
    b"&",
]
PIECES += [b"label=", b"shape=point", b"peripheries=2", b"subgraph", b"<b>", b"\n", b"\0", b"\xff"]
PIECES += [b" over ", b" over monk", b" over digits", b"over", b"step", b"built", b"null", b"1e999"]
PIECES += ["\N{MULTIPLICATION SIGN} 3".encode(), b"// ", b"/*", b"#", b",", b":", b"\xef\xbb\xbf"]
PIECES += [
    b"done",
    b"carry",
    b"drop",
    b"put_off",
    b"pop",
    b"write_1",
    b"012",
    b"0",
    b"edge",
    b"a" * 300,
]

COMMANDS = """
    check FILE --disks 2
    check FILE --disks 3 --strict
    describe FILE
    draw FILE --format dot --out new
    draw FILE --format dot --counts 2 --out new
    explore FILE --disks 2
    equal FILE two-storey --disks 2
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
    mend FILE --disks 2 --jobs 1 --hint
"""
LINES = [line.split() for line in COMMANDS.strip().splitlines()]
SLOW = {"mend": 0.05, "compare": 0.3}  # the share of these commands that is tried


def damaged(content: bytes, chance: Random) -> bytes:
    """The content after one to four small accidents."""
    for _ in range(chance.randint(1, 4)):
        content = chance.choice(ACCIDENTS)(content, chance)
    return content


def _renamed(content: bytes, chance: Random) -> bytes:
    """One word in place of another, once or everywhere."""
    words = sorted({word for word in content.replace(b'"', b" ").split() if word.isalnum()})
    if len(words) < 2:
        return content
    one, other = chance.sample(words, 2)
    return content.replace(one, other, chance.choice([1, 2, -1]))


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


def _with_a_line_twice(content: bytes, chance: Random) -> bytes:
    lines = content.split(b"\n")
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))
    return b"\n".join(lines)


ACCIDENTS = [_replaced] * 4 + [_renamed] * 2 + [_without_a_line, _with_a_line_twice]


def cases(many: int) -> Iterator[Case]:
    chance = Random(SEED)
    made = 0
    while made < many:
        suffix, content = chance.choice(CORPUS)
        line = chance.choice(LINES)
        if chance.random() > SLOW.get(line[0], 1):
            continue
        words = tuple(word.replace("FILE", f"my{suffix}") for word in line)
        files = {f"my{suffix}": damaged(content, chance)}
        yield Case(words, files, codes=(0, 1, 2, 3), leaves=("new/",))
        made += 1


def test_every_command_takes_or_refuses_every_damaged_file() -> None:
    found = faults(list(cases(MANY)))
    print(f"seed {SEED}")
    assert found == [], "\n".join([f"{len(found)} of {MANY}:", *found[:40]])
