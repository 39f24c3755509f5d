"""The command `prove`: machines proved right for inputs of any size, or a counterexample."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import perf_counter

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args
from hanoi_fsm.cli.files import refuse_own_input, write_bytes
from hanoi_fsm.cli.output import wrapped, write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.proof import Proof, Verdict
from hanoi_fsm.hanoi import automata, resolver
from hanoi_fsm.hanoi.machines import Solver

CODES = {Verdict.PROVED: FINE, Verdict.REFUTED: FAILED, Verdict.OPEN: UNDECIDED}


def configure(command: ArgumentParser) -> None:
    args.example(command, "prove two-storey my.dot", "prove two-storey --draw")
    args.add(
        command,
        "names",
        help="automata, DOT or JSON files (`-` is standard input), or FILE.py:NAME, which runs "
        "FILE.py (default: all automata)",
    )
    args.add(command, "--memory")
    command.add_argument(
        "--draw",
        action="store_true",
        help="draw the control machine of each solver that is proved: after which bits of the step "
        "number it is in which state",
    )
    args.add(command, "--out")


def run(options: Namespace) -> int:
    if not options.draw:
        args.refuse_idle(options, "without --draw", "out")
    verdicts = {_proof(name, options).verdict for name in options.names or automata.names()}
    return next((CODES[one] for one in (Verdict.REFUTED, Verdict.OPEN) if one in verdicts), FINE)


def _proof(name: str, options: Namespace) -> Proof:
    """The proof of one machine, after its verdict has been printed."""
    machine = resolver.find(name, memory=options.memory)
    if options.draw and options.names and not isinstance(machine, Solver):
        what = f"{machine.shown} is a {machine.kind}"
        raise BadInput(f"--draw draws the control machine of a solver, {what}: leave it out")
    begin = perf_counter()
    with progress_bar(f"proving {name}", None) as progress:
        proof = machine.prove(progress)
    taken = f", {perf_counter() - begin:.2f} s" if proof.holds else ""
    write_lines(wrapped([f"{proof}{taken}"]))
    if options.draw and proof.holds and isinstance(machine, Solver):
        _draw(name, machine, options)
    return proof


def _draw(name: str, machine: Solver, options: Namespace) -> None:
    """Write the diagram of the control machine and print its path."""
    from hanoi_fsm.cli.state_diagrams import CONTROL, control_diagram, stem_of

    file = Path(options.out, f"{stem_of(name, machine)}-{CONTROL}.svg")
    refuse_own_input(options, file)
    with progress_bar(f"drawing {name}", None):
        picture = control_diagram(machine).render()
    write_bytes(picture, file)
    print(file)
