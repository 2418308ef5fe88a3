"""Who is who: guests, people with a password, and bots; each token is a session of one of them.

A token is a secret: the database has its SHA-256 alone, and nothing here logs it. The id of a person is
public and opens nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import msgspec.structs
from msgspec import Struct
from sqlalchemy import Connection

from catanlab.server import wire
from catanlab.server.database import people_queries as queries
from catanlab.server.database.rows import PersonRow, SessionRow
from catanlab.server.people.names import checked_key
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
MAX_BOTS: Final = 10
"""How many bots one person may have."""


class Identity(Struct, frozen=True):
    """Somebody who has shown who they are."""

    person: PersonRow
    token_hash: str
    token: str = ""
    """The token, if it is new; the client knows an old one."""

    def __repr__(self) -> str:
        """Leave the token out: what is logged must not tell it."""
        return f"Identity({self.person.id!r}, {self.person.name!r})"


class People:
    """The people and bots that the database knows."""

    def __init__(self, services: Services) -> None:
        self._services = services

    # Who somebody is.

    async def hello(self, hello: wire.Hello, caller: Caller = NOBODY) -> Identity:
        """Return who says hello: by their token, by the cookie, or as a new guest.

        Raises Refused: bad-token, name-reserved, name-taken, bad-name. Who has a reserved name keeps it,
        whatever name the client says.
        """
        if hello.token:
            return await self._return(hello.token, hello.name)
        if caller.token:
            try:
                return await self._return(caller.token, hello.name)
            except Refused as refused:
                if refused.code != "bad-token":  # an old cookie is no reason to turn anybody away
                    raise
        return await self.new_guest(hello.name, caller)

    async def _return(self, token: str, name: str) -> Identity:
        """Return somebody who was here before, under the name that they want now."""
        identity = await self.identity(token)
        person = identity.person
        seen_after = self._services.milliseconds() - SEEN_MILLISECONDS
        if person.reserved or (person.name == name and person.seen_at > seen_after):
            return identity  # the name is theirs: there is nothing to write
        return await self._write(self._greet, identity.token_hash, name)

    async def new_guest(self, name: str, caller: Caller = NOBODY) -> Identity:
        """Return a new guest with a token; raises Refused: name-reserved, name-taken, bad-name."""
        now = self._services.milliseconds()
        key = checked_key(name)
        guest = PersonRow(secrets.token_hex(6), name, now, now, name_key=key)
        return await self._write(self._add, guest, "session")

    async def person_by_token(self, token: str, caller: Caller = NOBODY) -> PersonRow:
        """Return whose token it is, a person or a bot; raises Refused: bad-token."""
        return (await self.identity(token, caller)).person

    async def identity(self, token: str, caller: Caller = NOBODY) -> Identity:
        """Return who has a token; raises Refused: bad-token."""
        found = await self._read(queries.by_session, digest(token), self._services.milliseconds())
        if found is None:
            raise Refused("bad-token")
        person, session = found
        if self._is_old(session):
            await self._write(self._use, session)
        return Identity(person, session.token_hash)

    async def logout(self, token: str) -> None:
        """End the session of a token; raises Refused: bad-token."""
        if not await self._write(lambda to: queries.end_sessions(to, token_hash=digest(token))):
            raise Refused("bad-token")

    # Bots.

    async def make_bot(self, owner: str, name: str) -> Identity:
        """Make a bot of a person, and return it with its token, which is shown this once.

        Raises Refused: not-reserved unless the owner has a password, too-many-bots, name-reserved,
        name-taken, bad-name, no-such-person, not-for-bots.
        """
        now = self._services.milliseconds()
        key = checked_key(name)
        bot = PersonRow(
            secrets.token_hex(6), name, now, now, name_key=key, kind="bot", owner=owner, reserved=True
        )
        return await self._write(self._add_bot, bot)

    async def bots_of(self, owner: str) -> list[PersonRow]:
        """Return the bots of a person, the oldest first."""
        return await self._read(queries.bots_of, owner)

    async def renew_bot(self, owner: str, bot: str) -> Identity:
        """Give a bot another token, and end the old one; raises Refused: no-such-person."""
        return await self._write(self._renew_bot, owner, bot)

    async def revoke_bot(self, owner: str, bot: str) -> None:
        """End a bot: its token opens nothing, and its name is free; raises Refused: no-such-person."""
        await self._write(self._revoke_bot, owner, bot)

    # In the writing thread, in one transaction.

    def _greet(self, to: Connection, token_hash: str, name: str) -> Identity:
        now = self._services.milliseconds()
        found = queries.by_session(to, token_hash, now)
        if found is None:
            raise Refused("bad-token")
        person, session = found
        if not person.reserved:
            key = checked_key(name)
            self._claim(to, key, person.id, name)
            person = msgspec.structs.replace(person, name=name, name_key=key)
        person = msgspec.structs.replace(person, seen_at=now)
        queries.change_person(
            to, person.id, name=person.name, name_key=person.name_key, seen_at=person.seen_at
        )
        if self._is_old(session):
            self._use(to, session)
        return Identity(person, token_hash)

    def _add(self, to: Connection, person: PersonRow, kind: Any) -> Identity:
        self._claim(to, person.name_key, person.id, person.name)
        queries.add_person(to, person)
        return self._open_session(to, person, kind)

    def _open_session(self, to: Connection, person: PersonRow, kind: Any) -> Identity:
        now = self._services.milliseconds()
        token = secrets.token_urlsafe(24)
        expires = now + SESSION_MILLISECONDS if kind == "session" else None
        queries.add_session(to, SessionRow(digest(token), person.id, kind, now, now, expires))
        return Identity(person, digest(token), token)

    def _claim(self, to: Connection, key: str, person: str, name: str) -> None:
        """Take a name for a person; raises Refused if it is another's."""
        queries.lock_names(to, key)
        seen_after = self._services.milliseconds() - SEEN_MILLISECONDS
        state = queries.name_state(to, key, besides=person, seen_after=seen_after)
        if state == "reserved":
            text = f"the name {name!r} is reserved: log in if it is yours, or choose another"
            raise Refused("name-reserved", text)
        if state == "taken":
            text = f"somebody called {name!r} was here in the last minutes: choose another name"
            raise Refused("name-taken", text)

    def _add_bot(self, to: Connection, bot: PersonRow) -> Identity:
        assert bot.owner is not None
        queries.lock_names(to, f"bots of {bot.owner}")
        owner = queries.person(to, bot.owner)
        if owner is None:
            raise Refused("no-such-person")
        if owner.kind != "person":
            raise Refused("not-for-bots")
        if not owner.reserved:
            raise Refused("not-reserved", "only who has a password may have bots: set one first")
        if len(queries.bots_of(to, owner.id)) >= MAX_BOTS:
            raise Refused("too-many-bots", f"nobody may have more than {MAX_BOTS} bots: revoke one first")
        return self._add(to, bot, "bot")

    def _renew_bot(self, to: Connection, owner: str, bot: str) -> Identity:
        found = self._own_bot(to, owner, bot)
        queries.end_sessions(to, person=bot)
        return self._open_session(to, found, "bot")

    def _revoke_bot(self, to: Connection, owner: str, bot: str) -> None:
        self._own_bot(to, owner, bot)
        queries.end_sessions(to, person=bot)
        queries.change_person(to, bot, reserved=False, seen_at=0)

    def _own_bot(self, to: Connection, owner: str, bot: str) -> PersonRow:
        found = queries.person(to, bot)
        if found is None or found.owner != owner or not found.reserved:
            raise Refused("no-such-person")
        return found

    def _is_old(self, session: SessionRow) -> bool:
        return session.kind == "session" and session.seen_at < (
            self._services.milliseconds() - RENEW_MILLISECONDS
        )

    def _use(self, to: Connection, session: SessionRow) -> None:
        now = self._services.milliseconds()
        queries.use_session(to, session.token_hash, now, now + SESSION_MILLISECONDS)

    async def _read(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        def read() -> T:
            with self._services.database.reader.connect() as connection:
                return function(connection, *arguments, **named)

        return await asyncio.to_thread(read)

    async def _write(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        def write() -> T:
            with self._services.database.writing() as connection:
                return function(connection, *arguments, **named)

        return await self._services.writer.run(write)


def digest(token: str) -> str:
    """Return the SHA-256 of a token: all that is kept of it."""
    return hashlib.sha256(token.encode()).hexdigest()
