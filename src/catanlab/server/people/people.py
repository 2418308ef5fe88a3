"""Who is who: guests, people with a password, and bots; whom they mute, and what they report."""

from __future__ import annotations

import secrets
from typing import Final

import msgspec.json
import msgspec.structs
from sqlalchemy import Connection

from catanlab.server import wire
from catanlab.server.database import moderation_queries as moderation
from catanlab.server.database import people_queries as queries
from catanlab.server.database.rows import PersonRow
from catanlab.server.people import bots
from catanlab.server.people.accounts import Accounts
from catanlab.server.people.addresses import network_of
from catanlab.server.people.identities import SEEN_MILLISECONDS, Identity, claim_name, open_session
from catanlab.server.people.names import checked_key
from catanlab.server.people.reports import QUOTED_LINES, QuotedLine, ReportText
from catanlab.server.ports import NOBODY, Caller
from catanlab.server.refusals import Refused
from catanlab.server.rooms.services import Services
from catanlab.server.token_bucket import Budgets

MAX_MUTED: Final = 1_000
"""How many people one person may mute."""


class People(Accounts):
    """The people and bots that the database knows."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        limits = services.limits
        self._guests = Budgets(rate=limits.guests_per_second, size=limits.guests_at_once)

    # Coming in.

    async def hello(self, hello: wire.Hello, caller: Caller = NOBODY) -> Identity:
        """Return who says hello: by their token, by the cookie, or as a new guest.

        Raises Refused: bad-token, banned, name-reserved, name-taken, bad-name, too-fast. Who has a reserved
        name keeps it, whatever name the client says.
        """
        if hello.token:
            return await self._return(hello.token, hello.name, caller)
        if caller.token:
            try:
                return await self._return(caller.token, hello.name, caller)
            except Refused as refused:
                if refused.code != "bad-token":  # an old cookie is no reason to turn anybody away
                    raise
        return await self.new_guest(hello.name, caller)

    async def _return(self, token: str, name: str, caller: Caller) -> Identity:
        """Return somebody who was here before, under the name that they want now."""
        identity = await self.identity(token, caller)
        person = identity.person
        if person.reserved:
            return identity
        seen_after = self.now - SEEN_MILLISECONDS
        if person.name == name and person.seen_at > seen_after:
            state = await self.read(
                queries.name_state, person.name_key, besides=person.id, seen_after=seen_after
            )
            if state == "free":  # the name is theirs: there is nothing to write
                return identity
        greeted = await self.write(self._greet, person, name, checked_key(name))
        if greeted.name != person.name:
            self.changed.set()
        return msgspec.structs.replace(identity, person=greeted)

    async def new_guest(self, name: str, caller: Caller = NOBODY) -> Identity:
        """Return a new guest with a token.

        Raises Refused: banned, name-reserved, name-taken, bad-name, too-fast if many came from the address.
        """
        self.bans.check_address(caller.address, self.now)
        key = checked_key(name)
        address = network_of(caller.address)
        if address and not self._guests.take(address, 1, self._services.now()):
            raise Refused("too-fast", "too many new guests came from this address: try again later")
        guest = PersonRow(secrets.token_hex(6), name, self.now, self.now, name_key=key)
        return await self.write(self._add_guest, guest)

    # Bots.

    async def make_bot(self, owner: str, name: str) -> Identity:
        """Make a bot of a person, and return it with its token, which is shown this once.

        Raises Refused: not-reserved unless the owner has a password, too-many-bots, name-reserved,
        name-taken, bad-name, no-such-person, not-for-bots.
        """
        return await self.write(bots.add_bot, owner, name, self.now)

    async def bots_of(self, owner: str) -> list[PersonRow]:
        """Return the bots of a person, the oldest first."""
        return await self.read(queries.bots_of, owner)

    async def renew_bot(self, owner: str, bot: str) -> Identity:
        """Give a bot another token, and end the old one; raises Refused: no-such-person."""
        renewed = await self.write(bots.renew_bot, owner, bot, self.now)
        self.changed.set()
        return renewed

    async def revoke_bot(self, owner: str, bot: str) -> None:
        """End a bot: its token opens nothing, and its name is free; raises Refused: no-such-person."""
        await self.write(bots.revoke_bot, owner, bot)
        self.changed.set()

    # Peace.

    async def muted_by(self, person: str) -> frozenset[str]:
        """Return the people whom a person has muted."""
        return await self.read(moderation.muted_by, person)

    async def mute(self, person: str, other: str, on: bool = True) -> frozenset[str]:
        """Mute somebody or no longer, and return everybody who is muted; raises Refused: no-such-person."""
        return await self.write(self._mute, person, other, on)

    async def report(self, by: str, report: wire.Report) -> None:
        """Keep a report with the last lines of the room or channel; raises Refused: no-such-person."""
        await self.write(self._report, by, report)

    async def name_of_bot(self, token: str, caller: Caller = NOBODY) -> str:
        """Return the name of the bot with a token; raises Refused: bad-token, not-a-bot."""
        person = await self.person_by_token(token, caller)
        if person.kind != "bot":
            raise Refused("not-a-bot")
        return person.name

    # In the writing thread, in one transaction.

    def _greet(self, to: Connection, person: PersonRow, name: str, key: str) -> PersonRow:
        claim_name(to, key, person.id, name, self.now)
        person = msgspec.structs.replace(person, name=name, name_key=key, seen_at=self.now)
        if not queries.change_person(to, person.id, name=name, name_key=key, seen_at=self.now):
            raise Refused("bad-token")
        return person

    def _add_guest(self, to: Connection, guest: PersonRow) -> Identity:
        claim_name(to, guest.name_key, guest.id, guest.name, self.now)
        queries.add_person(to, guest)
        return open_session(to, guest, self.now)

    def _mute(self, to: Connection, person: str, other: str, on: bool) -> frozenset[str]:
        if not on:
            moderation.unmute(to, person, other)
        else:
            if other == person or queries.person(to, other) is None:
                raise Refused("no-such-person")
            if moderation.count_mutes(to, person) >= MAX_MUTED:
                raise Refused("too-fast", f"nobody may mute more than {MAX_MUTED} people")
            moderation.mute(to, person, other)
        return moderation.muted_by(to, person)

    def _report(self, to: Connection, by: str, report: wire.Report) -> None:
        if queries.person(to, report.person) is None:
            raise Refused("no-such-person")
        lines: list[tuple[int, str, str, str]] = []
        if report.room or report.channel:
            lines = moderation.last_lines(to, room=report.room, channel=report.channel, count=QUOTED_LINES)
        text = ReportText(text=report.text, lines=tuple(QuotedLine(*line) for line in lines))
        moderation.add_report(
            to,
            at=self.now,
            by=by,
            about=report.person,
            room=report.room,
            channel=report.channel,
            text=msgspec.json.encode(text).decode(),
        )
