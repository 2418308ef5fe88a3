"""Games that are over and not in memory: others see them from the log, players come back to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.hubs import Bench, Guest, on_bench
from tests.server.lobby.games import SHORT, play_on
from tests.server.test_rooms_held import AMPLE, at, limit, nothing_is_held, token_of, unload

from catanlab.server import wire
from catanlab.server.hub import session as session_module
from catanlab.server.protocol.frames import read_server_message, write
from catanlab.server.rooms.finished import GAMES_AT_ONCE

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("both_databases")]
LONG = 400
"""More events than a fresh start shows."""


async def finished(bench: Bench, *guests: Guest, options: wire.RoomOptions = SHORT) -> str:
    """Let guests play a game to its end, talk, and leave."""
    room = await bench.game(*guests, options=options)
    await play_on(bench, room, guests)
    await guests[0].do(wire.Chat(id="good", room=room, text="Good game!"))
    await guests[-1].do(wire.Chat(id="thanks", room=room, text="Thanks"))
    while len(bench.host(room).room.history) < LONG // 2 + 50:
        await guests[0].do(wire.Lock(id=guests[0].id(), room=room, seat=3, locked=True))
    await bench.pass_time(60.0)  # robots have said what they had to say
    return room


async def first_frames(guest: Guest, room: str, seq: int = 0) -> list[bytes]:
    """Join, and return all that the connection got for it."""
    before = len(guest.box.frames)
    await guest.do(wire.Join(room=room, seq=seq))
    return guest.box.frames[before:]


def without_epoch(frames: list[bytes]) -> list[object]:
    """Return frames without the number of times that the room was loaded."""
    found: list[object] = []
    for frame in frames:
        message = read_server_message(frame)
        if isinstance(message, wire.Update):
            assert message.epoch > 0
            frame = write(message).replace(b'"epoch":%d,' % message.epoch, b"")
        found.append(frame)
    return found


def test_a_finished_game_looks_as_if_its_room_were_in_memory(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        ann, bob, eve = [await at(bench, name, f"192.0.2.{name}") for name in ("Ann", "Bob", "Eve")]
        room = await finished(bench, ann, bob)
        last = len(bench.host(room).room.history)
        await eve.do(wire.Mute(person=bob.session.person, on=True))
        starts = (0, last - 10, last, last + 5)
        for guest in (ann, bob):
            await guest.do(wire.Part(room=room))
        seen: dict[str, list[list[bytes]]] = {}
        for guest in (eve, ann, bob):
            seen[guest.session.name] = []
            for seq in starts:
                await bench.pass_time(60.0)
                seen[guest.session.name].append(await first_frames(guest, room, seq))
                await guest.do(wire.Part(room=room))
        assert [len(frames) for frames in seen["Eve"]] == [2, 2, 2, 2], "an update, and the chat"
        assert len({bytes(frames[0]) for each in seen.values() for frames in each}) == 9
        pages = []
        looks: tuple[wire.Count | wire.History, ...] = (
            wire.Count(room=room),
            wire.History(room=room, after=3),
        )
        await eve.do(wire.Join(room=room))
        for message in looks:
            await eve.do(message)
            pages.append(eve.box.frames[-1])
        await eve.do(wire.Part(room=room))
        await unload(bench, room)
        for seq, frames in zip(starts, seen["Eve"], strict=True):
            assert await first_frames(eve, room, seq) == frames
            assert room not in bench.hub.rooms.hosts
        for message, page in zip(looks, pages, strict=True):
            await eve.do(message)
            assert eve.box.frames[-1] == page
        assert nothing_is_held(bench)
        for guest in (ann, bob):
            for seq, frames in zip(starts, seen[guest.session.name], strict=True):
                found = await first_frames(guest, room, seq)
                assert without_epoch(found) == without_epoch(frames)
                await guest.do(wire.Part(room=room))
                await unload(bench, room)

    on_bench(tmp_path, test)


def test_a_stranger_in_a_finished_game_holds_nothing_and_changes_nothing(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        ann = await at(bench, "Ann", "192.0.2.1")
        room = await finished(bench, ann)
        ann.session.closed()
        await unload(bench, room)
        rows, row = bench.services.database.read_rows(room), bench.services.database.room(room)
        eve = await at(bench, "Eve", "203.0.113.9")
        await eve.do(wire.Join(room=room))
        for act in (
            wire.Sit(id="sit", room=room),
            wire.Start(id="start", room=room),
            wire.Chat(id="chat", room=room, text="hello?"),
            wire.Why(id="why", room=room, seat=1),
            wire.Rematch(id="rematch", room=room),
            wire.Invite(id="invite", room=room, person=ann.session.person),
            wire.Face(id="face", room=room, face="owl"),
        ):
            await eve.do(act)
            assert eve.box.answers(act.id) == ["not-seated"], act
        await eve.do(wire.Report(id="report", room=room, person=ann.session.person, text="insults"))
        assert eve.box.answers("report") == ["ack"]
        await eve.do(wire.Part(room=room))
        for message in (wire.Count(room=room), wire.History(room=room, after=0)):
            await eve.do(message)
            assert isinstance(eve.last, wire.Refused)
            assert eve.last.code == "not-joined"
        assert nothing_is_held(bench)
        assert bench.services.database.read_rows(room) == rows
        assert bench.services.database.room(room) == row, "it has the epoch that it had"

    on_bench(tmp_path, test)


def test_players_of_a_finished_game_talk_and_play_again(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        ann, bob, eve = [await at(bench, name, f"192.0.2.{name}") for name in ("Ann", "Bob", "Eve")]
        room = await finished(bench, ann, bob)
        tokens = token_of(ann), token_of(bob)
        for guest in (ann, bob):
            guest.session.closed()
        await unload(bench, room)
        await eve.do(wire.Join(room=room))
        ann, bob = await at(bench, "Ann", "192.0.2.1", tokens[0]), await at(bench, "Bob", "x", tokens[1])
        for guest, seat in ((ann, 0), (bob, 1)):
            await guest.do(wire.Join(room=room))
            assert guest.update.seat == seat
        # Who comes now is with them, also who saw the game from its log before.
        await eve.do(wire.Join(room=room))
        await eve.do(wire.Chat(id="hello", room=room, text="hello"))
        assert eve.box.answers("hello") == ["ack"]
        await bob.do(wire.Chat(id="again", room=room, text="again?"))
        await ann.do(wire.Rematch(id="rematch", room=room))
        for guest in (ann, bob, eve):
            assert [line.text for line in guest.box.of(wire.ChatLines)[-1].lines] == ["again?"]
            events = [event for update in guest.box.of(wire.Update) for event in update.events]
            assert isinstance(events[-1].event, wire.Rematched)
        for guest in (ann, bob, eve):
            guest.session.closed()
        await bench.settle()
        await bench.pass_time(3600.0)
        assert nothing_is_held(bench)

    on_bench(tmp_path, test)


def test_repeating_finished_games_is_limited_by_address(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        ann = await at(bench, "Ann", "192.0.2.1")
        room = await finished(bench, ann)
        ann.session.closed()
        await unload(bench, room)
        limit(bench, "replays_at_once=3")
        eve, mob = await at(bench, "Eve", "203.0.113.9"), await at(bench, "Mob", "203.0.113.9")
        for message in (wire.Join(room=room), wire.Count(room=room), wire.History(room=room, after=0)):
            await eve.do(message)
            assert not isinstance(eve.last, wire.Refused)
        for guest, message in ((eve, wire.Count(room=room)), (mob, wire.Join(room=room))):
            await guest.do(message)
            assert isinstance(guest.last, wire.Refused)
            assert guest.last.code == "too-fast"
        other = await at(bench, "Other", "198.51.100.7")
        await other.do(wire.Join(room=room))
        assert isinstance(other.box.messages[-2], wire.Update)
        bench.services.time += 1.0
        await mob.do(wire.Join(room=room))
        assert isinstance(mob.box.messages[-2], wire.Update)

    on_bench(tmp_path, test)


def test_few_games_are_repeated_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        ann = await at(bench, "Ann", "192.0.2.1")
        room = await finished(bench, ann)
        ann.session.closed()
        await unload(bench, room)
        to_thread, gate, begun, count = asyncio.to_thread, asyncio.Event(), 0, 3 * GAMES_AT_ONCE

        async def held_up(function: Callable[..., Any], *given: Any) -> Any:
            nonlocal begun
            if "FinishedGames" in getattr(function, "__qualname__", ""):
                begun += 1
                await gate.wait()
            return await to_thread(function, *given)

        monkeypatch.setattr(asyncio, "to_thread", held_up)
        guests = [await at(bench, f"G{number}", "203.0.113.9") for number in range(count)]
        limit(bench, f"replays_at_once={count + 1}")
        ledger, payer = bench.services.ledger, guests[0].session.payer
        joins = asyncio.gather(*(guest.send(wire.Join(room=room)) for guest in guests))
        # Whoever has paid waits for a turn, or has begun: by the last token, all have paid.
        while ledger.spend("replays", payer, 2, bench.services.time):
            ledger._spent["replays"].give_back(payer.network, 2)
            await asyncio.sleep(0)
        assert begun == GAMES_AT_ONCE
        gate.set()
        await joins
        assert begun == count
        assert all(guest.box.of(wire.Update) for guest in guests)

    on_bench(tmp_path, test)


def test_finished_games_count_among_the_rooms_that_a_connection_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "MAX_FOLLOWED", 1)

    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        ann, bob = await at(bench, "Ann", "192.0.2.1"), await at(bench, "Bob", "192.0.2.2")
        games = [await finished(bench, ann)]
        await ann.do(wire.Part(room=games[0]))
        games.append(await finished(bench, bob))
        await bob.do(wire.Part(room=games[1]))
        await unload(bench, *games)
        eve = await at(bench, "Eve", "203.0.113.9")
        for room in (games[0], games[0]):
            await eve.do(wire.Join(room=room))
            assert eve.update.room == room
        await eve.do(wire.Join(room=games[1]))
        assert isinstance(eve.last, wire.Refused)
        assert eve.last.code == "too-many-rooms"
        await eve.do(wire.Part(room=games[0]))
        await eve.do(wire.Join(room=games[1]))
        assert eve.update.room == games[1]

    on_bench(tmp_path, test)


def test_a_private_finished_game_opens_by_its_invitation_only(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        ann, eve = await at(bench, "Ann", "192.0.2.1"), await at(bench, "Eve", "203.0.113.9")
        private = msgspec.structs.replace(SHORT, public=False)
        room = await finished(bench, ann, options=private)
        invitation = bench.host(room).room.invitation
        ann.session.closed()
        await unload(bench, room)
        for guess in ("", "guess"):
            await eve.do(wire.Join(room=room, invitation=guess))
            assert isinstance(eve.last, wire.Refused)
            assert eve.last.code == "no-such-room"
        await eve.do(wire.Join(room=room, invitation=invitation))
        assert eve.update.room == room
        assert room not in bench.hub.rooms.hosts

    on_bench(tmp_path, test)
