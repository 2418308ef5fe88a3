"""The clients in JavaScript, run by the Node that Playwright brings, and called by name from here."""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import Future
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from tests.page.node import NODE

FOLDER = Path(__file__).resolve().parent


class ClientError(Exception):
    """A call of the clients failed; the text has their words."""


class Clients:
    """A process of Node with a module of `tests/faults`, whose `calls` can be called."""

    def __init__(self, module: str, log: Path) -> None:
        self._log = log
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [NODE, "--no-warnings", FOLDER / "host.mjs", FOLDER / module],
                cwd=FOLDER,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self._open: dict[int, Future[Any]] = {}
        self._lock = Lock()
        self._last = 0
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            found = json.loads(line)
            with self._lock:
                future = self._open.pop(found["call"])
            if "error" in found:
                future.set_exception(ClientError(found["error"]))
            else:
                future.set_result(found["answer"])
        with self._lock:
            ended, self._open = list(self._open.values()), {}
        for future in ended:
            future.set_exception(ClientError(f"the clients ended: {self._log.read_text()[-2000:]}"))

    def send(self, name: str, /, **words: Any) -> Future[Any]:
        """Call a function of the module, and return its answer when it comes."""
        future: Future[Any] = Future()
        with self._lock:
            self._last += 1
            self._open[self._last] = future
            line = json.dumps({"call": self._last, "do": name, "with": words})
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise ClientError(f"the clients ended: {self._log.read_text()[-2000:]}") from error
        return future

    def call(self, name: str, /, *, timeout: float = 120.0, **words: Any) -> Any:
        """Call a function of the module and wait for its answer; raises ClientError."""
        return self.send(name, **words).result(timeout)

    def end(self) -> None:
        """End the process, with all connections."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._process.stdin.close()
        self._process.stdout.close()
