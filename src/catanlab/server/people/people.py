"""Who is who: people say hello with a token, or are new."""

from __future__ import annotations

import asyncio
import hashlib
import secrets

import msgspec.structs

from catanlab.server import wire
from catanlab.server.database.rows import PersonRow, SessionRow
from catanlab.server.refusals import Refused
from catanlab.server.rooms.services import Services


class People:
    """The people and bots that the database knows."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def person_of(self, hello: wire.Hello) -> tuple[PersonRow, str]:
        """Return who says hello, and their token; raises Refused for an unknown token."""
        services = self._services
        now = services.milliseconds()
        if hello.token:
            found = await asyncio.to_thread(services.database.person_by_token, _digest(hello.token))
            if found is None:
                raise Refused("bad-token")
            if found.name != hello.name:
                await services.writer.run(self._rename, found.id, hello.name, now)
                found = msgspec.structs.replace(found, name=hello.name, seen_at=now)
            return found, hello.token
        token = secrets.token_urlsafe(24)
        person = PersonRow(secrets.token_hex(6), hello.name, now, now)
        session = SessionRow(_digest(token), person.id, "session", now, now)
        await services.writer.run(services.database.create_person, person, session)
        return person, token

    def _rename(self, person: str, name: str, now: int) -> None:
        self._services.database.update_person(person, name=name, seen_at=now)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
