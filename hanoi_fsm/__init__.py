r"""The Towers of Hanoi as state machines, and a workbench that checks any state machine.

Moves from machines and formulas, from any step on, or as blocks of bytes; configurations and paths:

>>> from hanoi_fsm import Move, configuration, distance, path, solve, stream
>>> list(solve(2)) == [Move(1, 0, 1), Move(2, 0, 2), Move(1, 1, 2)]
True
>>> [move.disk for move in solve(3, by="hbits", source=1, target=0)]
[1, 2, 1, 3, 1, 2, 1]
>>> str(configuration(10**300, disks=1000))[:12]
'000120000002'
>>> distance("100", "011"), len(list(path("100", "011", by="any-to-any")))
(5, 7)
>>> [divmod(move, 3) for block in stream(2) for move in block]
[(0, 1), (0, 2), (1, 2)]

An automaton is an immutable value, independent of any library, and its table is its definition.
`trace` runs it. Notebooks display its `Diagram` (`draw("mine.dot", "mine.svg")` makes one and also
writes it), and the diagram's DOT is read back as the same automaton:

>>> from hanoi_fsm import Diagram, StateTable, automata, read, trace
>>> [record.view for record in trace(3, by="monk")][-3:]
['1 | - | 3 2', '- | - | 3 2 1', '- | - | 3 2 1']
>>> monk = automata.get("monk").automaton
>>> print(monk)
pray -> pray : step [!built] / move_next
pray -> done : step [built]
>>> read(Diagram(monk, lit=["pray"]).dot).automaton == monk
True
>>> print(StateTable(automata.get("path-reader")).text())
   state  0  1  2
   0      -  2  1
-> 1      2  -  0
   2      1  0  -

Your own machine is an automaton and, if it remembers more than a state, a `Memory` with methods
marked `guard` and `action`. An action leaves the output of its event in `self.output`. A
`specification` returns the expected outputs, or None for events that must be refused:

>>> from hanoi_fsm import Automaton, Machine, Memory, action, check, explore, guard
>>> class Till(Memory):
...     coins = 0
...     @guard
...     def last(self) -> bool:
...         "one more coin is enough"
...         return self.coins == 1
...     @action
...     def take(self) -> None:
...         "take a coin"
...         self.coins += 1
...         self.output = f"{self.coins} paid"
...     @action
...     def give(self) -> None:
...         "give a ticket"
...         self.coins = 0
...         self.output = "ticket"
>>> def tickets(events):
...     rounds = len(events)
...     if list(events) != (["coin", "coin", "button"] * rounds)[:rounds]:
...         return None
...     return (["1 paid", "2 paid", "ticket"] * rounds)[:rounds]
>>> automaton = Automaton.from_table("tickets", initial="waiting", table='''
...     waiting -> waiting : coin [!last] / take
...     waiting -> paid    : coin [last]  / take
...     paid    -> waiting : button       / give
... ''')
>>> machine = Machine(automaton, Till, specification=tickets, partial=True)
>>> print(check(machine))
tickets: holds for every word of 0 .. 10 events and ... answers are right; consistent, ...

`Machine.from_transitions` converts a machine of the library `transitions`:

>>> import transitions
>>> door = transitions.Machine(states=["open", "closed", "locked"], initial="open")
>>> door.add_ordered_transitions(trigger="turn")
>>> explore(Machine.from_transitions(door)).visited
3

The commands that judge or change a machine are functions of the same name. Each takes a name, a
file or a value, and its result prints the command's sentence, in a notebook too:

>>> from hanoi_fsm import equal, minimize, mutants, prove, repair
>>> print(prove("monk"))
monk: proved for every number of disks, all six tasks (852 subtowers)
>>> print(mutants("monk"))
monk: 12 of 12 mutants are killed
>>> broken = read(str(Diagram(monk).dot).replace("[!built]", "[built]"))
>>> print(repair(broken.automaton))
`pray -> pray : step [built] / move_next` should have the guard `!built` instead of `built`
>>> equal("monk", "two-state").holds, minimize("rank-reader").was_minimal
(True, True)

An automaton declared as an `acceptor` accepts or rejects words; it may be nondeterministic, and
`determinize` makes it deterministic.

`drift` compares a diagram, for example in a README, with the code; `assert_same` does so in tests:

>>> from hanoi_fsm import drift
>>> print(drift("monk", "monk"))
monk shows monk: the same labels

In tests, `hanoi_fsm.testing` asserts the checks of the commands, and fails with their findings:

>>> from hanoi_fsm.testing import assert_holds, assert_kills_mutants, assert_solves
>>> assert_solves("two-storey", disks=range(6))
>>> assert_holds("distance-reader", 4).holds
True
>>> assert_kills_mutants("monk")

The other public names: `Solver`, `TowerMemory` and `Layout` for your own solver and the places
of its diagram, `Row` for an edge as written, `Transition` and `run` for the level of execution
below a machine, `find` for a machine by its name or file, `next_move`, `step_of` and the module
`formula` for the closed formulas of a `Task`, `Configuration` and `PegMatrix` for the pegs, `infer`
for the automaton of a formula or of a function (the extra `infer` installs AALpy), `SOLVERS`,
`READERS` and `PATHFINDERS` for the automata by kind, `export` and `code` for other tools and
languages, `ENGINES` for the names of the two engines, `page` for the page, `film` and `HanoiGraph`
for pictures, `Label` for a parsed label, and `FsmError` for all errors, which the module `errors`
lists.
"""

__version__ = "0.2.0"

_NAMES = {
    "fsm.automaton": "Automaton",
    "fsm.codegen": "code",
    "fsm.read.dot": "read",
    "fsm.diagrams.geometry.layout": "Layout",
    "fsm.diagrams.state_diagram": "Diagram",
    "fsm.diagrams.state_table": "StateTable",
    "fsm.engines": "run",
    "fsm.errors": "FsmError",
    "fsm.formats": "export",
    "fsm.machine": "Machine",
    "fsm.memory": "Memory action guard",
    "fsm.notation": "Label Row Transition",
    "fsm.trace": "ENGINES",
    "hanoi.automata": "PATHFINDERS READERS SOLVERS",
    "hanoi.automata.memories": "TowerMemory",
    "hanoi.checking": "check explore prove",
    "hanoi.diagrams": "draw mutants repair",
    "hanoi.equality": "determinize drift equal minimize",
    "hanoi.formulas": "distance next_move step_of",
    "hanoi.formulas.blocks": "stream",
    "hanoi.infer": "infer",
    "hanoi.machines": "Solver",
    "hanoi.pegs": "Configuration Move PegMatrix Task",
    "hanoi.pictures.film": "film",
    "hanoi.pictures.hanoi_graph": "HanoiGraph",
    "hanoi.resolver": "find",
    "hanoi.solving": "configuration path solve trace",
    "watching.page": "page",
}
"""The public names by module, from which they are loaded on first use."""
_MODULES = {"automata": "hanoi.automata", "errors": "errors", "formula": "hanoi.formulas"}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = list(_HOME)
__all__ += list(_MODULES)


def __getattr__(name: str) -> object:
    """Load a public name on first use; raise `AttributeError` for any other."""
    from importlib import import_module

    if name in _MODULES:
        value: object = import_module(f"{__name__}.{_MODULES[name]}")
    elif name in _HOME:
        value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]  # loaded or not
