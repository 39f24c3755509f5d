"""A notebook is run without Jupyter: what its cells print and show, one after the other.

`.venv/bin/python tests/notebook.py` runs the notebook of the course and writes its outputs again.
"""

import ast
import io
import json
import os
import tempfile
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

TOUR = Path(__file__).parent.parent / "hanoi_fsm" / "course" / "examples" / "tour.ipynb"
VIEWS = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}
"""The kinds of pictures of a value, by the methods that IPython asks for."""


def executed(notebook: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The notebook with the outputs of its cells, run in a folder and drawn without Graphviz."""
    names: dict[str, Any] = {}
    number, cells = 0, []
    with chdir(folder), patch.dict(os.environ, PATH=""):
        for cell in notebook["cells"]:
            changes = {}
            if cell["cell_type"] == "code":
                number += 1
                outputs = outputs_of("".join(cell["source"]), names, number)
                changes = {"execution_count": number, "outputs": outputs}
            cells.append(cell | changes)
    return notebook | {"cells": cells}


def outputs_of(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The output of a cell, and the views of the value of its last line."""
    body, value = ast.parse(source).body, None
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    printed, outputs = io.StringIO(), list[dict[str, Any]]()
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        shown = {"output_type": "execute_result", "execution_count": number, "metadata": {}}
        outputs.append(shown | {"data": views(value)})
    return outputs


def views(value: Any) -> dict[str, list[str]]:
    """A value as IPython shows it, by kind."""
    views = {kind: getattr(value, name)() for name, kind in VIEWS.items() if hasattr(value, name)}
    views["text/plain"] = str(value) if hasattr(value, "_repr_pretty_") else repr(value)
    return {kind: text.splitlines(keepends=True) for kind, text in views.items()}


def text_of(notebook: dict[str, Any]) -> str:
    """The file of a notebook."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        again = executed(json.loads(TOUR.read_text("utf-8")), Path(folder))
    TOUR.write_text(text_of(again), "utf-8")
