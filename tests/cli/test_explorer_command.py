"""`explorer`: one page, written as a whole or not at all."""

import json
import re
import webbrowser
from pathlib import Path
from typing import Any

import pytest
from checked_machines import CLOCK
from commands import DOT, assert_refused, process, run
from sampling import one_in

WRONG = DOT.replace("!ahead_smaller]\\n/ move_ahead", "!ahead_smaller]\\n/ move_back")
SMALL = ("explorer", "--disks", "1", "--by", "monk")


def data_of(html: str) -> dict[str, Any]:
    """What the page knows."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def machines_in(html: str) -> list[str]:
    return [one["name"] for one in data_of(html)["machines"]]


def test_it_writes_one_page_and_says_nothing(tmp_path: Path) -> None:
    assert run(*SMALL, cwd=tmp_path) == (0, "", "")
    [file] = tmp_path.iterdir()
    assert file.name == "explorer.html"
    assert machines_in(file.read_text("utf-8")) == ["monk"]


@pytest.mark.sweep
def test_it_writes_where_it_is_told_to(tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text("before")
    assert run(*SMALL, "-o", "mine.html", cwd=tmp_path) == (0, "", "")
    printed = run(*SMALL, "-o", "-", cwd=tmp_path)
    assert (printed.code, printed.err) == (0, "")
    assert printed.out.rstrip() == (tmp_path / "mine.html").read_text("utf-8").rstrip()
    assert [file.name for file in tmp_path.iterdir()] == ["mine.html"]


@pytest.mark.sweep
def test_without_by_it_has_all_automata(tmp_path: Path) -> None:
    from hanoi_fsm import automata

    ran = process("explorer", "--disks", "0", "-o", "-", cwd=tmp_path)
    assert ran.code == 0
    assert machines_in(ran.out) == list(automata.names())


@pytest.mark.sweep
def test_machines_of_ones_own_are_there_with_their_words(tmp_path: Path) -> None:
    (tmp_path / "mine.dot").write_text(DOT)
    names = ["--by", "mine.dot", CLOCK, "--by", "rank-reader", "mine.dot", "shortest"]
    words = ["--word", "tick H tick", "--word", "0121", "--path", "0120", "2221"]
    ran = run("explorer", "--disks", "1", *names, *words, "-o", "-", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    data = data_of(ran.out)
    assert machines_in(ran.out) == ["mine.dot", CLOCK, "rank-reader", "shortest"]
    assert data["words"] == [["tick", "H", "tick"], ["0", "1", "2", "1"]]
    assert data["paths"] == [["0120", "2221"]]


@pytest.mark.sweep
def test_a_diagram_may_be_about_a_memory_of_ones_own(tmp_path: Path) -> None:
    run("draw", CLOCK, "--format", "dot", "--out", tmp_path)
    [drawn] = tmp_path.glob("*.dot")
    ran = run("explorer", "--by", drawn.name, "monk", "--memory", CLOCK, "-o", "-", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert machines_in(ran.out) == [drawn.name, "monk"]


@pytest.mark.sweep
def test_a_machine_that_fails_is_written_and_its_fault_is_told(tmp_path: Path) -> None:
    """The page is for looking at faults, so a fault is not a failure of the command."""
    assert WRONG != DOT
    (tmp_path / "mine.dot").write_text(WRONG)
    ran = run("explorer", "--disks", "3", "--by", "mine.dot", "monk", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "")
    [line] = ran.err.splitlines()
    assert line.startswith("mine.dot: FAILED: line ")
    assert "expected disk" in line
    [mine, monk] = data_of((tmp_path / "explorer.html").read_text("utf-8"))["machines"]
    assert (mine["holds"], monk["holds"]) == (False, True)


REFUSED = {
    "--disks 11": "disks 11|0 .. 10",
    "--disks -1": "-1",
    "--disks x": "argument --disks",
    "--by": "argument --by",
    "--by nobody": "'nobody'",
    "--by hbits": "hbits is not an automaton",
    "--by cary.dot": "line |'cary'|'carry'",
    "--by half.dot": "half.dot: line ",
    "--by no.dot": "No such file",
    "--by my.dot -o my.dot": "would replace",
    "--by monk -o no/such/x.html": "no such folder",
    "--by monk -o .": "Is a directory",
    "--by monk --memory my.py:x": "--memory",
    "--by monk --word tick": "--word",
    "--by rank-reader --word 0x1": "event '0x1'|choose from",
    f"--by rank-reader --word {'0' * 1001}": "1001 events|at most 1000",
    "--by monk --path 00 22": "--path",
    "--by shortest --path 00 222": "2 disks",
    "--by shortest --path 00 23": "'23': digit 2",
    "--by monk --open -o -": "--open",
    "--by monk --port 8000": "--port|without --watch",
    "--watch my.dot -o x.html": "-o|--watch",
    "--watch my.dot --port 65536": "--port 65536|65535",
    "--watch my.dot --port x": "argument --port",
    "--watch my.dot --disks 11": "disks 11",
    "--watch half.dot": "half.dot: line ",
    "--watch cary.dot": "'cary'",
    "--watch no.dot": "No such file",
    "--watch monk": "--watch 'monk'|DOT or JSON file",
    "--watch nobody": "'nobody'",
    "--watch -": "--watch|standard input",
    "--watch .": "is a folder",
    "--watch my.dot --memory no.py:x": "no.py",
}


@pytest.mark.parametrize("words", one_in(4, REFUSED))
def test_what_cannot_be_is_refused_in_one_line(words: str, tmp_path: Path) -> None:
    texts = {
        "my.dot": DOT,
        "half.dot": DOT[:200],
        "cary.dot": DOT.replace("/ carry", "/ cary"),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert_refused(run("explorer", *words.split(), cwd=tmp_path), *REFUSED[words].split("|"))
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == texts


@pytest.mark.parametrize(
    ("browser", "told"),
    one_in(
        3,
        [
            (lambda url: True, ""),
            (lambda url: False, "no browser could be opened: open file://"),
            (lambda url: 1 / 0, "no browser could be opened: open file://"),
        ],
    ),
    ids=["opens", "is missing", "raises"],
)
def test_open_opens_the_page_and_never_fails(
    browser: Any, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_page(url: str) -> object:
        opened.append(url)
        return browser(url)

    monkeypatch.setattr(webbrowser, "open", open_page)
    ran = run(*SMALL, "--open", "-o", "a page.html", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "")
    assert told in ran.err
    assert bool(ran.err) == bool(told)
    assert opened == [(tmp_path / "a page.html").resolve().as_uri()]
