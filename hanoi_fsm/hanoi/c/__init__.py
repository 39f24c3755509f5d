"""The puzzle in C: the memories of the solvers, the tape of the readers, and their programs.

A memory class names its C files in `IN_C`. Subclasses do not inherit this, as they may behave
differently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanoi_fsm.fsm.codegen.c import Parts, literal, texts_of

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.machines import Reader

TASK = "[--from P] [--to P]"
ABOUT_SOLVER = """
It prints the moves of N disks from peg P (0) to peg P (2) as csv. With --quiet it prints a
checksum, the number of moves and the seconds of processor time instead; the checksum is FNV-1a of
64 bits over one byte per move, 3 * source + target.

Exit code: 0, 1 for a run that stops before a final state, 2 for bad arguments.
"""
ABOUT_READER = """
It prints the answer to WORD, which may be - for standard input; --from and --to name another task
where there is a state for it. Blanks and commas may separate the symbols.

Exit code: 0, 1 for a word that is refused, 2 for bad arguments.
"""


def of_solver(memory: object) -> Parts | None:
    """The parts for a solver with this memory; None where it has no C text."""
    names: tuple[str, ...] = getattr(memory, "__dict__", {}).get("IN_C", ())
    if not names:
        return None
    return Parts(
        memory=texts_of(__package__, "task", "pegs", *names),
        program=texts_of(__package__, "solver"),
        usage=f"N {TASK} [--quiet]",
        about=ABOUT_SOLVER.strip().splitlines(),
    )


def of_reader(reader: Reader) -> Parts:
    """The parts for a reader; its tape is only written to."""
    return Parts(
        memory=texts_of(__package__, "task", "tape"),
        program=texts_of(__package__, "reader"),
        usage=f"WORD {TASK}",
        about=ABOUT_READER.strip().splitlines(),
        writes=reader.outputs,
        starts={start.name: start.state for start in reader.kind.starts(0)},
        constants={
            "ANSWERS_LAST": int(reader.memory.answers_last),
            "EMPTY_WORD_ANSWER": literal(reader.empty_word_answer),
            "HAS_TASKS": int(len(reader.tasks) > 1),
            "WIDTH": len(reader.alphabet[0]) if reader.alphabet else 1,
        },
    )
