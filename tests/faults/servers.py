"""`catanlab serve` in processes of their own that can be killed, ended, paused and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.conftest import ROOT
from tests.faults import watchdog
from tests.server.room_server import free_port

HOST: Final = "127.0.0.1"
START_SECONDS, END_SECONDS = 180.0, 60.0
"""Seconds after which a server that has not started, or not ended, has failed."""
ONE_ADDRESS: Final = {
    "guests_at_once": 10_000,
    "connections_per_address": 5_000,
    "http_connections_per_address": 5_000,
    "requests_at_once": 1_000_000,
    "replays_at_once": 10_000,
    "answers_at_once": 1_000_000,
    "rows_at_once": 1_000_000,
    "rooms_per_address": 5_000,
}
"""Limits for a harness whose people all come from one address; the limits of a person are as always."""


class ServerError(Exception):
    """A server did not start, or did not end as it should."""


class Server:
    """A server at one address, whoever runs there at the time; its log goes on in one file.

    `starter` is a module with its words that does the same as `catanlab`. `options` are added
    to the command, and `limits` to the limits.
    """

    def __init__(
        self,
        database: str,
        log: Path,
        *,
        starter: Sequence[str] = ("catanlab",),
        options: Sequence[str] = (),
        limits: Mapping[str, float] | None = None,
    ) -> None:
        self.database = database
        self.log = log
        self.port = free_port()
        self.address = f"ws://{HOST}:{self.port}/ws"
        self.http = f"http://{HOST}:{self.port}"
        self.starts = 0
        self._starter = starter
        self._options = options
        self._limits = {**ONE_ADDRESS, **(limits or {})}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The number of the process that runs now."""
        assert self._process is not None, "the server does not run"
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process is not None and self._process.poll() is None

    def launch(self) -> None:
        """Start the process, and do not wait for it."""
        assert not self.is_running, "the server runs already"
        command = [
            *(sys.executable, "-m", *self._starter, "serve", "--host", HOST, "--port", str(self.port)),
            *("--database", self.database, "--workers", "1", "--public-url", self.address),
            *("--log-format", "json", "--log-level", "info", "--quiet"),
            *(f"--limit={name}={value}" for name, value in self._limits.items()),
            *self._options,
        ]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        watchdog.begun(self._process.pid)
        self.starts += 1

    def start(self) -> None:
        """Start the process, and wait until it can work; raises ServerError."""
        self.launch()
        self.wait_until_ready()

    def wait_until_ready(self, seconds: float = START_SECONDS) -> None:
        """Wait until the server can work; raises ServerError if it ends or takes too long."""
        deadline = time.monotonic() + seconds
        while not self.is_ready():
            if not self.is_running:
                raise ServerError(f"the server ended by itself: {self._last_words()}")
            if time.monotonic() > deadline:
                raise ServerError(f"the server is not ready after {seconds:.0f} s: {self._last_words()}")
            time.sleep(0.02)

    def is_ready(self, seconds: float = 2.0) -> bool:
        """Return whether the server says that it can work."""
        return self.status("/ready", seconds) == 200

    def status(self, path: str, seconds: float = 2.0) -> int:
        """Return the status of the answer to a GET, 0 if none comes in time."""
        try:
            with urllib.request.urlopen(self.http + path, timeout=seconds) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def kill(self) -> None:
        """Kill the process as `kill -9` does, and wait for its end; its robots end by themselves."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            watchdog.ended(self._process.pid)

    def signal(self, number: signal.Signals) -> None:
        """Send the process a signal."""
        os.kill(self.pid, number)

    def end(self) -> int:
        """Ask the process to end, and return its exit code; raises ServerError if it does not."""
        assert self._process is not None, "the server does not run"
        self._process.terminate()
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise ServerError(f"the server did not end within {END_SECONDS:.0f} s of SIGTERM") from None
        watchdog.ended(self._process.pid)
        return code

    def waits_to_log(self, words: str, since: int, seconds: float) -> bool:
        """Wait until the log has some words after so many bytes; return whether they came."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with self.log.open("rb") as log:
                log.seek(since)
                if words.encode() in log.read():
                    return True
            time.sleep(0.02)
        return False

    def memory(self) -> int:
        """Return the bytes of the process that are in memory."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))

    def _last_words(self) -> str:
        return self.log.read_text(errors="replace")[-2000:]
