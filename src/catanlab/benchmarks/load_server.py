"""`catanlab serve` in a process of its own, for measurements: what it costs, and what else ran then."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from resource import getpagesize
from time import perf_counter

HOST = "127.0.0.1"
FOREIGN_LIMIT = 0.10
"""A run in which other programs had a larger share of the processors says nothing."""
CROWD = (
    "--limit=connections_per_address=5000",
    "--limit=guests_at_once=5000",
    "--limit=rooms_per_address=5000",
    "--limit=room_bytes_per_address=4000000000",
    "--limit=room_bytes=4000000000",
    "--limit=answers_per_second=5000",
)
"""All players come from one address."""


class Server:
    """`catanlab serve` on a database, which outlives the process."""

    def __init__(self, database: str, *, workers: int = 1, options: Sequence[str] = ()) -> None:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            port = int(probe.getsockname()[1])
        self.url = f"ws://{HOST}:{port}/ws"
        given = [f"--port={port}", f"--database={database}", f"--workers={workers}", *CROWD, *options]
        self._command = [sys.executable, "-m", "catanlab", "serve", *given]
        self.ended_cpu = 0.0
        """The seconds that processes which were killed have computed, with their workers."""
        self.start()

    def start(self) -> None:
        """Start the process, and wait until it listens."""
        self.process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "http" in line:
                return
        raise SystemExit("the server did not start")

    def kill(self) -> None:
        """End the process at once, as `kill -9` does, and its workers with it."""
        workers = children(self.process.pid)
        self.ended_cpu += self.cpu + self.workers_cpu
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()
        for pid in workers:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue

    def close(self) -> None:
        """End the process as Ctrl-C does."""
        self.process.terminate()
        self.process.communicate()

    @property
    def cpu(self) -> float:
        """The seconds that the process itself has computed."""
        return cpu_seconds(self.process.pid)

    @property
    def workers_cpu(self) -> float:
        """The seconds that its robots' workers have computed."""
        return sum(cpu_seconds(pid) for pid in children(self.process.pid))

    @property
    def memory(self) -> int:
        """The memory of the process in bytes."""
        return resident(self.process.pid)


class Watch:
    """How much of the processors other programs had since it was made.

    Own is this process, and the processes of the server.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._begun, self._busy, self._own = perf_counter(), busy_seconds(), self._used()

    def _used(self) -> float:
        server = self._server
        return sum(os.times()[:2]) + server.ended_cpu + server.cpu + server.workers_cpu

    def foreign(self) -> float:
        """Return the share of other programs, 1 for all processors."""
        foreign = busy_seconds() - self._busy - (self._used() - self._own)
        return max(0.0, foreign / (perf_counter() - self._begun) / (os.cpu_count() or 1))


def resident(pid: int) -> int:
    """Return the memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * getpagesize()


def cpu_seconds(pid: int) -> float:
    """Return the seconds that a process has computed, 0 if it has ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """Return the processes that a process started, and those that they started."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *children(child)]
    return found


def busy_seconds() -> float:
    """Return how long all processors together were busy since the machine started."""
    user, nice, system, _, _, irq, softirq, steal = map(
        int, Path("/proc/stat").read_text().split("\n")[0].split()[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")
