"""The page is one text that loads nothing, and no data can break out of its element."""

import json
import re
import shutil
from base64 import b64encode
from hashlib import sha256
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest
import transitions
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys
from support.chance import chance
from support.commands import lines, process
from support.tools_at_hand import missing

from hanoi_fsm import (
    Automaton,
    FsmError,
    Machine,
    Memory,
    automata,
    configuration,
    find,
    page,
)
from hanoi_fsm.watching.page.diagram import diagram_data

BREAKING = "</script><script>alert(1)</script> <!-- {{script}} {{data}} '\"&amp;"
NETWORK = (
    "fetch(",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "sendBeacon",
    "import(",
    ".src =",
)
UNSAFE = (
    *(
        "innerHTML",
        "InnerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "createContextualFragment",
    ),
    *("eval(", "new Function", "setHTMLUnsafe", "srcdoc", "javascript:", "text/html", "cssText"),
    *("localStorage", "sessionStorage", "document.cookie"),
)


def element(html: str, tag: str, kind: str = "") -> str:
    """The text of the one element of its kind."""
    [content] = re.findall(f"<{tag}{kind}>(.*?)</{tag}>", html, re.DOTALL)
    return str(content)


def test_the_policy_allows_one_script_and_one_style_sheet_and_nothing_else() -> None:
    html = page(["monk"]).html
    script, style = element(html, "script", ' type="module"'), element(html, "style")
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in (script, style)]
    [policy] = re.findall('http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert unescape(policy).split("; ") == [
        "default-src 'none'",
        f"script-src 'sha256-{hashes[0]}'",
        f"style-src 'sha256-{hashes[1]}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    ours = re.sub(r'modules\["vendor/.*?\n}\)\(\);', "", script, count=1, flags=re.DOTALL)
    assert len(ours) < len(script)
    assert [word for word in (*UNSAFE, *NETWORK) if word in ours] == []
    assert re.findall(r"^\s*(?:import|export)\b.*", script, re.MULTILINE) == []


TOO_OLD = 69
PANELS = ["What is next", "Memory", "Glued disks", "Hanoi graph"]
SHOWN = {
    "watch": PANELS,
    "watch&and=monk": PANELS,
    "be": [*PANELS, "Which transition is taken?"],
    "try": ["Move every disk to peg 2.", "Undo"],
}
"""Modes of the page, as links have them, and texts that are shown there."""


def test_the_core_of_the_page_works_without_a_document() -> None:
    if shutil.which("node") is None:
        missing("node", "install Node 20 or newer")
    ran = process("--test", Path(__file__).with_name("core.test.mjs"), program=["node"])
    assert ran.code == 0, ran.out


def test_every_part_of_the_page_is_drawn(tmp_path: Path) -> None:
    """By node, with hardly a document: so a script that is broken is found without a browser."""
    if shutil.which("node") is None:
        missing("node", "install Node 20 or newer")
    html = page(["two-storey", "monk"]).html
    script, data = tmp_path / "page.mjs", tmp_path / "data.json"
    script.write_text(element(html, "script", ' type="module"'), "utf-8")
    data.write_text(element(html, "script", ' type="application/json" id="data"'), "utf-8")
    step = chance().randrange(1, 2**4)
    links = [f"by=two-storey&disks=4&step={step}&mode={mode}" for mode in SHOWN]
    ran = process(
        Path(__file__).with_name("without_browser.mjs"), script, data, *links, program=["node"]
    )
    if ran.code == TOO_OLD:
        missing("Node 20 or newer", "install it")
    assert ran.err == ""
    for (mode, texts), line in zip(SHOWN.items(), ran.lines, strict=True):
        now, text = json.loads(line)
        assert [words for words in texts if words not in text] == []
        if mode != "try":
            assert (now["step"], now["configuration"]) == (step, str(configuration(step, 4)))


def test_no_text_breaks_out_of_the_data() -> None:
    plain = Automaton.from_table("plain", initial="off", final=(), table="off -> off : press")
    html = page(Machine(plain, Memory, meanings={"off": BREAKING}, summary=BREAKING)).html
    data = element(html, "script", ' type="application/json" id="data"')
    assert not set("<\u2028") & set(data)
    assert json.dumps(BREAKING) in json.dumps(json.loads(data))
    assert html.count("</script>") == 2


def test_the_title_of_a_machine_is_its_summary_or_else_its_name() -> None:
    class Lamp(transitions.Machine):
        """A machine of the library."""

    table = [["press", "off", "on"], ["press", "on", "off"]]
    lamp = Lamp(states=["off", "on"], initial="off", transitions=table)
    plain = Automaton.from_table("plain", initial="off", final=(), table="off -> off : press")
    html = page([Machine.from_transitions(lamp), Machine(plain), "monk"]).html
    data = json.loads(element(html, "script", ' type="application/json" id="data"'))
    titles = [machine["title"] for machine in data["machines"]]
    assert titles == ["Lamp", "plain", automata.get("monk").summary]


def overlapping(one: list[float], other: list[float]) -> bool:
    (x, y, width, height), (left, top, wide, high) = one, other
    return x < left + wide and left < x + width and y < top + high and top < y + height


@pytest.mark.parametrize("many", [1, pytest.param(99, marks=pytest.mark.sweep)])
def test_no_label_of_a_sketch_meets_a_state_or_another_label(many: int) -> None:
    """Neither in the wide pane nor in the tall one; each part is within the sketch."""
    names = [*automata.names(), "storeys-3"]
    for name in chance().sample(names, min(many, len(names))):
        diagram = diagram_data(find(name))
        for sketch in (diagram[pane] for pane in ("wide", "tall") if pane in diagram):
            labels = [edge["box"] for edge in sketch["edges"] if any(edge["lines"])]
            boxes = [*sketch["states"], *labels]
            assert not any(overlapping(*pair) for pair in combinations(boxes, 2)), name
            for x, y, width, height in boxes:
                assert 0 <= x < x + width <= sketch["width"], name
                assert 0 <= y < y + height <= sketch["height"], name


@pytest.mark.sweep
def test_a_page_of_all_automata_is_below_400_kb() -> None:
    assert len(page().html.encode()) < 400_000


def test_a_command_writes_the_same_page(tmp_path: Path) -> None:
    with pytest.raises(FsmError, match="no machine to show"):
        page([])
    file = tmp_path / "page.html"
    lines("page", "monk", "-o", str(file))
    assert file.read_text("utf-8") == page("monk").html


@pytest.mark.browser
def test_the_page_in_a_notebook_works(chrome: Chrome, tmp_path: Path) -> None:
    """It is in a frame, which a browser trusts with less than a page of its own."""
    shown = page("two-storey")._repr_html_()
    (tmp_path / "notebook.html").write_text(f"<!doctype html><title>a</title>{shown}", "utf-8")
    chrome.get((tmp_path / "notebook.html").as_uri())
    frame = chrome.find_element("tag name", "iframe")
    assert frame.get_attribute("sandbox") == "allow-scripts allow-downloads"
    chrome.switch_to.frame(frame)
    try:
        body = chrome.find_element("tag name", "body")
        chrome.find_element("tag name", "h1").click()
        body.send_keys(Keys.ARROW_RIGHT)
        assert body.get_attribute("data-step") == "1"
        assert chrome.get_log("browser") == []  # type: ignore[no-untyped-call]  # it has no types
    finally:
        chrome.switch_to.default_content()
