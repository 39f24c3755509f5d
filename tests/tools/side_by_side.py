"""Runs an older commit and the working tree side by side, and prints what differs.

    python tests/tools/side_by_side.py                    a sample of the corpus, in two minutes
    python tests/tools/side_by_side.py --all              all of it, in a quarter of an hour
    python tests/tools/side_by_side.py --only prove library
    python tests/tools/side_by_side.py --seed 7 --against HEAD~3

The corpus of `corpus.py` is made from a seed, which is printed, by what the package of the older
commit offers. Each command runs in a process of its own, each case in a folder of its own. Exit
codes, output, errors and written files are compared: by their fields where they have any, as text
otherwise; the moves of `solve` also with the textbook, and a proof with the check of the same file.
What differs is shown in groups, by the kind of case and of difference, with examples. The rules in
`intended.toml` name the older commit, and say which differences are intended.

The exit code is 0 if nothing differs but what is intended, and 1 otherwise. A new command gets its
lines in `corpus.LINES`; a new option is found in its help.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NamedTuple

from corpus import Case, Corpus

TOP = Path(__file__).resolve().parents[2]
BATCH = 50
"""Cases that one process runs in turn, each in a child of it."""
CPU_SECONDS, SECONDS = 25, 300
"""After which a command is ended: of the processor, and of the clock."""
VOLATILE = {"seconds", "moves_per_second", "runs", "spread", "ratio"}
"""Columns that differ from run to run."""
MASKS = {
    r"Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*": "Traceback: ",
    r"\b[\d.]+(?=\s+s\b)": "#",
    r" at 0x[0-9a-f]+": "",
    r"/\S*/side-by-side-\w+/case\b": "FOLDER",
    r'\b(?:pos|lp|bb|width|height)=(?:"[^"]*"|[\w.]+) ?': "",
    r"hanoi-fsm \d+\.\d+\S*": "hanoi-fsm #",
}
"""What differs from run to run in texts, and where a drawing puts things."""
SOLVE = (
    r"solve (\d|1[0-7])(?: --by [\w-]+)?(?: --from (\d))?(?: --to (\d))?"
    r"(?: --start (\d+))?(?: --count (\d+))?(?: --format (\w+))?(?: -o \S+)?"
)
"""Of which the oracle of the tests says the moves."""
ENCODING, PASSING = ("utf-8", "surrogateescape"), {".pyc", ".part"}
"""Of all files, and the endings of those that do not count."""
EXAMPLES, LINES, COLUMNS = 3, 12, 300
"""Of a group that are shown, and of each of these."""


class Result(NamedTuple):
    """What a case left behind: code, output and errors of each step, and files by their names."""

    steps: list[tuple[int, str, str]]
    files: dict[str, str]

    @property
    def text(self) -> str:
        """All that was printed and written."""
        return "".join([*(out + err for _, out, err in self.steps), *self.files.values()])


class Difference(NamedTuple):
    """One of the facts about a case that is not the same on both sides."""

    case: Case
    what: str
    old: str
    new: str

    def __str__(self) -> str:
        old, new = self.old.splitlines(), self.new.splitlines()
        shorter = min(len(old), len(new))
        same = next((at for at in range(shorter) if old[at] != new[at]), shorter)
        lines = unified_diff(old[same : same + 200], new[same : same + 200], n=0, lineterm="")
        shown = [f"$ {self.case.line}", *(f"  {line}" for line in islice(lines, 3, LINES + 3))]
        return "\n".join(f"  {line[:COLUMNS]}" for line in shown)


# --- running, in a process that has the package of one tree


def run(case: Case) -> Result:
    """Run the steps of a case in a folder of its own."""
    top = Path(tempfile.mkdtemp(prefix="side-by-side-"))
    folder, steps = top / "case", list[tuple[int, str, str]]()
    folder.mkdir()
    for name, text in case.files.items():
        (folder / name).write_text(text, *ENCODING)
    for step in case.line.split(" ; "):
        command, _, file = step.partition(" < ")
        out, err = top / f"out-{len(steps)}", top / f"err-{len(steps)}"
        given = folder / file if file else Path(os.devnull)
        code = in_a_child(command, folder, [given, out, err], case.columns)
        texts = [one.read_text(*ENCODING) if code >= 0 else "" for one in (out, err)]
        steps.append((code, texts[0], texts[1]))
    named = {
        str(one.relative_to(folder)): one.read_text(*ENCODING)
        for one in sorted(folder.rglob("*"))
        if one.is_file() and one.suffix not in PASSING
    }
    shutil.rmtree(top, ignore_errors=True)
    return Result(
        steps, {name: text for name, text in named.items() if case.files.get(name) != text}
    )


def in_a_child(command: str, folder: Path, streams: list[Path], columns: int) -> int:
    """Run one step with these streams; its exit code, or minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        os.setsid()
        os.chdir(folder)
        os.environ["COLUMNS"] = str(columns)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        for number, stream in enumerate(streams):
            os.dup2(os.open(stream, os.O_RDWR | os.O_CREAT), number)
        sys.exit(code_of(command))  # and Python says what was raised
    select.select([os.pidfd_open(child)], [], [], SECONDS)
    os.killpg(child, signal.SIGKILL)  # what it has left running, too
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def code_of(command: str) -> int:
    """The exit code of a command, a program or an expression, which is evaluated and printed."""
    import hanoi_fsm.testing
    from hanoi_fsm.cli import main

    first, _, rest = command.partition(" ")
    if first == "!python":
        os.execv(sys.executable, [sys.executable, *shlex.split(rest)])
    if first != "!eval":
        sys.argv = ["hanoi-fsm", *shlex.split(command)]
        return main()
    print(
        shown(eval(rest, {one: getattr(hanoi_fsm, one) for one in [*hanoi_fsm.__all__, "testing"]}))
    )
    return 0


def shown(value: Any) -> str:
    """A value as it shows itself, and each item of a list on a line of its own."""
    if type(value) in (list, tuple) or hasattr(value, "__next__"):
        return "\n".join(shown(one) for one in islice(value, 1000))
    return f"{value!r}\n{value}"


# --- comparing


def facts(case: Case, result: Result) -> dict[str, str]:
    """What is compared of a result, by name."""
    found = {"files": "\n".join(result.files)}
    steps = zip(case.line.split(" ; "), result.steps, strict=True)
    for number, (step, (code, out, err)) in enumerate(steps):
        format = "".join(re.findall(r"--format (csv|jsonl)\b", step)[-1:])
        of = f" of {step.split()[0]}" if number else ""
        found |= {f"exit code{of}": str(code), f"errors{of}": masked(err)}
        found |= contents(f"output{of}", out, format or step.split()[0])
    for name, text in result.files.items():
        for what, fact in contents(f"{Path(name).suffix} file", text).items():
            found[what] = found.get(what, "") + f"{name}: {fact}\n"
    return found


def contents(name: str, text: str, format: str = "") -> dict[str, str]:
    """What a text says, by what it looks like: rows by columns, a picture by its words."""
    start = text[:300].lower()
    with suppress(ValueError, TypeError):  # what is not a table is a text
        if format in ("csv", "jsonl"):
            lines = text.splitlines(keepends=True)
            rows = list(csv.DictReader(lines) if format == "csv" else map(json.loads, lines))
            columns = dict.fromkeys(key for row in rows for key in dict(row))
            return {f"{name}, columns": "\n".join(map(str, columns))} | {
                f"{name}, column {one}": masked("\n".join(str(row.get(one)) for row in rows))
                for one in columns
                if one not in VOLATILE
            }
    if format == "compare":
        return {name: re.sub(r"[\s\d,.%-]+", " # ", text)}
    if "<!doctype html" in start:
        data = re.split(r'<script type="application/json".*?>|</script>', text)[1]
        return {f"{name}, data": "\n".join(json.loads(data))}
    if "<svg" in start:
        words = re.findall(r"<(?:text|title|tspan|desc)\b[^>]*>([^<]+)", text)
        tags = sorted(Counter(re.findall(r"<(\w+)", text)).items())
        return {f"{name}, texts": "\n".join(words), f"{name}, shapes": "\n".join(map(str, tags))}
    return {name: masked(text)}


def masked(text: str) -> str:
    for volatile, put in MASKS.items():
        text = re.sub(volatile, put, text)
    return text


def differences(
    case: Case, old: Result, new: Result, rules: dict[str, Any]
) -> Iterator[Difference]:
    """What differs between two results of a case, or is wrong whatever the older one was."""
    adapters = [one for one in rules.get("adapter", []) if re.fullmatch(one["old"], case.line)]
    if adapters:
        one, other = extracted(adapters[0], old, 1), extracted(adapters[0], new, 2)
    else:
        one, other = facts(case, old), facts(in_new_words(case, rules), new)
        one, other = in_old_words(one, rules), in_old_words(other, rules)
    solve, codes = re.fullmatch(SOLVE, case.line), [code for code, _, _ in new.steps]
    if solve and codes == [0]:
        one["moves of the textbook"], other["moves of the textbook"] = moves(solve, new)
    if codes == [1, 0] and re.match("check .* ; prove ", case.line):
        other["proved, but it fails its check"] = new.text
    for what in one | other:
        gone = what not in one or what not in other  # which "files" or "columns" say for all
        if one.get(what) != other.get(what) and not (gone and re.search(", column | file", what)):
            yield Difference(case, what, one.get(what, ""), other.get(what, ""))


def moves(solve: re.Match[str], result: Result) -> list[str]:
    """The moves that a command asks for, by the oracle of the tests, and those that it makes."""
    sys.path.insert(0, str(TOP / "tests"))
    import oracle

    disks, source, target, start, count, format = solve.groups()
    every = oracle.textbook(int(disks), int(source or 0), int(target or 2))
    asked = [[at, *move] for at, move in enumerate(every, 1)][int(start or 1) - 1 :]
    rows = asked[: int(count or len(asked))]
    made = [" ".join(re.findall(r"\d+", line)) for line in re.findall(".*[0-9].*", result.text)]
    if format == "raw":
        rows = [move[2:] for move in rows]
        made = [" ".join(map(str, divmod(byte, 3))) for byte in result.text.encode()]
    return ["\n".join(" ".join(map(str, row)) for row in rows), "\n".join(made)]


# --- what is intended


def in_new_words(case: Case, rules: dict[str, Any]) -> Case:
    """The case as it is to be run in the new tree."""
    changes = [(rf"\A(?:{one['old']})\Z", one["new"]) for one in rules.get("adapter", [])]
    changes += [(whole(one["old"]), one["new"]) for one in rules.get("rename", [])]
    line = case.line
    for old, new in changes:
        line = re.sub(old, new, line)
    return case._replace(line=line)


def in_old_words(found: dict[str, str], rules: dict[str, Any]) -> dict[str, str]:
    """The facts with the new words replaced by the old ones, wherever they are printed."""
    for rule in rules.get("rename", []):
        new, old = whole(rule["new"]), rule["old"]
        found = {re.sub(new, old, what): re.sub(new, old, text) for what, text in found.items()}
    return found


def whole(word: str) -> str:
    """A regular expression for a word that is neither part of another one nor of a file's name."""
    return rf"(?<![\w./-]){re.escape(word)}(?![\w/-]|\.\w)"


def extracted(adapter: dict[str, Any], result: Result, side: int) -> dict[str, str]:
    """The exit code, and what the regular expressions of a rule find in all that is printed."""
    found = {
        name: "\n".join(map(str, re.findall(patterns[side - 1], result.text, re.MULTILINE)))
        for name, *patterns in adapter["facts"]
    }
    return found | {"exit code": str(result.steps[-1][0])}


def reason(one: Difference, rules: dict[str, Any]) -> str:
    """Why a difference is intended, if it is."""
    seen = {"kind": one.case.kind, "case": one.case.line, "difference": one.what}
    matching = (
        rule["why"]
        for rule in rules.get("expect", [])
        if all(re.search(rule.get(key, ""), text) for key, text in seen.items())
    )
    return str(next(matching, ""))


def report(found: list[Difference], rules: dict[str, Any]) -> int:
    """Print the differences in groups, the largest first; how many are not intended."""
    groups: dict[tuple[str, str], list[Difference]] = defaultdict(list)
    for one in found:
        groups[reason(one, rules), f"{one.case.kind}: {one.what}"].append(one)
    for (why, group), some in sorted(groups.items(), key=lambda item: (item[0][0], -len(item[1]))):
        print(
            f"\n{group} ({len(some)})",
            *([f"  intended: {why}"] if why else some[:EXAMPLES]),
            sep="\n",
        )
    return sum(len(some) for (why, _), some in groups.items() if not why)


# --- the two trees


def install(commit: str, tree: Path) -> None:
    """Put the files of a commit into a folder, with packages that only it needs."""
    output("git", "archive", "-o", f"{tree}.tar", commit)
    shutil.unpack_archive(f"{tree}.tar", tree, filter="data")
    texts = ((one / "pyproject.toml").read_text("utf-8") for one in (tree, TOP))
    old, new = (set(tomllib.loads(text)["project"]["dependencies"]) for text in texts)
    if old - new:
        output(sys.executable, "-m", "pip", "install", "-q", "-t", str(tree), *old - new)


def output(*command: str, **more: Any) -> str:
    ran = subprocess.run(command, cwd=TOP, check=True, stdout=subprocess.PIPE, text=True, **more)
    return str(ran.stdout)


def ask(tree: Path, *words: str, given: list[Case] | None = None) -> list[Any]:
    """What this program answers in a process that has the package of a tree."""
    more = {
        "env": os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "COLUMNS": "200"},
        "input": json.dumps(given),
    }
    return list(json.loads(output(sys.executable, __file__, *words, **more)))


def compared(
    cases: list[Case], trees: list[Path], rules: dict[str, Any], jobs: int
) -> Iterator[Difference]:
    """All that differs; each of the processes runs a batch of cases in one of the trees."""
    batches = [cases[at : at + BATCH] for at in range(0, len(cases), BATCH)]
    renamed = [[in_new_words(case, rules) for case in batch] for batch in batches]
    with ThreadPoolExecutor(jobs) as pool:
        old = [pool.submit(ask, trees[0], "serve", given=batch) for batch in batches]
        new = [pool.submit(ask, trees[1], "serve", given=batch) for batch in renamed]
        for batch, *sides in zip(batches, old, new, strict=True):
            for case, one, other in zip(batch, *(side.result() for side in sides), strict=True):
                yield from differences(case, Result(*one), Result(*other), rules)


def main() -> int:
    rules = tomllib.loads((TOP / "tests/tools/intended.toml").read_text("utf-8"))
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--against", metavar="COMMIT", default=rules["reference"])
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1 << 32))
    parser.add_argument("--sample", type=int, metavar="N", default=500)
    parser.add_argument("--all", action="store_const", const=None, dest="sample")
    parser.add_argument("--only", metavar="KIND", nargs="+", default=[""], help="as prove")
    parser.add_argument("--jobs", type=int, metavar="J", default=os.cpu_count())
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="side-by-side-") as name:
        trees = [Path(name, "old"), Path(name, "new")]
        install(options.against, trees[0])
        shutil.copytree(TOP / "hanoi_fsm", trees[1] / "hanoi_fsm")  # whatever is edited meanwhile
        every = ask(trees[0], "corpus", str(options.seed), f"{trees[0]}/tests")
        cases = [Case(*one) for one in every if one[0].startswith(tuple(options.only))]
        Random(options.seed).shuffle(cases)
        firsts = {case.kind: case.line for case in cases}  # each kind at least once
        cases.sort(key=lambda case: firsts[case.kind] != case.line)
        del cases[options.sample or len(cases) :]
        print(f"seed {options.seed}: {len(cases)} of {len(every)} cases, against {options.against}")
        faults = report(list(compared(cases, trees, rules, options.jobs)), rules)
    print(f"\n{faults} differences that are not intended")
    return int(faults > 0)


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        import hanoi_fsm.testing  # noqa: F401  # so that not every case has to do so

        print(json.dumps([run(Case(*one)) for one in json.load(sys.stdin)]))
    elif sys.argv[1:2] == ["corpus"]:
        print(json.dumps(list(Corpus(int(sys.argv[2]), Path(sys.argv[3])).cases())))
    else:
        sys.exit(main())
