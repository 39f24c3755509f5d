"""Objects from a user's Python file, named as `my.py:solver`.

Only this module runs the code of files: **naming a Python file runs it**. A DOT file never runs
anything.
"""

import os
import sys
from contextlib import chdir
from functools import reduce
from pathlib import Path
from types import ModuleType

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import LoadError, UnknownName, listed, near, one_line, shortened
from hanoi_fsm.fsm.isolate import is_users, place, shown
from hanoi_fsm.fsm.machine import Machine

HOST = frozenset(sys.modules)
"""The names of the modules that were loaded before any file."""
LOADED = "users-file-"
"""The prefix of the module names of loaded files."""

_homes: dict[str, dict[str, ModuleType]] = {}
"""The modules imported from each file's folder, stored while another folder is in use."""
_folders: dict[str, list[str]] = {}
"""The folders on `sys.path` while one of these is in use."""
_before: dict[str, frozenset[str]] = {}
"""The modules loaded before any file of a folder, which are kept."""


def load(name: str) -> object:
    """Run the file of a `name` such as `my.py:solver`, and return its object `solver`.

    `my.py:door.machine` returns an attribute of `door`, and `my.py` the only machine in the file,
    or the only object that may have or make one.
    The file can import from its folder, like any Python script, and if that is a package also from
    the package around it, without conflicts with files in other folders, and without leaving a
    `__pycache__` there. Raises `LoadError` for a malformed name and for a file that is missing, is
    not Python, or raises; `UnknownName` if it does not define the object.
    """
    file, _, wanted = (name, "", "") if name.endswith(".py") else name.rpartition(":")
    expected = "expected FILE.py:NAME, such as my.py:solver"
    if not file.endswith(".py") or name.endswith(":"):
        raise LoadError(f"invalid name {shortened(name)}: {expected}")
    path = Path(file).absolute()
    if not path.is_file():
        raise LoadError(f"no such file {shortened(file)}: give the path of a Python file")
    settle(file)
    with chdir(Path.cwd()):
        module = _module(path)
    defined = vars(module)
    own = [name for name, value in defined.items() if _is_own(name, value, module)]
    machines = [name for name in own if _is_machine(defined[name])]
    if not wanted and len(machines or own) != 1:
        choice = f"{expected}; it defines {listed(own)}" if own else expected
        raise LoadError(f"invalid name {shortened(name)}: {choice}")
    first, *attributes = (wanted or (machines or own)[0]).split(".")
    if first not in defined:
        advice = near(first, own, also="it defines ")
        raise UnknownName(f"{file} does not define {shortened(wanted)}: {advice}")
    try:
        return reduce(getattr, attributes, defined[first])
    except Exception as error:  # a property may raise
        raise LoadError(f"{file} has no {shortened(wanted)}: {one_line(error)}") from error


def settle(file: str) -> None:
    """Import modules from this file's folder and package from now on, and from no other file's."""
    folder = Path(file).absolute().parent
    home = str(_home(folder))
    folders = [*dict.fromkeys((str(folder), home))]
    if home in _homes and sys.path[: len(folders)] == folders:
        return
    for other in _homes.keys() & {*sys.path}:
        sys.path[:] = [known for known in sys.path if known not in _folders[other]]
        found = _imported_from(other)
        _homes[other] = {name: found[name] for name in found.keys() - _before[other]}
        for name in _homes[other]:
            del sys.modules[name]
    _before.setdefault(home, frozenset(sys.modules))
    _folders[home] = folders
    sys.path[:0] = folders
    sys.modules.update(_homes.setdefault(home, {}))
    sys.dont_write_bytecode = True


def _home(folder: Path) -> Path:
    """The folder around the outermost package that a folder is in; else the folder itself."""
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def _imported_from(folder: str) -> dict[str, ModuleType]:
    """The modules that users' files have imported from a folder."""
    return {
        name: module
        for name, module in [*sys.modules.items()]
        if (file := str(getattr(module, "__file__", ""))).startswith(f"{folder}{os.sep}")
        and is_users(file)
        and not (name in HOST or name.startswith(LOADED))
    }


def _module(path: Path) -> ModuleType:
    """The module of a file, kept in `sys.modules` as dataclasses and pickle need."""
    file = shown(str(path))
    try:
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        line = f"line {error.lineno}: " if error.lineno else ""
        raise LoadError(f"{file} is not Python: {line}{error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:  # from the compiler
        raise LoadError(f"{file} is not Python: {one_line(error)}") from error
    module = ModuleType(f"{LOADED}{path}".replace(".", "-"))  # no `import` can name it
    module.__file__ = str(path)
    module.__package__ = ".".join(path.parent.relative_to(_home(path.parent)).parts)
    sys.modules[module.__name__] = module
    try:
        exec(code, vars(module))
    except (KeyboardInterrupt, MemoryError):  # reporting it here would take more memory
        raise
    except BaseException as error:  # a script may raise SystemExit
        raise LoadError(f"{file} raised {one_line(error)}{place(error)}") from error
    return module


def _is_own(name: str, value: object, module: ModuleType) -> bool:
    made_here = callable(value) and getattr(value, "__module__", "") == module.__name__
    return (made_here or _is_machine(value)) and not name.startswith("_")


def _is_machine(value: object) -> bool:
    """Whether it is a machine, or has one as an attribute."""
    kinds = Automaton | Machine | getattr(sys.modules.get("transitions"), "Machine", Machine)
    parts = {} if isinstance(value, type | ModuleType) else getattr(value, "__dict__", {})
    return isinstance(value, kinds) or any(isinstance(part, kinds) for part in parts.values())
