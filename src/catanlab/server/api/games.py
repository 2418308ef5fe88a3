"""Endpoints about rooms, games, statistics and the ladder: for anyone."""

from __future__ import annotations

import asyncio

import msgspec

from catanlab.server.api import bodies
from catanlab.server.api.context import Context
from catanlab.server.api.endpoint import Call, Endpoint, Reply
from catanlab.server.database import ratings, results, room_list
from catanlab.server.database.ratings import RatingRow
from catanlab.server.database.results import GameResult, Page
from catanlab.server.ladder.skill import Skill
from catanlab.server.ledger import Payer
from catanlab.server.people.addresses import network_of
from catanlab.server.refusals import Refused
from catanlab.server.rooms.invitation import is_same
from catanlab.server.rooms.standings import decode_line

_HOW = "Join one of them over the WebSocket or as a bot."


async def list_rooms(context: Context, call: Call) -> bodies.Rooms:
    """Return the public rooms."""
    return bodies.Rooms(rooms=await context.hub.lobby.listing.fresh())


async def get_room(context: Context, call: Call) -> bodies.Room:
    """Return a room that is public, or one's own, or to which the caller has the invitation."""
    room: str = call.path.room
    door = await context.read(room_list.door, room, call.person.id if call.person else "")
    if door is None or door.status == "closed":
        raise Refused("no-such-room")
    if not (door.public or door.is_known or is_same(call.query.invitation, door.invitation)):
        raise Refused("no-such-room")
    found = await context.read(lambda database: database.room(room))
    if found is None or found.summary is None:
        raise Refused("no-such-room")
    games = await context.read(results.games_of_room, room)
    return bodies.Room(room=decode_line(found.summary, found.status), games=tuple(map(_game, games)))


async def get_record(context: Context, call: Call) -> Reply:
    """Return the record of a game that is over."""
    services = context.hub.services
    payer = Payer(network=network_of(call.caller.address))
    if not services.ledger.spend("replays", payer, 1, services.now()):
        raise Refused("too-fast")
    person = call.person.id if call.person else ""
    text = await context.hub.rooms.record(call.path.room, call.query.invitation, person)
    name = f'inline; filename="{call.path.room}.record"'
    return Reply(body=text, headers={"content-disposition": name})


async def list_games(context: Context, call: Call) -> bodies.Games:
    """Return a page of finished public games; of one's own, all."""
    query: bodies.GamesQuery = call.query
    is_own = call.person is not None and call.person.id == query.person
    found = await context.read(
        results.finished_games,
        person=query.person or None,
        before=_page(query.before),
        limit=query.limit + 1,
        private=is_own,
    )
    games = found[: query.limit]
    more = len(found) > query.limit
    last = f"{games[-1].ended_at}.{games[-1].room}.{games[-1].game}" if more else ""
    return bodies.Games(games=tuple(map(_game, games)), next=last)


async def get_person(context: Context, call: Call) -> bodies.Profile:
    """Return what anybody may know of a person."""
    person: str = call.path.person
    found = await context.read(results.person_results, person)
    if found is None:
        raise Refused("no-such-person")
    rows = await context.read(ratings.ratings_of, person)
    return bodies.Profile(
        person=found.person,
        name=found.name,
        kind="bot" if found.kind == "bot" else "person",
        reserved=found.reserved,
        games=found.games,
        wins=found.wins,
        ratings=tuple(
            bodies.Rating(
                size=row.size,
                rating=_rating(row),
                mu=_short(row.mu),
                sigma=_short(row.sigma),
                games=row.games,
            )
            for row in rows
        ),
    )


async def get_ladder(context: Context, call: Call) -> bodies.Ladder:
    """Return the ladder of a table size."""
    query: bodies.LadderQuery = call.query

    async def make() -> bodies.Ladder:
        rows = await context.read(ratings.ladder, size=query.size, kind=query.kind, limit=query.limit)
        players = (
            bodies.Rung(
                rank=rank,
                who=row.who,
                name=row.name,
                kind=_kind(row.kind),
                rating=_rating(row),
                mu=_short(row.mu),
                sigma=_short(row.sigma),
                games=row.games,
            )
            for rank, row in enumerate(rows, start=1)
        )
        return bodies.Ladder(size=query.size, players=tuple(players))

    ladder: bodies.Ladder = await context.kept(query, make)
    return ladder


async def get_statistics(context: Context, call: Call) -> bodies.Statistics:
    """Return what happened at this server."""

    async def make() -> bodies.Statistics:
        people, rooms, sizes = await asyncio.gather(
            context.read(results.count_people),
            context.read(results.count_rooms),
            context.read(results.count_games),
        )
        return bodies.Statistics(
            people=people.get("person", 0),
            bots=people.get("bot", 0),
            connected=context.connected,
            waiting=rooms.get("waiting", 0),
            playing=rooms.get("playing", 0),
            games=sum(size.games for size in sizes),
            by_size=tuple(
                bodies.GamesBySize(
                    size=size.size,
                    games=size.games,
                    turns=_short(size.turns / size.games),
                    people=_short(size.people / size.games),
                )
                for size in sizes
            ),
        )

    statistics: bodies.Statistics = await context.kept("statistics", make)
    return statistics


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/rooms",
        name="listRooms",
        group="Rooms and games",
        summary="The public rooms that wait for players or play",
        text=_HOW,
        answer=bodies.Rooms,
        handler=list_rooms,
    ),
    Endpoint(
        method="GET",
        path="/api/rooms/{room}",
        name="getRoom",
        group="Rooms and games",
        summary="One room, and its game once that is over",
        text="A room that is not public takes its invitation, or a seat that one has held there.",
        parts=bodies.RoomPart,
        query=bodies.Invitation,
        answer=bodies.Room,
        codes=("no-such-room",),
        handler=get_room,
    ),
    Endpoint(
        method="GET",
        path="/api/rooms/{room}/record",
        name="getRecord",
        group="Rooms and games",
        summary="The record of a game that is over",
        text="`catanlab replay` reads it, and checks its dice. /records/{room} is the same. A room that is "
        "not public takes its invitation, or a seat that one has held there.",
        parts=bodies.RoomPart,
        query=bodies.Invitation,
        answer=str,
        media="text/plain",
        codes=("no-such-room", "not-over"),
        handler=get_record,
    ),
    Endpoint(
        method="GET",
        path="/api/games",
        name="listGames",
        group="Rooms and games",
        summary="Finished public games, the latest first",
        text="Of one's own games those that are not public are there, too. Each has a replay: getReplay.",
        query=bodies.GamesQuery,
        answer=bodies.Games,
        handler=list_games,
    ),
    Endpoint(
        method="GET",
        path="/api/people/{person}",
        name="getPerson",
        group="People and the ladder",
        summary="What anybody may know of a person or bot",
        parts=bodies.PersonPart,
        answer=bodies.Profile,
        codes=("no-such-person",),
        handler=get_person,
    ),
    Endpoint(
        method="GET",
        path="/api/ladder",
        name="getLadder",
        group="People and the ladder",
        summary="The ratings of people, bots and robots",
        text="Games in which a person had a seat and nobody substituted are rated, by the Plackett-Luce "
        "model of openskill.",
        query=bodies.LadderQuery,
        answer=bodies.Ladder,
        handler=get_ladder,
    ),
    Endpoint(
        method="GET",
        path="/api/statistics",
        name="getStatistics",
        group="People and the ladder",
        summary="What happened at this server so far",
        answer=bodies.Statistics,
        handler=get_statistics,
    ),
)
"""The endpoints of this module."""


def _page(before: str) -> Page | None:
    if not before:
        return None
    at, *rest = before.split(".")
    return Page(int(at), rest[0], int(rest[1])) if rest else Page(int(at))


def _game(game: GameResult) -> bodies.Game:
    seats = (
        bodies.Seat(
            seat=seat.seat,
            kind=_kind(seat.kind),
            name=seat.name,
            score=seat.score,
            share=seat.share,
            person=seat.person or "",
            agent=seat.agent,
            substituted=seat.substituted,
        )
        for seat in game.seats
    )
    return bodies.Game(
        room=game.room,
        rules=game.rules,
        size=game.size,
        started_at=game.started_at,
        ended_at=game.ended_at,
        turns=game.turns,
        winner=game.winner,
        seats=tuple(seats),
    )


def _kind(kind: str) -> bodies.Kind:
    found: bodies.Kind = msgspec.convert(kind, bodies.Kind)
    return found


def _rating(row: RatingRow) -> float:
    return _short(Skill(row.mu, row.sigma).rating)


def _short(number: float) -> float:
    return round(number, 3)
