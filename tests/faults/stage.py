"""Where a scenario is run: a database, servers, people who play, and the comparison when all is over."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from tests.faults.clients import Clients
from tests.faults.comparison import Comparison, compare
from tests.faults.databases import KINDS, Database, Kind
from tests.faults.disks import SmallDisk
from tests.faults.outcomes import Outcome
from tests.faults.server_logs import read_log
from tests.faults.servers import Server

Scale: TypeAlias = Literal["quick", "full"]
SMALL_MEGABYTES: Final[dict[Kind, int]] = {"sqlite": 24, "postgresql": 160}
"""How large a disk is that can be filled: PostgreSQL begins with 40 MB, and its log may grow."""
GO_ON_SECONDS: Final = 90.0
"""Seconds within which every table must go on after a fault; far more than it takes on a quiet machine."""


@dataclass(frozen=True)
class Scenario:
    """A way to break a server: a name, a sentence, and the function that does it on a stage."""

    name: str
    summary: str
    run: Callable[[Stage], None]
    databases: tuple[Kind, ...] = KINDS


class Stage:
    """One run of a scenario on one database. What it starts ends with it, however it ends."""

    def __init__(
        self, outcome: Outcome, kind: Kind, folder: Path, starter: Sequence[str] = ("catanlab",)
    ) -> None:
        self.outcome = outcome
        self.kind = kind
        self.folder = folder
        self.random = random.Random(f"{outcome.scenario} {kind} {outcome.seed}")
        self.starter = starter
        """What servers are started by, unless a scenario has a starter of its own."""
        self.servers: list[Server] = []
        self._stack = ExitStack()
        self._database: Database | None = None

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    @property
    def is_quick(self) -> bool:
        """Whether this run has only seconds."""
        return self.outcome.scale == "quick"

    def scaled(self, quick: int, full: int) -> int:
        """Return one of two numbers, by the scale of the run."""
        return quick if self.is_quick else full

    @property
    def database(self) -> Database:
        """The database of the run, made when it is first asked for."""
        if self._database is None:
            self._database = Database(self.kind, self.folder)
            self._stack.callback(self._database.close)
        return self._database

    def on_small_disk(self) -> SmallDisk:
        """Make the database on a disk that can be filled; raises SmallDiskError."""
        assert self._database is None, "the database is elsewhere already"
        database = self.database
        disk = SmallDisk(self.folder / "disk", megabytes=SMALL_MEGABYTES[self.kind])
        self._stack.callback(disk.remove)
        database.move_to(disk.folder)
        self._stack.callback(database.close)  # before the disk goes
        return disk

    def server(
        self,
        *,
        starter: Sequence[str] = (),
        options: Sequence[str] = (),
        limits: Mapping[str, float] | None = None,
    ) -> Server:
        """Return a server on the database that has not been started yet; see `Server` for the words."""
        log = self.folder / f"server-{len(self.servers)}.log"
        log.touch()
        server = Server(
            self.database.url, log, starter=starter or self.starter, options=options, limits=limits
        )
        self.servers.append(server)
        self._stack.callback(server.kill)
        return server

    def clients(self, module: str) -> Clients:
        """Start a module of clients."""
        clients = Clients(module, self.folder / "clients.log")
        self._stack.callback(clients.end)
        return clients

    def people(self, module: str, servers: Sequence[Server], **words: Any) -> People:
        """Let the people of a module come to these servers; `words` are those of its call `begin`."""
        return People(self, self.clients(module), servers, words)

    def tables(self, servers: Sequence[Server], number: int, **words: Any) -> Tables:
        """Let people sit down at so many tables and play."""
        return Tables(self, self.clients("tables.mjs"), servers, {"tables": number, **words})

    def notices(self, server: Server, fault: Callable[[], None], *, seconds: float = 60.0) -> bool:
        """Bring about a fault of the database, and wait until a commit of the server has failed.

        That may take a while: what waits for a lock waits ten seconds, one after the other.
        """
        size = server.log.stat().st_size
        fault()
        return server.waits_to_log("a commit failed", size, seconds)

    def read_logs(self) -> None:
        """Count what the servers logged, and fail for tracebacks."""
        for server in self.servers:
            counts, tracebacks = read_log(server.log)
            for name, number in counts.items():
                self.outcome.count(name, number)
            for text in tracebacks:
                last = text.strip().splitlines()[-1]
                self.outcome.count("tracebacks")
                self.outcome.fail(
                    f"a traceback in the server's log: {text.splitlines()[0][:120]} ... {last[:200]}"
                )

    def take_over(self, found: Comparison) -> None:
        """Add what a comparison found to the outcome."""
        outcome = self.outcome
        outcome.acknowledged += found.acknowledged
        outcome.seen += found.seen
        outcome.lost += found.lost
        outcome.doubled += found.doubled
        outcome.wrong += found.wrong
        outcome.count("acts sent again", found.again)
        outcome.count("contents not read again", found.unread)
        for name, counter in (("act", found.kinds), ("refused", found.codes), ("again", found.troubles)):
            for key, number in sorted(counter.items()):
                outcome.count(f"{name}: {key}", number)
        for sentence in found.faults:
            outcome.fail(sentence)


class People:
    """The people of a module of clients, at servers of one database."""

    def __init__(
        self, stage: Stage, clients: Clients, servers: Sequence[Server], words: Mapping[str, Any]
    ) -> None:
        self._stage = stage
        self._servers = servers
        self.clients = clients
        addresses = [server.address for server in servers]
        clients.call("begin", addresses=addresses, seed=stage.outcome.seed, **words)

    def play(self, acts: int, seconds: float = 300.0) -> None:
        """Wait until so many more acts are acknowledged."""
        done = self.clients.call("acts", more=acts, seconds=seconds, timeout=seconds + 30)
        self._stage.outcome.require(done["inTime"], f"fewer than {acts} acts were done in {seconds:.0f} s")

    def acknowledged(self) -> int:
        """Return how many acts are acknowledged by now."""
        return int(self.clients.call("counts")["acknowledged"])

    def settle(self, *, seconds: float = 60.0) -> Comparison:
        """Let everybody end, start one server again, and compare what they were told with what it has."""
        stage, outcome = self._stage, self._stage.outcome
        told, histories = stage.folder / "told.json", stage.folder / "histories.json"
        ended = self.clients.call("end", path=str(told), seconds=seconds, timeout=seconds + 60)
        for name, number in ended.get("counts", {}).items():
            outcome.count(name, number)
        for oddity in ended["oddities"]:
            outcome.fail(f"an act was refused for no reason: {json.dumps(oddity)[:400]}")
        for server in self._servers:
            if server.is_running:
                outcome.require(server.end() == 0, "a server did not end with exit code 0")
        # What it tells from now on is what it read from the log.
        server = self._servers[0]
        server.start()
        self.clients.call("addresses", addresses=[server.address])
        read = self.clients.call("histories", path=str(histories), timeout=300)
        outcome.count("histories read", read["histories"])
        outcome.count("rooms that cannot be read again", len({each["room"] for each in read["lost"]}))
        self.clients.call("close")
        outcome.require(server.end() == 0, "a server did not end with exit code 0")
        self.clients.end()
        found = compare(
            json.loads(told.read_text())["clients"],
            stage.database.read(),
            json.loads(histories.read_text())["histories"],
        )
        stage.take_over(found)
        if wrong := stage.database.check():
            outcome.fail(f"catanlab database check --games: {wrong}")
        outcome.require(outcome.acknowledged > 0, "no act was acknowledged")
        return found


class Tables(People):
    """People at tables, who play on whatever happens."""

    def go_on(self, after: str, *, events: int = 5, seconds: float = GO_ON_SECONDS) -> float:
        """Wait until every table has gone on, and return how long it took; those that stand still fail."""
        found = self.clients.call("goesOn", seconds=seconds, events=events, timeout=seconds + 30)
        outcome = self._stage.outcome
        for stuck in found["stuck"]:
            words = json.dumps(stuck)[:600]
            outcome.fail(f"after {after} a table stood still for {seconds:.0f} s: {words}")
        longest = max(outcome.counts.get("longest pause, ms", 0), round(1000 * found["seconds"]))
        outcome.counts["longest pause, ms"] = longest
        return float(found["seconds"])
