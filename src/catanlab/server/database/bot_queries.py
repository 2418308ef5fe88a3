"""Bots in the database: a bot is a person of the kind `bot` with an owner, and its token is a session."""

from __future__ import annotations

import hashlib
import secrets

from catanlab.server.database.database import Database
from catanlab.server.database.rows import PersonRow, SessionRow


def create_bot(database: Database, name: str, *, owner: str | None = None, now: int) -> str:
    """Add a bot, and return its token, which is kept nowhere; by `LogWriter.run` where a server runs."""
    token = secrets.token_urlsafe(24)
    person = PersonRow(secrets.token_hex(6), name, now, now, kind="bot", owner=owner)
    digest = hashlib.sha256(token.encode()).hexdigest()
    database.create_person(person, SessionRow(digest, person.id, "bot", now, now))
    return token
