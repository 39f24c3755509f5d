"""The gallery in diagrams/README.md: whether every picture is explained, in order."""

import re
from pathlib import Path

import pytest
from committed_diagrams import FOLDER
from gallery import SECTIONS, SEE, Drawn, page
from markdown_it import MarkdownIt

from hanoi_fsm import automata

README = (FOLDER / "README.md").read_text("utf-8")
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><title>A [lamp]</title></svg>'


def picture(arguments: str, folder: Path, name: str = "lamp.svg") -> Drawn:
    (folder / name).write_text(SVG)
    return Drawn(arguments, (folder / name,))


def test_every_link_of_the_contents_leads_to_a_heading() -> None:
    headings = re.findall(r"^##+ (.*)$", README, re.MULTILINE)
    links = re.findall(r"\]\(#(.*?)\)", README)
    assert links == [heading.lower().replace(" ", "-") for heading in headings]
    assert len(set(links)) == len(links) > 20


def test_every_picture_has_two_to_five_sentences_a_command_and_a_text_for_the_blind() -> None:
    entries = README.split("\n### ")[1:]
    for entry in entries:
        name, *paragraphs = entry.split("\n## ")[0].strip().split("\n\n")
        *about, command, image = paragraphs
        assert re.fullmatch(rf"!\[[^]]+\]\({re.escape(name)}\.svg\)", image)
        assert command.startswith("    hanoi-fsm draw ")
        assert 2 <= len(re.findall(r"[.:?](?= |$)", about[-1])) <= 7
    html = MarkdownIt().render(README)
    assert html.count("<img ") == len(entries)
    assert html.count("<pre><code>hanoi-fsm draw ") == len(entries)


def test_automata_come_in_the_order_of_their_kinds_and_sizes() -> None:
    headings = re.findall(r"^### ([\w-]+)$", README, re.MULTILINE)
    named = [one for one in headings if one in automata.names()]
    assert set(named) == set(automata.names()) - {"twice-reader"}  # its picture is a table
    kinds = [automata.get(one).kind for one in named]
    assert kinds == sorted(kinds, key=["solver", "reader", "pathfinder"].index)
    for kind in set(kinds):
        machines = [automata.get(one) for one in named if automata.get(one).kind == kind]
        sizes = [len(one.automaton.transitions) for one in machines]
        assert sizes == sorted(sizes)


@pytest.mark.parametrize(
    "arguments", ["monk --counts 3", "lamp", "rank-reader --as table", "hanoi-graph --path 00 11"]
)
def test_a_picture_that_nothing_is_said_about_is_reported(arguments: str, tmp_path: Path) -> None:
    with pytest.raises(LookupError, match=f"'{arguments}'.*SEE"):
        page([picture(arguments, tmp_path)])


def test_what_the_automata_say_is_shown_with_the_title_of_the_picture(tmp_path: Path) -> None:
    text = page([picture("monk", tmp_path), picture("disk-table --disks 2", tmp_path, "t.svg")])
    assert automata.get("monk").see in text
    assert "![A (lamp)](lamp.svg)" in text
    assert [one for one in SECTIONS if f"\n## {one}\n" in text] == ["Solvers", "The puzzle"]


def test_nothing_is_said_about_pictures_that_are_not_drawn() -> None:
    assert [one for one in SEE if f"    hanoi-fsm draw {one}\n" not in README] == []
