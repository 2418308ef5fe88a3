"""The connection to the scheduler of a cluster: calls on named workers, and a queue of all that happens."""

from __future__ import annotations

import asyncio
import logging
import re
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, Self, TypeAlias
from uuid import uuid4

from catanlab.framework.errors import ArgumentError, WorkerError

CONNECT_SECONDS = 10.0
LOST_SECONDS = 30.0
"""How long the scheduler may be silent before the cluster counts as lost."""
SECONDS_BETWEEN_LOOKS = 1.0
CLOSE_SECONDS = 5.0
"""How long workers may take to end what they play for a client that closes."""
_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}", re.ASCII)


@dataclass(frozen=True)
class ClusterAddress:
    """Where the scheduler of a cluster listens, and the files of TLS.

    >>> ClusterAddress("tcp://10.0.0.1:8786")
    ClusterAddress(address='tcp://10.0.0.1:8786', tls_ca=None, tls_cert=None, tls_key=None)

    For tls:// all three files are given, or Dask's own configuration names them. Raises ArgumentError.
    """

    address: str
    tls_ca: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None

    def __post_init__(self) -> None:
        if not _ADDRESS.fullmatch(self.address):
            raise ArgumentError(
                f"{self.address!r} is not the address of a scheduler, as in tcp://10.0.0.1:8786 or tls://..."
            )
        files = [self.tls_ca, self.tls_cert, self.tls_key]
        given = [file for file in files if file]
        if given and len(given) < len(files):
            raise ArgumentError("TLS takes three files: the authority, the certificate and its key")
        if given and not self.address.startswith("tls://"):
            raise ArgumentError(f"files for TLS go with an address tls://..., not {self.address}")
        for file in given:
            if not file.is_file():
                raise ArgumentError(f"there is no file {file} for TLS")
        if not given and self.address.startswith("tls://") and not _dask_names_certificates():
            raise ArgumentError(
                f"{self.address} takes certificates: give --tls-ca, --tls-cert and --tls-key, or "
                "distributed.comm.tls (ca-file, client.cert and client.key) in Dask's configuration"
            )

    def security(self) -> Any:
        """Return what Dask needs to know about TLS."""
        from distributed import Security

        if self.tls_ca is None:
            return None
        make: Callable[..., Any] = Security
        return make(
            require_encryption=True,
            tls_ca_file=str(self.tls_ca),
            tls_client_cert=str(self.tls_cert),
            tls_client_key=str(self.tls_key),
        )


@dataclass(frozen=True)
class Returned:
    """A call returned a value."""

    number: int
    value: Any


@dataclass(frozen=True)
class Failed:
    """A call raised an error, or was dropped by the scheduler."""

    number: int
    reason: str


@dataclass(frozen=True)
class Present:
    """The workers that are there, each with its number of threads."""

    workers: dict[str, int]


@dataclass(frozen=True)
class Left:
    """A worker has left; `was_expected` if it said so before, as at the end of its lifetime."""

    worker: str
    was_expected: bool


@dataclass(frozen=True)
class Lost:
    """The scheduler no longer answers."""

    reason: str


Event: TypeAlias = Returned | Failed | Present | Left | Lost


class Link:
    """The connection of one match to a cluster; close it.

    A call goes to the worker that is named and to no other: which one plays what, and what is played again,
    is decided here and not by the scheduler. Raises WorkerError if there is no such cluster.
    """

    def __init__(self, where: ClusterAddress) -> None:
        self.address = where.address
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._client = _connect(where)
        self._loop: asyncio.AbstractEventLoop = self._client.loop.asyncio_loop
        self._numbers = count(1)
        self.run = uuid4().hex[:12]
        """A name for all that is called through this link, which no other has."""
        self._calls: dict[int, Any] = {}
        self._client.subscribe_topic("all", self._note)
        self._looking = asyncio.run_coroutine_threadsafe(self._look(), self._loop)

    def call(self, worker: str, function: Callable[..., Any], *arguments: object) -> int:
        """Let a worker call a function; its result will be an event with the number that is returned."""
        number = next(self._numbers)
        future = self._calls[number] = self._client.submit(
            function,
            *arguments,
            key=f"catanlab-{self.run}-{number}",
            workers=[worker],
            allow_other_workers=False,
            retries=0,
            pure=False,
        )
        future.add_done_callback(partial(self._is_done, number))
        return number

    def drop(self, number: int) -> None:
        """Forget a call: nothing will be heard of it, however late it returns."""
        future = self._calls.pop(number, None)
        if future is not None:
            with suppress(Exception):  # a scheduler that is gone has no call either
                future.cancel(force=True)

    def events(self, timeout: float) -> list[Event]:
        """Return all that happened since the last time; wait for something, at most this many seconds."""
        found: list[Event] = []
        with suppress(Empty):
            found.append(self._events.get(timeout=timeout))
            while True:
                found.append(self._events.get_nowait())
        current = [event for event in found if not self._is_late(event)]
        for event in current:
            if isinstance(event, Returned | Failed):
                self._calls.pop(event.number).release()
        return current

    def run_everywhere(
        self, function: Callable[..., Any], *arguments: object, workers: Iterable[str]
    ) -> None:
        """Call a function in workers now, whatever they do; a worker that does not answer is left alone."""
        chosen = list(workers)

        def run() -> None:
            with suppress(Exception):
                self._client.run(function, *arguments, workers=chosen, on_error="ignore")

        if chosen:
            thread = Thread(target=run, daemon=True)
            thread.start()
            thread.join(CLOSE_SECONDS)

    def close(self) -> None:
        """Drop all calls and leave the cluster."""
        for number in list(self._calls):
            self.drop(number)
        self._looking.cancel()
        with suppress(Exception):
            self._client.unsubscribe_topic("all")
            self._client.close(timeout=CLOSE_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _is_late(self, event: Event) -> bool:
        return isinstance(event, Returned | Failed) and event.number not in self._calls

    # On threads of the client.

    def _is_done(self, number: int, future: Any) -> None:
        """Fetch the result or error of a call; that of a call which was dropped is left where it is."""
        if number not in self._calls:
            return
        if future.status in ("finished", "error"):
            asyncio.run_coroutine_threadsafe(self._fetch(number, future), self._loop)
        else:
            self._events.put(Failed(number, f"the scheduler has dropped the call: {future.status}"))

    async def _fetch(self, number: int, future: Any) -> None:
        try:
            value = await self._client.gather(future, asynchronous=True)
        except Exception as error:
            self._events.put(Failed(number, _in_words(error)))
        else:
            self._events.put(Returned(number, value))

    async def _look(self) -> None:
        """Report every second which workers are there."""
        loop = asyncio.get_running_loop()
        heard = loop.time()
        while True:
            try:
                workers = await asyncio.wait_for(self._client.nthreads(asynchronous=True), LOST_SECONDS)
            except (Exception, asyncio.CancelledError) as error:
                if isinstance(error, asyncio.CancelledError) or self._client.status in (
                    "closed",
                    "closing",
                ):
                    self._events.put(Lost("the connection is closed"))
                    return
                if loop.time() - heard > LOST_SECONDS:
                    self._events.put(Lost(_in_words(error)))
                    return
            else:
                heard = loop.time()
                self._events.put(Present(dict(workers)))
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    def _note(self, event: tuple[float, Any]) -> None:
        """Report a worker that leaves, as the scheduler's log of events has it."""
        message = event[1]
        if isinstance(message, dict) and message.get("action") == "remove-worker" and "worker" in message:
            self._events.put(Left(message["worker"], bool(message.get("expected"))))


def _dask_names_certificates() -> bool:
    """Return whether Dask's configuration names what a client needs for TLS.

    Without an authority and a certificate Dask has no TLS, fails on another thread and does not end there
    for a while. The key may be in the file of the certificate.
    """
    try:
        from dask import config
    except ModuleNotFoundError:
        return True  # connecting says which package is missing
    return all(config.get(f"distributed.comm.tls.{name}", None) for name in ("ca-file", "client.cert"))


def _connect(where: ClusterAddress) -> Any:
    """Return a client of Dask's; raises WorkerError if it cannot be had within some seconds."""
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise WorkerError(
            f"a cluster needs the package {error.name}, which is not installed: "
            "pip install 'catanlab[cluster]'"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is reported in a sentence
    make: Callable[..., Any] = Client
    options = {"timeout": CONNECT_SECONDS, "set_as_default": False, "name": "catanlab"}
    made: list[Any] = []

    def connect() -> None:
        try:
            made.append(make(where.address, security=where.security(), **options))
        except Exception as error:
            made.append(error)

    # On a thread: of something that takes connections and says nothing, Dask would wait for ever.
    thread = Thread(target=connect, daemon=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # versions of packages that differ; ours are compared
        thread.start()
        thread.join(2 * CONNECT_SECONDS)
    found = made[0] if made else TimeoutError("it does not answer")
    if isinstance(found, Exception):
        raise WorkerError(f"there is no cluster at {where.address}: {_in_words(found)}")
    return found


def _in_words(error: BaseException) -> str:
    """Return an error in one line, with the errors that caused it if it says nothing itself."""
    while not str(error) and (error.__cause__ or error.__context__):
        error = error.__cause__ or error.__context__ or error
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__
