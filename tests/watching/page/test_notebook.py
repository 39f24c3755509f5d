"""In a notebook the page shows itself: a notebook is executed, and its output is looked at."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import tools_at_hand
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

TOP = Path(__file__).parents[3]
CELL = 'import hanoi_fsm\nhanoi_fsm.explorer(3, by="two-storey")'
AROUND = "<!doctype html><title>a notebook</title><body>{}</body>"


def shown_by(cell: str, folder: Path) -> str:
    """The HTML that a notebook shows below a cell."""
    for name in ("nbclient", "nbformat", "ipykernel"):
        if find_spec(name) is None:
            tools_at_hand.missing(name, "it comes with the test extra")
    import nbformat
    from nbclient import NotebookClient

    code = nbformat.v4.new_code_cell(cell)  # type: ignore[no-untyped-call]  # it has no types
    notebook = nbformat.v4.new_notebook(cells=[code])  # type: ignore[no-untyped-call]  # see above
    here = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, resources=here).execute()
    [output] = notebook.cells[0].outputs
    html: str = output["data"]["text/html"]
    return html


def test_the_page_in_a_notebook_works(
    chrome: "Chrome", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TOP))
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    file = tmp_path / "notebook.html"
    file.write_text(AROUND.format(shown_by(CELL, tmp_path)), "utf-8")
    chrome.get(file.as_uri())
    frame = chrome.find_element("tag name", "iframe")
    assert frame.get_attribute("title")
    assert frame.get_attribute("sandbox") == "allow-scripts allow-downloads"
    assert frame.size["width"] > chrome.execute_script("return innerWidth") - 50
    chrome.switch_to.frame(frame)
    try:
        body = chrome.find_element("tag name", "body")
        told = [body.get_attribute(f"data-{name}") for name in ("automaton", "step", "state")]
        assert told == ["two-storey", "0", "dismantle"]
        chrome.find_element("tag name", "h1").click()
        body.send_keys(Keys.ARROW_RIGHT)
        assert body.get_attribute("data-step") == "1"
        chrome.execute_script("location.hash = '#by=two-storey&disks=2&step=3'")
        WebDriverWait(chrome, 30).until(lambda _: body.get_attribute("data-configuration") == "22")
        assert chrome.get_log("browser") == []  # type: ignore[no-untyped-call]  # it has no types
    finally:
        chrome.switch_to.default_content()
