"""The guide: what it shows is what happens, and it asks before it tells."""

import re
from pathlib import Path
from tomllib import loads
from typing import TYPE_CHECKING
from unittest.mock import patch
from urllib.parse import parse_qs

import pytest
from support.cases import sweep_if
from support.commands import run
from support.tools_at_hand import need_libraries
from support.transcripts import Section, differences, steps

from hanoi_fsm import automata
from hanoi_fsm.cli.commands import guide as guide_command
from hanoi_fsm.cli.parser import COMMANDS
from hanoi_fsm.course import guide
from hanoi_fsm.course.exercises import course

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

TOP = Path(__file__).parents[2]
TOUR = TOP / "hanoi_fsm" / "watching" / "page" / "tour.toml"
GUIDE = "".join(chapter.text for chapter in guide.chapters())
CHAPTERS = [pytest.param(chapter, id=chapter.name) for chapter in guide.chapters()]
SLOW = {"to-a-loop", "no-needless-question", "draw-your-own", "diagram-is-a-program"}
SLOW |= {"any-to-any", "automata", "for-engineers", "for-teachers", "claims"}
"""Chapters whose commands are typed in the sweep."""


@pytest.mark.parametrize(
    "chapter",
    [
        pytest.param(chapter, id=chapter.name, marks=sweep_if(chapter.name in SLOW))
        for chapter in guide.chapters()
    ],
)
def test_each_command_of_a_chapter_prints_what_is_below_it(
    chapter: guide.Chapter, tmp_path: Path
) -> None:
    folder = tmp_path / "session"
    for name, text in chapter.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    folder.mkdir(exist_ok=True)
    commands = [step for step in steps(guide.EXAMPLE.sub("", chapter.text)) if step.is_command]
    for step in commands:
        need_libraries(step.name.split())
    differing = differences(Section(chapter.name, [], [], commands), folder, columns=80)
    assert not differing, "\n\n".join(differing)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_numbered_and_asks_before_it_tells(chapter: guide.Chapter) -> None:
    assert chapter.text.startswith(f"# {chapter.number}. {chapter.title}\n")
    question, answer = chapter.text.find("> **Question.**"), chapter.text.find("```console")
    assert question > 0
    assert question < answer or answer < 0


def test_no_line_of_a_paragraph_begins_a_list() -> None:
    assert re.findall(r"^\w.*\n(?:[-+*]|1[.)]) .*", GUIDE, re.MULTILINE) == []


@pytest.mark.sweep
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_picture_is_drawn_by_the_command_that_it_names(
    chapter: guide.Chapter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # the embedded renderer, as for the committed pictures
    for file, command in re.findall(r'!\[[^\]]*\]\(\.\./\.\./\.\./(\S+) "(.+)"\)', chapter.text):
        drawn = tmp_path / "drawn.svg"
        assert run(*command.split()[1:], "-o", str(drawn)).code == 0
        assert drawn.read_text("utf-8") == (TOP / file).read_text("utf-8"), command


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the guide as a page, with empty pictures, and a page of one's own beside it."""
    folder = tmp_path_factory.mktemp("guide")
    (folder / "machines.html").write_text("mine", "utf-8")
    with patch.object(guide_command, "_drawn", lambda file, command: b"<svg/>"):
        assert run("guide", "-o", "guide.html", cwd=folder).lines == ["guide.html"]
    return folder


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the guide as a page, with its pictures, and the page beside it."""
    folder = tmp_path_factory.mktemp("guide")
    ran = run("guide", "-o", "guide.html", cwd=folder)
    assert (ran.code, ran.lines) == (0, ["guide.html", "machines.html"])
    return folder


def test_the_whole_guide_is_one_page_with_its_pictures(folder: Path) -> None:
    text = (folder / "guide.html").read_text("utf-8")
    numbers = [str(chapter.number) for chapter in guide.chapters()]
    assert re.findall(r'<section id="chapter-(\d+)"', text) == numbers
    assert not re.findall(r'(?:src|href)="(?!data:|#|machines\.html#|https:)[^"]*"', text)


def test_on_the_page_each_answer_is_folded_until_it_is_asked_for(folder: Path) -> None:
    text = (folder / "guide.html").read_text("utf-8")
    answers = re.findall('</blockquote>\n<details class="answer">(.*?)</details>', text, re.DOTALL)
    questions = GUIDE.count("> **Question.**")
    assert (len(answers), questions) == (text.count('class="answer"'), len(answers) + 1)
    assert not any("<blockquote>" in answer or "Exercises:" in answer for answer in answers)
    assert all(len(re.sub("<[^>]*>", "", answer)) > 60 for answer in answers)
    [unfolded] = [chapter for chapter in guide.chapters() if chapter.name == "glossary"]
    assert "\n\n- **acceptor**" in unfolded.text


@pytest.mark.browser
@pytest.mark.sweep
@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_the_page_is_accessible_and_nothing_is_cut(
    width: int, drawn: Path, chrome: "Chrome"
) -> None:
    from support.browser_page import BrowserPage

    page = BrowserPage(chrome, drawn / "guide.html")
    page.open()
    page.resize(width, 900)
    page.run("for (const answer of document.querySelectorAll('.answer')) answer.open = true")
    assert page.violations() == []
    assert page.run("return document.documentElement.scrollWidth") <= width
    assert page.complaints() == []


def test_a_page_of_machines_that_is_there_already_is_left_as_it_is(folder: Path) -> None:
    assert (folder / "machines.html").read_text("utf-8") == "mine"


def test_its_moments_are_moments_of_the_page_of_machines() -> None:
    links = [parse_qs(link) for link in re.findall(r"`machines\.html#(by[^`]+)`", GUIDE)]
    assert len(links) > 10
    for moment in links:
        machines = [automata.get(moment[key][0]) for key in ("by", "and") if key in moment]
        assert len({machine.kind for machine in machines}) == 1
        if "disks" in moment:
            disks, step = int(moment["disks"][0]), int(moment["step"][0])
            assert disks <= 5
            assert step < 2**disks
        for event in "".join(moment.get("word", [])):
            assert event in machines[0].automaton.events


def test_a_chapter_opens_its_stop_of_the_tour() -> None:
    for number, stop in enumerate(loads(TOUR.read_text("utf-8"))["stop"], 1):
        assert f"`machines.html#tour={number}`" in guide.chapter(str(stop["chapter"])).text


def test_a_chapter_names_its_exercises() -> None:
    titles = {exercise.name: (exercise.title, exercise.chapter) for exercise in course().exercises}
    named = [
        (name, title, chapter.number)
        for chapter in guide.chapters()
        for line in re.findall(r"^\*Exercises:\*.*$", chapter.text, re.MULTILINE)
        for name, title in re.findall(r"`([\w-]+)`, \*(.+?)\*", line)
    ]
    assert len(named) >= 26
    assert [reference for reference in named if titles[reference[0]] != reference[1:]] == []


def test_every_automaton_has_a_chapter() -> None:
    assert [name for name in automata.names() if guide.explaining(name) is None] == []


WORDS = """acceptor action automaton baseline complete configuration consistent deterministic
distance edge engine event exploration guard kind memory minimal mutant optimal oracle
output partial pathfinder peg perfect proof reader refusal register remark repair rank
seed sentinel solver sound spare specification state step subtower symbol target
task transition vocabulary witness"""
EVERYDAY = """and as begin by by-disk check answer count depth draw exercise exercises files
format from help hint lang names legend length most most-states not of open or pages repeat
run run-python sheet summary template tests to with-memory within"""
"""Words of options that mean what they mean elsewhere."""


def test_the_technical_words_of_help_and_verdicts_are_in_the_glossary() -> None:
    [glossary] = [chapter.text for chapter in guide.chapters() if chapter.name == "glossary"]
    terms = " ".join(re.findall(r"^- \*\*(.+?)\*\*", glossary, re.MULTILINE))
    defined = set(re.findall(r"[\w-]+", terms)) | set(EVERYDAY.split())
    helped = "".join(run(command, "--help").out for command in COMMANDS)
    words = {*WORDS.split(), *re.findall(r"--([a-z-]+)", helped)}
    words |= set(re.findall(r"^  (\w+) ", run("check", "two-storey").out, re.MULTILINE))
    assert [word for word in sorted(words) if not {word, word.removesuffix("s")} & defined] == []
