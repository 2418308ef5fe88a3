"""What thirty guests of one address do to a server, at twice the pace that the limits allow.

`begin` of an attack starts its work and comes back; the crowd ends it. An attack that needs rooms of a
database gets their names as words.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal

from tests.faults.attacks.crowd import GUESTS, TOO_MUCH, Crowd, Guest
from tests.server.replays.longest import long_record
from tests.server.wire.raw import PIECE, PING, TEXT, UPGRADE, frame

from catanlab.server.limits import Limits

LIMITS: Final = Limits()
Begin = Callable[[Crowd, Sequence[str]], Awaitable[None]]
FLOOD: Final = 20
"""How much faster than the limits allow frames are sent that cost the server least."""
CONNECT: Final = GUESTS / (TOO_MUCH * LIMITS.requests_per_second)
"""Seconds between two connections of a guest."""
BURST: Final = 500
"""Frames that are sent at once."""
NAP: Final = 0.05
"""Between two bursts of messages."""


@dataclass(frozen=True)
class Attack:
    """A name, a sentence, and what the crowd does."""

    name: str
    summary: str
    begin: Begin
    needs: Literal["", "sleepers"] = ""
    """What has to be in the database."""
    megabytes: int = 64
    """How much the server may grow meanwhile."""
    disk_megabytes: int = 8
    """And its database."""
    files: int = 300
    """How many more files, connections among them, it may have open at the end of the attack."""
    limits: tuple[tuple[str, float], ...] = ()
    """Limits that differ from the usual ones, which would take too long to reach."""
    most: tuple[tuple[str, int], ...] = ()
    """What the attackers may get at the most, by name."""


# Frames, connections, requests.


async def nothing(crowd: Crowd, words: Sequence[str]) -> None:
    """Do nothing: what differs now is the noise of the machine."""


def _flood(data: bytes, pieces: int) -> Begin:
    """Return a flood of frames by connections that do not read, and look alive."""

    async def one(guest: Guest) -> None:
        while True:
            try:
                _, writer = await guest.crowd.upgrade()
            except (OSError, asyncio.IncompleteReadError):
                guest.crowd.got["no connection"] += 1
                await asyncio.sleep(CONNECT)
                continue
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            try:
                writer.write(frame(TEXT, b'{"t":"hello","protocol":1,"name":"Flood %d"}' % guest.number))
                while not writer.is_closing():
                    guest.crowd.got["frames"] += pieces
                    writer.write(data)
                    async with asyncio.timeout(5):
                        await writer.drain()
                    await asyncio.sleep(pieces / (FLOOD * LIMITS.messages_per_second))
            except (OSError, TimeoutError):
                guest.crowd.got["connections that ended"] += 1
            finally:
                writer.transport.abort()
            await asyncio.sleep(CONNECT)

    async def begin(crowd: Crowd, words: Sequence[str]) -> None:
        await crowd.each(one)

    return begin


pings = _flood(frame(PING, b"x" * 125) * BURST, BURST)
pieces = _flood(frame(TEXT, is_last=False) + frame(PIECE, is_last=False) * BURST + frame(PIECE), BURST)


async def handshakes(crowd: Crowd, words: Sequence[str]) -> None:
    """Ask for WebSockets by requests that cannot be read, and wait."""

    async def one(guest: Guest) -> None:
        kept = []
        head = UPGRADE + "".join(f"X-{number}: x\r\n" for number in range(200)) + "\r\n"
        try:
            while True:
                with suppress(OSError):
                    _, writer = await crowd.dial()
                    writer.write(head.encode())
                    kept.append(writer)
                    crowd.got["handshakes"] += 1
                await asyncio.sleep(CONNECT)
        finally:
            for writer in kept:
                writer.transport.abort()

    await crowd.each(one)


async def messages(crowd: Crowd, words: Sequence[str]) -> None:
    """Send messages that cost nothing, on one connection for each guest."""
    count = round(TOO_MUCH * LIMITS.messages_per_second * NAP)

    async def one(guest: Guest) -> None:
        while True:
            for _ in range(count):
                await guest.send(t="pong", n=1)
            await asyncio.sleep(NAP)

    await crowd.each(one)


async def requests(crowd: Crowd, words: Sequence[str]) -> None:
    """Ask for what is long: lists of rooms, the lobby, histories and counted cards of a long game."""
    pause = 1 / (TOO_MUCH * LIMITS.acts_per_second)

    async def one(guest: Guest) -> None:
        answer = await guest.act(t="quick", options={"robots": ["greedy"], "robot_seconds": 1}, robots=True)
        room = answer.get("room", "none")
        asked: list[dict[str, Any]] = [
            {"t": "history", "room": room, "after": 0},
            {"t": "count", "room": room},
            {"t": "rooms"},
            {"t": "watch", "on": True},
        ]
        while True:
            for message in asked:
                await guest.send(**message)
                await asyncio.sleep(pause)

    await crowd.each(one)


async def http(crowd: Crowd, words: Sequence[str]) -> None:
    """Ask the API and for the page."""

    async def one(guest: Guest) -> None:
        while True:
            for path in ("/api/rooms", "/", "/api/statistics", "/api/ladder", "/api/nothing"):
                await crowd.ask("GET", path)
                await asyncio.sleep(CONNECT)

    await crowd.each(one)


async def slow(crowd: Crowd, words: Sequence[str]) -> None:
    """Ask for much, and read nothing of it."""
    record = long_record()

    async def watcher(guest: Guest) -> None:
        _, writer = await crowd.upgrade()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        try:
            writer.write(frame(TEXT, b'{"t":"hello","protocol":1,"name":"Slow %d"}' % guest.number))
            while not writer.is_closing():
                for message in (b'{"t":"watch","on":true}', b'{"t":"rooms"}', b'{"t":"pong","n":1}'):
                    writer.write(frame(TEXT, message))
                    crowd.got["sent"] += 1
                await asyncio.sleep(1 / TOO_MUCH)
        finally:
            writer.transport.abort()

    async def replayer(guest: Guest) -> None:
        body = json.dumps({"record": record}).encode()
        head = b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n" % len(body)
        head += b"Content-Type: application/json\r\n"
        opened = []
        try:
            while True:
                with suppress(OSError):
                    _, writer = await crowd.dial()
                    writer.transport.pause_reading()  # type: ignore[attr-defined]
                    writer.write(head + b"\r\n" + body)
                    opened.append(writer)
                    crowd.got["replays"] += 1
                await asyncio.sleep(GUESTS / TOO_MUCH)
        finally:
            for writer in opened:
                writer.transport.abort()

    await crowd.each(watcher)
    await crowd.each(replayer)


# What people may do, far too much of it.


async def rooms(crowd: Crowd, words: Sequence[str]) -> None:
    """Follow sleeping public rooms, as many as there are."""
    share = -(-len(words) // GUESTS)

    async def one(guest: Guest) -> None:
        for room in words[guest.number * share : (guest.number + 1) * share]:
            await guest.send(t="join", room=room, seq=0)
            await asyncio.sleep(1 / (TOO_MUCH * LIMITS.acts_per_second))
        await asyncio.sleep(3600)

    await crowd.each(one)


async def robots(crowd: Crowd, words: Sequence[str]) -> None:
    """Let robots play alone as fast as they can, and look on."""
    options = {"rules": "trading", "robots": ["greedy"], "robot_seconds": 0, "public": False}

    async def one(guest: Guest) -> None:
        for _ in range(9):
            answer = await guest.act(t="quick", options=options, robots=True)
            if answer.get("t") == "ack":
                await guest.act(t="stand", room=answer["room"])
        await asyncio.sleep(3600)

    await crowd.each(one)


async def pasted(crowd: Crowd, words: Sequence[str]) -> None:
    """Continue the longest game there can be, again and again."""
    record = long_record()
    pause = GUESTS / (TOO_MUCH * LIMITS.replays_per_second) / 5

    async def one(guest: Guest) -> None:
        if not guest.token and not await guest.come():
            return
        for number in range(1000):
            body = {"id": f"p{number}", "record": record, "at": 5000, "seat": 0}
            await crowd.ask("POST", "/api/continue", body, token=guest.token)
            await asyncio.sleep(pause)

    await crowd.each(one)


async def channels(crowd: Crowd, words: Sequence[str]) -> None:
    """Enter channels of one's own, as many as there are."""

    async def one(guest: Guest) -> None:
        for number in range(round(TOO_MUCH * LIMITS.channels_per_person)):
            await guest.send(t="enter", channel=f"evil-{guest.number}-{number}")
        await asyncio.sleep(3600)

    await crowd.each(one)


ATTACKS: Final[dict[str, Attack]] = {
    attack.name: attack
    for attack in (
        Attack("nothing", "nobody attacks: the noise of the machine", nothing),
        Attack("pings", "pings of 125 bytes, answers unread", pings),
        Attack("pieces", "empty pieces of messages", pieces),
        Attack("handshakes", "handshakes that cannot be read, left open", handshakes, files=60),
        Attack("messages", "messages that cost nothing", messages),
        Attack("requests", "histories, counted cards, lists and the lobby", requests),
        Attack("http", "the API and the page", http),
        Attack("slow", "lobbies and long replays that nobody reads", slow, megabytes=256),
        Attack(
            "rooms",
            "follow 150 sleeping rooms, of which 40 are allowed",
            rooms,
            needs="sleepers",
            limits=(("rooms_per_address", 40),),
            most=(("rooms followed at once", 40),),
        ),
        Attack(
            "sleepers", "look on at sleeping games, so that robots finish them", rooms, needs="sleepers"
        ),
        Attack("robots", "robots that play alone at full speed", robots),
        Attack("pasted", "continue the longest game, again and again", pasted, megabytes=256),
        Attack(
            "channels",
            "fill all channels",
            channels,
            most=(("channels entered at once", LIMITS.channels_per_address),),
        ),
    )
}
