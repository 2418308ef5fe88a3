"""What a worker of a cluster runs: it describes itself, and passes units on to players.

A worker has a player for each unit that it plays at a time. Players are kept between units, as it takes
about a second to start one.
"""

from __future__ import annotations

import json
import os
import platform
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Lock
from time import monotonic
from typing import Any

from catanlab._version import __version__
from catanlab.lab.executors.cluster.player import FAILED

DIED, NO_START, DIFFERENT = "died", "no-start", "different"
"""Why a unit was not played: the player ended, cannot be started, or has other code than it should."""
START_SECONDS = 120.0
"""How long a player may take to start, and to describe itself."""

_players: dict[str, list[_Player]] = {}
"""The players that have nothing to do, by the run that they were started for."""
_busy: dict[str, list[_Player]] = {}
_ended: set[str] = set()
"""The runs whose client has left: what is still asked for them is not played."""
_lock = Lock()


class _NoStartError(Exception):
    """A player could not be started."""


class _Player:
    """A player as its worker sees it."""

    def __init__(self, setup: str) -> None:
        mine, theirs = socket.socketpair()
        module = "catanlab.lab.executors.cluster.player"
        command = [sys.executable, "-m", module, str(theirs.fileno())]
        try:
            with theirs:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True
                )
        except OSError as error:
            mine.close()
            raise _NoStartError(f"{sys.executable}: {error.strerror or error}") from None
        self._pipe = Connection(mine.detach())
        try:
            self._pipe.send_bytes(json.dumps(sys.path).encode())
            self._pipe.send_bytes(setup.encode())
            if not self._pipe.poll(START_SECONDS):
                raise EOFError
            self.described: dict[str, Any] = json.loads(self._pipe.recv_bytes())
        except (OSError, EOFError):
            raise _NoStartError(f"it ended before it could play ({self.close()})") from None

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked to play."""
        return self._process.poll() is None and not self._pipe.poll()

    def play(self, blocks: Sequence[int]) -> tuple[str, bytes]:
        """Return how it went, and the results or the reason."""
        self._pipe.send_bytes(json.dumps(list(blocks)).encode())
        return self._pipe.recv_bytes().decode(), self._pipe.recv_bytes()

    def kill(self) -> None:
        """Kill the process; whoever waits for it to play notices."""
        self._process.kill()

    def close(self) -> str:
        """End the process and return how it ended."""
        self._pipe.close()
        self._process.kill()
        code = self._process.wait()
        return f"exit code {code}" if code >= 0 else f"signal {-code}"


def describe(run: str, setup: str) -> str:
    """Return what this worker is, as JSON; it starts a player for that, which is kept."""
    from distributed import get_worker

    worker = get_worker()
    found: dict[str, Any] = {
        "name": str(worker.name),
        "host": socket.gethostname(),
        "threads": worker.state.nthreads,
        "memory": worker.memory_manager.memory_limit,
        "version": __version__,
        "python": platform.python_version(),
        "pid": os.getpid(),
    }
    begun = monotonic()
    try:
        player = _take(run, setup)
    except _NoStartError as error:
        found["error"] = f"it cannot start a process to play: {error}"
    else:
        found |= player.described
        _give_back(run, player)
    return json.dumps({**found, "start_seconds": monotonic() - begun})


def play(run: str, setup: str, blocks: Sequence[int], fingerprint: dict[str, str]) -> tuple[str, bytes]:
    """Play blocks and return PLAYED with the results, or STOPPED or why not with the reason."""
    while True:
        try:
            player = _take(run, setup)
        except _NoStartError as error:
            return NO_START, str(error).encode()
        if player.described.get("fingerprint") != fingerprint:
            _forget(run, player)
            player.close()
            return DIFFERENT, json.dumps(player.described).encode()
        try:
            outcome = player.play(blocks)
        except (OSError, EOFError):
            _forget(run, player)
            ended = player.close()
            if ended == "exit code 0":  # it had waited too long for something to play
                continue
            return DIED, ended.encode()
        _give_back(run, player)
        return (NO_START, outcome[1]) if outcome[0] == FAILED else outcome


def echo(text: str) -> str:
    """Return the argument, to measure how long that takes."""
    return text


def stop(run: str) -> None:
    """End the players of a run, also those that play: its client has no use for their results."""
    with _lock:
        _ended.add(run)
        waiting = _players.pop(run, [])
        playing = list(_busy.get(run, []))
    for player in waiting:
        player.close()
    for player in playing:
        player.kill()


def _take(run: str, setup: str) -> _Player:
    """Return a player that waits, or a new one; raises _NoStartError."""
    while True:
        with _lock:
            waiting = _players.get(run)
            player = waiting.pop() if waiting else None
        if player is None:
            player = _Player(setup)
        elif not player.is_alive:
            player.close()
            continue
        with _lock:
            has_ended = run in _ended
            if not has_ended:
                _busy.setdefault(run, []).append(player)
        if has_ended:
            player.close()
            raise _NoStartError("the match was stopped")
        return player


def _give_back(run: str, player: _Player) -> None:
    _forget(run, player)
    with _lock:
        has_ended = run in _ended
        if not has_ended:
            _players.setdefault(run, []).append(player)
    if has_ended:
        player.close()


def _forget(run: str, player: _Player) -> None:
    with _lock, suppress(KeyError, ValueError):
        _busy[run].remove(player)
