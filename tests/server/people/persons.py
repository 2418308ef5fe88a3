"""People for tests: with passwords that are hashed quickly, and refusals as codes."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest
from argon2 import PasswordHasher
from tests.server.hubs import Bench, Guest

from catanlab.server import wire
from catanlab.server.people.passwords import Passwords
from catanlab.server.people.people import People
from catanlab.server.refusals import Refused

PASSWORD = "correct horse"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes that take no time, and are worth nothing."""


def with_quick_passwords(bench: Bench) -> People:
    """Return the people of a bench, whose passwords are hashed quickly."""
    bench.hub.people.passwords = Passwords(waiting=50, hasher=QUICK)
    return bench.hub.people


def token_of(guest: Guest) -> str:
    """Return the token that a new guest got."""
    return guest.box.of(wire.Welcome)[0].token


async def code_of(doing: Awaitable[object]) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(Refused) as refused:
        await doing
    return refused.value.code


def hello_code(guest: Guest) -> str:
    """Return the code with which a hello was refused, or ''."""
    return guest.last.code if isinstance(guest.last, wire.Refused) else ""
