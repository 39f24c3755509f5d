"""Objects from a user's Python file, named as `my.py:solver`.

This is the only place where a file's code is run: **naming a Python file runs it**. A DOT file
never runs anything.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import LoadError, UnknownName, near, one_line, shortened
from hanoi_fsm.fsm.isolate import is_child, is_users, place, shown
from hanoi_fsm.fsm.machine import Machine

KEPT = {"hanoi_fsm", *sys.stdlib_module_names}
"""Modules that others use too: what is beside a file hides them from nobody else."""

_homes: dict[Path, dict[str, ModuleType]] = {}
"""What each file that was loaded has imported from its folder."""


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
    with chdir(Path.cwd()), _at_home(path):
        module = _module(path)
    sys.modules[module.__name__] = module
    if is_child():
        settle(file)
    defined = vars(module)
    if wanted not in defined:
        own = [name for name, value in defined.items() if _is_own(name, value, module)]
        advice = near(wanted, own, also="it defines ")
        raise UnknownName(f"{file} does not define {shortened(wanted)}: {advice}")
    return defined[wanted]


def settle(file: str) -> None:
    """From now on this process is that of a file, which may import its neighbours at any time."""
    path = Path(file).absolute()
    if path in _homes and sys.path[0] != str(path.parent):
        for name in _neighbours(path):
            sys.modules.pop(name, None)
        sys.path.insert(0, str(path.parent))
        sys.modules.update(_homes[path])
        sys.dont_write_bytecode = True


def with_neighbours(file: str) -> set[str]:
    """A file that was loaded, and the files that it has imported from its folder."""
    home = _homes.get(Path(file).absolute(), {})
    return {file, *(str(one.__file__) for one in home.values())}


def _module(path: Path) -> ModuleType:
    """The module of a file, kept in `sys.modules` as dataclasses and pickle need."""
    file = shown(str(path))
    try:
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        line = f"line {error.lineno}: " if error.lineno else ""
        raise LoadError(f"{file} is not Python: {line}{error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:  # of the compiler
        raise LoadError(f"{file} is not Python: {one_line(error)}") from error
    module = ModuleType(f"users-file-{path}".replace(".", "-"))  # no `import` can name it
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(code, vars(module))
    except (KeyboardInterrupt, MemoryError):  # reporting it here would take more memory
        raise
    except BaseException as error:  # a script may raise SystemExit
        raise LoadError(f"{file} raised {one_line(error)}{place(error)}") from error
    return module


def _neighbours(path: Path) -> set[str]:
    """The names of the modules beside a file."""
    return {file.stem for file in path.parent.glob("*.py")} - KEPT


@contextmanager
def _at_home(path: Path) -> Iterator[None]:
    """A file finds its neighbours first; what it has imported of them is put into its home."""
    modules, before = dict(sys.modules), (sys.path[:], sys.dont_write_bytecode)
    home = _homes[path] = {}
    for name in _neighbours(path):
        sys.modules.pop(name, None)
    sys.path.insert(0, str(path.parent))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = before
        for name, module in [*sys.modules.items()]:
            file = str(getattr(module, "__file__", ""))
            if file.startswith(f"{path.parent}{os.sep}") and is_users(file):
                home[name] = sys.modules.pop(name)
        sys.modules.update(modules)


def _is_own(name: str, value: object, module: ModuleType) -> bool:
    made_here = callable(value) and getattr(value, "__module__", "") == module.__name__
    library = getattr(sys.modules.get("transitions"), "Machine", Machine)
    made_here = made_here or isinstance(value, Automaton | Machine | library)
    return made_here and not name.startswith("_")
