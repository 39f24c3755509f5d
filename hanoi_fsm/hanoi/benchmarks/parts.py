"""Which contenders there are, what each of them does, and which are compared."""

from hanoi_fsm.fsm.codegen import code
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.benchmarks import answers, blocks, machines, readers
from hanoi_fsm.hanoi.benchmarks.c_programs import program, source_file
from hanoi_fsm.hanoi.benchmarks.machines import moves_by
from hanoi_fsm.hanoi.benchmarks.measuring import Part, python

QUESTION = Part(
    "question",
    "Legalov's question: moves per second, each move handed out as a value",
    "moves",
    size=14,
    quick_size=6,
    contenders=(
        python("four-step", "the idea as a loop written by hand", moves_by("four-step")),
        python(
            "two-storey generated",
            "the idea as a diagram, and a Python function generated from it",
            moves_by("two-storey", "generated"),
        ),
        python(
            "two-storey transitions",
            "the same diagram, run by the library transitions",
            moves_by("two-storey", "transitions"),
        ),
        python("formula", "the closed formula, step after step", moves_by("formula")),
    ),
    pairs=(
        ("four-step", "formula"),
        ("two-storey generated", "formula"),
        ("two-storey transitions", "formula"),
        ("formula", "formula"),
    ),
)

MACHINES = Part(
    "machines",
    "two-storey by every means: moves per second on the same memory",
    "moves",
    size=14,
    quick_size=6,
    contenders=(
        python("generated", "the function that is generated from the diagram", machines.generated),
        python("traced", "the engine on transitions, with a record per event", machines.traced),
        python(
            "transitions",
            "a bare transitions.Machine of the same table and callbacks",
            machines.bare_transitions,
        ),
        python(
            "python-statemachine",
            "its StateMachine with the same table and callbacks",
            machines.python_statemachine,
            "python-statemachine",
        ),
        python(
            "loop with calls",
            "the four steps by hand, a method per guard and action",
            machines.loop_with_calls,
        ),
        python("recursion", "the textbook recursion, a generator", moves_by("recursion")),
    ),
    pairs=(
        ("traced", "transitions"),
        ("generated", "transitions"),
        ("generated", "python-statemachine"),
        ("generated", "recursion"),
        ("generated", "loop with calls"),
    ),
)

READERS = Part(
    "readers",
    "path-reader by every means: digits per second",
    "digits",
    size=10_000,
    quick_size=50,
    amount=int,
    contenders=(
        python("generated", "the function that is generated from the diagram", readers.generated),
        python(
            "transitions",
            "a bare transitions.Machine of the same table",
            readers.bare_transitions,
        ),
        python(
            "automata-lib",
            "its DFA with the same table, step by step",
            readers.automata_lib,
            "automata-lib",
        ),
        python("dictionary", "the table as a dictionary, by hand", readers.by_hand),
    ),
    pairs=(
        ("generated", "transitions"),
        ("generated", "automata-lib"),
        ("generated", "dictionary"),
    ),
)

ANSWERS = Part(
    "answers",
    "hBits' lesson: steps per second, and what a further answer costs",
    "steps",
    size=14,
    quick_size=6,
    cost=True,
    contenders=(
        python("disk", "from the trailing zeros of the step", answers.disk),
        python(
            "disk, from, to",
            "the disk, and both pegs from two remainders modulo 3",
            answers.disk_and_pegs,
        ),
        python(
            "configuration",
            "all of these, and the disks on each peg as bits of a word",
            answers.configuration,
        ),
    ),
    pairs=(
        ("disk", "disk"),
        ("disk, from, to", "disk"),
        ("configuration", "disk"),
    ),
)

BLOCKS = Part(
    "blocks",
    "The solution in memory and in C: moves per second",
    "moves",
    size=26,
    quick_size=10,
    contenders=(
        blocks.copied("stream", "hanoi_fsm.stream, copied into a buffer", blocks.streamed),
        blocks.copied(
            "memory copy",
            "as many bytes in memory, copied into a buffer",
            blocks.ready_memory,
        ),
        program("hbits in C", "the loop by hand, into a buffer", source_file("hbits")),
        program(
            "two-storey in C",
            "what `code two-storey --lang c` writes, with a checksum of the moves",
            lambda: code(automata.get("two-storey"), "c"),
            "--quiet",
        ),
        program(
            "four-step in C",
            "the same four steps by hand, with the same checksum",
            source_file("four_step"),
        ),
    ),
    pairs=(
        ("stream", "hbits in C"),
        ("stream", "memory copy"),
        ("two-storey in C", "four-step in C"),
    ),
)

PARTS = {part.name: part for part in (QUESTION, MACHINES, READERS, BLOCKS, ANSWERS)}
"""All parts by name, in the order in which they are shown."""
