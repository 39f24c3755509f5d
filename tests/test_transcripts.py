"""The sessions in tests/transcripts, each in a folder of its own."""

from pathlib import Path

import pytest
from support import tools_at_hand
from support.transcripts import Section, differences, sections

FILES = sorted((Path(__file__).parent / "transcripts").glob("*.md"))
CASES = [section.case for file in FILES for section in sections(file.read_text("utf-8"))]


@pytest.mark.parametrize("section", CASES)
def test_each_command_prints_what_is_below_it(section: Section, tmp_path: Path) -> None:
    for need in section.missing:
        tools_at_hand.missing(need, "the transcript says that it is needed")
    folder = tmp_path / "session"
    folder.mkdir()
    differing = differences(section, folder)
    assert not differing, "\n\n".join(differing)
