"""`learn`: the automaton of a formula or of a user's function, found by questions."""

import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import tools_at_hand
from commands import Ran, assert_refused, process, run

from hanoi_fsm import automata, find
from hanoi_fsm.fsm.formats.json_reader import read_json_file
from hanoi_fsm.hanoi import black_boxes

FILE = """
import os, random, sys, time
def ruler(word): return (len(word) - len(word.rstrip("1"))) % 3
def number(word): return int(word, 2)
def equal(word): return word.count("0") == word.count("1")
def stairs(word): return (word.count("up") - word.count("down")) % 3
def dice(word): return random.random()
def faulty(word): return 1 // word.count("1")
def sleepless(word):
    while True: pass
def leaves(word): os._exit(0)
def exits(word): sys.exit(0)
def interrupts(word): raise KeyboardInterrupt
def eats(word): return len(bytes(1 << 50))
def bare(word): return object()
def printing(word):
    print(word)
    return word[-1]
def refusing(word): return None if len(word) % 3 == 1 else word[-1]
def quoting(word): return word[-1] + "'"
def mute(word): return None
number_of_disks = 7
"""
QUICK = ("--depth", "0", "--longest", "9")


@pytest.fixture(autouse=True)
def _aalpy() -> None:
    if find_spec("aalpy") is None:
        tools_at_hand.missing("AALpy", "it comes with the extra `test`")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my.py").write_text(FILE)
    return tmp_path


def learn(folder: Path, *words: str, columns: int = 80) -> Ran:
    return run("learn", *words, *QUICK, cwd=folder, columns=columns)


def test_a_reader_is_shown_with_its_questions_and_the_proof(folder: Path) -> None:
    ran = learn(folder, "distance-reader")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].endswith("3 states, 9 transitions")
    assert "-> 2      1 / 1  0 / 1  2 / 0" in ran.lines
    asked = re.search(
        r"(\d+) membership questions and\s+(\d+) equivalence\s+questions.*?(\d+)\s+symbols",
        ran.out,
        re.DOTALL,
    )
    assert asked is not None
    assert all(int(number) > 0 for number in asked.groups())
    assert "equal to distance-reader: proved for every word" in " ".join(ran.out.split())


@pytest.mark.parametrize("name", automata.READERS)
@pytest.mark.sweep
def test_every_report_fits_80_columns_or_is_a_table_of_nine_symbols(
    name: str, folder: Path
) -> None:
    ran = learn(folder, name)
    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.lines)) <= 80 or name == "twice-reader"


def test_the_machine_of_a_function_is_shown_without_a_claim_of_proof(folder: Path) -> None:
    ran = learn(folder, "my.py:ruler", "--alphabet", "01")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == "ruler: learned from its answers alone: 3 states, 6 transitions"
    said = "not proved: if this machine is wrong, the right one has more than 3 states"
    assert said in ran.lines


def test_a_function_that_refuses_every_word_has_no_empty_table(folder: Path) -> None:
    ran = learn(folder, "my.py:mute", "--alphabet", "01")
    assert (ran.code, ran.lines[1:4]) == (0, ["", "every word is refused", ""])


def test_what_a_function_prints_is_not_in_the_report(folder: Path) -> None:
    printed = learn(folder, "my.py:printing", "--alphabet", "01", "-o", "-").out
    assert printed.startswith("digraph")
    assert len(printed.splitlines()) < 20


@pytest.mark.parametrize("alphabet", ["up,down", "up"])
@pytest.mark.sweep
def test_symbols_may_have_several_characters_or_be_only_one(alphabet: str, folder: Path) -> None:
    ran = learn(folder, "my.py:stairs", "--alphabet", f"{alphabet},x")
    assert (ran.code, "3 states" in ran.out) == (0, True)
    assert learn(folder, "my.py:ruler", "--alphabet", "1").code == 0


@pytest.mark.parametrize(
    "name", ["next-move-reader", pytest.param("path-reader", marks=pytest.mark.sweep)]
)
def test_it_is_written_as_a_program_that_passes_the_check(name: str, folder: Path) -> None:
    for file in ("learned.dot", "learned.json"):
        assert learn(folder, name, "-o", file).code == 0
        assert find(folder / file).automaton == automata.get(name).automaton
    assert run("check", "learned.dot", "--disks", "2", cwd=folder).code == 0


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["my.py:ruler", "my.py:refusing", "my.py:quoting", "path-reader"])
def test_a_python_file_of_it_runs_and_is_the_same_automaton(name: str, folder: Path) -> None:
    alphabet = ["--alphabet", """a,\\,'"'""" if "quot" in name else "01"] if ".py" in name else []
    for file in ("learned.py", "learned.json"):
        assert learn(folder, name, *alphabet, "-o", file).code == 0
    machine = find(f"{folder}/learned.py:{name.rpartition(':')[2].replace('-', '_')}")
    learned, written = machine.automaton, read_json_file(folder / "learned.json").automaton
    assert (learned.transitions, learned.final) == (written.transitions, written.final)
    if name == "my.py:ruler":
        assert "2" in run("trace", "--by", "learned.py:ruler", "011", cwd=folder).lines[-1].split()


@pytest.mark.sweep
@pytest.mark.parametrize("ending", ["dot", "json"])
def test_a_diagram_of_a_function_runs_in_the_way_that_the_report_says(
    ending: str, folder: Path
) -> None:
    function = ["my.py:ruler", "--alphabet", "01"]
    ran = learn(folder, *function, "-o", f"ruler.{ending}")
    file, memory = re.findall(r"`-o (\S+)`.*`(--memory \S+)`", " ".join(ran.out.split()))[0]
    assert "to run" not in learn(folder, *function, "-o", file).out
    traced = run("trace", "--by", f"ruler.{ending}", "011", *memory.split(), cwd=folder)
    assert "2" in traced.lines[-1].split()


def test_only_the_program_goes_to_standard_output(folder: Path) -> None:
    ran = learn(folder, "path-reader", "-o", "-")
    assert ran.out.startswith("digraph")
    assert ran.out.count("learned") == 0


@pytest.mark.sweep
def test_it_is_drawn_into_a_folder(folder: Path) -> None:
    ran = learn(folder, "path-reader", "--draw", "--out", "pictures")
    [file] = (folder / "pictures").iterdir()
    assert (ran.code, ran.lines[-1]) == (0, str(file.relative_to(folder)))
    assert file.name == "path-reader-learned.svg"
    assert file.read_text(encoding="utf-8").startswith("<svg")
    ran = learn(folder, "my.py:ruler", "--alphabet", "01", "--draw", "-o", "ruler.json")
    assert (folder / "hanoi-diagrams" / "ruler-learned.svg").is_file()
    assert len(read_json_file(folder / "ruler.json").automaton.states) == 3


def test_a_difference_is_the_exit_code_1_with_the_word(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(black_boxes._WHOLE, "distance-reader", lambda word: "1" * len(word))
    ran = learn(folder, "distance-reader")
    assert ran.code == 1
    assert "FAILED: reading 2: " in ran.out
    said = " ".join(ran.out.split())
    assert "expected 1, got 1 from the learned machine and 0 from distance-reader" in said


@pytest.mark.parametrize("function", ["number", "equal"])
def test_without_a_machine_it_is_the_exit_code_1_and_one_line(function: str, folder: Path) -> None:
    ran = learn(
        folder, f"my.py:{function}", "--alphabet", "01", "--most-states", "4", "-o", "x.dot"
    )
    assert (ran.code, ran.out) == (1, "")
    assert re.fullmatch(rf"hanoi-fsm: no machine with up to 4 states .* {function}: .*\n", ran.err)
    assert [file.name for file in folder.iterdir()] == ["my.py"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("distance-reader --alphabet 012", "--alphabet does nothing"),
        ("distance-readers", "did you mean 'distance-reader'"),
        ("two-storey", "reads no words"),
        ("my.dot", "unknown reader"),
        ("my.py:ruler", "--alphabet 01"),
        ("my.py:ruler --alphabet ''", "is empty"),
        ("my.py:ruler --alphabet 011", "twice"),
        ("my.py:number_of_disks --alphabet 01", "expected a function"),
        ("my.py:missing --alphabet 01", "does not define 'missing'"),
        ("no.py:f --alphabet 01", "no such file"),
        ("my.py --alphabet 01", "expected FILE.py:NAME"),
        ("my.py:faulty --alphabet 01", "ZeroDivisionError"),
        ("my.py:dice --alphabet 01", "let it depend on the word alone"),
        ("my.py:bare --alphabet 01", "of type object"),
        ("distance-reader -o learned.svg", ".dot, .json or .py"),
        ("distance-reader --out x", "--out does nothing without --draw"),
        ("distance-reader --most-states 0", "most_states 0"),
        ("distance-reader --seed x", "argument --seed"),
    ],
)
def test_what_cannot_be_learned_is_refused_in_one_line(words: str, said: str, folder: Path) -> None:
    import shlex

    ran = run("learn", *shlex.split(words), cwd=folder)
    assert_refused(ran, said)
    assert [file.name for file in folder.iterdir()] == ["my.py"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("function", "code"),
    [("leaves", 2), ("exits", 2), ("interrupts", 2), ("eats", 2), ("sleepless", 2), ("ruler", 0)],
)
def test_a_function_that_ends_python_or_never_ends_is_reported(
    function: str, code: int, folder: Path
) -> None:
    ran = process("learn", f"my.py:{function}", "--alphabet", "01", cwd=folder)
    assert (ran.code, ran.err.count("\n")) == (code, code // 2), ran.err
    assert "Traceback" not in ran.err


def test_without_aalpy_one_line_names_the_extra(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "aalpy", None)
    assert_refused(learn(folder, "distance-reader"), r"pip install hanoi-fsm[learn]")
