"""Renderers: which one makes which format, and the error if one is missing or refuses."""

import stat
from pathlib import Path

import pytest
from small_machine import TURNSTILE
from svg_shapes import assert_shows, shapes_of

from hanoi_fsm.fsm.diagrams.render import render
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import RenderError, UnknownName


@pytest.mark.dot
@pytest.mark.parametrize(
    ("format", "begin"), [("svg", b"<?xml"), ("png", b"\x89PNG\r\n\x1a\n"), ("pdf", b"%PDF-")]
)
@pytest.mark.parametrize("renderer", ["dot", "auto"])
def test_dot_makes_every_format(format: str, begin: bytes, renderer: str) -> None:
    assert Diagram(TURNSTILE).render(format, renderer).startswith(begin)


@pytest.mark.dot
def test_the_embedded_renderer_makes_svg_only() -> None:
    for format in ("png", "pdf"):
        with pytest.raises(RenderError, match=f"{format} needs Graphviz's dot.* svg"):
            render("digraph x {}", format, "wasm")


@pytest.fixture
def bin_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The only folder on PATH, with nothing in it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("bin_folder")
@pytest.mark.parametrize(
    ("format", "renderer"),
    [("png", "auto"), ("png", "wasm"), ("pdf", "auto"), ("pdf", "wasm"), ("svg", "dot")],
)
def test_what_needs_graphviz_asks_for_it_where_it_is_missing(format: str, renderer: str) -> None:
    with pytest.raises(RenderError, match=r"dot.* not on PATH: install Graphviz"):
        Diagram(TURNSTILE).render(format, renderer)


@pytest.mark.usefixtures("bin_folder")
def test_without_graphviz_the_embedded_renderer_makes_the_svg() -> None:
    assert_shows(Diagram(TURNSTILE).render(), TURNSTILE)


def test_what_dot_says_against_a_text_is_told_in_one_line(bin_folder: Path) -> None:
    fake = bin_folder / "dot"
    fake.write_text("#!/bin/sh\necho 'Error: no\nsuch thing' >&2\nexit 1\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(RenderError, match=r"dot could not draw .*such thing") as error:
        render("digraph x {}", "png")
    assert "\n" not in str(error.value)


def test_what_the_embedded_renderer_refuses_is_told_and_it_goes_on() -> None:
    with pytest.raises(RenderError, match="the embedded renderer failed: "):
        render("digraph x {", "svg", "wasm")
    assert shapes_of(render("digraph x { a }", "svg", "wasm"))["node1"].title == "a"


@pytest.mark.parametrize(
    ("format", "renderer", "words"),
    [
        ("gif", "auto", "format 'gif'.*svg, png, pdf"),
        ("SVG", "auto", "format 'SVG'"),
        ("pgn", "auto", "format 'pgn'.*'png'"),
        ("", "auto", "format ''"),
        ("svg", "wsam", "renderer 'wsam'.*'wasm'"),
        ("svg", "xyz", "renderer 'xyz'.*auto, dot, wasm"),
    ],
)
def test_unknown_formats_and_renderers_are_named(format: str, renderer: str, words: str) -> None:
    with pytest.raises(UnknownName, match=words):
        render("digraph x {}", format, renderer)
