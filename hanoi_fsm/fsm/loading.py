"""A solver out of somebody's Python file, named as `my.py:solver`.

This is the one door by which a file can bring code into this package, and it opens only to a name
that ends in `.py:` and a name: **naming a Python file runs it**. A DOT file never runs anything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadSolver, LoadError, UnknownName, shortened
from hanoi_fsm.fsm.exception_origin import bracketed, one_line, place, shown
from hanoi_fsm.fsm.time_limit import OutOfPatience, Patience

Function = Callable[[int], object]
"""A user's solver: the number of disks to an iterable of its moves from peg 0 to peg 2."""

_numbers = count(1)


def names_python(name: str) -> bool:
    """Whether `name` means something in a Python file, well written or not.

    >>> [names_python(name) for name in ("my.py:solver", "my.py", "my.dot", "two-storey")]
    [True, True, False, False]
    """
    return ".py:" in name or name.endswith(".py")


def load(name: str, *, patience: float | None = 60.0) -> Function | Automaton:
    """Run the file of a `name` such as `my.py:solver`, and give the function or `Automaton`.

    The file's folder can be imported from while it runs, and no `__pycache__` is left there. Raises
    `LoadError` for a name that is not of that form, a file that is missing, that is no Python, that
    raises, or that runs for more than `patience` seconds; `UnknownName` where it has no such name,
    and `BadSolver` where that is neither a function nor an `Automaton`.
    """
    file, _, wanted = name.rpartition(":")
    if not file.endswith(".py") or not wanted:
        raise LoadError(
            f"{shortened(name)} does not name a solver in a Python file: write it as my.py:solver"
        )
    path = Path(file).absolute()
    if not path.is_file():
        raise LoadError(f"there is no file {shortened(file)}: give the path of a Python file")
    module = _run(path, Patience(patience))
    found = _named(wanted, module, file)
    if not isinstance(found, Automaton) and not callable(found):
        raise BadSolver(
            f"{name} is {shortened(found)}: expected a function of the number of disks, "
            "or an Automaton"
        )
    return found


def _run(path: Path, patience: Patience) -> ModuleType:
    """The module that a file makes; it stays known to Python, as dataclasses and pickle want."""
    name = f"users-file-{next(_numbers)}"  # no `import` can name it
    loader = SourceFileLoader(name, str(path))
    with _folder_of(path):
        _refuse_what_is_no_python(loader, path)
        spec = spec_from_file_location(name, path, loader=loader)
        assert spec is not None  # None is for files that no loader is known for
        module = sys.modules[name] = module_from_spec(spec)
        try:
            _execute(loader, module, path, patience)
        except BaseException:
            del sys.modules[name]
            raise
    return module


def _refuse_what_is_no_python(loader: SourceFileLoader, path: Path) -> None:
    try:
        loader.get_code(loader.name)
    except SyntaxError as error:
        line = f"line {error.lineno}: " if error.lineno else ""
        raise LoadError(f"{shown(path)} is no Python: {line}{error.msg}") from error
    except ValueError as error:  # zero bytes in the source
        raise LoadError(f"{shown(path)} is no Python: {error}") from error


def _execute(loader: SourceFileLoader, module: ModuleType, path: Path, patience: Patience) -> None:
    try:
        with patience.ticking(), patience:
            loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except OutOfPatience as error:
        raise LoadError(
            f"{shown(path)} still runs after {patience}{bracketed(place(error))}: "
            "let it define the solver and no more"
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
    """Whether it could be meant: a public function or automaton that the file itself defines."""
    made_here = callable(value) and getattr(value, "__module__", "") == module.__name__
    return not name.startswith("_") and (made_here or isinstance(value, Automaton))
