"""`catanlab serve` in a process of its own, and programs that play there as bots."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.conftest import ROOT
from tests.server.bots.bots import make_token
from tests.server.logs import url
from tests.server.room_server import free_port
from tests.server.wire.running import HOST

from catanlab.server.database.database import Database

SECONDS = 120.0
"""Seconds after which a program that did not end has failed."""


class ServeProcess:
    """A server that a test can stop and start again at the same address.

    `options` are further ones of the command; `module` does the same as `catanlab`, but for a test.
    """

    def __init__(self, folder: Path, *options: str, module: str = "catanlab") -> None:
        self.database = url(folder)
        self._options = options
        self._module = module
        self.port = free_port()
        self.address = f"http://{HOST}:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the server, and wait until it listens."""
        options = [f"--port={self.port}", f"--database={self.database}", "--workers=1"]
        command = [sys.executable, "-m", self._module, "serve", *options, *self._options]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline(), f"the server ended with {self._process.wait()}"

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Stop the server: by SIGTERM it says goodbye, by SIGKILL it cannot."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.communicate(timeout=SECONDS)
            self._process = None

    def __enter__(self) -> ServeProcess:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop(signal.SIGKILL)

    def token(self, name: str) -> str:
        """Make a bot, and return its token."""
        with Database(self.database) as database:
            return make_token(database, name)

    def run(self, *command: str, token: str) -> subprocess.Popen[str]:
        """Start a program that plays as a bot."""
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "CATANLAB_BOT_TOKEN": token},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def bot(self, *options: str, token: str) -> subprocess.Popen[str]:
        """Start `catanlab bot` at this server."""
        command = [sys.executable, "-m", "catanlab", "bot", f"--server={self.address}", *options]
        return self.run(*command, token=token)

    def record(self, room: str) -> str:
        """Return the record of a game that is over."""
        with urllib.request.urlopen(f"{self.address}/records/{room}", timeout=20) as page:
            return str(page.read().decode())


def line_of(program: subprocess.Popen[str]) -> str:
    """Return the next line of a program; fails with its errors if it ended."""
    assert program.stdout is not None
    line = program.stdout.readline().strip()
    if not line:
        _, errors = program.communicate(timeout=SECONDS)
        raise AssertionError(f"the program ended with {program.returncode}: {errors}")
    return line


def finish(program: subprocess.Popen[str]) -> str:
    """Return the rest of what a program prints; it must end well."""
    out, errors = program.communicate(timeout=SECONDS)
    assert program.returncode == 0, (out, errors)
    assert not errors, errors
    return out
