"""How much the tests notice: small changes of the package, each judged by the tests that cover it.

    power.py record                  run the tests once: which of them cover which line
    power.py choose 150 --seed 1     print mutants as JSON lines, spread over the package by size
    power.py run MUTANTS.jsonl       print who notices each of them; the quickest test first

`record` and `run` take `--repository`, so that the tests of another checkout, which has a virtual
environment of its own, can be asked about the same mutants. A mutant names its file, its line and
its text, and is found again where lines have moved. Texts are never changed: words may improve.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TOOLS = Path(__file__).parent
TOP = TOOLS.parent.parent
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
SETTINGS = '[tool.coverage.run]\nsource = ["hanoi_fsm"]\npatch = ["_exit", "subprocess"]\n'
PAGE = re.compile("tests/watching/")
SECONDS = 40
"""After which a test hangs, and so has noticed."""


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

    def apply(self, top: Path) -> int:
        """Change the file below `top`; the line where the text was found."""
        file = top / self.path
        text = file.read_text("utf-8")
        starts = [one.start() for one in re.finditer(re.escape(self.old), text)]
        lines = {text.count("\n", 0, start) + 1: start for start in starts}
        if not lines:
            raise LookupError(f"{self}: the text is no longer there")
        line = min(lines, key=lambda one: abs(one - self.line))
        at = lines[line]
        file.write_text(text[:at] + self.new + text[at + len(self.old) :], "utf-8")
        return line


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


# --- who covers what


def record(top: Path, folder: Path, marks: str) -> None:
    """Run the tests once, with the name of each test beside every line that it runs."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "coverage.toml"
    settings.write_text(SETTINGS)
    command = [*_pytest(top), "-n", "auto", "--cov=hanoi_fsm", f"--cov-config={settings}"]
    command += ["--cov-context=test", "--cov-report=", "-m", marks]
    subprocess.run(command, cwd=top, env=_environment(top, folder / "seconds.json"), check=False)
    (top / ".coverage").replace(folder / "coverage")


class Record:
    """Which tests run a line, the quickest first."""

    def __init__(self, top: Path, folder: Path) -> None:
        import coverage

        self.top = top
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text())
        self.data = coverage.CoverageData(str(folder / "coverage"))
        self.data.read()
        self.lines: dict[str, dict[int, set[str]]] = {}

    def tests(self, path: str, first: int, last: int) -> list[str]:
        if not path.endswith(".py"):  # a script of the page: nobody notes which test runs it
            return sorted(filter(PAGE.match, self.seconds), key=self.seconds.__getitem__)
        if path not in self.lines:
            found = self.data.contexts_by_lineno(str(self.top / path))
            self.lines[path] = {line: set(map(_test, given)) for line, given in found.items()}
        covered = self.lines[path]
        names = set().union(*(covered.get(line, set()) for line in range(first, last + 1)))
        return sorted(names & set(self.seconds), key=self.seconds.__getitem__)


def _test(context: str) -> str:
    """The name of a test, as noted in its own process or in one that it started."""
    return (
        context.rpartition("|")[0] if context.endswith(("|run", "|setup", "|teardown")) else context
    )


def _pytest(top: Path) -> list[str]:
    return [
        str(top / ".venv/bin/python"),
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "judging",
    ]


def _environment(top: Path, seconds: Path, tests: Path | None = None) -> dict[str, str]:
    path = os.pathsep.join([str(top), str(TOOLS)])
    more = {"PYTHONPATH": path, "JUDGING_SECONDS": str(seconds), "PYTHONDONTWRITEBYTECODE": "1"}
    return os.environ | more | ({"JUDGING_TESTS": str(tests)} if tests else {})


# --- who notices


def judge(mutant: Mutant, top: Path, record: Record, marks: str) -> str:
    """What became of a mutant: who noticed, or that nobody did."""
    with tempfile.TemporaryDirectory(prefix="power-") as name:
        folder = Path(name)
        _copy(top, folder)
        line = mutant.apply(folder)
        tests = record.tests(mutant.path, line, line + mutant.old.count("\n") - 1)
        if not tests:
            return "survived: no test runs it"
        seconds = 2 * SECONDS + 5 * sum(map(record.seconds.__getitem__, tests))
        (folder / "tests.json").write_text(json.dumps(tests))
        files = sorted({test.partition("::")[0] for test in tests})
        command = [*_pytest(folder), "-x", "--no-header", "--tb=no", "-m", marks, *files]
        environment = _environment(folder, folder / "seconds.json", folder / "tests.json")
        return _ended(command, folder, environment, seconds)


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


def _ended(command: list[str], folder: Path, environment: dict[str, str], seconds: float) -> str:
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        text=True,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        out, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "noticed: it never ends"
    if process.returncode in (0, 5):
        return "survived"
    found = re.findall(r"^(?:FAILED|ERROR) (\S+)", out, re.MULTILINE)
    return f"noticed: {found[0] if found else out.strip().splitlines()[-1]}"


def run(options: argparse.Namespace) -> None:
    top, folder = options.repository.resolve(), options.record
    given = [Mutant(**json.loads(line)) for line in options.mutants.read_text().splitlines()]
    found = Record(top, folder)
    noticed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        fates = pool.map(lambda one: judge(one, top, found, options.marks), given)
        for number, (mutant, fate) in enumerate(zip(given, fates, strict=True), 1):
            noticed += fate.startswith("noticed")
            print(f"{number:4} {fate}\n       {mutant}", flush=True)
    print(f"{noticed} of {len(given)} mutants are noticed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repository", type=Path, default=TOP, help="the checkout that is asked")
    parser.add_argument("--record", type=Path, help="where `record` keeps what it found")
    parser.add_argument("--marks", default="not sweep", help="which tests are asked")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("record")
    chosen = commands.add_parser("choose")
    chosen.add_argument("number", type=int)
    chosen.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    chosen.add_argument("--only", default="hanoi_fsm/", help="the beginning of the paths")
    judged = commands.add_parser("run")
    judged.add_argument("mutants", type=Path)
    judged.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    options.record = options.record or options.repository / ".power"
    if options.command == "choose":
        print(f"seed {options.seed}", file=sys.stderr)
        for one in choose(options.repository, options.number, options.seed, options.only):
            print(json.dumps(one._asdict()))
    elif options.command == "record":
        record(options.repository.resolve(), options.record, options.marks)
    else:
        run(options)


if __name__ == "__main__":
    main()
