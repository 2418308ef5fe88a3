"""The table of ratings, and the games that the ladder has not dealt with yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Select, and_, delete, func, insert, or_, select, update

from catanlab.server.database.database import Database
from catanlab.server.database.tables import GAME_SEATS, GAMES, PERSONS, RATINGS

LADDER_LOCK = 6_229_017
"""The advisory lock of PostgreSQL under which ratings change; SQLite has one writer anyway."""


class RatingRow(Struct, frozen=True):
    """What is known about somebody's skill at tables of a size."""

    who: str
    size: int
    name: str
    kind: str
    mu: float
    sigma: float
    games: int
    at: int


class SeatToRate(Struct, frozen=True):
    """A seat of a game, for its rating."""

    kind: str
    person: str | None
    name: str
    agent: str
    score: int
    share: float
    substituted: bool


class GameToRate(Struct, frozen=True):
    """A finished game and its seats, in their order."""

    room: str
    game: int
    size: int
    ended_at: int
    number: int | None
    """Its number in the order in which the ladder took the games; None if it was not rated."""
    seats: tuple[SeatToRate, ...]


_GAME = (GAMES.c.room, GAMES.c.game, GAMES.c.size, GAMES.c.ended_at, GAMES.c.rating_number)
_COLUMNS = [RATINGS.c[name] for name in RatingRow.__struct_fields__]
_SEAT_COLUMNS = [GAME_SEATS.c[name] for name in SeatToRate.__struct_fields__]


def lock(connection: Connection) -> None:
    """Let no other process change ratings until the end of the transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(LADDER_LOCK)))


def games_to_rate(connection: Connection, limit: int) -> list[GameToRate]:
    """Return games that the ladder has not dealt with, in the order of their ends."""
    order = GAMES.c.ended_at, GAMES.c.room, GAMES.c.game
    query = select(*_GAME).where(GAMES.c.rated.is_(False)).order_by(*order).limit(limit)
    return _with_seats(connection, query, "ended_at", "room", "game")


def rated_games(connection: Connection, *, after: int, limit: int) -> list[GameToRate]:
    """Return games that were rated, with numbers above `after`, in their order."""
    query = select(*_GAME).where(GAMES.c.rating_number > after).order_by(GAMES.c.rating_number)
    return _with_seats(connection, query.limit(limit), "rating_number")


def last_number(connection: Connection) -> int:
    """Return the number of the game that was rated last, 0 if none was."""
    return int(connection.execute(select(func.max(GAMES.c.rating_number))).scalar_one() or 0)


def set_rated(connection: Connection, games: Iterable[GameToRate]) -> None:
    """Note that the ladder has dealt with games, and which number it gave them."""
    for game in games:
        where = GAMES.c.room == game.room, GAMES.c.game == game.game
        connection.execute(update(GAMES).where(*where).values(rated=True, rating_number=game.number))


def read(connection: Connection, who: Collection[str], sizes: Collection[int]) -> list[RatingRow]:
    """Return the ratings of some, at tables of some sizes."""
    query = select(*_COLUMNS).where(RATINGS.c.who.in_(who), RATINGS.c.size.in_(sizes))
    return [RatingRow(*found) for found in connection.execute(query)]


def write(connection: Connection, ratings: Collection[RatingRow]) -> None:
    """Put ratings in the place of those of the same players."""
    for rating in ratings:
        values = {name: getattr(rating, name) for name in rating.__struct_fields__}
        where = RATINGS.c.who == rating.who, RATINGS.c.size == rating.size
        if connection.execute(update(RATINGS).where(*where).values(values)).rowcount == 0:
            connection.execute(insert(RATINGS), values)


def clear(connection: Connection) -> None:
    """Forget all ratings."""
    connection.execute(delete(RATINGS))


def ladder(database: Database, *, size: int, kind: str = "", limit: int | None = None) -> list[RatingRow]:
    """Return the ratings at tables of a size, the best first; `kind` for one kind of players.

    People and bots have the names that they have now; who was deleted is left out.
    """
    rating = RATINGS.c.mu - 3.0 * RATINGS.c.sigma
    query = _named().where(RATINGS.c.size == size)
    if kind:
        query = query.where(RATINGS.c.kind == kind)
    query = query.order_by(rating.desc(), RATINGS.c.who).limit(limit)
    with database.reader.connect() as connection:
        return [RatingRow(*found) for found in connection.execute(query)]


def ratings_of(database: Database, who: str) -> list[RatingRow]:
    """Return somebody's ratings, by table size."""
    with database.reader.connect() as connection:
        found = connection.execute(_named().where(RATINGS.c.who == who).order_by(RATINGS.c.size))
        return [RatingRow(*row) for row in found]


def _named() -> Select[*tuple[Any, ...]]:
    name = func.coalesce(PERSONS.c.name, RATINGS.c.name).label("name")
    columns = [name if column.name == "name" else column for column in _COLUMNS]
    known = or_(RATINGS.c.kind == "robot", PERSONS.c.id.is_not(None))
    return select(*columns).outerjoin_from(RATINGS, PERSONS, PERSONS.c.id == RATINGS.c.who).where(known)


def _with_seats(connection: Connection, query: Select[*tuple[Any, ...]], *order: str) -> list[GameToRate]:
    """Return the games of a query with their seats, in an order of its columns."""
    games = query.subquery()
    same = and_(GAME_SEATS.c.room == games.c.room, GAME_SEATS.c.game == games.c.game)
    joined = select(*games.c, *_SEAT_COLUMNS).outerjoin_from(games, GAME_SEATS, same)
    rows = connection.execute(joined.order_by(*(games.c[name] for name in order), GAME_SEATS.c.seat))
    found = []
    for key, seats in groupby(map(tuple, rows), key=lambda row: row[: len(_GAME)]):
        there = [row[len(_GAME) :] for row in seats]
        places = tuple(SeatToRate(*seat) for seat in there if seat[0] is not None)
        found.append(GameToRate(*(*key, places)))
    return found
