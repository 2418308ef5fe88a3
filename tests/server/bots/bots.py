"""Bots for tests: their tokens at a hub, and games that they play."""

from __future__ import annotations

import asyncio
import secrets

from tests.server.players import QUICK, Serving
from tests.server.wire.running import HOST

from catanlab.server import wire
from catanlab.server.bot_client import AgentPlayer, BotClient, connect_bot
from catanlab.server.database.database import Database
from catanlab.server.database.people_queries import add_person, add_session
from catanlab.server.database.rows import PersonRow, SessionRow
from catanlab.server.people.identities import digest


def address(server: Serving) -> str:
    """Return the address of a server for bots."""
    return f"http://{HOST}:{server.running.port}"


def make_token(database: Database, name: str) -> str:
    """Make a bot in a database, and return its token."""
    token = secrets.token_urlsafe(24)
    person = PersonRow(secrets.token_hex(6), name, 1, 1, name_key=name.lower(), kind="bot", reserved=True)
    with database.writing() as connection:
        add_person(connection, person)
        add_session(connection, SessionRow(digest(token), person.id, "bot", 1, 1))
    return token


async def token_of(server: Serving, name: str) -> str:
    """Make a bot at a server, and return its token."""
    services = server.hub.services
    return await services.writer.run(make_token, services.database, name)


async def bot_at(server: Serving, name: str) -> BotClient:
    """Make a bot, and let it connect."""
    return await connect_bot(address(server), await token_of(server, name), delays=QUICK)


async def player(
    bot: BotClient, room: str, agent: str, *, seat: int | None = None, invitation: str = "", seed: int = 1
) -> AgentPlayer:
    """Let a bot sit down with an agent."""
    view = await bot.join(room, invitation)
    await bot.sit(room, seat)
    return AgentPlayer(bot, await bot.follow(view), agent, pause=0.0, seed=seed)


async def create(bot: BotClient, options: wire.RoomOptions) -> str:
    """Let a bot make a room, and return its name."""
    return (await bot.create(options)).room


async def play_all(players: list[AgentPlayer], seconds: float = 90.0) -> list[wire.Ended]:
    """Let players play their game to its end, which must come."""
    games = [asyncio.ensure_future(each.play()) for each in players]
    try:
        return await asyncio.wait_for(asyncio.gather(*games), seconds)
    finally:
        for game in games:
            game.cancel()


def done(players: list[AgentPlayer], what: str) -> int:
    """Return how often the players did something."""
    return sum(each.statistics.acts.get(what, 0) for each in players)
