"""Passwords, by argon2id: hashed in threads, two at a time, in the same time for names that nobody has."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from catanlab.server.refusals import Refused

T = TypeVar("T")

SHORTEST, LONGEST = 8, 256
AT_A_TIME = 2
"""Each takes 64 MiB and a quarter of a second of a core."""


class Passwords:
    """Hashes and checks passwords; `waiting` is how many may wait until others are done."""

    def __init__(self, *, waiting: int, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        self._limit = AT_A_TIME + waiting
        self._busy = 0
        self._threads = ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="password")
        self._dummy = ""

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hash(self, password: str) -> str:
        """Return the hash of a new password; raises Refused: bad-password, overloaded."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise Refused("bad-password", f"a password has {SHORTEST} to {LONGEST} characters")
        return await self._run(lambda: self._hasher.hash(_normal(password)))

    async def fits(self, password: str, password_hash: str | None) -> bool:
        """Say whether a password fits a hash; without one it takes as long, and never fits.

        Raises Refused: overloaded.
        """
        return await self._run(lambda: self._fits(password, password_hash))

    def is_outdated(self, password_hash: str) -> bool:
        """Say whether a hash has other parameters than new ones have."""
        return self._hasher.check_needs_rehash(password_hash)

    def _fits(self, password: str, password_hash: str | None) -> bool:
        if not self._dummy:  # made at the first check of all, whosever it is
            self._dummy = self._hasher.hash("nobody has this password")
        too_long = len(password) > LONGEST
        try:
            self._hasher.verify(password_hash or self._dummy, "" if too_long else _normal(password))
        except (VerificationError, InvalidHashError):
            return False
        return password_hash is not None and not too_long

    async def _run(self, work: Callable[[], T]) -> T:
        if self._busy >= self._limit:
            raise Refused("overloaded", "too many passwords are being checked: try again in a few seconds")
        self._busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._busy -= 1


def _normal(password: str) -> bytes:
    """Return the bytes of a password: keyboards write the same letters in several ways."""
    return unicodedata.normalize("NFC", password).encode(errors="surrogatepass")
