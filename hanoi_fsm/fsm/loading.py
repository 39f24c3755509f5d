"""Objects from a user's Python file, named as `my.py:solver`.

This is the only place where a file's code is run: **naming a Python file runs it**. A DOT file
never runs anything.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import LoadError, UnknownName, shortened
from hanoi_fsm.fsm.exception_origin import USERS_MODULE, bracketed, one_line, place, shown
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.time_limit import OutOfTime, TimeLimit

SECONDS = 60.0
"""For which a file may run while it is loaded, by default."""

_numbers = count(1)

watched: Callable[[Path], AbstractContextManager[object]] = nullcontext
"""Entered while a file is loaded; a process that is watched from outside reports by it."""


def load(name: str, *, seconds: float | None = SECONDS) -> Any:
    """Run the file of a `name` such as `my.py:solver`, and return its object `solver`.

    The file can import from its folder while it runs, and no `__pycache__` is left there. Raises
    `LoadError` for a name of another form and for a file that is missing, is not Python, raises, or
    runs for more than `seconds`; `UnknownName` if it does not define the object.
    """
    file, _, wanted = name.rpartition(":")
    if not file.endswith(".py") or not wanted:
        expected = "expected FILE.py:NAME, such as my.py:solver"
        raise LoadError(f"invalid name {shortened(name)}: {expected}")
    path = Path(file).absolute()
    if not path.is_file():
        raise LoadError(f"no such file {shortened(file)}: give the path of a Python file")
    return _named(wanted, _run(path, TimeLimit(seconds)), file)


def _run(path: Path, limit: TimeLimit) -> ModuleType:
    """The module of a file, kept in `sys.modules` as dataclasses and pickle need."""
    name = f"{USERS_MODULE}{next(_numbers)}"  # no `import` can name it
    loader = SourceFileLoader(name, str(path))
    with _folder_of(path), watched(path):
        spec = spec_from_file_location(name, path, loader=loader)
        assert spec is not None  # the loader is given
        module = sys.modules[name] = module_from_spec(spec)
        try:
            _execute(loader, module, path, limit)
        except BaseException:
            del sys.modules[name]
            raise
    return module


def _execute(loader: SourceFileLoader, module: ModuleType, path: Path, limit: TimeLimit) -> None:
    try:
        loader.get_code(loader.name)
    except (SyntaxError, ValueError) as error:  # ValueError for zero bytes in the source
        line = f"line {lineno}: " if (lineno := getattr(error, "lineno", None)) else ""
        text = getattr(error, "msg", error)
        raise LoadError(f"{shown(path)} is not Python: {line}{text}") from error
    except (RecursionError, MemoryError) as error:  # of the compiler
        what = "is nested too deeply for Python's compiler: write it flatter"
        raise LoadError(f"{shown(path)} {what}") from error
    try:
        with limit.ticking(), limit:
            loader.exec_module(module)
    except (KeyboardInterrupt, MemoryError):  # reporting it here would take more memory
        raise
    except OutOfTime as error:
        what = f"{shown(path)} still runs after {limit}{bracketed(place(error))}"
        raise LoadError(f"{what}: keep only definitions at module level") from error
    except BaseException as error:  # a script may raise SystemExit
        what = f"raised {one_line(error)}{bracketed(place(error))}"
        raise LoadError(f"{shown(path)} {what}") from error


@contextmanager
def _folder_of(path: Path) -> Iterator[None]:
    """The file's folder is first on `sys.path`, and no bytecode is written.

    Afterwards the path and the depth of the stack are as before, and a module in the folder that is
    called as one of the standard library is in nobody's way.
    """
    folder, before, path_before = str(path.parent), sys.dont_write_bytecode, sys.path[:]
    depth, loaded = sys.getrecursionlimit(), dict(sys.modules)
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
        sys.path[:] = path_before
        sys.setrecursionlimit(depth)
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in sys.stdlib_module_names and _is_in(folder, module):
                del sys.modules[name]
                if name in loaded:
                    sys.modules[name] = loaded[name]


def _is_in(folder: str, module: object) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and file.startswith(folder + os.sep)


def _named(wanted: str, module: ModuleType, file: str) -> object:
    if wanted in vars(module):
        return vars(module)[wanted]
    from difflib import get_close_matches

    own = [name for name, value in vars(module).items() if _is_own(name, value, module)]
    near = get_close_matches(wanted, own, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    known = ", ".join(own) or "nothing"
    raise UnknownName(f"{file} does not define {shortened(wanted)}: {hint}it defines {known}")


def _is_own(name: str, value: object, module: ModuleType) -> bool:
    made_here = callable(value) and getattr(value, "__module__", "") == module.__name__
    return not name.startswith("_") and (made_here or isinstance(value, Automaton | Machine))
