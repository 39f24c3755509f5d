"""The notebook of the course shows what its cells give."""

import json
from pathlib import Path

import notebook
import pytest


@pytest.mark.sweep
def test_each_cell_of_the_tour_has_the_outputs_that_it_gives(tmp_path: Path) -> None:
    text = notebook.TOUR.read_text("utf-8")
    written = json.loads(text)
    given = notebook.executed(written, tmp_path)
    for cell, again in zip(written["cells"], given["cells"], strict=True):
        assert cell == again, "run tests/notebook.py after " + "".join(cell["source"])
    assert text == notebook.text_of(given)
