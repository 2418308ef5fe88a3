"""Executors play the blocks of a match, in processes of this machine or on the workers of a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.lab.executors.cluster.dask_executor import DaskExecutor
    from catanlab.lab.executors.cluster.link import ClusterAddress
    from catanlab.lab.executors.executor import Executor, MakeExecutor
    from catanlab.lab.executors.local import LocalExecutor

__all__ = ["ClusterAddress", "DaskExecutor", "Executor", "LocalExecutor", "MakeExecutor"]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "ClusterAddress": "catanlab.lab.executors.cluster.link",
            "DaskExecutor": "catanlab.lab.executors.cluster.dask_executor",
            "Executor": "catanlab.lab.executors.executor",
            "LocalExecutor": "catanlab.lab.executors.local",
            "MakeExecutor": "catanlab.lab.executors.executor",
        },
    )
