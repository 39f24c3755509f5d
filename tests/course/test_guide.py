"""The guide: what it shows is what happens, and it asks before it tells."""

import re
from pathlib import Path

import pytest
from commands import run
from transcripts import Section, differences, steps

from hanoi_fsm.course import guide

TOP = Path(__file__).parents[2]
CHAPTERS = [pytest.param(one, id=one.name) for one in guide.chapters()]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_command_of_a_chapter_prints_what_is_below_it(
    chapter: guide.Chapter, tmp_path: Path
) -> None:
    folder = tmp_path / "session"
    for name, text in chapter.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    folder.mkdir(exist_ok=True)
    commands = [step for step in steps(guide.EXAMPLE.sub("", chapter.text)) if step.is_command]
    found = differences(Section(chapter.name, [], [], commands), folder, columns=80)
    assert not found, "\n\n".join(found)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_numbered_and_asks_before_it_tells(chapter: guide.Chapter) -> None:
    assert chapter.text.startswith(f"# {chapter.number}. {chapter.title}\n")
    question, answer = chapter.text.find("> **Question.**"), chapter.text.find("```console")
    assert question > 0
    assert question < answer or answer < 0


def test_its_files_are_those_of_the_other_tests() -> None:
    files = guide.chapter("draw-your-own").files
    for name in ("pendulum.dot", "mine.py"):
        assert files[name] == (TOP / "tests" / "student" / name).read_text("utf-8")


def test_the_whole_guide_is_one_page_with_its_pictures(tmp_path: Path) -> None:
    page = tmp_path / "guide.html"
    assert run("guide", "-o", str(page)).code == 0
    text = page.read_text("utf-8")
    assert re.findall(r'<section id="chapter-(\d+)">', text) == [
        str(one.number) for one in guide.chapters()
    ]
    assert not re.findall(r'(?:src|href)="(?!data:|#|explorer\.html#|https:)[^"]*"', text)
