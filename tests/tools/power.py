"""How much the tests notice: small changes of the package, each judged by the tests.

    power.py 20 --seed 1                                  of the whole package, by the everyday set
    power.py 50 --only hanoi_fsm/fsm/theory tests/checking

The mutants are spread over the folders of the package by their size. Texts are never changed: words
may improve.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parents[2]
COPIED = (
    "hanoi_fsm",
    "tests",
    "diagrams",
    ".ci",
    ".github",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
SECONDS = 900
"""After which the tests hang, and so have noticed."""


class Mutant(NamedTuple):
    """A change of one place of a file; `old` is all of its lines, from `line` on."""

    path: str
    line: int
    old: str
    new: str

    def __str__(self) -> str:
        pairs = zip(self.old.splitlines(), self.new.splitlines(), strict=False)
        was, now = next((one for one in pairs if one[0] != one[1]), (self.old, self.new))
        return f"{self.path}:{self.line}: {was.strip()}  ->  {now.strip()}"

    def apply(self, top: Path) -> None:
        """Change the file below `top`."""
        file = top / self.path
        lines = file.read_text("utf-8").splitlines(keepends=True)
        lines[self.line - 1 : self.line - 1 + len(self.old.splitlines())] = [self.new]
        file.write_text("".join(lines), "utf-8")


# --- which mutants there are

PAIRS: list[tuple[type, type]] = [
    (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot), (ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.Add),
    (ast.FloorDiv, ast.Mult), (ast.Mod, ast.FloorDiv), (ast.BitAnd, ast.BitOr),
    (ast.LShift, ast.RShift),
]  # fmt: skip
OTHER = {old: new for one in PAIRS for old, new in (one, one[::-1])} | {ast.Add: ast.Sub}


def changed(node: ast.AST) -> ast.AST | None:
    """The node with one thing about it changed, if there is anything to change."""
    match node:
        case ast.Compare(left, [op, *ops], others) if type(op) in OTHER:
            return ast.Compare(left, [OTHER[type(op)](), *ops], others)
        case ast.BoolOp(op, values):
            return ast.BoolOp(OTHER[type(op)](), values)
        case ast.BinOp(left, op, right) if type(op) in OTHER and _is_arithmetic(node):
            return ast.BinOp(left, OTHER[type(op)](), right)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.Constant(bool() as value):
            return ast.Constant(not value)
        case ast.Constant(int() as value):
            return ast.Constant(value + 1)
        case ast.Return(ast.expr() as value) if ast.unparse(value) != "None":
            return ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise():
            return ast.Pass()
        case ast.Break():
            return ast.Continue()
        case ast.Continue():
            return ast.Break()
    return None


def _is_arithmetic(node: ast.BinOp) -> bool:
    """Whether it neither puts texts together nor writes a type."""
    if any(isinstance(one, ast.JoinedStr) for one in ast.walk(node)):
        return False
    constants = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
    if any(value is None or isinstance(value, str) for value in constants):
        return False
    return not (isinstance(node.op, ast.BitOr) and ast.unparse(node.left)[0].isupper())


def mutants(top: Path, path: str) -> Iterator[Mutant]:
    """Every mutant of a file: one place in a function's body, annotations and texts left out."""
    text = (top / path).read_text("utf-8")
    lines = text.splitlines(keepends=True)
    for node in _places(ast.parse(text)):
        first, last = node.lineno - 1, node.end_lineno or 0  # type: ignore[attr-defined]  # all have lines
        old = "".join(lines[first:last])
        start = len(lines[first].encode()[: node.col_offset].decode())  # type: ignore[attr-defined]  # see above
        end = len(lines[last - 1].encode()[: node.end_col_offset].decode())  # type: ignore[attr-defined]  # see above
        end += len(old) - len(lines[last - 1])
        if other := changed(node):
            put = ast.unparse(ast.fix_missing_locations(other))
            put = f"({put})" if isinstance(node, ast.expr) else put
            yield Mutant(path, first + 1, old, old[:start] + put + old[end:])


def _places(tree: ast.AST, inside: bool = False) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or isinstance(node, ast.JoinedStr):
                continue
            if inside and hasattr(node, "lineno"):
                yield node
            yield from _places(node, inside or isinstance(node, ast.FunctionDef))


def choose(top: Path, number: int, seed: int, only: str) -> list[Mutant]:
    """A number of mutants, spread over the folders of the package by their size."""
    folders: dict[str, list[Mutant]] = defaultdict(list)
    for file in sorted((top / "hanoi_fsm").rglob("*.py")):
        path = file.relative_to(top).as_posix()
        if path.startswith(only):
            folders[path.split("/")[1]] += mutants(top, path)
    everything = sum(map(len, folders.values()))
    source, found = random.Random(seed), []
    for some in folders.values():
        found += source.sample(some, round(number * len(some) / everything))
    return found


# --- who notices


def judge(mutant: Mutant, top: Path, words: list[str]) -> str:
    """What became of a mutant: who noticed, or that nobody did."""
    with tempfile.TemporaryDirectory(prefix="power-") as name:
        folder = Path(name)
        _copy(top, folder)
        mutant.apply(folder)
        command = [
            str(folder / ".venv/bin/python"),
            "-m",
            "pytest",
            "-q",
            "-x",
            "-rfE",
            "--tb=no",
            *words,
        ]
        more = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ran = subprocess.run(
                [*command, "-p", "no:cacheprovider"],
                cwd=folder,
                env=os.environ | more,
                text=True,
                timeout=SECONDS,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "noticed: it never ends"
    if ran.returncode == 0:
        return "survived"
    found = re.findall(r"^(?:FAILED|ERROR) (\S+)", ran.stdout, re.MULTILINE)
    return f"noticed: {found[0] if found else ran.stdout.strip().splitlines()[-1]}"


def _copy(top: Path, folder: Path) -> None:
    """The parts of a checkout that tests look at; what is installed is shared."""
    for one in COPIED:
        if (top / one).is_dir():
            skipped = shutil.ignore_patterns("__pycache__", "node_modules")
            shutil.copytree(top / one, folder / one, ignore=skipped)
        else:
            shutil.copy(top / one, folder)
    for one in (".venv", "tests/tools/node_modules"):
        if (top / one).is_dir():
            (folder / one).symlink_to(top / one)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("number", type=int, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--only", default="hanoi_fsm/", help="the beginning of the paths")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("tests", nargs="*", help="which tests are asked, as pytest takes them")
    options = parser.parse_intermixed_args()
    given, noticed = choose(TOP, options.number, options.seed, options.only), 0
    print(f"seed {options.seed}")
    with ThreadPoolExecutor(options.jobs) as pool:
        fates = pool.map(lambda one: judge(one, TOP, options.tests), given)
        for number, (mutant, fate) in enumerate(zip(given, fates, strict=True), 1):
            noticed += fate.startswith("noticed")
            print(f"{number:4} {fate}\n       {mutant}", flush=True)
    print(f"{noticed} of {len(given)} mutants are noticed")


if __name__ == "__main__":
    main()
