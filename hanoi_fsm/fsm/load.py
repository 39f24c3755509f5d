"""Objects from a user's Python file, named as `my.py:solver`.

This is the only place where a file's code is run: **naming a Python file runs it**. A DOT file
never runs anything.
"""

import builtins
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import LoadError, UnknownName, shortened
from hanoi_fsm.fsm.exception_origin import USERS_MODULE, bracketed, one_line, place, shown
from hanoi_fsm.fsm.isolate import is_child, loading
from hanoi_fsm.fsm.machine import Machine

KEPT = {"hanoi_fsm", *sys.stdlib_module_names}
"""Modules that others use too: what is beside a file hides them from nobody else."""

_numbers = count(1)
_lock = RLock()
"""Only one file at a time is run: what it may change is the whole process's."""
_homes: dict[Path, tuple[str, dict[str, ModuleType]]] = {}
"""For each file that was loaded its folder, and what it has imported from there."""


def load(name: str) -> Any:
    """Run the file of a `name` such as `my.py:solver`, and return its object `solver`.

    The file can import from its folder, whatever other files there are in other folders, and no
    `__pycache__` is left there. Raises `LoadError` for a name of another form and for a file that
    is missing, is not Python, or raises; `UnknownName` if it does not define the object.
    """
    file, _, wanted = name.rpartition(":")
    if not file.endswith(".py") or not wanted:
        expected = "expected FILE.py:NAME, such as my.py:solver"
        raise LoadError(f"invalid name {shortened(name)}: {expected}")
    path = Path(file).absolute()
    if not path.is_file():
        raise LoadError(f"no such file {shortened(file)}: give the path of a Python file")
    with _lock, _as_it_was(path), loading(shown(path)):
        module = _module(path)
    if is_child():
        settle(str(path))
    return _named(wanted, module, file)


def settle(file: str) -> None:
    """From now on this process is that of a file, which may import its neighbours at any time."""
    folder, modules = _homes.get(Path(file).absolute(), ("", {}))
    if folder:
        sys.path.insert(0, folder)
        sys.modules.update(modules)
        sys.dont_write_bytecode = True


def _module(path: Path) -> ModuleType:
    """The module of a file, kept in `sys.modules` as dataclasses and pickle need."""
    try:
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:  # ValueError for zero bytes in the source
        line = f"line {lineno}: " if (lineno := getattr(error, "lineno", None)) else ""
        text = getattr(error, "msg", error)
        raise LoadError(f"{shown(path)} is not Python: {line}{text}") from error
    except (RecursionError, MemoryError) as error:  # of the compiler
        what = "is nested too deeply for Python's compiler: write it flatter"
        raise LoadError(f"{shown(path)} {what}") from error
    module = ModuleType(f"{USERS_MODULE}{next(_numbers)}")  # no `import` can name it
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(code, vars(module))
    except (KeyboardInterrupt, MemoryError):  # reporting it here would take more memory
        raise
    except BaseException as error:  # a script may raise SystemExit
        what = f"raised {one_line(error)}{bracketed(place(error))}"
        raise LoadError(f"{shown(path)} {what}") from error
    return module


@contextmanager
def _as_it_was(path: Path) -> Iterator[None]:
    """A file finds its neighbours first, and what it changes for all others is put back.

    Modules of its folder are its own: the next file's `import helper` finds its own neighbour.
    """
    folder, modules = path.parent, dict(sys.modules)
    before = sys.path[:], sys.dont_write_bytecode, sys.getrecursionlimit(), Path.cwd()
    plain = dict(vars(builtins))
    for name in modules:
        first = name.partition(".")[0]
        if first not in KEPT and (folder / f"{first}.py").is_file():
            del sys.modules[name]
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        vars(builtins).update(plain)
        found = {name: one for name, one in sys.modules.items() if _is_in(folder, one)}
        own = {name: one for name, one in found.items() if modules.get(name) is not one}
        _homes[path] = str(folder), {name: one for name, one in own.items() if name not in KEPT}
        for name in own:
            if not name.startswith(USERS_MODULE):
                del sys.modules[name]
        sys.modules.update(modules)
        sys.path[:], sys.dont_write_bytecode, depth, here = before
        sys.setrecursionlimit(depth)
        os.chdir(here)


def _is_in(folder: Path, module: object) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and file.startswith(f"{folder}{os.sep}")


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
