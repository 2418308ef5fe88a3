"""Matches on a real cluster, a scheduler and two workers: the rows are those of one machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.lab.executors.played import FIRST, ROGUE, alike, duel, games, joined, play_here, troubles, until
from tests.lab.executors.real_cluster import RealCluster, wait_until

from catanlab.lab.executors.cluster.dask_executor import DaskExecutor
from catanlab.lab.executors.cluster.link import ClusterAddress

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealCluster]:
    """Return a cluster of two workers."""
    with RealCluster(tmp_path_factory.mktemp("cluster")) as cluster:
        cluster.add_worker("one")
        cluster.add_worker("two")
        yield cluster


def test_a_cluster_plays_what_one_machine_plays_also_with_an_agent_that_kills_its_process(
    cluster: RealCluster,
) -> None:
    plan = duel(f"{ROGUE}:deed=exit,seat=1", FIRST)
    with DaskExecutor(plan, ClusterAddress(cluster.address), records=True) as executor:
        jobs = [job for job in executor.play(until(lambda: len(executor.workers) == 2)) if job]
    blocks = range(sum(len(job.blocks) for job in jobs))
    here = play_here(plan, blocks, records=True)
    assert sorted(block for job in jobs for block in job.blocks) == list(blocks)
    assert alike(joined(jobs), joined(here))
    assert sorted(troubles(jobs)) == sorted(troubles(here))
    assert len(games(jobs)) == len(blocks)  # of each block, one of two games is lost with its process
    assert games(jobs) == games(here)
    wait_until(lambda: not cluster.children("one") and not cluster.children("two"))


def test_native_games_and_blocks_in_any_order(cluster: RealCluster, tmp_path: Path) -> None:
    plan = duel("random:by_group=yes")
    blocks = [700, *range(300)]
    with DaskExecutor(plan, ClusterAddress(cluster.address)) as executor:
        jobs = [job for job in executor.play(blocks) if job]
        assert sorted(block for job in jobs for block in job.blocks) == sorted(blocks)
        assert alike(joined(jobs), joined(play_here(plan, blocks)))
        again = [job for job in executor.play([3, 0]) if job]
        assert alike(joined(again), joined(play_here(plan, [3, 0])))
