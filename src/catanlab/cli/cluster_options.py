"""The options that name a cluster, for all commands that play on one."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path
from typing import Any

from catanlab.framework.errors import ArgumentError
from catanlab.lab.executors import MakeExecutor


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add --cluster and the files of TLS."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the Dask cluster whose scheduler is at tcp://HOST:PORT or tls://HOST:PORT",
    )
    add_tls(parser)


def add_tls(parser: argparse.ArgumentParser) -> None:
    """Add the files of TLS."""
    names = {"ca": "the certificate of the authority", "cert": "the own certificate", "key": "its key"}
    for name, what in names.items():
        parser.add_argument(
            f"--tls-{name}",
            type=Path,
            metavar="FILE",
            help=f"with tls://: {what} (default: as Dask is configured)",
        )


def cluster_executor(options: argparse.Namespace) -> MakeExecutor | None:
    """Return what makes the executor of a cluster, or None without --cluster; raises ArgumentError."""
    files = {name: getattr(options, name) for name in ("tls_ca", "tls_cert", "tls_key")}
    if options.cluster is None:
        given = next((name for name, file in files.items() if file), None)
        if given:
            raise ArgumentError(f"--{given.replace('_', '-')} goes with --cluster tls://...")
        return None
    from catanlab.lab.executors.cluster.dask_executor import DaskExecutor
    from catanlab.lab.executors.cluster.link import ClusterAddress

    return partial(DaskExecutor, where=ClusterAddress(options.cluster, **files))


def playing_options(options: argparse.Namespace) -> dict[str, Any]:
    """Return who plays, as options of `play_match`: processes of this machine, or a cluster.

    Raises ArgumentError if --jobs and --cluster are both given.
    """
    if options.cluster and options.jobs:
        raise ArgumentError("--jobs is about processes of this machine; on a cluster its workers play")
    return {
        "executor": cluster_executor(options),
        "processes": options.jobs or len(os.sched_getaffinity(0)),
    }
