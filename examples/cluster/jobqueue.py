"""Plays a match on workers that SLURM starts: `python jobqueue.py greedy random random random --blocks 99`.

It needs `pip install 'catanlab[cluster]' dask-jobqueue`. The words are those of `catanlab match`. Workers
come and go as the queue has room for them; each leaves in good order before its time is over, and another
takes its place.
"""

import subprocess
import sys

from dask_jobqueue import SLURMCluster

JOBS = 20
"""How many jobs of SLURM are wanted at a time, each a machine or a part of one."""
CORES = 16
"""The cores of a job: as many workers, of one thread each."""

if __name__ == "__main__":
    cluster = SLURMCluster(
        cores=CORES,
        processes=CORES,
        memory="32GB",
        walltime="04:00:00",
        worker_extra_args=["--lifetime", "225m", "--lifetime-stagger", "10m"],
    )
    with cluster:
        cluster.adapt(minimum_jobs=1, maximum_jobs=JOBS)
        match = [sys.executable, "-m", "catanlab", "match", *sys.argv[1:]]
        sys.exit(subprocess.call([*match, "--cluster", cluster.scheduler_address]))
