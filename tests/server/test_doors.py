"""The doors: people and bots of several makes meet in the lobby, play, and the study tells what happened.

Everything goes through what the public has: the HTTP API for names and tokens, the lobby for finding each
other, `catanlab bot` and a bot in JavaScript, a client over a WebSocket, and the commands of the shell.
"""

from __future__ import annotations

import asyncio
import csv
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.conftest import ROOT
from tests.server.bots.serve_process import SECONDS, ServeProcess
from tests.server.wire.running import HOST

from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.server import wire
from catanlab.server.client import Client, connect
from catanlab.server.database.database import Database
from catanlab.server.rooms import log_entries as log

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("both_databases")]

BOTS = ("Planner", "Trader", "Script")
MOST_GAMES = 4
OPTIONS = wire.RoomOptions(rules="trading", robot_seconds=0.0)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServeProcess]:
    with ServeProcess(tmp_path) as running:
        yield running


def tokens(server: ServeProcess) -> dict[str, str]:
    """Reserve a name with a password, and make the bots of that person; all over HTTP."""
    with httpx.Client(base_url=server.address, timeout=SECONDS) as http:
        made = http.post("/api/session", json={"name": "Olivia"})
        assert made.status_code == 200, made.text
        changed = http.put("/api/me/password", json={"password": "correct horse battery"})
        assert changed.status_code == 200, changed.text
        found = {}
        for name in BOTS:
            answer = http.post("/api/bots", json={"name": name})
            assert answer.status_code == 200, answer.text
            found[name] = str(answer.json()["token"])
        return found


@pytest.fixture
def bots(server: ServeProcess) -> Iterator[None]:
    """Bots that wait for invitations: two of ours, and one in JavaScript."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    given = tokens(server)
    programs = [
        server.bot("--agent=thomas-trade", "--pause=0", "--quiet", token=given["Planner"]),
        server.bot("--agent=greedy:trade=principled", "--pause=0", "--quiet", token=given["Trader"]),
        server.run("node", "examples/bots/bot.js", server.address, token=given["Script"]),
    ]
    yield
    for program in programs:
        assert program.poll() is None, program.communicate()
        program.kill()
        program.communicate()


def waiting(client: Client) -> dict[str, str]:
    """Return the bots that wait in the lobby: their ids by name."""
    lobby = client.lobby.latest
    people = lobby.people if lobby is not None else ()
    return {each.name: each.person for each in people if each.bot and each.available}


async def play(client: Client) -> str:
    """Find the bots in the lobby, invite them, and play a game to its end; returns the room."""
    await client.until(lambda: waiting(client).keys() == {*BOTS})
    room = await client.create(OPTIONS)
    await client.sit(room.room)
    for seat, name in enumerate(BOTS, start=1):
        await client.lobby.invite(room.room, waiting(client)[name], seat)

    def is_full() -> bool:
        return room.table is not None and all(each.occupant.kind == "person" for each in room.table.seats)

    await client.until(is_full)
    await client.start(room.room)
    await client.act(wire.Chat(id=client.new_id(), room=room.room, text="Hello, all of you"))
    await ScriptedPerson(client, room, seed=len(client.rooms)).play()
    await client.part(room.room)
    return room.room


def happened(server: ServeProcess, rooms: list[str]) -> Counter[str]:
    """Return how often each kind of move was made in the rooms, and how many lines were said there."""
    found: Counter[str] = Counter()
    with Database(server.database) as database:
        for room in rooms:
            entries = [log.decode(row.body) for row in database.read_rows(room)]
            found.update(entry.move.split()[0] for entry in entries if isinstance(entry, log.Moved))
            found["proposed"] += sum(isinstance(entry, log.Proposed) for entry in entries)
            found["chat"] += len(database.read_chat(room))
    return found


def command(*words: str) -> str:
    """Return what a command prints."""
    line = [sys.executable, "-m", "catanlab", *words]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (done.returncode, done.stderr) == (0, ""), (done.stdout, done.stderr)
    return done.stdout


@pytest.mark.usefixtures("bots")
def test_strangers_meet_play_and_the_study_tells_of_it(server: ServeProcess, tmp_path: Path) -> None:
    rooms: list[str] = []

    async def meet() -> None:
        async with await connect(f"ws://{HOST}:{server.port}/ws", "Anna") as client:
            await client.lobby.watch()
            async with asyncio.timeout(MOST_GAMES * SECONDS):
                for _ in range(MOST_GAMES):
                    rooms.append(await play(client))
                    found = happened(server, rooms)
                    if found["counter"] and (found["confirm"] or found["take"]):
                        return

    asyncio.run(meet())
    found = happened(server, rooms)
    assert found["offer"]
    assert found["counter"]
    assert found["confirm"] or found["take"]
    assert found["chat"]

    told = command("study", server.database, "--people", "1")
    games_told = "1 game that ended" if len(rooms) == 1 else f"{len(rooms)} games that ended"
    assert told.startswith(f"{games_told}; 0 rooms without an end\n")
    partners = {tuple(line.split()[:2]) for line in told.splitlines()}
    assert {("person", "bot"), ("bot", "person"), ("bot", "bot")} <= partners
    command("study", server.database, "--export", str(tmp_path / "games.csv"))
    with (tmp_path / "games.csv").open() as file:
        games = list(csv.DictReader(file))
    # A proposal that answers an offer counts as a counter-offer, any other as an offer.
    traded = sum(int(game["offers"]) + int(game["counter_offers"]) for game in games)
    assert traded == found["offer"] + found["counter"] + found["proposed"]
    ladder = command("ladder", server.database)
    assert all(name in ladder for name in ("Anna", *BOTS))
    assert "No fault" in command("database", "check", server.database)
