"""Finished games, as lists, profiles and statistics show them: reading only, in any thread.

Nothing here tells of a game that is not over, and lists have public games alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Select, and_, func, or_, select, tuple_

from catanlab.server.database.database import Database
from catanlab.server.database.tables import GAME_SEATS, GAMES, PERSONS, ROOMS


class SeatResult(Struct, frozen=True):
    """How a seat of a game ended."""

    seat: int
    kind: str
    person: str | None
    name: str
    agent: str
    score: int
    share: float
    substituted: bool


class GameResult(Struct, frozen=True):
    """A game that is over."""

    room: str
    game: int
    rules: str
    size: int
    started_at: int
    ended_at: int
    turns: int
    winner: int | None
    termination: str
    seats: tuple[SeatResult, ...]


class Page(Struct, frozen=True):
    """Where a page of games begins: after the game that ended then; an empty room for all of that time."""

    ended_at: int
    room: str = ""
    game: int = 0


class PersonResults(Struct, frozen=True):
    """What anybody may know of a person."""

    person: str
    name: str
    kind: str
    reserved: bool
    games: int
    wins: int


class SizeCount(Struct, frozen=True):
    """How many games of a table size are over."""

    size: int
    games: int
    turns: int
    people: int


_SEAT_COLUMNS = [GAME_SEATS.c[name] for name in SeatResult.__struct_fields__]
_GAME_COLUMNS = [GAMES.c[name] for name in GameResult.__struct_fields__ if name != "seats"]


def finished_games(
    database: Database,
    *,
    person: str | None = None,
    before: Page | None = None,
    limit: int,
    private: bool = False,
) -> list[GameResult]:
    """Return finished public games, the latest first: all, or those that a person finished.

    With `private` those that are not public are among them: for the person alone.
    """
    query = select(*_GAME_COLUMNS).join(ROOMS, ROOMS.c.id == GAMES.c.room)
    if not private:
        query = query.where(ROOMS.c.public)
    if person is not None:
        held = select(GAME_SEATS.c.room, GAME_SEATS.c.game).where(GAME_SEATS.c.person == person)
        query = query.where(tuple_(GAMES.c.room, GAMES.c.game).in_(held))
    if before is not None:
        same = GAMES.c.ended_at == before.ended_at
        later_game = and_(GAMES.c.room == before.room, GAMES.c.game < before.game)
        query = query.where(
            or_(
                GAMES.c.ended_at < before.ended_at,
                and_(same, GAMES.c.room < before.room),
                and_(same, later_game),
            )
        )
    order = GAMES.c.ended_at.desc(), GAMES.c.room.desc(), GAMES.c.game.desc()
    return _with_seats(database, query.order_by(*order).limit(limit))


def games_of_room(database: Database, room: str) -> list[GameResult]:
    """Return the finished games of a room, in order, public or not."""
    query = select(*_GAME_COLUMNS).where(GAMES.c.room == room)
    return _with_seats(database, query.order_by(GAMES.c.game))


def person_results(database: Database, person: str) -> PersonResults | None:
    """Return the name of a person, and how many games they finished and won, or None."""
    columns = PERSONS.c.id, PERSONS.c.name, PERSONS.c.kind, PERSONS.c.reserved
    won = GAMES.c.winner == GAME_SEATS.c.seat
    counts = (
        select(func.count(), func.count().filter(won))
        .select_from(GAME_SEATS)
        .join(GAMES, and_(GAMES.c.room == GAME_SEATS.c.room, GAMES.c.game == GAME_SEATS.c.game))
        .where(GAME_SEATS.c.person == person)
    )
    with database.reader.connect() as connection:
        found = connection.execute(select(*columns).where(PERSONS.c.id == person)).one_or_none()
        if found is None:
            return None
        games, wins = connection.execute(counts).one()
    return PersonResults(*found, games, wins)


def count_people(database: Database) -> dict[str, int]:
    """Return how many persons of each kind there are."""
    return dict(map(tuple, _read(database, select(PERSONS.c.kind, func.count()).group_by(PERSONS.c.kind))))


def count_rooms(database: Database) -> dict[str, int]:
    """Return how many rooms of each status there are."""
    return dict(map(tuple, _read(database, select(ROOMS.c.status, func.count()).group_by(ROOMS.c.status))))


def count_games(database: Database) -> list[SizeCount]:
    """Return how many games of each table size are over, their turns, and the people in their seats."""
    counts = func.count(), func.sum(GAMES.c.turns), func.sum(GAMES.c.people)
    query = select(GAMES.c.size, *counts).group_by(GAMES.c.size).order_by(GAMES.c.size)
    return [SizeCount(*map(int, found)) for found in _read(database, query)]


def _with_seats(database: Database, query: Select[*tuple[Any, ...]]) -> list[GameResult]:
    """Return games with their seats; both come from one transaction."""
    with database.reader.connect() as connection:
        games: list[tuple[Any, ...]] = [tuple(found) for found in connection.execute(query)]
        keys = [(game[0], game[1]) for game in games]
        seats: dict[tuple[str, int], list[SeatResult]] = {}
        if keys:
            held = select(GAME_SEATS.c.room, GAME_SEATS.c.game, *_SEAT_COLUMNS)
            held = held.where(tuple_(GAME_SEATS.c.room, GAME_SEATS.c.game).in_(keys))
            for room, game, *seat in connection.execute(held.order_by(GAME_SEATS.c.seat)):
                seats.setdefault((room, game), []).append(SeatResult(*seat))
    return [GameResult(*(*game, tuple(seats.get((game[0], game[1]), ())))) for game in games]


def _read(database: Database, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
    with database.reader.connect() as connection:
        return connection.execute(query).all()
