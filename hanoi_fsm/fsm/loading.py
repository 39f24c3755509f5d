"""Something out of somebody's Python file, named as `my.py:solver`.

This is the one door by which a file can bring code into this package, and it opens only to a name
that ends in `.py:` and a name: **naming a Python file runs it**. A DOT file never runs anything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import LoadError, UnknownName, shortened
from hanoi_fsm.fsm.exception_origin import bracketed, one_line, place, shown
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.time_limit import OutOfTime, TimeLimit

_numbers = count(1)


def load(name: str, *, seconds: float | None = 60.0) -> Any:
    """Run the file of a `name` such as `my.py:solver`, and give what it calls `solver`.

    The file's folder can be imported from while it runs, and no `__pycache__` is left there. Raises
    `LoadError` for a name that is not of that form, and for a file that is missing, is not Python,
    raises, or runs for more than so many `seconds`; `UnknownName` where it has no such name.
    """
    file, _, wanted = name.rpartition(":")
    if not file.endswith(".py") or not wanted:
        raise LoadError(
            f"{shortened(name)} does not name anything in a Python file: write it as my.py:solver"
        )
    path = Path(file).absolute()
    if not path.is_file():
        raise LoadError(f"no such file {shortened(file)}: give the path of a Python file")
    return _named(wanted, _run(path, TimeLimit(seconds)), file)


def _run(path: Path, limit: TimeLimit) -> ModuleType:
    """The module that a file makes; it stays known to Python, as dataclasses and pickle want."""
    name = f"users-file-{next(_numbers)}"  # no `import` can name it
    loader = SourceFileLoader(name, str(path))
    with _folder_of(path):
        _refuse_other_languages(loader, path)
        spec = spec_from_file_location(name, path, loader=loader)
        assert spec is not None  # None is for files that no loader is known for
        module = sys.modules[name] = module_from_spec(spec)
        try:
            _execute(loader, module, path, limit)
        except BaseException:
            del sys.modules[name]
            raise
    return module


def _refuse_other_languages(loader: SourceFileLoader, path: Path) -> None:
    try:
        loader.get_code(loader.name)
    except SyntaxError as error:
        line = f"line {error.lineno}: " if error.lineno else ""
        raise LoadError(f"{shown(path)} is not Python: {line}{error.msg}") from error
    except ValueError as error:  # zero bytes in the source
        raise LoadError(f"{shown(path)} is not Python: {error}") from error


def _execute(loader: SourceFileLoader, module: ModuleType, path: Path, limit: TimeLimit) -> None:
    try:
        with limit.ticking(), limit:
            loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except OutOfTime as error:
        raise LoadError(
            f"{shown(path)} still runs after {limit}{bracketed(place(error))}: "
            "let it define things and no more"
        ) from error
    except BaseException as error:  # SystemExit is what a script ends with
        raise LoadError(
            f"{shown(path)} raised {one_line(error)}{bracketed(place(error))}"
        ) from error


@contextmanager
def _folder_of(path: Path) -> Iterator[None]:
    """The file's folder first on the way to modules, and no bytecode written into it."""
    folder, writes_none = str(path.parent), sys.dont_write_bytecode
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        if folder in sys.path:
            sys.path.remove(folder)


def _named(wanted: str, module: ModuleType, file: str) -> object:
    if wanted in vars(module):
        return vars(module)[wanted]
    own = [name for name, value in vars(module).items() if _is_own(name, value, module)]
    near = get_close_matches(wanted, own, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise UnknownName(
        f"{file} has no {shortened(wanted)}: {hint}(it defines: {', '.join(own) or 'nothing'})"
    )


def _is_own(name: str, value: object, module: ModuleType) -> bool:
    """Whether it could be meant: a public function, automaton or machine that the file defines."""
    made_here = callable(value) and getattr(value, "__module__", "") == module.__name__
    return not name.startswith("_") and (made_here or isinstance(value, Automaton | Machine))
