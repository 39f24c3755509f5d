"""Mutants of a machine under pytest: does each of them make the tests fail?"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, NotInstalled, listed
from hanoi_fsm.fsm.finding import Finding, Plain, Progress, no_progress
from hanoi_fsm.fsm.isolate import isolated
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.repair import LIMITS
from hanoi_fsm.fsm.repair.apart import SAME, telling
from hanoi_fsm.fsm.repair.edits import Edit
from hanoi_fsm.fsm.repair.mutants import MOST, Mutants, judged_mutants

TESTS = "the tests"
NOT_IN_PLACE = (
    "no test fails with any of them: let the tests fire events at `hanoi_fsm.testing.driver`, as "
    "the tests of `cover -o` do, which puts each mutant in the place of the machine"
)
IN_PLACE: dict[Automaton, Machine] = {}
"""The mutant that replaces a machine, in the process that runs tests against it."""


def mutants_in_tests(
    machine: Machine,
    files: Sequence[str],
    *,
    most: int = MOST,
    progress: Progress = no_progress,
) -> Mutants:
    """The mutants of a machine with their fates in pytest tests, where `driver` finds them.

    A child process runs the files with each mutant in place of the machine. Raises `BadInput` if
    they cannot be run, or fail with the machine itself, `OSError` if one is missing, and
    `NotInstalled` without pytest.
    """
    try:
        import pytest
    except ImportError:
        raise NotInstalled("pytest is not installed: pip install pytest") from None

    for file in files:
        Path(file.partition("::")[0]).stat()  # raises for a missing file

    def passes(version: Machine) -> bool:
        IN_PLACE[machine.automaton] = version
        code = pytest.main([*files, "-xq", "-p", "no:cacheprovider", "-o", "addopts="])
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            why = pytest.ExitCode(code).name.lower().replace("_", " ")
            advice = f"mend them until `pytest {files[0]}` runs, or name other files"
            raise BadInput(f"pytest cannot run {listed(files)} ({why}): {advice}")
        return code is pytest.ExitCode.OK

    def judge(edit: Edit) -> bool | tuple[str, Plain]:
        version = machine.with_automaton(edit.on(machine.automaton))
        if faults := version.faults():
            return "validation", faults[0].plain()
        if not passes(version):
            return TESTS, Finding("output", "they fail").plain()
        return telling(machine, version) == (None, SAME)

    alone = isolated(partial(passes, machine), LIMITS)
    if alone is not True:
        why = f": {alone}" if alone else ""
        raise BadInput(f"the tests in {listed(files)} do not pass with {machine.shown} itself{why}")
    judged = judged_mutants(machine, judge, TESTS, 1, most, None, progress)
    if any(mutant.killed_by.startswith(TESTS) for mutant in judged):
        return judged
    return replace(judged, remarks=[Finding("unspecified", NOT_IN_PLACE)])
