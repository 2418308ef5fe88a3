"""The invitation of a room: the secret that lets in whoever has it."""

from __future__ import annotations

import secrets


def is_same(given: str, secret: str) -> bool:
    """Compare in a time that does not tell how much of a guess was right; no secret is like none."""
    return bool(secret) and secrets.compare_digest(given.encode(), secret.encode())
