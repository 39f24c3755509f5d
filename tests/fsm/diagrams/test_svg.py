"""Every SVG says what it shows, to people who cannot see it, and is readable on a dark page."""

import re
from xml.etree import ElementTree as ET

import pytest

from hanoi_fsm.fsm.diagrams.palette import DARK, INK, PAPER
from hanoi_fsm.fsm.diagrams.svg import finished
from hanoi_fsm.fsm.errors import RenderError

SVG = "{http://www.w3.org/2000/svg}"
OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'


def svg(content: str) -> str:
    return f"{OPEN}{content}</svg>"


def named(picture: str, of: str) -> str | None:
    """The text of the element that an attribute of the root refers to."""
    root = ET.fromstring(picture)
    found = [one for one in root.iter() if one.get("id") == root.get(of)]
    return found[0].text if found else None


def style(picture: str) -> str:
    return ET.fromstring(picture).findtext(f"{SVG}style", "")


HARD = ["two words", "a & b", "<script>", "]]>", '"', "no\x00where", "\ud800", "a\r\nb", "-->"]


@pytest.mark.parametrize("text", HARD)
def test_the_title_and_the_description_are_the_first_things_in_it_whatever_they_say(
    text: str,
) -> None:
    picture = finished(svg("<g/>"), f"title {text}", f"what {text}")
    root = ET.fromstring(picture.encode())
    shown = re.sub("[\x00\ud800]", "\ufffd", text).replace("\r", "")
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert named(picture, "aria-labelledby") == f"title {shown}"
    assert named(picture, "aria-describedby") == f"what {shown}"


def test_no_reference_leads_nowhere() -> None:
    root = ET.fromstring(finished(svg(""), "title", ""))
    assert [child.tag for child in root] == [f"{SVG}title"]
    assert "aria-describedby" not in root.attrib


def test_two_pictures_on_one_page_have_no_id_in_common() -> None:
    one, other = (finished(svg(""), "title", text) for text in ("what", "other"))
    assert not set(re.findall(r' id="([^"]+)', one)) & set(re.findall(r' id="([^"]+)', other))


def test_a_tooltip_replaces_the_title_of_its_group_or_becomes_one() -> None:
    content = '<g id="a"><title>old</title><path/></g><g id="b"><path/></g><g id="c"/>'
    picture = finished(svg(content), "title", "", {"a": "<new>", "b": "\x01", "unknown": "x"})
    titles = {one.get("id"): one.findtext(f"{SVG}title") for one in ET.fromstring(picture)}
    assert [titles[name] for name in "abc"] == ["<new>", "\ufffd", None]
    assert "unknown" not in picture


CONTENT = [
    "",
    f'<path fill="{INK}" stroke="{PAPER}"/>',
    f'<g style="fill: {INK}; stroke-width: 2"/>',
    '<style type="text/css">*{stroke-linejoin: round}</style>',
    '<defs><style type="text/css">*{stroke-linejoin: round}</style></defs>',
    '<metadata>x</metadata><title>old</title><desc id="d">old</desc>',
    "<text>  two  blanks\n and a line <tspan>!</tspan> \n </text>",
    '<use xlink:href="#a"/>',
]


@pytest.mark.parametrize("content", CONTENT)
def test_what_is_finished_stays_as_it_is(content: str) -> None:
    once = finished(svg(content), "title", "what", {"a": "b"})
    assert finished(once, "title", "what", {"a": "b"}) == once
    assert finished(once, "title", "other") != once


def test_other_words_take_the_place_of_the_old_ones() -> None:
    again = finished(finished(svg("<g/>"), "old", "old"), "new", "new")
    assert again == finished(svg("<g/>"), "new", "new")


def test_drawn_shapes_and_texts_and_links_are_kept_and_noise_is_not() -> None:
    picture = finished(
        '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n'
        f'<!-- by someone -->\n{OPEN}\n<!-- a -->\n<g class="x">\n<!-- b -->\n'
        '<text xml:space="preserve">  a  </text><use xlink:href="#a"/></g></svg>',
        "title",
        "",
    )
    assert '<text xml:space="preserve">  a  </text><use xlink:href="#a" />' in picture
    assert not re.search(r"<!|<\?|\n\n", picture)


DARKENED = [
    (f'<path fill="{INK}"/>', f'.hanoi-fsm [fill="{INK}"]{{fill:{DARK[INK]}}}'),
    (f'<path stroke="{INK}"/>', f'.hanoi-fsm [stroke="{INK}"]{{stroke:{DARK[INK]}}}'),
    (f'<path fill="{INK.upper()}"/>', f'.hanoi-fsm [fill="{INK.upper()}"]{{fill:{DARK[INK]}}}'),
    (
        f'<g style="stroke-width: 2; stroke: {INK}; fill:none"/>',
        f'.hanoi-fsm [style*="stroke: {INK}"]{{stroke:{DARK[INK]} !important}}',
    ),
    ('<path fill="#123456" stroke="none"/>', ""),
    (f'<path fill="{INK}80"/>', ""),
    (f'<g style="-inkscape-fill: {INK}; fill: {INK}80"/>', ""),
    ("<path/>", ""),
]


@pytest.mark.parametrize(("content", "rule"), DARKENED)
def test_each_colour_of_the_palette_has_a_rule_and_no_other_colour(content: str, rule: str) -> None:
    rules = [line for line in style(finished(svg(content), "", "")).split("\n") if "hanoi" in line]
    assert rules == ([rule] if rule else [])


def test_the_colours_of_the_root_have_rules_of_their_own() -> None:
    root = OPEN.replace(">", f' fill="{INK}" class="film">')
    picture = finished(f"{root}</svg>", "", "")
    assert f'\n.hanoi-fsm[fill="{INK}"]{{fill:{DARK[INK]}}}\n' in style(picture)
    assert ET.fromstring(picture).get("class") == "film hanoi-fsm"


@pytest.mark.parametrize("text", ["", "no picture", "<html/>", "<svg>", "<svg></svg><svg/>"])
def test_what_is_not_an_svg_is_refused(text: str) -> None:
    with pytest.raises(RenderError, match="the picture is not an SVG"):
        finished(text, "", "")
