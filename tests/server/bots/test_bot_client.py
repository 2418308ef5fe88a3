"""The client of bots: it comes back, sends again what is not done, and says why where it cannot."""

import asyncio
from pathlib import Path

import httpx
import pytest
from tests.server.bots.bots import address, bot_at, create, play_all, player, token_of
from tests.server.hubs import HomePool
from tests.server.players import OPTIONS, QUICK, check_log, serving
from tests.server.wire.running import run, soon

from catanlab.server import wire
from catanlab.server.bot_client import connect_bot, http_line
from catanlab.server.bot_client.http_line import AddressError, TokenError
from catanlab.server.client.client import ConnectionEndedError
from catanlab.server.database.people_queries import end_sessions
from catanlab.server.limits import Limits
from catanlab.server.people.identities import digest
from catanlab.server.protocol.close_codes import CloseCode

pytestmark = pytest.mark.full


def test_a_bot_whose_stream_breaks_again_and_again_finishes_its_game(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(streams_per_second=1e6, messages_per_second=1e6, messages_at_once=1_000_000)
        async with serving(tmp_path, limits=limits) as server:
            bot = await bot_at(server, "Unlucky")
            room = await create(bot, OPTIONS)
            unlucky = await player(bot, room, "thomas-trade")
            await bot.start(room)
            playing = asyncio.ensure_future(play_all([unlucky]))
            for number in range(1, 6):
                seen = bot.rooms[room].seq
                await soon(bot.until(lambda seen=seen: unlucky.result or bot.rooms[room].seq > seen + 15))
                [connection] = server.running.server.connections
                # At once, with all that was to be sent, or as a server that the bot reads too slowly.
                connection.close(1000, "") if number % 2 else connection._cut(CloseCode.RESYNC, "resync")
                await soon(bot.until(lambda number=number: bot.connections > number))
            await playing
            assert bot.connections == 6
            assert not unlucky.statistics.failures
            await bot.close()
            await asyncio.to_thread(check_log, server.hub.services.database, room)

    run(test())


def test_an_act_whose_answer_was_lost_is_done_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, pool=HomePool()) as server:
            bot = await bot_at(server, "Twice")
            room = await create(bot, OPTIONS)
            [connection] = server.running.server.connections
            put = connection.put

            def lose(frame: bytes) -> bool:
                """Break the stream in the moment in which the act is acknowledged."""
                if b'"t":"ack"' in frame:
                    connection.close(1000, "")
                return put(frame)

            connection.put = lose  # type: ignore[method-assign]
            ack = await soon(bot.act(wire.Sit(id="once", room=room, seat=2)))
            assert bot.connections == 2
            await soon(bot.until(lambda: bot.rooms[room].seat == 2))
            rows = server.hub.services.database.read_rows(room)
            assert [row.seq for row in rows if row.act == "once"] == [ack.seq]
            await bot.close()

    run(test())


def test_a_bot_whose_token_was_revoked_ends_with_a_sentence(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, pool=HomePool()) as server:
            token = await token_of(server, "Revoked")
            bot = await connect_bot(address(server), token, delays=QUICK)
            database = server.hub.services.database
            with database.writing() as connection:
                end_sessions(connection, token_hash=digest(token))
            [stream] = server.running.server.connections
            stream.close(1000, "")
            with pytest.raises(TokenError, match=r"does not take the token: No bot has this token\."):
                await soon(bot.until(lambda: False))
            await bot.close()

    run(test())


def test_a_second_program_with_the_same_token_ends_the_first(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, pool=HomePool()) as server:
            token = await token_of(server, "Double")
            first = await connect_bot(address(server), token, delays=QUICK)
            second = await connect_bot(address(server), token, delays=QUICK)
            with pytest.raises(ConnectionEndedError, match="Another stream with the same token was opened"):
                await soon(first.until(lambda: False))
            assert (await soon(second.list_rooms())) == ()
            await first.close()
            await second.close()

    run(test())


def test_a_bot_waits_as_long_as_retry_after_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        waits: list[float] = []
        # However slow the machine is, the second stream comes too early: only a wait gives the token back.
        limits = Limits(streams_at_once=1, streams_per_second=1e-9)
        async with serving(tmp_path, pool=HomePool(), limits=limits) as server:
            token = await token_of(server, "Hasty")
            wait_of = http_line._wait_of

            def wait(response: httpx.Response) -> float:
                waits.append(wait_of(response))
                server.running.server._bots._openings.give_back(digest(token), 1)
                return 0.0

            monkeypatch.setattr(http_line, "_wait_of", wait)
            for _ in range(2):
                bot = await connect_bot(address(server), token)
                await bot.close()
            assert waits == [1.0]

    run(test())


def test_an_address_that_is_none_or_has_no_server_is_told() -> None:
    async def test() -> None:
        for wrong in (
            "nowhere",
            "http://",
            "ws://host/ws",
            "http://host:99999",
            "http://u:p@host",
            "http://host/?q",
        ):
            with pytest.raises(AddressError, match="is not the address of a server"):
                await connect_bot(wrong, "token")
        with pytest.raises(ConnectionEndedError, match=r"there is no server at http://127\.0\.0\.1:1: "):
            await soon(connect_bot("http://127.0.0.1:1", "token"))

    run(test())
