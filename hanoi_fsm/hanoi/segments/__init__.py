"""Long runs of a solver, checked in segments: on all cores, on a cluster, over several sessions.

Each segment is set up by the change of shift, as when one shift of monks takes over from another,
and must end where the next one is set up: together they cover the whole run. `cutting` says where
the segments are, `running` checks one of them, `sending` takes a machine to other processes,
`executors` distributes the segments over other computers, and `journal` records which are done.
"""

import os
from typing import TYPE_CHECKING, Any

from hanoi_fsm.fsm.finding import Progress, Report, no_progress
from hanoi_fsm.hanoi.segments.segmented_check import SegmentedCheck

if TYPE_CHECKING:  # it is slow to import
    from concurrent.futures import Executor


def check_segments(
    subject: Any,
    disks: int,
    *,
    segments: int | None = None,
    sample: int | None = None,
    seed: int = 1,
    source: int = 0,
    target: int = 2,
    jobs: int | None = None,
    executor: "Executor | None" = None,
    resume: str | os.PathLike[str] | None = None,
    engine: str | None = None,
    progress: Progress = no_progress,
) -> Report:
    """Check a solver in one long run that is cut into `segments` (by default 64).

    The `subject` is a name, a path, or a value, as for `check`. With a `sample` only that number of
    random windows of 10,000 moves is checked, spread evenly over the segments: then `disks` may be
    100,000 and more, otherwise at most 64. The work is done by `jobs` processes, by default one per
    core, or by any `executor` of `concurrent.futures`, such as `Client.get_executor()` of Dask,
    with `jobs` segments submitted at a time. `resume` names a file that records which segments are
    done: a later call skips these. `engine` names the engine, by default "generated". `progress`
    receives the number of moves in the segments that are done.

    The finding, if any, is the first in the run (of a sample, that of the first window). Raises as
    `resolve` does; `BadInput` for numbers out of range, a subject that is not a solver, and a file
    that belongs to another check; `SegmentLost` for a segment that is lost repeatedly, as all are
    where the executor cannot pickle the machine; and `OSError`.

    >>> print(check_segments("monk", 10, segments=4))
    monk: holds in all 4 segments of the 2^10 - 1 moves of 10 disks from 0 to 2
    """
    with SegmentedCheck(
        subject,
        disks,
        segments=segments,
        sample=sample,
        seed=seed,
        source=source,
        target=target,
        resume=resume,
        engine=engine,
    ) as check:
        for _ in check.results(jobs=jobs, executor=executor, progress=progress):
            pass
        return check.report()
