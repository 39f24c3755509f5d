"""The command `code`: what it prints and what it refuses."""

from pathlib import Path

import pytest
from commands import DOT, assert_refused, lines, run

from hanoi_fsm import automata
from hanoi_fsm.fsm.codegen import code


def test_it_prints_the_program_of_a_machine() -> None:
    printed = lines("code", "two-storey", "--lang", "c")
    assert printed == code(automata.get("two-storey"), "c").splitlines()
    assert code(automata.get("two-storey")) in "\n".join(lines("code", "two-storey"))


def test_python_is_the_default() -> None:
    assert lines("code", "monk") == lines("code", "monk", "--lang", "python")


def test_a_drawing_becomes_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.dot").write_text(DOT, encoding="utf-8")
    assert lines("code", "mine.dot", "--lang", "c", "-o", "mine.c", cwd=tmp_path) == []
    text = (tmp_path / "mine.c").read_text(encoding="ascii")
    assert text == code(automata.get("two-storey"), "c") + "\n"


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        ("two-storey --lang rust", "unknown language 'rust': choose from python, c"),
        ("missing.dot --lang C", "unknown language 'C': did you mean 'c'?"),
        ("any-to-any --lang c", "choose a solver, a reader, or a machine without guards"),
        ("formula --lang c", "formula is not an automaton"),
        ("formula", "formula is not an automaton"),
        ("two-storey --lang c --inline", "--inline does nothing with --lang c: leave it out"),
        ("-", "save standard input as a file that ends in .dot or .json"),
        ("two-storey --lang c --memory x.py:X", "--memory is for a DOT or JSON file"),
    ],
)
def test_what_cannot_be_written_is_one_line(words: str, fragment: str) -> None:
    assert_refused(run("code", *words.split()), fragment)


def test_a_faulty_drawing_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "mine.dot").write_text(DOT.replace("carry", "cary"), encoding="utf-8")
    refused = run("code", "mine.dot", "--lang", "c", "-o", "mine.c", cwd=tmp_path)
    assert_refused(refused, "no action 'cary'")
    assert not (tmp_path / "mine.c").exists()
