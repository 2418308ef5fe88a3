"""The process that plays on a machine of a cluster: `python -m ...cluster.player` with an open socket.

It is started by a worker of the cluster, not forked from it: it has the code that is on the disk now, none
of the worker's threads, and may start processes even where the worker itself, below a nanny, may not. It
plays as `LocalExecutor` does, so that an agent that crashes or stalls costs its game here as at home. It
ends with the worker, and when nobody asks for anything.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from time import monotonic

from catanlab.framework.errors import CatanlabError
from catanlab.lab.executors.cluster.fingerprint import Fingerprint
from catanlab.lab.executors.cluster.result_bytes import UnitResult, encode
from catanlab.lab.executors.cluster.setup import Setup
from catanlab.lab.executors.local import LocalExecutor
from catanlab.lab.rows import Rows
from catanlab.lab.troubles import MatchStoppedError

IDLE_SECONDS = 120.0
"""How long a player waits for something to play before it ends: the client may be gone for good."""
PLAYED, FAILED, STOPPED = "played", "failed", "stopped"
"""How a unit went: STOPPED if an agent failed in strict play."""


def main() -> None:
    """Play what comes through the socket that the worker has passed on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # what agents print belongs to the log of the worker
    parent = os.getppid()
    with Connection(int(sys.argv[1])) as pipe, suppress(EOFError, BrokenPipeError, ConnectionResetError):
        sys.path[:] = json.loads(pipe.recv_bytes())
        setup = Setup.from_text(pipe.recv_bytes().decode())
        try:
            described = {"fingerprint": Fingerprint.of(setup.plan).to_dict()}
            executor = LocalExecutor(
                setup.plan, 1, records=setup.records, stall_seconds=setup.stall_seconds
            )
        except CatanlabError as error:
            pipe.send_bytes(json.dumps({"error": str(error)}).encode())
            return
        pipe.send_bytes(json.dumps(described).encode())
        with executor:
            while pipe.poll(IDLE_SECONDS):
                blocks = json.loads(pipe.recv_bytes())
                try:
                    played = _play(executor, setup, blocks, parent)
                except MatchStoppedError as error:
                    answer = (STOPPED, json.dumps(error.trouble.to_dict()).encode())
                except CatanlabError as error:
                    answer = (FAILED, str(error).encode())
                else:
                    answer = (PLAYED, encode(played, setup.plan))
                pipe.send_bytes(answer[0].encode())
                pipe.send_bytes(answer[1])


def _play(executor: LocalExecutor, setup: Setup, blocks: Sequence[int], parent: int) -> UnitResult:
    begun = monotonic()
    jobs = []
    for job in executor.play(blocks):
        if os.getppid() != parent:  # the worker was killed
            raise EOFError
        if job:
            jobs.append(job)
    return UnitResult(
        Rows.joined([job.rows for job in jobs], setup.plan.seats),
        sorted((record for job in jobs for record in job.records), key=lambda record: record[:2]),
        [trouble for job in jobs for trouble in job.troubles],
        monotonic() - begun,
    )


if __name__ == "__main__":
    main()
