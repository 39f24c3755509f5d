"""Assertions for your own tests; each fails with the finding."""

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.cover import REFUSED, shown
from hanoi_fsm.fsm.errors import BadInput, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Report
from hanoi_fsm.fsm.inputs import given
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Guard, Label
from hanoi_fsm.fsm.repair.in_tests import IN_PLACE
from hanoi_fsm.fsm.repair.mutants import mutants_of
from hanoi_fsm.hanoi.equality import drift
from hanoi_fsm.hanoi.judge import judged_tower
from hanoi_fsm.hanoi.pegs import BadDisks, check_disks
from hanoi_fsm.hanoi.resolver import (
    find,
    library_machine,
    machine_of,
    solver_of,
    sound,
)
from hanoi_fsm.hanoi.rules import tasks_of

_Thing = TypeVar("_Thing")


def assert_solves(solver: object, disks: Iterable[int] = range(11)) -> None:
    """Raise `AssertionError` unless `solver` makes the optimal moves for each of these `disks`.

    `solver` is a function from the number of disks to the moves from peg 0 to peg 2, each a `Move`
    or a pair (source, target); it is called for any two pegs if it takes `source` and `target`. It
    may also be an `Automaton`, a `Machine`, or the name of an automaton or a formula, a DOT file or
    `my.py:solver`.

    An exception raised by the function is the cause of the `AssertionError`. Exceptions of pytest
    itself, as from `pytest.skip`, pass through.

    Raises `BadDisks` if `disks` is empty or has a negative number, and whatever `find` raises for
    a name or an automaton.

    >>> def solver(disks, source=0, target=2):
    ...     if disks:
    ...         spare = 3 - source - target
    ...         yield from solver(disks - 1, source, spare)
    ...         yield source, target
    ...         yield from solver(disks - 1, spare, target)
    >>> assert_solves(solver, disks=range(5))
    >>> assert_solves(lambda disks: [(0, 2)] * disks, disks=range(5))
    Traceback (most recent call last):
        ...
    AssertionError: <lambda> does not solve the puzzle
      with 2 disks from 0 to 2
      step 1, pegs 2 1 | - | -
      expected: disk 1: 0 -> 1
      got:      disk 1: 0 -> 2
    """
    __tracebackhide__ = True
    mover = sound(solver_of(solver))
    towers = [check_disks(tower) for tower in disks] if isinstance(disks, Iterable) else []
    if not towers:
        expected = "expected a range that is not empty, such as range(0, 11)"
        raise BadDisks(f"invalid disks to try {shortened(disks)}: {expected}")
    for task in tasks_of(towers, mover.pairs):
        _, finding = judged_tower(mover, task)
        if finding is not None:
            raise AssertionError(_told(mover.shown, finding)) from finding.error


def assert_holds(machine: object, size: int = 6) -> Report:
    """Raise `AssertionError` with the first finding of `check`, for runs of up to `size`.

    Exactly one transition is always enabled, every action can be carried out, every run ends, and
    all outputs are correct. A machine without a specification holds if it is sound.

    >>> assert_holds("distance-reader").holds
    True
    """
    __tracebackhide__ = True
    report = check(machine_of(machine), check_disks(size))
    if not report.holds:
        raise AssertionError(str(report))
    return report


def assert_kills_mutants(machine: object, size: int = 6, *, but: Collection[str] = ()) -> None:
    """Raise `AssertionError` unless the checks notice every single edit of a machine.

    `but` lists the edits that may survive, as `mutants` words them, and no edit that is killed. An
    edit that is proved to make no difference need not be listed.

    >>> assert_kills_mutants("monk")
    """
    __tracebackhide__ = True
    assert_holds(machine, size)  # all mutants of a faulty machine would be killed
    resolved = find(machine)
    lived = [mutant for mutant in mutants_of(resolved, check_disks(size)) if mutant.fate is None]
    alive = [mutant.edit.text for mutant in lived]
    unexpected = [
        mutant.edit.text for mutant in lived if mutant.survives and mutant.edit.text not in but
    ]
    if unexpected:
        head = f"{counted(len(unexpected), 'mutant')} of {resolved.shown} survived:"
        raise AssertionError("\n  ".join([head, *unexpected]))
    for text in but:
        if text not in alive:
            raise AssertionError(f"no such mutant of {resolved.shown} survives: {text}")


def assert_same(
    drawing: object,
    machine: object,
    level: str = "",
    *,
    names: Mapping[str, str] | None = None,
    within: bool = False,
) -> None:
    """Raise `AssertionError` unless a diagram, as in a README, shows the machine in the code.

    See `drift` for the arguments, the comparison and the errors.

    >>> assert_same("monk", "monk")
    """
    __tracebackhide__ = True
    drifted = drift(drawing, machine, level, names=names, within=within)
    if not drifted.holds:
        raise AssertionError(str(drifted))


class Driver:
    """A machine at which a test fires events; see `driver`.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> on : press / shine")
    >>> machine = driver(lamp)
    >>> machine.state, machine.fire("press"), machine.fire("press")
    ('off', ['on', 'shine', ['shine']], ['refused'])
    """

    def __init__(self, machine: Machine, begin: str) -> None:
        self._machine, self._at = machine, machine.start_named(begin).first

    @property
    def state(self) -> str:
        return self._at.state

    def fire(self, event: str) -> list[object]:
        """The state after an event, the output and the actions; or `["refused"]`.

        Raises `UnknownName` for an unknown event.
        """
        self._machine.check_event(event)
        step = self._at.step(self._machine.automaton, event)
        self._at = self._at.after(step)
        return shown(self._machine, step)


class ObjectDriver:
    """A driver for a copy of an object that has the events as methods, and a `state`.

    Calls of its methods named in `actions` are recorded. Inputs that come with an event, as in
    `push [paid]`, replace the answers of the object's own methods.
    """

    def __init__(self, thing: object, actions: Iterable[str]) -> None:
        self._thing: Any = deepcopy(thing)  # with whatever its own class defines
        self._calls: list[str] = []
        for name in actions:
            if callable(method := getattr(self._thing, name, None)):
                setattr(self._thing, name, partial(self._call, name, method))

    def _call(
        self, name: str, method: Callable[..., object], *args: object, **named: object
    ) -> object:
        self._calls.append(name)
        return method(*args, **named)

    @property
    def state(self) -> str:
        return str(self._thing.state)

    def fire(self, event: str) -> list[object]:
        """The state after an event, the calls as one text and as a list; or `["refused"]`."""
        label = given(event)
        for guard in label.guards:
            setattr(self._thing, guard.name, lambda *_, it=guard.answer, **__: it)
        self._calls.clear()
        try:
            answer = getattr(self._thing, label.event)()
        except Exception as error:
            if type(error).__name__ != "MachineError":  # of `transitions`
                raise
            return [REFUSED]
        if answer is False and not getattr(self._thing, "ignore_invalid_triggers", False):
            return [REFUSED]
        return [self.state, ", ".join(self._calls) or None, [*self._calls]]


def recorded(thing: _Thing, file: str | Path) -> _Thing:
    """Record the events of a `transitions` machine, or of an object that has one, and return it.

    Each call adds a line with one word to `file`, for `hanoi-fsm cover NAME --words FILE`: the
    events fired from then on, with the answers of the conditions evaluated. A pytest fixture may
    `return recorded(Door(), "words.txt")`. Raises `BadInput` for other objects.
    """
    machine = library_machine(thing)
    if machine is None:
        raise BadInput(f"{shortened(thing)} has no Machine of transitions: pass an object with one")
    automaton, word = find(thing).automaton, list[str]()
    path, model = Path(file), machine.models[0]
    earlier = path.read_text("utf-8") if path.exists() else ""
    asked: dict[str, bool] = {}

    def fire(event: str, method: Callable[..., object], *args: object, **named: object) -> object:
        asked.clear()
        try:
            return method(*args, **named)
        finally:
            guards = tuple(Guard(name, negated=not answer) for name, answer in asked.items())
            word.append(str(Label(event, guards)))
            path.write_text(f"{earlier}{', '.join(word)}\n", "utf-8")

    def ask(name: str, method: Callable[..., object], *args: object, **named: object) -> object:
        answer = method(*args, **named)
        asked[name] = bool(answer)
        return answer

    for event in automaton.events:
        setattr(model, event, partial(fire, event, getattr(model, event)))
    for name in automaton.guards:
        if callable(method := getattr(model, name, None)):
            setattr(model, name, partial(ask, name, method))
    return thing


def driver(
    subject: object,
    *,
    begin: str = "",
    initial: str = "",
    labels: str = "",
    acceptor: bool = False,
    run: bool = False,
) -> Driver | ObjectDriver:
    """An object that fires events at a machine in a test, as the tests written by `cover` do.

    A name, an `Automaton` or a `Machine` is looked up by `find`, with its options; `begin` names
    the start. A `transitions` machine passed as an object is driven as a copy, and so is any other
    object that has the events as methods and a `state`.
    """
    is_named = isinstance(subject, str | Automaton | Machine)
    theirs = None if is_named else library_machine(subject)
    if not is_named and theirs is None and hasattr(subject, "state"):
        return ObjectDriver(subject, [])
    machine = find(subject, initial=initial, labels=labels, acceptor=acceptor, run=run)
    in_place = IN_PLACE.get(machine.automaton)
    if theirs is not None and in_place is None:
        return ObjectDriver(deepcopy(theirs).models[0], machine.automaton.actions)
    return Driver(in_place or machine, begin)


def _told(name: str, finding: Finding) -> str:
    where = f"step {finding.step}, {finding.memory or f'state {finding.state}'}"
    if finding.line:
        where = f"line {finding.line}, {where}"
    head = f"{name} does not solve the puzzle"
    answers = f"expected: {finding.expected}", f"got:      {finding.got}"
    return "\n  ".join([head, finding.context, where, *answers])
