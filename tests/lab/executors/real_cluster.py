"""A real Dask cluster on this machine for tests: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self

import psutil

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 120.0
"""How long anything may take on a busy machine before a test fails."""


class RealCluster:
    """A scheduler on a free port of this machine, and the workers that are added to it."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._folder = folder
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        file = folder / "scheduler.json"
        where = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]
        self._start("scheduler", "distributed.cli.dask_scheduler", [*where, "--no-dashboard", *options])
        wait_until(lambda: _is_whole(file))
        self.address: str = json.loads(file.read_text())["address"]

    def add_worker(
        self, name: str, *options: str, sources: Path = ROOT / "src", nanny: bool = False
    ) -> None:
        """Start a worker, whose catanlab is that in `sources`."""
        words = [self.address, "--name", name, "--nthreads", "1", "--memory-limit", "0", "--no-dashboard"]
        words += ["--local-directory", str(self._folder), *([] if nanny else ["--no-nanny"]), *options]
        self._start(name, "distributed.cli.dask_worker", words, sources)

    def kill(self, name: str) -> None:
        """Kill a worker, as a power cut would."""
        self._processes[name].kill()
        self._processes[name].wait()

    def end(self, name: str) -> None:
        """Let a worker leave in good order."""
        self._processes[name].send_signal(signal.SIGTERM)
        self._processes[name].wait(SECONDS)

    def children(self, name: str) -> list[psutil.Process]:
        """Return the processes that a worker has started."""
        return list(psutil.Process(self._processes[name].pid).children(recursive=True))

    def close(self) -> None:
        """End everything."""
        for process in reversed(self._processes.values()):
            with_children = [process.pid, *(child.pid for child in _children(process))]
            for pid in with_children:
                _kill(pid)
            process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _start(self, name: str, module: str, words: Sequence[str], sources: Path = ROOT / "src") -> None:
        # Tests name agents as tests.lab.rogues.Rogue; the copy of catanlab comes before the installed one.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(sources), str(ROOT)])}
        log = (self._folder / f"{name}.log").open("wb")
        with log:
            self._processes[name] = subprocess.Popen(
                [sys.executable, "-m", module, *words],
                cwd=self._folder,
                env=environment,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
            )


def other_catanlab(folder: Path, **changes: str) -> Path:
    """Return a folder with a copy of catanlab; `changes` are texts that are added to its files."""
    package = folder / "catanlab"
    shutil.copytree(
        ROOT / "src" / "catanlab", package, ignore=shutil.ignore_patterns("__pycache__", "page")
    )
    for name, text in changes.items():
        (path,) = package.rglob(f"{name}.*py") if "." not in name else [package / name]
        path.write_bytes(path.read_bytes() + text.encode())
    return folder


def wait_until(is_true: object) -> None:
    """Wait until something is true; fails if that takes too long."""
    limit = monotonic() + SECONDS
    assert callable(is_true)
    while not is_true():
        assert monotonic() < limit, "it takes too long"
        sleep(0.02)


def _is_whole(file: Path) -> bool:
    """Say whether a file of JSON is there to its end: the scheduler writes into it while it can be seen."""
    try:
        json.loads(file.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return False
    return True


def _children(process: subprocess.Popen[bytes]) -> Iterator[psutil.Process]:
    try:
        yield from psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
