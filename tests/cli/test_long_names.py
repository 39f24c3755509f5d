"""No line that tells what is wrong is longer than 300 characters, however long the names are."""

import json
from pathlib import Path

import pytest
from commands import DOT, run

from hanoi_fsm import automata
from hanoi_fsm.fsm.formats import export

LONG, WIDE, ODD = "n" * 200, "\N{CJK UNIFIED IDEOGRAPH-6F22}" * 200, "\x1b" * 200
MONK = json.loads(export(automata.get("monk").automaton, "json"))
STEP = {"source": "pray", "target": "pray", "event": "step"}


def monk(**changes: object) -> str:
    return json.dumps(MONK | changes)


def row(**changes: object) -> str:
    return monk(transitions=[*MONK["transitions"], STEP | changes])


FILES = {
    "name.json": monk(name=LONG, memory=LONG),
    "memory.json": monk(memory=LONG),
    "initial.json": monk(initial=LONG),
    "final.json": monk(final=[LONG]),
    "states.json": monk(states=[LONG, LONG[1:], LONG[2:]]),
    "source.json": row(source=LONG),
    "target.json": row(target=LONG, guards=["built"]),
    "event.json": row(event=LONG),
    "guard.json": row(guards=["g" * 180]),
    "action.json": row(action="a" * 180),
    "key.json": monk(**{LONG: 1}),
    "text.json": row(event=LONG + "!"),
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
}
COMMANDS = [
    "check",
    "describe",
    "explore",
    "mend",
    "mutants",
    "draw",
    "compare 2",
    "export --to dot",
    "equal monk",
    "minimize",
]
COMMANDS += ["solve 2 --by", "path 1 0 --by", "trace 2 --by"]
OTHERS = [
    *(f"{command} {LONG}" for command in (*COMMANDS, "solve", "at 3", "rank", "path 00", "")),
    *(f"{command} {LONG}.dot" for command in COMMANDS),
    *(f"{command} {LONG}/{LONG}.dot" for command in COMMANDS),
    *(f"{command} {LONG}.py:{LONG}" for command in COMMANDS),
    *(f"solve 2 {option} {LONG}" for option in ("--format", "--from", "--start", "--count", "")),
    f"solve 2 --{LONG}",
    f"draw {LONG} --lit {LONG}",
    f"draw --lit {LONG}",
    f"draw --format {LONG}",
    f"draw monk --path {LONG}",
    f"draw monk --path {LONG}..{LONG}",
    f"draw hanoi-graph --path {LONG} {LONG}",
    f"export monk --to {LONG}",
    f"trace --by rank-reader {LONG}",
    f"trace --by shortest {LONG} 0",
    f"trace 3 --begin {LONG}",
    f"demo --out name.json/{LONG}",
    f"solve 2 -o {LONG}/{LONG}/{LONG}",
    f"check monk --memory {LONG}",
    f"check event.json --memory {LONG}.py:{LONG}",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def assert_short(folder: Path, *arguments: str) -> None:
    ran = run(*arguments, cwd=folder)
    assert ran.code in (1, 2) or (ran.code, arguments[0]) == (0, "draw")  # it warns, and draws
    assert max(map(len, ran.err.splitlines()), default=0) <= 300
    assert ran.code == 1 or ran.err.count("\n") == 1
    assert ran.err.replace("\n", "").isprintable()


@pytest.mark.parametrize("command", ["describe", "solve 2 --by", "draw --out o"])
@pytest.mark.parametrize("file", FILES)
@pytest.mark.one_in(3)
def test_of_a_file(file: str, command: str, folder: Path) -> None:
    assert_short(folder, *command.split(), file)


@pytest.mark.parametrize("command", OTHERS)
@pytest.mark.one_in(3)
def test_of_a_command(command: str, folder: Path) -> None:
    assert_short(folder, *command.split())


@pytest.mark.parametrize("file", FILES)
def test_a_verdict_names_the_file_and_is_short(file: str, folder: Path) -> None:
    ran = run("check", file, "monk", "--disks", "2", cwd=folder)
    verdict, other = ran.lines
    assert verdict.startswith(f"{file}: ")
    assert len(verdict) <= 1_000 + len(file)
    assert other.startswith("monk: holds")
