"""The commands, and which of them runs: only that one's module is imported and configured.

Many command lines have a value per argument and no options. Their words are taken as they are, as
loading argparse takes longer than evaluating a formula; all that argparse would have to judge, or
to say, is left to it.
"""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:  # argparse and typing are slow to import
    from argparse import Namespace
    from collections.abc import Callable, Sequence
    from typing import Any

COMMANDS = {
    "demo": "run the four-step machine, export its diagram, read it back and check it",
    "solve": "print the moves of the solution as a stream",
    "trace": "run an automaton or a formula and print one row per event",
    "play": "watch a machine work in the terminal, event by event, forwards and back",
    "explorer": "write one HTML page to watch machines work, or serve it while a file is edited",
    "at": "print the configuration after STEP steps, or when and where each disk moves",
    "path": "print the moves from any configuration to any other, or its step and the way on",
    "draw": "draw state diagrams and pictures of the puzzle into a folder",
    "check": "check that machines do what they should, and that they are sound",
    "explore": "visit every reachable state and memory of an automaton and report what is wrong",
    "prove": "prove machines right for every number of disks, or find where they fail",
    "equal": "say whether two machines are equal, or what tells them apart",
    "minimize": "merge the equivalent states of an automaton",
    "mutants": "make every single change to a diagram and report those that no check notices",
    "repair": "suggest the edits after which a failing diagram passes its check",
    "infer": "find the automaton of a formula, or of a function of yours, by questions alone",
    "compare": "run solvers, or readers, and print their figures side by side, or plot them",
    "describe": "describe an automaton: its idea, states, guards, actions and transitions",
    "export": "export an automaton to the format of another tool",
    "code": "write an automaton as a program: Python, or C99 in one file",
    "list": "list every automaton and formula",
}
"""Each command with one line of help; its module in `commands` has `configure` and `run`.

Where argparse cannot tell what a word is, the module also has `prepared`, which rewrites them.
"""

RENAMED = {
    "rank": "did you mean 'path START', which says its step?",
    "next": "did you mean 'path START', which says its next move?",
    "itinerary": "did you mean 'at N', which says when each disk moves?",
    "verify": "did you mean 'check', or 'prove --verify' for a certificate?",
    "run": "did you mean 'trace' or 'solve'?",
    "fix": "did you mean 'repair'?",
    "mend": "did you mean 'repair'?",
    "learn": "did you mean 'infer'?",
    "bench": "in a checkout, `pytest tests/benchmarks --benchmark-enable -s` prints the ratios",
}
"""What to say of the commands of before."""


class PlainWords:
    """What a command declares, as to an `ArgumentParser`: the options of words with no flags."""

    def __init__(self) -> None:
        self.epilog: str | None = None
        self._values: list[tuple[str, Callable[[str], object] | None]] = []
        self._defaults: dict[str, object] = {}
        self._any_number = False

    def add_argument_group(self, title: str) -> PlainWords:
        return self

    def add_argument(self, *names: str, **settings: Any) -> None:
        flagged = names[0].startswith("-")
        self._any_number |= not flagged and "nargs" in settings
        if not flagged:
            self._values.append((names[0], settings.get("type")))
            return
        name = settings.get("dest") or names[-1].lstrip("-").replace("-", "_")
        unset = False if settings.get("action") == "store_true" else None
        self._defaults[name] = settings.get("default", unset)

    def options(self, words: Sequence[str]) -> Namespace | None:
        """The values and defaults; None if argparse has something to judge or to say."""
        flagged = any(word.startswith("-") for word in words)
        if flagged or self._any_number or len(words) != len(self._values):
            return None
        found = {}
        for word, (name, convert) in zip(words, self._values, strict=True):
            try:
                found[name] = convert(word) if convert else word
            except Exception:  # whatever it is, argparse tells it
                return None
        return SimpleNamespace(**self._defaults, **found)  # type: ignore[return-value]  # as good


def parse(arguments: Sequence[str]) -> Namespace:
    """The options of a command, and its function as `run`; raises `SystemExit` as argparse does."""
    if not arguments or arguments[0] not in COMMANDS:
        from hanoi_fsm.cli import option_parser

        return option_parser.without_command(arguments)
    module = import_module(f"hanoi_fsm.cli.commands.{arguments[0]}")
    plain = PlainWords()
    module.configure(plain)
    options = plain.options(arguments[1:])
    if options is None:
        from hanoi_fsm.cli import option_parser

        return option_parser.parse(arguments, module)
    options.run = module.run
    return options
