"""Hostile files are refused by an error of ours: in one line, soon, and in little memory."""

import json
import resource
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from sampling import one_in

from hanoi_fsm import find
from hanoi_fsm.fsm.diagrams.dot_syntax import MOST_BYTES
from hanoi_fsm.fsm.errors import DotError, HanoiError, JsonError
from hanoi_fsm.fsm.formats import export
from hanoi_fsm.hanoi import automata

pytestmark = pytest.mark.usefixtures("no_hang", "little_memory")
STATM = Path("/proc/self/statm")


@pytest.fixture
def little_memory() -> Iterator[None]:
    """A test that takes 128 MB more than there are now gets a `MemoryError`, where Linux runs."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    if STATM.exists():
        now = int(STATM.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + 2**27, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


MONK = json.loads(export(automata.get("monk").automaton, "json"))
MANY = "".join(f"n{i} " for i in range(1000))
NAME, ALIKE, BACKSLASHES = r"\N", "state" * 37, r"\\"
UNKNOWN = [(i, (7 * i + j) % 390) for i, j in product(range(400), range(12))]


def nowhere(states: int, transitions: int, state: str = "state", end: str = "end") -> str:
    """JSON of many states, and of transitions between states that it does not have."""
    names = [f"{state}{n}" for n in range(states)]
    pairs = [(f"{end}{n}", f"{end}-{n}") for n in range(transitions)]
    rows = [{"source": source, "target": target, "event": "e"} for source, target in pairs]
    return json.dumps(MONK | {"states": names, "transitions": rows}, separators=(",", ":"))


def of_events(number: int, prefix: str = "e", **parts: object) -> str:
    """JSON of many transitions between two states, on one event each."""
    rows = [{"source": "a", "target": "b", "event": f"{prefix}{i}"} | parts for i in range(number)]
    ends = {"states": ["a", "b"], "initial": "a", "final": ["b"], "transitions": rows}
    return json.dumps(MONK | ends, separators=(",", ":"))


DOT = {
    "defaults of many nodes": f"node [{''.join(f'a{i}=1,' for i in range(25_000))}] {MANY}",
    "defaults of many edges": f"edge [label=b,{''.join(f'a{i}=1,' for i in range(20_000))}]"
    + "a->b " * 5000,
    "a name put in many times": f'"{"a" * 100_000}" [label="{NAME * 70_000}"]',
    "a long default label": f'node [label="{"b" * 100_000}"] {MANY}',
    "many unknown states": "".join(f"state_{i:03}->stato_{j:03}[label=a]" for i, j in UNKNOWN),
    "unknown states with long names": "".join(
        f"{ALIKE}{i:03}->{ALIKE[::-1]}{i:03}[label=a]" for i in range(490)
    ),
    "many statements": "a;" * 60_000,
    "a long name of many edges": f'a [label="{"b" * 190}"] z [label="{"c" * 190}"]'
    + "a->z[label=b]" * 2_000,
    "a name of entities of many edges": f'a [label="{"&#0000048;" * 199}"]'
    + "a->a[label=b]" * 4_990,
    "a name too long for many edges": f'a [label="{"&amp;" * 780}"]' + "a->a[label=b]" * 2_000,
    "a name of backslashes": f'a [label="{BACKSLASHES * 199}"]' + "a->a[label=b]" * 4_990,
    "names of entities": f'node [label="{"&#00048;" * 190}{NAME}"]'
    + "".join(f"n{i}->n{i + 1}[label=b]" for i in range(990)),
    "a default label too long": f'node [label="{"&lt;" * 990}{NAME}"] {MANY}',
    "many events on many edges": f'edge [label="{",".join("b" * 90)}"]' + "a->z;" * 5_000,
    "many guards on many edges": f'edge [label="s[{"&".join("b" * 90)}]"]' + "a->z;" * 5_000,
    "many unknown words": "".join(f'a->z[label="s[g{i:04}]/h{i:04}"]' for i in range(4_900)),
    "many twins": "".join(f'a->z[label="s[g{i}]"]a->y[label="s[g{i}]"]' for i in range(2_000)),
    "strings that never end": 'a "b" ' * 40_000 + '"',
    "lines swallowed by strings": 'a "b\n" ' * 30_000 + "@",
    "comments": "/**/" * 60_000 + "@",
    "numbers": ".1" * 120_000,
}
JSON = {
    "braces": '{"a":' * 50_000,
    "an endless string": '"' + '\\"' * (MOST_BYTES // 2 - 1),
    "backslashes": '"' + "\\" * (MOST_BYTES - 2),
    "digits": "9" * (MOST_BYTES - 1),
    "an exponent": "1e" + "9" * (MOST_BYTES - 3),
    "empty lists": "[" + "[]," * 87_000 + "[]]",
    "many keys": "{" + ",".join(f'"k{n}":1' for n in range(20_000)) + "}",
    "twin keys": "{" + '"k":1,' * 40_000 + '"k":1}',
    "a long key": '{"' + "k" * (MOST_BYTES - 10) + '":1}',
    "twin states": json.dumps(MONK | {"states": ["s"] * 1000}),
    "unknown states": nowhere(1000, 4000),
    "long unknown states": nowhere(300, 100, "s" * 190, "e" * 190),
    "alike states": nowhere(1000, 100, "ab" * 18, "ba" * 18),
    "too large": "{" + " " * MOST_BYTES,
    "events": of_events(5_000),
    "long events": of_events(1_000, "e" * 190),
    "guards": of_events(440, guards=["!g", *["g"] * 95]),
    "unknown words": of_events(3_000, guards=["ga"], action="ac"),
    "twin transitions": of_events(5_000, event="e"),
}
BOMBS = {f"{name}.dot": f'digraph "two-storey" {{ {body} }}' for name, body in DOT.items()}
BOMBS |= {f"{name}.json": text for name, text in JSON.items()}


SLOW = {"names of entities.dot", "many guards on many edges.dot", "a name of backslashes.dot"}
SLOW |= {"lines swallowed by strings.dot"}
BY_DAY = [
    *one_in(4, sorted(BOMBS.keys() - SLOW)),
    *(pytest.param(name, marks=pytest.mark.sweep) for name in sorted(SLOW)),
]


@pytest.mark.parametrize("name", BY_DAY)
@pytest.mark.one_in(8)
def test_a_hostile_file_is_refused_soon_and_in_little_memory(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(BOMBS[name], encoding="utf-8")
    begun = time.process_time()
    with pytest.raises(HanoiError) as refused:
        find(str(file))
    assert time.process_time() - begun < 3
    assert len(str(refused.value)) < 30_000
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("suffix", "error"), [("dot", DotError), ("json", JsonError)])
def test_only_the_beginning_is_read(suffix: str, error: type[Exception], tmp_path: Path) -> None:
    huge, endless, folder = (tmp_path / f"{name}.{suffix}" for name in ("huge", "zero", "folder"))
    with huge.open("wb") as stream:
        stream.truncate(10**12)  # a hole: it takes no room on the disk
    if Path("/dev/zero").exists():
        endless.symlink_to("/dev/zero")
    for file in filter(Path.exists, (huge, endless)):
        with pytest.raises(error, match=f"longer than {MOST_BYTES} bytes"):
            find(str(file))
    folder.mkdir()
    with pytest.raises(IsADirectoryError):
        find(str(folder))
    with pytest.raises(FileNotFoundError):
        find(str(tmp_path / f"missing.{suffix}"))
