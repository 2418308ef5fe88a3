"""One attack on a server of its own, beside two honest games, and what became of them.

Quiet and attacked phases take turns, so that a machine that is busy for a while is so for both. The
attackers come from 127.0.0.2 and are niced; the honest games come from 127.0.0.1.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.conftest import ROOT
from tests.faults.attacks.attacks import ATTACKS, Attack
from tests.faults.clients import Clients
from tests.faults.comparison import compare
from tests.faults.databases import Database
from tests.faults.server_logs import read_log
from tests.faults.servers import ONE_ADDRESS, Server

from catanlab.server.dice import Dice
from catanlab.server.limits import Limits

GAMES: Final = 2
KEEPS: Final = 0.9
"""What the honest games must keep of their moves a second."""
MORE: Final = 3
"""How many times as many rounds there are at the most, if the games seem to be slow."""
SLEEPERS: Final = 150
GRACE_SECONDS: Final = 1
"""After how long robots take the seats of sleeping games, if somebody wakes these."""
BREATH_SECONDS: Final = 1.0
"""How long what was switched off may take to be over, before a quiet phase is measured."""
NEWCOMER_SECONDS: Final = 30.0
"""How long somebody new may take to come, and to get what they ask for."""


@dataclass
class Siege:
    """What one attack did; `failures` are the bars that the server did not reach, but for the speed."""

    attack: Attack
    quiet: float = 0.0
    """Moves a second of the honest games."""
    attacked: float = 0.0
    waits: tuple[float, float] = (0.0, 0.0)
    """How long half of their acts waited for an answer at least, in milliseconds: quiet, and attacked."""
    acknowledged: int = 0
    lost: int = 0
    megabytes: float = 0.0
    disk_megabytes: float = 0.0
    cpu: tuple[float, float] = (0.0, 0.0)
    """The processor time of the server's main thread a second: quiet, and attacked."""
    starved: float = 0.0
    """Of the time in which the server wanted a processor in quiet phases, the part that others had it."""
    got: dict[str, int] = field(default_factory=dict)
    """What the attackers sent and got."""
    failures: list[str] = field(default_factory=list)

    @property
    def kept(self) -> float:
        """The part of their moves that the honest games kept."""
        return self.attacked / self.quiet if self.quiet else 0.0

    @property
    def is_slow(self) -> bool:
        """Whether they did not keep enough of them."""
        return self.kept < KEEPS

    def require(self, condition: bool, sentence: str) -> None:
        """Note a bar that was not reached."""
        if not condition:
            self.failures.append(sentence)


class Crowd:
    """The process of the attackers."""

    def __init__(self, attack: Attack, port: int, words: Sequence[str], log: Path) -> None:
        command = [sys.executable, "-m", "tests.faults.attacks.crowd", attack.name, str(port), *words]
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def tell(self, word: str) -> dict[str, int]:
        """Switch the attack on or off, or end it; return what the attackers got so far."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the attackers ended by themselves"
        found: dict[str, int] = json.loads(line)
        return found

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


class Meter:
    """Counts the moves of the honest games, and what the server spends, over phases of one kind."""

    def __init__(self, honest: Clients, server: Server) -> None:
        self._honest = honest
        self._server = server
        self.moves = 0
        self.seconds = 0.0
        self.cpu = 0.0
        self.starved = 0.0
        self.waits: list[int] = []

    def phase(self, seconds: float) -> None:
        """Measure for some seconds."""
        before, begun, (cpu, starved) = self._honest.call("figures"), time.monotonic(), self._processor()
        time.sleep(seconds)
        after = self._honest.call("figures")
        self.seconds += time.monotonic() - begun
        self.moves += after["moves"] - before["moves"]
        now = self._processor()
        self.cpu += now[0] - cpu
        self.starved += now[1] - starved
        self.waits += after["waits"][len(before["waits"]) :]

    def _processor(self) -> tuple[float, float]:
        """Return for how many seconds the thread of the server had a processor, and waited for one."""
        had, waited, *_ = Path(f"/proc/{self._server.pid}/schedstat").read_text().split()
        return int(had) / 1e9, int(waited) / 1e9

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def spent(self) -> float:
        """Processor time a second."""
        return self.cpu / self.seconds

    @property
    def wait(self) -> float:
        """The median of the waits."""
        return statistics.median(self.waits) if self.waits else 0.0


def besiege(attack: Attack, folder: Path, *, rounds: int, seconds: float, sleepers: Path | None) -> Siege:
    """Attack a server of its own in a folder, and return what came of it."""
    siege = Siege(attack)
    folder.mkdir(parents=True)
    database = Database("sqlite", folder)
    names: list[str] = []
    if attack.needs == "sleepers":
        assert sleepers is not None
        shutil.copy(sleepers, database.path)
        names = sleeping(database.path)
    server = _server(database, folder / "server.log", dict(attack.limits))
    honest = Clients("honest.mjs", folder / "clients.log")
    crowd: Crowd | None = None
    try:
        server.start()
        honest.call("begin", addresses=[server.address], seed=7, tables=GAMES)
        crowd = Crowd(attack, server.port, names, folder / "crowd.log")
        time.sleep(2 * BREATH_SECONDS)
        quiet, attacked = Meter(honest, server), Meter(honest, server)
        memory, files, disk = server.memory(), _files(server), _disk(database.path)
        asleep = _events(database.path, names)
        newcomers = []
        number = 0
        # Few moves say little: where the games seem slow, more of them decide.
        while number < rounds or (number < MORE * rounds and attacked.rate < KEEPS * quiet.rate):
            quiet.phase(seconds)
            crowd.tell("on")
            attacked.phase(seconds)
            siege.megabytes = max(siege.megabytes, (server.memory() - memory) / 2**20)
            opened = _files(server) - files
            siege.require(opened <= attack.files, f"the server had {opened} more files open")
            newcomers.append(_newcomer(honest, f"New {number}"))
            siege.got = crowd.tell("off")
            time.sleep(BREATH_SECONDS)
            number += 1
        quiet.phase(seconds)
        siege.quiet, siege.attacked = quiet.rate, attacked.rate
        siege.waits, siege.cpu = (quiet.wait, attacked.wait), (quiet.spent, attacked.spent)
        siege.starved = quiet.starved / (quiet.starved + quiet.cpu)
        siege.disk_megabytes = (_disk(database.path) - disk) / 2**20
        figures = honest.call("figures")
        siege.require(figures["connections"] == 1, "an honest player was disconnected")
        for newcomer in newcomers:
            for what, answer in newcomer.items():
                siege.require(answer == "ok", f"nobody else could get a {what}: {answer}")
        events = _events(database.path, names) - asleep
        siege.require(events == 0, f"sleeping games went on by {events} events")
        _judge(siege)
        _compare(siege, honest, server, database, folder)
    except Exception as error:
        (folder / "broken.txt").write_text(traceback.format_exc())
        siege.require(False, f"the attack broke: {type(error).__name__}: {str(error)[-300:]}")
    finally:
        if crowd is not None:
            crowd.end()
        honest.end()
        server.kill()
        database.close()
    return siege


def _newcomer(honest: Clients, name: str) -> dict[str, str]:
    """Let somebody come and make a room and a channel; return "ok" or why not, for each."""
    try:
        found: dict[str, str] = honest.call("newcomer", name=name, timeout=NEWCOMER_SECONDS)
    except TimeoutError:
        return {"welcome": f"no answer in {NEWCOMER_SECONDS:.0f} s"}
    return found


def _judge(siege: Siege) -> None:
    """Compare the figures with the bars."""
    attack = siege.attack
    for name, most in attack.most:
        found = siege.got.get(name, 0)
        siege.require(found <= most, f"{name}: {found}, not {most} at the most")
    siege.require(siege.megabytes <= attack.megabytes, f"the server grew by {siege.megabytes:.0f} MB")
    grown = siege.disk_megabytes
    siege.require(grown <= attack.disk_megabytes, f"the database grew by {grown:.0f} MB")
    broke = [name for name in siege.got if name.startswith("broke")]
    siege.require(not broke, f"the attackers broke: {broke}")


def _compare(siege: Siege, honest: Clients, server: Server, database: Database, folder: Path) -> None:
    """End everything, and look whether all that the honest players were told is in the log."""
    told = folder / "told.json"
    ended = honest.call("end", path=str(told), seconds=20)
    siege.require(
        not ended["oddities"], f"an honest act was refused: {json.dumps(ended['oddities'])[:300]}"
    )
    honest.call("close")
    siege.require(server.end() == 0, "the server did not end with exit code 0")
    found = compare(json.loads(told.read_text())["clients"], database.read())
    siege.acknowledged = found.acknowledged
    siege.lost = found.lost + found.doubled + found.wrong
    siege.require(siege.acknowledged > 0, "no honest act was acknowledged")
    for sentence in found.faults:
        siege.require(False, sentence)
    _, strange = read_log(server.log)
    siege.require(not strange, f"{len(strange)} tracebacks in the server's log: {''.join(strange)[-200:]}")


def _server(database: Database, log: Path, limits: dict[str, float] | None = None) -> Server:
    """Return a server with the usual limits: those of addresses are what is attacked."""
    usual = {name: getattr(Limits(), name) for name in ONE_ADDRESS}
    return Server(database.url, log, limits={**usual, **(limits or {})})


# Sleeping games.


def make_sleepers(folder: Path) -> Path:
    """Make a database with many sleeping public games that wait for people who have left them."""
    folder.mkdir(parents=True)
    database = Database("sqlite", folder)
    server = _server(database, folder / "server.log")
    clients = Clients("honest.mjs", folder / "clients.log")
    try:
        server.start()
        room = clients.call("sleeper", addresses=[server.address], seed=3, grace=GRACE_SECONDS)["room"]
        assert server.end() == 0
    finally:
        clients.end()
        server.kill()
    with closing(sqlite3.connect(database.path)) as file:
        for number in range(SLEEPERS):
            _copy(file, room, f"asleep{number:04}")
        file.commit()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return database.path


def _copy(file: sqlite3.Connection, room: str, name: str) -> None:
    """Copy a room under another name, with dice of its own."""
    commitment = file.execute("SELECT commitment FROM dice WHERE room = ?", (room,)).fetchone()[0]
    dice = Dice(name, secret=os.urandom(8).hex(), salt=os.urandom(16).hex())
    others = {
        "commitment": dice.commitment,
        "secret": dice.secret,
        "salt": dice.salt,
        "id": name,
        "room": name,
    }
    for table, key in (("rooms", "id"), ("events", "room"), ("room_people", "room"), ("dice", "room")):
        columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
        for row in file.execute(f"SELECT * FROM {table} WHERE {key} = ?", (room,)).fetchall():
            values = [others.get(column, value) for column, value in zip(columns, row, strict=True)]
            for place, value in enumerate(values):
                if isinstance(value, bytes):
                    value = value.replace(room.encode(), name.encode())
                    values[place] = value.replace(commitment.encode(), dice.commitment.encode())
            file.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def sleeping(path: Path) -> list[str]:
    """Return the sleeping games of a database."""
    with closing(sqlite3.connect(path)) as file:
        return [row[0] for row in file.execute("SELECT id FROM rooms WHERE id LIKE 'asleep%'")]


def _events(path: Path, rooms: Sequence[str]) -> int:
    """Return how many moves there are in sleeping games."""
    if not rooms:
        return 0
    with closing(sqlite3.connect(path, timeout=20)) as file:
        found = file.execute("SELECT count(*) FROM events WHERE room LIKE 'asleep%' AND kind = 'moved'")
        return int(found.fetchone()[0])


# The machine.


def _files(server: Server) -> int:
    return len(list(Path(f"/proc/{server.pid}/fd").iterdir()))


def _disk(path: Path) -> int:
    """Return the bytes of the rows in a database, whatever its write-ahead log has."""
    with closing(sqlite3.connect(path, timeout=20)) as file:
        pages = file.execute("PRAGMA page_count").fetchone()[0]
        return int(pages) * int(file.execute("PRAGMA page_size").fetchone()[0])


def all_attacks(only: Sequence[str]) -> list[Attack]:
    """Return the attacks that were asked for, all if none is named."""
    return [attack for name, attack in ATTACKS.items() if not only or name in only]


def as_json(siege: Siege) -> dict[str, Any]:
    """Return what came of an attack, for a file."""
    names = ("quiet", "attacked", "kept", "waits", "acknowledged", "lost", "megabytes", "disk_megabytes")
    return {
        "attack": siege.attack.name,
        **{name: getattr(siege, name) for name in (*names, "cpu", "starved", "got", "failures")},
    }
