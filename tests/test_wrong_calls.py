"""A wrong call of a public function is refused as bad input, in words of the library."""

import ast
import re
import traceback
from collections.abc import Callable, Iterator
from inspect import Parameter, signature
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support.commands import DOT, run

import hanoi_fsm
from hanoi_fsm import Configuration, FsmError, Task, automata, film, infer, solve, trace

MONK = automata.get("monk")
AT_HOME = MONK.memory(Configuration("00"), Task(2))


def parity(word: str) -> int:
    return len(word) % 2


CALLS: dict[str, tuple[Any, ...]] = {
    "action": (parity,),
    "check": ("monk", 1),
    "code": (MONK,),
    "configuration": (3, 4),
    "determinize": ("path-reader",),
    "distance": ("01", "10"),
    "draw": ("monk",),
    "drift": ("monk", "monk"),
    "equal": ("monk", "monk"),
    "explore": ("monk", 1),
    "page": ("monk",),
    "export": (MONK, "dot"),
    "film": ("monk", Task(1)),
    "find": ("monk",),
    "guard": (parity,),
    "infer": ("distance-reader",),
    "minimize": ("rank-reader",),
    "mutants": ("monk", 1),
    "next_move": ("012",),
    "path": ("01", "10"),
    "prove": ("monk",),
    "read": (DOT,),
    "repair": ("monk", 1),
    "run": (MONK.automaton, AT_HOME),
    "solve": (3,),
    "step_of": ("000",),
    "stream": (3,),
    "trace": (3,),
}
"""A call of each public function."""
OPTIONS = {
    "draw": ["lit", "counts", "order", "insets"],
    "trace": ["source", "target", "start", "engine"],
}
"""The options that a function passes on."""
WRONG: list[Any] = [1.5, {1}, "nope", None]
LONG_BY_DEFAULT = ("check", "mutants", "page", "repair")
"""Functions that take long where None stands for all machines or for the usual size."""


def parameters(name: str) -> list[str]:
    """The parameters that can be given by name, besides those in the call."""
    form = list(signature(getattr(hanoi_fsm, name)).parameters.values())[len(CALLS[name]) :]
    kinds = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return [parameter.name for parameter in form if parameter.kind in kinds] + OPTIONS.get(name, [])


def wrong_calls(name: str) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Calls with something wrong in them, or nearly so."""
    good = CALLS[name]
    values = [value for value in WRONG if value is not None or name not in LONG_BY_DEFAULT]
    if name != "page":
        yield (), {}
    yield (*good, *[3] * 12), {}
    yield good, {"nonsense": 1}
    for place in range(len(good)):
        yield from (((*good[:place], value, *good[place + 1 :]), {}) for value in values)
    for option in parameters(name):
        yield from ((good, {option: value}) for value in values)


def is_of_the_call(error: BaseException, name: str) -> bool:
    """Whether Python itself refuses the call of the function that was called."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return isinstance(error, TypeError) and last.filename == __file__ and f"{name}()" in str(error)


def called(function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> None:
    result = function(*given, **named)
    for _ in islice(result, 3) if isinstance(result, Iterator) else ():
        pass


def test_every_public_function_is_called() -> None:
    public = {name: getattr(hanoi_fsm, name) for name in hanoi_fsm.__all__}
    functions = {name for name, value in public.items() if callable(value)}
    assert {name for name in functions if not isinstance(public[name], type)} == CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_call_is_bad_input(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = []
    for given, named in wrong_calls(name):
        try:
            called(getattr(hanoi_fsm, name), given, named)
        except Exception as error:
            if not isinstance(error, FsmError) and not is_of_the_call(error, name):
                wrong.append((given, named, error))
    assert wrong == []


NAMED: list[tuple[Callable[[], object], str, str]] = [
    (
        lambda: trace("01", by="rank-reader", start=2),
        "trace 01 --by rank-reader --start 2",
        "start",
    ),
    (lambda: trace(3, by="recursion", start=2), "trace 3 --by recursion --start 2", "start"),
    (lambda: trace(3, begin="x"), "trace 3 --begin x", "begin"),
    (lambda: list(solve(3, source=2)), "solve 3 --from 2", "source"),
    (lambda: film("formula", Task(3), matrix=True), "draw run 3 --by formula --matrix", "matrix"),
    (lambda: infer(parity), "infer mine.py:parity", "alphabet"),
]
"""A wrong call and the same on the command line, with the parameter that both blame."""


@pytest.mark.parametrize(("call", "command", "parameter"), NAMED)
def test_the_library_names_a_parameter_and_the_command_line_its_option(
    call: Callable[[], object], command: str, parameter: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text("def parity(word): return len(word) % 2")
    option = {"source": "--from"}.get(parameter, f"--{parameter}")
    with pytest.raises(FsmError) as raised:
        call()
    said = run(*command.split(), cwd=tmp_path).err
    assert [f"`{parameter}=" in str(raised.value), option in str(raised.value)] == [True, False]
    assert [f"`{parameter}=" in said, f"`{option}" in said] == [False, True]


OPTION = re.compile(r"(?:^|[\s`\"'])--[a-z]")


def test_no_text_of_the_library_names_an_option() -> None:
    package = Path(hanoi_fsm.__file__).parent
    complaints = []
    for file in [*package.glob("fsm/**/*.py"), *package.glob("hanoi/**/*.py")]:
        text = file.read_text("utf-8")
        if not OPTION.search(text) or {"codegen", "programs"} & {
            *file.parts
        }:  # options of programs
            continue
        tree = ast.parse(text)
        docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        complaints += [
            (file.name, node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if node not in docstrings and OPTION.search(node.value)
        ]
    assert complaints == []
