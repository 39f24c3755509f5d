"""Work in a process of its own, with limits on time and memory: the code may be anybody's.

The process is forked, so that it inherits the work, and each gets a fresh copy of all that the work
keeps. It has no terminal and cannot print; Ctrl-C and other signals to this process's group do not
reach it; it is ended with its owner, and with this process. What comes back is plain data, values
of this package, or a `Failure` that says what happened: an exception, a time limit, too much
memory, an exit, a signal, or bytes on the pipe that are not an answer.

`start` gives one `Worker`, `answers` spreads many requests over several.
"""

from hanoi_fsm.fsm.workers.child import Work
from hanoi_fsm.fsm.workers.failure import Failure, How, Limits
from hanoi_fsm.fsm.workers.inline import Inline
from hanoi_fsm.fsm.workers.pipes import can_fork
from hanoi_fsm.fsm.workers.pool import answers, cores
from hanoi_fsm.fsm.workers.worker import Worker

__all__ = ["Failure", "How", "Inline", "Limits", "Worker", "answers", "can_fork", "cores", "start"]


def start(work: Work, limits: Limits | None = None) -> Worker | Inline:
    """A worker: in a process of its own where this platform can fork, or else in this one."""
    return Worker(work, limits) if can_fork() else Inline(work, limits)
