"""Tokens and names: what shows who somebody is, and what only one may be called.

A token is a secret: the database has its SHA-256 alone, and nothing here logs it. The id of a person is
public and opens nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from typing import Concatenate, Final, Literal, ParamSpec, TypeVar

from msgspec import Struct
from sqlalchemy import Connection

from catanlab.server.database import people_queries as queries
from catanlab.server.database.rows import PersonRow, SessionRow
from catanlab.server.people.bans import Bans
from catanlab.server.ports import NOBODY, Caller
from catanlab.server.refusals import Refused
from catanlab.server.rooms.services import Services

P = ParamSpec("P")
T = TypeVar("T")

SEEN_MILLISECONDS: Final = 15 * 60_000
"""How long the name of a guest who has left is kept for them."""
SESSION_MILLISECONDS: Final = 90 * 86_400_000
"""How long a session lasts without being used."""
RENEW_MILLISECONDS: Final = 86_400_000
"""A use of a session is written down once in so long."""


class Identity(Struct, frozen=True):
    """Somebody who has shown who they are."""

    person: PersonRow
    token_hash: str
    token: str = ""
    """The token, if it is new; the client knows an old one."""

    def __repr__(self) -> str:
        """Leave the token out: what is logged must not tell it."""
        return f"Identity({self.person.id!r}, {self.person.name!r})"


class Identities:
    """Finds out who has a token; the base of `People`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.bans = Bans()
        """The bans that hold; the doorkeeper reads them again and again."""
        self.changed = asyncio.Event()
        """Set when sessions were ended or names changed: the doorkeeper looks at once."""

    @property
    def now(self) -> int:
        """The time of day in milliseconds."""
        return self._services.milliseconds()

    async def identity(self, token: str, caller: Caller = NOBODY) -> Identity:
        """Return who has a token; raises Refused: bad-token, banned."""
        found = await self.read(queries.by_session, digest(token), self.now)
        if found is None:
            raise Refused("bad-token")
        person, session = found
        self.bans.check(person, caller.address, self.now)
        if self._is_old(session):
            await self.write(self.use_session, session)
        return Identity(person, session.token_hash)

    async def person_by_token(self, token: str, caller: Caller = NOBODY) -> PersonRow:
        """Return whose token it is, a person or a bot; raises Refused: bad-token, banned."""
        return (await self.identity(token, caller)).person

    async def logout(self, token: str) -> None:
        """End the session of a token; raises Refused: bad-token."""
        if not await self.write(lambda to: queries.end_sessions(to, token_hash=digest(token))):
            raise Refused("bad-token")
        self.changed.set()

    # Inside a transaction.

    def use_session(self, to: Connection, session: SessionRow) -> None:
        """Let a session last longer, since it is used."""
        queries.use_session(to, session.token_hash, self.now, self.now + SESSION_MILLISECONDS)

    def _is_old(self, session: SessionRow) -> bool:
        return session.kind == "session" and session.seen_at < self.now - RENEW_MILLISECONDS

    # Transactions.

    async def read(
        self, function: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs
    ) -> T:
        """Call a function with a connection that reads, in a thread."""

        def read() -> T:
            with self._services.database.reader.connect() as connection:
                return function(connection, *arguments, **named)

        return await asyncio.to_thread(read)

    async def write(
        self, function: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs
    ) -> T:
        """Call a function with the connection of a transaction, in the writing thread."""

        def write() -> T:
            with self._services.database.writing() as connection:
                return function(connection, *arguments, **named)

        return await self._services.writer.run(write)


def claim_name(to: Connection, key: str, person: str, name: str, now: int) -> None:
    """Take a name for a person until the transaction ends; raises Refused if it is another's."""
    queries.lock_names(to, key)
    state = queries.name_state(to, key, besides=person, seen_after=now - SEEN_MILLISECONDS)
    if state == "reserved":
        text = f"the name {name!r} is reserved: log in if it is yours, or choose another"
        raise Refused("name-reserved", text)
    if state == "taken":
        text = f"somebody called {name!r} was here in the last minutes: choose another name"
        raise Refused("name-taken", text)


def open_session(
    to: Connection, person: PersonRow, now: int, kind: Literal["session", "bot"] = "session"
) -> Identity:
    """Give somebody a new token; that of a bot does not expire."""
    token = secrets.token_urlsafe(24)
    expires = now + SESSION_MILLISECONDS if kind == "session" else None
    queries.add_session(to, SessionRow(digest(token), person.id, kind, now, now, expires))
    return Identity(person, digest(token), token)


def digest(token: str) -> str:
    """Return the SHA-256 of a token: all that is kept of it."""
    return hashlib.sha256(token.encode()).hexdigest()
