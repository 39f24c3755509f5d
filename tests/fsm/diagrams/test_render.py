"""Renderers: which one makes which format, and the error if one is missing or refuses."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sampling import one_in
from small_machine import TURNSTILE
from svg_shapes import assert_shows, shapes_of

from hanoi_fsm.fsm.diagrams import wasm
from hanoi_fsm.fsm.diagrams.picture import rendered
from hanoi_fsm.fsm.diagrams.render import FORMATS, render, render_all
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.diagrams.wasm_program import ANSWER, DRAWN
from hanoi_fsm.fsm.errors import RenderError, UnknownName


@pytest.mark.dot
@pytest.mark.parametrize(
    ("format", "begin"), [("svg", b"<svg"), ("png", b"\x89PNG\r\n\x1a\n"), ("pdf", b"%PDF-")]
)
@pytest.mark.parametrize("renderer", ["dot", "auto"])
def test_dot_makes_every_format(format: str, begin: bytes, renderer: str) -> None:
    assert Diagram(TURNSTILE).render(format, renderer).startswith(begin)


@pytest.mark.dot
def test_the_embedded_renderer_makes_svg_only() -> None:
    for format in ("png", "pdf"):
        with pytest.raises(RenderError, match=f"{format} needs Graphviz's dot.* svg"):
            render("digraph x {}", format, "wasm")


DOT_PROGRAM = shutil.which("dot")


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
@pytest.mark.sweep
def test_what_needs_graphviz_asks_for_it_where_it_is_missing(format: str, renderer: str) -> None:
    with pytest.raises(RenderError, match=r"dot.* not on PATH: install Graphviz"):
        Diagram(TURNSTILE).render(format, renderer)


@pytest.mark.usefixtures("bin_folder")
def test_without_graphviz_the_embedded_renderer_makes_the_svg() -> None:
    assert_shows(Diagram(TURNSTILE).render(), TURNSTILE)


def put(script: bytes, folder: Path) -> None:
    """Put a program called `dot` into a folder."""
    fake = folder / "dot"
    fake.write_bytes(script)
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)


def test_what_dot_says_against_a_text_is_told_in_one_line(bin_folder: Path) -> None:
    put(b"#!/bin/sh\necho 'Error: no\nsuch thing' >&2\nexit 1\n", bin_folder)
    with pytest.raises(RenderError, match=r"dot could not draw .*such thing") as error:
        render("digraph x {}", "png")
    assert "\n" not in str(error.value)


NO_GRAPHVIZ = [
    # a program called dot, and what is said of it
    (b"", "cannot be run"),
    (b"\x7fELF and no more", "cannot be run"),
    (b"#!/no/such/interpreter\n", "cannot be run"),
    (b"#!/bin/sh\n", "did not print"),
    (b"#!/bin/sh\necho '<html>'\n", "did not print"),
    (b"#!/bin/sh\nexit 3\n", "ended with code 3"),
    (b"#!/bin/sh\nkill -9 $$\n", "ended with code -9"),
    (b"#!/bin/sh\nprintf '\\377\\0' >&2\nexit 1\n", "could not draw"),
]


@pytest.mark.parametrize(("script", "said"), NO_GRAPHVIZ)
@pytest.mark.parametrize("format", FORMATS)
def test_a_dot_that_is_not_graphviz_is_told_in_one_line(
    script: bytes, said: str, format: str, bin_folder: Path
) -> None:
    put(script, bin_folder)
    with pytest.raises(RenderError, match=said) as error:
        render("digraph x {}" * 10_000, format)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


DENSE = "".join(f"{a}->{b}[label=x]" for a, b in product(range(40), repeat=2))


@pytest.mark.parametrize("renderer", ["wasm", pytest.param("dot", marks=pytest.mark.dot)])
@pytest.mark.one_in(2)
def test_a_drawing_that_takes_too_long_is_given_up_with_advice_and_the_next_is_drawn(
    renderer: str,
) -> None:
    with pytest.raises(RenderError, match=r"after 0.2 seconds: draw fewer .*--format dot.*mermaid"):
        render(f"digraph x {{ {DENSE} }}", "svg", renderer, seconds=0.2)
    assert shapes_of(render("digraph x { a }", "svg", renderer))["node1"].title == "a"


PLAIN = 'digraph a { x -> y [label="id=\\"page0,1_a"] }'
CLUSTERED = "digraph b { subgraph cluster_c { z } z -> z }"


@pytest.mark.dot
def test_several_texts_drawn_together_are_the_same_pictures_as_each_alone() -> None:
    dots = [PLAIN, CLUSTERED, "graph c { layout=neato p -- q }", PLAIN]
    assert render_all(dots) == [render(dot) for dot in dots]
    assert render_all([]) == []
    pictures = [Diagram(TURNSTILE), Diagram(TURNSTILE, layout="circle", lit=TURNSTILE.states)]
    assert rendered(pictures) == [one.render() for one in pictures]


@pytest.mark.dot
@pytest.mark.parametrize(
    ("fault", "said", "seconds"),
    [
        ("digraph x {", "syntax error", 20),
        ('digraph x { "', "syntax error", 20),
        ("", "did not print svg", 20),
        pytest.param(f"digraph x {{ {DENSE} }}", "after 0.2 seconds", 0.2, marks=pytest.mark.sweep),
    ],
)
@pytest.mark.one_in(3)
def test_of_several_texts_the_one_at_fault_is_told_as_if_it_were_alone(
    fault: str, said: str, seconds: float
) -> None:
    for dots in ([PLAIN, fault, CLUSTERED], [CLUSTERED, PLAIN, fault]):
        with pytest.raises(RenderError, match=said) as error:
            render_all(dots, seconds=seconds)
        with pytest.raises(RenderError) as alone:
            render(fault, seconds=seconds)
        assert str(error.value) == str(alone.value)


@pytest.mark.dot
def test_several_texts_take_one_process_of_dot(bin_folder: Path) -> None:
    put(f"#!/bin/sh\necho $* >> '{bin_folder}/log'\nexec {DOT_PROGRAM} $*\n".encode(), bin_folder)
    render_all([PLAIN, CLUSTERED, PLAIN])
    assert (bin_folder / "log").read_text() == "-Tsvg\n"
    render_all([PLAIN, CLUSTERED], "png", dpi=100)
    assert (bin_folder / "log").read_text() == "-Tsvg\n" + 2 * "-Tpng -Gdpi=100\n"


SHORT = """
import resource, sys
from hanoi_fsm.fsm.diagrams.render import render
from hanoi_fsm.fsm.errors import RenderError
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
try:
    render("digraph x {}", "svg", "wasm")
except RenderError as error:
    print(error)
"""


@pytest.mark.sweep
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits it so")
def test_the_embedded_renderer_without_memory_is_told_in_one_line() -> None:
    ran = subprocess.run([sys.executable, "-c", SHORT], capture_output=True, text=True, check=True)
    assert (ran.stderr, ran.stdout.count("\n")) == ("", 1)
    assert "the embedded renderer" in ran.stdout
    assert "install Graphviz's dot" in ran.stdout


@pytest.mark.sweep
def test_a_process_that_was_forked_draws_with_a_renderer_of_its_own() -> None:
    render("digraph x { a }", "svg", "wasm")
    with get_context("fork").Pool(2) as pool:
        drawn = pool.starmap(render, [(f"digraph x {{ {a} }}", "svg", "wasm") for a in "bcde"])
    assert [shapes_of(one)["node1"].title for one in drawn] == list("bcde")


def test_what_the_embedded_renderer_refuses_is_told_and_it_goes_on() -> None:
    with pytest.raises(RenderError, match="the embedded renderer failed: "):
        render("digraph x {", "svg", "wasm")
    assert shapes_of(render("digraph x { a }", "svg", "wasm"))["node1"].title == "a"


@pytest.fixture
def running() -> Iterator[list[Any]]:
    """The running program, of which there is none before, and none after."""
    wasm._end()
    yield wasm._running
    wasm._end()


class Slow:
    """A program whose answer comes just when the time is over."""

    owner = os.getpid()

    def __init__(self) -> None:
        self.killed = Event()
        self.process = self

    def kill(self) -> None:
        self.killed.set()

    def answer(self, request: bytes) -> tuple[int, bytes]:
        assert self.killed.wait(60)
        return DRAWN, b"<svg/>"

    def end(self) -> None:
        """It has ended."""


@pytest.mark.sweep
def test_the_next_drawing_is_not_asked_of_a_program_that_was_killed_as_it_answered(
    running: list[Any],
) -> None:
    running.append(Slow())
    assert wasm.render("digraph x {}", 0.01) == b"<svg/>"
    assert shapes_of(render("digraph x { a }", "svg", "wasm"))["node1"].title == "a"


@pytest.mark.usefixtures("running")
@pytest.mark.parametrize("size", one_in(2, [0, 5, ANSWER.size, ANSWER.size + 3]))
def test_a_part_of_an_answer_is_not_a_picture(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is killed as it writes."""
    answer = ANSWER.pack(DRAWN, 6) + b"<svg/>"
    script = f"import sys; sys.stdout.buffer.write({answer[:size]!r})"
    monkeypatch.setattr(wasm, "PROGRAM", ["-c", script])
    with pytest.raises(RenderError, match="without an answer"):
        render("digraph x {}", "svg", "wasm")


@pytest.mark.usefixtures("running")
@pytest.mark.parametrize("python", ["", "/no/such/python", "/dev/null"])
def test_an_embedded_renderer_that_cannot_be_started_is_told_in_one_line(
    python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", python)
    with pytest.raises(RenderError, match=r"cannot be started.*install Graphviz's dot") as error:
        render("digraph x {}", "svg", "wasm")
    assert len(str(error.value)) < 300


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
