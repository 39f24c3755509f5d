"""Renderers turn DOT into the bytes of a picture; only they start a process.

`dot` is Graphviz itself, if it is on PATH; `wasm` is Graphviz compiled to WebAssembly, which comes
with this package and makes SVG only.
"""

import shutil
import subprocess

from hanoi_fsm.fsm.errors import RenderError, UnknownName

BEGIN = {"svg": (b"<?xml", b"<svg"), "png": (b"\x89PNG\r\n\x1a\n",), "pdf": (b"%PDF-",)}
"""How a file of each format begins."""
FORMATS = tuple(BEGIN)
RENDERERS = ("auto", "dot", "wasm")
SECONDS = 20.0
"""After which a drawing is given up, by default."""
LONGEST = 160  # the most characters of what a renderer says


def render(
    dot: str, format: str = "svg", renderer: str = "auto", *, seconds: float = SECONDS
) -> bytes:
    """Render a `dot` text as svg, png or pdf; `auto` is `dot` if it is on PATH, else `wasm`.

    Raises `UnknownName` for another format or renderer, and `RenderError` if the chosen renderer is
    missing, cannot make the format, refuses the text, or takes more than these seconds.
    """
    if format not in FORMATS:
        raise UnknownName.among("picture format", format, FORMATS)
    if renderer not in RENDERERS:
        raise UnknownName.among("renderer", renderer, RENDERERS)
    found = shutil.which("dot")
    if renderer == "dot" or (renderer == "auto" and found):
        if not found:
            raise RenderError("dot is not on PATH: install Graphviz, or use the renderer wasm")
        return _by_dot(found, dot, format, seconds)
    if format != "svg":
        why = "the renderer wasm is not" if found else "is not on PATH: install Graphviz"
        raise RenderError(f"{format} needs Graphviz's dot, which {why}, or choose svg")
    return _by_wasm(dot, seconds)


def _by_dot(program: str, dot: str, format: str, seconds: float) -> bytes:
    try:
        ran = subprocess.run(
            [program, f"-T{format}"],
            input=dot.encode("utf-8", "surrogateescape"),
            capture_output=True,
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_slow(seconds) from error
    except OSError as error:  # it is not a program, or memory does not allow another process
        raise RenderError(f"{program} cannot be run: {error.strerror}: {_INSTEAD}") from error
    if ran.returncode:
        said = ran.stderr.decode("utf-8", "replace") or f"it ended with code {ran.returncode}"
        raise RenderError(f"dot could not draw the diagram: {_one_line(said)}")
    if not ran.stdout.startswith(BEGIN[format]):
        raise RenderError(f"{program} did not print {format}, it is not Graphviz: {_INSTEAD}")
    return ran.stdout


_INSTEAD = "install Graphviz, or use the renderer wasm"


def _by_wasm(dot: str, seconds: float) -> bytes:
    from hanoi_fsm.fsm.diagrams import wasm

    try:
        return wasm.render(dot, seconds)
    except TimeoutError as error:
        raise _too_slow(seconds) from error


def _too_slow(seconds: float) -> RenderError:
    return RenderError(
        f"the picture is not drawn after {seconds:g} seconds: draw fewer states, "
        "or ask for --format dot or `export --to mermaid`"
    )


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
