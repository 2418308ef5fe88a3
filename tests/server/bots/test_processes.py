"""`catanlab bot` and the examples, as programs of their own at a real `catanlab serve`."""

import asyncio
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.bots.serve_process import SECONDS, ServeProcess, finish, line_of
from tests.server.wire.running import soon

from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.framework.moves import Move
from catanlab.games.catan.moves import CatanMove
from catanlab.server import wire
from catanlab.server.client.client import DELAYS, Client, dial
from catanlab.server.database.database import Database
from catanlab.server.dice import check_record
from catanlab.server.rooms.room import Room
from catanlab.table.events import Played
from catanlab.table.record_reader import read_records

pytestmark = pytest.mark.full

QUICK = '{"robots": ["greedy"], "robot_seconds": 0}'
EXAMPLES = {
    "Python": (sys.executable, "examples/bots/bot.py"),
    "JavaScript": ("node", "examples/bots/bot.js"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    with ServeProcess(tmp_path_factory.mktemp("serve")) as running:
        yield running


@pytest.fixture
def programs() -> Iterator[list[subprocess.Popen[str]]]:
    """Programs that are ended with the test."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for program in started:
        program.kill()
        program.communicate()


def room_of(line: str) -> str:
    """Return the room in which a bot says that it sits."""
    return line.partition(" sits in room ")[2].partition(",")[0]


def moves_of(server: ServeProcess, room: str, seat: int) -> list[str]:
    """Return the first words of a seat's moves in a game whose record and dice are checked."""
    [record] = read_records(server.record(room))
    checked = check_record(record)
    assert checked is not None
    assert "The dice were checked" in checked
    played = [event for event in record.events if isinstance(event, Played) and event.seat == seat]
    return [word_of(event.move) for event in played]


def word_of(move: Move) -> str:
    return CatanMove(move).text.split()[0]


def wait_for_events(server: ServeProcess, room: str, count: int) -> None:
    """Wait until a room's log has so many events."""
    limit = time.monotonic() + SECONDS
    with Database(server.database) as database:
        while len(database.read_rows(room)) < count:
            assert time.monotonic() < limit
            time.sleep(0.02)


def test_two_bots_and_robots_finish_a_game_that_replays(
    server: ServeProcess, programs: list[subprocess.Popen[str]]
) -> None:
    options = ("--agent=thomas-trade", f"--create={QUICK}", "--people=2", "--seed=1")
    first = server.bot(*options, token=server.token("Maker"))
    programs.append(first)
    room = room_of(line_of(first))
    second = server.bot(
        "--agent=greedy:trade=principled", f"--room={room}", "--seat=2", token=server.token("Guest")
    )
    programs.append(second)
    assert line_of(second) == f"Guest sits in room {room}, seat 2"
    assert finish(first).startswith(f"room {room}, seat 0: ")
    assert finish(second).startswith(f"room {room}, seat 2: ")
    words = moves_of(server, room, 0) + moves_of(server, room, 2)
    assert {"settlement", "roll", "end"} <= set(words)
    assert {"offer", "accept", "reject", "counter"} & set(words)


@pytest.mark.parametrize("language", EXAMPLES)
def test_the_example_plays_a_game(
    language: str, server: ServeProcess, programs: list[subprocess.Popen[str]]
) -> None:
    command = EXAMPLES[language]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    words: list[str] = []
    # Chance may spare one game of all trade; not several.
    for number in range(3):
        maker = server.bot(
            "--agent=greedy:trade=principled",
            f"--create={QUICK}",
            "--people=2",
            token=server.token(f"{language} host {number}"),
        )
        programs.append(maker)
        room = room_of(line_of(maker))
        name = f"{language} bot {number}"
        example = server.run(*command, server.address, room, token=server.token(name))
        programs.append(example)
        printed = finish(example).splitlines()
        assert printed[0] == f"connected as {name}"
        assert printed[1].startswith("game over: seat ")
        assert printed[1].endswith("this bot has seat 1")
        finish(maker)
        words += moves_of(server, room, 1)
        if {"offer", "accept", "counter", "bank"} <= set(words):
            break
    assert {"settlement", "road", "roll", "end", "offer", "reject"} <= set(words)
    assert {"accept", "counter", "bank", "confirm"} & set(words)


async def play_with(server: ServeProcess, names: list[str]) -> str:
    """Let a person find bots in the lobby, invite them, and play with them; return the room."""
    present: dict[str, str] = {}

    class Looking(Client):
        async def _take(self, message: wire.AnyServerMessage) -> None:
            if isinstance(message, wire.Lobby):
                present.update({each.name: each.person for each in message.people if each.available})
            await super()._take(message)

    url = f"ws{server.address.removeprefix('http')}/ws"
    async with Looking(url, "Anna", "", dial=dial, delays=DELAYS, attempts=None, check_views=True) as anna:
        await anna.until(lambda: bool(anna.person))
        await anna._send(wire.Watch())
        await asyncio.wait_for(anna.until(lambda: set(names) <= set(present)), SECONDS)
        options = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, rules="trading,points_to_win=6")
        room = await anna.create(options)
        await anna.sit(room.room)
        for name in names:
            await anna.act(wire.Invite(id=anna.new_id(), room=room.room, person=present[name]))

        def bots() -> int:
            return sum(seat.occupant.bot for seat in room.table.seats) if room.table else 0

        await soon(anna.until(lambda: bots() == len(names)))
        await anna.start(room.room)
        await asyncio.wait_for(ScriptedPerson(anna, room, 1).play(), SECONDS)
        return room.room


def test_a_person_invites_bots_of_three_kinds_to_a_game(
    server: ServeProcess, programs: list[subprocess.Popen[str]]
) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    ours = server.bot("--agent=thomas-trade", "--games=1", "--pause=0", token=server.token("Our bot"))
    python = server.run(*EXAMPLES["Python"], server.address, token=server.token("Python bot"))
    node = server.run(*EXAMPLES["JavaScript"], server.address, token=server.token("Node bot"))
    programs += [ours, python, node]
    room = asyncio.run(play_with(server, ["Our bot", "Python bot", "Node bot"]))
    assert "waits for invitations" in finish(ours)
    for program in (python, node):
        assert line_of(program).startswith("connected as ")
        assert line_of(program).startswith("game over: seat ")
    [record] = read_records(server.record(room))
    assert record.agents[0] == "Anna"
    assert sorted(record.agents[1:]) == ["Node bot", "Our bot", "Python bot"]


@pytest.mark.parametrize("language", EXAMPLES)
def test_the_example_says_what_is_wrong(
    language: str, server: ServeProcess, programs: list[subprocess.Popen[str]]
) -> None:
    command = EXAMPLES[language]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    example = server.run(*command, server.address, token="wrong")
    programs.append(example)
    _, errors = example.communicate(timeout=SECONDS)
    assert (example.returncode, "the server answers 401" in errors) == (1, True)
    example = server.run(*command, server.address, "nowhere", token=server.token(f"{language} lost"))
    programs.append(example)
    _, errors = example.communicate(timeout=SECONDS)
    assert (example.returncode, errors) == (1, "There is no such room, or it is not open to this person.\n")


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_a_bot_that_is_stopped_leaves_its_seat_to_a_robot(
    number: signal.Signals, server: ServeProcess, programs: list[subprocess.Popen[str]]
) -> None:
    options = ("--pause=0.02", f"--create={QUICK}", "--people=2")
    stays = server.bot(*options, token=server.token(f"Stays {number.name}"))
    programs.append(stays)
    room = room_of(line_of(stays))
    # Its pauses make the game so long that it is not over when the signal comes, however late that is.
    leaves = server.bot("--pause=0.3", f"--room={room}", token=server.token(f"Leaves {number.name}"))
    programs.append(leaves)
    line_of(leaves)
    wait_for_events(server, room, 30)
    leaves.send_signal(number)
    _, errors = leaves.communicate(timeout=SECONDS)
    assert (leaves.returncode, errors) == (130, "")
    finish(stays)
    with Database(server.database) as database:
        rows = database.read_rows(room)
        seat = Room.rebuild(rows, rows[-1].epoch).seating.seats[1]
    assert (seat.kind, seat.away) == ("robot", False)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_bots_go_on_when_the_server_is_back(
    number: signal.Signals, tmp_path: Path, programs: list[subprocess.Popen[str]]
) -> None:
    commands = [command for command in EXAMPLES.values() if shutil.which(command[0])]
    with ServeProcess(tmp_path) as server:
        people = f"--people={2 + len(commands)}"
        first = server.bot("--pause=0.01", f"--create={QUICK}", people, token=server.token("First"))
        programs.append(first)
        room = room_of(line_of(first))
        second = server.bot(
            "--agent=thomas-trade", "--pause=0.01", f"--room={room}", token=server.token("Second")
        )
        examples = [
            server.run(*command, server.address, room, token=server.token(command[1]))
            for command in commands
        ]
        programs += [second, *examples]
        wait_for_events(server, room, 80)
        server.stop(number)
        server.start()
        finish(first)
        finish(second)
        for example in examples:
            assert "game over" in finish(example)
        assert moves_of(server, room, 0)
        with Database(server.database) as database:
            rows = database.read_rows(room)
        assert rows[-1].epoch == 2
        assert not [row for row in rows if row.kind == "incident"]


def test_a_bot_says_in_one_sentence_why_it_cannot_play(server: ServeProcess) -> None:
    token = server.token("Lost")

    def complaint(*options: str, token: str = token) -> str:
        program = server.bot(*options, token=token)
        out, errors = program.communicate(timeout=SECONDS)
        assert (program.returncode, out, errors.count("\n")) == (2, "", 1), (out, errors)
        return errors

    where = f"catanlab: the server at {server.address}"
    assert complaint(token="wrong") == f"{where} does not take the token: No bot has this token.\n"
    nowhere = "catanlab: There is no such room, or it is not open to this person.\n"
    assert complaint("--room=nowhere") == nowhere
    assert "has no stream for bots: it answers 404" in complaint(f"--server={server.address}/elsewhere")
    assert "there is no server at http://127.0.0.1:1: " in complaint("--server=http://127.0.0.1:1")
    rules = complaint('--create={"rules": "poker"}')
    assert "poker" in rules
