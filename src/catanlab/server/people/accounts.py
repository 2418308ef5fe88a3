"""People with a password: the same person as the guest that they were, with the name reserved."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec.structs
from sqlalchemy import Connection

from catanlab.server.database import people_queries as queries
from catanlab.server.database.rows import PersonRow
from catanlab.server.event_log import log_event
from catanlab.server.people.addresses import network_of
from catanlab.server.people.identities import Identities, Identity, claim_name, open_session
from catanlab.server.people.names import checked_key, name_key
from catanlab.server.people.passwords import Passwords
from catanlab.server.people.personal_data import export_person, forget_person
from catanlab.server.ports import NOBODY, Caller
from catanlab.server.refusals import Refused
from catanlab.server.rooms.services import Services
from catanlab.server.token_bucket import Budgets

logger = logging.getLogger(__name__)


class Accounts(Identities):
    """Passwords, and what they are for."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        limits = services.limits
        rate = limits.failed_logins_per_minute / 60
        self.passwords = Passwords(waiting=limits.waiting_passwords)
        self._tries_by_address = Budgets(rate=rate, size=limits.failed_logins_at_once)
        self._tries_by_name = Budgets(rate=rate, size=limits.failed_logins_by_name)

    def close(self) -> None:
        """End the threads."""
        self.passwords.close()

    async def login(self, name: str, password: str, caller: Caller = NOBODY) -> Identity:
        """Return the person with a name and password, and a new token.

        Raises Refused: wrong-password, too-fast after many wrong ones, overloaded, banned. Whether there is
        such a name shows neither in the answer nor in its time.
        """
        self.bans.check_address(caller.address, self.now)
        key = name_key(name)
        async with self._try(key, caller):
            person = await self.read(queries.by_reserved_name, key)
            renewed = person.password_hash if person is not None else None
            fits = await self.passwords.fits(password, renewed)
            if not fits or person is None or renewed is None:
                raise Refused("wrong-password")
        self.bans.check(person, caller.address, self.now)
        if self.passwords.is_outdated(renewed):
            renewed = await self.passwords.hash(password)
        return await self.write(self._log_in, person, renewed)

    async def set_password(self, token: str, new: str, old: str = "", caller: Caller = NOBODY) -> PersonRow:
        """Reserve the name of the person who has a token, or change the password; other sessions end.

        Raises Refused: bad-token, not-for-bots, bad-password, wrong-password if the old one is wrong,
        name-taken, name-reserved, too-fast, overloaded, banned.
        """
        identity = await self.identity(token, caller)
        person = identity.person
        if person.kind == "bot":
            raise Refused("not-for-bots")
        await self._confirm(person, old, caller)
        # A new password takes as much work as a try at one: nobody may ask for many at once.
        async with self._try(person.name_key, caller):
            password_hash = await self.passwords.hash(new)
        changed = await self.write(self._set_password, identity, password_hash)
        self.changed.set()
        return changed

    async def rename(self, token: str, name: str, caller: Caller = NOBODY) -> PersonRow:
        """Give the person who has a token another name, and free the old one.

        Raises Refused: bad-token, not-for-bots, name-reserved, name-taken, bad-name, banned.
        """
        identity = await self.identity(token, caller)
        if identity.person.kind == "bot":
            raise Refused("not-for-bots")
        renamed = await self.write(self._rename, identity.person, name, checked_key(name))
        self.changed.set()
        return renamed

    async def export(self, person: str) -> bytes:
        """Return everything that is kept about a person, as JSON; raises Refused: no-such-person."""
        return await self.read(export_person, person)

    async def delete(self, token: str, password: str = "", caller: Caller = NOBODY) -> None:
        """Delete the person who has a token, their bots and what they said; who has a password gives it.

        Raises Refused: bad-token, not-for-bots, wrong-password, too-fast, overloaded, banned.
        """
        identity = await self.identity(token, caller)
        if identity.person.kind == "bot":
            raise Refused("not-for-bots")
        await self._confirm(identity.person, password, caller)
        await self.write(forget_person, identity.person.id)
        self.changed.set()

    async def _confirm(self, person: PersonRow, password: str, caller: Caller) -> None:
        """Raise Refused unless this is the password of a person; guests have none."""
        if person.password_hash is not None:
            async with self._try(person.name_key, caller):
                if not await self.passwords.fits(password, person.password_hash):
                    raise Refused("wrong-password", "The password is wrong.")

    @asynccontextmanager
    async def _try(self, key: str, caller: Caller) -> AsyncIterator[None]:
        """Charge a try at a password, and give it back unless the password is wrong."""
        now = self._services.now()
        address = network_of(caller.address)
        if address and not self._tries_by_address.take(address, 1, now):
            log_event(logger, "login failed", reason="too-fast", address=caller.address)
            raise Refused("too-fast", "too many wrong passwords came from this address: try again later")
        if not self._tries_by_name.take(key, 1, now):
            if address:
                self._tries_by_address.give_back(address, 1)
            raise Refused("too-fast", "too many wrong passwords were tried for this name: try again later")
        try:
            yield
        except Refused as refused:
            if refused.code == "wrong-password":
                # Not the name: people type passwords there.
                log_event(logger, "login failed", reason=refused.code, address=caller.address)
                raise
            self._give_back(key, address)
            raise
        self._give_back(key, address)

    def _give_back(self, key: str, address: str) -> None:
        self._tries_by_name.give_back(key, 1)
        if address:
            self._tries_by_address.give_back(address, 1)

    # In the writing thread, in one transaction.

    def _log_in(self, to: Connection, person: PersonRow, password_hash: str) -> Identity:
        if not queries.change_password(to, person.id, person.password_hash, password_hash):
            raise Refused("wrong-password")  # it was changed a moment ago
        queries.change_person(to, person.id, seen_at=self.now)
        return open_session(to, person, self.now)

    def _set_password(self, to: Connection, identity: Identity, password_hash: str) -> PersonRow:
        person = queries.person(to, identity.person.id)
        if person is None:
            raise Refused("bad-token")
        if not person.reserved:
            claim_name(to, person.name_key, person.id, person.name, self.now)
        if not queries.change_password(to, person.id, identity.person.password_hash, password_hash):
            raise Refused("wrong-password", "The password was changed a moment ago.")
        queries.end_sessions(to, person=person.id, besides=identity.token_hash)
        return msgspec.structs.replace(person, password_hash=password_hash, reserved=True)

    def _rename(self, to: Connection, person: PersonRow, name: str, key: str) -> PersonRow:
        claim_name(to, key, person.id, name, self.now)
        if not queries.change_person(to, person.id, name=name, name_key=key, seen_at=self.now):
            raise Refused("bad-token")
        return msgspec.structs.replace(person, name=name, name_key=key)
