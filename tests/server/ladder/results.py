"""Finished games put straight into a database, as the end of a game writes them."""

from __future__ import annotations

from sqlalchemy import insert

from catanlab.server.database.database import Database
from catanlab.server.database.rows import PersonRow, SessionRow
from catanlab.server.database.tables import GAME_SEATS, GAMES, PERSONS, ROOMS, SESSIONS


def add_person(database: Database, person: str, name: str, *, kind: str = "person") -> None:
    """Add a person or bot."""
    row = PersonRow(person, name, 1, 1, kind="bot" if kind == "bot" else "person")
    session = SessionRow(f"{person:0>64}", person, "session", 1, 1)
    with database.writing() as connection:
        connection.execute(insert(PERSONS), {name: getattr(row, name) for name in row.__struct_fields__})
        values = {name: getattr(session, name) for name in session.__struct_fields__}
        connection.execute(insert(SESSIONS), values)


def add_game(
    database: Database,
    room: str,
    seats: list[str],
    scores: list[int],
    *,
    ended_at: int,
    substituted: int | None = None,
    public: bool = True,
    invitation: str = "",
) -> None:
    """Add a finished game; a seat is the id of a person, `bot:ID` or `robot:SPEC`, the winner is first."""
    best = max(scores)
    winner = scores.index(best)
    people = sum(":" not in seat for seat in seats)
    game = {
        "room": room,
        "game": 1,
        "rules": "trading",
        "size": len(seats),
        "experiment": "",
        "arm": "",
        "started_at": ended_at - 1000,
        "ended_at": ended_at,
        "turns": 60,
        "winner": winner,
        "termination": "finished",
        "people": people,
        "rated": False,
    }
    with database.writing() as connection:
        values = {"id": room, "created_at": 1, "public": public, "invitation": invitation}
        connection.execute(insert(ROOMS), {**values, "status": "over", "epoch": 1})
        connection.execute(insert(GAMES), game)
        for number, seat in enumerate(seats):
            kind, _, rest = seat.rpartition(":")
            connection.execute(
                insert(GAME_SEATS),
                {
                    "room": room,
                    "game": 1,
                    "seat": number,
                    "kind": kind or "person",
                    "person": None if kind == "robot" else rest,
                    "name": rest.title()[:40],
                    "agent": rest if kind == "robot" else "",
                    "score": scores[number],
                    "share": float(number == winner),
                    "substituted": number == substituted,
                },
            )
