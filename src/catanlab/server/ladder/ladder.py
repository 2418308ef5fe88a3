"""The ratings of a database, kept up to date with its finished games.

A game is rated if a person had a seat in it and nobody substituted: who wins a seat that another played for
a while tells nothing about either. It changes the ratings for its table size. Every game is dealt with
once, in one transaction that also notes its number in the order; with these numbers the ratings can be
computed again from the games, and are the same to the last digit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec.structs
from sqlalchemy import Connection

from catanlab.server.database import ratings
from catanlab.server.database.database import Database
from catanlab.server.database.ratings import GameToRate, RatingRow, SeatToRate
from catanlab.server.ladder.skill import Place, Skill, rated

GAMES_AT_ONCE = 200
"""Games of one transaction: other rows wait for it."""
_LONGEST_WHO = 240


def update_ratings(database: Database, *, limit: int = GAMES_AT_ONCE) -> int:
    """Rate the games that ended since the last time, at most `limit`, and return how many were dealt with.

    To be called in the writing thread. Two processes that call it at the same time rate each game once.
    """
    with database.writing() as connection:
        ratings.lock(connection)
        games = ratings.games_to_rate(connection, limit)
        if not games:
            return 0
        number = ratings.last_number(connection)
        numbered = []
        for game in games:
            number += is_rated(game)
            numbered.append(msgspec.structs.replace(game, number=number if is_rated(game) else None))
        players = {who for game in games for seat in game.seats if (who := player(seat)) is not None}
        sizes = {game.size for game in games}
        book = _Book(ratings.read(connection, players, sizes))
        for game in numbered:
            book.rate(game)
        ratings.write(connection, book.changed)
        ratings.set_rated(connection, numbered)
    return len(games)


def rebuild_ratings(database: Database) -> int:
    """Compute all ratings anew from the games that were rated, and return how many there were.

    The games are read first, without hindering anybody; only those that were rated meanwhile, and the
    ratings themselves, take a transaction that writes.
    """
    book = _Book([])
    with database.reader.connect() as connection:
        done = _repeat(book, connection)
    with database.writing() as connection:
        ratings.lock(connection)
        done = _repeat(book, connection, after=done)
        ratings.clear(connection)
        ratings.write(connection, book.changed)
    return done


def is_rated(game: GameToRate) -> bool:
    """Say whether a game tells about the skill of its players."""
    people = any(seat.kind == "person" for seat in game.seats)
    return people and len(game.seats) > 1 and not any(seat.substituted for seat in game.seats)


def player(seat: SeatToRate) -> str | None:
    """Return the id under which the player of a seat is rated; None for a person without one.

    >>> player(SeatToRate("robot", None, "Greedy", "greedy", 8, 0.0, False))
    'robot:greedy'
    """
    if seat.kind != "robot":
        return seat.person
    who = f"robot:{seat.agent}"
    if len(who) > _LONGEST_WHO:
        who = f"robot:{hashlib.sha256(seat.agent.encode()).hexdigest()}"
    return who


class _Book:
    """Ratings in memory, while games change them."""

    def __init__(self, rows: Iterable[RatingRow]) -> None:
        self._rows = {(row.who, row.size): row for row in rows}
        self._changed: set[tuple[str, int]] = set()

    @property
    def changed(self) -> list[RatingRow]:
        """The ratings that games have changed, in an order that is always the same."""
        return [self._rows[key] for key in sorted(self._changed)]

    def rate(self, game: GameToRate) -> None:
        """Let a game change the ratings of its players, if it is rated."""
        if game.number is None:
            return
        seats = {who: seat for seat in game.seats if (who := player(seat)) is not None}
        known = (self._rows.get((who, game.size)) for who in seats)
        skills = {row.who: Skill(row.mu, row.sigma, row.games) for row in known if row is not None}
        places = [Place(player(seat), seat.share, seat.score) for seat in game.seats]
        for who, skill in rated(places, skills).items():
            seat = seats[who]
            name = (seat.agent if seat.kind == "robot" else seat.name)[:_LONGEST_WHO]
            key = who, game.size
            self._rows[key] = RatingRow(
                who, game.size, name, seat.kind, skill.mu, skill.sigma, skill.games, game.ended_at
            )
            self._changed.add(key)


def _repeat(book: _Book, connection: Connection, *, after: int = 0) -> int:
    """Rate the games with numbers above `after` once more, and return the last number."""
    while games := ratings.rated_games(connection, after=after, limit=GAMES_AT_ONCE):
        for game in games:
            book.rate(game)
        after = games[-1].number or after
    return after
