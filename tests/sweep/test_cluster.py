"""The same call runs on a cluster: Dask's executor, with a worker that is killed in the middle."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hanoi_fsm.hanoi.segments.segmented_check import SegmentedCheck

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = pytest.mark.sweep


@contextmanager
def cluster(workers: int) -> Iterator[Any]:
    """A client of this number of worker processes on this machine."""
    with (
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client


@pytest.mark.parametrize("victims", [0, 1])
def test_every_segment_is_checked_once_though_a_worker_is_killed(victims: int) -> None:
    numbers: list[int] = []
    with cluster(2) as client:
        pids = list(client.run(os.getpid).values())
        assert len(set(pids)) == 2
        with SegmentedCheck("two-storey", 18, segments=40) as check:
            for result in check.results(executor=client.get_executor(), jobs=8):
                numbers.append(result.number)
                if len(numbers) == 10:
                    for pid in pids[:victims]:
                        os.kill(pid, signal.SIGKILL)
            assert check.report().holds
    assert sorted(numbers) == list(range(1, 41))
