"""Bots of people: made, given another token, revoked. Each function is a part of a transaction."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection

from catanlab.server.database import people_queries as queries
from catanlab.server.database.rows import PersonRow
from catanlab.server.people.identities import Identity, claim_name, open_session
from catanlab.server.people.names import checked_key
from catanlab.server.refusals import Refused

MAX_BOTS: Final = 10
"""How many bots one person may have."""


def add_bot(to: Connection, owner: str, name: str, now: int) -> Identity:
    """Make a bot of a person, and return it with its token.

    Raises Refused: not-reserved unless the owner has a password, too-many-bots, name-reserved, name-taken,
    bad-name, no-such-person, not-for-bots.
    """
    key = checked_key(name)
    queries.lock_names(to, f"bots of {owner}")
    found = queries.person(to, owner)
    if found is None:
        raise Refused("no-such-person")
    if found.kind != "person":
        raise Refused("not-for-bots")
    if not found.reserved:
        raise Refused("not-reserved", "only who has a password may have bots: set one first")
    if len(queries.bots_of(to, owner)) >= MAX_BOTS:
        raise Refused("too-many-bots", f"nobody may have more than {MAX_BOTS} bots: revoke one first")
    bot = PersonRow(secrets.token_hex(6), name, now, now, key, kind="bot", owner=owner, reserved=True)
    claim_name(to, key, bot.id, name, now)
    queries.add_person(to, bot)
    return open_session(to, bot, now, "bot")


def renew_bot(to: Connection, owner: str, bot: str, now: int) -> Identity:
    """Give a bot another token, and end the old one; raises Refused: no-such-person."""
    found = _own_bot(to, owner, bot)
    queries.end_sessions(to, person=bot)
    return open_session(to, found, now, "bot")


def revoke_bot(to: Connection, owner: str, bot: str) -> None:
    """End a bot: its token opens nothing, and its name is free; raises Refused: no-such-person."""
    _own_bot(to, owner, bot)
    queries.end_sessions(to, person=bot)
    queries.change_person(to, bot, reserved=False, seen_at=0)


def _own_bot(to: Connection, owner: str, bot: str) -> PersonRow:
    found = queries.person(to, bot)
    if found is None or found.owner != owner or not found.reserved:
        raise Refused("no-such-person")
    return found
