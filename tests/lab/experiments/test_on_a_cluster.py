"""An experiment on a real cluster of two processes has the rows that one machine plays."""

from functools import partial

import pytest
from tests.lab.executors.real_cluster import RealCluster

from catanlab.lab.executors.cluster.dask_executor import DaskExecutor
from catanlab.lab.executors.cluster.link import ClusterAddress
from catanlab.lab.experiments.catalogue import find_experiment
from catanlab.lab.experiments.published import rows_digest
from catanlab.lab.experiments.study import make_study

pytestmark = pytest.mark.slow


def test_no_row_changes_on_a_cluster(tmp_path):
    experiment = find_experiment("panousis-figure-22")
    here = make_study(experiment, "quick", tmp_path / "here", tmp_path)
    there = make_study(experiment, "quick", tmp_path / "there", tmp_path)
    here.play(watch=lambda *args: None, processes=2)
    with RealCluster(tmp_path) as cluster:
        cluster.add_worker("one")
        cluster.add_worker("two")
        executor = partial(DaskExecutor, where=ClusterAddress(cluster.address))
        there.play(watch=lambda *args: None, executor=executor)
    for match in here.matches:
        assert rows_digest(here.results.rows(match.name)) == rows_digest(there.results.rows(match.name))
