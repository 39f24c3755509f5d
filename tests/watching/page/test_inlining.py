"""The page is one text that loads nothing, and no data can break out of its element."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.watching.page import explorer
from hanoi_fsm.watching.page.inlining import embedded, inlined
from hanoi_fsm.watching.page.scope import MOST_PAGE_DISKS

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--",
    "\u2028",
    "{{script}}",
    "'\"&amp;",
    "\ud800",
]


def block(html: str, tag: str, kind: str) -> str:
    (found,) = re.findall(f"<{tag}{kind}>(.*?)</{tag}>", html, re.DOTALL)
    return str(found)


def policy(html: str) -> str:
    found = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert found is not None
    return unescape(found[1])


def test_the_policy_allows_the_one_script_and_the_one_style_sheet_and_nothing_else() -> None:
    html = inlined("A page", {})
    allowed = {}
    for tag, kind in (("script", ' type="module"'), ("style", "")):
        text = block(html, tag, kind)
        allowed[tag] = b64encode(sha256(text.encode()).digest()).decode()
    assert policy(html).split("; ") == [
        "default-src 'none'",
        f"script-src 'sha256-{allowed['script']}'",
        f"style-src 'sha256-{allowed['style']}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_nothing_is_imported_and_nothing_exported_by_the_script() -> None:
    script = block(inlined("A page", {}), "script", ' type="module"')
    assert not re.findall(r"^\s*(?:import|export)\b.*", script, re.MULTILINE)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_breaks_out_of_the_data(text: str) -> None:
    html = inlined(text, {text: [text]})
    data = block(html, "script", ' type="application/json" id="data"')
    assert json.loads(data) == {text: [text]}
    assert not set("<>&\u2028") & set(data)
    assert html.count("</script>") == 2


def test_data_are_kept_as_they_are() -> None:
    data = {"number": 10**30, "none": None, "nested": [[1, "a"], {"b": True}]}
    assert json.loads(embedded(data)) == data


@pytest.mark.parametrize("disks", [-1, MOST_PAGE_DISKS + 1, 2.0, True, "3", None])
def test_so_many_disks_are_refused(disks: object) -> None:
    with pytest.raises(BadInput, match=f"expected 0 .. {MOST_PAGE_DISKS}"):
        explorer(disks, by="monk")  # type: ignore[arg-type]  # as callers may


def test_a_page_shows_the_machines_that_are_named() -> None:
    page = explorer(1, by=["monk", "path-reader"])
    assert [one["name"] for one in _data(page.html)["machines"]] == ["monk", "path-reader"]


def test_machines_of_the_same_name_are_told_apart() -> None:
    page = explorer(0, by=["monk", "path-reader", "monk"])
    names = [one["name"] for one in _data(page.html)["machines"]]
    assert names == ["monk", "path-reader", "monk (2)"]


def _data(html: str) -> dict[str, list[dict[str, object]]]:
    found = json.loads(block(html, "script", ' type="application/json" id="data"'))
    assert isinstance(found, dict)
    return found
