"""The HTTP status for each refusal."""

from __future__ import annotations

from typing import Final

STATUS: Final = {
    "bad-message": 400,
    "bad-move-text": 400,
    "bad-name": 400,
    "bad-options": 400,
    "bad-password": 400,
    "bad-protocol": 400,
    "bad-record": 400,
    "bad-request": 400,
    "hello-first": 400,
    "bad-token": 401,
    "not-logged-in": 401,
    "wrong-password": 401,
    "banned": 403,
    "foreign-origin": 403,
    "not-a-bot": 403,
    "not-for-bots": 403,
    "not-reserved": 403,
    "not-seated": 403,
    "no-such-move": 404,
    "no-such-page": 404,
    "no-such-person": 404,
    "no-such-room": 404,
    "no-such-seat": 404,
    "wrong-method": 405,
    "too-slow": 408,
    "too-large": 413,
    "too-long": 413,
    "not-json": 415,
    "too-fast": 429,
    "too-many-connections": 429,
    "server-error": 500,
    "not-committed": 503,
    "overloaded": 503,
    "too-many-rooms": 503,
}
"""The status for a code; 409 for all others: what was asked does not fit what is the case."""


def status_of(code: str) -> int:
    """Return the status for a refusal.

    >>> status_of("no-such-room"), status_of("name-taken")
    (404, 409)
    """
    return STATUS.get(code, 409)
